"""The paper's figures of recorded runs."""

import pytest

pytest.importorskip("matplotlib", reason="needs the extra charts")

from experiments.fiction.figures import draw
from experiments.fiction.metrics import Measured

ONE = Measured(
    steps=50, changed=0.5, counted=0.9, states=20, prefixes=2, best=0.1, last=0.0
)  # fmt: skip


def test_those_figures_are_drawn_of_which_there_are_runs(tmp_path):
    of_games = {"zork1": ONE, "905": ONE}
    written = draw(tmp_path / "charts", {"oracle": of_games, "walkthrough": of_games})
    assert [path.name for path in written] == ["figure4.png"]
    assert written[0].read_bytes().startswith(b"\x89PNG")
    assert draw(tmp_path, {"walkthrough": of_games}) == []
