"""Write what one text says into a draft: names become entities, statements get their times."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from clew.graph.times import to_time
from clew.graph.types import Kind, Precision
from clew.learn.draft import Draft
from clew.learn.mentions import Mentions
from clew.learn.observe import Receipt
from clew.learn.resolve import Names
from clew.learn.revisions import (
    NotRevisedError,
    candidates_for,
    could_replace,
    pairs_of,
    scope_of,
    statements_for_model,
    tell_of_one,
)
from clew.learn.runs import over_at
from clew.learn.tasks import Alias, ExtractedFact, ExtractedThesis, Extraction, Replacements, Revise
from clew.learn.timelines.place import Placed, end_fact, held, may_end, place
from clew.learn.timelines.spans import Statement, as_stored, in_words_of, others_between
from clew.learn.timelines.text_work import Work, interval
from clew.learn.timelines.thesis_ends import close_theses, reopen_theses
from clew.learn.verdicts import Asked, compare_joined
from clew.learn.who.called import Called
from clew.learn.who.lives import Life
from clew.llm.base import OUT_OF_REACH, Failure, FailureKind, Model, Result, rule_of
from clew.projection.exact_times import Tellers, exactness
from clew.text import is_punctuation, normalise_name, normalise_relation

__all__ = ["settle"]

_Pairs: TypeAlias = dict[int, list[int]]
"""Statement -> facts by id, and earlier statements of the text as -(number + 1)."""
_LATER = OUT_OF_REACH | {FailureKind.BAD_REPLY}
"""Failures after which a revision may succeed when asked again; the episode stays pending."""


def settle(
    draft: Draft,
    told: Sequence[tuple[int, Extraction]],
    names: Names,
    model: Model,
    *,
    protected: tuple[str, ...],
    shown: Mapping[str, int],
) -> list[Receipt]:
    """Write everything that texts say into the draft; return of each what is new, and was dropped.

    Texts that were read together are revised together: one question serves them. Facts come before
    theses, because a thesis refers to the facts it states. A statement without a date holds from
    the time of its episode.

    Args:
        draft: receives what is learned.
        told: the episodes, in order, and what each says.
        names: says which entity each name means.
        model: says what the texts replace.
        protected: relations whose facts are never superseded.
        shown: what the known names mean that the texts' reader was shown.

    Raises:
        NotRevisedError: the model could not answer for now; the draft must be discarded.
    """
    works: list[Work] = []
    statements: list[Statement] = []
    origins: list[tuple[Work, ExtractedFact]] = []
    for episode, said in told:
        work = _work(draft, episode, said, names, protected, shown)
        _merge_aliases(work, said.aliases)
        found, facts = _statements(work, said.linked())
        works.append(work)
        statements += found
        origins += [(work, fact) for fact in facts]
    turns = [work.episode for work, _ in origins]
    rivals = _revise(works[-1], statements, turns, model)
    placed = _place_all([work for work, _ in origins], statements, rivals)
    return [
        _finish(
            work,
            [
                (each, fact)
                for each, (own, fact) in zip(placed, origins, strict=True)
                if own is work
            ],
            said.theses,
            model,
        )
        for work, (_, said) in zip(works, told, strict=True)
    ]


def _work(
    draft: Draft,
    episode: int,
    said: Extraction,
    names: Names,
    protected: tuple[str, ...],
    shown: Mapping[str, int],
) -> Work:
    at = draft.node(episode).at
    assert at is not None
    people, things = _people(said), {normalise_name(one) for one in said.things}
    words, things = draft.node(episode).text, things - people.keys()
    text = Mentions(episode, at, words, people, things, said.all_people, shown)
    over = over_at(draft, episode) if draft.projection.beginnings else None
    return Work(draft, episode, at, names, text, protected, over)


def _finish(
    work: Work,
    facts: Sequence[tuple[Placed, ExtractedFact]],
    theses: Sequence[ExtractedThesis],
    model: Model,
) -> Receipt:
    """Add a text's theses and names, once its facts have their places."""
    draft, episode, text = work.draft, work.episode, work.text
    placed = [each for each, _ in facts]
    stated: dict[int | None, dict[int, None]] = {}
    for each, fact in facts:
        stated.setdefault(fact.thesis, {})[each.item] = None
    added = [
        _add_thesis(work, thesis, [*stated.get(number, ())]) for number, thesis in enumerate(theses)
    ]
    met = compare_joined(draft, _judge(work, model)) if draft.joined else []
    ended = [one for one in met if draft.version(one).valid_to is not None]
    superseded = [*(fact for each in placed for fact in each.superseded), *ended]
    touched = [*(each.item for each in placed), *superseded]
    if draft.levels:
        reopen_theses(draft, touched)
    superseded += close_theses(draft, touched, episode)
    named = dict.fromkeys([*work.met, *text.meant.values()])  # a fuller name may be in no fact
    draft.add_links(Kind.EPISODIC, episode, named, text.roles)
    return _receipt(work, [*placed, *added], superseded)


