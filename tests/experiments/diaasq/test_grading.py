"""What counts as right, the two memories, and the systems that answer."""

import json

import pytest

from clew.ask.asking import Answer
from clew.ask.sets.plans import Operation, Plan
from clew.errors import UnknownNameError
from experiments.__main__ import main as experiment
from experiments.diaasq import make
from experiments.diaasq.__main__ import main
from experiments.diaasq.asked import NO, Question
from experiments.diaasq.files import read_made
from experiments.diaasq.grading import Outcome, report, verdict_of
from experiments.diaasq.questions import TYPES
from experiments.diaasq.systems import asker
from tests.experiments.diaasq.small import write_small


def said(*items):
    return Answer(text=", ".join(items), abstained=False, items=items)


SILENT = Answer(text=None, abstained=True)


@pytest.mark.parametrize(
    ("answer", "items", "verdict"),
    [
        (said("the Mi 11"), (("Mi 11",),), "right"),
        (said("Mi 11", "K40"), (("K40",), ("Mi 11",)), "right"),
        (said("Mi 11"), (("Mi 11",), ("K40",)), "wrong"),
        (said("Mi 11", "K40"), (("K40",),), "wrong"),
        (said("30Pro+"), (("30Pro",),), "wrong"),
        (said("5 May 2021"), (("2021-05-05", "5 May 2021"),), "right"),
        (said("15 May 2021"), (("5 May 2021",),), "wrong"),
        (said("none"), (NO,), "right"),
        (said("yes, and much that was not asked for"), (("yes",),), "wrong"),
        (SILENT, (NO,), "abstained"),
        (SILENT, (), "abstained"),
        (said("no"), (), "wrong"),
    ],
)
def test_an_answer_is_right_when_it_lists_the_gold_items(answer, items, verdict):
    assert verdict_of(answer, items) == verdict


def test_abstentions_are_counted_by_whether_they_were_right():
    def one(type, items, answer):
        plan = Plan(operation=Operation.NONE)
        question = Question(type=type, text="", label="", items=items, evidence=(), plan=plan)
        return Outcome(question, answer, verdict_of(answer, items))

    table = report(
        [
            one("last_opinion", (("positive",),), said("positive")),
            one("last_opinion", (("positive",),), SILENT),
            one("unanswerable", (), SILENT),
            one("unanswerable", (), said("negative")),
        ]
    )
    row = table["all"]
    assert (row["asked"], row["accuracy"], row["right"], row["wrong"]) == (4, 0.5, 1, 1)
    assert (row["abstained"], row["abstained_right"]) == (1, 1)
    assert table["answerable"]["asked"] == 2
    assert table["the paper's ten"]["accuracy"] == 0.5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    base = tmp_path_factory.mktemp("graded")
    make(write_small(base / "data", 15), 0, base / "out", per_type=2)
    return base / "out"


def test_plans_answer_whatever_the_order_of_arrival(folder, capsys):
    given = ["run", "--made", str(folder), "--graph", "gold", "--system", "sets,top-3", "--json"]
    assert main([*given, "--embedder", "none"]) == 0
    runs = json.loads(capsys.readouterr().out)["runs"]
    named = [(run["arrival"], run["system"]) for run in runs]
    assert named == [
        ("in-order", "sets"),
        ("in-order", "top-3"),
        ("shuffled", "sets"),
        ("shuffled", "top-3"),
    ]
    for run in (runs[0], runs[2]):
        accuracy = {name: row["accuracy"] for name, row in run["types"].items()}
        assert accuracy == dict.fromkeys(accuracy, 1.0)
    assert runs[1]["types"]["all"]["accuracy"] < 1.0


def test_only_asking_is_measured_on_what_the_rules_read(tmp_path, capsys):
    make(write_small(tmp_path / "data", 12), 0, tmp_path / "out", per_type=1)
    given = ["run", "--made", str(tmp_path / "out"), "--graph", "offline", "--arrival", "in-order"]
    assert main([*given, "--json", "--embedder", "none"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["system"] == "ask"
    assert run["facts"] > 0
    assert {name: run["types"][name]["asked"] for name in TYPES} == dict.fromkeys(TYPES, 1)
    assert run["types"]["all"]["asked"] == len(TYPES)


def test_both_lexicons_ask_the_same(folder, tmp_path):
    make(write_small(tmp_path / "data", 15), 0, tmp_path / "out", per_type=2, wordings="other")
    assert read_made(tmp_path / "out").questions == read_made(folder).questions


def test_what_is_not_known_is_named(tmp_path, capsys):
    assert experiment(["diaasq", "run", "--made", str(tmp_path)]) == 2
    assert "experiments diaasq make" in capsys.readouterr().err
    with pytest.raises(UnknownNameError, match="top-0"):
        asker("top-0")
    data = write_small(tmp_path / "data", 3)
    with pytest.raises(UnknownNameError, match="fancy"):
        make(data, 0, tmp_path / "out", wordings="fancy")
