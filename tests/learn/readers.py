"""Scripts of models that read a text by one function and compare two statements by another."""

from collections.abc import Callable
from typing import Any

from clew.learn.tasks import Candidate, Extract, NewStatement, Revise

__all__ = ["other_object", "reader"]

Compares = Callable[[Candidate, NewStatement], bool]


def reader(
    read: Callable[[str], Any],
    excludes: Compares = lambda old, new: False,
    same: Compares = lambda old, new: False,
) -> Callable[[Any], Any]:
    """Return a script for `ScriptedModel`: what a text says, and which pairs `Revise` names."""

    def pairs(task: Revise, holds: Compares) -> list[dict[str, int]]:
        return [
            {"old": old.id, "new": new.number}
            for new in task.statements
            for old in task.candidates
            if holds(old, new)
        ]

    def answer(task: Any) -> Any:
        if isinstance(task, Revise):
            return {"pairs": pairs(task, excludes), "same": pairs(task, same)}
        assert isinstance(task, Extract)
        return read(task.text)

    return answer


def other_object(old: Candidate, new: NewStatement) -> bool:
    """Whatever says another object excludes what was said before."""
    return old.object != new.object
