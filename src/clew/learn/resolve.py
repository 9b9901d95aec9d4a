"""Resolution: which stored entity a new name means.

By exact name, then alias (both under `text.normalise_name`, in every script), then by a candidate
that is near by vector *and* passes a lexical guard. Vectors alone never decide, since "open" and
"closed", or "Key 1" and "Key 2", are near. A name resolved by candidate becomes an entity of its
own, merged into the one it was resolved to, so the step is recorded and `Memory.split` undoes it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from clew.graph.types import Kind
from clew.graph.view import Float32
from clew.projection.image import Projection
from clew.text import normalise_name

__all__ = ["NEAR", "new_names", "resolve_names", "same_thing"]

NEAR = 0.5
"""Minimum cosine of two names of one thing; mostly the lexical guard decides."""
_LONG = 7
"""Minimum letters of a word in which one typo is tolerated."""
_NO_WORD = re.compile(r"[\W_]+")

_HONORIFICS = frozenset(
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
"""Relations whose subject is a person; only people are resolved by first name."""


def new_names(projection: Projection, names: Sequence[str]) -> list[str]:
    """Return the names without a stored entity, one spelling each, in order."""
    fresh = {normalise_name(name): name for name in reversed(names)}
    return [name for key, name in reversed(fresh.items()) if key not in projection.names]


def resolve_names(
    projection: Projection, names: Sequence[str], vectors: Float32 | None
) -> dict[str, int]:
    """Return, by normalised name, the stored entity each of these new names means.

    `vectors` has one row per name; without them spelling alone decides. A name that fits two
    different entities is not resolved.
    """
    roots = projection.canonical(projection.revision)
    found: dict[str, int] = {}
    for number, name in enumerate(names):
        vector = None if vectors is None else vectors[number]
        fitting = {roots.get(entity, entity) for entity in _alike(projection, name, vector)}
        if not fitting:
            fitting = _by_first_name(projection, name, roots)
        if len(fitting) == 1:
            found[normalise_name(name)] = fitting.pop()
    return found


def same_thing(one: str, other: str) -> bool:
    """Return whether two different spellings certainly name one thing.

    They must have the same words apart from honorifics and punctuation, or differ by one typo in a
    long word; digits and single letters (Key 1, Room B) must agree exactly.

    >>> same_thing("Dr. Anna Weber", "Anna Weber"), same_thing("Key 1", "Key 2")
    (True, False)
    """
    return _same(_spelled(one), _spelled(other))


class _Spelled(NamedTuple):
    """A name split into parts."""

    words: tuple[str, ...]
    bare: tuple[str, ...]
    """The words without honorifics."""
    marks: tuple[str, ...]
    """Words that distinguish similar things: with digits, or single letters."""


@lru_cache(maxsize=1 << 14)
def _spelled(name: str) -> _Spelled:
    words = tuple(word for word in _NO_WORD.split(normalise_name(name)) if word)
    return _Spelled(
        words,
        tuple(word for word in words if word not in _HONORIFICS),
        tuple(word for word in words if len(word) == 1 or any(map(str.isdigit, word))),
    )


def _same(first: _Spelled, second: _Spelled) -> bool:
    if not first.words or not second.words or first.marks != second.marks:
        return False
    if first.bare and first.bare == second.bare:
        # "Dr. Weber" is "Weber", but King Charles is not Prince Charles.
        return len(first.bare) == len(first.words) or len(second.bare) == len(second.words)
    if len(first.words) != len(second.words):
        return False
    different = [(a, b) for a, b in zip(first.words, second.words, strict=True) if a != b]
    return len(different) == 1 and _one_slip(*different[0])


def _alike(projection: Projection, name: str, vector: Float32 | None) -> list[int]:
    """Return the entities whose names are `same_thing` and, with vectors, near; ascending.

    Spelling is looked up first, because comparing vectors with every entity would slow learning
    down as the memory grows.
    """
    index = projection.entities_by(_spelling_keys)
    spelled = {entity for key in _spelling_keys(name) for entity in index.get(key, ())}
    own, nodes = _spelled(name), projection.nodes
    same = sorted(entity for entity in spelled if _same(own, _spelled(nodes[entity].text)))
    column = projection.columns[Kind.ENTITY]
    if vector is None or column.vectors is None or not same:
        return same
    rows = column.vectors.data[[column.position[entity] for entity in same]]
    near = (rows @ vector >= NEAR).tolist()
    return [entity for entity, is_near in zip(same, near, strict=True) if is_near]


def _spelling_keys(name: str) -> list[str]:
    """Return index keys; two names that are `same_thing` share at least one.

    The keys are the words without honorifics and, since a typo affects only one half of a word,
    the name with each word of seven letters or more cut to its beginning or to its end.
    """
    words, bare, _ = _spelled(name)
    keys = [" ".join(bare)]
    for i, word in enumerate(words):
        before, after = " ".join(words[:i]), " ".join(words[i + 1 :])
        for half in _halves(len(word)):
            keys += (f"{before} {word[:half]}* {after}", f"{before} *{word[-half:]} {after}")
    return keys


def _halves(length: int) -> set[int]:
    """Return how many letters at one end a word shares with any word that differs by one typo.

    If the shorter of the two words has n letters, (n - 1) // 2 letters at one end are before or
    after the typo, whether that is one letter or two swapped in the middle. The word itself is the
    shorter one compared with words of equal length or one letter more, else the longer one.
    """
    return {(shorter - 1) // 2 for shorter in (length - 1, length) if shorter >= _LONG}


def _by_first_name(projection: Projection, name: str, roots: Mapping[int, int]) -> set[int]:
    """Return the people whose full name begins with this first name, or vice versa."""
    words = name.split()
    if not 1 <= len(words) <= 3 or not all(word[:1].isupper() for word in words):
        return set()
    first = normalise_name(words[0])
    found = set()
    # One of the two names must be the first name alone.
    keys = [first] if len(words) > 1 else projection.names_beginning(first)
    for key in keys:
        if (len(words) == 1) == (" " not in key):
            continue
        for entity in projection.entities_named(key):
            spelled = projection.nodes[entity].text.split()
            named = all(word[:1].isupper() and len(word) > 1 for word in spelled)
            if named and _is_person(projection, entity):
                found.add(roots.get(entity, entity))
    return found


def _is_person(projection: Projection, entity: int) -> bool:
    relations = projection.fact_index().relations_at(entity)
    return any(
        projection.facts[fact].source == entity
        for relation in _PERSONAL & relations.keys()
        for fact in relations[relation]
    )


def _one_slip(one: str, other: str) -> bool:
    """Return whether two words of seven letters or more differ by one letter or one swap."""
    if min(len(one), len(other)) < _LONG or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    for letter, beside in zip(one, other, strict=False):
        if letter != beside:
            break
        start += 1
    a, b = one[start:], other[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[2:] == b[2:] and a[:2] == b[:2][::-1])
    return a[1:] == b if len(a) > len(b) else a == b[1:]
