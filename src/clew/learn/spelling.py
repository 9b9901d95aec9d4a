"""How names are spelled: which are the same words, and which may stand for a longer one. Pure.

No language is known here. What is a person's title, whoever read the text says (`Person.title`).
A name may end with what tells its owner from others of that name: "Rolf (son)".
"""

import re
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from clew.learn.who.lives import Life
from clew.learn.who.short_names import long_forms, short_forms
from clew.text import normalise_name, without_accents

__all__ = [
    "Called",
    "familiar_form",
    "initialed",
    "is_courtesy",
    "is_two_of_three",
    "lacks_first",
    "longer_keys",
    "name_keys",
    "needs_known",
    "other_end",
    "overlap",
    "respelt",
    "same_thing",
    "short_for",
    "shorter_keys",
    "tells_apart",
    "turned",
]

_NO_WORD = re.compile(r"[\W_]+")
_LONGEST = 3
"""Most words of a person's full name that begins with a first name."""
_ABBREVIATED = 3
"""Fewest letters of a title that is cut: "Prof." is "Professor", but "Mr" is not "Mrs"."""
_CUT = 0.6
"""It has fewer of the letters than this: "Capt." is "Captain", but "Count" is not "Countess"."""
_WORDS = 6
"""Most words of any person's name."""
_BESIDES = re.compile(r"(?<=\S) *\(([^()]+)\)$")
_QUOTED = re.compile(r"(?<=\S )[\"'“„‘«(]([^\"'“”„‘’«»()]+)[\"'“”‘’»)](?= \S)")
_NUMERAL = re.compile(r"[IVX]|[ivxlcdm]{2,}")
_GENERATION = re.compile(r"[ivx]+|[js]r|jun|sen|junior|senior")
"""What a last word tells a father and a son apart by."""
_COURTESY = (
    "mr", "mrs", "ms", "miss", "herr", "frau", "mme", "mlle", "madame", "monsieur", "señor",
    "señora", "signor", "signora",
)  # fmt: skip
"""Titles that anybody may have, whatever full name a text gives without one."""
_PARTICLES = frozenset("el al abu ben bin ibn van von de di da del della la le st".split())  # noqa: SIM905
"""What a last name of two words may begin with, also written large."""
_LAST_FIRST = re.compile(r"([^\W\d_][^,]{0,40}), ?([^\W\d_][^,]{0,40})")


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

    @property
    def role(self) -> str:
        """A title of two words that is no part of the name: "my sister"."""
        return self.title if " " in self.title and not _spelled(self).title else ""

    def told_with(self, other: "Called") -> "Called":
        """Return the name with what two texts tell: the longer title, the gender if it is one."""
        genders = {self.gender, other.gender} - {""}
        title = max(other.title, self.title, key=len)
        gender = genders.pop() if len(genders) == 1 else ""
        life, is_guess = self.life.told_with(other.life), self.is_guess or other.is_guess
        return Called(self.name, title, gender, life, is_guess, self.is_new or other.is_new)

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


