"""What a decision asks is counted: its calls, its prompts, and what earlier prompts began with."""

import json

import pytest

from clew.agents.ariadne.agent import Calls
from clew.learn.tasks import Extract
from clew.llm.base import rule_of
from clew.wiring import mind_named
from experiments.textworld.agent_calls import AsModel, main, measure, shareable


def test_a_decision_in_one_call_asks_less_and_decides_alike():
    paper, few = (measure("hunt", calls, [1]) for calls in (Calls.PAPER, Calls.FEW))
    assert (paper.won, paper.decisions) == (few.won, few.decisions)
    assert few.by_task["Decide"] == 1.0
    assert {"QueryEntities", "Explore", "MakePlan", "Choose"} <= set(paper.by_task)
    assert "Choose" not in few.by_task
    assert few.calls_a_decision == pytest.approx(paper.calls_a_decision - 3)
    assert few.tokens_a_decision < paper.tokens_a_decision
    assert 0 < few.shareable < 1


def test_what_an_earlier_prompt_began_with_is_shared():
    first, second, third = shareable(["one two three", "one two four", "five"])
    assert (first, third) == (0, 0)
    assert second > 0
    assert shareable([]) == []


def test_rules_that_count_as_a_model_are_not_seen_by_the_memory():
    model = AsModel(mind_named("textworld"))
    assert model.sampling(Extract) is not None
    assert rule_of(model, Extract) is None


def test_the_command_prints_every_task_in_both_ways(capsys):
    assert main(["--tasks", "hunt", "--seeds", "1", "--json"]) == 0
    assert [row["calls"] for row in json.loads(capsys.readouterr().out)] == ["paper", "few"]
