"""Whom and what a text may mean, of all that a memory knows.

Only look-ups, however much is known: the runs of words of the text among all names and aliases,
and those with a capital (in a script without, all) among the short forms by which people are found
(`spelling.longer_keys`) and last names alone. Who of those is meant, nobody decides here.

Limits: an inflected name is not found. Of the many with one first name, the last few are.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from clew.learn.mentions import person_told
from clew.learn.spelling import short_for
from clew.learn.who.called import Called
from clew.learn.who.name_keys import longer_keys, name_keys
from clew.projection.image import Projection
from clew.text import normalise_name

__all__ = ["Found", "Search", "longer", "look_up"]

_WORDS = 5
"""Most words of a name that is looked up."""
_LETTERS = 8
"""Most letters of a name inside a word of a script that does not part its words."""
_OF_ONE = 16
"""Most people of one name that are looked at: the last that came."""
_RELATIONS = 64
"""Most relations of one entity, and most members of one, that are looked at: the last that came."""
_HUB = 40
"""What has more facts tells little of a text."""
_SEVERAL, _ONE, _ASIDE, _THING, _CROWD = range(5)
"""Ranks, in the order in which names are shown: people of whom several are called so, one person,
a name that is unsure, things, and hubs."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of words in a text."""

    key: str
    written: str
    place: int
    alone: bool
    """No other word with a capital is beside it."""


@dataclass(slots=True)
class Found:
    """An entity that a text may mean."""

    root: int
    rank: int
    place: int
    called: Called | None
    """Its own name and title, for people."""
    alias: int | None = None
    """The entity merged into it that has the name in the text."""


@dataclass(slots=True)
class Search:
    """What was found for one text so far."""

    projection: Projection
    found: dict[int, Found] = field(default_factory=dict)
    people: dict[int, Called | None] = field(default_factory=dict)
    """Name and title of those looked at, if they may be people."""
    written: set[str] = field(default_factory=set)
    """The words of the whole names of people in the text."""

    def root(self, entity: int) -> int:
        """Return the entity that one is merged into, or itself."""
        return self.projection.canonical().get(entity, entity)

    def members(self, root: int) -> Sequence[int]:
        """Return an entity and the first that are merged into it."""
        return self.projection.families().get(root, [root])[:_RELATIONS]

    def person(self, root: int) -> Called | None:
        """Return name and title of a person, or of what no text has told of, which may be one."""
        if root not in self.people:
            rows, members = self.projection, self.members(root)
            told = [one for each in members if (one := person_told(rows, each)) is not None]
            may_be = told or all(next(rows.told(each), None) is None for each in members)
            title = max((one.title for one in told), key=len, default="")
            called = Called(rows.nodes[root].text, title)
            self.people[root] = called if may_be else None
        return self.people[root]

    def facts(self, root: int) -> Iterator[list[int]]:
        """Yield the facts at an entity, ascending, one relation after the other."""
        index = self.projection.stored_facts
        for member in self.members(root):
            at = index.relations_at(member)
            yield from (at[relation] for relation in islice(reversed(at), _RELATIONS))

    def newest(self, root: int) -> int:
        """Return the newest fact at an entity, 0 without one."""
        return max((facts[-1] for facts in self.facts(root)), default=0)

    def note(self, root: int, rank: int, run: _Run, alias: int | None = None) -> None:
        """Note that a run of words may mean an entity; its best rank counts."""
        known = self.found.get(root)
        if known is None:
            called = self.person(root)
            self.found[root] = Found(root, rank, run.place, called, alias)
        else:
            known.rank = min(known.rank, rank)


def look_up(search: Search, text: str, *, earlier: bool) -> None:
    """Note what the runs of words of a text may mean.

    Args:
        search: receives it.
        text: has the words.
        earlier: the text is an earlier one, of which only people are noted.
    """
    index = search.projection.names.by(name_keys)
    for run in _runs(text):
        exact = {search.root(one): one for one in index.get(f"={run.key}")[-_OF_ONE:]}
        people = {root: one for root, one in exact.items() if search.person(root)}
        short = _by_short_form(search, run)
        if people or short:
            rank = _SEVERAL if len(people.keys() | short) > 1 else _ONE
            unsure = earlier or (not people and (run.key in search.written or not run.alone))
            for root in dict.fromkeys((*people, *short)):
                search.note(root, _ASIDE if unsure else rank, run, people.get(root))
            if people and " " in run.key:
                search.written.update(run.key.split())
        for root in () if earlier else [each for each in exact if each not in people]:
            crowd = sum(map(len, search.facts(root))) > _HUB
            search.note(root, _CROWD if crowd else _THING, run, exact[root])


def _by_short_form(search: Search, run: _Run) -> list[int]:
    """Return the people whose first, middle or last name, or another short form, a run may be."""
    if not run.written:
        return []
    called = Called(run.written)
    single = " " not in run.key
    return [
        root
        for root in longer(search, called)
        if (full := search.person(root)) and (single or short_for(called, full))
    ]


def longer(search: Search, called: Called) -> dict[int, None]:
    """Return the last entities whose names one may be short for."""
    index = search.projection.names.by(name_keys)
    found = [one for key in longer_keys(called) for one in index.get(key)[-_OF_ONE:]]
    return dict.fromkeys(map(search.root, found))


def _runs(text: str) -> Iterator[_Run]:
    """Yield the runs of words in a text that may be names, longer ones first at each place."""
    text = unicodedata.normalize("NFKC", text)
    words = [*_WORD.finditer(text)]
    keys = [normalise_name(word[0]) for word in words]
    for place, word in enumerate(words):
        for count in range(min(_WORDS, len(words) - place), 0, -1):
            these = words[place : place + count]
            capital = all(each[0][0] == each[0][0].upper() for each in these)
            written = text[word.start() : these[-1].end()] if capital and count < 4 else ""
            alone = bool(written) and not _beside(text, words, place, count)
            yield _Run(" ".join(keys[place : place + count]), written, place, alone)
        yield from _inside(word[0], place)


def _beside(text: str, words: Sequence[re.Match[str]], place: int, count: int) -> bool:
    """Return whether only a space parts a run of words from another word with a capital."""
    start, end = words[place].start(), words[place + count - 1].end()
    before = [one for one in words[max(0, place - 1) : place] if text[one.end() : start] == " "]
    after = [
        one for one in words[place + count : place + count + 1] if text[end : one.start()] == " "
    ]
    return any(one[0][0].isupper() for one in (*before, *after))


def _inside(word: str, place: int) -> Iterator[_Run]:
    """Yield the parts of a word in a script without capitals, which may not part its words."""
    if not any(unicodedata.category(letter) == "Lo" for letter in word):
        return
    for start in range(len(word)):
        for end in range(start + 2, min(start + _LETTERS, len(word)) + 1):
            if end - start < len(word):
                yield _Run(normalise_name(word[start:end]), "", place, alone=True)
