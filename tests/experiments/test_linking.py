"""The bench of linking, on a memory small enough to count by hand."""

import json

import pytest

from clew.bench.question_set import Dataset, Question
from clew.graph.types import Kind
from clew.memory import Memory
from experiments.__main__ import main as experiment
from experiments.linking import main, measure
from tests.bench.small_sets import CONVERSATION

CONTEXT = [
    ["Brackwater", ["Ada Lind lives in Brackwater."]],
    ["Ada", ["Ada Lind is the mayor."]],
    ["Oslo", ["Ben lives in Oslo."]],
]
RECORDS = [
    {
        "question": "Who is the mayor of Brackwater?",
        "context": CONTEXT,
        "supporting_facts": [["Brackwater", 0], ["Ada", 0]],
    }
]


def linking(*arguments):
    return experiment(["linking", *arguments])


@pytest.fixture
def files(tmp_path):
    data = tmp_path / "questions.json"
    data.write_text(json.dumps(RECORDS))
    path = tmp_path / "world.clew"
    with Memory.open(path, embedder="hashing") as memory:
        for title, sentences in CONTEXT:
            memory.remember(f"{title}\n{' '.join(sentences)}")
    return data, path


def test_coverage_and_wrong_links_by_hand(files):
    data = Dataset("2wiki", ("a", "b", "c"), (Question("?", (0, 1)), Question("?", (2,))), 0)
    with Memory.open(files[1], embedder=None) as memory, memory.view() as view:
        ids = {name: view.find(name)[0] for name in ("Brackwater", "Oslo")}
        (first, second, third) = sorted(view.ids(Kind.EPISODE))
        where = {first: 0, second: 1, third: 2}
        row = measure(view, data, where, [(0, ((ids["Brackwater"], ids["Oslo"]),)), (1, ())])
    assert (row.coverage.mean, row.any.mean) == (0.25, 0.5)
    assert (row.linked.mean, row.wrong.mean) == (1.0, 0.5)


def test_the_command_compares_names_with_links(files, capsys):
    data, path = files
    given = ["--memory", str(path), "--data", str(data), "--format", "hotpotqa"]
    assert main([*given, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert list(rows) == ["names alone", "linked"]
    assert rows["linked"]["any"][0] == 1.0
    assert main([*given, "--no-vectors", "--half", "even"]) == 0
    assert capsys.readouterr().out.count("coverage") == 2


def test_another_memory_is_refused(files, tmp_path, capsys):
    data, _ = files
    missing = str(tmp_path / "no.clew")
    assert linking("--memory", missing, "--data", str(data), "--format", "hotpotqa") == 2
    with Memory.open(tmp_path / "other.clew", embedder="hashing") as memory:
        memory.remember("Something else.")
    other = str(tmp_path / "other.clew")
    assert linking("--memory", other, "--data", str(data), "--format", "hotpotqa") == 2
    assert "expected a memory of these passages" in capsys.readouterr().err


def test_conversations_are_refused(files, tmp_path, capsys):
    asked = {"question": "Where?", "evidence": ["D1:1"], "category": 4, "answer": "Porto"}
    records = [{"sample_id": n, "conversation": CONVERSATION, "qa": [asked]} for n in ("a", "b")]
    data = tmp_path / "locomo.json"
    data.write_text(json.dumps(records))
    assert (
        experiment(
            ["linking", "--memory", str(files[1]), "--data", str(data), "--format", "locomo"]
        )
        == 2
    )
    assert "expected one pool of texts, got locomo" in capsys.readouterr().err
