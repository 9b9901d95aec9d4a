"""Cassettes: recordings of a model's tasks and answers that can be replayed in its place.

A cassette is JSON Lines in UTF-8: `{"cassette":1}`, then one line per answered task, in the order
of the answers: `key`, `asked` (`clew.llm.keys.Asked`) and `result` (`clew.llm.saved`). It holds
the texts of the tasks, but no API key. It belongs to its creator: `forget` erases nothing in it.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import TypeAdapter

from clew.errors import ModelError, UsageError
from clew.llm.base import Model, Origin, Result, Sampling, Task, rule_of
from clew.llm.keys import Asked, asked, plain, to_json
from clew.llm.saved import restored, saved
from clew.llm.wrapper import Wrapper

__all__ = ["Recorded", "Replay"]

_HEAD = to_json({"cassette": 1}) + b"\n"
_SHOWN = 60
"""Characters of a value in a message."""


@dataclass(frozen=True, slots=True)
class _Line:
    key: str
    asked: Asked
    result: dict[str, Any]


_LINE = TypeAdapter(_Line)


class Recorded(Wrapper):
    """Appends every answer of a model, including failures, to a cassette.

    The lines of a batch are written in one piece once the model has answered it, so a killed
    process loses no answered batch and at most truncates the last line. Threads may share one, and
    several recorders of one process may write to the same cassette.

    Args:
        model: the model that answers.
        path: the cassette; created if missing. A truncated last line is removed.

    Raises:
        UsageError: the file is no cassette, or cannot be written.
    """

    def __init__(self, model: Model, path: str | Path) -> None:
        super().__init__(model)
        self._path = Path(path)
        self._lock = Lock()
        _prepare(self._path)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`.

        Raises:
            UsageError: the cassette cannot be written.
        """
        results = self._model.run(tasks)
        lines = [self._line(task, result) for task, result in zip(tasks, results, strict=True)]
        with (
            self._lock,
            _os_errors_translated("write", self._path),
            open(self._path, "ab", opener=_without_creating) as file,
        ):
            file.write(b"".join(lines))
        return results

    def _line(self, task: Task[Any], result: Result[Any]) -> bytes:
        about = asked(task, model=self.name, sampling=self.sampling(type(task)))
        line = {"key": about.key, "asked": plain(about), "result": saved(result)}
        return to_json(line) + b"\n"


class Replay:
    """Answers from a cassette of one model, without asking any.

    A task recorded several times gets its answers in recorded order, then the last one repeatedly.
    Usage is as recorded; the origin is `REPLAY`.

    Args:
        path: the cassette; a truncated last line is not read.
        mind: returns the mind of a recorded name, if it was one: its rules say what to ask it, and
            with what evidence. It answers nothing.

    Raises:
        UsageError: there is no cassette, a line is damaged, or it holds answers of several models,
            or with several settings for one type of task.
    """

    def __init__(
        self, path: str | Path, *, mind: Callable[[str], Model | None] = lambda _: None
    ) -> None:
        self._path = Path(path)
        self._lines = _read(self._path)
        self._name = _only_name(self._lines, self._path)
        self._sampling = _only_sampling(self._lines, self._path)
        self._mind = mind(self._name)
        self._lock = Lock()
        self._answers: dict[str, list[int]] = {}
        """Key -> indexes of its lines."""
        for i, line in enumerate(self._lines):
            self._answers.setdefault(line.key, []).append(i)
        self._given: Counter[str] = Counter()

    @property
    def name(self) -> str:
        """The name of the model that was recorded; `replay` for an empty cassette."""
        return self._name

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the settings recorded for this type of task."""
        return self._sampling.get(task.__name__)

    def rule(self, task: type[Task[Any]]) -> Callable[[Any], Any] | None:
        """Return the rule of the mind that was recorded, for what it declares."""
        return None if self._mind is None else rule_of(self._mind, task)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`.

        Raises:
            ModelError: a task was not recorded; the message shows how it differs from the nearest
                recorded one. Then no answer of the batch counts as given.
        """
        wanted = [
            asked(task, model=self.name, sampling=self.sampling(type(task))) for task in tasks
        ]
        for each in wanted:
            if each.key not in self._answers:
                raise ModelError(self._miss(each))
        return [self._answer(task, each.key) for task, each in zip(tasks, wanted, strict=True)]

    def _answer(self, task: Task[Any], key: str) -> Result[Any]:
        places = self._answers[key]
        with self._lock:
            place = places[min(self._given[key], len(places) - 1)]
            self._given[key] += 1
        try:
            return restored(task, self._lines[place].result, Origin.REPLAY)
        except ValueError as error:
            raise ModelError(_damage(self._path, place + 2, error)) from error

    def _miss(self, wanted: Asked) -> str:
        start = f"{self._path.name} has no reply for {_shown(wanted)}"
        near = [i for i, line in enumerate(self._lines) if line.asked.task == wanted.task]
        if not near:
            counts = Counter(line.asked.task for line in self._lines)
            held = ", ".join(f"{count} {task}" for task, count in sorted(counts.items()))
            return f"{start}: it holds {held or 'nothing'}; record this task first"
        differences = {i: _differences(self._lines[i].asked, wanted) for i in near}
        nearest = min(near, key=lambda i: len(differences[i]))
        return (
            f"{start}: the nearest recorded, in line {nearest + 2}, differs in "
            f"{'; '.join(differences[nearest])}; replay what was recorded, or record again, with "
            "the same times (--at, --as-of)"
        )


