"""Turn replies into scores, one row per configuration."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.examiner import Reply
from clew.bench.metrics import SCRIPTS, Script, evidence_recall, exact_match, f1
from clew.bench.qa import Ran
from clew.bench.question_set import Question
from clew.bench.retrieval import CUTS

__all__ = ["Row", "rows"]

Pairs = Sequence[tuple[Question, Reply]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The measurements of one configuration. Estimates are means with 95 % intervals.

    Exact match, F1 and the judge's mark are over the answerable questions; no answer, a model
    failure and a missing mark count 0. An estimate over no questions is `None`.
    """

    configuration: str
    questions: int
    answerable: int
    em: Estimate | None
    """With the set's official script (`clew.bench.metrics`), best over all spellings."""
    f1: Estimate | None
    judged: Estimate | None
    judged_given: Estimate | None
    """The judge's mean mark of the answers that were given."""
    recall: Mapping[str, Estimate]
    """Share of the supporting passages among the first k found, over the answerable questions
    that have any."""
    shown_first: Estimate | None
    """Share of the supporting passages whose text stood in the first prompt."""
    shown: Estimate | None
    """Share of them in any prompt."""
    grounded: Estimate | None
    """Share of the answers to questions with support that cite a supporting passage."""
    abstained: Estimate
    """Share of all questions without an answer; failures are not counted."""
    abstained_right: int
    """Abstentions on unanswerable questions."""
    abstained_wrong: int
    """Abstentions on answerable ones."""
    invented: int
    """Answers to unanswerable questions."""
    failed: int
    """Questions for which the reply could not be parsed."""
    unmarked: int
    """Answers that the judge failed to mark."""
    tasks: int
    """Put to the model, including those answered from a cache."""
    calls: int
    """Also those whose replies were kept from before, as are tokens and cost."""
    input_tokens: int
    output_tokens: int
    judge_tokens: int
    cost: float
    """US dollars, without the judge."""
    p50_seconds: float
    p95_seconds: float
    kinds: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    """By kind of question: how many, F1 and the share of abstentions."""


def rows(ran: Ran) -> list[Row]:
    """Return a row for each configuration, in order."""
    numbered = list(enumerate(ran.questions))
    script = SCRIPTS.get(ran.format, Script())
    return [
        _row(each.name, [(question, ran.replies[each.name, n]) for n, question in numbered], script)
        for each in ran.configurations
    ]


def _row(name: str, pairs: Pairs, script: Script) -> Row:
    gold = [(question, reply) for question, reply in pairs if question.answers]
    empty = [(question, reply) for question, reply in pairs if not question.answers]
    supported = [(question, reply) for question, reply in gold if question.supporting]
    seconds = [reply.seconds for _, reply in pairs]
    replies = [reply for _, reply in pairs]
    return Row(
        configuration=name,
        questions=len(pairs),
        answerable=len(gold),
        em=_mean(gold, lambda question, said: exact_match(said, question.answers, script)),
        f1=_mean(gold, lambda question, said: f1(said, question.answers, script)),
        judged=_estimate([float(reply.mark or 0) for _, reply in gold]),
        judged_given=_estimate(
            [float(reply.mark or 0) for _, reply in gold if reply.answer is not None]
        ),
        recall=_recall(supported),
        shown_first=_estimate(
            [_share(reply.shown_first, question) for question, reply in supported]
        ),
        shown=_estimate([_share(reply.shown, question) for question, reply in supported]),
        grounded=_estimate(
            [
                float(not set(reply.cited).isdisjoint(question.supporting))
                for question, reply in supported
                if reply.answer is not None
            ]
        ),
        abstained=mean_interval([float(_abstained(reply)) for reply in replies]),
        abstained_right=sum(_abstained(reply) for _, reply in empty),
        abstained_wrong=sum(_abstained(reply) for _, reply in gold),
        invented=sum(reply.answer is not None for _, reply in empty),
        failed=sum(bool(reply.failure) for reply in replies),
        unmarked=sum(bool(reply.unmarked) for reply in replies),
        tasks=sum(reply.tasks for reply in replies),
        calls=sum(reply.calls for reply in replies),
        input_tokens=sum(reply.input_tokens for reply in replies),
        output_tokens=sum(reply.output_tokens for reply in replies),
        judge_tokens=sum(reply.judge_tokens for reply in replies),
        cost=round(sum(reply.cost for reply in replies), 6),
        p50_seconds=round(float(np.percentile(seconds, 50)), 4),
        p95_seconds=round(float(np.percentile(seconds, 95)), 4),
        kinds=_kinds(pairs, script),
    )


def _share(shown: Sequence[int], question: Question) -> float:
    return evidence_recall(shown, question.supporting, len(shown))


def _abstained(reply: Reply) -> bool:
    return reply.answer is None and not reply.failure


def _mean(pairs: Pairs, score: Callable[[Question, str], float]) -> Estimate | None:
    return _estimate(
        [
            0.0 if reply.answer is None else score(question, reply.answer)
            for question, reply in pairs
        ]
    )


def _estimate(values: Sequence[float]) -> Estimate | None:
    return mean_interval(values) if values else None


def _recall(supported: Pairs) -> dict[str, Estimate]:
    looked = [(question, reply.found) for question, reply in supported if reply.found is not None]
    if not looked:
        return {}
    return {
        f"recall@{cut}": mean_interval(
            [evidence_recall(found, question.supporting, cut) for question, found in looked]
        )
        for cut in CUTS
    }


def _kinds(pairs: Pairs, script: Script) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for kind in sorted({question.kind for question, _ in pairs} - {""}):
        of_kind = [(question, reply) for question, reply in pairs if question.kind == kind]
        gold = [(question, reply) for question, reply in of_kind if question.answers]
        found[kind] = {
            "questions": len(of_kind),
            "f1": _mean(gold, lambda question, said: f1(said, question.answers, script)),
            "abstained": mean_interval([float(_abstained(reply)) for _, reply in of_kind]),
        }
    return found
