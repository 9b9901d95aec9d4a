"""The replay of AriGraph's logs: what the graph becomes, and the two bars on the real ones."""

import json
import os
from itertools import takewhile
from pathlib import Path

import pytest

from clew.errors import UsageError
from experiments.textworld.extraction import read_log
from experiments.textworld.replay import main, replay, with_rooms

DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
LOGS = DATA / "arigraph-logs"


def step(number, text, new=(), pairs=(), graph=(), action="look", attempt=1):
    return {
        "attempt": attempt,
        "step": number,
        "observation": text,
        "action": action,
        "new_triplets": list(new),
        "outdated_pairs": [list(pair) for pair in pairs],
        "graph": list(graph),
    }


BOX, HELD = "saw, is in, tin box", "saw, is in, inventory"
WAYS = ["cellar, is west of, attic", "attic, is east of, cellar"]
STEPS = [
    step(1, "-= Attic =-\nA saw is in a tin box.", [BOX], graph=[BOX]),
    step(2, "You take the saw.", [HELD], [(BOX, HELD)], [HELD], action="go west"),
    step(3, "-= Cellar =-\nIt is damp.", graph=[HELD, *WAYS], action="go to attic"),
]


def test_a_replaced_triplet_is_over_and_the_way_between_rooms_is_known():
    result = replay("toy", with_rooms(STEPS))
    assert result.agreement == [1.0, 1.0, 1.0]
    assert (result.triplets, result.pairs, result.pairs_taken) == (2, 1, 1)
    assert (result.last, result.apart) == ((3, 0, 0), [])


def test_what_the_log_says_again_while_it_replaces_it_is_explained():
    kept = [HELD, BOX]
    result = replay("toy", with_rooms([STEPS[0], {**STEPS[1], "graph": kept}]))
    box = ("saw", "is in", "tin box")
    assert result.apart == [("theirs", "said again", "1:2", box)]
    assert result.agreement == [1.0, 0.5]


def test_any_other_difference_is_not_explained():
    other = step(1, "-= Attic =-", [BOX], graph=["saw, is in, shed"])
    result = replay("toy", with_rooms([other]))
    assert [kind for _, kind, _, _ in result.apart] == ["unexplained", "unexplained"]


@pytest.mark.parametrize("field", ["new", "graph"])
def test_a_triplet_that_is_none_is_named_with_its_place(field):
    wrong = step(7, "-= Attic =-", attempt=2, **{field: ["saw, is in, tin, box"]})
    with pytest.raises(UsageError, match=r"toy, attempt 2, step 7: expected `subject.*tin, box"):
        replay("toy", with_rooms([*STEPS, wrong]))


def test_every_attempt_is_a_new_world():
    again = step(1, "-= Attic =-", graph=[], attempt=2)
    assert replay("toy", with_rooms([STEPS[0], again])).agreement[0] == 1.0
    assert replay("toy", with_rooms([STEPS[0], again])).last[2] == 0


def test_a_walk_at_the_end_of_a_step_is_not_where_the_step_was():
    walk = step(1, "-= Attic =-\n\n-= Hall =-\n\n-= Hall =-", action="go to hall")
    only = step(2, "It is late.\n-= Shed =-\n\n-= Shed =-", action="go to shed")
    assert [each["room"] for each in with_rooms([walk, only])] == ["attic", "hall"]


def test_what_is_no_triplet_is_refused():
    with pytest.raises(UsageError, match="expected `subject, relation, object`, got 'a, b'"):
        replay("toy", with_rooms([step(1, "x", ["a, b"])]))


def test_an_empty_log_says_so_and_a_broken_pair_is_no_reason_to_stop():
    with pytest.raises(UsageError, match="expected steps, came none"):
        replay("toy", [])
    broken = step(1, "-= Attic =-", [BOX], [("saw", HELD)], ["saw, is in, shed"])
    assert replay("toy", with_rooms([broken])).pairs_taken == 0


def test_without_the_data_the_command_says_what_it_needs(tmp_path, capsys):
    assert main(["--data", str(tmp_path)]) == 1
    assert "expected a log at" in capsys.readouterr().err


def test_the_command_prints_one_object_for_each_log(tmp_path, capsys):
    folder = tmp_path / "arigraph-logs"
    folder.mkdir()
    lines = "".join(json.dumps(each) + "\n" for each in STEPS)
    (folder / "hunt_arigraph.jsonl").write_text(lines, encoding="utf-8")
    assert main(["--data", str(tmp_path), "--log", "hunt_arigraph", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agreement"] == 1.0


@pytest.mark.data
@pytest.mark.parametrize(("log", "bar"), [("hunt_arigraph", 0.95), ("cook_arigraph", 0.99)])
def test_the_graph_agrees_with_the_real_one(log, bar):
    path = LOGS / f"{log}.jsonl"
    if not path.exists():
        pytest.skip("needs AriGraph's logs (CLEW_DATA or ../shared/data)")
    first = list(takewhile(lambda row: row["attempt"] == 1, read_log(path)))
    result = replay(log, with_rooms(first))
    assert sum(result.agreement) / len(result.agreement) >= bar
    assert [kind for _, kind, _, _ in result.apart if kind == "unexplained"] == []
    assert result.losses == 0
