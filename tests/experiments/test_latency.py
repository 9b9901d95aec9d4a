"""The latency benchmark asks what it says, of the world it says, and marks the bars."""

import json
from itertools import count

import pytest

from clew.bench.random_world import World
from clew.errors import UsageError
from clew.recall.query import query_for, read_question
from clew.recall.search.flat import Keyword
from experiments.__main__ import main as experiment
from experiments.latency import bar_ms, filled, main, measure, questions


def test_every_other_question_names_two_things(tmp_path):
    with filled(tmp_path / "world.clew", 200) as (memory, world):
        asked = questions(world, 6)
        with memory.view() as view:
            linked = [len(query_for(view, read_question(text)).entities) for text in asked]
    assert linked[1::2] == [1, 1, 1]
    # The same thing may come twice in a question of two.
    assert max(linked[::2]) == 2


def test_a_file_is_used_again_and_another_is_refused(tmp_path):
    path = tmp_path / "world.clew"
    with filled(path, 50) as (memory, world):
        asked = questions(world, 3)
    with filled(path, 50) as (memory, world):
        assert (memory.stats().kinds["episode"], memory.revision) == (10, 1)
        assert questions(world, 3) == asked
    with pytest.raises(UsageError, match="expected a world of 5 episodes"), filled(path, 25):
        pass


def test_times_are_those_of_the_clock(tmp_path):
    ticks = count()
    with filled(tmp_path / "world.clew", 50) as (memory, world):
        asked = questions(world, 4)
        found = measure(memory, asked, {"keyword": Keyword()}, lambda: next(ticks) ** 2 / 1e3)
    # Eight readings: 1, 5, 9 and 13 ms.
    assert (found["keyword"].p50_ms, found["keyword"].most_ms) == (7.0, 13.0)


def test_the_bars():
    assert [bar_ms(size) for size in (5, 10_000, 10_001, 100_000, 100_001)] == [
        20.0, 20.0, 80.0, 80.0, None,
    ]  # fmt: skip


def test_the_table_has_every_method_and_size(tmp_path, capsys):
    given = ["--sizes", "50,25", "--queries", "2", "--method", "hybrid,beam,hybrid"]
    assert main([*given, "--folder", str(tmp_path / "new")]) == 0
    head, table = capsys.readouterr().out.split("\n", 1)
    assert head == "2 questions of each method"
    assert [line.split()[0] for line in table.splitlines()[1:]] == ["hybrid", "beam"]
    assert main([*given, "--json", "--processor", "--folder", str(tmp_path / "new")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {size: list(rows) for size, rows in found.items()} == {
        "25": ["hybrid", "beam"], "50": ["hybrid", "beam"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--sizes", "10k"], "expected --sizes of 5 facts or more"),
        (["--sizes", "4"], "expected --sizes of 5 facts or more"),
        (["--queries", "0"], "expected --queries of 1 or more"),
        (["--method", "bm25"], "no method named 'bm25'"),
    ],
)
def test_what_cannot_be_run_is_said(more, message, capsys):
    assert experiment(["latency", *more]) == 2
    assert message in capsys.readouterr().err


def test_the_world_is_the_same_every_time():
    one, other = World(), World()
    for world in (one, other):
        list(world.pages(3))
    assert questions(one, 5) == questions(other, 5)
