"""The experiment in games that TextWorld makes."""

import pytest

pytest.importorskip("textworld", reason="needs the extra textworld")

from experiments.fiction.made import commands, play, written


def test_twenty_games_five_of_each_kind():
    kinds = [arguments[0] for _, arguments in commands(7)]
    assert len(kinds) == len({name for name, _ in commands(7)}) == 20
    assert {kinds.count(each) for each in kinds} == {5}


@pytest.mark.slow
def test_the_mind_wins_games_with_seeds_that_it_was_not_made_with(tmp_path):
    one_of_each_kind = [*commands(4000)][::5]
    found = [play(path, steps=100) for _, path in written(tmp_path, one_of_each_kind, 4000)]
    assert sum(one.won for one in found) >= 3
    assert found[0] == play(tmp_path / "coin_10-4000.z8", steps=100)
