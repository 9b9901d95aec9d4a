"""The contract of `Model`, over every implementation and every wrapper."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Loss, Model, Origin, Sampling, Task, Usage
from clew.llm.budget import Budgeted
from clew.llm.cached import Cached
from clew.llm.cassette import Recorded, Replay
from clew.llm.chat import ChatModel
from clew.llm.human import Human
from clew.llm.retry import Retried
from clew.llm.routed import Routed
from clew.llm.rules import Partial, RuleModel
from clew.llm.scripted import ScriptedModel
from clew.llm.traced import Traced
from clew.llm.wrapper import Contained, Metered, Reachable
from tests.embed.embedders import DictStore
from tests.llm.server import LOOPBACK, Asked, Server, says
from tests.llm.server import Answer as ServerAnswer
from tests.llm.tasks import Answer, Asking, Count, Named, Other, count

SAMPLING = Sampling(seed=3)
TEXTS = ("bb", "a", "x", "broken")
TASKS = [Asking(text) for text in TEXTS]


def replies(task: Any) -> object:
    return "not JSON" if task.text == "broken" else count(task)


def script() -> Model:
    return Named(ScriptedModel(replies), "script", SAMPLING)


def warm(model: Model, path: Path) -> Model:
    store = DictStore()
    Cached(model, store).run(TASKS)
    return Cached(model, store)


def replay(model: Model, path: Path) -> Model:
    Recorded(model, path).run(TASKS)
    return Replay(path)


def person() -> Model:
    """A person who counts the letters of what was shown last."""
    text, left = "", [False]

    def show(shown: str) -> None:
        nonlocal text
        if "The text: " in shown:
            text, left[0] = shown.rpartition("The text: ")[2], True

    def ask(question: str) -> str:
        if text == "broken":
            raise EOFError
        first, left[0] = left[0], False
        return f"{text} | {len(text)}" if first else ""

    return Human(ask, show)


def traced(model: Model, path: Path) -> Model:
    pytest.importorskip("opentelemetry.trace", reason="needs the extra trace")
    return Traced(model)


WRAPPERS: dict[str, Callable[[Model, Path], Model]] = {
    "budgeted": lambda model, _: Budgeted(model, calls=10_000),
    "cached": lambda model, _: Cached(model, DictStore()),
    "contained": lambda model, _: Contained(model),
    "metered": lambda model, _: Metered(model),
    "reachable": lambda model, _: Reachable(model, "try again"),
    "recorded": Recorded,
    "retried": lambda model, _: Retried(model),
    "routed": lambda model, _: Routed(model, {Other: model}),
    "traced": traced,
}
ANSWERING = {**WRAPPERS, "warm cache": warm, "replay": replay}
MODELS: dict[str, Callable[[], Model]] = {
    "rules": lambda: RuleModel({Asking: count}),
    "script": script,
    "person": person,
}


@pytest.fixture
def server():
    with Server(answering) as running:
        yield running


def answering(request: Asked) -> ServerAnswer:
    text = request.text.rpartition("The text: ")[2]
    return says(count(Asking(text)).model_dump_json())


@pytest.fixture(params=[*MODELS, *ANSWERING, pytest.param("chat", marks=LOOPBACK)])
def model(request, tmp_path):
    """Every model, and every wrapper around one."""
    if request.param == "chat":
        pytest.importorskip("pydantic_ai", reason="needs the extra llm")
        server = request.getfixturevalue("server")
        return ChatModel("openai:any", base_url=server.url, sampling={Task: SAMPLING})
    make = MODELS.get(request.param)
    return make() if make else ANSWERING[request.param](script(), tmp_path / "cassette")


@pytest.fixture(params=ANSWERING)
def wrapper(request, tmp_path):
    return ANSWERING[request.param](script(), tmp_path / "cassette")


def names(results: Sequence[Any]) -> list[str]:
    return [result.value.pairs[0].name for result in results]


class TestContract:
    def test_results_come_in_the_order_of_the_tasks(self, model):
        assert names(model.run([Asking("bb"), Asking("a"), Asking("x")])) == ["bb", "a", "x"]

    def test_an_empty_batch_gives_no_results(self, model):
        assert model.run([]) == []

    def test_same_task_same_answer(self, model):
        first, second = model.run([Asking("x"), Asking("x")])
        assert first.value == second.value == model.run([Asking("x")])[0].value

    def test_it_says_who_it_is_and_how_the_answer_came(self, model):
        assert model.name
        assert model.sampling(Asking) in {None, SAMPLING}
        assert isinstance(model.run([Asking("x")])[0].origin, Origin)

    def test_threads_get_their_own_answers(self, model):
        batches = [[Asking(TEXTS[i % 3]), Asking(TEXTS[(i + 1) % 3])] for i in range(24)]
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(model.run, batches))
        assert [names(each) for each in found] == [[task.text for task in b] for b in batches]

    def test_a_batch_may_be_any_sequence(self, model):
        assert names(model.run((Asking("a"), Asking("bb")))) == ["a", "bb"]


class TestWrappers:
    def test_they_are_called_what_the_model_is_called(self, wrapper):
        assert wrapper.name == "script"
        assert wrapper.sampling(Asking) == SAMPLING

    def test_they_give_what_the_model_gives(self, wrapper):
        found = wrapper.run(TASKS)
        origins = {Origin.SCRIPT, Origin.CACHE, Origin.REPLAY}
        assert {result.origin for result in found} <= origins
        none = Usage()
        same = [replace(each, origin=Origin.SCRIPT, usage=none, saved=none) for each in found]
        plain = script().run(TASKS)
        assert same == [replace(each, usage=none, saved=none) for each in plain]

    def test_a_bad_reply_is_a_failure_among_answers(self, wrapper):
        good, bad, again = wrapper.run([Asking("a"), Asking("broken"), Asking("x")])
        assert names([good, again]) == ["a", "x"]
        assert bad.failure is not None
        assert bad.failure.kind is FailureKind.BAD_REPLY

    @pytest.mark.parametrize("name", WRAPPERS)
    def test_a_model_that_cannot_work_at_all_is_heard(self, name, tmp_path):
        broken = WRAPPERS[name](ScriptedModel([]), tmp_path / "cassette")
        with pytest.raises(ModelError, match="the script ended"):
            broken.run([Asking("a")])


def test_a_task_without_a_rule_fails_without_an_exception():
    (result,) = RuleModel({Count: count}).run([Other()])
    assert result.value is None
    assert result.failure is not None
    assert result.failure.kind is FailureKind.NO_RULE
    assert "Other" in result.failure.message


def test_rules_may_be_loaded_when_the_first_task_comes():
    loaded = []

    def load():
        loaded.append(1)
        return {Count: count}

    model = RuleModel(load)
    assert not loaded
    assert model.run([Count("x")])[0].value
    assert model.extended({Other: lambda _: Answer(note="o")}).run([Other()])[0].value
    assert loaded == [1]


def test_a_rule_may_say_what_it_dropped():
    model = RuleModel({Count: lambda _: Partial(Answer(note="rest"), (Loss("too long", "x"),))})
    (result,) = model.run([Count("x")])
    assert result.value == Answer(note="rest")
    assert result.losses == (Loss("too long", "x"),)


def test_an_extended_model_has_both_rules_and_the_new_one_wins():
    model = RuleModel({Count: count}).extended({Count: lambda _: Answer(note="new")})
    assert model.run([Count("x")])[0].value == Answer(note="new")


def test_a_script_that_is_too_short_says_so():
    with pytest.raises(ModelError, match="script ended before Count"):
        ScriptedModel([]).run([Count("x")])


def test_a_script_may_fail_and_keeps_what_it_was_asked():
    failure = Failure(FailureKind.UNAVAILABLE, "down", retry=True)
    model = ScriptedModel([failure])
    assert model.run([Count("x")])[0].failure == failure
    assert model.asked == [Count("x")]


def test_usage_adds_up():
    total = Usage(1, 10, 2, 0.5, 0.1) + Usage(2, 1, 1, 0.5, 0.2)
    assert (total.calls, total.input_tokens, total.output_tokens, total.seconds) == (3, 11, 3, 1.0)
