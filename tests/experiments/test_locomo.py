"""The LoCoMo benchmark reads the file right and scores what it says."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.bench.bootstrap import mean_interval
from clew.bench.methods import METHODS
from clew.bench.metrics import evidence_recall
from clew.errors import UsageError
from experiments.__main__ import main as experiment
from experiments.locomo import main, read_conversations, systems_named
from tests.bench.small_sets import CONVERSATION

RAW = {
    "sample_id": "conv-0",
    "conversation": CONVERSATION,
    "qa": [
        {"question": "Where does Ana live?", "evidence": ["D1:1"], "category": 4},
        {"question": "What did Ana buy?", "evidence": ["D2:1; D1:2", "D"], "category": 1},
        {"question": "Nothing?", "evidence": [], "category": 3},
        {"question": "Adversarial?", "evidence": ["D1:1"], "category": 5},
    ],
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps([RAW, RAW]), encoding="utf-8")
    return file


def test_turns_questions_and_broken_evidence_are_read(path):
    one, _ = read_conversations(path)
    assert one.passages[1] == "Ben: Nice! [shares a boat]"
    assert one.times[2] == datetime(2023, 6, 9, 9, tzinfo=UTC)
    assert [question.supporting for question in one.questions] == [(0,), (1, 2)]
    assert len(read_conversations(path, limit=1)) == 1


def test_recall_is_the_share_of_the_evidence_found():
    assert evidence_recall(["a", "b", "c"], ["c", "x"], 3) == 0.5
    assert evidence_recall(["a", "b", "c"], ["c", "x"], 2) == 0.0


def test_the_command_prints_every_system_with_its_interval(path, capsys):
    assert main(["--data", str(path), "--limit", "1", "--embedder", "hashing", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["questions"] == 2
    mean, low, high = printed["systems"]["hybrid"]["recall@5"]
    assert low <= mean <= high == 1.0
    assert experiment(["locomo", "--data", str(path.parent / "none.json")]) == 2


def test_any_method_can_be_named_and_is_held_against_keyword(path, capsys):
    given = ["--data", str(path), "--limit", "1", "--embedder", "hashing", "--json"]
    assert main([*given, "--method", "beam, ppr"]) == 0
    systems = json.loads(capsys.readouterr().out)["systems"]
    assert list(systems) == ["keyword", "beam", "ppr"]
    assert systems["keyword"]["over keyword@5"] == [0.0, 0.0, 0.0]
    assert list(systems_named("all")) == list(METHODS)
    assert experiment(["locomo", *given, "--method", "bm25"]) == 2
    assert "no method named 'bm25'" in capsys.readouterr().err


def test_an_interval_holds_the_mean_and_repeats():
    estimate = mean_interval([0.0, 1.0] * 50)
    assert estimate == mean_interval([0.0, 1.0] * 50)
    assert 0.39 < estimate.low < estimate.mean == 0.5 < estimate.high < 0.61
    assert mean_interval([1.0]) == (1.0, 1.0, 1.0)
    with pytest.raises(UsageError, match="at least one value"):
        mean_interval([])


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_hybrid_beats_keyword_alone_on_locomo(capsys):
    default = Path(__file__).parents[3] / "shared" / "data"
    data = Path(os.environ.get("CLEW_DATA", default)) / "locomo"
    if not data.exists():
        pytest.skip(f"no LoCoMo data at {data}; set CLEW_DATA")
    assert main(["--data", str(data), "--limit", "1", "--method", "hybrid", "--json"]) == 0
    systems = json.loads(capsys.readouterr().out)["systems"]
    assert systems["hybrid"]["recall@10"][0] > systems["keyword"]["recall@10"][0]
