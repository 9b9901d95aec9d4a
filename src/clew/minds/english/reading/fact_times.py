"""When a fact holds: the time expressions of its clause, by how the clause is told."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from clew.minds.english.parsing.clause_types import Clause, Phrase, Triple
from clew.minds.english.words.dates import TimeSpan
from clew.minds.english.words.lexicon import ADJECTIVES, KIN, VERBS, singular_verb
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["dated_facts", "is_arranged", "is_plan", "is_unfinished", "lasted",
           "planned_date", "stale_from", "time_fact", "to_come"]  # fmt: skip

_DATED = word_list("dated")
"""Verbs whose date is worth a fact of its own: it answers "when"."""
_LASTING = (word_list("states") | word_list("always_state") | {"be"}) - {"have"}
_ARRANGED = word_list("arranged_changes")
_FINISHED = word_list("finished_deeds")
"""Verbs of deeds that are done only when they are finished: who is building has not built."""
_WHEN = frozenset({"", "on", "in", "at", "by", "before", "to"})
_LIKING = word_list("liking")
"""What is no plan with "to": "likes to sail"."""


def time_fact(
    triple: Triple, clause: Clause, times: Sequence[TimeSpan]
) -> tuple[str | None, str | None]:
    """Return (valid_from, valid_to) of a fact, as `ExtractedFact` wants them.

    An event, or a state that begins, holds from the time named. A state told in the past ("worked
    at Acme in 2019") holds during the time named, no longer. Something that ended ends when the
    time named begins, and began at an unknown time before, unless that is said too.
    """
    first, last = None, None
    for span in times:
        if span.prep == "for" and not (clause.perfect or clause.tense == "present"):
            continue
        start, end = span.valid_from, span.valid_to
        long = span.grain == "long" and clause.perfect
        if (long or span.grain == "vague") and not triple.ended:
            start = "unknown"
        if triple.ended and not span.closed and span.prep not in {"since", "until", "till", "from"}:
            start, end = None, span.first
        elif start and not end and _passes(triple, clause, span):
            end = span.last
        elif triple.past and triple.relation != "is married to" and start and not end:
            end = span.last if span.prep not in {"since", "from"} else end
        first, last = first or span.told(start), last or span.told(end)
    if first is None and (
        clause.always or triple.ended or (last is not None and clause.tense == "past")
    ):
        first = "unknown"
    return first, last


def _is_late(noun: str) -> bool:
    """Say whether a noun is of somebody dead: "late husband"; a "late train" is none."""
    first, *more = noun.split(" ")
    return first == "late" and bool(more) and (more[-1] in KIN or is_person_noun(more[-1]))


def _passes(triple: Triple, clause: Clause, span: TimeSpan) -> bool:
    """Say whether a state is told of some days only: "is ill this week", "is in Paris today"."""
    now = clause.verb == "be" and clause.tense != "past" and not clause.perfect
    where = triple.relation.removeprefix("is ") in _PASSING_AT
    state = where or (triple.relation == "is" and triple.object in ADJECTIVES)
    some_days = span.grain in {"day", "week", "month"} and span.prep in _PASSING
    so_long = span.prep == "for" and span.value.lower() != "the weekend"  # "for three days"
    nowadays = span.value.lower() == "today" and where and not triple.subject[:1].isupper()
    return triple.state and now and state and some_days and not (so_long or nowadays)


_PASSING_AT = frozenset({"in", "at", "on", "with", "near"})
_PASSING = frozenset({"", "on", "in", "for", "during", "at"})


def lasted(triple: Triple, clause: Clause, times: Sequence[TimeSpan]) -> bool:
    """Say whether a state of the past is told to be over: "lived in Rome for three years".

    So it is of who is dead. A story may go on in the past tense, but it does not tell beforehand
    how long something will have been so.
    """
    dead = any(_is_late(one.label or one.base) for one in clause.subjects)
    for_a_time = bool(times) and all(one.prep == "for" for one in times)
    return triple.past and not clause.perfect and (dead or for_a_time)


def stale_from(clauses: Sequence[Clause], times: Sequence[TimeSpan], today: str) -> str | None:
    """Return when a sentence that only tells a plan, a wish or a promise is out of date."""
    wishes = any(one.chain or one.tense == "future" for one in clauses)
    return max(
        (one.last or "" for one in times if wishes and (one.first or "") > today), default=None
    )


def planned_date(
    triple: Triple, clause: Clause, times: Sequence[TimeSpan], today: str
) -> str | None:
    """Return the date of what is to happen: "has an appointment on Friday", "will visit in May".

    What begins then and lasts is no plan: "works at Acme from Monday". Of a week or a season it is
    the last day or month.
    """
    wished = bool(clause.chain) and clause.tense == "present" and clause.verb not in _LIKING
    if not times and not triple.timeless and (wished or is_arranged(clause)):
        return "unknown"
    ahead = [one for one in times if one.prep in _WHEN and one.first and one.first > today]
    if len(ahead) != len(times) or len(times) != 1:
        return None
    simple = clause.tense != "past" and not (clause.perfect or clause.passive)
    deed = simple and clause.verb not in _LASTING  # "is meeting Ben tomorrow", "flies to Rome"
    deed = deed and _is_own(triple, clause)
    if triple.state and not (deed or is_plan(triple, clause)):
        return None
    span = ahead[0]
    first, last = date.fromisoformat(span.first or ""), date.fromisoformat(span.last or "")
    day = (last - timedelta(1) if span.grain in {"week", "season"} else first).isoformat()
    return day[: _LETTERS[span.grain]] if span.grain in _LETTERS else None


def is_arranged(clause: Clause) -> bool:
    """Say whether a clause tells a change that is yet to come: "is moving to Rome"."""
    going_on = clause.tense == "present" and not (clause.perfect or clause.passive)
    trip = clause.verb == "go" and any(one.named for one in clause.governed("to"))
    arranged = clause.verb in _ARRANGED or trip
    return going_on and arranged and clause.said.partition(" ")[0].endswith("ing")


def is_unfinished(clause: Clause) -> bool:
    """Say whether a deed is told that need not get done: "is buying a house", "was painting"."""
    going = clause.said.partition(" ")[0].endswith("ing") and clause.tense != "future"
    done = clause.bare or clause.perfect or clause.passive or clause.chain or clause.ended
    return going and not done and clause.verb in _FINISHED and bool(clause.objects)


def _is_own(triple: Triple, clause: Clause) -> bool:
    """Say whether a fact is told by the verb of the clause, and does not only follow from it."""
    verb = triple.relation.split(" ")[0]
    return verb == singular_verb(clause.verb) or (is_unfinished(clause) and verb == "is")


def is_plan(triple: Triple, clause: Clause) -> bool:
    """Say whether a state follows from what is yet to come: "will move to Rome".

    "Moves to Rome on 1 July" and "works at Acme from Monday" are announced, as timetables are.
    """
    own = _is_own(triple, clause)
    follows = triple.state and not (own or triple.timeless) and clause.verb not in _LASTING
    return follows and (clause.tense == "future" or is_arranged(clause))


def to_come(relation: str) -> str:
    """Return a relation as a plan has it: "will live in"."""
    verb, _, rest = relation.partition(" ")
    bare = "be" if verb in {"is", "was"} else VERBS.get(verb, (verb, ""))[0]
    return f"will {bare} {rest}".strip()


_LETTERS = {"year": 4, "month": 7, "season": 7, "week": 10, "day": 10}
"""How much of a date tells it as exactly as the text does."""


def dated_facts(
    clause: Clause, times: Sequence[TimeSpan], sentence: str, *, has_facts: bool
) -> Iterator[Triple]:
    """Yield "was born on 3 May 1990", "takes place on Friday": the date is what is told."""
    if clause.said.endswith("ing") or clause.chain:
        return  # "is coming on Sunday": an arrangement
    usable = [span for span in times if span.first and span.prep not in {"for", "until", "since"}]
    if not usable or not clause.asserted or clause.negated or clause.verb == "appos":
        return
    due = " due" if [one.base for one in clause.objects] == ["due"] else ""
    wanted = clause.verb in _DATED if clause.passive or not clause.objects else False
    if clause.verb == "be":
        wanted = bool(due) or (not clause.preps and _is_date_of(clause, usable[0], sentence))
        if not wanted or usable[0].prep == "from":  # "the summer is from May to November"
            return
    if not wanted and (has_facts or clause.objects):
        return
    span = usable[0]
    prep = span.prep
    if prep in {"", "at", "in"}:
        prep = "on" if span.grain == "day" else "in"
    be = ("is " if clause.tense == "present" else "was ") if clause.passive else ""
    _, space, rest = clause.said.partition(" ")  # "takes place"
    now = f"{singular_verb(clause.verb)}{space}{rest}"
    said = clause.said if be or clause.tense != "present" else now
    verb = {"be": f"{'is' if clause.tense != 'past' else 'was'}{due}"}.get(clause.verb, said)
    for subject in clause.subjects:
        if subject.owner and _YEARLY.fullmatch(subject.base) and clause.verb == "be":
            yield from _each_year(subject, clause, span)
        elif subject.name.lower() not in {"it", "he", "she", "they", "this", "that", "there"}:
            yield Triple(subject.name, f"{be}{verb} {prep}", _written(span))


_YEARLY = Regex(r"(?:[a-z]+ )?(?:birthday|anniversary)")
"""What has a day in every year; a 40th birthday has one."""


def _each_year(subject: Phrase, clause: Clause, span: TimeSpan) -> Iterator[Triple]:
    """Yield "Nora's birthday is 4 May", which is so next year, too; of a day with a year, all."""
    if clause.tense != "present":
        return
    told = span.value if re.search(r"\d{4}", span.value) else ""
    day = date.fromisoformat(span.first or "")
    of_year = f"{day.day} {day:%B}" if span.grain == "day" else f"{day:%B}"
    yield Triple(subject.owner, f"{subject.base} is", told or of_year, state=True, timeless=True)


def _is_date_of(clause: Clause, span: TimeSpan, sentence: str) -> bool:
    """Say whether "X is on Friday" tells the date of X; who "is off today" has none."""
    between = sentence[clause.start + len(clause.said) : span.start].strip(" ,")
    return not clause.objects and (not between or between.lower() in _BESIDE)


_BESIDE = frozenset({"now", "also", "still", "again", "already", "only", "just", "always"})


def _written(span: TimeSpan) -> str:
    """Return the date as read, or in ISO form when what was read is relative ("yesterday")."""
    if re.search(r"\d{4}", span.value):
        return span.value
    first = span.first or span.value
    return {"year": first[:4], "decade": first[:4], "month": first[:7]}.get(span.grain, first)
