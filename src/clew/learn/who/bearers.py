"""Who bears a name: all entities that have one, or may have it, and what is told of each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, islice

from clew.graph.times import START
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.mentions import THING, Mentions, person_told
from clew.learn.spelling import (
    familiar_form,
    initialed,
    is_courtesy,
    other_end,
    overlap,
    short_for,
    tells_apart,
)
from clew.learn.who.called import COURTESY, SPEAKER, Called, spelled
from clew.learn.who.name_keys import longer_keys, name_keys, shorter_keys
from clew.projection.bonds import CALLED
from clew.projection.rows import MergeRow
from clew.text import normalise_name, normalise_text, place_of

__all__ = ["Bearers", "Said"]

_LOOKED_AT = 50
"""Texts with a title and a last name that are searched for a full name behind it. All of them for
each further one would take time with the square of their number."""
_OWNED = re.compile(r"['’]s? ")
"""What stands in the name of somebody's: "Anna's ladder"."""


class Said:
    """The times and the words of texts: each is read once, when somebody asks for it."""

    def __init__(self, texts: Iterator[tuple[int, str]]) -> None:
        self._read: list[tuple[int, str]] = []
        self._rest = texts

    def __iter__(self) -> Iterator[tuple[int, str]]:
        yield from self._read
        for one in self._rest:
            self._read.append(one)
            yield one


