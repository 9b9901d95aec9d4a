"""The paper's grid runs, goes on where it stopped, and its tables say what the cells say."""

import json
from dataclasses import replace

import pytest

from clew.bench.bootstrap import Estimate
from clew.bench.qa import LOG
from clew.bench.retrieval import Plan
from clew.bench.scores import Row
from clew.errors import ModelError, UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.llm.base import Usage
from clew.settings import ModelSettings
from experiments.charts import draw_bars
from experiments.matrix.algorithms import ALGORITHMS, RESTRICTIONS, tried
from experiments.matrix.grid import (
    Cell,
    Grid,
    _left,
    of_matrix,
    paper_match,
    run_matrix,
    table_4,
    table_5,
    table_6,
    table_7,
    table_8,
)
from tests.bench.test_qa import written


def sure(value: float) -> Estimate:
    return Estimate(value, value, value)


def cell(data, model, algorithm, restriction, score, silent=0.0) -> Cell:
    row = Row(
        configuration=f"{algorithm}/{restriction}",
        questions=10,
        answerable=10,
        em=None,
        f1=None,
        judged=sure(score),
        judged_given=None,
        recall={},
        shown_first=None,
        shown=None,
        grounded=None,
        abstained=sure(silent),
        abstained_right=0,
        abstained_wrong=0,
        invented=0,
        failed=0,
        unmarked=0,
        tasks=0,
        calls=0,
        input_tokens=0,
        output_tokens=0,
        judge_tokens=0,
        cost=0.0,
        p50_seconds=0.0,
        p95_seconds=0.0,
    )
    return Cell(data, model, algorithm, restriction, row)


SCORES = {  # dataset, algorithm: all, E, T, O
    ("hotpot", "BS"): (0.4, 0.5, 0.1, 0.3),
    ("hotpot", "WC"): (0.5, 0.2, 0.2, 0.4),
    ("trivia", "BS"): (0.2, 0.6, 0.4, 0.4),
    ("trivia", "WC"): (0.1, 0.1, 0.1, 0.1),
}
CELLS = [
    cell(data, "m", algorithm, restriction, score, silent=score / 2)
    for (data, algorithm), scores in SCORES.items()
    for restriction, score in zip(RESTRICTIONS, scores, strict=True)
]


def test_table_4_names_the_best_configuration_and_how_many_are_equal():
    title, head, lines = table_4(CELLS)
    assert head == ["", "m"]
    assert lines == [
        ["hotpot", "0.50 / BS / E (2 equal)"],
        ["trivia", "0.60 / BS / E"],
        ["mean", "0.55"],
    ]
    assert title.startswith("Table 4")


def test_table_5_shares_worst_and_best_among_equal_restrictions():
    _, head, lines = table_5(CELLS)
    assert head == ["", "m: worst", "m: best (of 4, 1 equal)"]
    # Worst: hotpot BS T; hotpot WC E, T; trivia BS T, O; trivia WC all three.
    # Best: hotpot BS E; hotpot WC O; trivia BS E; trivia WC all three.
    assert lines == [["E", "0.21", "0.58"], ["T", "0.58", "0.08"], ["O", "0.21", "0.33"]]


def test_table_6_tells_worst_best_and_without_as_means_over_the_datasets():
    _, head, lines = table_6(CELLS)
    assert head == ["", "m: worst", "m: best", "m: without"]
    assert lines == [["BS", "0.25", "0.55", "0.30"], ["WC", "0.15", "0.25", "0.30"]]
    free = [one for one in CELLS if one.restriction == "all"]
    assert table_6(free)[2] == [["BS", "-", "-", "0.30"], ["WC", "-", "-", "0.30"]]


def test_table_7_tells_the_share_without_an_answer():
    _, head, lines = table_7(CELLS)
    assert head == ["", "BS", "WC", *(f"restriction {name}" for name in RESTRICTIONS)]
    assert lines == [["m", "18", "11", "15", "18", "10", "15"]]


def test_table_8_has_the_papers_exact_match_beside_its_own():
    cells = [
        Cell(data, "m", "BS", "all", CELLS[0].row, exact)
        for data, exact in (("hotpotqa", 0.25), ("hotpotqa", 0.5), ("own", None))
    ]
    _, head, lines = table_8(cells)
    assert head == ["", "m", "paper"]
    assert lines == [["hotpotqa", "0.50", "0.60"], ["own", "-", "-"]]


def test_the_papers_match_ignores_case_and_punctuation_only():
    assert paper_match("U.S.", "us")
    assert not paper_match("the US", "US")
    assert not paper_match("New  York", "New York")


def test_every_algorithm_is_tried_under_every_restriction_once():
    found = tried(["BS", "BS", "ask"], ["all", "E", "all"])
    assert [one.configuration.name for one in found] == ["BS", "BS/E", "ask", "ask/E"]
    assert [one.configuration.skip for one in found] == [frozenset(), {Kind.EPISODE}] * 2
    assert found[0].configuration.retriever is ALGORITHMS["BS"]
    with pytest.raises(UnknownNameError, match="no restriction named 'X'"):
        tried(["BS"], ["X"])


def test_the_same_numbers_draw_the_same_bytes(tmp_path):
    bars = {"keyword": Estimate(0.5, 0.4, 0.7), "dense": Estimate(0.6, 0.6, 0.6)}
    first, again = (draw_bars(tmp_path / f"{n}.png", "recall@5", bars) for n in "ab")
    assert first.read_bytes().startswith(b"\x89PNG")
    assert again.read_bytes() == first.read_bytes()


