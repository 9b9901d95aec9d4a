"""What the terms of a question stand for, and which facts stand in an asked relation to them.

`Matcher` reads facts through one function, so the same code serves the gathering of evidence (over
a view) and the answering rule (over the evidence of one task). Nested terms are solved from the
inside out, each for now unless its own words are past.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from clew.graph.times import order_key
from clew.graph.types import Fact, Time
from clew.minds.english.asking.descriptions import COLOUR, ages, colours, described, jobs
from clew.minds.english.asking.fact_match import (
    best,
    holds_role,
    kept_things,
    match_fact,
    moved_elsewhere,
    names_holder,
    newest,
    titled,
)
from clew.minds.english.asking.noun_phrases import ask_holder
from clew.minds.english.asking.parsed_question import (
    Ask,
    Both,
    Form,
    Name,
    Order,
    Question,
    Tense,
    Term,
    Want,
)
from clew.minds.english.asking.question_names import Find
from clew.minds.english.asking.relation_phrases import is_event, is_of_old, parse_phrase, readings
from clew.minds.english.asking.synonyms import SINGLE_ENDS
from clew.minds.english.asking.thing_kinds import (
    fits_kind,
    gender_clash,
    is_moment,
    noun_fits,
    sex_clash,
    sex_unknown,
)
from clew.minds.english.asking.version_choice import Match, choose, outlived
from clew.minds.english.asking.vocabulary import PLACE_PREPOSITIONS, VAGUE_HOMES
from clew.text import normalise_name, words

__all__ = ["FactsOf", "Matcher"]

FactsOf: TypeAlias = Callable[[tuple[int, ...]], Sequence[Fact]]
"""Entities -> every fact known now that touches one of them, valid at any time."""
_MAX_DEPTH = 5
_MAX_VALUES = 64
"""Values of an inner term that are followed; more means the term says too little."""
_MAX_MEANT = 4
_NOW = Question("", Form.LOOKUP, None)


class _Start(NamedTuple):
    """When a fact begins that may end an earlier one."""

    order: int
    """Of its time, to compare it."""
    at: Time
    object: int
    keys: frozenset[str]
    """What its relation may mean."""


@dataclass(frozen=True, slots=True)
class Matcher:
    """Matches facts of one memory, as seen from `now`."""

    facts_of: FactsOf
    now: Time | None
    recalled: Sequence[Fact]
    """Facts recalled for the whole question: they answer "who is the director?", which names no
    one, where only one of them does."""
    find: Find
    """Looks names up: "Daniel" of one fact and "Daniel Moss" of another may be one person."""

    def values(self, term: Term, depth: int = 0) -> tuple[int, ...]:
        """Return the entities a term stands for now, else those it last stood for."""
        if isinstance(term, Name):
            return self._meant(term)
        if isinstance(term, Both):
            return tuple(id for part in term.terms for id in self.values(part, depth))
        if depth >= _MAX_DEPTH:
            return ()
        matches = self.matches(term, depth + 1)
        tense = Tense.PAST if term.past else Tense.PRESENT
        order = Order.BEFORE if term.former else None
        question = replace(_NOW, tense=tense, order=order)
        if not (term.past or term.former):
            matches = [one for one in matches if not is_of_old(one.fact.relation, term.noun)]
        chosen = choose(matches, question, self.now, self.present(matches, term))
        if not chosen and not term.former:
            last = replace(question, order=Order.LAST)
            chosen = choose(matches, last, self.now)
        # "the clock that held the key": if one of them is called a clock
        chosen = [one for one in chosen if not term.possessed and self._fit(one, term)] or chosen
        kept = newest(best(chosen, term), term)
        ids = (id for match in kept for id in self._alike(match.value, match.name))
        return tuple(dict.fromkeys((*ids, *self._owned(term, depth))))[:_MAX_VALUES]

    def _owned(self, term: Ask, depth: int) -> tuple[int, ...]:
        """Return what is kept under the name of its owner: "Ida's office"."""
        if not term.possessed or term.right is None:
            return ()
        owners = self.names(self.values(term.right, depth + 1))
        return tuple(id for name in owners for id in self.find(f"{name}'s {term.noun}"))

    def _meant(self, name: Name) -> tuple[int, ...]:
        """Return what a name of the question stands for: "the donkey" is Bruno too.

        "the chairman" is whoever became it last; of several since the same time, nobody.
        """
        if len(name.ids) > _MAX_MEANT:
            return name.ids
        found = dict.fromkeys((*name.ids, *self._family(name.ids)))
        holders: list[Match] = []
        for fact in self.facts_of(name.ids):
            if fact.relation != "is" or fact.valid_to is not None:
                continue
            if fact.subject in name.ids and fact.object_name.startswith("the "):
                found.setdefault(fact.object)
            elif fact.subject in name.ids and names_holder(fact):
                holders.append(Match(fact, fact.object, fact.object_name, 1.0))
            elif fact.object in name.ids and fact.subject_name[:1].isupper():
                holders.append(Match(fact, fact.subject, fact.subject_name, 1.0))
        if holders:
            role = ask_holder(normalise_name(name.text))
            holders += [one for one in self.open(role) if holds_role(one, role)]
        known = choose(holders, _NOW, self.now)
        last = [one for one in known if one.fact.valid_from == known[-1].fact.valid_from]
        if len({one.value for one in last}) == 1 and name.text == name.text.casefold():
            found.update(dict.fromkeys(self._alike(last[0].value, last[0].name)))
        return tuple(found)

    def _family(self, ids: tuple[int, ...]) -> Iterator[int]:
        """Yield "the Bakers" for Clive Baker: what holds of them holds of him."""
        for name in self.names(ids):
            last = name.split()[-1]
            if name != last and last[:1].isupper():
                yield from self.find(f"the {last}{'es' if last.endswith('s') else 's'}")

    def present(self, matches: Sequence[Match], term: Ask) -> frozenset[int]:
        """Return the present holder of a role, whom a former one came before.

        Nobody where the term is no role; revision may have left an older holder open.
        """
        if not term.possessed or term.left is not None or not term.former:
            return frozenset()
        known = choose(matches, _NOW, self.now)
        return frozenset(one.value for one in newest(known, term)[-1:])

    def _alike(self, entity: int, name: str) -> tuple[int, ...]:
        """Return an entity and those that may be it by a shorter or longer name."""
        more = () if is_moment(name) else self.find(name)
        return (entity, *(id for id in more if id != entity))

    def names(self, ids: tuple[int, ...]) -> list[str]:
        """Return the names that the facts give some entities, sorted."""
        ends = (
            end
            for fact in self.facts_of(ids)
            for end in ((fact.subject, fact.subject_name), (fact.object, fact.object_name))
        )
        return sorted({name for id, name in ends if id in ids})

    def matches(self, ask: Ask, depth: int = 0) -> list[Match]:
        """Return every fact that matches an ask, of any validity, with the end it gives."""
        left = self.values(ask.left, depth) if ask.left is not None else None
        right = self.values(ask.right, depth) if ask.right is not None else None
        known = left if left is not None else right
        if known is None:
            return self.open(ask)
        if not known:
            return []
        facts = self.facts_of(known)
        matched = (match_fact(fact, ask, left, right) for fact in facts)
        found = [match for match in matched if match is not None]
        if ask.possessed and left is None and right is not None:
            found = self._possessed(ask, right, facts, found)
        found = [outlived(match, self.facts_of) for match in found]
        if ask.who and left is not None:
            found = described(found, left, facts)
        if not ask.possessed:
            starts: dict[int, list[_Start]] = {}
            found = [self._until_next(match, starts) for match in found]
        if left is not None and "place" in ask.keys:
            found += self._beside(left, facts)
        if left is not None and "drive" in ask.keys:
            held = kept_things(left, facts)
            found += [match for match in held if noun_fits("vehicle", match.name, ())]
        return self._of_kind(ask, found)

    def _until_next(self, match: Match, known: dict[int, list[_Start]]) -> Match:
        """End what a later fact of the same end must have ended: who moved lives there no more.

        Args:
            match: what was found.
            known: what begins when with the subjects of earlier matches; extended here.
        """
        fact = match.fact
        if fact.valid_from is None or fact.valid_to is not None:
            return match
        if match.exact and is_event(fact.relation):  # asked for what happened
            return match
        single = _single_ends(fact.relation)
        if not single:
            return match
        if fact.subject not in known:
            known[fact.subject] = self._starts(fact.subject)
        starts = known[fact.subject]
        later = bisect_right(starts, order_key(fact.valid_from), key=attrgetter("order"))
        for one in islice(starts, later, None):
            if one.object != fact.object and one.keys & single:
                return replace(match, fact=replace(fact, valid_to=one.at))
        return match

    def _starts(self, subject: int) -> list[_Start]:
        """Return the starts of an entity's facts that end others, the earliest first."""
        found = [
            _Start(order_key(fact.valid_from), fact.valid_from, fact.object, keys)
            for fact in self.facts_of((subject,))
            if fact.subject == subject and fact.valid_from is not None and not fact.planned_for
            if not fact.relation.startswith("also ")
            if (keys := _single_ends(fact.relation, of="s"))
            and VAGUE_HOMES.isdisjoint(words(fact.object_name)[-1:])
            and not ("live" in keys and moved_elsewhere(fact))
        ]
        return sorted(found, key=attrgetter("order"))

    def _beside(self, things: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
        """Return where things are by what is said of their owner: "Ida runs a cafe in Rome"."""
        found: list[Match] = []
        for fact in facts:
            if fact.object not in things or is_event(fact.relation):
                continue
            said = words(f"{fact.relation} {normalise_name(fact.object_name)}")
            for other in self.facts_of((fact.subject,)):
                told = words(other.relation)  # none in "->"
                if told and told[:-1] == said and told[-1] in PLACE_PREPOSITIONS:
                    found.append(Match(other, other.object, other.object_name, 0.8))
        return found

    def _possessed(
        self, ask: Ask, owners: tuple[int, ...], facts: Sequence[Fact], found: list[Match]
    ) -> list[Match]:
        """Add to "the N of OWNER" what the owner has of that kind, and unowned holders."""
        held = kept_things(owners, facts)
        named = [match for match in held if self._fit(match, ask) is True]
        found = [*found, *named]
        found += self._unowned(ask, owners, found)
        if "occupation" in ask.keys:
            return jobs(found, owners, facts)
        if ask.noun in COLOUR:
            return [*found, *colours(owners, facts)]
        return [*found, *ages(owners, facts)] if "age" in ask.keys else found

    def _unowned(self, ask: Ask, owners: tuple[int, ...], found: Sequence[Match]) -> list[Match]:
        """Return holders stated without their owner ("Ida was elected chairman").

        Only where the facts tie the role to this owner and to no other: by name, or because it is
        the one role of its kind ("our treasurer is Ida") and the owner has no name of its own.
        """
        owned, loose = self._holders(ask)
        ours = any(names_holder(held.fact) for held in loose) and not self._is_named(owners)
        if not (ours or any(holds_role(match, ask) for match in found)):
            return []
        named = [one for one in owned if holds_role(one, ask)]
        return loose if _owners(named) <= {*owners} else []

    def _holders(self, ask: Ask) -> tuple[list[Match], list[Match]]:
        """Return who holds a role of something named by the recalled facts, and of nothing."""
        owned: list[Match] = []
        loose: list[Match] = []
        for fact in self.recalled:
            match = match_fact(fact, replace(ask, right=None), None, None)
            if match is not None and match.exact:
                owned.append(match)
            elif held := titled(fact, ask.noun):
                loose.append(held)
        return owned, loose

    def _is_named(self, ids: tuple[int, ...]) -> bool:
        """Tell whether entities have a proper name; the speaker and "the club" have none."""
        names = self.names(ids)
        return any(name[:1].isupper() and name != "I" for name in names)

    def open(self, ask: Ask) -> list[Match]:
        """Return holders of a role asked of nobody: "the mayor", in a memory of one town.

        "X is the mayor of Y", "X is the mayor" and "the mayor is X" all count, unless they name
        two different owners.
        """
        owned, loose = self._holders(ask)
        if loose or any(parse_phrase(one.fact.relation).preposition for one in owned):
            owned = [one for one in owned if parse_phrase(one.fact.relation).preposition]
        return [*owned, *loose] if len(_owners(owned)) <= 1 else []

    def _of_kind(self, ask: Ask, found: list[Match]) -> list[Match]:
        """Drop values of the wrong kind."""
        kept = [match for match in found if fits_kind(ask.want, match.name)]
        if ask.possessed:
            return _of_one([match for match in kept if not self._clashes(ask, match)], ask)
        if not ask.noun or ask.want is Want.NUMBER:
            return kept
        fits = [(match, self._fit(match, ask)) for match in kept]
        texts = {match.fact.episodes for match in kept}
        if "like" in ask.keys and len(texts) > 1 and all(fit is None for _, fit in fits):
            return []  # of all that somebody likes, nothing tells what is a book
        return [match for match, fit in fits if fit is not False]

    def _fit(self, match: Match, ask: Ask) -> bool | None:
        return noun_fits(ask.noun, match.name, self._descriptions(match.value))

    def _clashes(self, ask: Ask, match: Match) -> bool:
        """Tell whether somebody is said to be of the other sex than the noun names."""
        seen = (match.fact.relation,) if match.value == match.fact.subject else ()
        said = (match.name, *seen, *self._descriptions(match.value))
        follows = not _is_told(match, ask)  # of "the daughter of Ida and Tom" the mother is Ida
        open_to = sex_clash(ask.noun, match.name) or sex_unknown(ask.noun, match.name, said)
        return (follows and open_to) or gender_clash(ask.noun, said)

    def _descriptions(self, entity: int) -> tuple[str, ...]:
        """Return what the facts call an entity: objects of "is", and nouns of "is the ... of"."""
        found: list[str] = []
        for fact in self.facts_of((entity,)):
            phrase = parse_phrase(fact.relation)
            if fact.subject != entity:
                continue
            if phrase.head == "be" and not phrase.preposition:
                found.append(fact.object_name)
            elif phrase.preposition == "of" and not phrase.passive:
                found.append(fact.relation)
        return tuple(found)


@lru_cache(maxsize=4096)
def _single_ends(relation: str, of: str | None = None) -> frozenset[str]:
    """Return what a relation may mean of which the other end has one value at a time.

    With `of`, only where the subject has that role.
    """
    found = (one for one in readings(relation) if of in (None, one.subject))
    return frozenset(one.key for one in found if "o" in SINGLE_ENDS.get(one.key, ""))


def _is_told(match: Match, ask: Ask) -> bool:
    """Tell whether a fact has the noun of the question itself: "is the mother of"."""
    return words(ask.noun)[-1:] == words(match.fact.relation.removesuffix(" of"))[-1:]


_ONLY = frozenset({"mother", "father", "mum", "mom", "dad", "husband", "wife"})


def _of_one(found: list[Match], ask: Ask) -> list[Match]:
    """Return who may be the one mother or husband: of two who only follow, nobody knows which."""
    if ask.noun not in _ONLY:
        return found
    told = [match for match in found if _is_told(match, ask)]
    inferred = {match.name for match in found if match not in told}
    return told if len(inferred) > 1 else found


def _owners(held: Sequence[Match]) -> set[int]:
    return {one.other for one in held}
