"""A random world of people, places and things: any number of facts, the same for the same seed.

Speed depends on the shape of texts, not on their meaning, so this world has the shape of a real
one: episodes of five facts and a thesis, about one new entity for every two facts, a few well-known
entities that come up again and again, and facts that replace older ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from zlib import crc32

import numpy as np

from clew.embed.base import TextKind
from clew.graph.view import Float32
from clew.learn.observe import Input
from clew.learn.tasks import ExtractedFact, ExtractedThesis, Extraction

__all__ = ["FACTS_PER_EPISODE", "Page", "RandomVectors", "World"]

FACTS_PER_EPISODE = 5
_START = datetime(2001, 1, 1, tzinfo=UTC)
_FIRST = """
    Anna Bela Carla Daria Elias Farid Greta Hamid Ines Jonas Katja Lorenz Mirko Nadia Oskar Petra
    Quentin Rosa Samir Tilda Ulrich Vera Walter Xenia Yusuf Zora
    """.split()  # noqa: SIM905
_SYLLABLES = tuple(
    "ba ber da dor fel gar hol ik jan kor lin mar nov os pel ren sto tor und vik".split()  # noqa: SIM905
)
_PLACES = ("harbour", "tower", "market", "library", "mill", "garden", "station", "museum")
_THINGS = ("boat", "map", "ledger", "violin", "lantern", "compass", "portrait", "bicycle")
_TO_PERSON = ("is a friend of", "met", "reports to", "taught", "is married to")
_TO_PLACE = ("lives in", "works at", "visited", "was born in", "owns")
_TO_THING = ("owns", "repaired", "lost", "likes", "painted")


@dataclass(frozen=True, slots=True)
class Page:
    """One episode as remembered, and what an extractor reads in it."""

    given: Input
    says: Extraction


class World:
    """Makes one page after another; the same seed makes the same pages."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)
        self._names: list[tuple[str, str]] = []
        """(name, kind of thing), oldest first."""
        self._pages = 0

    def pages(self, count: int, facts: int = FACTS_PER_EPISODE) -> Iterator[Page]:
        """Yield the next pages, with this many facts each."""
        for _ in range(count):
            yield self._page(facts)

    def question(self) -> str:
        """Return a question about something that is known."""
        name, kind = self._known()
        asked = {"person": "Where does {} live and work?", "place": "Who visited {}?"}
        return asked.get(kind, "Who owns {} now?").format(name)

    def name(self) -> str:
        """Return the name of anything that is known, hubs no more often than others."""
        return self._rng.choice(self._names)[0]

    def _page(self, facts: int) -> Page:
        self._pages += 1
        said = []
        for _ in range(facts):
            subject, _ = self._entity("person")
            kind = self._rng.choice(("person", "place", "thing"))
            target, _ = self._entity(kind)
            relations = {"person": _TO_PERSON, "place": _TO_PLACE}.get(kind, _TO_THING)
            said.append((subject, self._rng.choice(relations), target))
        text = " ".join(f"{subject} {relation} {target}." for subject, relation, target in said)
        text += f" Noted on page {self._pages}."
        names = tuple(dict.fromkeys(name for one in said for name in (one[0], one[2])))
        says = Extraction(
            facts=tuple(
                ExtractedFact(subject=one[0], relation=one[1], object=one[2], thesis=0)
                for one in said
            ),
            theses=(ExtractedThesis(text=text.rpartition(" Noted")[0], entities=names),),
        )
        at = _START + timedelta(hours=self._pages)
        return Page(Input(text, at, f"book-{self._pages // 100}"), says)

    def _entity(self, kind: str) -> tuple[str, str]:
        """Return a new entity one time in four, so half a new one per fact."""
        if len(self._names) < 20 or self._rng.random() < 0.25:
            self._names.append((self._new_name(kind), kind))
            return self._names[-1]
        found = self._known()
        for _ in range(7):
            if found[1] == kind:
                break
            found = self._known()
        return found

    def _known(self) -> tuple[str, str]:
        """Return an entity: half the time a recent one, else preferring older ones (Zipf)."""
        count = len(self._names)
        if self._rng.random() < 0.5:
            return self._names[max(0, count - 1 - int(self._rng.expovariate(1 / 50)))]
        return self._names[int(count ** self._rng.random()) - 1]

    def _new_name(self, kind: str) -> str:
        number = len(self._names)
        word = "".join(self._rng.choice(_SYLLABLES) for _ in range(3)).capitalize()
        if kind == "person":
            return f"{_FIRST[number % len(_FIRST)]} {word}{_letters(number)}"
        kinds = _PLACES if kind == "place" else _THINGS
        return f"{word}{_letters(number)} {kinds[number % len(kinds)]}"


def _letters(number: int) -> str:
    """Return a number in letters, to make names unique."""
    letters = ""
    while number or not letters:
        number, digit = divmod(number, 20)
        letters += "bcdfghjklmnpqrstvwxz"[digit]
    return letters


_POOL = 1024
"""Vectors of which two are added for a text: a small part of what a memory takes."""


class RandomVectors:
    """An embedder that costs almost nothing: unit vectors picked by the text's checksum."""

    def __init__(self, dimension: int = 384) -> None:
        self.dimension = dimension
        rng = np.random.default_rng(7)
        self._pool = rng.standard_normal((_POOL, dimension), np.float32)

    @property
    def name(self) -> str:
        """Id recorded with its vectors."""
        return f"bench-random:{self.dimension}"

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return (len(texts), dimension) unit rows; passages and queries alike."""
        del kind
        sums = np.fromiter((crc32(text.encode()) for text in texts), np.int64, len(texts))
        rows = self._pool[sums % _POOL] + self._pool[(sums >> 12) % _POOL]
        lengths: Float32 = np.linalg.norm(rows, axis=1, keepdims=True)
        found: Float32 = rows / lengths
        return found
