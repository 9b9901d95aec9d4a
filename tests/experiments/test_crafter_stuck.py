"""When a run counts as stuck."""

from typing import Any

import pytest

from experiments.crafter.stuck import stuck_in


def acted(place: int, action: str = "move_left", *, wood: int = 0, sleeping: bool = False):
    seen = {"position": [place, 5], "inventory": {"wood": wood}, "sleeping": sleeping}
    return {"observation": seen, "action": action}


def steps(*agents: Any, number: int = 60) -> list[dict[str, Any]]:
    """Return the steps in which each agent does, at each step, what a function says."""
    return [
        {"agents": {f"agent_{i}": one(step) for i, one in enumerate(agents)}}
        for step in range(number)
    ]


def walks(step: int):
    return acted(step)


def to_and_fro(step: int):
    return acted(step % 2)


def waits(step: int):
    return acted(7, "noop")


@pytest.mark.parametrize(
    ("agents", "expected"),
    [
        ([walks], False),
        ([to_and_fro], True),
        ([walks, to_and_fro], True),
        ([waits], True),
        ([walks, waits], False),  # another gets on
        ([waits, waits], True),
        ([lambda step: acted(step % 2, wood=step // 10)], False),
        ([lambda step: acted(7, "sleep", sleeping=True)], False),
        ([lambda step: acted(step % 2, sleeping=step == 25)], False),
        ([lambda step: acted(step % 4)], False),
    ],
)
def test_a_run_is_stuck_where_nobody_gets_on_or_one_goes_to_and_fro(agents, expected):
    assert stuck_in(steps(*agents)) is expected


def test_a_short_run_is_not_stuck():
    assert not stuck_in(steps(to_and_fro, number=39))


def test_the_dead_are_not_stuck():
    lives = steps(walks, waits)
    for step in lives[30:]:
        del step["agents"]["agent_1"]
    assert not stuck_in(lives)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "seed"),
    [("mem", 310), ("mem", 327), ("memcomm", 1)],
    ids=["in each other's way", "at one tree", "each waits for the other's tool"],
)
def test_two_that_were_once_stuck_go_on(setting, seed, tmp_path):
    pytest.importorskip("crafter", reason="needs the extra crafter")
    pytest.importorskip("pettingzoo", reason="needs the extra crafter")
    from clew.settings import ModelSettings
    from experiments.crafter.run import Trial, measure

    models = {"rules": ModelSettings()}
    trial = Trial(settings=(setting,), agents=(2,), models=models, seeds=(seed,), out=tmp_path,
                  limit=75)  # fmt: skip
    (ended,) = measure(trial)
    assert not ended.stuck
