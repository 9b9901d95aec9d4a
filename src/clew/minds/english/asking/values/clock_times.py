"""Times as answers: "27 November 2026 at ten", "9:15", "the week of 30 November 2026"."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from clew.ask.evidence import Passage
from clew.graph.types import Fact, Precision, Time
from clew.minds.english.asking.relation_phrases import parse_phrase
from clew.minds.english.asking.time_windows import rough_time, show_date, show_time
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.words.dates import find_times
from clew.minds.english.words.quantities import is_clock
from clew.regex import Regex

__all__ = ["clock_told", "time_shown", "told_roughly"]

_OF_DAY = Regex(r"\bwhat time\b", re.IGNORECASE)


def clock_told(match: Match, question: str) -> str:
    """Return the time that a fact tells with its day, if that is told; empty if it tells none.

    Who asks "what time" wants no day.
    """
    fact = match.fact
    if not is_clock(match.name) or parse_phrase(fact.relation).preposition != "at":
        return ""
    day = ""
    if fact.planned_for and fact.planned_for != "unknown":
        day = show_date(fact.planned_for)
    elif fact.valid_from is not None and fact.told[0] is Precision.DAY:
        day = show_time(fact.valid_from, "", Precision.DAY)
    return match.name if not day or _OF_DAY.search(question) else f"{day} at {match.name}"


def time_shown(match: Match, question: str) -> str:
    """Return the date, or the day and the time, that a fact states."""
    return clock_told(match, question) or show_date(match.name)


def told_roughly(fact: Fact, sources: Sequence[Passage]) -> str:
    """Return the week, season or decade that a fact is of, if the texts that tell it tell no more.

    What is planned for a week is kept with its last day: it may still come until then.
    """
    for one in sources:
        begun = fact.valid_from
        if fact.planned_for:
            begun = next(_weeks_planned(fact.planned_for, one.text, one.valid_from), None)
        if begun is not None and (told := rough_time(begun, one.text, one.valid_from)):
            return told
    return ""


def _weeks_planned(day: str, text: str, at: Time | None) -> Iterator[datetime]:
    """Yield the first days of the weeks and seasons of a text that end with a planned day."""
    for span in find_times(text, at)[0] if isinstance(at, datetime) else ():
        if span.grain in {"week", "season"} and span.first and span.last:
            last = datetime.fromisoformat(span.last) - timedelta(1)
            if f"{last:%Y-%m-%d}".startswith(day):
                yield datetime.fromisoformat(span.first)