def _receipt(work: Work, placed: Sequence[Placed], superseded: Iterable[int]) -> Receipt:
    fresh = dict.fromkeys(each.item for each in placed if each.is_new)
    old = dict.fromkeys(each.item for each in placed if not each.is_new)
    return Receipt(
        episode=work.episode,
        episodes=(work.episode,),
        new=tuple(fresh),
        confirmed=tuple(item for item in old if item not in fresh),
        superseded=tuple(item for item in dict.fromkeys(superseded) if item not in fresh),
        losses=tuple(work.losses),
    )


def _people(said: Extraction) -> dict[str, Called]:
    """Return the names of people by their normalised forms; other names of people are such too."""
    people = {
        normalise_name(one.name): Called(
            one.name,
            one.title,
            one.gender,
            Life(one.sex, one.born, one.died, one.born_since, one.born_until, one.alive),
            is_guess=one.is_guess or (said.all_people and " " not in one.name),
            is_new=one.is_new,
            may_be_another=one.may_be_another,
        )
        for one in said.people
    }
    for pair in said.aliases:
        names = {normalise_name(name): Called(name) for name in (pair.name, pair.alias)}
        if names.keys() & people.keys():
            people = names | people
    return people


def _merge_aliases(work: Work, aliases: Iterable[Alias]) -> None:
    for pair in aliases:
        if is_punctuation(pair.name) or is_punctuation(pair.alias):
            work.lose("alias without a name", f"{pair.name} = {pair.alias}")
            continue
        work.names.call(work.entity(pair.name), pair.alias, work.text)
        work.entity(pair.alias)


def _statements(
    work: Work, facts: Sequence[ExtractedFact]
) -> tuple[list[Statement], list[ExtractedFact]]:
    statements, origins = [], []
    level = work.draft.level(work.episode)
    for fact in facts:
        said = f"{fact.subject} | {fact.relation} | {fact.object}"
        if is_punctuation(fact.subject) or is_punctuation(fact.object):
            work.lose("fact without a name on both sides", said)
            continue
        start, end, exact, planned = interval(work, fact, said)
        if end is None and work.over is not None and work.over.run.ends(fact.relation):
            end = work.over.at if start is None or start < work.over.at else None
        over = start is None and (fact.ended or (end is not None and end <= work.at))
        over |= fact.denied
        subject, target = work.entity(fact.subject), work.entity(fact.object)
        relation = " ".join(fact.relation.split())
        times = (start, end, over, work.at, level, exact, planned)
        statements.append(as_stored(work.draft, Statement(subject, relation, target, *times)))
        origins.append(fact)
    return statements, origins


def _revise(work: Work, statements: list[Statement], turns: Sequence[int], model: Model) -> _Pairs:
    """Ask which stored facts, or earlier statements, conflict with each new one.

    `turns` has the episode of each statement; those of one text conflict only where a stored fact
    could.

    A statement stored already is not asked about: a text seen often costs no more each time. One
    that says the same as another gets its relation, and keeps its own words.
    """
    scope, by_rules = scope_of(model), rule_of(model, Revise) is not None
    open_to = [
        number for number, each in enumerate(statements) if not each.ended and scope(each.relation)
    ]
    known = {number: held(work.draft, statements[number]) for number in open_to}
    numbers = [
        number
        for number in open_to
        if known[number] is None or may_end(work.draft, statements[number])
    ]
    if not by_rules:  # an end may be told in other words
        ended = [number for number, each in enumerate(statements) if each.ended]
        numbers += [one for one in ended if others_between(work.draft, statements[one])]
    asked = [statements[number] for number in numbers]
    if not asked:
        return {}
    shown = statements_for_model(work.draft, asked)
    stored = candidates_for(work.draft, asked, protected=work.protected, scope=scope)
    if not by_rules:
        together = tell_of_one(work.draft, asked, [turns[number] for number in numbers])
        if not together and not could_replace(work.draft, asked, stored):
            return {}  # nothing to ask a language model about
        stored = [replace(one, told=_told(work.draft, one.id)) for one in stored]
    candidates = [*stored, *(each.as_candidate() for each in shown)]
    asking = Revise(tuple(shown), tuple(candidates), to_time(work.at, work.draft.axis))
    result: Result[Replacements] = model.run([asking])[0]
    work.losses.extend(result.losses)
    if result.value is None:
        assert result.failure is not None
        if result.failure.kind in _LATER:
            raise NotRevisedError(work.episode, result.failure)
        work.lose(f"nothing was superseded: {result.failure.message}", f"{len(asked)} facts")
        return {}
    rivals, wrong = pairs_of(result.value.pairs, numbers, candidates)
    same, lost = pairs_of(result.value.same, numbers, candidates)
    if len(result.value.same) > len(lost) + sum(map(len, same.values())):
        lost.append("a pair named twice")
    for each in (*wrong, *lost):
        work.lose("an answer that names nothing shown, or twice", each)
    _reword(work, statements, rivals, same)
    rivals = {new: olds for new, olds in rivals.items() if not statements[new].ended}
    return _both_ways(rivals, known)


