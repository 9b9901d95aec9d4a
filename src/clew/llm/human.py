"""`Human`: a person answers tasks, field by field; the human baseline, also useful for debugging.

Input and output are passed in, so a terminal, a web page or a test can provide them.
"""

import json
import re
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from inspect import getdoc
from threading import Lock
from time import perf_counter
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from clew.llm.base import Failure, FailureKind, Origin, Result, Sampling, Task, Usage
from clew.llm.keys import fields_of
from clew.llm.reply.shapes import item_type, plain_type
from clew.text import visible

__all__ = ["Human", "at_terminal"]

_ITEMS, _PARTS = ",", "|"
_SENTENCE = re.compile(r"(?<=[.?]) ")
_LEFT = "the person gave no answer"


class Human:
    """Shows a person each task and asks for its output type, field by field.

    A list is entered line by line, ended by an empty line. A value with parts (a nested model, a
    pair) is one line with `|` between the parts, of which the last ones may be omitted; a list
    inside such a line uses commas. So neither sign can be part of a text there. An empty answer
    means the field's default, if it has one. An invalid answer is explained and asked again.

    Ctrl-D (end of input) leaves the task unanswered, Ctrl-C the rest of the batch: they fail with
    `REFUSED`. Threads take turns, a batch at a time.

    Args:
        ask: shows a text and returns the line typed; raises `EOFError` or `KeyboardInterrupt`.
        show: shows lines of text; it must escape them if necessary.
        timer: a monotonic clock in seconds.
    """

    def __init__(
        self,
        ask: Callable[[str], str],
        show: Callable[[str], None],
        *,
        timer: Callable[[], float] = perf_counter,
    ) -> None:
        self._ask, self._show, self._timer = ask, show, timer
        self._turn = Lock()

    @property
    def name(self) -> str:
        """The name to show and record."""
        return "person"

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return `None`: nothing is sampled."""
        return None

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        results: list[Result[Any]] = []
        refused = Failure(FailureKind.REFUSED, _LEFT, retry=True)
        with self._turn:
            for task in tasks:
                try:
                    result = self._answer(task, refused)
                except KeyboardInterrupt:
                    break
                results.append(result)
        left: Result[Any] = Result(None, refused, origin=Origin.PERSON, model=self.name)
        return results + [left] * (len(tasks) - len(results))

    def _answer(self, task: Task[Any], refused: Failure) -> Result[Any]:
        start = self._timer()
        self._show(_description(task))
        try:
            value = self._value(task.output_type)
        except EOFError:
            value = None
        return Result(
            value,
            refused if value is None else None,
            usage=Usage(calls=1, seconds=self._timer() - start),
            origin=Origin.PERSON,
            model=self.name,
        )

    def _value(self, wanted: type[BaseModel]) -> BaseModel:
        """Ask until the fields are valid together."""
        while True:
            given: dict[str, object] = {}
            for name, field in _asked_for(wanted):
                self._field(wanted, name, field, given)
            try:
                return wanted.model_validate(given)
            except ValidationError as error:
                # Each field is valid by itself, so a rule about several of them failed.
                self._show(_said(error.errors(include_url=False)))

    def _field(
        self, wanted: type[BaseModel], name: str, field: FieldInfo, given: dict[str, object]
    ) -> None:
        """Ask for one field until it is valid; put it into `given` under its alias or name."""
        key = field.alias or name
        kind, many = plain_type(field.annotation), item_type(field.annotation) is not None
        while True:
            given.pop(key, None)
            typed = self._lines(wanted, name, key, given) if many else self._line(name, field)
            if not typed and not field.is_required():
                return
            given[key] = typed if isinstance(typed, list) else _parsed(kind, typed)
            wrong = _wrong(wanted, given, key)
            if typed == "":
                self._show(f"{name}: an answer is needed")
            elif not wrong:
                return
            else:
                self._show(_said(wrong))

    def _line(self, name: str, field: FieldInfo) -> str:
        default = "" if field.is_required() else f" [{_default(field)}]"
        return self._ask(f"{name} ({_hint(field.annotation)}){default}: ").strip()

    def _lines(
        self, wanted: type[BaseModel], name: str, key: str, given: dict[str, object]
    ) -> list[object]:
        """Ask for the items of a list, each until it is valid."""
        kind = item_type(wanted.model_fields[name].annotation)
        self._show(f"{name} ({_hint(kind)}; one a line, an empty line ends)")
        items: list[object] = []
        while text := self._ask(f"{len(items) + 1}: ").strip():
            item = _parsed(kind, text)
            found = _wrong(wanted, {**given, key: [*items, item]}, key)
            wrong = [each for each in found if each["loc"][1:2] == (len(items),)]
            if wrong:
                self._show(_said(wrong))
            else:
                items.append(item)
        return items


def at_terminal() -> Human:
    """Return the person at the keyboard; shown on stderr, because stdout carries only results."""
    return Human(_ask, lambda text: _put(f"{text}\n"))


def _ask(text: str) -> str:
    _put(text)
    if not (line := sys.stdin.readline()):
        raise EOFError
    return line.rstrip("\r\n")


def _put(text: str) -> None:
    sys.stderr.write(visible(text))
    sys.stderr.flush()


def _description(task: Task[Any]) -> str:
    """Return the text shown: the first sentence of the task type's docstring, and the inputs."""
    summary = (getdoc(type(task)) or type(task).__name__).split("\n")[0]
    question = _SENTENCE.split(summary, maxsplit=1)[0]
    if type(task).inputs is not Task.inputs:
        return f"{question}\n{task.inputs()}"
    fields = fields_of(task).items()
    shown = [f"{name}: {x if isinstance(x, str) else _json(x)}" for name, x in fields]
    return "\n".join([question, *shown])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrong(wanted: type[BaseModel], given: dict[str, object], key: str) -> list[ErrorDetails]:
    """Return the errors of one field; missing other fields do not count."""
    try:
        wanted.model_validate(given)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        return [each for each in found if each["loc"][:1] == (key,)]
    return []


