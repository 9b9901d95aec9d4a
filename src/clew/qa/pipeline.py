"""From a question to an answer: parse, link, retrieve, answer or abstain, and say on what.

    question --parse, link--> Question --solve over the view, recall--> evidence
             --model (AnswerQuestion)--> AnswerReply --> Answer

The model may be the rules (`clew.qa.rules`) or a language model: both see the same numbered
evidence and both may abstain. Nothing is written.
"""

from collections.abc import Callable, Iterable, Sequence

from clew.graph.types import AsOf, Episode, Fact, Kind, Thesis
from clew.graph.view import View
from clew.llm.base import Model
from clew.qa.answers import Answer
from clew.qa.evidence import Linker, Passage, TimedView
from clew.qa.holders import holders
from clew.qa.matcher import Matcher
from clew.qa.matching import titled
from clew.qa.mentions import Find
from clew.qa.options import Asking, QALimits
from clew.qa.parse import parse
from clew.qa.phrases import readings
from clew.qa.query import Asked, read_question
from clew.qa.questions import Ask, Both, Question, Term
from clew.qa.sets import set_answer
from clew.qa.solve import Solver
from clew.qa.stages import answered, linked, retrieved
from clew.qa.stems import stem
from clew.qa.tasks import AnswerQuestion
from clew.qa.unfold import MAX_WORDINGS, unfold
from clew.recall.base import Scored

__all__ = ["answer", "prepare", "question_for"]

ViewAt = Callable[[AsOf], View]


_REMEMBERED = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
_HOLDERS = 20
"""Facts looked up by the noun of a role."""
_DEFAULT = Asking()


def answer(
    view: TimedView,
    question: str,
    *,
    model: Model,
    asked: Asked | None = None,
    view_at: ViewAt | None = None,
    how: Asking = _DEFAULT,
) -> Answer:
    """Answer a question from what a view shows, looking once, or abstain.

    Args:
        view: the memory, bound to a revision and to the moment the question is asked from.
        question: any text; the first `mentions.MAX_TOKENS` words are read.
        model: answers the `AnswerQuestion` task.
        asked: the question as read for retrieval (`query.read_question`), with its vectors; by
            default without.
        view_at: gives the memory at another time, so that passages for "in May 2023" are
            recalled from then; without it they are recalled from `view`.
        how: what is searched, and how much.

    Returns:
        The answer; its ids ascend. A model's failure is none and no abstention.
    """
    rules = model.sampling(AnswerQuestion) is None
    found = prepare(view, question, asked=asked, view_at=view_at, how=how, rules=rules)
    return found if isinstance(found, Answer) else answered(model, found)


def prepare(
    view: TimedView,
    question: str,
    *,
    asked: Asked | None = None,
    view_at: ViewAt | None = None,
    how: Asking = _DEFAULT,
    rules: bool = True,
) -> AnswerQuestion | Answer:
    """Return the question with its evidence, or the answer where no model is needed for it.

    Arguments as for `answer`; `rules` tells that rules will read the evidence, which find no
    opinion in it that facts do not state. The view is not needed after it.
    """
    computed = set_answer(view, question) if how.sets else None
    if computed is not None and (rules or not computed.abstained):
        return computed
    task = question_for(view, question, asked=asked, view_at=view_at, how=how)
    if not (task.facts or task.passages or any(view.ids(kind) for kind in _REMEMBERED)):
        return Answer(text=None, abstained=True, reason="nothing is remembered yet")
    return task


def question_for(
    view: TimedView,
    question: str,
    *,
    asked: Asked | None = None,
    view_at: ViewAt | None = None,
    how: Asking = _DEFAULT,
) -> AnswerQuestion:
    """Return the question with the evidence a view has for it; arguments as for `answer`.

    The view is not needed after it: a language model is asked without holding the file.
    """
    now = view.as_of.valid
    limits = how.limits or QALimits()
    linker = Linker(view)
    read: list[Question] = []
    passages: tuple[Passage, ...] = ()
    recalled: list[Fact] = []
    text: str | None = question
    while text is not None and len(read) < 2 * MAX_WORDINGS:
        both = [parse(text, linker.find, now, compound=compound) for compound in (False, True)]
        read += both
        groups = [name.ids for name in both[0].names if name.ids]
        query = linked(view, asked or read_question(text), groups, how.skip)
        then = _view_then(view, both[0], view_at)
        for seen in dict.fromkeys((then, view)):  # and what was told later, of a time before
            hits = retrieved(seen, query, how)
            passages = _joined(passages, _passages(seen, hits, limits.passages))
            if seen is then:
                recalled += _recalled(seen, hits, recalled)
        recalled += _of_roles(view, both, recalled)
        facts, matcher = _facts(view, read, linker.find, recalled, passages, limits.facts)
        text, asked = unfold(both[0], matcher), None  # no vector of the new wording is at hand
    facts = _merged(facts if how.linked else (), recalled, limits.facts)
    return AnswerQuestion(question, now, facts, passages, linker.links)


def _recalled(view: View, hits: Sequence[Scored], known: Sequence[Fact]) -> list[Fact]:
    ids = {fact.id for fact in known}
    facts = [item for item in _items(view, hits, Kind.FACT) if isinstance(item, Fact)]
    return [fact for fact in facts if fact.id not in ids]


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
