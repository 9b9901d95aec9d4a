"""Which models a memory gets from names and settings."""

from dataclasses import replace
from typing import Any

import pytest

from clew.agents.ariadne.tasks import Choose, MakePlan
from clew.agents.reasonplanner.tasks import AnswerFromWorld, SummariseStep
from clew.ask.tasks import AnswerQuestion, Judge
from clew.errors import UnknownNameError, UsageError
from clew.learn.extract import Separate
from clew.learn.revisions import scope_of
from clew.learn.tasks import Extract, Extraction, Revise
from clew.llm.base import Sampling
from clew.llm.budget import Budgeted
from clew.llm.cached import Cached
from clew.llm.cassette import Recorded
from clew.llm.rationed import Rationed
from clew.llm.retry import Deferred
from clew.llm.routed import Routed
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.llm.traced import Traced
from clew.memory import Memory
from clew.settings import ModelSettings
from clew.store.database import Database
from clew.store.store import Store
from clew.wiring import mind_named, model_for, model_from

LOCAL: dict[str, Any] = {"base_url": "http://127.0.0.1:1/v1"}


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path, unset):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CLEW_API_KEY", raising=False)


@pytest.fixture
def store():
    return Store(Database(":memory:"))


def opened(settings, store=None):
    model = model_from(settings, store)
    assert isinstance(model, Deferred)
    return model._model


def test_rules_are_there_at_once(store, tmp_path):
    assert isinstance(model_for(store, None), RuleModel)
    assert model_for(store, "rules:english").name == "rules:english"
    mixed = opened(ModelSettings(memory="rules:english"))
    assert isinstance(mixed, Routed)
    learner = model_from(ModelSettings(memory="rules:english"))
    assert scope_of(learner) is scope_of(mind_named("english"))
    assert isinstance(opened(ModelSettings(record=str(tmp_path / "r.jsonl"))), Recorded)
    assert mixed.model_for(Revise).name == "rules:english"
    assert mixed.model_for(SummariseStep).name == "rules:english"
    assert mixed.model_for(AnswerFromWorld).name == "rules:english"
    assert mixed.model_for(AnswerQuestion).name == "rules"


def test_a_model_is_taken_as_it_is(store):
    model = ScriptedModel([])
    assert model_for(store, model) is model


def test_a_language_model_is_opened_when_first_asked(store):
    model = model_for(store, "openai:any")  # no key: an error, but not yet
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        model.sampling(Extract)
    with pytest.raises(UnknownNameError, match="mind named 'dense'"):
        model_for(store, "rules:dense")


def test_replies_are_kept_in_a_file_that_may_be_written_to(store, tmp_path):
    settings = ModelSettings(name="ollama:a", **LOCAL)
    assert isinstance(opened(settings, store), Cached)
    assert not isinstance(opened(settings), Cached)
    Memory.open(tmp_path / "m.clew", embedder=None).close()
    read_only = Store(Database(tmp_path / "m.clew", read_only=True))
    assert not isinstance(opened(settings, read_only), Cached)
    off = ModelSettings(name="ollama:a", cache=False, **LOCAL)
    assert not isinstance(opened(off, store), Cached)


def test_wrappers_follow_the_settings(store, tmp_path):
    whole = ModelSettings(name="ollama:a", record=str(tmp_path / "r.jsonl"), max_calls=1, **LOCAL)
    assert isinstance(opened(whole, store), Recorded)
    for cost in (1.0, 0.0):
        limited = ModelSettings(name="ollama:a", max_cost=cost, **LOCAL)
        assert isinstance(opened(limited), Budgeted)
    assert isinstance(opened(ModelSettings(name="ollama:a", trace=True, **LOCAL)), Traced)
    two = ModelSettings(name="ollama:a", extraction="separate", **LOCAL)
    assert isinstance(opened(two, store), Separate)


