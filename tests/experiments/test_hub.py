"""The experiment on a hub: facts that share object, relation or month, asked for in other words."""

import json

from clew.embed.hashing import Hashing
from experiments.hub import main, planted, shown


def test_every_fact_has_a_day_and_a_question_in_other_words():
    facts = planted(1)
    assert len(facts) == len({fact.at for fact in facts}) == 250
    assert len({(fact.relation, fact.object) for fact in facts}) == 250
    assert not any(f" {fact.relation} " in fact.question for fact in facts)
    assert planted(1) == facts != planted(2)


def test_what_is_wanted_is_looked_for_in_the_prompt():
    facts = planted(1)[:30]
    assert shown(facts, facts[:2], Hashing()) == [True, True]
    assert shown(facts[:20], facts[20:22], Hashing()) == [False, False]


def test_the_command_reports_a_share(capsys):
    assert main(["--questions", "1", "--embedder", "hashing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == 1
