"""Time expressions in English sentences.

`find_times` reads a sentence, relative to the time of its episode, into spans with half-open ISO
dates. Conventions:

- A closing time includes the period it names: "until 2015" and "from 2010 to 2015" end on
  2016-01-01. "before 2015" ends on 2015-01-01, "after 2015" starts on 2016-01-01.
- A month or day without a year is the last one where the verb nearest to it is of the past, the
  coming one where the sentence looks ahead ("is due", "will"), else the nearer of the two. A
  weekday is the last one unless the sentence looks ahead; with "next" it is the first one after.
- "two years later", "the following year" and "that year" count from the last date the text named
  (`anchor`), which the caller carries from sentence to sentence. Without one the first two have no
  date, as "long ago" has none, and "that year" is the one of the episode.
- A number with slashes is a date when only one order makes sense; "03/04/2020" is kept as its
  year and reported.
"""

import re
from dataclasses import dataclass, replace
from datetime import MAXYEAR, date, datetime, timedelta

from clew.graph.types import Time
from clew.llm.base import Loss
from clew.minds.english.words.calendar_rules import (
    AHEAD,
    AMBIGUOUS,
    MONTHS,
    Reader,
    counts_on,
    period,
    rules,
)
from clew.minds.english.words.lexicon import VERBS
from clew.minds.english.words.word_lists import section, words_in_order
from clew.regex import Regex

