"""Resolution: which entity a name in a text means.

By exact name, then alias, in every script; a person's name also where it may be short for another
(`spelling`), and only where nothing speaks against it. Who is a person, and by which title, says
whoever read the text (`Extraction.people`). Likeness never decides, neither of letters nor of
vectors: "Marianne" and "Marianna", "Key 1" and "Key 2" are near. A name resolved by spelling is an
entity of its own, merged into the other, so the step is recorded and `Memory.split` undoes it.

Time decides between two people: "Anna" is Anna Weber in the texts before anybody else of that name
appeared. In a later text it is undecided, and an entity of that text alone; so two full names never
become one through it, nor do two texts. What a text tells, as another name or by a full name before
the short one, decides for that text.
"""

from collections.abc import Iterable, Mapping

from clew.graph.times import START
from clew.learn.draft import Draft
from clew.learn.mentions import THING, Mentions, person_role
from clew.learn.merge import apart_from, join, judge_again, keep_apart, part
from clew.learn.spelling import familiar_form, needs_known, overlap, short_for, tells_apart
from clew.learn.who.bearers import Bearers
from clew.learn.who.beside import respelt_beside
from clew.learn.who.called import Called
from clew.learn.who.name_keys import longer_keys, shorter_keys
from clew.learn.who.own_bearers import own_bearers
from clew.projection.bonds import CALLED, told_names
from clew.projection.rows import EdgeRow
from clew.text import normalise_name

__all__ = ["Names"]


