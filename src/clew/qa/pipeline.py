"""From a question to an answer: parse, link, retrieve, answer or abstain, and say on what.

    question --parse, link--> Question --solve over the view, recall--> evidence
             --model (AnswerQuestion)--> AnswerReply --> Answer

The model may be the rules (`clew.qa.rules`) or a language model: both see the same numbered
evidence and both may abstain. Nothing is written.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from clew.graph.types import AsOf, Episode, Fact, Kind, Thesis
from clew.graph.view import Float32, View
from clew.llm.base import Model, Result
from clew.qa.evidence import Linker, Passage, TimedView
from clew.qa.holders import holders
from clew.qa.matcher import Matcher
from clew.qa.matching import titled
from clew.qa.mentions import Find
from clew.qa.parse import parse
from clew.qa.phrases import readings
from clew.qa.questions import Ask, Both, Question, Term
from clew.qa.solve import Solver
from clew.qa.stems import stem
from clew.qa.tasks import AnswerQuestion, AnswerReply
from clew.qa.unfold import MAX_WORDINGS, unfold
from clew.recall.base import Limits, Query, Retriever, Scored
from clew.recall.hybrid import Hybrid

__all__ = ["FOR_LANGUAGE_MODELS", "Answer", "QALimits", "answer", "answer_from", "question_for"]

ViewAt = Callable[[AsOf], View]


@dataclass(frozen=True, slots=True)
class QALimits:
    """How much evidence is gathered for one question."""

    facts: int = 400
    """Facts of the linked entities, those that match the question first."""
    passages: int = 30
    """Theses and episodes recalled."""
    recall: Limits = field(default_factory=lambda: Limits(k=40))


FOR_LANGUAGE_MODELS = QALimits(facts=60, passages=12)
"""What a prompt has room for: some thousand tokens as a rule. Facts with the very relation that is
asked for come in any number, for counting needs all of them; passages are counted by recall, of
which a question with a time or an inner phrase makes several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer and what it rests on, or an abstention (`text` is then `None`)."""

    text: str | None
    abstained: bool
    items: tuple[str, ...] = ()
    """What the answer lists, one entry when it is a single thing."""
    facts: tuple[int, ...] = ()
    theses: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()
    reason: str = ""
    """How it was found, or why there is none."""
    confidence: float = 0.0


_HOLDERS = 20
"""Facts looked up by the noun of a role."""
_DEFAULT = QALimits()


def answer(
    view: TimedView,
    question: str,
    *,
    model: Model,
    vector: Float32 | None = None,
    retriever: Retriever | None = None,
    view_at: ViewAt | None = None,
    limits: QALimits = _DEFAULT,
) -> Answer:
    """Answer a question from what a view shows, or abstain: `question_for`, then `answer_from`.

    Args:
        view: the memory, bound to a revision and to the moment the question is asked from.
        question: any text; the first `mentions.MAX_TOKENS` words are read.
        model: answers the `AnswerQuestion` task.
        vector: the question's embedding, (dim,); recall works without it.
        retriever: finds passages; `Hybrid()` by default.
        view_at: gives the memory at another time, so that passages for "in May 2023" are
            recalled from then; without it they are recalled from `view`.
        limits: how much evidence is gathered.

    Returns:
        The answer; its ids ascend. A model failure is an abstention that names the failure.
    """
    task = question_for(
        view, question, vector=vector, retriever=retriever, view_at=view_at, limits=limits
    )
    (result,) = model.run([task])
    return answer_from(task, result)


def question_for(
    view: TimedView,
    question: str,
    *,
    vector: Float32 | None = None,
    retriever: Retriever | None = None,
    view_at: ViewAt | None = None,
    limits: QALimits = _DEFAULT,
) -> AnswerQuestion:
    """Return the question with the evidence a view has for it; arguments as for `answer`.

    The view is not needed after it: a language model is asked without holding the file.
    """
    now = view.as_of.valid
    linker = Linker(view)
    read: list[Question] = []
    passages: tuple[Passage, ...] = ()
    recalled: list[Fact] = []
    text: str | None = question
    while text is not None and len(read) < 2 * MAX_WORDINGS:
        both = [parse(text, linker.find, now, compound=compound) for compound in (False, True)]
        read += both
        then = _view_then(view, both[0], view_at)
        entities = tuple(name.ids for name in both[0].names if name.ids)
        query = Query(text=text[:4000], vector=vector, entities=entities)
        for seen in dict.fromkeys((then, view)):  # and what was told later, of a time before
            hits = (retriever or Hybrid()).retrieve(seen, query, limits.recall)
            passages = _joined(passages, _passages(seen, hits, limits.passages))
            if seen is then:
                recalled += _recalled(seen, hits, recalled)
        recalled += _of_roles(view, both, recalled)
        facts, matcher = _facts(view, read, linker.find, recalled, passages, limits.facts)
        text, vector = unfold(both[0], matcher), None  # no vector of the new wording is at hand
    facts = _merged(facts, recalled, limits.facts)
    return AnswerQuestion(question, now, facts, passages, linker.links)


def _recalled(view: View, hits: Sequence[Scored], known: Sequence[Fact]) -> list[Fact]:
    ids = {fact.id for fact in known}
    facts = [item for item in _items(view, hits, Kind.FACT) if isinstance(item, Fact)]
    return [fact for fact in facts if fact.id not in ids]


def answer_from(task: AnswerQuestion, result: Result[AnswerReply]) -> Answer:
    """Return the answer that a model's reply to a question amounts to."""
    if result.value is None:
        failure = result.failure
        assert failure is not None
        return Answer(text=None, abstained=True, reason=f"{failure.kind}: {failure.message}")
    return _answer(result.value, task.facts, task.passages)