class _Spelled(NamedTuple):
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

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but the bare words, in their order."""
        return self.words == self.bare


def same_thing(one: str, other: str) -> bool:
    """Return whether two spellings have the same words: punctuation and case do not count.

    >>> same_thing("Dr. Anna Weber", "dr anna-weber"), same_thing("Anna", "Anne")
    (True, False)
    """
    first = _spelled(Called(one)).words
    return bool(first) and first == _spelled(Called(other)).words


def short_for(short: Called, full: Called, *, here: bool = False) -> bool:
    """Return whether one name of a person may stand for another.

    It may without title, as the first or last name alone, as title with either, with
    initials, with its accents lost, without what tells its owner from others, and as the name
    in quotes, also with the last name. "Mrs Weber" may be an Anna Weber already known
    (`needs_known`); in one text (`here`) also of the same sex, and "Queen Weber" then as well.

    >>> short_for(Called("Weber"), Called("Dr Weber", "Dr"))
    True
    >>> short_for(Called("Anna"), Called("Anna Weber")), short_for(Called("Anna"), Called("Anne"))
    (True, False)
    >>> short_for(Called("J. Hall"), Called("Jane Hall"))
    True
    """
    little, whole = _spelled(short), _spelled(full)
    if not little.bare or little.words == whole.words or little.besides:
        return False
    if short.role and short.role != full.role:  # "my cousin Anna" is hardly "Anna Weber"
        return False
    if "" != short.gender != full.gender != "" or (short.gender and _is_behind(little, whole)):
        return False
    same = short.gender == full.gender != ""
    if little.title and not whole.title:
        named = len(whole.shown) > 1 and " ".join(little.bare) == _ends(whole)[1]
        return named and (same if here else is_courtesy(short) and short.gender != "")
    if little.title or not little.is_bare:
        return bool(little.title) and _titled_alike(little, whole)
    if _is_two_of(little, whole):
        return same or _GENERATION.fullmatch(little.bare[-1]) is not None
    return (short.gender == "" != full.gender and _turned(little, whole)) or _cut(
        little, whole, here=here
    )


def is_courtesy(called: Called) -> bool:
    """Return whether a name is a last name behind a title that anybody may have.

    >>> is_courtesy(Called("Mrs Weber", "Mrs")), is_courtesy(Called("Queen Anna", "Queen"))
    (True, False)
    """
    spelled = _spelled(called)
    titled = len(spelled.title) == 1 and spelled.title[0] in _COURTESY
    return titled and len(spelled.shown) == 1


def familiar_form(short: Called, full: Called) -> str:
    """Return the familiar form of a first name by which one name stands for another, if it does.

    >>> familiar_form(Called("Bob Hall"), Called("Robert Hall"))
    'bob'
    """
    little, whole = _spelled(short), _spelled(full)
    fits = bool(little.bare and whole.bare) and _is_familiar(little, whole)
    return little.bare[0] if fits else ""


def is_two_of_three(short: Called, full: Called) -> bool:
    """Return whether the two words of a name are two of three: "Mary Tate", "Mary Louise Tate"."""
    return _is_two_of(_spelled(short), _spelled(full))


def _cut(little: _Spelled, whole: _Spelled, *, here: bool) -> bool:
    """Return whether bare words are the same, or shorter than others in a way of their own."""
    nicks = {whole.nick, (*whole.nick, whole.bare[-1])} if whole.nick else set()
    return (
        little.bare in {whole.bare, *nicks}
        or _is_one_of(little, whole)
        or _has_initials(little, whole)
        or (not here and _lost_accents(little, whole))
        or _is_familiar(little, whole)
    )


def _is_familiar(little: _Spelled, whole: _Spelled) -> bool:
    """Return whether a first name is a familiar form of another, alone or with the last name."""
    last = little.bare[1:]
    fits = not last or last == whole.bare[-len(last) :]
    may_be = len(whole.shown) > 1 and fits and not whole.nick
    return may_be and whole.bare[0] in long_forms(little.bare[0])


def _is_behind(little: _Spelled, whole: _Spelled) -> bool:
    """Return whether a first name stands where a last one does, or alone behind a title.

    "Simon" is no Paul Simon, and "Olaf" is hardly King Olaf.
    """
    size = len(little.bare)
    alone = len(little.shown) == 1 and little.is_bare
    return alone and len(whole.title + whole.bare) > size and little.bare == whole.bare[-size:]


def respelt(one: Called, other: Called) -> bool:
    """Return whether two names differ in their accents only: a text with both tells of two."""
    first, second = _spelled(one), _spelled(other)
    return _lost_accents(first, second) or _lost_accents(second, first)


def turned(one: Called, other: Called) -> bool:
    """Return whether two names have the same two words, the last first: "Kovács Dániel"."""
    first, second = _spelled(one), _spelled(other)
    return first.is_bare and second.is_bare and _turned(first, second)


def initialed(short: Called, full: Called) -> bool:
    """Return whether a name is another with initials: "J. Hall" of "Jane Hall"."""
    little, whole = _spelled(short), _spelled(full)
    return little.bare != whole.bare and _has_initials(little, whole)


def lacks_first(short: Called, full: Called) -> bool:
    """Return whether a title and a last name are another's without the first: "Dr Hall"."""
    little, whole = _spelled(short), _spelled(full)
    return len(little.bare) < len(whole.bare) and _titled_alike(little, whole)


def needs_known(short: Called, full: Called) -> bool:
    """Return whether one name may stand for another only of somebody already known.

    "Anna Maria" is an Anna Maria Weber of whom texts have told; but one who comes later is
    somebody else as often as not, and who is told apart then, "Anna Weber (aunt)", is told apart
    from an Anna Weber. So is an "Olund" no Ölund who comes later, nor an "Anna" whom a reader has
    met that knew no other text, nor "Mrs Weber" an Anna Weber who comes later.
    """
    little, whole = _spelled(short), _spelled(full)
    titled = little.title and len(little.bare) < len(whole.bare)
    courtesy = titled and not whole.title
    guess = short.is_guess and bool(titled or other_end(short, full))
    bare = _lost_accents(little, whole) or _is_two_of(little, whole)
    bare = bare or _is_familiar(little, whole)
    return bool(whole.besides or courtesy) or guess or bare


