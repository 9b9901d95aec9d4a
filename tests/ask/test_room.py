"""What was told at one time stands below that time, which costs its room once."""

from datetime import UTC, datetime

from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import Passage
from clew.ask.gather import gather
from clew.ask.room import Room
from clew.ask.tasks import evidence_line
from clew.graph.types import Kind
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.pack import count_tokens
from clew.recall.query import read_question

DAYS = [datetime(2024, 5, day, tzinfo=UTC) for day in (1, 2, 3, 4)]
TEXTS = [
    "Otto built the boat.",
    "The boat lies in Vik.",
    "The boat is blue.",
    "Otto sold the boat.",
]


def told(number, day):
    return Passage(Kind.EPISODE, number, TEXTS[number], day)


def gathered(days, tokens=500):
    with Memory.open(embedder=None, model=ScriptedModel(lambda _: {})) as memory:
        for text, day in zip(TEXTS, days, strict=True):
            memory.remember(text, at=day)
        with memory.view() as view:
            how = Asking(limits=QALimits(tokens=tokens))
            return gather(view, read_question("Who built the boat?", None), how)


def test_a_time_stands_once_above_its_lines():
    task = gathered([DAYS[0], DAYS[3], DAYS[0], DAYS[0]])
    _, *lines, _, question = task.messages()[-1].text.splitlines()
    assert question.startswith("Question")
    first, other = lines.index("told 2024-05-01"), lines.index("told 2024-05-04")
    assert len(lines) == 6
    assert abs(first - other) in {2, 4}
    (late,) = [n for n, one in enumerate(task.evidence, 1) if one.valid_from == DAYS[3]]
    assert lines[other + 1] == f"{late} | The boat lies in Vik."


def test_a_shared_time_takes_room_once():
    one, two = told(0, DAYS[0]), told(1, DAYS[0])
    lines = [f"999 | {evidence_line(each, told=False)}\n" for each in (one, two)]
    need = sum(map(count_tokens, (*lines, "told 2024-05-01\n")))
    assert [Room(need, None).take(each) for each in (one, two)] == [True, True]
    room = Room(need, None)
    assert [room.take(each) for each in (one, told(1, DAYS[1]))] == [True, False]
    room.give_back(one)
    assert room.take(two)


def test_more_lines_fit_where_they_share_a_time():
    same, differ = (gathered(days, 40) for days in (DAYS[:1] * 4, DAYS))
    assert len(same.passages) > len(differ.passages)