def _view_then(view: TimedView, question: Question, view_at: ViewAt | None) -> View:
    """Return the view passages are recalled from: the time the question names, if it names one."""
    window = question.window
    if window is None or view_at is None or window.start is None:
        return view
    return view_at(AsOf(valid=window.start, known=view.as_of.known))


def _facts(
    view: TimedView,
    read: Sequence[Question],
    find: Find,
    recalled: Sequence[Fact],
    passages: Sequence[Passage],
    limit: int,
) -> tuple[tuple[Fact, ...], Matcher]:
    """Return the facts that solving touches, those that match the question first.

    And what matches them, to name what the question only describes.
    """
    seen: dict[int, Fact] = {}

    def facts_of(ids: tuple[int, ...]) -> list[Fact]:
        found = view.timeline(ids)
        seen.update((fact.id, fact) for fact in found)
        return found

    now = view.as_of.valid
    matcher = Matcher(facts_of, now, recalled, find, holders(passages, now, facts_of))
    for question in read:
        Solver(matcher).solve(question)
        ids = tuple(id for name in question.names for id in name.ids)
        for noun in _roles(question.term):  # "the mayor": whoever is called one
            ids = (*ids, *find(noun))
        if ids:
            facts_of(ids)
    keys = {key for question in read for key in _keys(question.term)}
    asked = [fact for fact in seen.values() if _touches(fact, keys)]
    others = [fact for fact in seen.values() if not _touches(fact, keys)]
    kept = [*asked, *others][: max(limit, len(asked))]
    return tuple(sorted(kept, key=lambda fact: (fact.id, fact.known_from))), matcher


def _of_roles(view: TimedView, read: Sequence[Question], recalled: Sequence[Fact]) -> list[Fact]:
    """Return facts with a noun that is asked of nobody or of an owner: all holders of a role."""
    nouns = dict.fromkeys(noun for question in read for noun in _roles(question.term))
    known = {fact.id for fact in recalled}
    found: dict[int, Fact] = {}
    for noun in nouns:
        hits = view.match(noun, _HOLDERS, kind=Kind.FACT)
        near = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
        ends = {end for fact in near for end in (fact.subject, fact.object)}
        for fact in (*near, *view.timeline(sorted(ends))):
            if titled(fact, noun) or any(
                one.key == f"~{stem(noun.split()[-1])}" for one in readings(fact.relation)
            ):
                found[fact.id] = fact
    return [fact for id, fact in found.items() if id not in known]


def _roles(term: Term | None) -> Iterable[str]:
    """Yield the nouns of a term that a role may bear, outermost first."""
    if isinstance(term, Both):
        for part in term.terms:
            yield from _roles(part)
    if isinstance(term, Ask):
        if term.left is None and term.possessed and term.noun:
            yield term.noun
        for end in (term.left, term.right, *term.also):
            yield from _roles(end)


def _touches(fact: Fact, keys: set[str]) -> bool:
    return any(reading.key in keys for reading in readings(fact.relation))


def _keys(term: Term | None) -> Iterable[str]:
    if isinstance(term, Both):
        for part in term.terms:
            yield from _keys(part)
    if isinstance(term, Ask):
        yield from (reading.key for reading in term.readings)
        for end in (term.left, term.right, *term.also):
            yield from _keys(end)


def _items(view: View, hits: Sequence[Scored], kind: Kind) -> list[object]:
    return list(view.items([hit.id for hit in hits if hit.kind is kind]))


def _passages(view: View, hits: Sequence[Scored], limit: int) -> tuple[Passage, ...]:
    found: list[Passage] = []
    wanted = [hit.id for hit in hits if hit.kind in (Kind.THESIS, Kind.EPISODE)][:limit]
    for item in view.items(wanted):
        if isinstance(item, Thesis):
            found.append(
                Passage(
                    Kind.THESIS, item.id, item.text, item.valid_from, item.valid_to, item.episodes
                )
            )
        elif isinstance(item, Episode):
            found.append(Passage(Kind.EPISODE, item.id, item.text, item.at, None, (item.id,)))
    return tuple(found)


def _joined(first: Sequence[Passage], more: Iterable[Passage]) -> tuple[Passage, ...]:
    known = {(one.kind, one.id) for one in first}
    return (*first, *(one for one in more if (one.kind, one.id) not in known))


def _merged(facts: Sequence[Fact], recalled: Iterable[Fact], limit: int) -> tuple[Fact, ...]:
    """Add recalled facts, which are valid now, to those of the linked entities."""
    known = {fact.id for fact in facts}
    room = max(0, limit - len(facts))
    extra = [fact for fact in recalled if fact.id not in known][:room]
    return (*facts, *extra)


def _answer(reply: AnswerReply, facts: Sequence[Fact], passages: Sequence[Passage]) -> Answer:
    if reply.abstain or not reply.answer:
        return Answer(text=None, abstained=True, reason=reply.reasoning or "not in memory")
    numbers = sorted(set(reply.citations))
    cited = [facts[number - 1] for number in numbers if 1 <= number <= len(facts)]
    read = [
        passages[number - len(facts) - 1]
        for number in numbers
        if len(facts) < number <= len(facts) + len(passages)
    ]
    grounds: list[Fact | Passage] = [*cited, *read]
    episodes = {id for source in grounds for id in source.episodes}
    return Answer(
        text=reply.answer,
        abstained=False,
        items=reply.items or (reply.answer,),
        facts=tuple(fact.id for fact in cited),
        theses=tuple(sorted(one.id for one in read if one.kind is Kind.THESIS)),
        episodes=tuple(sorted(episodes)),
        reason=reply.reasoning,
        confidence=reply.confidence,
    )
