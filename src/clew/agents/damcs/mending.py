"""Replies of models brought into the shape of a `Response`, where the meaning is plain."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args

from pydantic import BaseModel

from clew.agents.damcs.response import NAVIGATE, NONE

__all__ = ["mended_response"]

_NAMES = {
    "final_next_action": "name",
    "next_action": "considered",
    "next_action_reason": "considered_reason",
    "final_next_action_reason": "reason",
    "next_action_prerequisites": "missing",
    "final_target_material_to_collect": "destination",
    "final_target_material_to_share": "item",
    "final_target_agent_id": "recipient",
    "target": "destination",
    "to": "recipient",
    "action": "name",
    "ultimate_goal": "ultimate",
    "long_term_goal": "long_term",
    "long_term_goal_subgoals": "subgoals",
    "long_term_goal_progress": "progress",
    "long_term_goal_status": "long_term_status",
    "current_goal": "current",
    "current_goal_reason": "reason",
    "current_goal_status": "status",
    "vision": "sees",
    "last_action_result": "last_result",
    "last_action_result_reflection": "last_result_reason",
    "last_action_repeated_reflection": "repeated",
    "target_agent_to_help": "helps",
    "target_agent_need": "need",
    "help_method": "how",
    "being_helped_by_agent": "helped_by",
    "help_method_by_agent": "how_helped",
    "change_in_plan": "change",
    "next_goal": "current",
}
"""Names of the paper's schema, and a few that models make up, to ours."""
_OTHER = {
    "navigator": NAVIGATE,
    "navigate_to": NAVIGATE,
    "not_applicable": NONE,
    "not_appicable": NONE,
    "n/a": NONE,
    "null": NONE,
    "nothing": NONE,
    "-1": NONE,
    "": NONE,
    "wait": "noop",
    "collect": "do",
    "succeeded": "success",
    "failed": "failure",
    "ongoing": "in_progress",
}


def mended_response(kind: type[BaseModel], reply: object) -> object:
    """Return a reply with its parts, fields and choices named as the type names them.

    Only renames: what is no name of a choice stays as it came, for the model to be shown.
    """
    if not isinstance(reply, Mapping):
        return reply
    reply = {str(key): value for key, value in reply.items()}
    if isinstance(reply.get("action"), str):
        reply["action"] = {"name": reply["action"]}
    for part, info in kind.model_fields.items():
        own = info.annotation
        if isinstance(own, type) and issubclass(own, BaseModel) and part not in reply:
            strays = {
                key: reply[key] for key in list(reply) if _field(own, key) in own.model_fields
            }
            loose = {key: value for key, value in strays.items() if key not in kind.model_fields}
            if loose:
                reply[part] = {key: reply.pop(key) for key in loose}
    return {key: _mended(kind, key, value) for key, value in reply.items()}


def _field(kind: type[BaseModel], key: str) -> str:
    """Return the field that a key means."""
    if key in kind.model_fields:
        return key
    plain = key.strip().lower().replace(" ", "_").replace("-", "_")
    return plain if plain in kind.model_fields else _NAMES.get(plain, key)


def _mended(kind: type[BaseModel], key: str, value: object) -> object:
    info = kind.model_fields.get(key)
    return value if info is None else _as(info.annotation, value)


def _as(wanted: Any, value: object) -> object:
    """Return a value as a type has it."""
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return _choice(wanted, value)
    if isinstance(wanted, type) and issubclass(wanted, BaseModel) and isinstance(value, Mapping):
        named = {_field(wanted, str(key)): each for key, each in value.items()}
        return {key: _mended(wanted, key, each) for key, each in named.items()}
    inner = get_args(wanted)[:1]
    if inner and isinstance(inner[0], type) and getattr(wanted, "__origin__", None) is tuple:
        if isinstance(value, Mapping):  # {"wood": 2}
            value = [{"item": item, "count": count} for item, count in value.items() if count]
        if isinstance(value, list | tuple):
            return [_as(inner[0], each) for each in value]
    return value


def _choice(wanted: type[Enum], value: object) -> object:
    """Return the choice that a word or a number means; what means none stays."""
    names = {str(each.value) for each in wanted}
    if isinstance(value, Enum):
        value = value.value
    if value is None:
        value = ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    if f"agent_{value}" in names:
        return f"agent_{value}"
    plain = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    for each in (plain, _OTHER.get(str(value).strip().lower(), ""), _OTHER.get(plain, "")):
        if each in names:
            return each
    return value
