"""Times of day as answers: "27 November 2026 at ten", "9:15"."""

import re

from clew.graph.types import Precision
from clew.minds.english.asking.relation_phrases import parse_phrase
from clew.minds.english.asking.time_windows import show_date, show_time
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.words.quantities import is_clock
from clew.regex import Regex

__all__ = ["clock_told", "time_shown"]

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
