from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from clew.agents.damcs.agent import Turn
from clew.agents.damcs.messages import Message
from clew.agents.damcs.trajectory import Acted, Step
from clew.cli.crafter_view import line, live, map_of, picture_of
from clew.envs.crafter.sight import Sight

SIGHT = Sight(
    agent="agent_1",
    step=6,
    position=(5, 2),
    facing=(1, 0),
    corner=(4, 1),
    view=(("grass", "tree", "agent_0"), ("water", "agent_1", "diamond"), ("", "lava", "cow")),
    inventory={"wood": 2},
    vitals={"health": 9, "food": 7},
)
STEP = Step(
    number=7,
    agents={
        "agent_1": Acted(
            sight=SIGHT,
            received=(),
            goal="collect_diamond",
            turn=Turn(
                action="do",
                message=Message(
                    sender="agent_1", to=("agent_0",), step=6, text="I see [bold]it[/bold]"
                ),
            ),
            unlocked=("collect_diamond",),
            reward=8.0,
        )
    },
    winner="agent_1",
    score=10,
    terminated=True,
    truncated=False,
)


def shown(*, terminal: bool, picture: bool = False) -> str:
    console = Console(file=StringIO(), force_terminal=terminal, width=70, color_system=None)
    pixels = np.zeros((4, 5, 3), np.uint8)
    with live(console, (lambda _: pixels) if picture else None) as watch:
        watch(STEP)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_a_step_is_one_line():
    told = "  7  [10]  agent_1 collect_diamond: do  * agent_1: collect_diamond"
    assert line(STEP) == told


def test_a_view_is_letters_and_the_agent_an_arrow():
    assert map_of(SIGHT).plain == ". T 0 \n~ > D \n  ! C \n"


def test_a_picture_is_half_blocks_two_rows_of_pixels_in_a_line():
    pixels = np.zeros((2, 2, 3), np.uint8)
    pixels[0, 0], pixels[1, 1] = (255, 0, 0), (0, 0, 9)
    text = picture_of(pixels)
    assert text.plain == "▀▀\n"
    assert [str(span.style) for span in text.spans] == [
        "rgb(255,0,0) on rgb(0,0,0)",
        "rgb(0,0,0) on rgb(0,0,9)",
    ]


def test_on_a_terminal_view_goal_vitals_inventory_and_message_are_shown():
    text = shown(terminal=True)
    for part in ("~ > D", "collect_diamond: do", "food 7", "wood 2", "I see [bold]it[/bold]"):
        assert part in text
    assert "▀▀▀▀▀" in shown(terminal=True, picture=True)


@pytest.mark.parametrize("picture", [False, True])
def test_in_a_pipe_there_are_lines_and_nothing_else(picture: bool):
    assert shown(terminal=False, picture=picture) == f"{line(STEP)}\n"