class Names:
    """The entities that the names in the texts of one draft mean."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._all = Bearers(draft)

    def entity(self, name: str, text: Mentions) -> int:
        """Return the entity a name means, added if it is new.

        Args:
            name: as the text has it; not empty.
            text: where it stands.
        """
        key = normalise_name(name)
        if (known := text.meant.get(key)) is not None:
            return known
        called = (person := text.people.get(key)) and person._replace(name=name)
        found = self._shown(key, called, text) if text.shown else None
        if found is None:
            found = self._thing(name, text) if called is None else self._person(called, text)
            if text.shown:
                self._tell_apart(found, text)
        self._meet(key, found, called, text)
        return text.meant[key]

    def call(self, entity: int, alias: str, text: Mentions) -> None:
        """Note that a text gives an entity another name.

        For this text it means that entity, whomever others call so. What the name meant before
        goes along, unless a text has told of somebody else, or has meant somebody else before.
        """
        key, root = normalise_name(alias), self._draft.root(entity)
        known = text.meant.get(key)
        if known is not None and self._draft.root(known) == root:
            return
        person = text.people.get(key)
        called = person or Called(alias)
        found = self._of(called, root)
        is_new = found is None
        if found is None:
            root = self._own_root(entity, root, called, text)
            found = self._free(called, root, text, self._draft.name(entity))
            found = self._all.added(alias) if found is None else found
        self._draft.called.setdefault(found, []).append((entity, text.episode))
        if is_new:
            join(self._draft, found, root, text.episode)
        else:
            judge_again(self._draft, self._draft.facts_about(found), text.episode)
        self._all.told.add(found)
        self._part_shown(root, text)
        self._meet(key, found, person, text)
        text.roles[found] = f"{CALLED} {entity} {text.roles.get(found, '')}".strip()

    def _own_root(self, entity: int, root: int, fuller: Called, text: Mentions) -> int:
        """Return with whom an entity is one, now that a text tells a fuller name of it.

        That its own name is short for somebody's who only comes later does not count then.
        """
        rows = [row for row in self._draft.merges_of(entity) if row.loser == entity]
        later = self._all.since(root) > text.at and all(map(self._all.is_by_spelling, rows))
        if rows and later and overlap(self._all.as_called(entity), fuller):
            part(self._draft, rows)
        return self._draft.root(entity)

    def reconsider(self, name: str) -> None:
        """Decide again whom a name means, and those that may be short for it."""
        first, _, rest = name.partition(" ")
        ways = [Called(name), Called(name, first), Called(rest)]
        holders = [one for each in ways for one in self._all.holders(each)]
        near = [one for each in ways for one in self._all.at(shorter_keys(each))]
        for entity in dict.fromkeys([*holders, *near]):
            told = [*self._draft.projection.told(entity)]
            self._tell_again(entity, told)
            if told:
                self._decide_again(entity, max(row.source for row in told))

    def _tell_again(self, entity: int, told: Iterable[EdgeRow]) -> None:
        """Make the merge again that a text tells, if another text that told it is gone."""
        if any(row.loser == entity for row in self._draft.merges_of(entity)):
            return
        whose = [pair for pair in told_names(told) if self._draft.exists(pair[0])]
        if whose:
            join(self._draft, entity, *whose[0])

    # -- one name --------------------------------------------------------------------------

    def _shown(self, key: str, called: Called | None, text: Mentions) -> int | None:
        """Return what a known name means that the reader was shown and uses.

        Unless it uses it for a person and texts have told of a thing of that name only, or it says
        that it is no person's and a person has it.
        """
        found = text.shown.get(key)
        if found is None or not self._draft.exists(found):
            return None
        is_person = self._all.as_person(found) is not None
        told = next(self._draft.projection.told(found), None) is not None
        other = told and not is_person if called is not None else is_person and key in text.things
        return None if other else found

    def _tell_apart(self, found: int, text: Mentions) -> None:
        """Keep somebody named with a distinction, "Anna (aunt)", apart from the "Anna" shown."""
        called = self._all.as_called(found)
        for one in text.shown.values() if tells_apart(called) else ():
            alike = self._draft.exists(one) and short_for(self._all.as_called(one), called)
            if alike and one not in apart_from(self._draft, found):
                keep_apart(self._draft, found, one)

    def _part_shown(self, root: int, text: Mentions) -> None:
        """Keep two apart whom the reader was shown, and named both, if only spelling joins them."""
        named = dict.fromkeys(text.shown[key] for key in text.people if key in text.shown)
        same = [one for one in named if self._draft.root(one) == self._draft.root(root)]
        for one in same if len(same) > 1 else ():
            self._part_by_spelling(one, root)

    def _part_by_spelling(self, one: int, other: int) -> None:
        """Keep two apart, unless a text or a user has told that they are one."""
        rows = [row for row in self._draft.merges_of(one) if row.loser == one]
        if rows and all(map(self._all.is_by_spelling, rows)):
            part(self._draft, rows)
        if self._draft.root(one) != self._draft.root(other):
            keep_apart(self._draft, one, other)

    def _decide_again(self, entity: int, because_of: int) -> None:
        """Undo or make the merge that a person's name suggests, as the texts stand now."""
        rows = [row for row in self._draft.merges_of(entity) if row.loser == entity]
        called = self._all.as_person(entity)
        if any(not self._all.is_by_spelling(row) for row in rows):
            return
        if called is None:
            if rows and self._all.is_thing(entity):
                part(self._draft, rows)
            return
        first, last = self._all.span(entity) or (START, START)
        claims = self._claims(called, first, entity)
        for other in apart_from(self._draft, entity) if claims else ():
            claims.pop(self._draft.root(other), None)
        target = self._only(called, claims, last)
        held = {self._draft.root(row.winner) for row in rows}
        if held == ({target} if target else set()):
            return
        if rows:
            part(self._draft, rows)
        if target is not None:
            join(self._draft, entity, target, because_of)

    def _thing(self, name: str, text: Mentions) -> int:
        """Return what a name means that the text does not use for a person."""
        called = Called(name, is_guess=text.all_people and " " not in name)
        same = self._all.bearers(name)
        found = self._all.named(name, same)
        others = [one for one in same if self._all.as_person(one) is None]
        if normalise_name(name) in text.things:
            return others[0] if others else self._all.added(name)
        if found is not None:
            people = [one for one in same if one not in others]
            if not people or (len(same) < 2 and not self._all.longer(called)):
                return same[0]
            return others[0] if others else self._person(called, text)
        added = self._all.added(name)
        roots = {self._draft.root(one) for one in same}
        if len(roots) == 1:
            join(self._draft, added, roots.pop(), text.episode)
        return added

    def _person(self, called: Called, text: Mentions) -> int:
        """Return whom a person's name means."""
        full = [self.entity(one.name, text) for one in text.before(called)]
        holders, here = self._all.holders(called), (text.at, text.text)
        full = self._all.unopposed(called, full, self._all.said(holders, here))
        respelt_here = {*map(self._draft.root, respelt_beside(called, text))}
        for one in holders:
            if self._draft.root(one) in respelt_here:
                self._part_by_spelling(one, self._draft.root(one))
        free = [one for one in holders if self._draft.root(one) == one and self._all.as_person(one)]
        since = min([text.at, *map(self._all.since, free)])
        claims = self._claims(called, since, here=here)
        claims = {one: since for one, since in claims.items() if one not in respelt_here}
        if called.may_be_another and (full or self._all.may_be_known(called, holders, text.at)):
            return self._all.added(called.name)  # "a baker called Anna"
        if len({self._draft.root(one) for one in full}) == 1:
            return full[0] if len(claims) > 1 else self._holder(called, full[0], text)
        if all(map(self._all.is_thing, claims)):
            alone = own_bearers(called, holders, text, self._all, self._draft)
            return alone[0] if alone else self._all.added(called.name)
        for one in holders:
            if self._draft.root(one) == one and apart_from(self._draft, one):
                return one
        meant = self._only(called, claims, text.at)
        return self._all.added(called.name) if meant is None else self._holder(called, meant, text)

    def _holder(self, called: Called, other: int, text: Mentions) -> int:
        """Return an entity of this name that is one with another, added if there is none."""
        found = self._of(called, other)
        if found is None:
            found = self._all.added(called.name)
            join(self._draft, found, other, text.episode)
        return found

    def _of(self, called: Called, other: int) -> int | None:
        """Return the entity of this name that is one with another, if any."""
        holders, root = self._all.holders(called), self._draft.root(other)
        return next((one for one in holders if self._draft.root(one) == root), None)

    def _free(self, called: Called, root: int, text: Mentions, owner: str) -> int | None:
        """Return the entity of this name that may become somebody's other name, if any.

        "Moose is really Gregor Hahn" tells of a Moose whom texts had; "Gregor Hahn, called Moose"
        may tell of another.
        """
        key = normalise_name(called.name)
        holders = [one for one in self._all.holders(called) if self._may_be(one, key, text)]
        if len(holders) != 1 or root in apart_from(self._draft, holders[0]):
            return None
        rows = [row for row in self._draft.merges_of(holders[0]) if row.loser == holders[0]]
        span = self._all.span(holders[0])
        known = self._all.as_called(holders[0]).is_guess and span and span[0] < text.at
        if known and text.tells_first(owner, called.name):
            return None
        own = self._all.as_called(root).role
        if span and span[0] > text.at and self._all.as_called(holders[0]).role not in {"", own}:
            return None  # "Eva writes as Ida Roy", then "the boxer Ida Roy"
        new = text.people.get(normalise_name(owner))
        if called.is_new and span and span[0] < text.at:
            return None  # "she is Eva Roy now" is no Eva Roy whom they knew
        if new and new.is_new and span and span[0] < text.at <= self._all.since(root):
            return None  # "my neighbour Eva Roy, née Hall" is no Eva Hall whom they knew
        late = [row for row in rows if span and self._all.since(row.winner) > span[0]]
        settled = rows and span and span[1] < text.at and not late  # "J. Hall", then Jane Hall
        if settled or not all(map(self._all.is_by_spelling, rows)):
            return None
        if rows:
            part(self._draft, rows)
        return holders[0]

    # -- what speaks for whom --------------------------------------------------------------

    def _claims(
        self,
        called: Called,
        at: int,
        entity: int | None = None,
        here: tuple[int, str] | None = None,
    ) -> dict[int, int]:
        """Return whom a name may be short for, or was told for, with their first time.

        Args:
            called: the name.
            at: when it first stood for somebody. Who was told apart from others then or later was
                told apart from this one.
            entity: who has the name, if there is one.
            here: the time and the words of the text that has the name, if it is one.
        """
        holders, single = self._all.holders(called), " " not in called.name
        things = [one for one in holders if self._all.is_thing(one)]
        others = [one for one in holders if self._draft.root(one) == one and one not in things]
        roles = {called.role, *(self._all.as_called(one).role for one in holders)} - {""}
        if single and (len(roles) > 1 or None in map(self._all.as_person, others)):
            return {}  # two people, or something else has the name, too
        fuller = {one: self._draft.root(one) for one in self._all.at(longer_keys(called))}
        told = [root for one, root in fuller.items() if root != one and root in holders]
        if entity in told:
            return {}  # a text has told a fuller name
        found = {one: self._all.since(one) for one in (*told, *(things if single else ()))}
        own = [one for one in holders if one in {entity, self._draft.root(one)}]
        given = [one for one in holders if one not in {self._draft.root(one), entity, *things}]
        given = [one for one in given if not self._all.is_anothers(called, one, at)]
        for one, since in self._fuller(called, at, {**found}, own, entity, here).items():
            if since <= at or not given:  # else a text has told so
                found.setdefault(one, since)
        sure = {self._draft.root(one): self._all.since(one) for one in given}
        familiar = [one for one in found if familiar_form(called, self._all.as_called(one))]
        alone = [one for one in own if one != entity and one not in things]
        if alone or sure or told or len(familiar) < len(found):  # a Peggy rather than a Margaret
            found = {one: found[one] for one in found if one not in familiar or one in told}
        if sure and not single and entity is None:  # "Ida Roy, née Hall", and her niece Ida Hall
            found |= {one: since for one in alone if (since := self._all.since(one)) <= at}
        found = sure | found
        found = self._all.nicknamed(called, at, {*others, *things} - {entity}) | found
        if called.is_guess and single and found and not called.role:
            # "Max", where there are Uncle Max and Max Roy.
            titled = map(self._draft.root, self._all.titled(called, at))
            found |= {one: self._all.since(one) for one in titled if one not in found}
            found |= self._all.met(alone, at)  # "Anna from downstairs", then Anna Roy
        earliest = at if called.may_be_another else START
        return {one: since for one, since in found.items() if one != entity and since >= earliest}

    def _fuller(
        self,
        called: Called,
        at: int,
        found: dict[int, int],
        holders: Iterable[int],
        entity: int | None,
        here: tuple[int, str] | None,
    ) -> dict[int, int]:
        """Return `found` with those whose own name a name may be short for, as of `at`.

        Without those who come later than somebody who is introduced by a name, or with another.
        """
        news, new = list[int](), set[int]()
        known = [called, *map(self._all.as_called, holders)]
        newcomer, roles = any(one.is_new for one in known), {one.role for one in known} - {""}
        said = self._all.said(holders, here)
        for one in self._all.longer(called, entity):
            root, first, own = self._draft.root(one), self._all.since(one), self._all.as_called(one)
            if first <= at and (called.role not in {"", own.role} or newcomer):
                continue  # "my neighbour Anna" is no Anna Weber known before
            if self._all.speaks_against(called, one, said):
                continue
            if first >= at and own.is_new and own.role not in roles:
                new.add(first)
                continue  # "Dr Ina Weber, his niece" is no Dr Weber known before
            if self._all.is_behind(called, own, said):
                return {}  # "Hall left. Ida Hall was glad."
            if (
                first < at
                or not needs_known(called, own)
                or self._all.is_shown(called, own, first, said)
            ):
                found[root] = min(first, found.get(root, first))
            if first >= at and own.role not in {"", called.role} and " " not in called.name:
                news.append(first)  # "my dentist, Anna Roy": no Anna whom they knew
        found = {one: since for one, since in found.items() if since not in new}
        return {one: since for one, since in found.items() if not news or since < min(news)}

    def _only(self, called: Called, claims: Mapping[int, int], moment: int) -> int | None:
        """Return who was known by then, or else first; `None` for several, things, namesakes."""
        by_then = max(moment, min(claims.values(), default=START))
        known = [one for one, since in claims.items() if since <= by_then]
        if len(known) != 1 or self._draft.name(known[0]).startswith(f"{called.name} ("):
            return None
        one = known[0]
        unsure = self._all.is_thing(one) or self._all.is_shared(called, one, moment)
        return None if unsure else one

    # -- what is known of one --------------------------------------------------------------

    def _meet(self, key: str, found: int, called: Called | None, text: Mentions) -> None:
        """Note that a text names an entity; whoever has a shorter name may be the same person."""
        text.meant[key] = found
        for one in respelt_beside(called, text) if called else ():
            self._part_by_spelling(found, one)
            self._part_by_spelling(one, found)
        if called is None and key not in text.things:
            self._all.hear(found, text)
            return
        first = self._all.since(found) if self._all.span(found) else text.at
        self._all.hear(found, text)
        if called is None:
            if self._all.as_person(found) is None:
                self._meet_thing(found, text, earlier=text.at < first)
            return
        text.roles[found] = person_role(called)
        known = self._all.as_person(found)
        person = called._replace(name=self._draft.name(found)).told_with(known or called)
        self._all.people[found] = person
        news = known is None or known[2:] != person[2:]
        if news or text.at < first:
            own = [found] * (text.at < first and not text.before(called))
            for one in [*self._all.shorter(person), *own]:
                self._decide_again(one, text.episode)

    def _meet_thing(self, found: int, text: Mentions, *, earlier: bool) -> None:
        """Note what a text says is no person; people of its name may then be anybody."""
        text.roles[found], is_new = THING, not self._all.is_thing(found)
        self._all.things.add(found)
        for one in self._all.holders(self._all.as_called(found)) if is_new or earlier else ():
            self._decide_again(one, text.episode)

    def _may_be(self, entity: int, key: str, text: Mentions) -> bool:
        """Return whether texts do not tell of a person here and of a thing there."""
        if key in text.people:
            return not self._all.is_thing(entity)
        return key not in text.things or self._all.as_person(entity) is None
