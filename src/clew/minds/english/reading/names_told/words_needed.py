"""Words of which a text must have one to match a pattern, so that others need not be compiled."""

import re
from collections.abc import Sequence

from clew.regex import Regex

__all__ = ["words_needed"]

_SILENT = Regex(r"\\.|\[[^\]]*\]|[a-z](?=[?*{])")
"""What stands for no letter of its own: an escape, a class, or a letter that may be missing."""
_INMOST = Regex(r"\((\?(?:P<\w+>|:|[^()]))?([^()]*)\)([?*]|\{0?,)?")
_GROUP = Regex("\x01([0-9]+)\x01")
_WORD = Regex("[a-z]{3,}")


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
