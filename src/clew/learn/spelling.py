"""How names are spelled: which are the same words, and which may stand for a longer one. Pure.

A name may end with what tells its owner from others of that name: "Rolf (son)".
"""

import re

from clew.learn.who.called import COURTESY, Called, Spelled, plain_spellings, spelled
from clew.learn.who.last_names import comes_first
from clew.learn.who.short_names import long_forms

__all__ = [
    "familiar_form",
    "initialed",
    "is_courtesy",
    "is_two_of_three",
    "lacks_first",
    "needs_known",
    "other_end",
    "overlap",
    "respelt",
    "same_thing",
    "short_for",
    "tells_apart",
    "turned",
]

_LONGEST = 3
"""Most words of a person's full name that begins with a first name."""
_ABBREVIATED = 3
"""Fewest letters of a title that is cut: "Prof." is "Professor", but "Mr" is not "Mrs"."""
_CUT = 0.6
"""It has fewer of the letters than this: "Capt." is "Captain", but "Count" is not "Countess"."""
_NUMERAL = re.compile(r"[IVX]|[ivxlcdm]{2,}")
_GENERATION = re.compile(r"[ivx]+|[js]r|jun|sen|junior|senior")
"""What a last word tells a father and a son apart by."""


def same_thing(one: str, other: str) -> bool:
    """Return whether two spellings have the same words: punctuation and case do not count.

    >>> same_thing("Dr. Anna Weber", "dr anna-weber"), same_thing("Anna", "Anne")
    (True, False)
    """
    first = spelled(Called(one)).words
    return bool(first) and first == spelled(Called(other)).words


def short_for(short: Called, full: Called, *, here: bool = False) -> bool:
    """Return whether one name of a person may stand for another.

    It may without title, as the first or last name alone, as title with either, with
    initials, with its accents lost, with the last name first (`last_names`), without what tells
    its owner from others, and as the name in quotes, also with the last name. "Mrs Weber" may
    be an Anna Weber already known (`needs_known`); in one text (`here`) also of the same sex, and
    "Queen Weber" then as well.

    >>> short_for(Called("Weber"), Called("Dr Weber", "Dr"))
    True
    >>> short_for(Called("Anna"), Called("Anna Weber")), short_for(Called("Anna"), Called("Anne"))
    (True, False)
    >>> short_for(Called("J. Hall"), Called("Jane Hall"))
    True
    """
    little, whole = spelled(short), spelled(full)
    if not little.bare or little.words == whole.words or little.besides:
        return False
    if short.role and short.role != full.role:  # "my cousin Anna" is hardly "Anna Weber"
        return False
    if "" != short.gender != full.gender != "" or (short.gender and _is_behind(little, whole)):
        return False
    same = short.gender == full.gender != ""
    if little.title and not whole.title:
        named = len(whole.shown) > 1 and " ".join(little.bare) == whole.ends[1]
        return named and (same if here else is_courtesy(short) and short.gender != "")
    if little.title or not little.is_bare:
        return bool(little.title) and _titled_alike(little, whole)
    if _is_two_of(little, whole):
        return same or _GENERATION.fullmatch(little.bare[-1]) is not None
    return _last_first(little, whole) or _cut(little, whole, here=here)


def is_courtesy(called: Called) -> bool:
    """Return whether a name is a last name behind a title that anybody may have.

    >>> is_courtesy(Called("Mrs Weber", "Mrs")), is_courtesy(Called("Queen Anna", "Queen"))
    (True, False)
    """
    parts = spelled(called)
    titled = len(parts.title) == 1 and parts.title[0] in COURTESY
    return titled and len(parts.shown) == 1


def familiar_form(short: Called, full: Called) -> str:
    """Return the familiar form of a first name by which one name stands for another, if it does.

    >>> familiar_form(Called("Bob Hall"), Called("Robert Hall"))
    'bob'
    """
    little, whole = spelled(short), spelled(full)
    fits = bool(little.bare and whole.bare) and _is_familiar(little, whole)
    return little.bare[0] if fits else ""


def is_two_of_three(short: Called, full: Called) -> bool:
    """Return whether the two words of a name are two of three: "Mary Tate", "Mary Louise Tate"."""
    return _is_two_of(spelled(short), spelled(full))


def _cut(little: Spelled, whole: Spelled, *, here: bool) -> bool:
    """Return whether bare words are the same, or shorter than others in a way of their own."""
    nicks = {whole.nick, (*whole.nick, whole.bare[-1])} if whole.nick else set()
    return (
        little.bare in {whole.bare, *nicks}
        or _is_one_of(little, whole)
        or _has_initials(little, whole)
        or (not here and _lost_accents(little, whole))
        or _is_familiar(little, whole)
    )


def _is_familiar(little: Spelled, whole: Spelled) -> bool:
    """Return whether a first name is a familiar form of another, alone or with the last name."""
    last = little.bare[1:]
    fits = not last or last == whole.bare[-len(last) :]
    may_be = len(whole.shown) > 1 and fits and not whole.nick
    return may_be and whole.bare[0] in long_forms(little.bare[0])


