"""What a turn costs in windows: fewer tokens the more turns share a prompt."""

import json

import pytest

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Wanted
from clew.learn.domain import Kept
from experiments import windows

MOST = 900
ASKED = {"question": "What?", "evidence": ["D1:1"], "category": 1, "answer": "a ship"}
"""The bar for a turn of LoCoMo, at the default size."""


@pytest.fixture
def path(tmp_path):
    turns = [
        {
            "speaker": "Ann" if n % 2 else "Bob",
            "dia_id": f"D1:{n}",
            "text": f"I saw ship {n} today.",
        }
        for n in range(1, 17)
    ]
    told = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    said = {"Ann": [[f"Ann saw ship {n} today.", f"D1:{n}"] for n in range(1, 17, 2)]}
    record = {"sample_id": "c", "conversation": told, "qa": [ASKED], "observation": {"s1": said}}
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps([record]))
    return file


def cost(path, size, kept=Kept.ALL, **more):
    (data,) = read_datasets(path, "locomo", Wanted())
    return windows.measure(data, windows.facts_of(path, 0, data, **more), size, kept)


def test_each_turn_has_its_facts_and_costs_less_in_a_window(path):
    alone, eight = cost(path, 1, dense=False), cost(path, 8, dense=False)
    assert (alone.turns, alone.facts, eight.facts) == (16, 8, 8)
    assert alone.calls > 1
    assert eight.calls == 2 * 2 / 16
    assert eight.total < MOST < alone.total
    assert cost(path, 8, Kept.NONE, dense=False).extract < eight.extract
    assert cost(path, 8, dense=True).facts == 24


def test_the_command_prints_a_row_for_each_size(path, capsys):
    assert windows.main(["--data", str(path), "--sizes", "2,4", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["size"] for row in rows} == {2, 4}
    assert {row["theses"] for row in rows} == {"all", "rest", "none"}