__all__ = ["TimeSpan", "find_times"]


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One time expression: where it stands, how it is bound to its clause, what it covers."""

    start: int
    end: int
    """Characters of the sentence, preposition included."""
    prep: str
    """Lower-case preposition as read: "in", "since", "until", "for" (a duration), or empty."""
    value: str
    """The expression as read, without its preposition."""
    grain: str
    """"day", "week", "month", "season", "year", "decade", "long" ("for years", or "two days later"
    where no day was told) or "vague" ("long ago")."""
    first: str | None
    """ISO date on which the named period starts; `None` on a step axis, and of those two."""
    last: str | None
    """ISO date on which it has ended (exclusive)."""
    closed: bool = False
    """True when the text names both ends ("from 2010 to 2015")."""

    @property
    def valid_from(self) -> str | None:
        """When something that is so bound starts to hold; `None` when the text does not say."""
        if self.prep in {"until", "till", "before", "up to"} and not self.closed:
            return None
        return self.last if self.prep == "after" else self.first

    @property
    def valid_to(self) -> str | None:
        """When it stops to hold, where the expression itself says so ("until", "from ... to")."""
        if self.closed or self.prep in {"until", "till", "up to"}:
            return self.last
        return self.first if self.prep == "before" else None

    def told(self, day: str | None) -> str | None:
        """Return its first day as exactly as the text tells it ("2015"), another day as it is."""
        most = {"year": 4, "years": 4, "decade": 4, "month": 7, "season": 7}.get(self.grain, 10)
        return day[:most] if day == self.first and day and "-01-01".endswith(day[most:]) else day


_HINT = Regex(
    r"\d{4}|days?\b|ages\b|ago\b|morrow|morning|evening|afternoon|last|next|night|week|month|year|decade|"
    + "|".join(month for month in MONTHS if len(month) > 2),
    re.IGNORECASE,
)
_PREP = Regex(
    r"(?:^|(?<=[\s(,;]))(?P<prep>ever since|since|as of|as from|starting(?: in| on| from)?"
    r"|beginning in|in|on|at|until|till|up to|from|by|during|before|after|around|about|circa"
    r"|throughout|between|to|for|back in|effective)"
    r"(?: +(?:the +)?(?:year|month|early|late|end of|beginning of|start of|middle of|night of"
    r"|morning of|evening of|spring of|summer of|autumn of|fall of|winter of))?\s+$",
    re.IGNORECASE,
)
_CLOCKS = Regex(r"(?<![\w.,-])0\d{3} ?(?:to|and|until|till|[-–])")
_CHANGED = Regex(
    r"\b(?:up|down|rose|risen|raised|increased|fell|fallen|dropped|cut|reduced|lowered) "
    r"(?:from [\d.,]{1,12} (?:\w{1,12} )?)?$"
)
"""Before the amount that it was, and when it was that."""
_OPENING = frozenset(section("opening_times").strip().splitlines())
_JOIN = Regex(r"\s*(?:to|until|till|through|and|[-–—])\s*$", re.IGNORECASE)


def find_times(
    text: str, at: Time, anchor: date | None = None
) -> tuple[tuple[TimeSpan, ...], tuple[Loss, ...]]:
    """Find the time expressions of one sentence.

    Args:
        text: the sentence; offsets of the spans are characters of it.
        at: the time of its episode. With a step number the spans have no dates, since a
            namespace keeps one axis.
        anchor: the last day the text named; the episode's day when absent.

    Returns:
        Spans in order, not overlapping, and what looks like a date but is none.
    """
    if not _HINT.search(text):
        return (), ()
    today = at.date() if isinstance(at, datetime) else date(2000, 1, 1)
    losses: list[Loss] = []
    spans: list[TimeSpan] = []
    taken = bytearray(len(text))
    for pattern, reader, needs_prep in rules():
        for found in pattern.finditer(text):
            if any(taken[found.start() : found.end()]):
                continue
            named = [one.first for one in spans if one.first and one.end <= found.start()]
            last = date.fromisoformat(max(named)) if named else _year(text, found) or anchor
            span = _span(text, found, reader, today, last or today, losses)
            if span is not None and last is None and counts_on(reader, found[0]):
                span = replace(span, first=None, last=None, grain="long")
            if span is None:
                taken[found.start() : found.end()] = b"\1" * (found.end() - found.start())
            elif not needs_prep or _anchored(text, found, span, taken):
                spans.append(span)
                taken[span.start : span.end] = b"\1" * (span.end - span.start)
    joined = _ranges(text, sorted(spans, key=lambda span: span.start))
    joined = [_ahead(text, span, today) for span in joined if _is_day(text, span)]
    joined = [_weekend(text, span, today) for span in joined]
    if not isinstance(at, datetime):
        joined = [replace(span, first=None, last=None) for span in joined]
    return tuple(joined), tuple(losses)


def _year(text: str, found: re.Match[str]) -> date | None:
    """Return the year that a sentence names before "two years later"; it is read after that."""
    years = _BARE_YEAR.findall(text, max(found.start() - 120, 0), found.start())
    return date(int(years[-1]), 1, 1) if years else None


_BARE_YEAR = Regex(r"\b(?:in|since|by|of) (1\d{3}|20\d\d)\b", re.IGNORECASE)
_AHEAD, _DUE, _ARRANGED, _MEANT = (
    "|".join(words_in_order(f"{name}_patterns")).replace("_", " ")
    for name in ("ahead", "due", "arranged", "meant")
)
"""What looks ahead, what is for a day to come, and what was said of it: "was moved to 13 June"."""
_PAST = [form for form, (_, kinds) in VERBS.items() if "d" in kinds or "n" in kinds]
_IRREGULAR = "|".join(form for form in _PAST if not form.endswith("ed"))
_VERBISH = Regex(
    rf"\b(?:{_AHEAD}|(?!need|indeed|hundred|speed|proceed)\w{{2,}}ed|is|are|am|has|have|[Dd]id"
    rf"|[Ww]as|[Ww]ere|(?<=\w )(?<!\bto )(?<!lease )(?:{_IRREGULAR}))\b"
    r"|['’](?:ll|m|re|s(?= \w+ing\b))\b"
)
_BE = Regex(r"\b(?:is|are|be|stays?|remains?)(?: (?:not|now|still|also|getting|\w+ly))? $")
"""Before a participle: "is rented until July" looks ahead."""
_MONTH = "|".join(month for month in MONTHS if len(month) > 2)
_YEARLESS = Regex(rf"(?!.*\d{{4}})(?!.*\b(?:last|next|this)\b).*(?:{_MONTH})", re.IGNORECASE)
_WEEKDAY = Regex(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)


def _ahead(text: str, span: TimeSpan, today: date) -> TimeSpan:
    """Take "on 1 July" for the next one where its words look ahead, or do not and it is nearer."""
    weekday = _WEEKDAY.fullmatch(span.value) is not None
    month = span.grain in {"day", "month"} and _YEARLESS.match(span.value)
    since = text[span.start : span.start + 5].lower() in {"since", "ever "}
    if since or not (weekday or month):
        return span
    first, last = date.fromisoformat(span.first or ""), date.fromisoformat(span.last or "")
    over = first <= today if weekday else last <= today
    if not over or last.year >= MAXYEAR or (first.month, first.day) == (2, 29):
        return span
    ahead = first + timedelta(7), last + timedelta(7)
    if not weekday:
        end = last.replace(day=28) if (last.month, last.day) == (2, 29) else last
        ahead = first.replace(year=first.year + 1), end.replace(year=last.year + 1)
    way = _way(text, span)
    if way < 0 or (way == 0 and (weekday or today - last < ahead[0] - today)):
        return span
    return replace(span, first=ahead[0].isoformat(), last=ahead[1].isoformat())


def _weekend(text: str, span: TimeSpan, today: date) -> TimeSpan:
    """Take "the weekend" for the last one where the verb is of the past and it lies ahead."""
    if span.value.lower() != "the weekend" or (span.first or "") <= today.isoformat():
        return span
    if _way(text, span) >= 0:
        return span
    first, last = (date.fromisoformat(day or "") - timedelta(7) for day in (span.first, span.last))
    return replace(span, first=first.isoformat(), last=last.isoformat())


_ARRANGING = Regex(r"(?:\b(?:is|are|am)|['’](?:s|m|re)) (?:not )?\w+ing\b")
_DISTANCE = Regex(AHEAD, re.IGNORECASE)


def _is_day(text: str, span: TimeSpan) -> bool:
    """Say whether "in two weeks" is a day to come, and not how long something took."""
    if span.prep != "in" or not _DISTANCE.fullmatch(span.value):
        return True
    return _way(text, span) > 0 or _ARRANGING.search(text, 0, span.start) is not None


def _way(text: str, span: TimeSpan) -> int:
    """Say whether the verb nearest before a date, else behind it, looks ahead (1) or back (-1)."""
    before = [*_VERBISH.finditer(text, 0, span.start)]
    nearest = before[-1] if before else _VERBISH.search(text, span.end)
    by = span.prep in {"until", "till", "by"}  # "stays in Bonn until July"
    due = by or re.search(_DUE, text, re.IGNORECASE) is not None
    unsaid = -1 if text.endswith(" of ", 0, span.start) else 0  # "your letter of 13 June"
    if nearest is None:
        return int(due) or unsaid
    if nearest[0] in {"has", "have"}:  # "has an exam", but "has passed"
        nearest = _VERBISH.match(text, nearest.end() + 1) or nearest
    verb, between = nearest[0], text[nearest.end() : span.start]
    if verb in {"has", "have", "'ll", "’ll"} or re.fullmatch(_AHEAD, verb):
        return 1
    if verb in {"is", "are", "am"} or verb[0] in "'’" or _BE.search(text, 0, nearest.start()):
        on = span.prep in {"from", "on", "for", "to"} or (not between.strip() and before != [])
        return int(due or on) or unsaid
    arranged = re.fullmatch(_ARRANGED, verb) and (by or span.prep in {"to", "for"})
    return 0 if arranged or (re.fullmatch(_MEANT, verb) and " to " in between) else -1


def _span(
    text: str, found: re.Match[str], reader: Reader, today: date, anchor: date, losses: list[Loss]
) -> TimeSpan | None:
    """Read one match with the preposition before it; a bad date becomes a loss and `None`."""
    try:
        covers = reader(found, today, anchor)
    except (ValueError, OverflowError):
        covers = "no such date"
    if covers == AMBIGUOUS:
        losses.append(Loss(f"{covers}; only the year is kept", found[0]))
        covers = period(int(found["y"]))
    if isinstance(covers, str):
        losses.append(Loss(covers, found[0]))
        return None
    before = _PREP.search(text, max(0, found.start() - 40), found.start())
    prep = re.sub(r"\s+", " ", before["prep"].lower()) if before else ""
    first, last, grain = covers
    on = re.compile(r" on(?:wards?)?\b").match(text, found.end()) if prep == "from" else None
    return TimeSpan(
        start=before.start() if before else found.start(),
        end=found.end() + (len(on[0]) if on else 0),
        prep="since" if prep in _OPENING else prep,
        value=found[0],
        grain=grain,
        first=None if grain in _UNDATED else first.isoformat(),
        last=None if grain in _UNDATED else last.isoformat(),
        closed=grain == "years",
    )


_UNDATED = frozenset({"long", "vague"})
_GIRLS = frozenset({"April", "May", "June", "August"})
_TO_SOMEBODY = Regex(
    r"\b(?:married|engaged|related|belongs?|belonged|talk(?:ed|s|ing)?|spoke|speak(?:s|ing)?|wrote"
    r"|sold|sent|lent|gave|given|introduced|sister|brother|assistant|next door) [^,;:.]{0,40}?to $|"
    r"\b(?:married|engaged|related) to $"
)


def _anchored(text: str, found: re.Match[str], span: TimeSpan, taken: bytearray) -> bool:
    """Say whether a bare year, month or weekday stands where a time stands."""
    if span.prep in {"for", "about", "at"} and span.grain == "year":
        return False
    if span.grain == "year" and _CHANGED.search(text, 0, span.start):
        return False  # "1200 euros, up from 1100 in 2019"
    if span.grain == "year" and _CLOCKS.search(text, 0, found.start()):
        return False  # "from 0600 to 1400"
    if found[0].lower() in {"may", "march", "mar", "sun", "sat"} and found[0][0].islower():
        return False
    if (
        span.prep == "to"
        and _TO_SOMEBODY.search(text, 0, found.start())
        and found[0].rstrip(".") in _GIRLS
    ):
        return False  # "is married to June"
    if span.prep in {"by", "from", "to"} and re.match(r" [A-Z][a-z]", text[found.end() :]):
        # "filled by June Watanabe" is a person.
        return False
    if span.prep:
        # "in 2000 houses" is a count: a lower-case plural follows the number directly.
        return span.grain != "year" or not re.match(r" (?!years\b)[a-z]+s\b", text[found.end() :])
    before = text[: found.start()].rstrip(" ")
    after = text[found.end() : found.end() + 1]
    if span.grain == "day":
        return not before or before[-1] in ",;"
    if before[-1:] == "(" and after in {")", ",", "-", "–", ";", " "}:
        return True
    joined = re.search(r" *(?:[-–—]|\band)$", before)
    return joined is not None and joined.start() > 0 and bool(taken[joined.start() - 1])


def _ranges(text: str, spans: list[TimeSpan]) -> list[TimeSpan]:
    """Join the two ends of "from A to B", "between A and B", "A-B" into one closed span."""
    done: list[TimeSpan] = []
    for span in spans:
        previous = done[-1] if done else None
        joins = previous is not None and not previous.closed and _continues(text, previous, span)
        if previous is None or not joins or (previous.first or "") >= (span.last or ""):
            done.append(span)
            continue
        value = text[previous.end - len(previous.value) : span.end]
        done[-1] = replace(previous, end=span.end, value=value, last=span.last, closed=True)
    return done


def _continues(text: str, left: TimeSpan, right: TimeSpan) -> bool:
    between = text[left.end : right.end - len(right.value)]
    if not _JOIN.fullmatch(between):
        return False
    word = between.strip().lower()
    if word == "and":
        return left.prep == "between"
    return left.prep in {"from", "since", "between"} or word in {"-", "–", "—"}