def _is_behind(little: Spelled, whole: Spelled) -> bool:
    """Return whether a first name stands where a last one does, or alone behind a title.

    "Simon" is no Paul Simon, and "Olaf" is hardly King Olaf.
    """
    size = len(little.bare)
    alone = len(little.shown) == 1 and little.is_bare
    return alone and len(whole.title + whole.bare) > size and little.bare == whole.bare[-size:]


def respelt(one: Called, other: Called) -> bool:
    """Return whether two names differ in their accents only: a text with both tells of two."""
    first, second = spelled(one), spelled(other)
    return _lost_accents(first, second) or _lost_accents(second, first)


def turned(one: Called, other: Called) -> bool:
    """Return whether two names have the same two words, the last first: "Kovács Dániel"."""
    first, second = spelled(one), spelled(other)
    return first.is_bare and second.is_bare and _turned(first, second)


def initialed(short: Called, full: Called) -> bool:
    """Return whether a name is another with initials: "J. Hall" of "Jane Hall"."""
    little, whole = spelled(short), spelled(full)
    return little.bare != whole.bare and _has_initials(little, whole)


def lacks_first(short: Called, full: Called) -> bool:
    """Return whether a title and a last name are another's without the first: "Dr Hall"."""
    little, whole = spelled(short), spelled(full)
    return len(little.bare) < len(whole.bare) and _titled_alike(little, whole)


def needs_known(short: Called, full: Called) -> bool:
    """Return whether one name may stand for another only of somebody already known.

    "Anna Maria" is an Anna Maria Weber of whom texts have told; but one who comes later is
    somebody else as often as not, and who is told apart then, "Anna Weber (aunt)", is told apart
    from an Anna Weber. So is an "Olund" no Ölund who comes later, nor an "Anna" whom a reader has
    met that knew no other text, nor "Mrs Weber" an Anna Weber who comes later.
    """
    little, whole = spelled(short), spelled(full)
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
    little, whole = spelled(short), spelled(full)
    ends = whole.ends
    if len(little.shown) > 1 or little.title or whole.besides:
        return ""
    return ends[0] if " ".join(little.bare) == ends[1] else ends[1]


def tells_apart(called: Called) -> bool:
    """Return whether a name ends with what tells its owner from others: "Rolf (son)"."""
    return bool(spelled(called).besides)


def overlap(one: Called, other: Called) -> bool:
    """Return whether two names without titles are the same, or one is a word of the other."""
    first, second = spelled(one).bare, spelled(other).bare
    shorter, longer = sorted((first, second), key=len)
    return first == second or (len(shorter) == 1 and shorter[0] in longer)


def _titled_alike(little: Spelled, whole: Spelled) -> bool:
    if not whole.title or len(little.title) != len(whole.title):
        return False
    if _GENERATION.fullmatch(whole.bare[-1]) and little.bare[-1] != whole.bare[-1]:
        return False  # "Mr Pike" is the father of Mr Pike junior
    alike = all(map(_is_cut, little.title, whole.title))
    if little.bare == whole.bare and alike:  # "Prof. Conti", "Professor Conti"
        shorter = len("".join(little.title)) < len("".join(whole.title))
        return shorter or (bool(whole.besides) and little.title == whole.title)
    back = alike or all(map(_is_cut, whole.title, little.title))
    return back and len(whole.shown) > 1 and " ".join(little.bare) in whole.ends


def _is_cut(short: str, full: str) -> bool:
    is_cut = _ABBREVIATED <= len(short) < _CUT * len(full)
    return short == full or (is_cut and full.startswith(short))


def _is_one_of(little: Spelled, whole: Spelled) -> bool:
    named = 1 < sum(not word.islower() for word in whole.shown) <= _LONGEST
    whole_words = all(len(word) > 1 for word in whole.bare)
    capital = not little.shown[0][0].islower()
    return named and whole_words and capital and " ".join(little.bare) in whole.ends


def _is_two_of(little: Spelled, whole: Spelled) -> bool:
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


def _turned(little: Spelled, whole: Spelled) -> bool:
    return len(whole.bare) == 2 and little.bare == whole.bare[::-1]


def _last_first(little: Spelled, whole: Spelled) -> bool:
    """Return whether a last name that often does so stands before the first: "Kovács Dániel".

    "Merton Craig" and "Craig Merton" are two.
    """
    turned = _turned(little, whole)
    return turned and comes_first(little.bare[0]) and not comes_first(little.bare[1])


def _has_initials(little: Spelled, whole: Spelled) -> bool:
    pairs = [*zip(little.bare, whole.bare, strict=False)]
    fits = all(one == other or (len(one) == 1 and other[0] == one) for one, other in pairs)
    same = len(little.bare) == len(whole.bare) > 1
    if not same or _NUMERAL.fullmatch(little.shown[-1]) or _NUMERAL.fullmatch(whole.bare[-1]):
        return False  # "Karl I" is not "Karl II"
    return fits and any(one == other and len(one) > 1 for one, other in pairs)


def _lost_accents(little: Spelled, whole: Spelled) -> bool:
    plain = "".join(little.bare).isascii()
    return plain and len(little.bare) > 1 and little.bare in plain_spellings(whole.bare)