def other_end(short: Called, full: Called) -> str:
    """Return what a longer name adds to a first name or a last one, else an empty text.

    >>> other_end(Called("Anna"), Called("Anna Weber")), other_end(Called("Ro"), Called("Jo Ro"))
    ('weber', 'jo')
    """
    little, whole = _spelled(short), _spelled(full)
    ends = _ends(whole)
    if len(little.shown) > 1 or little.title or whole.besides:
        return ""
    return ends[0] if " ".join(little.bare) == ends[1] else ends[1]


def tells_apart(called: Called) -> bool:
    """Return whether a name ends with what tells its owner from others: "Rolf (son)"."""
    return bool(_spelled(called).besides)


def overlap(one: Called, other: Called) -> bool:
    """Return whether two names without titles are the same, or one is a word of the other."""
    first, second = _spelled(one).bare, _spelled(other).bare
    shorter, longer = sorted((first, second), key=len)
    return first == second or (len(shorter) == 1 and shorter[0] in longer)


def _titled_alike(little: _Spelled, whole: _Spelled) -> bool:
    if not whole.title or len(little.title) != len(whole.title):
        return False
    if _GENERATION.fullmatch(whole.bare[-1]) and little.bare[-1] != whole.bare[-1]:
        return False  # "Mr Pike" is the father of Mr Pike junior
    alike = all(map(_is_cut, little.title, whole.title))
    if little.bare == whole.bare and alike:  # "Prof. Conti", "Professor Conti"
        shorter = len("".join(little.title)) < len("".join(whole.title))
        return shorter or (bool(whole.besides) and little.title == whole.title)
    back = alike or all(map(_is_cut, whole.title, little.title))
    return back and len(whole.shown) > 1 and " ".join(little.bare) in _ends(whole)


def _is_cut(short: str, full: str) -> bool:
    is_cut = _ABBREVIATED <= len(short) < _CUT * len(full)
    return short == full or (is_cut and full.startswith(short))


def _is_one_of(little: _Spelled, whole: _Spelled) -> bool:
    named = 1 < sum(not word.islower() for word in whole.shown) <= _LONGEST
    whole_words = all(len(word) > 1 for word in whole.bare)
    capital = not little.shown[0][0].islower()
    return named and whole_words and capital and " ".join(little.bare) in _ends(whole)


def _is_two_of(little: _Spelled, whole: _Spelled) -> bool:
    """Return whether two words are two of three: "Mary Tate" is Mary Louise Tate.

    Where the last word tells a son from his father, it is one of the two.
    """
    if (len(little.shown), len(whole.shown), len(whole.bare)) != (2, 3, 3):
        return False
    if whole.shown[1][0].islower():  # "Jan de Vries" is no Jan Vries
        return False
    first, middle, last = whole.bare
    if _GENERATION.fullmatch(last):
        return little.bare in {(first, last), (middle, last)}
    return little.bare == (first, middle) and len(middle) > 1


def _turned(little: _Spelled, whole: _Spelled) -> bool:
    """Return whether a last name stands before a first name: "Kovács Dániel"."""
    return len(whole.bare) == 2 and little.bare == whole.bare[::-1]


def _ends(whole: _Spelled) -> tuple[str, str]:
    """Return the first name and the last, from the first small word on: "van Dijk"."""
    units = [" ".join(_words(each)) for each in whole.shown]
    small = (place for place, each in enumerate(whole.shown) if place and _leads_last(each))
    return units[0], " ".join(units[next(small, -1) :])


def _leads_last(word: str) -> bool:
    return word[0].islower() or word.casefold() in _PARTICLES


def _has_initials(little: _Spelled, whole: _Spelled) -> bool:
    pairs = [*zip(little.bare, whole.bare, strict=False)]
    fits = all(one == other or (len(one) == 1 and other[0] == one) for one, other in pairs)
    same = len(little.bare) == len(whole.bare) > 1
    if not same or _NUMERAL.fullmatch(little.shown[-1]) or _NUMERAL.fullmatch(whole.bare[-1]):
        return False  # "Karl I" is not "Karl II"
    return fits and any(one == other and len(one) > 1 for one, other in pairs)


