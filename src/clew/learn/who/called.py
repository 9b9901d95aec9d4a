"""What a person is called: a name with what is known of its owner, and the words that it is of.

Of languages only the titles that anybody may have are known here, and the small words that last
names begin with. What is a person's title, whoever read the text says (`Person.title`).
"""

from functools import lru_cache
from typing import NamedTuple

from clew.learn.who.lives import Life
from clew.regex import Regex
from clew.text import normalise_name, without_accents

__all__ = ["COURTESY", "MOST_WORDS", "SPEAKER", "Called", "Spelled",
           "plain_spellings", "spelled"]  # fmt: skip

_NO_WORD = Regex(r"[\W_]+")
MOST_WORDS = 6
"""Most words of any person's name."""
_BESIDES = Regex(r"(?<=\S) *\(([^()]+)\)$")
_QUOTED = Regex(r"(?<=\S )[\"'“„‘«(]([^\"'“”„‘’«»()]+)[\"'“”‘’»)](?= \S)")
COURTESY = (
    "mr", "mrs", "ms", "miss", "herr", "frau", "mme", "mlle", "madame", "monsieur", "señor",
    "señora", "signor", "signora",
)  # fmt: skip
"""Titles that anybody may have, whatever full name a text gives without one."""
SPEAKER = "the speaker"
"""The role of who speaks under a name, which introduces nobody."""
_PARTICLES = frozenset("el al abu ben bin ibn van von de di da del della la le st".split())  # noqa: SIM905
"""What a last name of two words may begin with, also written large."""
_LAST_FIRST = Regex(r"([^\W\d_][^,]{0,40}), ?([^\W\d_][^,]{0,40})")


class Called(NamedTuple):
    """A name, the title it begins with, and the gender of its owner, each if known."""

    name: str
    title: str = ""
    gender: str = ""
    life: Life = Life()
    """What else holds of its owner for life."""
    is_guess: bool = False
    """Its reader knew no other text, so it could not tell a namesake."""
    is_new: bool = False
    """A text introduces its owner: nobody whom earlier texts had by a shorter or longer name."""
    may_be_another: bool = False
    """A text tells who its owner is, so it may be somebody unknown or not."""

    @property
    def role(self) -> str:
        """A title of two words that is no part of the name: "my sister"."""
        return self.title if " " in self.title and not spelled(self).title else ""

    def told_with(self, other: "Called") -> "Called":
        """Return the name with what two texts tell: the longer title, the gender if it is one."""
        genders = {self.gender, other.gender} - {""}
        title = max(other.title, self.title, key=len)
        gender = genders.pop() if len(genders) == 1 else ""
        life, is_guess = self.life.told_with(other.life), self.is_guess or other.is_guess
        is_new, may_be = self.is_new or other.is_new, self.may_be_another or other.may_be_another
        return Called(self.name, title, gender, life, is_guess, is_new, may_be)

    def at_odds(self, other: "Called") -> bool:
        """Return whether two names cannot be of one person: "Kim ... her", "Mr Kim"."""
        return self._lived.at_odds(other._lived)

    @property
    def tells(self) -> bool:
        """Whether anything is told of its owner that could speak against somebody."""
        return bool(self.gender or any(self.life))

    @property
    def _lived(self) -> Life:
        return self.life._replace(sex=self.gender or self.life.sex)

    @property
    def plain(self) -> "Called":
        """The name without such a title."""
        return self._replace(title="") if self.role else self


class Spelled(NamedTuple):
    """A name split into words."""

    words: tuple[str, ...]
    bare: tuple[str, ...]
    """Without the title and what is in brackets, the last name last."""
    shown: tuple[str, ...]
    """The bare words as they are written."""
    title: tuple[str, ...]
    besides: tuple[str, ...]
    """What tells its owner from others of the name."""
    nick: tuple[str, ...]
    """The name in quotes behind the first: 'Margaret "Madge" Hall'."""
    ends: tuple[str, str]
    """The first name and the last, from the first small word on: "van Dijk"."""

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but the bare words, in their order."""
        return self.words == self.bare


@lru_cache(maxsize=1 << 14)
def spelled(called: Called) -> Spelled:
    """Return a name split into words, without what is no part of it."""
    words = _words(called.name)
    if not called.title and called.name.replace(" ", "").isalpha():
        shown = tuple(called.name.split())
        return Spelled(words, words, shown, (), (), (), _ends(shown))
    told = _BESIDES.search(called.name)
    named = called.name[: told.start()] if told else called.name
    turned = _LAST_FIRST.fullmatch(named.strip())
    named = f"{turned[2]} {turned[1]}" if turned else named
    quoted = _QUOTED.search(named)
    named = _QUOTED.sub("", named)
    bare, title = _words(named), _words(called.title)
    units = [each for each in named.split() if _words(each)]
    starts = [bare[: sum(len(_words(each)) for each in units[:n])] for n in range(len(units))]
    at = starts.index(title) if title in starts else 0
    cut, shown = len(starts[at]) if units else 0, tuple(units[at:])
    besides, nick = (_words(one[1]) if one else () for one in (told, quoted))
    return Spelled(words, bare[cut:], shown, bare[:cut], besides, nick, _ends(shown))


def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, _NO_WORD.split(normalise_name(text))))


def _ends(shown: tuple[str, ...]) -> tuple[str, str]:
    units = [" ".join(_words(each)) for each in shown]
    small = (place for place, each in enumerate(shown) if place and _leads_last(each))
    return (units[0], " ".join(units[next(small, -1) :])) if units else ("", "")


def _leads_last(word: str) -> bool:
    return word[0].islower() or word.casefold() in _PARTICLES


def plain_spellings(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a name as a keyboard without its accents may spell it."""
    if "".join(words).isascii():
        return []
    return [*zip(*map(without_accents, words), strict=True)]
