"""Cooking games with the verbs of the recipes: fry, roast and grill."""

import re
from typing import Any

import gymnasium

__all__ = ["RenamedActions"]

_COOKED = {"stove": "fry", "oven": "roast", "BBQ": "grill"}
_COOK = re.compile(r"cook (.+) with (stove|oven|BBQ)", re.IGNORECASE)
_VERBS = {verb: tool for tool, verb in _COOKED.items()}
_VERB = re.compile(rf"({'|'.join(_VERBS)}) (.+)", re.IGNORECASE)


class RenamedActions(gymnasium.Wrapper[str, str, str, str]):
    """Renames "cook X with stove" to "fry X", as recipes call it; likewise roast and grill.

    AriGraph's agents see cooking games in this form (textworld_adapter in its code). The game's
    own wording still works.
    """

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Reset the environment."""
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, _renamed(info)

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Do an action, given by either name."""
        if verb := _VERB.fullmatch(action):
            action = f"cook {verb[2]} with {_VERBS[verb[1].lower()]}"
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, reward, terminated, truncated, _renamed(info)


def _renamed(info: dict[str, Any]) -> dict[str, Any]:
    actions = (_recipe_wording(action) for action in info["admissible_actions"])
    return {**info, "admissible_actions": tuple(sorted(actions))}


def _recipe_wording(action: str) -> str:
    cook = _COOK.fullmatch(action)
    if cook is None:
        return action
    tool = next(tool for tool in _COOKED if tool.lower() == cook[2].lower())
    return f"{_COOKED[tool]} {cook[1]}"