class Bearers:
    """The entities of a draft by their names, and what the texts tell of them."""

    def __init__(self, draft: Draft) -> None:
        self._draft, self._stored = draft, draft.projection.names.by(name_keys)
        self._new: dict[str, list[int]] = {}
        """Entities added in this draft, by the keys of their names."""
        self._spans: dict[int, tuple[int, int] | None] = {}
        """Times of the first and the last stored text with an entity, of those looked at."""
        self._heard: defaultdict[int, dict[int, Mentions]] = defaultdict(dict)
        """This draft's texts that name an entity, by their episodes."""
        self._heard_spans: dict[int, tuple[int, int]] = {}
        """Times of the first and the last of these."""
        self.told: set[int] = set()
        """Entities that the texts of this draft tell as another name of somebody."""
        self.people: dict[int, Called | None] = {}
        """The people among the entities looked at."""
        self.things: set[int] = set()
        """Entities that the texts of this draft say are no people."""

    def holders(self, called: Called) -> list[int]:
        """Return all of this name, but those against whom something speaks."""
        holders = self.bearers(called.name)
        if not called.tells:
            return holders
        return [one for one in holders if not called.at_odds(self.as_called(one))]

    def is_shared(self, called: Called, owner: int, at: int) -> bool:
        """Return whether anybody else, or a thing, had a single name in its own before a time.

        "Hedwig" is hardly decided where there are Hedwig Roy and Hedwig Bakeries. Of a reader that
        is shown the known names it is.
        """
        if not called.is_guess or " " in called.name or called.role:
            return False
        word = normalise_name(called.name)
        others = self.at((f"^{word}", f"${word}", f"+{word}"))
        return any(
            self._draft.root(one) != owner
            and self.since(one) < at
            and _OWNED.search(self._draft.name(one)) is None
            for one in others
        )

    def may_be_known(self, called: Called, holders: Sequence[int], at: int) -> bool:
        """Return whether texts before a time had a name, or a longer one, of anybody.

        Not if they introduced any of them in the same way: "my sister Anna", twice.
        """
        if any(called.role == self.as_called(one).role != "" for one in holders):
            return False
        return any(self.since(one) < at for one in (*holders, *self.longer(called)))

    def bearers(self, name: str) -> list[int]:
        """Return all of this name."""
        return self._known(name_keys(name)[0])

    def named(self, name: str, holders: Iterable[int]) -> int | None:
        """Return the first of the holders of a name whose own it is, spelled as normalised."""
        key = normalise_name(name)
        for one in holders:
            if normalise_name(self._draft.name(one)) == key:
                return one
        return None

    def at(self, keys: Iterable[str]) -> list[int]:
        """Return all that are found under any of the keys, each once."""
        return self._stored.among(keys, self._new)

    def _known(self, key: str) -> list[int]:
        stored, new = self._stored.get(key), self._new.get(key)
        return [*stored, *new] if new else [*stored]

    def longer(self, called: Called, entity: int | None = None) -> list[int]:
        """Return the people whose own name a name may be short for; `entity` has the name."""
        people = ((one, self.as_person(one)) for one in self.at(longer_keys(called)))
        return [
            one
            for one, full in people
            if full and short_for(called.plain, full) and not self.at_odds(called, one, but=entity)
        ]

    def things_apart(self, called: Called) -> list[int]:
        """Return what bears a name, told apart from a person of it: "Ida Roy (lane)"."""
        found = [one for one in self.at(longer_keys(called)) if not self.as_person(one)]
        return [one for one in found if tells_apart(self.as_called(one))]

    def titled(self, called: Called, at: int) -> list[int]:
        """Return who was known by a single name behind a title: "Uncle Max", for "Max"."""
        people = ((one, self.as_person(one)) for one in self.at(longer_keys(called)))
        return [
            one
            for one, own in people
            if own and (parts := spelled(own)).title and parts.bare == spelled(called).bare
            if self.since(one) <= at and not called.at_odds(own)
        ]

    def met(self, alone: Iterable[int], at: int) -> dict[int, int]:
        """Return who of those of a name was known by a time, and not only spoke."""
        told = ((one, self.since(one)) for one in alone if self.as_called(one).role != SPEAKER)
        return {one: since for one, since in told if since <= at}

    def shorter(self, called: Called) -> list[int]:
        """Return the people whose own name may be short for a name."""
        people = ((one, self.as_person(one)) for one in self.at(shorter_keys(called)))
        return [one for one, little in people if little and short_for(little.plain, called)]

    def speaks_against(self, called: Called, one: int, said: Said) -> bool:
        """Return whether something tells a courtesy title or a familiar first name from another's.

        "Mr Weber founded Ida Weber", "Kim Weber" as whom she married Mr Weber, or where there are
        Mr and Mrs Weber, "Mrs Weber" of a child, "Robbie" of a Robert Weber whom texts call Bob,
        and "Bob Weber and his uncle Robert".
        """
        own = self.as_called(one)
        if is_courtesy(called):
            married = called.gender == "m" and not own.gender and self.was_told(one)
            return married or any(
                (not own.gender and _has_other_courtesy(called, words))
                or 0 <= words.find(called.name) < words.find(own.name)
                or _has_first_alone(own, words)
                or own.life.is_child(at)
                for at, words in islice(said, _LOOKED_AT)
            )
        form = familiar_form(called, own)
        if not form or self._familiar_forms(one) - {form}:
            return form != ""
        long = spelled(own).bare[0]
        return " " in called.name and any(
            place_of(long, normalise_text(words)) >= 0 for _, words in islice(said, _LOOKED_AT)
        )

    def unopposed(self, called: Called, full: Iterable[int], said: Said) -> list[int]:
        """Return those of whom a text has a fuller name whom a courtesy title may mean."""
        if not is_courtesy(called):
            return [*full]
        return [one for one in full if not self.speaks_against(called, one, said)]

    def _familiar_forms(self, entity: int) -> set[str]:
        """Return the familiar forms of a person's first name that texts have used."""
        own, family = self.as_called(entity), self._draft.family(entity)
        return {familiar_form(self.as_called(one), own) for one in family} - {""}

    def added(self, name: str) -> int:
        """Add an entity of a name and return it."""
        added = self._draft.add_node(Kind.ENTITY, " ".join(name.split()))
        for key in name_keys(name):
            self._new.setdefault(key, []).append(added)
        return added

    def at_odds(self, called: Called, entity: int, but: int | None) -> bool:
        """Return whether anything told of a person, under any name, speaks against a name."""
        family = [one for one in self._draft.family(entity) if one != but]
        family = [one for one in family if one == entity or not self.was_told(one)]
        return any(called.at_odds(self.as_called(one)) for one in family)

    def hear(self, entity: int, text: Mentions) -> None:
        """Note that a text of this draft names an entity."""
        self._heard[entity][text.episode] = text
        at, span = text.at, self._heard_spans.get(entity)
        if span is None:
            self._heard_spans[entity] = at, at
        elif not span[0] <= at <= span[1]:
            self._heard_spans[entity] = min(span[0], at), max(span[1], at)

    def span(self, entity: int) -> tuple[int, int] | None:
        """Return the times of the first and the last text with an entity, if there is any."""
        if entity not in self._spans:
            self._spans[entity] = self._draft.projection.span(entity)
        stored, heard = self._spans[entity], self._heard_spans.get(entity)
        if stored is None or heard is None:
            return stored or heard
        return min(stored[0], heard[0]), max(stored[1], heard[1])

    def texts(self, entity: int) -> Iterator[tuple[int, str]]:
        """Yield the times and the words of the texts with an entity."""
        nodes, heard = self._draft.projection.nodes, self._heard.get(entity, {})
        yield from ((text.at, text.text) for text in heard.values())
        for one in self._draft.projection.tellers(entity):
            if one not in heard and (at := (row := nodes[one]).at) is not None:
                yield at, row.text

    def said(self, holders: Iterable[int], here: tuple[int, str] | None) -> Said:
        """Return the texts with those who have a name, behind a further one, if there is one."""
        return Said(chain([here] if here else [], *map(self.texts, holders)))

    def is_shown(self, short: Called, full: Called, first: int, said: Said) -> bool:
        """Return whether texts with a short name show that a later, longer one is meant.

        One has what the longer name adds ("the Bergs and their son Max", of Max Berg), or both
        are introduced in the same way.

        Args:
            short: the short name.
            full: the longer one.
            first: when the longer one comes.
            said: the texts with the short one.
        """
        added = other_end(short, full)
        if not added or short.role == full.role != "":
            return bool(added)
        return any(
            at <= first and not full.life.is_past(at) and place_of(added, normalise_text(text)) >= 0
            for at, text in said
        )

    def is_behind(self, short: Called, full: Called, said: Said) -> bool:
        """Return whether a text has a last name alone before the full name: perhaps of two."""
        if not (first := other_end(short, full)) or first != spelled(full).ends[0]:
            return False
        texts = islice(said, _LOOKED_AT)
        found = ((place_of(short.name, words), words.find(full.name)) for _, words in texts)
        return any(0 <= alone < at for alone, at in found)

    def since(self, entity: int) -> int:
        """Return the time of the first text with an entity."""
        return (self.span(entity) or (START, START))[0]

    def is_before(self, entity: int, at: int, others: Iterable[int]) -> bool:
        """Return whether an entity was there, and a moment was, before any of others."""
        last = max(at, self.since(entity))
        return all(self.since(one) >= last for one in others)

    def as_person(self, entity: int) -> Called | None:
        """Return a person's name and title, if any text has told that it is one."""
        if entity not in self.people:
            self.people[entity] = person_told(self._draft.projection, entity)
        return self.people[entity]

    def as_called(self, entity: int) -> Called:
        """Return what an entity is called, person or not."""
        return self.as_person(entity) or Called(self._draft.name(entity))

    def is_thing(self, entity: int) -> bool:
        """Return whether a text has said that this is no person, and none that it is one."""
        roles = () if entity in self.things else self._draft.projection.told_as(entity)
        told = entity in self.things or any(one.split()[-1] == THING for one in roles)
        return told and self.as_person(entity) is None

    def was_told(self, entity: int) -> bool:
        """Return whether a text has told this as another name of somebody."""
        roles = self._draft.projection.told_as(entity)
        return entity in self.told or any(role.startswith(CALLED) for role in roles)

    def is_taken(self, called: Called, holders: Iterable[int], at: int) -> bool:
        """Return whether earlier texts have told a full name of somebody else.

        "Ida Roy", after "Eva Hall married Tom Roy and is Ida Roy now".
        """
        told = (one for one in holders if self._draft.root(one) != one and self.was_told(one))
        return " " in called.name and any(self.since(one) < at for one in told)

    def nicknamed(self, called: Called, at: int, others: Set[int]) -> dict[int, int]:
        """Return who was told to have the first of two names: "Madge Lund", who is Eva Lund.

        Nobody, if there are `others` who have both as their own.
        """
        given, _, last = called.name.partition(" ")
        found: dict[int, int] = {}
        may_be = last and not (called.role or called.is_new or others or tells_apart(called))
        for one in self.holders(Called(given)) if may_be else ():
            own, since = self.as_called(root := self._draft.root(one)), self.since(one)
            fits = overlap(Called(last), own) or " " not in own.name
            if self.was_told(one) and since < at and fits:
                found.setdefault(root, since)
        return found

    def is_anothers(self, called: Called, holder: int, at: int) -> bool:
        """Return whether a name is told of somebody, and stood for another at a time.

        Its text introduces another by it, or comes before its owner had it: before "she is Eva Roy
        now", before any text with a newcomer, "my neighbour Eva Roy, née Hall", or, where its
        reader could not know, before "Gregor Hahn, called Moose".
        """
        root, name = self._draft.root(holder), self.as_called(holder)
        own, later = self.as_called(root), self.since(holder) > at
        newcomer = own.is_new and self.since(root) > at and not initialed(name, own)
        return self.was_told(holder) and (
            called.role not in {"", own.role, SPEAKER}
            or (later and (name.is_new or newcomer))
            or (called.is_new and self.since(holder) < at)
            or (called.is_guess and self._was_told_behind(holder, root, at))
        )

    def _was_told_behind(self, holder: int, root: int, at: int) -> bool:
        """Return whether all texts with a name are later, and have its owner's own name first."""
        texts = [*self.texts(holder)]
        own, other = (normalise_name(self._draft.name(one)) for one in (root, holder))
        return bool(texts) and all(
            told > at and _has_first(own, other, normalise_text(words)) for told, words in texts
        )

    def is_by_spelling(self, row: MergeRow) -> bool:
        """Return whether only two names' likeness made a merge, rather than a text or a user."""
        return row.episode is not None and not self.was_told(row.loser)


def _has_first_alone(own: Called, words: str) -> bool:
    """Return whether a text has a first name and no full one: "Mrs Weber and her daughter Ida"."""
    parts = spelled(own)
    if len(parts.shown) < 2 or own.name in words:
        return False
    return place_of(parts.ends[0], normalise_text(words)) >= 0


def _has_first(name: str, other: str, text: str) -> bool:
    """Return whether a text has a name, and another nowhere before it."""
    at = place_of(name, text)
    return at >= 0 and place_of(other, text, at) < 0


def _has_other_courtesy(called: Called, words: str) -> bool:
    """Return whether a text has a last name also behind another title that anybody may have."""
    parts, said = spelled(called), normalise_text(words)
    others = (f"{one} {' '.join(parts.bare)}" for one in COURTESY if (one,) != parts.title)
    return any(place_of(one, said) >= 0 for one in others)
