"""Resolution: which entity a name in a text means.

By exact name, then alias (both under `text.normalise_name`, in every script), then by spelling,
and only where nothing speaks against it: "Dr. Weber" is "Dr Weber"; "Weber" is "Dr Weber" and
"Anna" is Anna Weber while no second name fits. Likeness never decides, neither of letters nor of
vectors: "Marianne" and "Marianna", "Key 1" and "Key 2" are near. A name resolved by spelling
becomes an entity of its own, merged into the other, so the step is recorded and `Memory.split`
undoes it.

Where a second name appears that a short one may stand for, the short one is parted from the first:
from then on it is undecided, and two full names never become one through it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.parting import join, part
from clew.text import normalise_name, normalise_relation

__all__ = ["Mentions", "Names", "mentions_in", "same_thing", "short_for"]

_NO_WORD = re.compile(r"[\W_]+")
_LONGEST = 3
"""Most words of a person's full name that begins with a first name."""
_TITLES = frozenset(
    """
    mr mrs ms miss dr prof professor sir dame lady lord captain capt st saint mayor president king
    queen prince princess father sister brother uncle aunt
    """.split()  # noqa: SIM905
)
_PERSONAL = frozenset(
    """
    lives in;works at;works as;works for;is married to;was born in;was born on;moved to;studies at
    is the sister of;is the brother of;is the wife of;is the husband of;is the mother of
    is the father of;is the daughter of;is the son of;likes;owns;met;married;joined;grew up in
    is the friend of;leads;said;wrote
    """.strip()
    .replace("\n    ", ";")
    .split(";")
)
"""Relations whose subject is a person; only people are called by their first name."""


_IN = frozenset(
    """
    lives in;is in;was in;moved to;was born in;grew up in;is from;works in;studies in;stayed in
    travelled to;traveled to;visited;flew to;is located in;died in
    """.strip()
    .replace("\n    ", ";")
    .split(";")
)
"""Relations whose object is a place; a place is nobody's first name."""


class Mentions(NamedTuple):
    """The names in one text."""

    episode: int | None
    """The text, on record as the source of a merge; `None` for none."""
    names: tuple[str, ...] = ()
    places: frozenset[str] = frozenset()
    """Those that the text uses for a place."""


def mentions_in(episode: int, names: Iterable[str], facts: Iterable[tuple[str, str]]) -> Mentions:
    """Return the mentions of a text, from its names and its facts' relations and objects."""
    places = frozenset(what for relation, what in facts if normalise_relation(relation) in _IN)
    return Mentions(episode, tuple(dict.fromkeys(names)), places)


