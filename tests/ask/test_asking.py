"""Asking: failures are no abstentions, citations exist, no model is asked under a view."""

import time
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.ask.asking import (
    CLOSEST,
    FOR_LANGUAGE_MODELS,
    Answer,
    Asking,
    Mode,
    QALimits,
    answer_from,
)
from clew.ask.evidence import Passage, Source
from clew.ask.gather import packed, retrieved
from clew.ask.inquiry import ask, merged
from clew.ask.tasks import AnswerQuestion, AnswerReply
from clew.embed.hashing import Hashing
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.llm.base import Failure, FailureKind, Loss, Result
from clew.llm.scripted import ScriptedModel
from clew.recall.base import Scored
from clew.recall.pack import count_tokens
from clew.recall.query import query_for, read_question
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.selection import Selection
from tests.ask.worlds import BROKEN, MODEL, day, source, world

TOWN = """
Anna | lives in | Oslo | 2019
Ben | lives in | Rome | 2020
Cleo | likes | Oslo | 2021
"""
VIEW = world(TOWN, episodes=[("Anna: I live in Oslo.", day("2019"))])
ASK = "Where does Anna live?"
BOTH = [Mode.PLAIN, Mode.ADAPTIVE]
(EVIDENCE,) = (
    AnswerQuestion(
        ASK,
        None,
        tuple(VIEW.timeline([1, 2, 3, 4])),
        (Passage(Kind.THESIS, 90, "Anna moved.", None, None, (7,)),
         Passage(Kind.EPISODE, 91, "Anna: hello.", day("2020"), None, (91,))),
    ),
)  # fmt: skip
COUNT = len(EVIDENCE.facts) + len(EVIDENCE.passages)


class Noted:
    """Finds nothing, and keeps what it was asked."""

    def __init__(self):
        self.queries = []

    def retrieve(self, view, query, limits) -> list[Scored]:
        self.queries.append(query)
        return []


def reply(*citations, **more):
    value = {"answer": "Oslo", "reasoning": "so", "citations": citations, "confidence": 0.9, **more}
    return answer_from(EVIDENCE, Result(AnswerReply.model_validate(value)))


def test_citations_are_the_evidence_they_number():
    answer = reply(1, COUNT - 1, COUNT)
    assert answer.facts == (EVIDENCE.facts[0].id,)
    assert answer.theses == (90,)
    assert answer.episodes == (7, 91)
    assert (answer.confidence, answer.reason, answer.losses) == (0.9, "so", ())


def test_a_citation_of_nothing_is_lost_and_shown():
    answer = reply(1, COUNT + 1, 0, -1)
    assert answer.facts == (EVIDENCE.facts[0].id,)
    assert [loss.item for loss in answer.losses] == ["-1", "0", str(COUNT + 1)]
    assert f"there are {COUNT}" in answer.losses[0].reason
    assert answer.confidence == 0.9


@pytest.mark.parametrize("citations", [(), (99,)])
def test_an_answer_without_grounds_says_so_and_is_worth_less(citations):
    answer = reply(*citations)
    assert answer.text == "Oslo"
    assert not answer.grounded
    assert "cites no evidence" in answer.reason
    assert answer.confidence == 0.25
    assert reply(*citations, confidence=0.1).confidence == 0.1


@given(st.lists(st.integers(-3, COUNT + 3)))
def test_every_citation_is_there_or_lost(citations):
    answer = reply(*citations)
    good = {number for number in citations if 1 <= number <= COUNT}
    assert len(answer.facts) == sum(number <= len(EVIDENCE.facts) for number in good)
    assert len(answer.losses) == len(set(citations) - good)
    assert answer.grounded == bool(good)


def test_losses_of_the_reply_are_kept():
    lost = (Loss("no number", "two"),)
    value = AnswerReply(answer="Oslo", citations=(1, 99))
    answer = answer_from(EVIDENCE, Result(value, losses=lost))
    assert answer.losses[0] == lost[0]
    assert len(answer.losses) == 2


def test_an_answer_is_one_of_three():
    with pytest.raises(AssertionError):
        Answer(text=None, abstained=False)
    with pytest.raises(AssertionError):
        Answer(text="Oslo", abstained=True)


@pytest.mark.parametrize("mode", BOTH)
@pytest.mark.parametrize("broken", [{"reasoning": "I thi"}, "Oslo?", {"answer": ""}, [], 7])
def test_a_reply_that_cannot_be_read_is_a_failure(mode, broken):
    model = ScriptedModel(
        lambda task: broken if isinstance(task, AnswerQuestion) else {"enough": True}
    )
    answer = ask(source(VIEW), model, ASK, Asking(mode=mode))
    assert (answer.text, answer.abstained) == (None, False)
    assert answer.failure is not None
    assert answer.failure.kind is FailureKind.BAD_REPLY
    assert answer.reason


