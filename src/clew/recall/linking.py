"""Links the mentions of a question to groups of entities: exact names first, then similar ones.

A mention that is no name or alias of an entity is compared, by words and by vector, with the
entities that share words with it. Entities near by vector alone are not considered: "open" is near
"closed", and on 50 questions this found nothing that words had not (`experiments.linking`). Each
group holds the possible meanings of one mention, so that a search for paths between two mentions
does not join two meanings of the same one.
"""

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from clew.errors import UsageError
from clew.graph.types import Entity, Kind
from clew.graph.view import Float32, View
from clew.recall.base import idf
from clew.regex import Regex
from clew.text import STOP_WORDS, words

__all__ = [
    "MOST_CHARACTERS",
    "Linked",
    "Linking",
    "Mention",
    "NameFound",
    "find_names",
    "link",
    "unclear",
]

MOST_CHARACTERS = 4000
"""Maximum characters read of a question; the rest is ignored."""
_COUNTED = 4000
"""Maximum episodes counted per entity; one with so many is common in any memory."""
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # kana, Han
)
_TOKEN = Regex(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
"""A word, or one character in scripts written without spaces."""
_LONGEST = 12
"""Maximum tokens of a name."""


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """A part of a text, or a mention given by a model."""

    text: str
    vector: Float32 | None = None
    """Its embedding, (dim,)."""
    span: tuple[int, int] | None = None
    """Its position in the text; `None` if a model gave it."""
    named: bool = True
    """Written like a name: capitalised, in quotes, or in a script without capitals."""
    depth: int | None = None
    """Search depth in edges, if a model gave one."""


@dataclass(frozen=True, slots=True)
class Linked:
    """One mention and the entities it may refer to, best first, ties by id."""

    text: str
    """The mention as in the question."""
    ids: tuple[int, ...]
    score: float
    """Similarity of the best entity to the mention, in (0, 1]; 1 for an exact name."""
    start: int
    """Its position in the question; of a model's mention, its number."""
    end: int
    named: bool
    """Written like a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linking:
    """Thresholds of linking.

    The similarity of a mention and an entity is the mean of two numbers in [0, 1]: the weight of
    their common words over that of all their words (for the best of the entity's names; a word
    weighs its BM25 score among all names; accents and a plural "s" are ignored), and the cosine of
    their vectors. Without vectors it is the first number alone.
    """

    threshold: float = 0.6
    """Minimum similarity."""
    gap: float = 0.08
    """Meanings are taken in order until the similarity drops by more than this."""
    meanings: int = 5
    """Maximum entities in a group found by similarity."""
    candidates: int = 20
    """Entities compared with a mention, the best by BM25."""
    word_rarity: float = 0.9
    """A mention not written like a name is linked only if one of its words is at least this rare
    among the names of the memory: 0 for a word in half of them, 1 for a word in one."""
    meant: float = 0.5
    """Nor is such a mention linked if less than this share of the texts with its words tell of the
    entity: "the state" is not the one state that somebody called so."""
    common: float = 0.5
    """An entity in at least this share of all episodes is common."""
    enough: int = 2
    """Common entities are linked, the rarest first, only until there are this many groups."""

    def __post_init__(self) -> None:
        shares = (self.threshold, self.gap, self.word_rarity, self.meant, self.common)
        if not all(0 <= share <= 1 for share in shares):
            raise UsageError(
                f"threshold, gap, word_rarity, meant, common are in [0, 1]; got {self!r}"
            )
        if min(self.meanings, self.candidates) < 1 or self.enough < 0:
            raise UsageError(f"meanings and candidates are at least 1, enough 0; got {self!r}")


_DEFAULT = Linking()


def link(
    view: View, text: str, mentions: Sequence[Mention], how: Linking = _DEFAULT
) -> tuple[Linked, ...]:
    """Return the entities that a question names, one group per mention, in the question's order.

    1. Names and aliases in the text are linked, longest first (`find_names`), or else the
       mentions a model gave.
    2. Mentions that are no name, or longer than the names inside them, are linked by similarity; a
       match replaces the names inside it.
    3. Generic groups are dropped: words not written like a name that mostly mean something else
       (`Linking.meant`) or are not rare, then entities in too many episodes (`Linking.common`). If
       nothing else is linked, the rarest is kept.

    Args:
        view: the view that holds the entities.
        text: the question; its first `MOST_CHARACTERS` are read.
        mentions: from `query.find_mentions` on this text, or given by a model; a model's
            mentions have no span, and then the text itself is not searched for names.
        how: thresholds.

    Returns:
        Distinct groups; empty if nothing in the memory resembles the question.
    """
    search = _Search(view, text[:MOST_CHARACTERS], how)
    if any(mention.span is None for mention in mentions):
        search.given(mentions)
    else:
        search.read(mentions)
    return search.groups()


def unclear(
    view: View, text: str, mentions: Sequence[Mention], how: Linking = _DEFAULT
) -> list[Mention]:
    """Return the mentions that are no exact names: those whose vectors `link` looks at."""
    if any(mention.span is None for mention in mentions):
        return [one for one in mentions if not view.find(one.text)]
    search = _Search(view, text[:MOST_CHARACTERS], how)
    return search.exact(mentions)


class _Search:
    """Links one question; used for one call."""

    def __init__(self, view: View, text: str, how: Linking) -> None:
        self._view, self._text, self._how = view, text, how
        self._groups: list[Linked] = []
        self._weights: dict[str, float] = {}
        self._known: set[str] = set()
        """Words that occur in some name."""
        self._heaviest = idf(1, max(view.count(Kind.ENTITY), 1))

    def given(self, mentions: Sequence[Mention]) -> None:
        """Link the mentions given by a model, in order."""
        for at, mention in enumerate(mentions):
            known = tuple(self._view.find(mention.text))
            found = (known, 1.0) if known else self._nearest(mention)
            if found is not None:
                self._groups.append(Linked(mention.text, *found, at, at + 1, named=True))

    def read(self, mentions: Sequence[Mention]) -> None:
        """Link the names in the text, then other mentions by similarity, longest first."""
        for mention in sorted(self.exact(mentions), key=lambda one: -len(one.text)):
            if (found := self._nearest(mention)) is not None:
                self._take(mention, found)

    def exact(self, mentions: Sequence[Mention]) -> list[Mention]:
        """Link the names in the text; return the mentions that could be linked by similarity."""
        named = [one.span for one in mentions if one.span and one.named]
        for start, end, ids in find_names(self._view, self._text):
            within = any(first < end and start < last for first, last in named)
            self._groups.append(Linked(self._text[start:end], ids, 1.0, start, end, within))
        return [one for one in mentions if self._is_open(one)]

    def _is_open(self, mention: Mention) -> bool:
        """Return whether a mention has words beyond the names in it that could be linked."""
        assert mention.span is not None
        start, end = mention.span
        rest = list(self._text[start:end])
        for group in self._groups:
            for at in range(max(group.start, start), min(group.end, end)):
                rest[at - start] = " "
        left = _terms("".join(rest))
        self._weigh(left)
        if not any(key in self._known for key in left):  # no name can be similar enough
            return False
        return mention.named or self._rarity(mention.text) >= self._how.word_rarity

    def _take(self, mention: Mention, found: tuple[tuple[int, ...], float]) -> None:
        """Replace the names within a mention by its match, unless a longer match overlaps it."""
        assert mention.span is not None
        start, end = mention.span
        over = [one for one in self._groups if one.start < end and start < one.end]
        if all(one.score == 1.0 and start <= one.start and one.end <= end for one in over):
            self._groups = [one for one in self._groups if one not in over]
            self._groups.append(Linked(mention.text, *found, start, end, mention.named))

    def groups(self) -> tuple[Linked, ...]:
        """Return the linked groups without the generic ones."""
        once: dict[tuple[int, ...], Linked] = {}
        for group in sorted(self._groups, key=lambda one: (one.start, one.end)):
            once.setdefault(group.ids, group)
        every, least = list(once.values()), self._how.word_rarity
        rare = [one for one in every if one.named or self._rarity(one.text) >= least]
        found = [one for one in rare if one.named or self._is_meant(one)]
        if not found:
            return self._rarest([one for one in every if one not in rare and self._is_meant(one)])
        shares = self._shares(found)
        order = sorted(range(len(found)), key=lambda n: (shares[n], n))
        uncommon = sum(share < self._how.common for share in shares)
        taken = order[: max(uncommon, self._how.enough, 1)]
        return tuple(found[n] for n in sorted(taken))

    def _rarest(self, groups: Sequence[Linked]) -> tuple[Linked, ...]:
        """Return only the group in the fewest episodes, ties by the rarest word; none of none."""
        shares = [(share, -self._rarity(one.text)) for one, share in
                  zip(groups, self._shares(groups), strict=True)]  # fmt: skip
        order = sorted(range(len(groups)), key=lambda n: (shares[n], n))
        return tuple(groups[n] for n in order[:1])

    def _is_meant(self, group: Linked) -> bool:
        """Return whether the texts with the words of a group are mostly about its entities."""
        if not self._how.meant:
            return True
        linked = self._view.links(group.ids, (Kind.EPISODIC,), _COUNTED)
        told = len({link.other for links in linked for link in links})
        most = int(told / self._how.meant)
        return all(
            len(self._view.match(word, most + 1, kind=Kind.EPISODE)) <= most
            for word in _terms(group.text).values()
        )

    def _nearest(self, mention: Mention) -> tuple[tuple[int, ...], float] | None:
        """Return the most similar entities, down to the first gap, and the best similarity."""
        cosines = self._candidates(mention)
        scored = sorted(self._scored(mention, cosines), key=lambda one: (-one[0], one[1]))
        taken: list[tuple[float, int]] = []
        for score, id in scored[: self._how.meanings]:
            if score < self._how.threshold or (taken and taken[-1][0] - score > self._how.gap):
                break
            taken.append((score, id))
        return (tuple(id for _, id in taken), taken[0][0]) if taken else None

    def _scored(
        self, mention: Mention, cosines: Mapping[int, float | None]
    ) -> Iterator[tuple[float, int]]:
        """Yield (similarity, id) of every candidate; an overlap too small to matter counts as 0."""
        terms = _terms(mention.text)
        self._weigh(terms)
        for id, item in zip(cosines, self._view.items(list(cosines)), strict=True):
            assert isinstance(item, Entity)
            cosine = cosines[id]
            least = self._how.threshold if cosine is None else 2 * self._how.threshold - cosine
            names = (item.name, *item.aliases)
            overlap = max(self._overlap(terms, _terms(name), least) for name in names)
            yield (overlap if cosine is None else (overlap + max(cosine, 0.0)) / 2.0, id)

    def _candidates(self, mention: Mention) -> dict[int, float | None]:
        """Return entities to compare, with their cosines if they and the mention have vectors."""
        hits = self._view.match(mention.text, self._how.candidates, kind=Kind.ENTITY)
        ids = [id for id, _ in hits]
        vectors = self._view.vectors(ids)
        if mention.vector is None or not mention.vector.any() or vectors.shape[1] == 0:
            return dict.fromkeys(ids)
        products = vectors * mention.vector
        return dict(zip(ids, products.sum(axis=1, dtype=np.float64).tolist(), strict=True))

    def _overlap(self, some: Mapping[str, str], others: Mapping[str, str], least: float) -> float:
        """Return the weight of the common words of two names over that of all their words.

        0 if it is certainly below `least`, without weighing the words of the second name.
        """
        both = sorted(some.keys() & others.keys())
        shared = math.fsum(self._weights[each] for each in both)
        if not both or shared < least * math.fsum(self._weights[each] for each in some):
            return 0.0
        self._weigh(others)
        every = sorted(some.keys() | others.keys())
        return shared / math.fsum(self._weights[each] for each in every)

    def _weigh(self, terms: Mapping[str, str]) -> None:
        """Look up the weights of words; a word in no name weighs most."""
        for key, word in terms.items():
            if key not in self._weights:
                hits = self._view.match(word, 1, kind=Kind.ENTITY)
                self._weights[key] = hits[0][1] if hits else self._heaviest
                if hits:
                    self._known.add(key)

    def _rarity(self, text: str) -> float:
        terms = _terms(text)
        self._weigh(terms)
        return max((min(self._weights[key] / self._heaviest, 1.0) for key in terms), default=0.0)

    def _shares(self, groups: Iterable[Linked]) -> list[float]:
        """Return, for each group, the share of all episodes that mention its rarest entity."""
        episodes = max(self._view.count(Kind.EPISODE), 1)
        shares = []
        for group in groups:
            least = min(self._view.degrees(group.ids, (Kind.EPISODIC,)))
            shares.append(1.0 if least >= _COUNTED else least / episodes)
        return shares


def _terms(text: str) -> dict[str, str]:
    """Return the words of a name except stop words, by key: without accents and plural "s"."""
    found = [word for word in words(text) if word not in STOP_WORDS]
    return {_key(word): word for word in found}


def _key(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word)
    bare = unicodedata.normalize("NFC", "".join(c for c in apart if not "\u0300" <= c <= "\u036f"))
    plural = len(bare) > 3 and bare.endswith("s") and not bare.endswith(("ss", "us", "is"))
    return bare[:-1] if plural else bare


class NameFound(NamedTuple):
    """A name in a text: its position, and all entities with that name, ascending."""

    start: int
    end: int
    ids: tuple[int, ...]


def find_names(view: View, text: str) -> list[NameFound]:
    """Return the names and aliases in a text that `View.find` knows, in order.

    The longest known runs of words win (casefolded, any script); runs do not overlap, and of two
    equally long ones the first wins. English stop words alone are no name. Only the first
    `MOST_CHARACTERS` characters are read.
    """
    text = text[:MOST_CHARACTERS]
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    free = [True] * len(tokens)
    found: dict[int, NameFound] = {}
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        for first in range(len(tokens) - size + 1):
            last = first + size
            start, end = tokens[first][0], tokens[last - 1][1]
            if all(free[first:last]) and (ids := _entities(view, text, start, end)):
                found[first] = NameFound(start, end, ids)
                free[first:last] = [False] * size
    return [found[first] for first in sorted(found)]


def _entities(view: View, text: str, start: int, end: int) -> tuple[int, ...]:
    """Return the entities named `text[start:end]`, or that plus the signs right after ("C++")."""
    name, after = text[start:end], text[end : end + 1]
    ids = view.find(name)
    if not ids and after and not (after.isspace() or after.isalnum()):
        signs = takewhile(lambda sign: not (sign.isspace() or sign.isalnum()), text[end:])
        ids = view.find(name + "".join(signs))
    return tuple(ids) if ids and not all(word in STOP_WORDS for word in words(name)) else ()
