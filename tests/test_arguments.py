"""Arguments that are not what they are taken for, and what cannot be opened: told at once."""

import re
from datetime import UTC, datetime

import pytest

from clew import Asking, Filter, Input, Kind, Memory
from clew.errors import UsageError
from clew.settings import ModelSettings


def day(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def memory():
    with Memory.open(embedder="hashing") as opened:
        yield opened


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"model": "foo"}, "expected a model as PROVIDER:MODEL, such as openai:gpt-4o, or rules"),
        ({"model": "opneai:gpt-4o"}, "did you mean 'openai'"),
        ({"model": "rules:nobody"}, "no mind named 'nobody'"),
        ({"model": "local:"}, "expected local:FILE.gguf"),
        ({"model": ModelSettings(memory="foo")}, "expected a model as PROVIDER:MODEL"),
        ({"model": "openai:gpt-4o"}, "OPENAI_API_KEY"),
        ({"embedder": "minilmm"}, "did you mean 'minilm'"),
        ({"embedder": "hashing:x"}, "expected hashing:NUMBER"),
    ],
)
def test_what_cannot_be_opened_leaves_no_new_file(tmp_path, unset, how, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        Memory.open(tmp_path / "m.clew", **{"embedder": "hashing"} | how)
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_model_is_checked_for_a_file_that_is_there(tmp_path):
    path = tmp_path / "m.clew"
    Memory.open(path, embedder="hashing").close()
    with pytest.raises(UsageError, match="PROVIDER:MODEL"):
        Memory.open(path, model="foo")
    with Memory.open(path, model="openai:gpt-4o") as memory:  # what only reads needs no key
        assert memory.recall("x") == []


@pytest.mark.parametrize("one", ["abc", b"abc", {"content": "abc"}, Input("abc", 1)])
def test_one_text_is_not_many(memory, one):
    with pytest.raises(UsageError, match="expected a sequence of texts or messages, got one"):
        memory.remember_many(one)
    assert memory.revision == 0


def test_kinds_are_given_by_name_too(memory):
    memory.remember("Anna lives in Oslo.", at=day("2023-05-01"))
    for kinds in (["fact"], ("fact",), [Kind.FACT]):
        (hit,) = memory.recall("Anna", kinds=kinds)
        assert hit.item.text == "Anna lives in Oslo"
    assert {each.why.kind for each in memory.recall("Anna", skip=["episode", "thesis"])} == {"fact"}
    with pytest.raises(UsageError, match="expected a sequence of kinds, got the text 'fact'"):
        memory.recall("Anna", kinds="fact")
    with pytest.raises(UsageError, match="expected a sequence of kinds, got the text 'fact'"):
        Filter(kinds=Kind.FACT)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"expected kinds of items .*, got 'facts'"):
        memory.recall("Anna", kinds=["facts"])
    with pytest.raises(UsageError, match="takes episode, thesis and entity"):
        memory.recall("Anna", skip=["fact"])


@pytest.mark.parametrize(
    "call",
    [
        lambda memory, where: memory.recall("x", where=where),
        lambda memory, where: memory.browse("facts", where=where),
        lambda memory, where: memory.context("x", where=where),
        lambda memory, where: memory.ask("Who?", where=where),
        lambda memory, where: memory.ask("Who?", Asking(where=where)),
    ],
)
def test_what_is_no_filter_is_refused(memory, call):
    for where in ("a", {"sources": ["a"]}, None):
        with pytest.raises(UsageError, match="expected a Filter as where"):
            call(memory, where)


def test_a_filter_beside_a_question_is_that_of_asking(memory):
    memory.remember("Anna lives in Oslo.", at=day("2023-05-01"), source="a")
    memory.remember("Ben lives in Rome.", at=day("2023-05-02"), source="b")
    only = Filter(sources=("b",))
    for asked in ({"where": only}, {"how": Asking(style="full"), "where": only}):
        assert memory.ask("Where does Anna live?", **asked).text is None
        assert memory.ask("Where does Ben live?", **asked).text
    how = Asking(where=only)
    assert memory.ask("Where does Ben live?", how, where=only).text == "Rome"
    assert "Oslo" not in memory.context("Anna Ben", how=Asking(style="full"), where=only).text
    for call in (memory.ask, lambda *given, **more: memory.context(given[0], how=how, **more)):
        with pytest.raises(UsageError, match="expected one filter"):
            call("Where does Ben live?", how, where=Filter(sources=("a",)))


def test_a_past_that_is_no_time_is_refused_at_once(memory):
    for wrong in ("2024-02-01", 1.5, True):
        with pytest.raises(UsageError, match="expected an aware datetime or a step number"):
            memory.as_of(wrong)
