"""How a text names somebody, in any script: surely, or perhaps in another form. Pure.

Surely is a name of theirs, word for word: whatever its case and Unicode form, with soft hyphens and
zero-width characters left out, and not inside the longer name of somebody else. All else is a
doubt. No language is known here: an inflected form is a word with the same beginning, and in a
script with capitals a name and its forms begin with one.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from html import unescape
from urllib.parse import unquote

__all__ = ["Doubt", "Sighting", "Sought"]


class Doubt(StrEnum):
    """Whether, or why not, it is sure that a text names them."""

    NONE = "its name"
    LONGER = "inside the longer or same name of another"
    WITHIN = "inside a longer word"
    SPELLING = "spelled in another way"
    ORDER = "its words apart or in another order"
    PART = "a part of the name alone"
    FORM = "a word with the same beginning"


_WHOLE = frozenset((Doubt.NONE, Doubt.LONGER, Doubt.WITHIN, Doubt.SPELLING))


@dataclass(frozen=True, slots=True)
class Sighting:
    """How a text names them, and where."""

    doubt: Doubt
    excerpt: str

    @property
    def sure(self) -> bool:
        """Whether there is no doubt."""
        return self.doubt is Doubt.NONE

    @property
    def whole(self) -> bool:
        """Whether it is a whole name, theirs or another's."""
        return self.doubt in _WHOLE


_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
"""Unicode's default ignorable code points: nothing is seen of them."""
_GAP = r"[\W_]+"
_LONG = 5
"""A name of so many letters is found inside words in any case, a shorter one as it is spelled."""
_AROUND = 40
_ADDRESS = re.compile(r"[@/\\_\d]")
"""A word with one of these may be an address, a path or a handle."""


@lru_cache(maxsize=1)
def _marks() -> str:
    """Return all combining marks, which are no word characters, for a set in a pattern."""
    found = (chr(code) for code in range(0x300, 0x1F000))
    return "".join(mark for mark in found if unicodedata.category(mark)[0] == "M")


def _alone(patterns: Iterable[str]) -> str:
    """Return a pattern for any of these, the longest first, with no letter or digit beside it."""
    any_of = "|".join(sorted(dict.fromkeys(patterns), key=len, reverse=True)) or "(?!)"
    return rf"(?<![^\W_])(?<![{_marks()}])(?:{any_of})(?![^\W_])(?![{_marks()}])"


def _seen(text: str) -> str:
    """Return what is seen of a text, in one Unicode form."""
    return text if text.isascii() else unicodedata.normalize("NFKC", _IGNORED.sub("", text))


def _folded(seen: str) -> str:
    """Return a text with its case folded; upper case first, for letters that have no way back."""
    folded = seen.upper().casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFKC", folded)


def _bare(text: str) -> str:
    """Return a text without accents and vowel signs."""
    if text.isascii():
        return text
    letters = re.sub(f"[{_marks()}]+", "", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", letters)


def _words(text: str) -> list[str]:
    return re.findall(rf"(?:[^\W_]|[{_marks()}])+", text)


class Sought:
    """Somebody's names, to be looked for in texts; `others` are the names of everybody else."""

    def __init__(self, names: Iterable[str], others: Iterable[str] = ()) -> None:
        self._names = [_Name(name) for name in dict.fromkeys(names)]
        longer: list[str] = []
        hides: list[str] = []
        for other in dict.fromkeys(others):
            if not any(name.is_near(_bare(_folded(_seen(other)))) for name in self._names):
                continue
            rival = _Name(other)
            if any(name.stands_in(rival) for name in self._names):
                longer.append(rival.exact)
            elif rival.is_full and not any(name.has_form_in(rival) for name in self._names):
                hides.append(_GAP.join(map(re.escape, rival.plain)))
        self._longer = re.compile(_alone(longer)) if longer else None
        self._exact = re.compile(_alone(name.exact for name in self._names))
        self._hidden = re.compile(_alone(hides)) if hides else None

    def see(self, text: str) -> Sighting | None:
        """Return how a text names them, if it does."""
        for spelled in dict.fromkeys((unescape(unquote(text)), text)):
            seen = _seen(spelled)
            folded = _folded(seen)
            bare = _bare(folded)
            near = [name for name in self._names if name.is_near(bare)]
            if near and (found := self._see(near, seen, folded, bare)):
                doubt, place = found
                around = spelled[max(0, place - _AROUND) : place + 2 * _AROUND]
                return Sighting(doubt, " ".join(around.split()))
        return None

    def _see(
        self, near: Iterable["_Name"], seen: str, folded: str, bare: str
    ) -> tuple[Doubt, int] | None:
        others = self._longer.sub(_blank, folded) if self._longer else folded
        if found := self._exact.search(others):
            return Doubt.NONE, found.start()
        if found := self._exact.search(folded):
            return Doubt.LONGER, found.start()
        hidden = self._hidden.sub(_blank, bare) if self._hidden else bare
        sightings = (name.see(_bare(seen), bare, hidden) for name in near)
        return next((each for each in sightings if each), None)


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match[0])


