"""Words of which a text must have one to match a pattern, so that other patterns are not tried."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from clew.regex import Regex

__all__ = ["Ways", "words_needed"]

_SILENT = Regex(r"\\.|\[[^\]]*\]|[a-z](?=[?*{])")
"""What stands for no letter of its own: an escape, a class, or a letter that may be missing."""
_INMOST = Regex(r"\((\?(?:P<\w+>|:|[^()]))?([^()]*)\)([?*]|\{0?,)?")
_GROUP = Regex("\x01([0-9]+)\x01")
_WORD = Regex("[a-z]{3,}")
_KEPT = 8192
"""Words of texts, more than most use, of which each list of patterns keeps what may match."""


def words_needed(pattern: str) -> frozenset[str]:
    """Return words, as written, of which each match of a pattern has one; none if it needs none.

    Capitals stand for anything.

    >>> sorted(words_needed("(?:is|was)(?: also)? (?:call(?:ed)?|named) B"))
    ['call', 'named']
    >>> words_needed("A,? [Bb]orn? B(?=,| then)"), words_needed("(?:called|as) B")
    (frozenset(), frozenset())
    """
    groups: list[frozenset[str]] = []

    def taken(found: re.Match[str]) -> str:
        opened, inner, is_optional = found.groups()
        if is_optional or not (opened is None or opened == "?:" or opened.startswith("?P<")):
            return " "
        groups.append(_best(inner, groups))
        return f"\x01{len(groups) - 1}\x01"

    rest, count = _SILENT.sub(" ", pattern), 1
    while count:
        rest, count = _INMOST.subn(taken, rest)
    return _best(rest, groups)


def _best(text: str, groups: Sequence[frozenset[str]]) -> frozenset[str]:
    """Return the longest words that are needed in a text without brackets, one of each branch."""
    needed: set[str] = set()
    for branch in text.split("|"):
        ways = [frozenset([word]) for word in _WORD.findall(branch)]
        ways += [groups[int(number)] for number in _GROUP.findall(branch)]
        best = max(filter(None, ways), key=lambda way: min(map(len, way)), default=None)
        if best is None:
            return frozenset()
        needed |= best
    return frozenset(needed)


class Ways:
    """Many patterns, of which a text is tried with those that it has a needed word of.

    To look for a word takes a hundredth of the time that a pattern takes, and a sentence has
    words of a few patterns only. Neither words nor patterns are made before they are used.

    Args:
        patterns: in the order that decides between them.
        spelled: the patterns where they are shorter, if with other capitals: see `words_needed`.

    >>> ways = Ways(["[A-Z] was born", "[A-Z],? the [A-Z]", "[A-Z] died"])
    >>> sorted(ways.likely("A was born after B died.")), ways.likely("A is here.")
    ([0, 2], set())
    >>> [one[0] for one in ways.finditer("A died before B was born.")]
    ['B was born', 'A died']
    >>> ways.search("A died before B was born.")[0]
    'A died'
    """

    def __init__(self, patterns: Iterable[str], spelled: Iterable[str] = ()) -> None:
        self.patterns = tuple(map(Regex, patterns))
        self._spelled = tuple(spelled) or tuple(one.pattern for one in self.patterns)
        self._likely_by = lru_cache(_KEPT)(self._having)

    def likely(self, text: str) -> set[int]:
        """Return the numbers of the patterns that may match a text, from 0."""
        found = set(self._needed[0])
        return found.union(*map(self._likely_by, {*_WORD.findall(text)}))

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield all matches of the first pattern in a text, then those of the second and so on."""
        for number in sorted(self.likely(text)):
            yield from self.patterns[number].finditer(text)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the match that starts first; of several there, the first pattern's.

        That is what the patterns joined with "|" would find.
        """
        found = (self.patterns[number].search(text) for number in sorted(self.likely(text)))
        return min(filter(None, found), key=lambda one: one.start(), default=None)

    def _having(self, word: str) -> frozenset[int]:
        """Return the numbers of the patterns of which a word has one that they need."""
        by_word = self._needed[1]
        return frozenset(n for part, numbers in by_word.items() if part in word for n in numbers)

    @cached_property
    def _needed(self) -> tuple[frozenset[int], dict[str, list[int]]]:
        """The patterns that need no word, and those that need one of several, by each."""
        needed = [*map(words_needed, self._spelled)]
        by_word: dict[str, list[int]] = {}
        for number, words in enumerate(needed):
            for word in words:
                by_word.setdefault(word, []).append(number)
        return frozenset(n for n, words in enumerate(needed) if not words), by_word