def _differences(recorded: Asked, wanted: Asked) -> list[str]:
    """Describe each part of a task that differs from the recording."""
    parts: dict[str, tuple[object, object]] = {
        "prompt": (recorded.prompt, wanted.prompt),
        "output schema": (recorded.schema, wanted.schema),
    }
    absent = object()
    for name in dict.fromkeys([*recorded.fields, *wanted.fields]):
        pair = recorded.fields.get(name, absent), wanted.fields.get(name, absent)
        parts[f"field {name!r}"] = pair
    found = [
        f"{name}: recorded {'nothing' if old is absent else _excerpt(old, new)}, "
        f"asked {'nothing' if new is absent else _excerpt(new, old)}"
        for name, (old, new) in parts.items()
        if absent in (old, new) or to_json(old, sort_keys=True) != to_json(new, sort_keys=True)
    ]
    # Different fields or prompts also change the wording, so it is named only without them.
    return found or ["the wording of its inputs"]


def _excerpt(value: object, other: object) -> str:
    """Return a part of a value, from just before it differs from the other one."""
    text, against = (
        json.dumps(each, ensure_ascii=False, default=lambda _: None) for each in (value, other)
    )
    pairs = enumerate(zip(text, against, strict=False))
    differ = next((i for i, (one, two) in pairs if one != two), 0)
    start = max(0, differ - _SHOWN // 3)
    head, tail = "..." * (start > 0), "..." * (len(text) > start + _SHOWN)
    return f"{head}{text[start : start + _SHOWN]}{tail}"


def _shown(wanted: Asked) -> str:
    first = next(iter(wanted.fields.items()), None)
    return f"{wanted.task}({'' if first is None else f'{first[0]}={_excerpt(first[1], None)}'})"


def _only_name(lines: Sequence[_Line], path: Path) -> str:
    names = sorted({line.asked.model for line in lines})
    if len(names) > 1:
        raise UsageError(
            f"{path.name} holds replies of {', '.join(names)}; record each to a file of its own"
        )
    return names[0] if names else "replay"


def _only_sampling(lines: Sequence[_Line], path: Path) -> dict[str, Sampling | None]:
    """Return the settings by the name of the type of task."""
    found: dict[str, Sampling | None] = {}
    for line in lines:
        task = line.asked.task
        if found.setdefault(task, line.asked.sampling) != line.asked.sampling:
            raise UsageError(
                f"{path.name} holds replies for {task} with several sampling settings; "
                "record each to a file of its own"
            )
    return found


def _read(path: Path) -> list[_Line]:
    """Return the whole lines of a cassette."""
    with _os_errors_translated("read", path):
        data = path.read_bytes()
    _check_head(data, path)
    *whole, _ = data[len(_HEAD) :].split(b"\n")
    lines = []
    for number, text in enumerate(whole, start=2):
        try:
            lines.append(_LINE.validate_python(json.loads(text)))
        except (ValueError, RecursionError) as error:
            raise UsageError(_damage(path, number, error)) from error
    return lines


def _prepare(path: Path) -> None:
    """Create a cassette, or remove a truncated last line from an existing one."""
    with _os_errors_translated("write", path):
        data = path.read_bytes() if path.exists() else b""
        if data != _HEAD and _HEAD.startswith(data):  # new, or killed while it was created
            path.write_bytes(_HEAD)
            return
        _check_head(data, path)
        os.truncate(path, data.rindex(b"\n") + 1)


def _check_head(data: bytes, path: Path) -> None:
    if not data.startswith(_HEAD):
        came = data.split(b"\n", 1)[0][:_SHOWN].decode("utf-8", "replace")
        raise UsageError(
            f"{str(path)!r} is no cassette this clew can read: expected the first line "
            f"{_HEAD.decode().strip()}, got {came!r}; give another path"
        )


def _damage(path: Path, number: int, error: Exception) -> str:
    why = " ".join(str(error).split())[:200]
    return f"{path.name}, line {number}, is no recorded reply ({why}); remove the line"


@contextmanager
def _os_errors_translated(verb: str, path: Path) -> Iterator[None]:
    """Turn `OSError` into `UsageError`."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot {verb} the cassette {str(path)!r}: {error.strerror}") from error


def _without_creating(path: str, _flags: int) -> int:
    # A cassette moved away meanwhile must not be recreated without its first line.
    return os.open(path, os.O_WRONLY | os.O_APPEND)
