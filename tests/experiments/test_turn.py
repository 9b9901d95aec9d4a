"""The cost of a turn: two calls, and a static prompt within the bar."""

import json

from clew.llm.base import Message
from experiments.turn import main, measure, tokens


def test_a_turn_of_five_things_and_six_facts_is_two_calls():
    turn = measure()
    assert [call.task for call in turn.calls] == ["Extract", "Revise"]
    assert (turn.facts, turn.superseded) == (6, 3)
    assert all(0 < call.static < call.prompt and call.static <= 3000 for call in turn.calls)
    assert turn.prompt <= 3000


def test_tokens_are_a_quarter_of_the_bytes_rounded_up():
    assert tokens([]) == 0
    assert tokens([Message("user", "Анна"), Message("user", "a")]) == 3


def test_the_command_prints_peers_beside_us(capsys):
    assert main([]) == 0
    assert "Graphiti" in capsys.readouterr().out
    assert main(["--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["calls"]) == 2
