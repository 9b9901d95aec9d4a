"""Operations as tools for models: profiles, short JSON schemas, arguments that are refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clew.errors import UnknownNameError, UsageError
from clew.operations.base import Operation
from clew.operations.every_operation import OPERATIONS

__all__ = ["Profile", "Tool", "tool_named", "tools_of"]

_CURSOR = {"type": "string", "description": "From the answer before, for the rest of it."}
_TOKEN = {"type": "string", "description": "From the preview, once the user has agreed."}


class Profile(StrEnum):
    """Which tools a model is given."""

    READ_ONLY = "read-only"
    DEFAULT = "default"
    ADMIN = "admin"


_READING = ("recall", "ask", "history", "list", "conflicts")
_PROFILES: Mapping[Profile, tuple[str, ...]] = {
    Profile.READ_ONLY: _READING,
    Profile.DEFAULT: ("remember", *_READING, "correct", "forget"),
    Profile.ADMIN: tuple(OPERATIONS),
}
_PAST = ("valid", "known")
_WIDE = {
    **dict.fromkeys(_READING, _PAST),
    "forget": ("source", "conversation", "entity", "listed", "keep", "dry_run"),
}
"""Arguments only for administrators: what reaches further than one item, and the two times, which
would cost each prompt more tokens than they are used."""
_LARGE = 10**18
_OWN = ("cursor", "token")
"""Arguments of tools that are none of the operation's."""


@dataclass(frozen=True, slots=True)
class Tool:
    """An operation as a model may use it."""

    operation: Operation[Any]
    hidden: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name."""
        return self.operation.name

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        full = self.operation.request.model_json_schema()
        named = full.get("$defs", {})
        fields = full.get("properties", {}).items()
        shown = {key: _short(each, named) for key, each in fields if key not in self.hidden}
        if self.operation.paged and "cursor" not in shown:
            shown["cursor"] = _CURSOR
        if self.operation.destructive:
            shown["token"] = _TOKEN
        needed = [key for key in full.get("required", ()) if key in shown]
        needed = needed or (["episode"] if self.hidden and "episode" in shown else [])
        shown = {key: shown[key] for key in dict.fromkeys((*needed, *shown))}
        schema = {"type": "object", "properties": shown, "additionalProperties": False}
        return schema | ({"required": needed} if needed else {})

    def split(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], str | None, str | None]:
        """Return the operation's arguments, the cursor and the token of a call.

        Raises:
            UnknownNameError: an argument is not for this profile.
            UsageError: the cursor or the token is no text.
        """
        if wrong := [key for key in given if key in self.hidden]:
            raise UnknownNameError(f"argument of {self.name}", wrong[0], self.schema["properties"])
        arguments = {key: each for key, each in given.items() if key not in self._own}
        return arguments, _text_of(given, "cursor"), _text_of(given, "token")

    @property
    def _own(self) -> tuple[str, ...]:
        theirs = self.operation.request.model_fields
        return tuple(key for key in _OWN if key not in theirs)


def tools_of(profile: Profile) -> dict[str, Tool]:
    """Return the tools of a profile by name, in their order."""
    hidden = {} if profile is Profile.ADMIN else _WIDE
    return {name: Tool(OPERATIONS[name], hidden.get(name, ())) for name in _PROFILES[profile]}


def tool_named(profile: Profile, name: str) -> Tool:
    """Return a tool of a profile; raises `UnknownNameError` if it has none of this name."""
    tools = tools_of(profile)
    if name not in tools:
        raise UnknownNameError("tool", name, tools)
    return tools[name]


def _text_of(given: Mapping[str, Any], key: str) -> str | None:
    """Return an argument that is a text; models also write the number in it without quotes."""
    value = given.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:d}" if abs(value) < _LARGE else ""
    if value is None or isinstance(value, str):
        return value
    raise UsageError(f"expected {key} as a text, got {value!r}")


def _short(schema: Mapping[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema without what a model does not need: titles, nulls, empty defaults."""
    if "$ref" in schema:
        return _short(named[schema["$ref"].rpartition("/")[2]] | _rest(schema, "$ref"), named)
    if "anyOf" in schema:
        ways = [_short(each, named) for each in schema["anyOf"] if each.get("type") != "null"]
        types = list(dict.fromkeys(kind for way in ways for kind in _types(way)))
        merged = {key: each for way in ways for key, each in way.items()}
        merged |= {"type": types[0] if len(types) == 1 else types}
        return _short(merged | _rest(schema, "anyOf"), named)
    left = {key: each for key, each in schema.items() if key not in _NOISE}
    if schema.get("default") not in (None, [], {}, "", False):
        left["default"] = schema["default"]
    if "items" in left:
        left["items"] = _short(left["items"], named)
    if left.pop("additionalProperties", None) not in (None, True):
        left["additionalProperties"] = False
    return left


def _types(schema: Mapping[str, Any]) -> list[str]:
    found = schema["type"]
    return found if isinstance(found, list) else [found]


def _rest(schema: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: each for name, each in schema.items() if name != key}


_NOISE = ("title", "default", "minLength", "minimum", "maximum", "exclusiveMinimum")
