"""What wrappers do holds for the tasks that clew really asks."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerOrSearch, AnswerQuestion, Judge, QueryEntities, QuestionEntities
from clew.graph.types import Fact, Kind
from clew.learn.tasks import (
    Candidate,
    Extract,
    ExtractTheses,
    ExtractTriplets,
    NewStatement,
    Revise,
    Summary,
)
from clew.llm.base import Origin, Task
from clew.llm.cached import Cached
from clew.llm.cassette import Recorded, Replay
from clew.llm.human import Human
from clew.llm.keys import asked
from clew.llm.scripted import ScriptedModel
from tests.embed.embedders import DictStore

MAY = datetime(2024, 5, 1, 12, tzinfo=UTC)
FACT = Fact(
    id=3,
    subject=1,
    relation="lives in",
    object=2,
    subject_name="Anna",
    object_name="Ωslo",
    valid_from=MAY,
    episodes=(1, 4),
)
THESES = [{"text": "Anna lives in Ωslo.", "entities": ["Anna", "Ωslo"], "valid_from": "2024-05"}]
FACTS = [{"subject": "Anna", "relation": "lives in", "object": "Ωslo", "ended": True}]
PEOPLE = [{"name": "Dr Anna", "title": "Dr"}]
ALIASES = [{"name": "Anna", "alias": "Ann"}]
OLD = Candidate(7, "Anna lives in Rome", None, MAY, "Anna", "lives in", "Rome")
NEW = NewStatement(0, "Anna lives in Ωslo", MAY, None)

TYPED_THESIS = ["Anna lives in Ωslo. | Anna, Ωslo | 2024-05", ""]
TYPED_FACT = ["Anna | lives in | Ωslo | | | y", ""]
TYPED_ALIAS = ["Anna | Ann", ""]
TYPED_PEOPLE = ["Dr Anna | Dr", "", "Ωslo", ""]

CASES: list[tuple[Task[Any], dict[str, Any], list[str]]] = [
    (
        Extract("Anna lives in Ωslo.", MAY, "diary", ("Before.",)),
        {
            "facts": FACTS,
            "theses": THESES,
            "aliases": ALIASES,
            "people": PEOPLE,
            "things": ["Ωslo"],
        },
        [*TYPED_FACT, *TYPED_THESIS, *TYPED_ALIAS, *TYPED_PEOPLE],
    ),
    (
        ExtractTriplets("Anna lives in Ωslo.", 3),
        {"facts": FACTS, "aliases": ALIASES, "people": PEOPLE, "things": ["Ωslo"]},
        [*TYPED_FACT, *TYPED_ALIAS, *TYPED_PEOPLE],
    ),
    (ExtractTheses("Anna lives in Ωslo.", 3), {"theses": THESES}, TYPED_THESIS),
    (
        Revise([NEW], [OLD]),
        {"pairs": [{"old": 7, "new": 0}], "same": [{"old": 8, "new": 0}]},
        ["7 | 0", "", "8 | 0", ""],
    ),
    (Summary("A long text."), {"summary": "Short."}, ["Short."]),
    (
        AnswerQuestion(
            "Where does Anna live?",
            MAY,
            (FACT,),
            (Passage(Kind.THESIS, 9, "Anna likes tea.", MAY),),
            (("Anna", (1,)),),
        ),
        {"reasoning": "1 says so.", "answer": "Ωslo", "citations": [1], "confidence": 0.75},
        ["1 says so.", "", "Ωslo", "", "1", "", "0.75"],
    ),
    (
        QueryEntities("Find the key."),
        {"entities": [{"name": "key", "depth": 2}, {"name": "door"}]},
        ["key | 2", "door", ""],
    ),
    (QuestionEntities("Where is Anna?"), {"entities": ["Anna"]}, ["Anna", ""]),
    (
        AnswerOrSearch("Where?", MAY, (FACT,), searched=("Who?",)),
        {"reasoning": "Not there.", "abstain": False, "searches": ["Where is she?"]},
        ["Not there.", "", "", "", "", "", "Where is she?", "", ""],
    ),
    (Judge("Where?", "Oslo", "In Oslo."), {"reason": "Same.", "score": 1}, ["Same.", "1"]),
]
TASKS = [task for task, _, _ in CASES]
REPLIES = [reply for _, reply, _ in CASES]


def test_every_type_of_task_is_here():
    defined = {
        each
        for module in ("clew.learn.tasks", "clew.ask.tasks")
        for task in Task.__subclasses__()
        for each in (task, *task.__subclasses__())
        if each.__module__ == module and hasattr(each, "output_type")  # else a base
    }
    assert {each.__name__ for each in defined} == {type(task).__name__ for task in TASKS}


def test_every_task_has_its_own_key_with_prompt_and_words():
    about = [asked(task, model="m", sampling=None) for task in TASKS]
    assert len({each.key for each in about}) == len(TASKS)
    assert all(each.prompt and each.words for each in about)


def test_every_answer_is_recorded_and_replayed_whole(tmp_path):
    path = tmp_path / "cassette.jsonl"
    fresh = Recorded(ScriptedModel(REPLIES), path).run(TASKS)
    assert all(result.value is not None and not result.losses for result in fresh)
    expected = [replace(result, origin=Origin.REPLAY) for result in fresh]
    assert Replay(path).run(TASKS) == expected


def test_every_answer_is_cached_whole():
    store = DictStore()
    fresh = Cached(ScriptedModel(REPLIES), store).run(TASKS)
    again = Cached(ScriptedModel([]), store).run(TASKS)
    assert [result.value for result in again] == [result.value for result in fresh]


@pytest.mark.parametrize(
    ("task", "reply", "typed"), CASES, ids=[type(task).__name__ for task in TASKS]
)
def test_a_person_can_give_every_answer(task, reply, typed):
    lines = iter(typed)
    shown: list[str] = []
    (result,) = Human(lambda _: next(lines), shown.append).run([task])
    assert result.value == type(task).output_type.model_validate(reply)
    assert next(lines, None) is None
    assert task.inputs() in shown[0]
    assert "DESIGN" not in shown[0]