@pytest.mark.parametrize("mode", BOTH)
def test_a_model_that_is_out_of_reach_is_no_abstention(mode):
    answer = ask(source(VIEW), BROKEN, ASK, Asking(mode=mode))
    assert not answer.abstained
    assert "no route" in answer.reason


@pytest.mark.parametrize("mode", BOTH)
def test_no_model_is_asked_while_a_view_is_held(mode):
    held = []

    @contextmanager
    def lend():
        held.append(True)
        yield VIEW
        held.pop()

    def answered(task):
        assert not held
        if isinstance(task, AnswerQuestion):
            return {"answer": "Oslo", "citations": [1]}
        return {"enough": False, "searches": ["Ben"]}

    how = Asking(mode=mode, names_by_model=True)
    answer = ask(Source(lend), ScriptedModel(answered), ASK, how)
    assert answer.text == "Oslo"


def test_the_model_may_say_what_a_question_is_about():
    script = ScriptedModel([{"entities": ["Cleo", "nobody"]}, {"answer": "Oslo", "citations": [1]}])
    noted = Noted()
    how = Asking(names_by_model=True, retriever=noted)
    answer = ask(source(VIEW), script, "Where is she?", how)
    cleo = tuple(VIEW.find("Cleo"))
    assert noted.queries[0].entities == (cleo,)
    assert answer.steps[0].what == "name"
    assert answer.steps[0].outcome == "Cleo, nobody"
    assert answer.usage.calls == 2


def test_names_that_failed_are_told_and_the_question_is_asked_all_the_same():
    failure = Failure(FailureKind.UNAVAILABLE, "no route")
    script = ScriptedModel([failure, {"answer": "Oslo", "citations": [1]}])
    answer = ask(source(VIEW), script, ASK, Asking(names_by_model=True))
    assert answer.text == "Oslo"
    assert answer.steps[0].failure == failure


def test_a_question_that_names_a_time_is_searched_with_its_period():
    noted = Noted()
    ask(source(VIEW), MODEL, "Where did Anna live in 2019?", Asking(retriever=noted))
    assert noted.queries[0].periods == ((day("2019"), day("2020")),)


def test_restrictions_reach_the_retriever():
    noted = Noted()
    skip = frozenset({Kind.THESIS, Kind.EPISODE})
    ask(source(VIEW), MODEL, ASK, Asking(retriever=noted, skip=skip))
    assert {query.skip for query in noted.queries} == {skip}


@pytest.mark.parametrize("name", RETRIEVERS)
@pytest.mark.parametrize("mode", BOTH)
def test_every_retriever_answers_and_searches_again(name, mode):
    how = Asking(retriever=name, mode=mode)
    assert ask(source(VIEW), MODEL, ASK, how).text == "Oslo"
    assert ask(source(VIEW), MODEL, "Where does the aunt of Anna's wife live?", how).abstained


def test_rows_below_the_threshold_are_no_evidence():
    strict = Asking(selection=Selection(threshold=1.0), linked=False, retriever="keyword")
    script = ScriptedModel([{"abstain": True}] * 2)
    ask(source(VIEW), script, ASK, strict)
    ask(source(VIEW), script, ASK, replace(strict, selection=Selection()))
    few, more = (len(task.facts) for task in script.asked if isinstance(task, AnswerQuestion))
    assert few < more


def test_evidence_may_be_what_the_retriever_finds_alone():
    nothing = Asking(retriever=Noted(), linked=False)
    assert ask(source(VIEW), MODEL, ASK, nothing).abstained
    assert ask(source(VIEW), MODEL, ASK, Asking(retriever=Noted())).text == "Oslo"


def test_what_is_left_out_for_room_is_told():
    script = ScriptedModel([{"abstain": True}] * 2)
    ask(source(VIEW), script, ASK, Asking())
    answer = ask(source(VIEW), script, ASK, Asking(limits=QALimits(tokens=25)))
    whole, rest = (task for task in script.asked if isinstance(task, AnswerQuestion))
    left = len((*whole.facts, *whole.passages)) - len((*rest.facts, *rest.passages))
    assert left > 0
    assert f"{left} left out" in answer.steps[-1].outcome


@given(st.integers(0, 120))
def test_packed_evidence_fits_and_keeps_its_order(tokens):
    task, out = packed(EVIDENCE, tokens)
    _, *shown, _, _ = task.inputs().splitlines() if task.evidence else [""] * 3
    lines = [line if line.startswith("told ") else f"999{line[1:]}" for line in shown]
    assert sum(count_tokens(f"{line}\n") for line in lines) <= tokens
    assert [*task.facts] == [fact for fact in EVIDENCE.facts if fact in task.facts]
    assert [*task.passages] == [one for one in EVIDENCE.passages if one in task.passages]
    assert out == COUNT - len(task.evidence)
    assert packed(EVIDENCE, None) == (EVIDENCE, 0)


