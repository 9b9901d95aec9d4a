"""What names side by side tell: two of a list are two people, "Ida and Tom Roy" two Roys."""

import re
from collections.abc import Iterable, Iterator

from clew.learn.spelling import initialed
from clew.learn.who.called import Called
from clew.minds.english.words.lexicon import NAME_LINKS
from clew.minds.english.words.people import CAPITAL, NOT_NAMES, TITLES, looks_personal
from clew.minds.english.words.word_lists import section
from clew.regex import Regex

__all__ = ["behind_initials", "initials_listed", "listed_apart", "shared_last_names"]

_LINK = "|".join(sorted(NAME_LINKS))
_WORD = rf"{CAPITAL}(?:[\w’-]+|\.)"
_NAME = rf"{_WORD}(?: (?:(?:{_LINK}) )*{_WORD}){{0,3}}"
_BULLET = r"\n[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]+"
_SEPARATOR = rf"(?:,? (?:and|or|&) |, ?|; ?| ?/ ?|{_BULLET})"
_LIST = Regex(rf"(?<![\w.’'-]){_NAME}(?:{_SEPARATOR}{_NAME})+(?!['’\w])")
_INITIALED = Regex(r"(?<![\w.] )(?<![\w-])((?:[A-Z]\. ){1,2}[A-Z][a-zà-ÿ][\w-]+)(?! [A-Z])")
_MOST = 20
"""Most names with one last name that one is compared with."""
_SPLIT = Regex(_SEPARATOR)
_JOINED = Regex(" (?:and|or|&) ")
_SET_OFF, _ENDS = Regex(r"(?:^|[:\n•*–-])[ \t]*$"), Regex(r"[.;]?(?:\s|$)")
_ONE_MORE = Regex(rf"{_SEPARATOR}(?:me|myself|you|others)\b")
_FIRST = rf"{CAPITAL}[\w’-]+"
_SHARED = [
    Regex(
        way.replace("FIRSTS", rf"(?P<firsts>{_FIRST}(?:(?:, | and |, and ){_FIRST})*)")
        .replace("FULL", rf"(?P<full>{_FIRST} (?:(?:{_LINK}) )*{_FIRST}(?![\w’-]))")
        .replace("LAST", rf"(?P<last>(?:(?:{_LINK}) )*{_FIRST})")
    )
    for way in section("shared_last_names").strip().replace("_", " ").splitlines()
]


def listed_apart(text: str) -> frozenset[str]:
    """Return the single names, and titles with one, that a list has beside a full name of theirs.

    >>> sorted(listed_apart("Here: Ida, Ida Roy, Tom. Table 1: Eva Lund, Mrs Lund and Ben."))
    ['Ida', 'Mrs Lund']
    >>> sorted(listed_apart("I met Ida, Ida Roy, in town. Tom, his friend Tom Hall and Eva came."))
    []
    """
    return frozenset(one for names in _lists(text) for one in _beside_full(names))


def behind_initials(text: str) -> list[str]:
    """Return the names with initials that no other word stands before, as in a list.

    >>> behind_initials("Present: P. Roy, J. H. Hall. Apologies from Ida T. Lund.")
    ['P. Roy', 'J. H. Hall']
    """
    found: list[str] = _INITIALED.findall(text)
    return found


def initials_listed(text: str) -> frozenset[str]:
    """Return the names with an initial that a list has beside the whole name, and those.

    >>> sorted(initials_listed("Present: I. Roy, Ida Roy. I asked T. Hall or Tom Hall."))
    ['I. Roy', 'Ida Roy', 'T. Hall', 'Tom Hall']
    """
    return frozenset(one for names in _lists(text) for one in _beside_whole(names))


def shared_last_names(text: str) -> Iterator[tuple[str, str]]:
    """Yield (first name, full name) of those who are told with their family's last name.

    >>> [*shared_last_names("Ida, Otto and Tom Roy came. The Lund twins, Eva and Bo, too.")]
    [('Ida', 'Ida Roy'), ('Otto', 'Otto Roy'), ('Eva', 'Eva Lund'), ('Bo', 'Bo Lund')]
    """
    for way in _SHARED:
        for found in way.finditer(text):
            told = found.groupdict()
            last = told.get("last") or told["full"].partition(" ")[2]
            firsts = re.split(r",? and |, ", found["firsts"])
            people = looks_personal(told.get("full") or f"{firsts[0]} {last}")
            people = people and not told.get("more")  # "Tom Hill and Ida Roy"
            for first in firsts if people else ():
                if looks_personal(first) and first.lower() not in NOT_NAMES | TITLES:
                    yield first, f"{first} {last}"


def _lists(text: str) -> list[list[str]]:
    """Return the entries of each list of names: three, two of no sentence, or two with "and"."""
    found = []
    for one in _LIST.finditer(text):
        names = _SPLIT.split(one[0])
        more = _ONE_MORE.match(text, one.end()) is not None
        alone = _SET_OFF.search(text, 0, one.start()) and _ENDS.match(text, one.end())
        if len(names) + more > 2 or alone or _JOINED.search(one[0]):
            found.append([*dict.fromkeys(names)])
    return found


def _beside_full(names: Iterable[str]) -> Iterator[str]:
    full = [one.split() for one in names if " " in one and not _is_titled(one)]
    firsts, lasts = {one[0] for one in full}, {one[-1] for one in full}
    for one in names:
        title, _, last = one.rpartition(" ")
        if (last in lasts and _is_titled(one)) if title else one in firsts:
            yield one


def _beside_whole(names: Iterable[str]) -> Iterator[str]:
    whole: dict[tuple[str, str], list[str]] = {}
    for one in names:
        whole.setdefault((one[0], one.rpartition(" ")[2]), []).append(one)
    for one in names:
        alike = whole[one[0], one.rpartition(" ")[2]] if "." in one else ()
        full = [other for other in alike[:_MOST] if initialed(Called(one), Called(other))]
        yield from (one, *full) if full else ()


def _is_titled(name: str) -> bool:
    return name.count(" ") == 1 and name.partition(" ")[0].lower().rstrip(".") in TITLES