def test_a_cell_without_answerable_questions_scores_0():
    assert cell("d", "m", "BS", "all", 0.3).score == 0.3
    empty = cell("d", "m", "BS", "all", 0.3)
    assert Cell("d", "m", "BS", "all", replaced(empty.row)).score == 0.0


def test_a_cell_can_be_scored_by_what_was_found():
    found = cell("d", "m", "BS", "all", 0.3)
    assert replace(found, by="recall@5").score == 0.0
    values = {name: getattr(found.row, name) for name in found.row.__slots__}
    row = Row(**{**values, "recall": {"recall@5": sure(0.7)}})
    assert replace(found, by="recall@5", row=row).score == 0.7


def replaced(row: Row) -> Row:
    values = {name: getattr(row, name) for name in row.__slots__}
    return Row(**{**values, "judged": None})


def test_the_grid_runs_offline_and_goes_on_where_it_stopped(tmp_path):
    plan = Plan(data=written(tmp_path), format="musique", embedder="hashing")
    grid = Grid(
        plans={"musique": plan},
        models={"rules": ModelSettings(), "rules:english": ModelSettings(name="rules:english")},
        out=tmp_path / "grid",
        algorithms=("BS", "WC+BS"),
        questions=2,
    )
    told = []

    def tell(_data, model):
        return lambda what, *_: told.extend([(model, what)] if what != "texts" else [])

    cells = run_matrix(grid, tell)
    assert len(cells) == 2 * 2 * len(RESTRICTIONS)
    assert len(told) == 2 * len(cells)
    plain, text = of_matrix(grid, cells)
    titles = [table["title"] for table in plain["tables"]]
    assert [title[:7] for title in titles] == [f"Table {n}" for n in (4, 5, 6, 7, 4, 5, 6, 8)]
    assert titles[-2].endswith("by recall@5 of the supporting passages")
    assert "16 configurations: musique (2 questions)" in text
    json.dumps(plain)
    log = tmp_path / "grid" / "musique" / "rules-english" / LOG
    whole = log.read_text()
    assert (log.parent / "report.md").exists()
    log.write_text("".join(whole.splitlines(keepends=True)[:-3]))
    told.clear()
    again = run_matrix(grid, tell)
    assert told == [("rules:english", "WC+BS/T"), *[("rules:english", "WC+BS/O")] * 2]
    assert [one.score for one in again] == [one.score for one in cells]


def test_a_set_that_cannot_be_read_is_told_before_any_is_asked(tmp_path):
    good = Plan(data=written(tmp_path), format="musique", embedder="hashing")
    bad = Plan(data=tmp_path / "none.json", format="2wiki", embedder="hashing")
    plans = {"musique": good, "2wiki": bad}
    grid = Grid(plans=plans, models={"rules": ModelSettings()}, out=tmp_path / "grid")
    with pytest.raises(UsageError, match=r"none\.json"):
        run_matrix(grid)
    with pytest.raises(UsageError, match="at least one dataset"):
        run_matrix(replace(grid, plans={"musique": good}, restrictions=()))
    assert not (tmp_path / "grid").exists()


def test_a_budget_is_of_the_whole_grid():
    spent = Usage(calls=3, input_tokens=70, output_tokens=20, cost=0.5)
    assert _left(ModelSettings(), spent) == ModelSettings()
    left = _left(ModelSettings(max_calls=5, max_tokens=100, max_cost=2.0), spent)
    assert left == ModelSettings(max_calls=2, max_tokens=10, max_cost=1.5)
    with pytest.raises(ModelError, match="max_calls is spent; run the same command again"):
        _left(ModelSettings(max_calls=3), spent)


def test_the_papers_six_are_the_default_and_nothing_is_refused(tmp_path):
    assert list(ALGORITHMS) == ["WC", "AS", "BS", "WC+BS", "BS+AS", "AS+WC"]
    with pytest.raises(UsageError, match="at least one dataset"):
        run_matrix(Grid(plans={}, models={}, out=tmp_path))


def test_the_command_prints_the_papers_tables(experiment, tmp_path):
    data = written(tmp_path)
    ran = experiment(
        *("matrix", "--data", f"musique={data}", "--embedder", "hashing", "--questions", "1"),
        *("--algorithms", "BS,WC", "--model", "rules", "--out", tmp_path / "grid"),
    )
    assert ran.code == 0, ran.err
    for number in (4, 5, 6, 7, 8):
        assert f"## Table {number}" in ran.out
    assert (tmp_path / "grid" / "musique" / "rules" / "log.jsonl").exists()
    assert (tmp_path / "grid" / "report.md").read_text().rstrip() == ran.out.rstrip()
    assert "musique, rules, texts: 4 of 4" in ran.err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--data", "musique={data}", "--algorithms", ""), "expected comma-separated names"),
        (("--data", "musique={data}", "--model", ","), "expected comma-separated names"),
        (("--data", "{data}"), "expected --data FORMAT=PATH"),
        (("--data", "2wiki={data}") * 2, "expected each form once, got 2wiki twice"),
        ((*("--data", "2wiki={data}") * 2, "--triples", "{data}"), "give one --data with them"),
    ],
)
def test_what_cannot_be_run_is_one_line(experiment, tmp_path, more, message):
    data = str(written(tmp_path))
    given = [each.replace("{data}", data) for each in more]
    ran = experiment("matrix", *given, "--out", tmp_path / "g")
    assert (ran.code, message in ran.err, ran.err.count("\n")) == (2, True, 1), ran.err
    assert not ran.out
