from io import StringIO

from rich.console import Console

from clew.agents.base import Decision, Move
from clew.agents.rollout import Step
from clew.cli.play_view import line, live

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
