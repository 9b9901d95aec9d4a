"""Known names: whom and what a text may mean, of all that a memory knows, for its reader to see.

Only look-ups, however much is known: the runs of words of the text among all names and aliases,
and those with a capital (in a script without, all) among the short forms by which people are found
(`spelling.longer_keys`) and last names alone. Who of those is meant, the reader decides. First come
names that several people claim, then people, then people whose name is written beside another
capital or stands in an earlier text only, then things with facts, and hubs last.

A shown name that the reply uses means the one it was shown for (`Mentions.shown`). So a name is not
shown that is itself short for another's; "Anna" without more stays undecided.

Limits: an inflected name is not found. Of the many with one first name, the last few are shown.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from clew.graph.types import Kind
from clew.learn.resolve import title_told
from clew.learn.spelling import Called, longer_keys, name_keys, short_for, tells_apart
from clew.learn.tasks import Extract, ExtractedFact, Extraction, Known
from clew.llm.base import Loss
from clew.projection.image import Projection
from clew.text import normalise_name

__all__ = ["known_names", "own_words", "shown_entities", "still_known"]

_WORDS = 5
"""Most words of a name that is looked up."""
_LETTERS = 8
"""Most letters of a name inside a word of a script that does not part its words."""
_OF_ONE = 16
"""Most people of one name that are looked at: the last that came."""
_RELATIONS = 64
"""Most relations of one entity, and most members of one, that are looked at: the last that came."""
_NAME, _LINE = 60, 100
"""Longest name shown, and longest line."""
_HUB = 40
"""What has more facts tells little of a text."""
_SEVERAL, _ONE, _ASIDE, _THING, _CROWD = range(5)
"""In which order they are shown: `_SEVERAL` claim one name, the name of `_ASIDE` is unsure."""
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
class _Found:
    """An entity that a text may mean."""

    root: int
    rank: int
    place: int
    called: Called | None
    """Its own name and title, for people."""
    alias: int | None = None
    """The entity merged into it that has the name in the text."""


@dataclass(slots=True)
class _Search:
    """What was found for one text so far."""

    projection: Projection
    found: dict[int, _Found] = field(default_factory=dict)
    people: dict[int, Called | None] = field(default_factory=dict)
    """Name and title of those looked at, if they may be people."""

    def root(self, entity: int) -> int:
        return self.projection.canonical().get(entity, entity)

    def members(self, root: int) -> Sequence[int]:
        return self.projection.families().get(root, [root])[:_RELATIONS]

    def person(self, root: int) -> Called | None:
        """Return name and title of a person, or of what no text has told of, which may be one."""
        if root not in self.people:
            self.people[root] = self._person(root)
        return self.people[root]

    def _person(self, root: int) -> Called | None:
        members = self.members(root)
        titles = [one for each in members if (one := title_told(self.projection, each)) is not None]
        untold = not titles and all(
            next(self.projection.told(each), None) is None for each in members
        )
        name = self.projection.nodes[root].text
        return Called(name, max(titles, key=len, default="")) if titles or untold else None

    def facts(self, root: int) -> Iterator[list[int]]:
        """Yield the facts at an entity, ascending, one relation after the other."""
        index = self.projection.fact_index()
        for member in self.members(root):
            at = index.relations_at(member)
            yield from (at[relation] for relation in islice(reversed(at), _RELATIONS))

    def newest(self, root: int) -> int:
        return max((facts[-1] for facts in self.facts(root)), default=0)

    def note(self, root: int, rank: int, run: _Run, alias: int | None = None) -> None:
        """Note that a run of words may mean an entity; its best rank counts."""
        known = self.found.get(root)
        if known is None:
            called = self.person(root)
            self.found[root] = _Found(root, rank, run.place, called, alias)
        else:
            known.rank = min(known.rank, rank)


def known_names(
    projection: Projection, text: str, context: Sequence[str], most: int
) -> tuple[Known, ...]:
    """Return the known names that a text may mean, the most needed first, at most so many.

    Args:
        projection: what is known.
        text: is to be read.
        context: earlier texts, which may say who "she" is.
        most: how many names.
    """
    search = _Search(projection)
    written: set[str] = set()
    for number, each in enumerate([text, *reversed(context)]):
        _look_up(search, each, written, earlier=number > 0)
    useful = (one for one in _in_order(search) if _is_of_use(search, one))
    return tuple(_shown(search, one) for one in islice(useful, most))


def shown_entities(known: Iterable[Known]) -> Mapping[str, int]:
    """Return what each shown name means, by its normalised form; not of names shown twice."""
    names: dict[str, list[int]] = {}
    for one in known:
        names.setdefault(normalise_name(one.name), []).append(one.items[0])
    return {name: items[0] for name, items in names.items() if len(items) == 1}


def still_known(projection: Projection, known: Iterable[Known]) -> bool:
    """Return whether nothing has been forgotten that known names showed."""
    items = (item for one in known for item in one.items)
    return all(item in projection.nodes or item in projection.facts for item in items)


def own_words(task: Extract, said: Extraction) -> tuple[Extraction, tuple[Loss, ...]]:
    """Return a reply without facts copied from the known names, and these as losses.

    A fact is copied if it was shown, and an end of it neither stands in the text or in an earlier
    one nor is a known name that these may mean. So a text is no source of what only others say.
    """
    names = {normalise_name(one.name) for one in task.known}
    phrases = [f"{one.name} {each}" for one in task.known for each in one.about]
    shown = set(
        map(normalise_name, (*phrases, *(each for one in task.known for each in one.about)))
    )
    texts = normalise_name(" ".join((task.text, task.source, *task.context)))
    copied = [
        one
        for one in said.facts
        if normalise_name(_as_text(one)) in shown
        and any(end not in names and end not in texts for end in _ends(one))
    ]
    if not copied:
        return said, ()
    left = tuple(one for one in said.facts if one not in copied)
    losses = tuple(
        Loss("copied from what was known, not in the text", _as_text(one)) for one in copied
    )
    return said.model_copy(update={"facts": left}), losses


def _ends(fact: ExtractedFact) -> tuple[str, str]:
    return normalise_name(fact.subject), normalise_name(fact.object)


def _as_text(fact: ExtractedFact) -> str:
    return f"{fact.subject} {fact.relation} {fact.object}"


# -- what a text may mean --------------------------------------------------------------------------


def _look_up(search: _Search, text: str, written: set[str], *, earlier: bool) -> None:
    """Note what the runs of words of a text may mean.

    Args:
        search: receives it.
        text: has the words.
        written: the words of whole names of people so far, extended here.
        earlier: the text is an earlier one, of which only people are noted.
    """
    index = search.projection.entities_by(name_keys)
    for run in _runs(text):
        exact = {search.root(one): one for one in index.get(f"={run.key}", ())[-_OF_ONE:]}
        people = {root: one for root, one in exact.items() if search.person(root)}
        short = _by_short_form(search, run)
        if people or short:
            rank = _SEVERAL if len(people.keys() | short) > 1 else _ONE
            unsure = earlier or (not people and (run.key in written or not run.alone))
            for root in dict.fromkeys((*people, *short)):
                search.note(root, _ASIDE if unsure else rank, run, people.get(root))
            if people and " " in run.key:
                written.update(run.key.split())
        for root in () if earlier else [each for each in exact if each not in people]:
            crowd = sum(map(len, search.facts(root))) > _HUB
            search.note(root, _CROWD if crowd else _THING, run, exact[root])


def _by_short_form(search: _Search, run: _Run) -> list[int]:
    """Return the people whose first, middle or last name, or another short form, a run may be."""
    if not run.written:
        return []
    called = Called(run.written)
    single = " " not in run.key
    return [
        root
        for root in _longer(search, called)
        if (full := search.person(root)) and (single or short_for(called, full))
    ]


def _longer(search: _Search, called: Called) -> dict[int, None]:
    """Return the last entities whose names one may be short for."""
    index = search.projection.entities_by(name_keys)
    found = [one for key in longer_keys(called) for one in index.get(key, ())[-_OF_ONE:]]
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
    pairs = [(place - 1, place), (place + count - 1, place + count)]
    near = [(a, b) for a, b in pairs if a >= 0 and b < len(words)]
    gaps = [text[words[a].end() : words[b].start()] for a, b in near]
    others = [words[a if a < place else b][0] for a, b in near]
    return any(gap == " " and other[0].isupper() for gap, other in zip(gaps, others, strict=True))


def _inside(word: str, place: int) -> Iterator[_Run]:
    """Yield the parts of a word in a script without capitals, which may not part its words."""
    if not any(unicodedata.category(letter) == "Lo" for letter in word):
        return
    for start in range(len(word)):
        for end in range(start + 2, min(start + _LETTERS, len(word)) + 1):
            if end - start < len(word):
                yield _Run(normalise_name(word[start:end]), "", place, alone=True)


# -- what is shown of it ---------------------------------------------------------------------------


def _in_order(search: _Search) -> Iterator[_Found]:
    """Yield what was found by rank and place; of one place, what touches the text most, newest."""
    found = sorted(search.found.values(), key=lambda one: (one.rank, one.place, one.root))
    for _, group in groupby(found, key=lambda one: (one.rank, one.place)):
        several = [*group]
        near = {one.root: sum(1 for _ in _touching(search, one.root)) for one in several}
        yield from sorted(
            several, key=lambda one: (-near[one.root], -search.newest(one.root), one.root)
        )


def _is_of_use(search: _Search, one: _Found) -> bool:
    """Return whether a name may be shown: it is no short form of another's, and tells something."""
    name = search.projection.nodes[one.root].text
    if len(name) > _NAME or not any(map(str.isalpha, name)):
        return False
    if one.called is None:
        return next(search.facts(one.root), None) is not None
    own = one.called
    apart = any(row.known_to == row.known_from for row in search.projection.merges_of(one.root))
    longer = [search.person(root) for root in _longer(search, own) if root != one.root]
    return apart or not any(
        full and short_for(own, full) and not tells_apart(full) for full in longer
    )


