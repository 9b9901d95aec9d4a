"""A time that most lines share is said once, and the others keep theirs."""

from datetime import UTC, datetime

import pytest

from clew.ask.asking import Asking, QALimits
from clew.ask.gather import gather
from clew.ask.tasks import evidence_line
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.query import read_question

DAYS = [datetime(2024, 5, day, tzinfo=UTC) for day in (1, 2, 3, 4)]
TEXTS = [
    "Otto built the boat.",
    "The boat lies in Vik.",
    "The boat is blue.",
    "Otto sold the boat.",
]


def shown(days, limits=None):
    with Memory.open(embedder=None, model=ScriptedModel(lambda _: {})) as memory:
        for text, day in zip(TEXTS, days, strict=True):
            memory.remember(text, at=day)
        asked = read_question("Who built the boat?", None)
        with memory.view() as view:
            return gather(view, asked, Asking(limits=limits or QALimits(tokens=500)))


def test_what_most_lines_share_is_said_once_below_them():
    task = shown([DAYS[0], DAYS[0], DAYS[3], DAYS[0]])
    assert task.told == DAYS[0]
    *lines, once, question = task.messages()[-1].text.splitlines()
    assert once == "Lines without a time: told 2024-05-01"
    assert question.startswith("Question")
    assert [line for line in lines if "told" in line] == [
        line for line in lines if line.endswith("| told 2024-05-04 | The boat is blue.")
    ]


@pytest.mark.parametrize("days", [DAYS, [DAYS[0], DAYS[0], DAYS[1], DAYS[1]]])
def test_times_that_differ_stand_in_each_line(days):
    task = shown(days)
    assert task.told is None
    assert "Lines without" not in task.messages()[-1].text
    assert all(evidence_line(one).startswith("told 2024-05-0") for one in task.passages)


def test_rules_get_no_other_evidence_for_it():
    assert shown(DAYS[:1] * 4, QALimits()).told is None


def test_what_it_saves_is_room_for_other_lines():
    same, differ = (shown(days, QALimits(tokens=40)) for days in (DAYS[:1] * 4, DAYS))
    assert len(same.passages) > len(differ.passages)
