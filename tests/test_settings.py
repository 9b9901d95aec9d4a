"""Settings: what wins over what, and what a wrong `clew.toml` is told."""

from dataclasses import fields
from pathlib import Path

import pytest

from clew.errors import UsageError
from clew.settings import (
    ModelSettings,
    announcement,
    api_key,
    memory_path,
    model_settings,
    openai_address,
)

KEYS = ("CLEW_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY")

OURS = {"mind", "from_folder"}


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path, unset):
    """An empty folder and an environment that says nothing."""
    monkeypatch.chdir(tmp_path)
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def write(text: str, name: str = "clew.toml") -> None:
    Path(name).write_text(text, encoding="utf-8")


def test_without_anything_the_rules_answer():
    assert model_settings() == ModelSettings()
    assert model_settings().name == "rules"
    assert memory_path() == Path("memory.clew")


def test_given_wins_over_environment_over_file(monkeypatch):
    write('[model]\nname = "ollama:a"\nmemory = "ollama:b"\njudge = "ollama:c"\n')
    monkeypatch.setenv("CLEW_MODEL", "ollama:d")
    monkeypatch.setenv("CLEW_JUDGE", "ollama:e")
    found = model_settings(name="ollama:f", memory=None)
    assert (found.name, found.memory, found.judge) == ("ollama:f", "ollama:b", "ollama:e")


def test_every_setting_can_be_in_the_file():
    write(
        """[model]
name = "ollama:a"
memory = "ollama:b"
judge = "ollama:c"
base_url = "http://localhost:1"
extraction = "separate"
timeout = 5
workers = 2
cache = false
images = false
trace = true
record = "a.jsonl"
replay = "b.jsonl"
max_calls = 3
max_tokens = 4
max_cost = 0.5
[model.sampling]
temperature = 0.2
[model.sampling.Extract]
max_tokens = 900
[model.daily]
cost = 5
[model.daily_each]
calls = 100
cost = 0.5
"""
    )
    found, plain = model_settings(), ModelSettings()
    assert plain.mind is None  # that no file can hold, like what is known of the file
    assert found.from_folder == {each.name for each in fields(ModelSettings)} - OURS
    for each in fields(ModelSettings):
        if each.name in OURS:
            continue
        assert getattr(found, each.name) != getattr(plain, each.name), each.name
    assert found.sampling == {"temperature": 0.2, "Extract": {"max_tokens": 900}}


def test_another_file_is_named_by_the_environment(monkeypatch):
    write('[model]\nname = "ollama:a"\n', "other.toml")
    monkeypatch.setenv("CLEW_CONFIG", "other.toml")
    assert model_settings().name == "ollama:a"
    monkeypatch.setenv("CLEW_CONFIG", "missing.toml")
    with pytest.raises(UsageError, match=r"CLEW_CONFIG names 'missing.toml'"):
        model_settings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[model]\nnaem = "x"', r"no setting 'naem' in \[model\]; did you mean 'name'"),
        ("[model]\nzzz = 1", "known are name, memory"),
        ("[model]\nworkers = 0", "expected a whole number above 0 for 'workers'"),
        ("[model]\nworkers = true", "expected a whole number above 0 for 'workers'"),
        ('[model]\nextraction = "both"', "expected fused or separate for 'extraction'"),
        ("[model]\ncache = 1", "expected true or false for 'cache'"),
        ('[model]\nname = " "', "expected a text for 'name'"),
        ("[model]\nmax_cost = -1.0", "expected a number above 0 for 'max_cost'"),
        ("[model]\nsampling = 1", "expected a table for 'sampling'"),
        ("[model]\ndaily = 1", r"numbers above 0 \(calls, tokens, cost\) for 'daily'"),
        ("[model.daily_each]\ncost = -1", "numbers above 0 .* for 'daily_each'"),
        ("[model.daily]\ndollars = 1", "numbers above 0 .* for 'daily'"),
        ("model = 1", r"expected a table \[model\], got 1"),
        ("[models]", r"expected the table \[model\], got 'models'"),
        ("[model", "cannot read 'clew.toml'"),
    ],
)
def test_a_wrong_file_says_where_and_what(text, message):
    write(text)
    with pytest.raises(UsageError, match=message):
        model_settings()


def test_a_file_that_is_no_text_is_an_error_too():
    Path("clew.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"cannot read 'clew.toml'"):
        model_settings()


def test_the_address_of_openai_models_may_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert openai_address("openai") == "http://localhost:1/v1"
    assert openai_address("ollama") is openai_address("anthropic") is None


def test_an_empty_variable_says_nothing(monkeypatch):
    write('[model]\nname = "ollama:a"\n')
    monkeypatch.setenv("CLEW_MODEL", "")
    assert model_settings().name == "ollama:a"


def test_a_providers_key_goes_to_nobody_else(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "o")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a")
    assert (api_key("openai"), api_key("anthropic"), api_key("ollama")) == ("o", "a", None)
    assert api_key("openai", "http://somebody.example") is None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://mine.example")
    assert api_key("openai", "http://mine.example") == "o"
    assert api_key("anthropic", "http://mine.example") is None
    monkeypatch.setenv("CLEW_API_KEY", "c")
    assert api_key("openai", "http://somebody.example") == "c"


FOUND = (
    '[model]\nname = "openai:any"\nbase_url = "http://user:secretpass@somebody.example/v1?key=k"\n'
)


def test_what_a_file_of_the_folder_decides_is_announced_without_its_secrets():
    write(FOUND + 'record = "replies.jsonl"\nworkers = 2\n')
    assert announcement(model_settings()) == (
        "clew.toml in this folder sets name = 'openai:any', "
        "base_url = 'http://***@somebody.example/v1?key=***', record = 'replies.jsonl'"
    )


def test_what_was_decided_elsewhere_is_not_announced(monkeypatch):
    assert announcement(model_settings()) is None
    write(FOUND)
    monkeypatch.setenv("CLEW_BASE_URL", "http://mine.example/v1")
    assert announcement(model_settings(name="openai:mine")) is None
    assert model_settings().base_url == "http://mine.example/v1"
    monkeypatch.delenv("CLEW_BASE_URL")
    monkeypatch.setenv("CLEW_CONFIG", "clew.toml")
    assert announcement(model_settings()) is None, "a file that was named was chosen"


def test_no_key_goes_to_an_address_that_was_only_found(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "o")
    assert api_key("openai", "http://somebody.example", found=True) is None
    monkeypatch.setenv("CLEW_API_KEY", "c")
    with pytest.raises(UsageError, match="name it yourself with --base-url or CLEW_BASE_URL"):
        api_key("openai", "http://u:secretpass@somebody.example", found=True)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://somebody.example")
    assert api_key("openai", "http://somebody.example", found=True) == "c"
    assert api_key("anthropic", None, found=True) == "c"


def test_settings_do_not_show_an_address_with_secrets():
    assert "secretpass" not in repr(ModelSettings(base_url="http://u:secretpass@host/v1"))
