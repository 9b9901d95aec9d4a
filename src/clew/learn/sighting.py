"""Whether a text names somebody, in any script: surely, or perhaps in another form. Pure.

Surely is a name of theirs, word for word: whatever its case and Unicode form, with soft hyphens and
zero-width characters left out, and not inside the longer name of somebody else. All else is a
doubt. No language is known here: an inflected form is a word with the same beginning, and in a
script with capitals a name and its forms begin with one.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from html import unescape
from urllib.parse import unquote

__all__ = ["Doubt", "Sighting", "Sought"]


class Doubt(StrEnum):
    """Why it is not sure that a text names them."""

    WORDS = "its name, which belongs to the file"
    LONGER = "inside the longer or same name of another"
    WITHIN = "inside a longer word"
    SPELLING = "spelled in another way"
    ORDER = "its words apart or in another order"
    PART = "a part of the name alone"
    FORM = "a word with the same beginning"

    @property
    def whole(self) -> bool:
        """Whether the whole name stands there."""
        return self in (Doubt.WORDS, Doubt.LONGER, Doubt.WITHIN, Doubt.SPELLING)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A doubt and the place in the text."""

    doubt: Doubt
    excerpt: str


_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
"""Unicode's default ignorable code points: nothing is seen of them."""
_GAP = r"[\W_]+"
_LONG = 5
"""A name of so many letters is found inside words in any case, a shorter one as it is spelled."""
_AROUND = 40
_ADDRESS = re.compile(r"\S*[@/\\_\d]\S*")


@lru_cache(maxsize=1)
def _marks() -> str:
    """Return all combining marks, which are no word characters, for a set in a pattern."""
    found = (chr(code) for code in range(0x300, 0x1F000))
    return "".join(mark for mark in found if unicodedata.category(mark)[0] == "M")


def _alone(pattern: str) -> str:
    """Return a pattern with no letter, digit or mark beside it."""
    return rf"(?<![^\W_])(?<![{_marks()}])(?:{pattern})(?![^\W_])(?![{_marks()}])"


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


def _squeezed(text: str) -> str:
    return re.sub(_GAP, "", text)


class Sought:
    """Somebody's names, to be looked for in texts; `others` are the names of everybody else."""

    def __init__(self, names: Iterable[str], others: Iterable[str] = ()) -> None:
        self._names = [_Name(name) for name in dict.fromkeys(names)]
        whole: list[str] = []
        hides: list[str] = []
        for rival in self._near(dict.fromkeys(others)):
            if any(name.stands_in(rival) for name in self._names):
                whole.append(rival.exact)
            elif rival.is_full and not any(name.has_form_in(rival) for name in self._names):
                hides.append(_spaced(rival.plain))
        exact = _any_of([name.exact for name in self._names])
        self._whole = re.compile(_alone(f"(?P<other>{_any_of(whole)})|(?P<name>{exact})"))
        self._hidden = re.compile(_alone(_any_of(hides)))

    def surely(self, text: str) -> bool:
        """Return whether a text names them for sure."""
        folded = _folded(_seen(text))
        if not any(name.words[0] in folded for name in self._names):
            return False
        return any(match["name"] is not None for match in self._whole.finditer(folded))

    def perhaps(self, text: str) -> Sighting | None:
        """Return why a text that does not name them for sure may name them all the same."""
        for spelled in dict.fromkeys((unescape(unquote(text)), text)):
            seen = _seen(spelled)
            folded = _folded(seen)
            bare = _bare(folded)
            squeezed = _squeezed(bare)
            near = [name for name in self._names if name.is_near(bare, squeezed)]
            if not near:
                continue
            if found := self._whole.search(folded):
                doubt = Doubt.LONGER if found["other"] else Doubt.SPELLING
                return _sighting(doubt, spelled, found.start())
            hidden = self._hidden.sub(lambda match: "\0" * len(match[0]), bare)
            for name in near:
                if found_at := name.perhaps(_bare(seen), bare, squeezed, hidden):
                    return _sighting(found_at[0], spelled, found_at[1])
        return None

    def _near(self, others: Iterable[str]) -> Iterator["_Words"]:
        for other in others:
            bare = _bare(_folded(_seen(other)))
            if any(name.is_near(bare, "") for name in self._names):
                yield _Words(other)


class _Words:
    """The words of a name."""

    def __init__(self, name: str) -> None:
        seen = _seen(name)
        self.spelled = _words(_bare(seen))
        folded = _folded(seen)
        self.words = _words(folded) or [folded.strip() or name]
        self.plain = _words(_bare(folded)) or self.words
        """Without accents."""
        has_symbols = any(unicodedata.category(letter)[0] == "S" for letter in folded)
        self.exact = re.escape(folded.strip()) if has_symbols else _spaced(self.words)
        self.joined = "".join(self.plain)

    @property
    def is_full(self) -> bool:
        """Whether it is a name of several words with capitals, such as first and last name."""
        return len(self.plain) > 1 and all(word[0].isupper() for word in self.spelled)


