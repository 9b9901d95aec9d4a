"""The oracle reader knows the answer and says it only if it was shown what it rests on."""

import json

import pytest

from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerOrSearch, AnswerQuestion
from clew.graph.types import Kind
from clew.llm.insisting import schema_of
from clew.llm.oracle import Gold, OracleReader, Support

BUILT, BORN = "Otto built the boat.", "Otto was born in Vik."
QUESTION = "Where was the builder of the boat born?"
GOLD = Gold(
    QUESTION,
    "Vik",
    (Support((BUILT,), "Who built the boat?"), Support((BORN,), "Where was Otto born?", ("Otto",))),
)
READER = OracleReader([GOLD], lambda text: len(text.split()))


def asked(*texts, question=QUESTION, task=AnswerOrSearch):
    shown = tuple(Passage(Kind.EPISODE, at, text) for at, text in enumerate(texts, 1))
    (result,) = READER.run([task(question, None, (), shown)])
    assert result.value is not None
    return result.value


@pytest.mark.parametrize("task", [AnswerOrSearch, AnswerQuestion])
def test_it_answers_when_all_of_it_stands_there(task):
    reply = asked("The boat is blue.", BORN, BUILT, task=task)
    assert (reply.answer, sorted(reply.citations)) == ("Vik", [2, 3])


def test_with_half_of_it_it_searches_for_what_it_can_name():
    reply = asked("The boat is blue.", BUILT)
    assert (reply.answer, reply.searches, reply.citations) == (
        None, ("Where was Otto born?",), (2,)
    )  # fmt: skip
    assert asked(BORN).searches == ("Who built the boat?",)


def test_what_was_not_read_cannot_be_named():
    other = Gold(QUESTION, "Vik", (GOLD.support[0], Support((BORN,), "Nils?", ("Nils",))))
    (result,) = OracleReader([other], len).run(
        [AnswerOrSearch(QUESTION, None, (), (Passage(Kind.EPISODE, 1, BUILT),))]
    )
    assert result.value is not None
    assert result.value.abstain
    assert not result.value.searches


def test_with_less_than_half_or_no_search_it_abstains():
    assert asked("The boat is blue.").abstain
    assert not asked("The boat is blue.").searches
    assert asked(BUILT, task=AnswerQuestion).abstain
    assert asked(BUILT, BORN, question="Who is Otto?").abstain


def test_it_counts_as_a_language_model_and_tells_what_it_read():
    (result,) = READER.run([AnswerQuestion(QUESTION, None)])
    assert READER.sampling(AnswerQuestion) is not None
    assert result.usage.calls == 1
    assert result.usage.input_tokens > result.usage.output_tokens > 0
    words = sum(len(each.text.split()) for each in AnswerQuestion(QUESTION, None).messages())
    schema = len(json.dumps(schema_of(AnswerQuestion)).split())
    assert result.usage.input_tokens == words + schema
