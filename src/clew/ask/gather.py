"""Gather evidence for a question: what the retriever finds, and what shares names with it.

No grammar is used here. A mind that reads a language may find its own evidence: its rule for
`AnswerQuestion` is then a `RuleWithEvidence`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TypeAlias

import numpy as np

from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import DatedView, Passage
from clew.ask.room import Room
from clew.ask.shared_names import SharedNames
from clew.ask.tasks import AnswerQuestion, AnswerReply, evidence_line
from clew.graph.types import TEXT_KINDS, Episode, Fact, Kind, Thesis, Time
from clew.graph.view import View
from clew.llm.base import Model, rule_of
from clew.recall.base import InTime, Query, Retriever, Scored
from clew.recall.pack import render
from clew.recall.query import Asked, query_for
from clew.recall.selection import LineFit, retriever_named, selected
from clew.text import normalise_name

__all__ = [
    "Gather",
    "RuleWithEvidence",
    "gather",
    "gather_for",
    "is_empty",
    "packed",
    "passages_of",
    "retrieved",
]

_NAMES = SharedNames()
_COMPARED = 1000
"""Most facts of linked entities, newest first, that are compared with the question; hubs may have
many more."""


Gather: TypeAlias = Callable[[DatedView, Asked, Asking], AnswerQuestion]
"""Finds the evidence for a question, as `gather` does; the view may be closed afterwards."""


@dataclass(frozen=True, slots=True)
class RuleWithEvidence:
    """A rule for `AnswerQuestion` that gathers its own evidence."""

    answer: Callable[[AnswerQuestion], AnswerReply]
    gather: Gather

    def __call__(self, task: AnswerQuestion) -> AnswerReply:
        """Answer a task."""
        return self.answer(task)


def gather_for(model: Model) -> Gather:
    """Return the function that gathers evidence for a model: the mind's own, or `gather`."""
    rule = rule_of(model, AnswerQuestion)
    return rule.gather if isinstance(rule, RuleWithEvidence) else gather


def gather(view: DatedView, asked: Asked, how: Asking) -> AnswerQuestion:
    """Return a question with what is found for it and has room, best first.

    Facts and passages share one budget of tokens, which is filled in the retriever's order
    (`_told`), with passages that share a rare name moved up (`SharedNames`). Facts of the linked
    entities, from any time, fill the remaining room after the retrieved facts: best match first,
    newest first among equals.

    Args:
        view: the memory at a revision, as of the time of the question.
        asked: the question as read for retrieval, with its vectors.
        how: what to search, and how much.
    """
    limits = how.limits or QALimits()
    query = query_for(view, asked, kinds=how.kinds, skip=how.skip)
    found = view.items([hit.id for hit in _joined(view, query, how)])
    told, left_out = _told(found, view.as_of.valid, limits)
    facts = [one for one in told if isinstance(one, Fact)]
    passages = tuple(one for one in told if isinstance(one, Passage))
    if how.facts_beside and Kind.ENTITY not in how.skip:
        facts += _beside(view, query, facts, passages, limits)
    return AnswerQuestion(asked.text, view.as_of.valid, tuple(facts), passages, left_out=left_out)


def retrieved(view: View, query: Query, how: Asking, k: int | None = None) -> list[Scored]:
    """Return what the retriever finds, reranked, best first; `k` rows instead of the limits'."""
    limits = how.limits or QALimits()
    return selected(view, query, _finder(how), k or limits.recall.k, how.selection)


def _joined(view: View, query: Query, how: Asking) -> list[Scored]:
    """Return what the retriever finds, and passages that share a name with the best of it.

    Nothing is added to rows that keep the retriever's order or stand in the order of time, or that
    a threshold or a budget of their own has cut.
    """
    rows, chosen = retrieved(view, query, how), how.selection
    fixed = chosen.reranker is None or chosen.threshold > 0 or chosen.budget is not None
    if fixed or not how.linked or isinstance(_finder(how), InTime):
        return rows
    return _NAMES.joined(view, query, rows)


def _finder(how: Asking) -> Retriever:
    return retriever_named(how.retriever) if isinstance(how.retriever, str) else how.retriever


