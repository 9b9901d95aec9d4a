"""Whether a text tells of a child, of somebody grown up, of somebody who lives.

A baby is nobody who retired the year before. What is told counts for the time of the text, so a
child of 1990 may be the judge of 2024.
"""

from collections.abc import Iterable, Iterator

from clew.learn.who.lives import GROWN, Life
from clew.minds.english.reading.shown.about_names import Telling, Window, windows
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.people import TITLES
from clew.minds.english.words.word_lists import section, word_list, words_in_order
from clew.regex import Regex

__all__ = ["stages_told"]

_CHILD = 13
"""Years up to which somebody is a child."""
_ADULTS = TITLES - KIN - {"miss", "master", "saint", "st"}
"""Titles of those who are grown up; a sister need not be."""


def _ways(name: str) -> str:
    ways = "|".join(section(name).strip().splitlines())
    return ways.replace("JOB", f"(?:{'|'.join(words_in_order('grown_jobs'))})")


_IS_CHILD = Telling(rf"(?:[\w-]+ ){{0,2}}(?:{_ways('children_have')})", _ways("children_do"))
_IS_GROWN = Telling(_ways("grown_have"), _ways("grown_do"))
_IS_ALIVE = Telling("(?!)", _ways("alive_do"))
_DATED = Regex(r"\b(?:1\d|20)\d\d\b")
"""A line with a year may tell of that year rather than of its own time."""
_JOBS, _YOUNG = word_list("grown_jobs"), word_list("young_nouns")
_BEFORE = Regex(
    r"(?:\b([\w-]+)\.?,? (?:(?:called|named) )?|"
    r"\b(?:[Aa]n?|[Tt]he|[Mm]y|[Oo]ur) (?:[a-z]+ ){0,2}?"
    r"([a-z]+) (?:at|in|from|of|with) [^,.;:]{1,30}, )$"
)
"""What stands before a name: "the nurse Ida", "an old man at the spa, Ida"."""


def stages_told(text: str, year: int) -> Iterator[tuple[str, Life]]:
    """Yield what a text of a year tells of when people were born, and that they live, by name.

    >>> for name, life in stages_told("Ida got her satchel. Otto, a judge, rang.", 2024):
    ...     print(name, life.born_since, life.born_until, life.alive)
    Ida 2011 0 0
    Otto 0 2008 0
    """
    text = "\n\n".join(one for one in text.splitlines() if not _DATED.search(one))
    told = [*windows(text)]
    called = [*_called(told)]
    children = {*_IS_CHILD.names(told), *(name for name, noun in called if noun in _YOUNG)}
    for name in sorted(children):
        yield name, Life(born_since=year - _CHILD)
    for name in sorted(
        {*_IS_GROWN.names(told), *(name for name, noun in called if noun not in _YOUNG)} - children
    ):
        yield name, Life(born_until=year - GROWN)
    for name in sorted({*_IS_ALIVE.names(told)}):
        yield name, Life(alive=year)


def _called(told: Iterable[Window]) -> Iterator[tuple[str, str]]:
    """Yield names with the job, title or noun of the young that they stand behind."""
    for window in told:
        for one in window.names:
            before = _BEFORE.search(window.said, max(0, one.start() - 60), one.start())
            nouns = [one.lower() for one in (before.groups() if before else ()) if one]
            nouns.append(one[0].partition(" ")[0].lower())
            for noun in nouns:
                if noun in _JOBS | _YOUNG or noun in _ADULTS:
                    yield one[0], noun
