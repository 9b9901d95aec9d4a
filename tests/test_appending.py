"""A full disk is one clear line, and what was written before is not lost."""

from typing import Any

import pytest

from clew.agents.rollout import read_trajectory, rollout
from clew.appending import append_line
from clew.bench.journal import Journal
from clew.errors import StorageFullError, UsageError
from tests.agents.test_rollout import Scripted, world
from tests.bench.test_journal import ABOUT, Said
from tests.full_disk import room


def test_a_line_without_room_leaves_the_lines_before(tmp_path):
    path = tmp_path / "run.jsonl"
    append_line(path, "one")
    with room(100), pytest.raises(StorageFullError, match=r"run.jsonl: .*make room"):
        append_line(path, "x" * 200)
    assert path.read_text() == "one\n"
    append_line(path, "zwei")
    assert path.read_text() == "one\nzwei\n"


def test_what_cannot_be_written_is_not_called_full(tmp_path):
    with pytest.raises(UsageError, match="cannot write to"):
        append_line(tmp_path, "one")


def test_a_measurement_keeps_every_step_that_it_took(tmp_path):
    path, kept = tmp_path / "log.jsonl", []
    journal = Journal(Said, ABOUT, path)

    def go_on() -> None:
        for number in range(100):
            journal.add(Said("ask", number, "Vik"))
            kept.append(number)

    with room(400), pytest.raises(StorageFullError, match="make room for it"):
        go_on()
    again = Journal(Said, ABOUT, path)
    assert [number for _, number in again.steps] == kept == [n for _, n in journal.steps]
    again.add(Said("ask", 99))
    assert len(Journal(Said, ABOUT, path).steps) == len(kept) + 1


def test_a_log_that_cannot_begin_is_one_line(tmp_path):
    with room(5), pytest.raises(StorageFullError, match="make room for it"):
        Journal(Said, ABOUT, tmp_path / "log.jsonl")
    assert Journal(Said, ABOUT, tmp_path / "log.jsonl").steps == {}


def test_a_game_goes_on_from_the_last_step_that_had_room(tmp_path):
    path = tmp_path / "run.jsonl"
    made: list[Any] = []

    def play() -> Any:
        agent = Scripted([["look"] for _ in range(20)])
        return rollout(world(), agent, seed=0, max_steps=20, path=path, watch=made.append)

    with room(3000), pytest.raises(StorageFullError, match="make room for it"):
        play()
    assert 0 < len(made) < 20
    assert [one["number"] for one in read_trajectory(path)] == [one.number for one in made]
    assert play().decisions == 20
    assert [one["number"] for one in read_trajectory(path)] == [*range(1, 21)]