def _with_initials(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a name as it is with an initial for some of its words, and one word whole."""
    if len(words) > _WORDS:
        return []
    ways = product(*((word, word[0]) if len(word) > 1 else (word,) for word in words))
    return [way for way in ways if way != words and any(len(one) > 1 for one in way)]


def _lost_accents(little: _Spelled, whole: _Spelled) -> bool:
    plain = "".join(little.bare).isascii()
    return plain and len(little.bare) > 1 and little.bare in _without_accents(whole.bare)


def _without_accents(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a name as a keyboard without its accents may spell it."""
    if "".join(words).isascii():
        return []
    return [*zip(*map(without_accents, words), strict=True)]


@lru_cache(maxsize=1 << 14)
def _spelled(called: Called) -> _Spelled:
    words = _words(called.name)
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
    return _Spelled(words, bare[cut:], shown, bare[:cut], besides, nick)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _NO_WORD.split(normalise_name(text)) if word)


@lru_cache(maxsize=1 << 14)
def name_keys(name: str) -> tuple[str, ...]:
    """Return what a name is found by: its words, the first, the last, the second, all but one."""
    spelled = _spelled(Called(name))
    whole, bare = " ".join(spelled.words) or normalise_name(name), spelled.bare
    keys = [f"={whole}"]
    if spelled.words != bare:
        keys.append(f"<{' '.join(bare)}")
    if len(bare) > _WORDS:
        return tuple(keys)
    if spelled.nick:
        nick = " ".join(spelled.nick)
        keys += [f"^{nick}", f"<{nick} {bare[-1]}"]
    if len(bare) > 2:
        keys += [f"+{bare[1]}", f"-{' '.join(bare[1:])}", f"^{' '.join(bare[:2])}"]
        keys.append(f"|{bare[0]} {bare[-1]}")
    if len(bare) > 1:
        keys += [f"^{bare[0]}", f"${bare[-1]}"]
        lost = (" ".join(words) for words in _without_accents(bare))
        keys += [f"%{one}" for one in lost if one.isascii()]  # others are lost by nobody
    return tuple(keys)


def longer_keys(called: Called) -> list[str]:
    """Return the keys under which all names are found that this one may be short for."""
    spelled = _spelled(called)
    bare = " ".join(spelled.bare)
    if spelled.besides or not bare:
        return []
    if spelled.title:
        return [f"${spelled.bare[-1]}", f"+{spelled.bare[0]}"]
    keys = [
        f"<{bare}",
        f"-{bare}",
        *(f"{end}{one}" for one in long_forms(spelled.bare[0]) for end in "^+"),
    ]
    if len(spelled.bare) == 1:
        return [*keys, f"^{bare}", f"+{bare}", f"${bare}"]
    first, last = spelled.bare[0], spelled.bare[-1]
    if any(len(word) == 1 for word in spelled.bare):
        keys.append(f"${last}" if len(last) > 1 else f"^{first}")
    return [*keys, f"%{bare}", f"^{bare}", f"|{bare}", f"={' '.join(reversed(spelled.bare))}"]


def shorter_keys(called: Called) -> list[str]:
    """Return the keys under which all names are found that may be short for this one."""
    spelled = _spelled(called)
    if not spelled.bare:
        return []
    first, last = _ends(spelled)
    keys = [f"={' '.join(spelled.bare)}", *(f"={one}" for one in dict.fromkeys((first, last)))]
    if len(spelled.bare) > 1:
        forms = short_forms(first)
        keys += [f"={one}" for form in forms for one in (form, f"{form} {last}")]
        keys += [f"={title} {last}" for title in _COURTESY]
    if spelled.title or called.gender:
        keys.append(f"${spelled.bare[-1]}")
    if spelled.title:
        keys += [f"={' '.join(spelled.words)}", f"={' '.join(spelled.title)} {first}"]
    if len(spelled.bare) > 1:
        keys += [f"={' '.join(words)}" for words in _with_initials(spelled.bare)]
        keys.append(f"={' '.join(reversed(spelled.bare))}")
    if len(spelled.bare) == 3:
        keys += [f"={one} {two}" for one, two in combinations(spelled.bare, 2)]
    if spelled.nick:
        nick = " ".join(spelled.nick)
        keys += [f"={nick}", f"={nick} {spelled.bare[-1]}"]
    return [*keys, *(f"={' '.join(words)}" for words in _without_accents(spelled.bare))]
