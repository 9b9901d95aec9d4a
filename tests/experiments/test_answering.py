"""Scoring of answers: strict about items, lenient about adornment."""

import pytest

from clew.ask.asking import Answer
from experiments.answering import main, score


def _answer(*items: str) -> Answer:
    return Answer(text=", ".join(items) or None, abstained=not items, items=items)


@pytest.mark.parametrize(
    ("items", "gold", "verdict"),
    [
        (["Lisbon"], [["Lisbon"]], "right"),
        (["the top drawer of the desk"], [["desk"]], "right"),
        (["in the old clock"], [["in the clock", "clock"]], "right"),
        (["Porto"], [["Lisbon"]], "wrong"),
        (["Lisbon", "Porto"], [["Lisbon"]], "wrong"),
        (["Anna"], [["Anna"], ["Ben"]], "wrong"),
        (["Ben", "Anna"], [["Anna"], ["Ben"]], "right"),
        ([], [["Anna"]], "abstained"),
        ([], [], "right"),
        (["Anna"], [], "wrong"),
        (["a very long sentence that happens to say Lisbon at its end"], [["Lisbon"]], "wrong"),
    ],
)
def test_items_are_scored_as_sets(items: list[str], gold: list[list[str]], verdict: str) -> None:
    assert score(_answer(*items), gold) == verdict


@pytest.mark.parametrize("part", ["test", "plain"])
def test_failures_of_held_out_parts_are_not_shown(
    part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--part", part, "--failures"])
    assert f"`{part}` is for reporting only" in capsys.readouterr().err
