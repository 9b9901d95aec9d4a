"""Loading a recorded extraction: every triple is a fact, a repetition or a loss."""

import json
import os
from pathlib import Path

import pytest

from clew.bench.datasets import read_passages
from experiments.openie import load, main

DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
PASSAGES = [
    ("Lima is a port.", [["Lima", "is", "port"], ["Lima", "is", "Port"], ["port", "on"]]),
    (
        "Lima is old.",
        [["lima", "is", "port"], ["Lima", "is", "old", "city", "of"], ["", "is", "x"]],
    ),
]


def test_every_triple_is_accounted_for():
    found = load(PASSAGES)
    assert (found.triples, found.malformed, found.facts, found.repeated) == (6, 2, 1, 2)
    assert (sum(found.losses.values()), found.unaccounted, found.pending) == (3, 0, 0)


def test_the_command_reads_the_file(tmp_path, capsys):
    assert main(["--data", str(tmp_path)]) == 1
    folder = tmp_path / "musique-openie"
    folder.mkdir()
    docs = [{"passage": text, "extracted_triples": triples} for text, triples in PASSAGES]
    (folder / "openie_gpt35.json").write_text(json.dumps({"docs": docs, "mean": float("nan")}))
    assert main(["--data", str(tmp_path), "--json", "--passages", "1"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["passages"] == 1
    assert main(["--data", str(tmp_path)]) == 0


def test_a_passage_that_comes_again_is_one_with_the_triples_of_both(tmp_path):
    (_, first), (_, second) = PASSAGES
    texts: list[tuple[str, list[list[str]]]] = [
        ("Lima is a port.", first),
        ("Lima is\na port.", second),
        ("Lima is old.", []),
    ]
    docs = [{"passage": text, "extracted_triples": triples} for text, triples in texts]
    path = tmp_path / "openie.json"
    path.write_text(json.dumps({"docs": docs}))
    passages = read_passages(path)
    assert passages == [("Lima is a port.", first + second), ("Lima is old.", [])]
    found = load(passages)
    assert (found.passages, found.triples, found.unaccounted, found.pending) == (2, 6, 0, 0)


@pytest.mark.data
def test_the_real_noise_loads_and_nothing_is_lost_in_silence():
    path = DATA / "musique-openie" / "openie_gpt35.json"
    if not path.exists():
        pytest.skip("needs the MuSiQue extraction (CLEW_DATA or ../shared/data)")
    found = load(read_passages(path)[:200])
    assert (found.pending, found.unaccounted) == (0, 0)
    assert sum(found.losses.values()) >= found.malformed > 0
    assert found.facts > 1000