def _said(wrong: Sequence[ErrorDetails]) -> str:
    lines = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in wrong]
    return "\n".join([*lines, "please answer again"])


def _choices(kind: Any) -> dict[str, object]:
    """Return the allowed inputs and their values; empty if any input is allowed."""
    if get_origin(kind) is Literal:
        return {str(each): each for each in get_args(kind)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {str(each.value): each for each in kind}
    return {}


def _parsed(kind: Any, text: str) -> object:
    """Return a line as plain data for a type; pydantic validates it later."""
    kind, args = plain_type(kind), get_args(plain_type(kind))
    if items := item_type(kind):
        return [_parsed(items, part.strip()) for part in text.split(_ITEMS) if part.strip()]
    parts = [part.strip() for part in text.split(_PARTS)]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = [(each.alias or name, each) for name, each in _asked_for(kind)]
        if len(parts) > len(fields):
            return text  # too many parts: pydantic refuses the text as no object
        pairs = zip(fields, parts, strict=False)
        return {name: _parsed(each.annotation, part) for (name, each), part in pairs if part}
    if get_origin(kind) is tuple:
        wanted = [*args, *[str] * len(parts)]  # too many or too few are refused later
        return [_parsed(each, part) for each, part in zip(wanted, parts, strict=False)]
    return _choices(kind).get(text, text)


def _asked_for(kind: type[BaseModel]) -> list[tuple[str, FieldInfo]]:
    """Return the fields that a model is asked for: those of its schema."""
    asked = kind.model_json_schema().get("properties", {})
    return [one for one in kind.model_fields.items() if (one[1].alias or one[0]) in asked]


def _hint(kind: Any) -> str:
    """Return a short description of what a type accepts."""
    kind, args = plain_type(kind), get_args(plain_type(kind))
    if items := item_type(kind):
        return f"{_hint(items)}{_ITEMS} ..."
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = kind.model_fields.items()
        return f" {_PARTS} ".join(n if each.is_required() else f"{n}?" for n, each in fields)
    if get_origin(kind) is tuple:
        return f" {_PARTS} ".join(map(_hint, args))
    known = {bool: "y/n", int: "whole number", float: "number", str: "text"}
    name: str = getattr(kind, "__name__", str(kind))
    return " / ".join(_choices(kind)) or known.get(kind, name)


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True)
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, Enum):
        return str(value.value)
    return "empty" if value in (None, "") else str(value)
