"""Marks: failures are wrong, blank answers are not sent, the offline rules compare words."""

import pytest

from clew.ask.judge import Judgement, judge
from clew.ask.tasks import Judge, QueryEntities, QuestionEntities
from clew.llm.base import Failure, FailureKind
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.minds.english import RULES

OFFLINE = RuleModel(RULES)


def item(answer, gold="Bonn", question="Where does Ada live?", also=()):
    return Judge(question, gold, answer, also)


def test_what_cannot_be_marked_is_wrong_and_counted():
    down = Failure(FailureKind.UNAVAILABLE, "down", retry=True)
    model = ScriptedModel([{"reason": "same", "score": 1}, down, "so so", {"score": 0}])
    judgement = judge(model, [item("Bonn"), item("Kiel"), item("Rome"), item("Oslo")])
    assert [one.score for one in judgement.marks] == [1, 0, 0, 0]
    assert (judgement.right, judgement.failed, judgement.share) == (1, 2, 0.25)
    assert judgement.marks[1].failure == down
    assert judgement.usage.calls == 4


def test_a_blank_answer_is_wrong_and_costs_nothing():
    model = ScriptedModel([{"score": 1}])
    judgement = judge(model, [item(" \n"), item("Bonn"), item("")])
    assert [one.score for one in judgement.marks] == [0, 1, 0]
    assert len(model.asked) == 1
    assert judgement.failed == 0


def test_of_no_answers_none_is_right():
    assert judge(ScriptedModel([]), []) == Judgement(())
    assert Judgement(()).share == 0.0


@pytest.mark.parametrize(
    ("answer", "gold", "score"),
    [
        ("Bonn", "Bonn", 1),
        ("A", "A", 1),
        ("A", "B", 0),
        ("bonn.", "Bonn", 1),
        ("In the town of Bonn, since May.", "Bonn", 1),
        ("the cat", "A cat", 1),
        ("Москва", "москва", 1),
        ("three boats", "3 boats", 1),
        ("Bonner Straße", "Bonn", 0),
        ("Ann", "Anna", 0),
        ("not in Bonn", "Bonn", 0),
        ("Bonn or Kiel", "Bonn", 0),
        ("She didn't move to Bonn", "Bonn", 0),
        ("Kiel", "Bonn", 0),
        ("no", "no", 1),
        ("no", "yes", 0),
        ("Berg Anna", "Anna Berg", 0),
    ],
)
def test_the_rule_compares_words_in_a_row(answer, gold, score):
    assert judge(OFFLINE, [item(answer, gold)]).right == score


@pytest.mark.parametrize(("answer", "score"), [("4", 1), ("four of them", 1), ("4 of 5", 0)])
def test_to_how_many_no_other_number_may_be_given(answer, score):
    assert judge(OFFLINE, [item(answer, "4", "How many boats?")]).right == score


def test_other_wordings_of_the_right_answer_count():
    assert judge(OFFLINE, [item("in New York", "NYC", also=("New York City", "New York"))]).right


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Where does Anna Berg's brother live?", ("Anna Berg",)),
        ("Who owns the red boat?", ("red boat",)),
        ("How many villages did Ben visit in May 2023?", ("Ben", "May 2023")),
        ("Did Kayla praise the video of Xiaomi 10Pro on 25.11.2020?",
         ("Kayla", "video", "Xiaomi 10Pro", "25.11.2020")),
        ("Which is better in battery life: Apple or k30u?", ("battery life", "Apple", "k30u")),
        ("Find the golden key and unlock the blue locker.", ("golden key", "blue locker")),
        ("When did she move to the University of Oslo?", ("University of Oslo",)),
        ("谁住在北京?", ("谁住在北京",)),
        ("why?", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_the_rule_finds_what_a_question_names(question, names):
    (result,) = OFFLINE.run([QuestionEntities(question)])
    assert result.value is not None
    assert result.value.entities == names


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("Take the lamp", 1),
        ("Where does Ada's brother live?", 2),
        ("Who is the boss of the company that Ada's sister works at?", 3),
    ],
)
def test_the_rule_searches_further_for_each_step(text, depth):
    (result,) = OFFLINE.run([QueryEntities(text)])
    assert result.value is not None
    assert {one.depth for one in result.value.entities} == {depth}