def _told(
    found: Iterable[object], now: Time | None, limits: QALimits
) -> tuple[list[Fact | Passage], int]:
    """Return the lines that fit the limits, in the order found, and how many have no room.

    Facts and passages share the tokens: a line that does not fit is left out, and shorter ones may
    still follow. A line that repeats another, and a passage that says what a fact says, are left
    out and not counted; under a limit of tokens, so is a fact that holds and whose text is shown.
    """
    lines: list[Fact | Passage] = []
    for item in found:
        lines += [item] if isinstance(item, Fact) else passages_of([item])
    facts = [one for one in lines if isinstance(one, Fact)][: limits.facts]
    seen = {normalise_name(fact.text) for fact in facts}
    room = {Fact: limits.facts, Passage: limits.passages}
    tokens = Room(limits.tokens, now)
    kept: dict[str, Fact | Passage] = {}
    out = 0
    for one in lines:
        line = evidence_line(one, now)
        key = line if isinstance(one, Fact) else normalise_name(one.text)
        if key in seen or not room[type(one)]:
            continue
        seen.add(key)
        if limits.tokens is not None and any(_told_in(one, other) for other in kept.values()):
            continue
        if not tokens.take(one):
            out += 1
            continue
        room[type(one)] -= 1
        repeats = [] if limits.tokens is None else [k for k in kept if _told_in(kept[k], one)]
        for key in repeats:
            room[Fact] += 1
            tokens.give_back(kept.pop(key))
        kept[line] = one
    return [*kept.values()], out


def _told_in(fact: Fact | Passage, text: Fact | Passage) -> bool:
    """Return whether a fact says no more than a text that is shown: it is from it and holds."""
    return (
        isinstance(fact, Fact)
        and isinstance(text, Passage)
        and text.kind is Kind.EPISODE
        and text.id in fact.episodes
        and fact.valid_to is None
    )


def _beside(
    view: DatedView,
    query: Query,
    facts: Sequence[Fact],
    passages: Sequence[Passage],
    limits: QALimits,
) -> list[Fact]:
    """Return the facts of the linked entities that still fit after what was found.

    As in `_told`, a fact that holds and whose text is shown is left out under a limit of tokens.
    """
    room = limits.facts - len(facts)
    now = view.as_of.valid
    shown: list[Fact | Passage] = [*facts, *passages]
    known = {evidence_line(one, now) for one in shown}
    tokens = Room(limits.tokens, now)
    for one in shown:
        tokens.take(one)
    kept: list[Fact] = []
    for fact in _fitting(view, query, limits.facts) if room > 0 else ():
        line = evidence_line(fact, now)
        if len(kept) == room:
            break
        repeated = limits.tokens is not None and any(_told_in(fact, text) for text in passages)
        if line in known or repeated or not tokens.take(fact):
            continue
        known.add(line)
        kept.append(fact)
    return kept


def _fitting(view: DatedView, query: Query, most: int) -> list[Fact]:
    """Return facts of the linked entities, best match to the question first.

    Facts that do not hold now have no vector here and are compared by words alone, so the two
    groups are ranked separately and taken in turn. If there are more facts than `most`, those that
    share nothing with the question are left out.
    """
    newest = sorted(view.timeline(query.linked), key=lambda one: (-one.known_from, -one.id))
    facts = newest[:_COMPARED]
    vectors = view.vectors([fact.id for fact in facts])
    held = [bool(row.any()) for row in vectors]
    ranked = []
    for known in (True, False):
        group = [at for at, has_vector in enumerate(held) if has_vector is known]
        rows = vectors[group] if known else np.zeros((len(group), 0), np.float32)
        marks = LineFit().fits(query, [render(facts[at]) for at in group], rows)
        order = sorted(range(len(group)), key=lambda at: (-marks[at], at))
        ranked.append([facts[group[at]] for at in order if marks[at] > 0 or len(facts) <= most])
    return [fact for fact in chain.from_iterable(zip_longest(*ranked)) if fact is not None]


def passages_of(items: Sequence[object]) -> tuple[Passage, ...]:
    """Return the theses and episodes among some items as passages, in order."""
    found = []
    for item in items:
        if isinstance(item, Thesis):
            times = (item.valid_from, item.valid_to)
            found.append(Passage(Kind.THESIS, item.id, item.text, *times, item.episodes, item.told))
        elif isinstance(item, Episode):
            found.append(Passage(Kind.EPISODE, item.id, item.text, item.at, None, (item.id,)))
    return tuple(found)


def packed(task: AnswerQuestion, tokens: int | None) -> tuple[AnswerQuestion, int]:
    """Return the question with the evidence that fits, in order, and how much was left out.

    Facts and passages are taken in turn while they fit into `tokens` (estimated, including their
    numbers); one that does not fit is left out, and shorter ones may still follow. `None` means no
    limit.
    """
    if tokens is None:
        return task, task.left_out
    room = Room(tokens, task.now)
    lines = chain.from_iterable(zip_longest(task.facts, task.passages))
    kept = [one for one in lines if one is not None and room.take(one)]
    facts = tuple(one for one in kept if isinstance(one, Fact))
    passages = tuple(one for one in kept if isinstance(one, Passage))
    return replace(task, facts=facts, passages=passages), task.left_out + len(task.evidence) - len(
        kept
    )


def is_empty(view: View) -> bool:
    """Return whether a view has nothing to answer from."""
    return not any(view.count(kind) for kind in TEXT_KINDS)
