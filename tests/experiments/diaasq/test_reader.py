"""Dated dialogues are read as a question set."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Wanted
from clew.errors import UsageError

DIAASQ = "experiments.diaasq.reader:read_worlds"
WORLD: dict[str, Any] = {
    "name": "in-order",
    "turns": [
        {"id": "1", "at": "2021-03-04", "speaker": "Ana", "text": "I like the Lumo 4."},
        {"id": "2", "at": "2022-03-04T10:00:00+00:00", "speaker": "Ana", "text": "Not any more."},
    ],
    "questions": [
        {"question": "Last?", "answers": ["negative"], "type": "last", "evidence": ["2"],
         "at": "2023-01-01"},
        {"question": "Who?", "answers": [], "type": "unanswerable", "evidence": []},
    ],
}  # fmt: skip


def test_diaasq_in_time_is_a_dataset_a_world(tmp_path):
    path = tmp_path / "dialogues.json"
    path.write_text(json.dumps([WORLD]))
    (found,) = read_datasets(tmp_path, DIAASQ, Wanted(answers=True))
    assert found.passages == ("Ana: I like the Lumo 4.", "Ana: Not any more.")
    second = datetime(2022, 3, 4, 10, tzinfo=UTC)
    assert found.times == (datetime(2021, 3, 4, tzinfo=UTC), second)
    assert found.questions[0].at == datetime(2023, 1, 1, tzinfo=UTC)
    assert [(q.answers, q.supporting) for q in found.questions] == [(("negative",), (1,)), ((), ())]


BROKEN = [
    (WORLD | {"turns": [{"id": "1"}]}, r"turns\[0\]: expected field 'speaker'"),
    (WORLD | {"questions": [WORLD["questions"][0] | {"evidence": ["9"]}]},
     r"questions\[0\]: expected the id of a turn as evidence, got '9'"),
    (WORLD | {"turns": [WORLD["turns"][0] | {"at": "soon"}]}, r"field 'at' like"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "message"), BROKEN)
def test_a_broken_conversation_is_told(tmp_path, record, message):
    path = tmp_path / "data.json"
    path.write_text(json.dumps([record]))
    with pytest.raises(UsageError, match=message):
        read_datasets(path, DIAASQ, Wanted(answers=True))