class Names:
    """The entities that the names in the texts of one draft mean."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._new: dict[str, list[int]] = {}
        """Entities added in this draft, by the keys of their names."""

    def entity(self, name: str, text: Mentions) -> int:
        """Return the entity a name means, added if it is new.

        An undecided short name means the only name in its text that it may stand for.

        Args:
            name: as the text has it; not empty.
            text: all its names.
        """
        found = self._draft.find(name)
        if found is None:
            return self._added(name, text)
        full = [other for other in text.names if short_for(name, other)]
        if full and len({self._draft.root(one) for one in self._longer(found)}) > 1:
            meant = {self.entity(other, text) for other in full}
            return meant.pop() if len(meant) == 1 else found
        return found

    def _added(self, name: str, text: Mentions) -> int:
        clean = " ".join(name.split())
        added = self._draft.add_node(Kind.ENTITY, clean)
        meant = self._meant(clean, is_place=name in text.places)
        if len(meant) == 1:
            self._draft.merge(added, meant.pop(), text.episode)
        for key in _keys(clean):
            self._new.setdefault(key, []).append(added)
        return added

    def call(self, entity: int, alias: str, text: Mentions) -> None:
        """Note that a text gives an entity another name.

        A name that two texts give to two people becomes undecided, and the two stay apart. They
        are one if the words of one name are among the other's; and what only the spelling had
        suggested gives way.
        """
        other = self.entity(alias, text)
        if self._draft.root(other) == self._draft.root(entity):
            return
        theirs = [row for row in self._draft.merges_of(other) if row.loser == other]
        winners = [self._own(row.winner) for row in theirs]
        if winners and not any(_overlap(self._own(entity), one) for one in winners):
            part(self._draft, theirs)
            if not all(short_for(self._own(other), winner) for winner in winners):
                return
        join(self._draft, other, entity, text.episode)

    def _meant(self, name: str, *, is_place: bool) -> set[int]:
        """Return the roots of the entities a new name may mean; more than one is undecided."""
        same = [one for one in self._like(name) if same_thing(name, self._own(one))]
        if same:
            return {self._draft.root(one) for one in same}
        return self._called_shorter(name) or self._short(name, is_place=is_place)

    def _called_shorter(self, name: str) -> set[int]:
        """Return who a new full name means that so far was known by a short one only.

        A short name that stands for somebody else already becomes undecided.
        """
        found = set()
        for short in self._shorter(name):
            others = [one for one in self._longer(short) if not _agree(self._own(one), name)]
            root = self._draft.root(short)
            if others:
                self._part(short, others)
            elif root != short and not _agree(self._own(root), name):
                continue  # somebody else is called so, as a text told
            elif self._may_stand(self._own(short), name, short):
                found.add(root)
        return found

    def _longer(self, short: int) -> list[int]:
        """Return the entities whose own name is a longer form of an entity's name."""
        own = self._own(short)
        return [one for one in self._like(own) if short_for(own, self._own(one))]

    def _short(self, name: str, *, is_place: bool) -> set[int]:
        """Return all whom a new short name may mean; a place is nobody's first name."""
        bare = _spelled(name).bare
        return {
            self._draft.root(one)
            for one in self._like(name)
            if short_for(name, self._own(one))
            and self._may_stand(name, self._own(one), one)
            and not (is_place and bare != _spelled(self._own(one)).bare)
        }

    def _may_stand(self, short: str, full: str, known: int) -> bool:
        """Return whether a short name may mean a full one: by its title, or as a first name."""
        little = _spelled(short)
        titled = little.bare != little.words or little.bare == _spelled(full).bare
        return titled or self._is_person(known)

    def _part(self, short: int, others: list[int]) -> None:
        """Undo the merges that made a short name stand for one of several full names."""
        ends = {(short, other) for other in others} | {(other, short) for other in others}
        merges = [row for row in self._draft.merges_of(short) if (row.loser, row.winner) in ends]
        if merges:
            part(self._draft, merges)

    def _shorter(self, name: str) -> list[int]:
        """Return the entities whose own name is a short form of this one."""
        spelled = _spelled(name)
        shorts = [" ".join(spelled.bare), *spelled.bare[:1], *spelled.bare[-1:]]
        known = dict.fromkeys(one for short in shorts for one in self._known(f"={short}"))
        return [one for one in known if short_for(self._own(one), name)]

    def _like(self, name: str) -> Iterator[int]:
        """Yield the entities whose names are the same but for titles, or begin or end with it."""
        bare = " ".join(_spelled(name).bare)
        yield from dict.fromkeys(one for mark in "=^$" for one in self._known(f"{mark}{bare}"))

    def _known(self, key: str) -> list[int]:
        stored = self._draft.projection.entities_by(_keys).get(key, [])
        return [*stored, *self._new.get(key, [])]

    def _own(self, entity: int) -> str:
        return self._draft.name(entity)

    def _is_person(self, entity: int) -> bool:
        root = self._draft.root(entity)
        return any(
            self._draft.root(self._draft.fact(fact).source) == root
            for relation in _PERSONAL & set(self._draft.relations_at(entity))
            for fact in self._draft.facts_at(entity, relation)
        )


def same_thing(one: str, other: str) -> bool:
    """Return whether two spellings have the same words: punctuation and case do not count.

    >>> same_thing("Dr. Anna Weber", "dr anna-weber"), same_thing("Anna", "Anne")
    (True, False)
    """
    first = _spelled(one).words
    return bool(first) and first == _spelled(other).words


def short_for(short: str, full: str) -> bool:
    """Return whether one name may stand for another.

    It may without its titles, as the first name alone, or as its title with the last name.

    >>> short_for("Weber", "Dr. Weber"), short_for("Anna", "Anna Weber"), short_for("Anna", "Anne")
    (True, True, False)
    >>> short_for("Dr. Weber", "Dr. Anna Weber"), short_for("Prince Charles", "King Charles")
    (True, False)
    """
    little, whole = _spelled(short), _spelled(full)
    if not little.bare or little.words == whole.words:
        return False
    if little.words != little.bare:
        same_title = little.titles() == whole.titles()
        return same_title and len(whole.bare) > 1 and little.bare == whole.bare[-1:]
    if little.bare == whole.bare:
        return True
    words = full.split()
    named = len(words) <= _LONGEST and all(len(word) > 1 for word in words)
    capital = all(word[:1].isupper() for word in (short, *words))
    return little.words == whole.bare[:1] and named and capital


def _agree(one: str, other: str) -> bool:
    """Return whether two full names may be one person's: one is short for the other."""
    return short_for(one, other) or short_for(other, one)


def _overlap(one: str, other: str) -> bool:
    """Return whether the words of one name, without titles, are all among the other's."""
    first, second = (frozenset(_spelled(name).bare) for name in (one, other))
    return first <= second or second <= first


class _Spelled(NamedTuple):
    """A name split into words."""

    words: tuple[str, ...]
    bare: tuple[str, ...]
    """The words without titles."""

    def titles(self) -> frozenset[str]:
        """Return its titles."""
        return frozenset(self.words) - frozenset(self.bare)


@lru_cache(maxsize=1 << 14)
def _spelled(name: str) -> _Spelled:
    words = tuple(word for word in _NO_WORD.split(normalise_name(name)) if word)
    return _Spelled(words, tuple(word for word in words if word not in _TITLES))


def _keys(name: str) -> list[str]:
    """Return what a name is looked up by: its words without titles, the first, and the last."""
    bare = _spelled(name).bare
    whole = f"={' '.join(bare)}"
    return [whole, f"^{bare[0]}", f"${bare[-1]}"] if len(bare) > 1 else [whole]
