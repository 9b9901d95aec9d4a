"""The offline answerer: a question is read by grammar and answered from facts, or not at all.

Every word of an answer is a name, a date or a count found in the evidence; where the style wants
more, the facts that say so follow.
"""

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate

from clew.ask.tasks import MAX_ANSWER, MAX_ITEM, MAX_REASONING, AnswerQuestion, AnswerReply, Style
from clew.graph.times import shown_period
from clew.graph.types import Fact, Period, Precision
from clew.minds.english.asking.fact_answers import Solution, Solver
from clew.minds.english.asking.needed_facts import told_facts
from clew.minds.english.asking.question_names import Find
from clew.minds.english.asking.question_parser import parse
from clew.minds.english.asking.term_values import Matcher

__all__ = ["answer_question"]


def answer_question(task: AnswerQuestion) -> AnswerReply:
    """Answer one `AnswerQuestion` from its own evidence.

    The question is read twice: first without names that span "of" and "'s", then with them.
    """
    reason = ""
    for told in (False, True):
        find, solver = _reader(task, told_facts(task) if told else ())
        for compound in (False, True):
            solution = solver.solve(parse(task.question, find, task.now, compound=compound))
            if solution.items:
                return _reply(task, solution)
            reason = reason or solution.reason
        if not reason.startswith("not in memory"):
            break
    return AnswerReply(abstain=True, reasoning=reason[:MAX_REASONING] or "not in memory")


def _reader(task: AnswerQuestion, told: Sequence[Fact] = ()) -> tuple[Find, Solver]:
    """Return a name lookup and a solver over the evidence of a question, and facts told beside."""
    links = dict(task.links)
    known = [one for one in (*task.facts, *told) if not one.is_denied]
    denied = [one for one in task.facts if one.is_denied]
    if not links:  # evidence that somebody else gathered: its names are those of its facts
        for fact in known:
            for name, id in ((fact.subject_name, fact.subject), (fact.object_name, fact.object)):
                links[name] = tuple(dict.fromkeys((*links.get(name, ()), id)))

    def find(name: str) -> tuple[int, ...]:
        return links.get(name, ())

    matcher, denials = (Matcher(_looked_up(some), task.now, some, find) for some in (known, denied))
    return find, Solver(matcher, task.passages, loose=bool(told), denials=denials)


def _looked_up(facts: Sequence[Fact]) -> Callable[[tuple[int, ...]], list[Fact]]:
    """Return what gives those of the facts that have one of some entities at an end."""
    about: dict[int, list[int]] = {}
    for number, fact in enumerate(facts):
        for end in {fact.subject, fact.object}:
            about.setdefault(end, []).append(number)

    def facts_of(ids: tuple[int, ...]) -> list[Fact]:
        return [facts[number] for number in sorted({n for id in ids for n in about.get(id, ())})]

    return facts_of


def _reply(task: AnswerQuestion, solution: Solution) -> AnswerReply:
    """Word a solution as a reply; the text of a long list is cut, `items` keeps all of it."""
    ids = (*(fact.id for fact in task.facts), *(one.id for one in task.passages))
    numbers = {id: number for number, id in enumerate(ids, 1)}
    said = tuple(item[:MAX_ITEM] for item in solution.items)
    text = ", ".join(said)
    if len(text) > MAX_ANSWER:
        kept = bisect(list(accumulate(len(item) + 2 for item in said)), MAX_ANSWER - 30)
        text = f"{', '.join(said[:kept])} and {len(said) - kept} more"
    return AnswerReply(
        answer=_worded(task, solution, text)[:MAX_ANSWER],
        items=said,
        citations=tuple(numbers[id] for id in solution.facts if id in numbers),
        reasoning=solution.reason[:MAX_REASONING],
        confidence=solution.confidence,
    )


def _worded(task: AnswerQuestion, solution: Solution, short: str) -> str:
    """Return an answer in the style that is wanted: more than the short one are facts it rests on.

    A sentence is those of them that name what was asked for.
    """
    facts = {fact.id: fact for fact in task.facts}
    stated = {_stated(facts[id], task): facts[id] for id in solution.facts if id in facts}
    if task.style is Style.SHORT or not stated:
        return short
    naming = [text for text in stated if any(item in text for item in solution.items)]
    told = naming if naming and task.style is Style.SENTENCE else [*stated]
    return " ".join([*([] if naming else [f"{short[:1].upper()}{short[1:]}."]), *told])


def _stated(fact: Fact, task: AnswerQuestion) -> str:
    said = Precision.SAID in fact.told and fact.valid_to is None
    untold = said or fact.period == Period()
    when = "" if untold else f", {shown_period(fact.period, task.now)}"
    return f"{fact.text[:1].upper()}{fact.text[1:]}{when}."
