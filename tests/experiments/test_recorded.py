"""Recorded replies through Ariadne: a small log of a small world, and the published ones."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="needs the extra textworld")
pytest.importorskip("textworld", reason="needs the extra textworld")

from clew.envs.blueprint import Blueprint, Link, Thing
from clew.errors import UsageError
from experiments.textworld.extraction import read_log
from experiments.textworld.paper_games import paper_game
from experiments.textworld.recorded import Compared, attempts, play
from tests.agents.worlds import SECRET, PlanWorld

DATA = Path(__file__).parents[3] / "shared" / "data"
HALLS = PlanWorld(
    Blueprint(
        rooms=("Hall", "Cellar", "Attic"),
        links=(Link("Hall", "south", "Cellar"), Link("Hall", "north", "Attic")),
        start="Hall",
        things=(Thing("lamp", "object", "Cellar"),),
        goals=("lamp",),
        instructions="Find the lamp.",
    )
)


def row(step: int, observation: str, action: str | None, **more: Any) -> dict[str, Any]:
    """Return a step of a log."""
    plan = {"main_goal": "lamp", "plan_steps": [{"sub_goal_1": "find the lamp", "reason": "yes"}]}
    return {
        "attempt": 1,
        "step": step,
        "observation": f"Game step #{step}\n$ {observation}",
        "action": action,
        "crucial_items": {"hall": 2},
        "new_triplets": [],
        "outdated_pairs": [],
        "associated_triplets": [],
        "if_explore": None,
        "plan": json.dumps(plan),
        **more,
    }


def _log() -> list[dict[str, Any]]:
    start, _ = HALLS.reset()
    cellar = HALLS.step("go south")[0]
    hall = start.rsplit("\n\n", 1)[0]
    HALLS.reset()
    attic = HALLS.step("go north")[0]
    exits = "True\n\nUnexplored exits for {}: {}"
    return [
        row(1, hall, "go north", new_triplets=["hall, has exit, south"],
            if_explore=exits.format("hall", ["north", "south"])),
        row(2, f"{attic} {hall} -= Hall =-", "go to hall",
            new_triplets=["lamp, is in, dark"], associated_triplets=["hall, has exit, south"],
            if_explore=exits.format("hall", ["south"])),
        row(3, hall, "go south", if_explore=exits.format("hall", ["north", "to the south"])),
        row(4, cellar, "take the lamp", new_triplets=["lamp, is in, cellar"],
            outdated_pairs=[["lamp, is in, dark", "lamp, is in, cellar"]],
            associated_triplets=["lamp, is in, dark"]),
        row(5, "That's not a verb I recognise.", "take lamp"),
        row(6, "", None),
    ]  # fmt: skip


def _told(result: Compared) -> list[tuple[str, str]]:
    return [(kind, what) for kind, _, what in result.apart if not kind.startswith("facts, ours")]


def test_a_log_drives_the_world_and_is_compared_step_by_step():
    (rows,) = attempts(_log())
    assert len(rows) == 5
    result = play("small", rows, HALLS)
    assert result.outcome is not None
    assert result.outcome.won
    assert result.outcome.score == SECRET + 1
    assert (result.decided, result.same_actions, result.off_list) == (5, 5, 1)
    assert (result.rooms, result.same_exits) == (3, 2)
    assert (result.walks, result.same_walks) == (1, 1)
    kinds = _told(result)
    assert ("not in the list", "take the lamp") in kinds
    assert ("exits, theirs: walked already", "hall: north") in kinds
    assert ("exits, theirs: words that are no direction", "hall: to the south") in kinds
    assert ("exits, ours: not in their graph, or taken by its reading", "hall: south") in kinds
    assert ("facts, theirs: replaced in the log, kept there", "lamp, is in, dark") in kinds


def test_the_text_that_the_world_gives_is_held_against_the_log():
    (rows,) = attempts(_log())
    rows[2]["observation"] = "Game step #3\nA desert."
    result = play("small", rows, HALLS)
    assert result.same_texts == len(rows) - 1
    assert any(kind == "text" for kind, _, _ in result.apart)


def test_a_log_without_actions_is_refused():
    with pytest.raises(UsageError, match="came none"):
        play("small", [], HALLS)


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data")
def test_gpt4s_replies_win_the_published_hunt():
    steps = read_log(DATA / "arigraph-logs" / "hunt_arigraph_without_episodic.jsonl")
    result = play(
        "hunt_arigraph_without_episodic",
        attempts(steps)[0],
        paper_game(DATA / "arigraph-games", "hunt"),
    )
    assert result.outcome is not None
    assert (result.outcome.score, result.outcome.won) == (7, True)
    assert result.same_texts == result.same_actions == result.decided == result.steps == 31
    assert result.same_exits == result.rooms > 100
    assert result.same_walks == result.walks > 0
    assert sum(result.found) / len(result.found) > 0.8
