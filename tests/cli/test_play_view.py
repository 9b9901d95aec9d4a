from io import StringIO

from rich.console import Console

from clew.agents.base import Decision, Move
from clew.agents.rollout import Step
from clew.cli.play_view import asides, line, live

STEP = Step(
    number=7,
    observation="A hall.",
    location="Hall",
    inventory="You carry nothing.",
    decision=Decision(
        action="take key",
        moves=(Move("take key"),),
        reason="it may fit",
        plan=(("find the treasure", "the goal asks for it"),),
        thoughts={"sub_task": "find a [red]lamp[/red]", "deviation": "", "commands": ()},
    ),
    moves=(("take key", "You take the [bold]key[/bold]."),),
    reward=1.0,
    score=2.0,
    terminated=False,
    truncated=False,
)


def shown(*, terminal: bool) -> str:
    console = Console(file=StringIO(), force_terminal=terminal, width=70, color_system=None)
    with live(console, lambda: [("key", "is in", "inventory")]) as watch:
        watch(STEP)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_a_step_is_one_line():
    assert line(STEP) == "  7  Hall: take key  [2]  it may fit"


def test_on_a_terminal_observation_plan_facts_and_score_are_shown():
    text = shown(terminal=True)
    assert "Hall: take key  [2]" in text
    assert "You take the [bold]key[/bold]." in text  # what a world prints is no markup
    assert "find the treasure (the goal asks for it)" in text
    assert "key is in inventory" in text
    assert "score 2" in text
    assert "sub task" in text
    assert "find a [red]lamp[/red]" in text
    assert "deviation" not in text


def test_in_a_pipe_there_are_lines_and_nothing_else():
    assert shown(terminal=False) == f"{line(STEP)}\n"


GROWN = {"map": "Hall (here): east to Attic\nAttic: west to Hall", "inventory": "key"}


def test_what_has_grown_is_shown_below_the_line_and_on_a_terminal_in_panels():
    for terminal in (False, True):
        console = Console(
            file=StringIO(), force_terminal=terminal, width=70, color_system=None, height=60
        )
        with live(console, tuple, lambda: GROWN) as watch:
            watch(STEP)
        text = console.file.getvalue()  # type: ignore[attr-defined]
        assert "Hall (here): east to Attic" in text
        assert ("newest facts" in text) is terminal
        if not terminal:
            assert text == (
                f"{line(STEP)}\n"
                "     map:       Hall (here): east to Attic\n"
                "                Attic: west to Hall\n"
                "     inventory: key\n"
            )


def test_a_person_is_shown_nothing_else():
    console = Console(file=StringIO(), width=70, color_system=None)
    asides(console, lambda: {"inventory": "key"})(STEP)
    assert console.file.getvalue() == "     inventory: key\n"  # type: ignore[attr-defined]
