"""Asks a language model until its reply is usable; shared by hosted and local models."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from clew.llm.base import Failure, FailureKind, Loss, Message, Origin, Result, Task, Usage
from clew.llm.reply.replies import read_reply

__all__ = ["Ladder", "Said", "Way", "ask", "schema_of"]

_SHOWN = 4_000
_TAIL = 200
_SCHEMA = "Reply with one JSON object and nothing else. It must fit this JSON schema:\n{schema}"
_AGAIN = "That reply cannot be used: {error}\nReply again. " + _SCHEMA


class Way(StrEnum):
    """How a model is told the required shape of its reply."""

    SCHEMA = "json schema"
    TOOL = "tool"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Said:
    """The outcome of one request: a text, a failure, or a refusal of this way of asking."""

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    how: str = ""
    """The way of asking, as in `Result.how`."""
    cut: str = ""
    """What cut the reply off, such as `after 4096 tokens`; empty when it is complete."""
    failure: Failure | None = None
    strange: str = ""
    """The server's message, if it refused this way of asking."""


class Ladder:
    """Ways of asking, best first, and the one a server accepts for each type of task.

    The accepted way is kept. It depends only on the server's refusals, never on replies, so the
    same task gets the same request whatever was asked before. Threads may share one.
    """

    def __init__(self, ways: Sequence[Way]) -> None:
        self._ways = tuple(ways)
        self._found: dict[type[Task[Any]], Way] = {}

    def say(self, task: type[Task[Any]], send: Callable[[Way], Said]) -> Said:
        """Send in the first way the server accepts; usage is that of all requests."""
        spent, refused = Usage(), ""
        known = self._found.get(task)
        for way in (known,) if known else self._ways:
            said = send(way)
            spent += said.usage
            if not said.strange:
                if said.failure is None:
                    self._found[task] = way
                return replace(said, usage=spent)
            refused = said.strange
        message = f"the request was refused in every way it was asked: {refused}"
        return Said(usage=spent, failure=Failure(FailureKind.REFUSED, message))


class _Schema(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - its name there
        """Leave out field titles: they repeat the names and cost tokens."""
        return False


def schema_of(task: type[Task[Any]]) -> dict[str, Any]:
    """Return the JSON schema of a task's output type, strict enough for small models.

    All top-level fields are required, else `{}` would be the shortest valid reply; fields of items
    stay optional. To save tokens, types have neither titles nor descriptions (the prompt says what
    they mean), and fields no defaults. Additional fields are forbidden explicitly, since some
    servers allow them by default.
    """
    output: type[BaseModel] = task.output_type
    schema = output.model_json_schema(schema_generator=_Schema)
    for each in (schema, *schema.get("$defs", {}).values()):
        for name in ("title", "description"):
            each.pop(name, None)
        for one in each.get("properties", {}).values():
            one.pop("default", None)
        if "properties" in each:
            each["additionalProperties"] = False
    return schema | {"required": list(schema.get("properties", {}))}


def _with_schema(task: type[Task[Any]], messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the messages with the schema appended to the first, for servers without schemas."""
    first, *others = messages
    wanted = _SCHEMA.format(schema=json.dumps(schema_of(task)))
    return (replace(first, text=f"{first.text}\n\n{wanted}"), *others)


def ask(
    task: Task[Any], send: Callable[[tuple[Message, ...], Way], Said], ladder: Ladder, *, tries: int
) -> Result[Any]:
    """Return the answer to a task; shows the model an unusable reply with the error.

    A partly usable reply is used: asking again would cost as much as the first time and may lose
    more. Usage is that of all requests.

    Args:
        task: the question.
        send: sends a conversation to the model, in one way.
        ladder: the ways.
        tries: maximum number of conversations sent.
    """
    kind = type(task)

    def say(messages: tuple[Message, ...]) -> Said:
        def sent(way: Way) -> Said:
            return send(_with_schema(kind, messages) if way is Way.TEXT else messages, way)

        return ladder.say(kind, sent)

    messages = tuple(replace(each, text=_sendable(each.text)) for each in task.messages())
    said = say(messages)
    result, spent = _read(task, said), said.usage
    for _ in range(tries - 1):
        if result.failure is None or result.failure.kind is not FailureKind.BAD_REPLY:
            break
        error = f"it was cut off {said.cut}; be brief" if said.cut else result.failure.message
        again = _AGAIN.format(error=error, schema=json.dumps(schema_of(kind)))
        shown = _sendable(said.text)[:_SHOWN] or "(nothing)"  # servers refuse an empty message
        messages = (*messages, Message("assistant", shown), Message("user", again))
        said = say(messages)
        result, spent = _read(task, said), spent + said.usage
    return replace(result, usage=spent)


def _read(task: Task[Any], said: Said) -> Result[Any]:
    if said.failure is not None:
        return Result(None, said.failure, origin=Origin.MODEL, how=said.how)
    result = read_reply(task, said.text, how=said.how)
    if not said.cut or _is_json(said.text):
        return result
    why = f"the reply was cut off {said.cut}"
    if result.failure is not None:
        failure = replace(result.failure, message=f"{why}; {result.failure.message}")
        return replace(result, failure=failure)
    # How many items would have followed the cut is unknown.
    return replace(result, losses=(*result.losses, Loss(why, "..." + said.text[-_TAIL:])))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _sendable(text: str) -> str:
    """Return a text that can be encoded as UTF-8, with lone surrogates replaced."""
    return text.encode("utf-8", "replace").decode()
