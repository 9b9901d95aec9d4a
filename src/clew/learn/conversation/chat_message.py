"""What may be remembered: a text, or a message of a conversation with who says it.

A message becomes a text that begins with its speaker, "Anna: I live in Oslo.", as a transcript has
it. So whoever reads, finds, cites or forgets the text knows who speaks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias

from clew.errors import UsageError
from clew.graph.times import parse_time
from clew.graph.types import Time
from clew.learn.observe import Input

__all__ = ["ChatMessage", "Memorable", "as_input", "refuse_one"]

_CONTENT, _TIME = ("content", "text"), ("at", "time", "timestamp", "created_at")
_SECONDS, _LAST_SECOND, _MILLI = 10**9, 4 * 10**9, 1000
"""From 2001 to 2096, in seconds since 1970 as programs count them: no game has so many steps."""
_NAME = ("name", "speaker", "author")


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a conversation.

    >>> ChatMessage("user", "I live in Oslo.", name="Anna").text
    'Anna: I live in Oslo.'
    """

    role: str
    """Such as `user` and `assistant`; it stands for the speaker where there is no name."""
    content: str
    name: str = ""
    at: Time | None = None
    """When it was said; the time given with the call by default."""

    @property
    def text(self) -> str:
        """What is remembered: the content after who says it."""
        speaker = self.name or self.role
        return f"{speaker}: {self.content}" if speaker else self.content

    @classmethod
    def of(cls, given: Mapping[str, object]) -> "ChatMessage":
        """Return a message from a mapping, as chat interfaces have it.

        `content` (or `text`) is a text, or a list of parts of which those with a `text` count;
        `role`, `name` (or `speaker`, `author`) and a time (`at`, `time`, `timestamp` or
        `created_at`: ISO 8601, a datetime or a step) may be missing. A number under one of the
        last three that can only be seconds or milliseconds since 1970 is that date; under `at`, a
        number is always a step. All else is ignored.

        >>> ChatMessage.of({"role": "user", "content": [{"type": "text", "text": "Hello."}]})
        ChatMessage(role='user', content='Hello.', name='', at=None)

        Raises:
            UsageError: there is no content, or something is of the wrong type.
        """
        if not isinstance(given, Mapping):
            raise UsageError(f"expected a message with role and content, got {given!r}")
        content = _content(_first(given, _CONTENT))
        if content is None:
            raise UsageError(
                f"expected a message with `content`, a text, got one with {_keys(given)}"
            )
        return cls(_text(given, "role"), content, _text(given, *_NAME), _time(given))


Memorable: TypeAlias = Input | ChatMessage | Mapping[str, object] | str
"""What may be remembered; a mapping is a message (`ChatMessage.of`)."""


def as_input(given: Memorable, *, at: Time, source: str = "", conversation: str = "") -> Input:
    """Return what is to be remembered as an input.

    Args:
        given: a text, a message or an input.
        at: when it was told, if it does not say so itself.
        source: where it comes from, if an input does not say so itself.
        conversation: which conversation or document it is a part of, likewise.

    Raises:
        UsageError: a mapping is no message.
    """
    if isinstance(given, Input):
        lacking = {"source": source, "conversation": conversation}
        filled = {name: one for name, one in lacking.items() if getattr(given, name) == ""}
        return replace(given, **filled)  # type: ignore[arg-type]
    if isinstance(given, Mapping):
        given = ChatMessage.of(given)
    if isinstance(given, ChatMessage):
        when = at if given.at is None else given.at
        said = Input(given.text, when, source, conversation=conversation)
        return replace(said, role=given.role, speaker=given.name)
    return Input(given, at, source, conversation=conversation)


def refuse_one(inputs: object) -> None:
    """Refuse one text or message in place of several: a text would be a sequence of letters.

    Raises:
        UsageError: it is one.
    """
    if isinstance(inputs, str | bytes | Mapping | Input | ChatMessage):
        raise UsageError(
            f"expected a sequence of texts or messages, got one, {str(inputs)[:40]!r}; "
            "put it in a list, or call remember"
        )


def _first(given: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((given[name] for name in names if given.get(name) is not None), None)


def _text(given: Mapping[str, object], *names: str) -> str:
    found = _first(given, names)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise UsageError(f"expected a text as `{names[0]}` of a message, got {found!r}")
    return " ".join(found.split())


def _content(found: object) -> str | None:
    if isinstance(found, list):
        parts = [one.get("text") for one in found if isinstance(one, Mapping)]
        texts = [one for one in parts if isinstance(one, str)]
        return "\n".join(texts) if texts else None
    return found if isinstance(found, str) and found.strip() else None


def _time(given: Mapping[str, object]) -> Time | None:
    found = _first(given, _TIME)
    told = parse_time(found) if isinstance(found, str) else found
    if given.get("at") is None and isinstance(told, int | float):
        for unit in (1, _MILLI):
            if _SECONDS <= told / unit < _LAST_SECOND:
                return datetime.fromtimestamp(told / unit, UTC)
    return told  # type: ignore[return-value]


def _keys(given: Mapping[str, object]) -> str:
    return ", ".join(map(str, given)) or "nothing"
