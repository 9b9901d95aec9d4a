"""Two of one name in one sentence: "Rosa the baker and Rosa the judge", "two men named Tom Roy".

One of them may be a thing: "the lane is named after Rosa Roy".
"""

from collections.abc import Iterator

from clew.minds.english.words.people import CAPITAL
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import section, word_list
from clew.regex import Regex

__all__ = ["named_after", "named_alike"]

_NAME = rf"(?<![\w-])({CAPITAL}[\w-]+\.?(?: {CAPITAL}[\w-]+){{0,3}})"
_STREETS = word_list("streets")
_TRADES = Regex(rf"{_NAME} the (?=([a-z-]+)(?: ([a-z-]+))?)")


def _ways(name: str) -> list[Regex]:
    """Return the patterns of a list around a name."""
    lines = section(name).strip().splitlines()
    return [Regex(line.replace("_", " ").replace("NAME", _NAME)) for line in lines]


_SEVERAL, _AFTER = _ways("several_named"), _ways("named_after")


def named_after(said: str) -> Iterator[str]:
    """Yield the names of streets that a sentence says are named after somebody.

    A street's name is seldom said with "street"; of a school or a dog it is told.

    >>> [*named_after("They named the lane by the mill after the midwife Ida Roy.")]
    ['Ida Roy (lane)']
    >>> [*named_after("The girl and her puppy are named after Ida Roy.")]
    []
    """
    for way in _AFTER:
        for found in way.finditer(said):
            if (what := found["what"]) in _STREETS:
                yield f"{found['name']} ({what})"


def named_alike(said: str) -> Iterator[str]:
    """Yield the names of those in a sentence whom only their trades, or nothing, tell apart.

    >>> [*named_alike("Rosa the baker is ill, Rosa the tree doctor is not. Ida the judge sings.")]
    ['Rosa (baker)', 'Rosa (tree doctor)']
    >>> [*named_alike("There are two men named Tom Roy.")]
    ['Tom Roy (one)', 'Tom Roy (another)']
    """
    told: dict[str, dict[str, None]] = {}
    for name, noun, next_noun in _TRADES.findall(said):
        for trade in (noun, f"{noun} {next_noun}".strip()):
            if is_person_noun(trade.rpartition(" ")[2]):
                told.setdefault(name, {})[f"{name} ({trade})"] = None
                break
    yield from (one for names in told.values() if len(names) > 1 for one in names)
    for way in _SEVERAL:
        for name in way.findall(said):
            yield from (f"{name} (one)", f"{name} (another)")
