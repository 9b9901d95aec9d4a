"""The experiment in games that TextWorld makes."""

import json

import pytest

pytest.importorskip("textworld", reason="needs the extra textworld")

from experiments.fiction.made import commands, main


def test_twenty_games_five_of_each_kind():
    kinds = [arguments[0] for _, arguments in commands(7)]
    assert len(kinds) == len({name for name, _ in commands(7)}) == 20
    assert {kinds.count(each) for each in kinds} == {5}


@pytest.mark.slow
def test_the_mind_wins_most_games_with_seeds_that_it_was_not_made_with(tmp_path, capsys):
    assert main(["--games", str(tmp_path), "--seed", "4000", "--json"]) == 0
    won = json.loads(capsys.readouterr().out)
    assert sum(one["won"] for one in won.values()) >= 16
