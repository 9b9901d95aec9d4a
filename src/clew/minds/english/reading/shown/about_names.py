"""What a text tells right behind a name, or behind a pronoun that goes back to it."""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from clew.minds.english.reading.sentences import split_sentences
from clew.minds.english.words.people import CAPITAL, gender_of, looks_personal
from clew.regex import Regex

__all__ = ["Telling", "Window", "windows"]

_NAME = Regex(rf"(?<![\w-]){CAPITAL}[\w-]+(?: {CAPITAL}[\w-]+)*")
_FOLLOWS = Regex(r"(?:He|She|It|His|Her|Its)\b")
_SEXES = {"his": "m", "he": "m", "her": "f", "she": "f"}


class Window(NamedTuple):
    """A sentence, with the next one if that goes on about those whom it names."""

    said: str
    names: tuple[re.Match[str], ...]
    """Of people, or such as people could have."""

    def meant(self, pronoun: re.Match[str]) -> str:
        """Return the name that a pronoun goes back to: the nearest that its sex allows, or ""."""
        sex = _SEXES.get(pronoun[0].split()[0].lower(), "")
        before = (one[0] for one in reversed(self.names) if one.end() <= pronoun.start())
        return next((one for one in before if {sex, gender_of(one.split()[0])} != {"f", "m"}), "")


def windows(text: str) -> Iterator[Window]:
    """Yield every sentence of a text with its names.

    >>> [window.said for window in windows("Ida limps. She is old. Tom came.")]
    ['Ida limps. She is old.', 'She is old.', 'Tom came.']
    """
    sentences = [one.strip() for one in split_sentences(text)]
    for sentence, after in zip_longest(sentences, sentences[1:], fillvalue=""):
        said = f"{sentence} {after}" if _FOLLOWS.match(after) else sentence
        found = _NAME.finditer(said)
        names = (one for one in found if not _FOLLOWS.match(one[0]) and looks_personal(one[0]))
        yield Window(said, tuple(names))


class Telling:
    """A way to tell something of whoever has a name.

    Args:
        has: pattern of what is told to be somebody's: "Ida's hooves", "his hooves".
        does: pattern of what somebody is told to do, be or undergo: "Ida is in bloom".
    """

    def __init__(self, has: str, does: str) -> None:
        self._own = Regex(rf"(?:['’]s (?:{has})|,? (?:{does}))")
        self._its = Regex(
            rf"\b(?:(?:[Hh]is|[Hh]er|[Ii]ts) (?:{has})|(?:[Hh]e|[Ss]he|[Ii]t) (?:{does}))"
        )

    def names(self, told: Iterable[Window]) -> Iterator[str]:
        """Yield the names of which a text tells it.

        >>> brays = Telling("(?:long )?hooves", "brayed")
        >>> [*brays.names(windows("Otto brayed. Ida's hooves ache."))]
        ['Otto', 'Ida']
        """
        for window in told:
            for one in window.names:
                if self._own.match(window.said, one.end()):
                    yield one[0]
            for found in self._its.finditer(window.said):
                if meant := window.meant(found):
                    yield meant
