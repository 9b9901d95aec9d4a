"""Which two names may be of one, and how a name told in part is in full."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from clew.minds.english.reading.nameless_people import FAMILY
from clew.minds.english.words.lexicon import KIN, PLACES, ROLES
from clew.minds.english.words.other_names import is_shortened, without_job
from clew.minds.english.words.people import NOT_NAMES, THINGS, TITLES, gender_of
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["fitted", "in_full"]

_NOBODYS = NOT_NAMES | KIN | word_list("generic_names")
_GENERIC = _NOBODYS | TITLES | ROLES | THINGS | {one.lower() for one in FAMILY}
"""What anybody may be called, and what is no name."""
_OFFICE = Regex(rf"(?:the )?(?:{'|'.join(sorted(TITLES | ROLES))}|\w+(?:duke|duchess)) (?:of|for) ")
"""What somebody is rather than a name: "Bishop of Bonn"."""
_LONGEST = 100
"""Letters of a name: two of them are one where somebody else has the name, too."""
_SMALL = frozenset({"of", "the", "for", "and", "de", "la", "le", "des", "und", "et", "&", "in"})


def fitted(name: str, other: str, kinds: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield (name, other name), and full names without their titles, if they may be of one.

    Args:
        name: whose it is.
        other: as told.
        kinds: what the names themselves must show, since the words tell other things, too:
            "loose", that they are alike, two things' or that the other has a title; "one", that
            the other is a single word; "former", that they are not two people's who have nothing in
            common; "proper", that it is no office; "dear", that it is a short
            form of the name; "start", that it is shorter and begins like the name; "handle", that
            one of them is a handle; "short", that one has the initials of the other, or the other
            is a handle.

    >>> [*fitted("Sir Tom Hill", "Lord Roy")]
    [('Sir Tom Hill', 'Lord Roy'), ('Sir Tom Hill', 'Tom Hill')]
    >>> [*fitted("Tom Hill", "Director", {"loose"})], [*fitted("Tom Hill", "Boss")]
    ([], [])
    """
    name, other = without_job(name), other[:-1] if other[1:] == "." else other
    name = name[:-1] if name[1:] == "." else name
    if " " in other and _is_initialed(name) and not _is_initialed(other):
        name, other = other, name  # "P. Roy is Pia Roy"
    if max(len(name), len(other)) > _LONGEST:
        return
    if not (_is_own(name) and _is_own(other)) or name.casefold() == other.casefold():
        return
    if any(_is_somebody(a) and b.lower() in PLACES for a, b in ((name, other), (other, name))):
        return
    if not all(_SHOWS[kind](name, other) for kind in _SHOWS.keys() & set(kinds)):
        return
    yield name, other
    title, _, rest = name.partition(" ")
    if title == "the" and _is_own(rest):
        yield name, rest
    for one, another in ((name, other), (other, name)):
        title, _, rest = one.partition(" ")
        titled = title.lower().rstrip(".") in TITLES and " " in rest and rest[0].isupper()
        if titled and rest != another:
            yield one, rest


def _is_somebody(name: str) -> bool:
    """Say whether a name is no place's that has another name: not "Christiania"."""
    return name.lower() not in PLACES and (" " in name or gender_of(name) != "")


def _is_initialed(name: str) -> bool:
    """Say whether a name begins with an initial: "P. Roy"."""
    return re.match(r"[^\W\d_]\.", name) is not None


def _is_handle(name: str) -> bool:
    """Say whether a name is one that machines or radios know: "@dot", "dot_roy", "OE9KL"."""
    sign = len(name) > 4 and re.fullmatch(r"[^\W\d_]{2}[^\W_]*\d[^\W_]*", name) is not None
    return name.startswith("@") or (" " not in name and ("_" in name or sign))


def _has_initials(name: str, other: str) -> bool:
    """Say whether one of two names has the first letters of the other's words.

    >>> _has_initials("Office for Pan-Alpine Roads", "OPAR"), _has_initials("Tom Hill", "Ben")
    (True, False)
    """
    short, long = sorted((name, other), key=len)
    words = long.replace("-", " ").split()
    every = "".join(word[0] for word in words).upper()
    large = "".join(word[0] for word in words if word.lower() not in _SMALL).upper()
    plain = short.replace(".", "").upper()
    return len(plain) > 1 and plain in {every, large}


def in_full(name: str, other: str) -> str:
    """Return another last name with the first name of its owner.

    >>> in_full("Ida Roy", "Hall"), in_full("Roy Bank", "Hall")
    ('Ida Hall', 'Hall')
    """
    words = name.split()
    whole = " " in other or len(words) == 1 or {*name.lower().split()} & THINGS
    first = next((one for one in words if one.lower().rstrip(".") not in TITLES), "")
    return other if whole else f"{first} {other}"


def _is_own(name: str) -> bool:
    """Say whether a name is anybody's own, rather than a word for many: "Mum", "the Boss"."""
    small = name[:1].islower() and not name.startswith(("the ", "al-", "de ", "van "))
    lower = small and not _is_handle(name)
    if lower or _OFFICE.match(name.lower()):
        return False
    article, _, word = name.lower().rpartition(" ")
    if article == "the":
        return word not in _NOBODYS
    return article != "" or word.rstrip(".") not in _GENERIC


def _alike(name: str, other: str) -> bool:
    """Say whether two names have a word in common, or the second begins with a title."""
    one, two = ({*each.lower().partition(" of ")[0].split()} for each in (name, other))
    first, _, rest = other.lower().partition(" ")
    titled = rest != "" and " of " not in other and first.rstrip(".") in TITLES
    things = [THINGS & {*each.lower().split()} for each in (name, other)]
    titled = titled or all(things)
    return bool({word for word in one & two if len(word) > 2} - _GENERIC - _SMALL) or titled


def _are_two(name: str, other: str) -> bool:
    """Say whether both names are whole ones of people: "the chair: Ida Roy, formerly Tom Hill"."""
    firsts = [one.split()[0] for one in (name, other) if " " in one]
    return len(firsts) > 1 and any(map(gender_of, firsts))


def _starts_alike(name: str, other: str) -> bool:
    """Say whether another name is a single shorter word with the start of the first name.

    >>> _starts_alike("Alejandra", "Alex"), _starts_alike("Maria", "Mark")
    (True, False)
    """
    first = name.split()[0]
    short = " " not in other and len(other) < len(first)
    sexes = {gender_of(first.lower()), gender_of(other.lower())}
    return short and sexes != {"f", "m"} and first[:3].casefold() == other[:3].casefold()


_SHOWS: Mapping[str, Callable[[str, str], bool]] = {
    "loose": _alike,
    "one": lambda _, other: " " not in other,
    "proper": lambda _, other: not {"the", "award", "year", *ROLES} & {*other.lower().split()},
    "former": lambda name, other: _alike(name, other) or not _are_two(name, other),
    "dear": lambda name, other: is_shortened(other, name),
    "start": lambda name, other: _starts_alike(name, other),
    "handle": lambda name, other: _is_handle(name) or _is_handle(other),
    "short": lambda name, other: _has_initials(name, other) or _is_handle(other),
}
"""What two names must show, by the kind of telling."""
