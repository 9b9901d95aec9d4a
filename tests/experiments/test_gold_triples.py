"""2Wiki's own triples become a recorded extraction that `clew bench` reads."""

import json

import pytest

from clew.bench.datasets import read_triples
from clew.errors import UsageError
from experiments.gold_triples import read_gold

CONTEXT = [["Ana", ["Ana is Rui's mother."]], ["Rui", ["Rui is old."]]]
RECORD = {
    "context": CONTEXT,
    "supporting_facts": [["Rui", 0], ["Ana", 0]],
    "evidences": [["Rui", "is", "old"], ["Ana", "child", "Rui"]],
}


def written(tmp_path, *records):
    path = tmp_path / "data.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_triples_belong_to_the_supporting_passage_at_their_place(experiment, tmp_path):
    again = RECORD | {"supporting_facts": [["Ana", 0]], "evidences": [["Ana", "child", "Rui"]]}
    path, out = written(tmp_path, RECORD, again), tmp_path / "new" / "triples.json"
    ran = experiment("gold-triples", "--data", path, "--out", out)
    assert ran.code == 0
    assert read_triples(out) == {
        "RuiRuiisold.": [["Rui", "is", "old"]],
        "AnaAnaisRui'smother.": [["Ana", "child", "Rui"]],
    }


def test_a_record_with_other_triples_is_told(experiment, tmp_path):
    with pytest.raises(UsageError, match="record 0: expected 2 evidences, one a passage, got 1"):
        read_gold(written(tmp_path, RECORD | {"evidences": [["Rui", "is", "old"]]}))
    less = {name: value for name, value in RECORD.items() if name != "evidences"}
    ran = experiment("gold-triples", "--data", written(tmp_path, less), "--out", tmp_path / "x")
    assert (ran.code, "expected field 'evidences' (list)" in ran.err) == (2, True)