def _touching(search: _Search, root: int) -> Iterator[int]:
    """Yield the newest facts of an entity that touch what else the text names."""
    for facts in search.facts(root):
        row = search.projection.facts[facts[-1]]
        other = {search.root(row.source), search.root(row.target)} - {root}
        if not search.found.keys().isdisjoint(other):
            yield facts[-1]


def _shown(search: _Search, one: _Found) -> Known:
    """Return the line of an entity: facts that touch what the text names first, then newest."""
    nodes = search.projection.nodes
    name, items, about = nodes[one.root].text, [one.root], []
    if one.alias is not None and one.alias != one.root:
        items.append(one.alias)
        about.append(f"also called {nodes[one.alias].text}")
    told = set(_touching(search, one.root))
    current = [fact for facts in search.facts(one.root) for fact in _current(search, facts)]
    room = _LINE - len(name) - sum(map(len, about))
    for fact in sorted(set(current), key=lambda fact: (fact not in told, -fact)):
        said = _said(search, fact, one.root)
        if len(said) <= room:
            room -= len(said) + 3
            about.append(said)
            items.append(fact)
    return Known(name, tuple(about), tuple(items))


def _current(search: _Search, facts: Sequence[int]) -> Iterator[int]:
    """Yield the newest fact of a relation that is not over."""
    column = search.projection.columns[Kind.FACT]
    for fact in facts[:-5:-1]:
        version = column.version_at(fact, search.projection.revision)
        if version is not None and version.valid_to is None:
            yield fact
            return


def _said(search: _Search, fact: int, root: int) -> str:
    """Return what a fact says of one of its ends."""
    row, nodes = search.projection.facts[fact], search.projection.nodes
    source, target = nodes[search.root(row.source)].text, nodes[search.root(row.target)].text
    said = f"{row.relation} {target}"
    return said if search.root(row.source) == root else f"{source} {said}"