class _Name(_Words):
    """A name, and the patterns of what may stand for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._spelled = _bare(_seen(name)).strip()
        capitals = {_folded(word) for word in self.spelled if word[0].isupper()}
        self._capital = bool(capitals)
        has_case = self._spelled.upper() != self._spelled.lower()
        self._anywhere = len(self.joined) >= _LONG or not has_case
        cut = 1 if has_case and not capitals else 2
        parts = [word for word in self.plain if word in capitals or not capitals]
        if len(self.plain) == 1:
            parts = _halves(self.joined)
        self._parts = dict.fromkeys(part for part in parts if len(part) > 1)
        forms = [_form(word, 3, cut) for word in self.plain]
        part_forms = [_form(part, 4, cut) for part in self._parts if len(self.plain) > 1]
        self._stems = [stem for stem, _ in forms]
        self._hints = [*self._parts, self._stems[0], *(stem for stem, _ in part_forms)]
        part = _any_of([re.escape(part) for part in self._parts])
        self._forms = (
            (Doubt.FORM, _alone(_GAP.join(form for _, form in forms))),
            (Doubt.PART, part if _is_wide(self.joined) else _alone(part)),
            (Doubt.FORM, _alone(_any_of([form for _, form in part_forms]))),
        )
        self._run = r"[\W_]*".join(map(re.escape, self.plain))

    def is_near(self, bare: str, squeezed: str) -> bool:
        """Return, quickly, whether anything of the name may be in a text."""
        return any(hint in bare for hint in self._hints) or self.joined in squeezed

    def stands_in(self, other: _Words) -> bool:
        """Return whether another's name holds this one, word for word."""
        return f" {' '.join(self.plain)} " in f" {' '.join(other.plain)} "

    def has_form_in(self, other: _Words) -> bool:
        """Return whether each word of this name has a form of it in another's name."""
        return all(any(word.startswith(stem) for word in other.plain) for stem in self._stems)

    def perhaps(
        self, shown: str, bare: str, squeezed: str, hidden: str
    ) -> tuple[Doubt, int] | None:
        """Return the strongest doubt and its place; `hidden` lacks the longer names of others."""
        for run in re.finditer(self._run, bare):
            alone = _is_apart(bare, run.start() - 1) and _is_apart(bare, run.end())
            if alone or self._anywhere or self._is_spelled(shown, bare):
                return (Doubt.SPELLING if alone else Doubt.WITHIN), run.start()
        if len(self.joined) >= _LONG and self.joined in squeezed:
            return Doubt.SPELLING, 0
        any_case = not self._capital or len(shown) != len(bare) or shown == shown.lower()
        for doubt, pattern in self._forms:
            for match in re.finditer(pattern, hidden):
                if any_case or shown[match.start()].isupper() or _in_address(bare, match.start()):
                    every = len(self._parts) > 1 and self._parts.keys() <= set(_words(hidden))
                    return (Doubt.ORDER if every else doubt), match.start()
        for address in _ADDRESS.finditer(hidden):
            if any(len(part) >= _LONG - 1 and part in address[0] for part in self._parts):
                return Doubt.PART, address.start()
        return None

    def _is_spelled(self, shown: str, bare: str) -> bool:
        """Return whether a short name stands in a text just as it is spelled, or in an address."""
        addresses = (address[0] for address in _ADDRESS.finditer(bare))
        return self._spelled in shown or any(self.joined in each for each in addresses)


def _is_apart(bare: str, place: int) -> bool:
    return not 0 <= place < len(bare) or not bare[place].isalnum()


def _in_address(bare: str, place: int) -> bool:
    return any(found.start() <= place < found.end() for found in _ADDRESS.finditer(bare))


def _any_of(patterns: Iterable[str]) -> str:
    """Return a pattern for any of these, the longest first; without any, for nothing."""
    return "|".join(sorted(dict.fromkeys(patterns), key=len, reverse=True)) or "(?!)"


def _spaced(words: Iterable[str]) -> str:
    return _GAP.join(map(re.escape, words))


def _form(word: str, least: int, cut: int) -> tuple[str, str]:
    """Return the beginning of a word, and a pattern for words that begin so and are as long."""
    if len(word) < least:
        return word, re.escape(word)
    stem = word[: max(least, len(word) - cut)]
    return stem, rf"{re.escape(stem)}[^\W\d_]{{0,{len(word) - len(stem) + cut + 1}}}"


def _is_wide(word: str) -> bool:
    """Return whether a word is of a script of wide letters, few of which make a name."""
    return all(unicodedata.east_asian_width(letter) == "W" for letter in word)


def _halves(word: str) -> list[str]:
    """Return the halves of a name that is written without a space: first name and last name."""
    half = (len(word) + 1) // 2
    return [word[:half], word[-half:]] if len(word) > 2 and _is_wide(word) else []


def _sighting(doubt: Doubt, text: str, place: int) -> Sighting:
    around = text[max(0, place - _AROUND) : place + 2 * _AROUND]
    return Sighting(doubt, " ".join(around.split()))
