from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from clew.agents.memory_tasks import Importance
from clew.agents.rag_memory import RagMemory
from clew.embed.base import TextKind
from clew.errors import UsageError
from clew.graph.view import Float32
from clew.llm.base import Failure, FailureKind, Task
from clew.llm.scripted import ScriptedModel


class Letters:
    """One dimension for each of the letters a to z, by whether a text has its capital."""

    name, dimension = "letters", 26

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        rows = [[float(chr(65 + i) in text) for i in range(26)] for text in texts]
        found = np.array(rows, dtype=np.float32).reshape(len(texts), 26)
        scaled: Float32 = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1)
        return scaled


def rag(ratings: dict[str, int] | None = None, **options) -> tuple[RagMemory, ScriptedModel]:
    def rate(task: Task[Any]) -> object:
        assert isinstance(task, Importance)
        return {"importance": (ratings or {}).get(task.text, 5)}

    model = ScriptedModel(rate)
    return RagMemory(model, Letters(), **options), model


def test_recency_decides_where_all_else_is_equal():
    memory, _ = rag(retrieved=2)
    for step, text in enumerate(("a", "b", "c", "now")):
        memory.learn(step, text)
    assert memory.recall([], "", ["now"]).texts == ("b", "c")


def test_importance_outweighs_age_and_texts_come_in_order_of_time():
    memory, _ = rag({"a": 10}, retrieved=2)
    for step, text in enumerate(("a", "b", "c", "now")):
        memory.learn(step, text)
    # a: 0 + 1, b: .5 + 0, c: 1 + 0: the newer of the two best is c, and a was first
    assert memory.recall([], "", ["now"]).texts == ("a", "c")


def test_relevance_is_to_what_is_seen_now_and_planned():
    memory, _ = rag({"Key": 10}, retrieved=1)
    for step, text in enumerate(("Key", "b", "c", "now")):
        memory.learn(step, text)
    assert memory.recall([], "", ["now"]).texts == ("c",)  # a tie: the newer wins
    assert memory.recall([], "K", ["now"]).texts == ("Key",)


def test_a_text_is_kept_with_the_plan_of_its_time():
    memory, _ = rag(retrieved=1)
    memory.learn(0, "a")
    memory.recall([], "K", ["a"])
    memory.learn(1, "b")
    memory.recall([], "Z", ["b"])
    memory.learn(2, "c")
    assert memory.recall([], "K", ["c"]).texts == ("b",)


def test_every_text_is_rated_once_all_new_ones_at_a_time_with_the_beginning():
    memory, model = rag()
    for step, text in enumerate(("the task", "b")):
        memory.learn(step, text)
    memory.recall([], "", [])
    memory.learn(2, "c")
    memory.learn(3, "b")  # seen again
    memory.recall([], "", [])
    asked = [task for task in model.asked if isinstance(task, Importance)]
    assert [task.text for task in asked] == ["the task", "b", "c"]
    assert {task.beginning for task in asked} == {"the task"}
    assert memory.spent().calls == 3
    assert memory.spent().calls == 0


def test_a_text_seen_again_is_one_memory_as_of_the_last_time():
    memory, _ = rag(retrieved=2)
    for step, text in enumerate(("a", "b", "a")):
        memory.learn(step, text, "look")
    assert memory.recall([], "", []).texts == ("> look\nb", "> look\na")


def test_a_text_that_does_not_fit_leaves_its_room_to_others():
    memory, _ = rag(budget=3)
    for step, text in enumerate(("one", "a text of many more tokens than fit", "two")):
        memory.learn(step, text)
    assert memory.recall([], "", ["two"]).texts == ("one",)


@pytest.mark.parametrize(
    ("kind", "times"), [(FailureKind.BAD_REPLY, 1), (FailureKind.UNAVAILABLE, 2)]
)
def test_a_failed_rating_counts_least_and_only_an_absent_model_is_asked_again(kind, times):
    model = ScriptedModel(lambda task: Failure(kind, "no"))
    memory = RagMemory(model, Letters())
    memory.learn(0, "a")
    for _ in range(2):
        assert memory.recall([], "", []).texts == ("a",)
    assert len(model.asked) == times


def test_without_vectors_there_is_no_relevance():
    with pytest.raises(UsageError, match="embedder"):
        RagMemory(ScriptedModel([]), None)