@given(
    st.lists(st.lists(st.integers(1, 6), max_size=6), min_size=1, max_size=4),
    st.sets(st.integers(1, 6)),
)
def test_merged_evidence_has_each_line_once_the_useful_first(rows, useful):
    found = [
        AnswerQuestion(ASK, None, (), tuple(Passage(Kind.EPISODE, n, str(n)) for n in row))
        for row in ([*dict.fromkeys(row)] for row in rows)
    ]
    task = merged(found, [(Kind.EPISODE, n) for n in useful], QALimits())
    ids = [one.id for one in task.passages]
    if len(found) == 1:
        assert task == found[0]
        return
    assert sorted(ids) == sorted({n for row in rows for n in row})
    assert [n in useful for n in ids] == sorted((n in useful for n in ids), reverse=True)
    assert merged(found[:1] * 3, [], QALimits()).passages == found[0].passages


@pytest.mark.parametrize("mode", BOTH)
@pytest.mark.parametrize(
    "question", ["", "???", "\x00", "谁住在奥斯陆？", "😀", "the of and", "\ud800"]
)
def test_no_question_raises(mode, question):
    for view in (VIEW, world("")):
        answer = ask(source(view), MODEL, question, Asking(mode=mode))
        assert answer.abstained
        assert answer.reason


def test_ten_thousand_words_are_asked_again_in_bounded_time():
    question = "Where does the brother of Anna 's brother who is the wife of " * 900
    start = time.process_time()
    answer = ask(source(VIEW), MODEL, question, Asking(mode=Mode.ADAPTIVE))
    assert time.process_time() - start < 20
    assert answer.abstained
    assert len(answer.steps) < 30


@pytest.mark.parametrize("mode", BOTH)
def test_nothing_remembered_is_nothing_asked(mode):
    script = ScriptedModel([])
    answer = ask(source(world("")), script, ASK, Asking(mode=mode))
    assert answer.abstained
    assert answer.reason == "nothing is remembered yet"


# -- what is closest where nothing answers ----------------------------------------------------

ABSTAIN = {"abstain": True, "reasoning": "no line says so"}


@pytest.mark.parametrize("mode", BOTH)
@pytest.mark.parametrize("name", RETRIEVERS)
def test_an_abstention_shows_what_recall_has_first(name, mode):
    script = ScriptedModel(lambda task: ABSTAIN if isinstance(task, AnswerQuestion) else {})
    answer = ask(source(VIEW), script, ASK, Asking(retriever=name, mode=mode))
    found = VIEW.items(
        [
            hit.id
            for hit in retrieved(VIEW, query_for(VIEW, read_question(ASK)), Asking(retriever=name))
        ]
    )
    assert answer.abstained
    assert list(answer.closest[:1]) == found[:1]
    assert len(answer.closest) == min(len(found), CLOSEST)


def test_of_what_says_the_same_only_the_first_is_close():
    view = world("Ben | likes | tea", episodes=[("Ben likes tea.", day("2020"))] * 3)
    answer = ask(source(view), ScriptedModel([ABSTAIN]), "Does Ben like tea?", Asking())
    assert [item.text.rstrip(".") for item in answer.closest] == ["Ben likes tea"]


def test_answers_and_failures_have_nothing_closest_nor_has_who_finds_nothing():
    assert not ask(source(VIEW), ScriptedModel([{"answer": "Oslo"}]), ASK, Asking()).closest
    assert not ask(source(VIEW), BROKEN, ASK, Asking()).closest
    nothing = ask(source(VIEW), ScriptedModel([ABSTAIN]), ASK, Asking(retriever=Noted()))
    assert (nothing.abstained, nothing.closest) == (True, ())


def test_a_question_is_embedded_once_whatever_comes_of_it():
    class Counting(Hashing):
        calls = 0

        def embed(self, texts, *, kind):
            type(self).calls += 1
            return super().embed(texts, kind=kind)

    with_vectors = Source(lambda: nullcontext(VIEW), Counting())
    assert ask(with_vectors, ScriptedModel([ABSTAIN]), ASK, Asking()).closest
    assert Counting.calls == 1


def test_settings_that_mean_nothing_are_refused():
    with pytest.raises(UnknownNameError, match="'adaptive'"):
        Asking(mode="adaptiv")
    with pytest.raises(UnknownNameError, match="'beam'"):
        Asking(retriever="bem")
    with pytest.raises(UsageError, match="max_tasks=0"):
        Asking(max_tasks=0)
    with pytest.raises(UsageError, match="2 tasks or more"):
        Asking(mode=Mode.ADAPTIVE, max_tasks=1, names_by_model=True)
    with pytest.raises(UsageError, match="skip takes"):
        Asking(skip=frozenset({Kind.FACT}))
    with pytest.raises(UsageError, match="0 or more"):
        QALimits(passages=-1)
    assert FOR_LANGUAGE_MODELS.tokens is not None