def _judge(work: Work, model: Model) -> Asked:
    """Return who says what excludes what, of those whom the text shows to be one."""

    def fails(failure: Failure) -> None:
        if failure.kind in _LATER:
            raise NotRevisedError(work.episode, failure)
        work.lose(f"facts of one person were not compared: {failure.message}", "")

    return Asked(model, work.protected, fails)


def _told(draft: Draft, fact: int) -> tuple[Precision, Precision]:
    version = draft.version(fact)
    return exactness(partial(_tellers, draft), fact, version.valid_from, version.valid_to)


def _tellers(draft: Draft, fact: int) -> Tellers:
    """Return what is told of all that says the same as a fact, and when that ends."""
    same = draft.same_as(fact)
    told = (one for each in same for one in draft.assertions(each))
    ends = [row for each in same for row in draft.closures_of(each)]
    return [(one.start, one.end, one.precision) for one in told], ends


def _reword(work: Work, statements: list[Statement], rivals: _Pairs, same: _Pairs) -> None:
    """Give each statement the relation of the one that says the same of the same two things."""
    draft, root = work.draft, work.draft.root
    pairs = ((number, old) for number, olds in same.items() for old in olds)
    for number, old in sorted(pairs, key=lambda one: (one[1] < 0, one)):
        new, row = statements[number], draft.fact(old) if old > 0 else None
        content = (row.source, row.relation or "", row.target) if row else statements[-old - 1][:3]
        subject, relation, target = content
        planned = draft.planned(old) if row else statements[-old - 1].planned
        said = f"{new.words or new.relation} = {relation}"
        if old in rivals.get(number, ()):
            rivals[number].remove(old)
            work.lose("statements said to exclude each other and to be the same", said)
        elif root(subject) != root(new.subject) or root(target) != root(new.object):
            work.lose("a rewording of a statement about something else", said)
        elif bool(planned) != bool(new.planned):
            work.lose("a plan said to be the same as what has happened", said)
        elif not new.words:
            statements[number] = in_words_of(new, relation)
        elif normalise_relation(new.relation) != normalise_relation(relation):
            work.lose("a rewording of more than one statement", said)


def _both_ways(rivals: _Pairs, known: Mapping[int, int | None]) -> _Pairs:
    """Add conflicts for statements that repeat a stored fact, which the model was not asked about.

    "The door opens. It closes again", stored as closed: the first sentence conflicts with the
    stored fact, so it also conflicts with the second sentence.
    """
    both = {new: list(olds) for new, olds in rivals.items()}
    for number, fact in known.items():
        earlier = [-(new + 1) for new, olds in rivals.items() if new < number and fact in olds]
        if earlier:
            both.setdefault(number, []).extend(earlier)
    return both


def _place_all(
    works: Sequence[Work], statements: Sequence[Statement], rivals: Mapping[int, list[int]]
) -> list[Placed]:
    placed: list[Placed] = []
    for number, (work, statement) in enumerate(zip(works, statements, strict=True)):
        if statement.ended:
            placed.append(end_fact(work.draft, statement, work.episode))
            continue
        olds = [old if old > 0 else placed[-old - 1].item for old in rivals.get(number, [])]
        placed.append(place(work.draft, statement, olds, work.episode))
    return placed


def _add_thesis(work: Work, thesis: ExtractedThesis, stated: list[int]) -> Placed:
    start, end, exact, _ = interval(work, thesis, thesis.text)
    item = work.draft.current_thesis(thesis.text)
    ended = all(work.draft.version(fact).valid_to is not None for fact in stated)
    if work.over is not None and stated and ended:
        item, end = None, end or work.over.at  # it ended with the run, as its facts did
    is_new = item is None
    if item is None:
        attributes = {"facts": stated} if stated else None
        item = work.draft.add_node(Kind.THESIS, thesis.text, attributes=attributes)
    named = (name for name in thesis.entities if not is_punctuation(name))
    entities = dict.fromkeys(map(work.entity, named))
    if is_new:
        work.draft.add_links(Kind.MENTION, item, entities)
    work.draft.assert_item(item, work.draft.telling(work.episode, start, end, exact))
    return Placed(item, is_new)