class _Name:
    """A name, and what may stand for it."""

    def __init__(self, name: str) -> None:
        seen = _seen(name)
        folded = _folded(seen)
        words = _words(folded) or [folded.strip() or name]
        self.plain = _words(_bare(folded)) or words
        """The words without accents."""
        has_signs = any(unicodedata.category(letter)[0] == "S" for letter in folded)
        self.exact = re.escape(folded.strip()) if has_signs else _GAP.join(map(re.escape, words))
        self._joined = "".join(self.plain)
        self._spelled = _bare(seen).strip()
        spelled = _words(self._spelled)
        capitals = {_folded(word) for word in spelled if word[0].isupper()}
        self._capital = bool(capitals)
        self.is_full = len(spelled) > 1 and len(capitals) == len(set(self.plain))
        """Whether it has several words, all with a capital, as a first and a last name have."""
        has_case = self._spelled.upper() != self._spelled.lower()
        self._anywhere = len(self._joined) >= _LONG or not has_case
        parts = [word for word in self.plain if word in capitals or not capitals]
        wide = all(unicodedata.east_asian_width(letter) == "W" for letter in self._joined)
        if len(self.plain) == 1:  # a wide letter is a syllable or a word: a half is a first name
            half = max(2, len(self._joined) // 2)
            halves = [self._joined[:half], self._joined[-half:]]
            parts = halves if wide and len(self._joined) > 2 else []
        self._parts = dict.fromkeys(part for part in parts if len(part) > 1)
        cut = 1 if has_case and not capitals else 2
        forms = [_form(word, 3, cut) for word in self.plain]
        part_forms = [_form(part, 4, cut) for part in self._parts if len(self.plain) > 1]
        self._stems = [stem for stem, _ in forms]
        self._hints = [*self._parts, self._stems[0], *(stem for stem, _ in part_forms)]
        beside = "|".join if wide else _alone
        # Without capitals, words are written onto a name, or without spaces between them.
        inside = [part for part in self._parts if wide or (not has_case and len(part) > 2)]
        apart = _alone(re.escape(part) for part in self._parts if part not in inside)
        self._forms = (
            (Doubt.FORM, beside([_GAP.join(form for _, form in forms)])),
            (Doubt.PART, "|".join([*map(re.escape, inside), apart])),
            (Doubt.FORM, beside([form for _, form in part_forms]) or "(?!)"),
        )

    def is_near(self, bare: str) -> bool:
        """Return, quickly, whether anything of the name may be in a text."""
        if any(hint in bare for hint in self._hints):
            return True
        return len(self._joined) >= _LONG and self._joined in re.sub(_GAP, "", bare)

    def stands_in(self, other: "_Name") -> bool:
        """Return whether another's name holds this one, word for word."""
        return f" {' '.join(self.plain)} " in f" {' '.join(other.plain)} "

    def has_form_in(self, other: "_Name") -> bool:
        """Return whether each word of this name has a form of it in another's name."""
        return all(any(word.startswith(stem) for word in other.plain) for stem in self._stems)

    def see(self, shown: str, bare: str, hidden: str) -> tuple[Doubt, int] | None:
        """Return the strongest doubt and its place; `hidden` lacks the full names of others."""
        anywhere = self._anywhere or self._spelled in shown
        for run in re.finditer(r"[\W_]*".join(map(re.escape, self.plain)), bare):
            beside = bare[max(0, run.start() - 1) : run.start()], bare[run.end() : run.end() + 1]
            alone = not any(map(str.isalpha, beside))
            if alone or anywhere:
                return (Doubt.SPELLING if alone else Doubt.WITHIN), run.start()
        if len(self._joined) >= _LONG and self._joined in re.sub(_GAP, "", bare):
            return Doubt.SPELLING, 0
        any_case = not self._capital or len(shown) != len(bare) or shown == shown.lower()
        for doubt, pattern in self._forms:
            for match in re.finditer(pattern, hidden):
                if any_case or shown[match.start()].isupper():
                    every = len(self._parts) > 1 and self._parts.keys() <= set(_words(hidden))
                    return (Doubt.ORDER if every else doubt), match.start()
        pieces = [piece for piece in (*self._parts, self._joined) if len(piece) > 2]
        for word in hidden.split():
            if any(piece in word for piece in pieces) and _ADDRESS.search(word):
                return Doubt.PART, hidden.index(word)
        return None


def _form(word: str, least: int, cut: int) -> tuple[str, str]:
    """Return the beginning of a word, and a pattern for words that begin so and are as long."""
    if len(word) < least:
        return word, re.escape(word)
    stem = word[: max(least, len(word) - cut)]
    return stem, rf"{re.escape(stem)}[^\W\d_]{{0,{len(word) - len(stem) + cut + 1}}}"
