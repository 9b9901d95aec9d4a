"""The comparison with AriGraph's logs: what counts as the same fact, and the recall bars."""

import json
import os
from itertools import islice
from pathlib import Path

import pytest

from clew.errors import UsageError
from experiments.textworld.extraction import compare, main, of_log, of_ours, read_log, supported

DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
LOGS = DATA / "arigraph-logs"


def test_the_comparison_brings_both_sides_to_one_form():
    rooms = {"attic"}
    assert of_log("attic, contains, saw", rooms, "") == ("places", ("saw", "in", "attic"))
    assert of_log("saw, is on, floor", rooms, "attic") == ("places", ("saw", "in", "attic"))
    assert of_log("attic, has exit, to the west", rooms, "") == ("exits", ("attic", "exit", "west"))
    assert of_log("bench, has on it, saw", rooms, "") == ("contents", ("saw", "in", "bench"))
    assert of_log("box, requires, bent key", rooms, "") == ("locks", ("bent key", "unlocks", "box"))
    assert of_log("box, is unlocked, none", rooms, "") == ("states", ("box", "is", "unlocked"))
    assert of_log("no triplet at all", rooms, "") is None
    assert of_ours("Saw", "is on", "the bench", rooms, "")[1] == ("saw", "in", "bench")


def test_a_fact_is_borne_out_only_by_the_text_of_its_own_room():
    assert supported("places", ("saw", "in", "attic"), "-= Attic =-\nA saw.")
    assert not supported("places", ("saw", "in", "attic"), "A saw.\n-= Attic =-\n")


STEPS = [
    {
        "attempt": 1,
        "step": 1,
        "observation": "-= Attic =-\nYou see a tin box. There is an exit to the west.",
        "new_triplets": ["attic, contains, tin box", "attic, has exit, east"],
    },
    {"attempt": 2, "step": 1, "observation": "You take the saw from the attic."},
]


def test_scores_count_what_each_side_has_and_attempts_are_separate_worlds():
    tally = compare("toy", STEPS)
    assert tally.scores["places"].row() == {
        "theirs": 1,
        "recall": 1.0,
        "ours": 1,
        "precision_log": 1.0,
        "precision_text": 1.0,
    }
    assert tally.scores["exits"].row()["recall"] == 0.0
    assert ("theirs", "1:1", "exits", ("attic", "exit", "east")) in tally.apart
    assert tally.scores["inventory"].ours == 1
    assert tally.scores["contents"].row()["recall"] is None


def test_the_command_prints_a_log_or_says_which_it_knows(tmp_path, capsys):
    (tmp_path / "arigraph-logs").mkdir()
    path = tmp_path / "arigraph-logs" / "toy.jsonl"
    path.write_text("\n".join(map(json.dumps, STEPS)), encoding="utf-8")
    given = ["--data", str(tmp_path), "--log", "toy"]
    assert main([*given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kinds"]["places"]["recall"] == 1.0
    assert main([*given, "--disagreements", "1"]) == 0
    assert "only, exits: attic, exit, east" in capsys.readouterr().out
    assert main(["--data", str(tmp_path), "--log", "none"]) == 2
    path.write_text('{"step": 1}', encoding="utf-8")
    with pytest.raises(UsageError, match="expected a step with an observation"):
        main(given)


@pytest.mark.data
@pytest.mark.skipif(not LOGS.exists(), reason="needs AriGraph's logs (CLEW_DATA or ../shared/data)")
@pytest.mark.parametrize(
    "log", ["hunt_arigraph", "hunt_arigraph_without_episodic", "clean_arigraph_without_episodic"]
)
def test_recall_of_a_language_models_extraction_is_at_least_nine_in_ten(log):
    scores = compare(log, islice(read_log(LOGS / f"{log}.jsonl"), 300)).scores
    for kind in ("places", "exits", "contents"):
        assert scores[kind].found >= 0.9 * scores[kind].theirs, kind
        assert scores[kind].in_text >= 0.99 * scores[kind].ours, kind