def test_a_ceiling_of_a_day_is_kept_for_each_namespace_of_a_file(store):
    settings = ModelSettings(name="ollama:a", daily={"cost": 5}, daily_each={"calls": 2}, **LOCAL)
    model = model_from(settings, store)
    assert isinstance(model, Rationed)
    assert isinstance(model.inner, Deferred)
    assert model.of("a") is model.of("a") is not model.of("b")
    assert isinstance(model_from(replace(settings, daily={}), store), Rationed)
    assert not isinstance(model_from(replace(settings, name="rules"), store), Rationed)
    assert not isinstance(model_from(replace(settings, daily={}, daily_each={}), store), Rationed)


def test_each_role_has_its_model_and_one_model_is_opened_once():
    settings = ModelSettings(name="ollama:a", memory="ollama:b", judge="ollama:b", **LOCAL)
    model = opened(settings)
    names = [model.model_for(task).name for task in (AnswerQuestion, Extract, Revise, Judge)]
    assert names == ["ollama:a", "ollama:b", "ollama:b", "ollama:b"]
    assert model.model_for(Extract) is model.model_for(Judge)


def test_an_address_is_for_servers_of_its_kind_only(monkeypatch, tmp_path):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://mine.example/v1")
    (tmp_path / "m.gguf").write_bytes(b"GGUF" + bytes(100))
    settings = ModelSettings(name="openai:x", memory="ollama:y", judge="local:m.gguf")
    model = opened(settings)
    assert model.model_for(AnswerQuestion).name == "openai:x@mine.example/v1"
    assert model.model_for(Extract).name == "ollama:y"
    assert model.model_for(Judge).name.startswith("local:m.gguf")


def test_a_recording_is_not_recorded():
    with pytest.raises(UsageError, match="record and replay exclude each other"):
        opened(ModelSettings(record="a.jsonl", replay="b.jsonl"))


def test_sampling_is_by_type_of_task():
    table = {"temperature": 0.5, "Extract": {"max_tokens": 9, "seed": 3}}
    model = opened(ModelSettings(name="ollama:a", sampling=table, **LOCAL))
    assert model.sampling(Revise) == Sampling(temperature=0.5)
    assert model.sampling(Extract) == Sampling(temperature=0.5, max_tokens=9, seed=3)


def test_tasks_of_agents_have_their_sampling_where_an_agent_plays():
    table = {"temperature": 0.5, "Choose": {"seed": 3}, "Respond": {"max_tokens": 9}}
    settings = ModelSettings(name="ollama:a", sampling=table, **LOCAL)
    model = opened(replace(settings, mind="textworld"))
    assert model.sampling(Choose) == Sampling(temperature=0.5, seed=3)
    assert model.sampling(MakePlan) == Sampling(temperature=0.5)
    assert opened(settings).sampling(Extract) == Sampling(temperature=0.5)  # `clew ask` runs too


def test_an_agents_rules_are_those_of_every_role_that_rules_play():
    task = Extract("Key 3 unlocks the azure locker.", 1)
    for settings in (
        ModelSettings(),
        ModelSettings(name="rules", memory="rules:offline"),
        ModelSettings(name="ollama:a", memory="rules", **LOCAL),
    ):
        model = model_from(replace(settings, mind="textworld"))
        (said,) = model.run([task])
        assert isinstance(said.value, Extraction)
        (fact,) = said.value.facts
        assert (fact.subject, fact.relation, fact.object) == ("Key 3", "unlocks", "azure locker")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"Exract": {}}, "did you mean 'Extract'"),
        ({"temprature": 1}, "did you mean 'temperature'"),
        ({"Extract": {"heat": 1}}, "no sampling setting named 'heat'"),
        ({"temperature": "hot"}, "expected a number for 'temperature'"),
        ({"temperature": -1}, "'temperature' in .*, 0 or more, got -1"),
        ({"max_tokens": 2.5}, "expected a whole number for 'max_tokens'"),
        ({"Extract": {"max_tokens": 0}}, "'max_tokens' in .*, 1 or more, got 0"),
    ],
)
def test_wrong_sampling_is_told(table, message):
    with pytest.raises(UsageError, match=message):
        opened(ModelSettings(name="ollama:a", sampling=table, **LOCAL))
