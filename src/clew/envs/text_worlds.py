"""The named text environments: see `clew.envs.registry`. Needs the extra textworld."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium

from clew.envs.cleaning import cleaning
from clew.envs.games import from_blueprint, from_file, from_recipe
from clew.envs.renamed_actions import RenamedActions
from clew.envs.text_game import TextGame
from clew.envs.treasure_hunt import LEVELS, treasure_hunt
from clew.errors import UnknownNameError

__all__ = [
    "COOKING_LEVELS",
    "cleaning_world",
    "cooking_world",
    "text_game_world",
    "treasure_hunt_world",
]

_COOKING = (
    "Prepare the meal of the cookbook's recipe and eat it. Ingredients may have to be found first. "
    "Work on each one exactly as the recipe says, not more: what is already fried, roasted, "
    "grilled, sliced, diced or chopped as it should be must not be worked on again. One fries on "
    "the stove, roasts in the oven and grills on the BBQ. The meal is prepared in the kitchen, "
    "after all ingredients are ready."
)


def _recipe(recipe: int, go: int, *skills: str) -> dict[str, Any]:
    use = {skill: skill in skills for skill in ("open", "cook", "cut", "drop")}
    return {"recipe": recipe, "take": recipe, "go": go, **use}


COOKING_LEVELS: Mapping[str, Mapping[str, Any]] = {
    "medium": _recipe(3, 9, "cook", "cut"),
    "hard": _recipe(4, 12, "cook", "cut"),
    "hardest": _recipe(5, 12, "open", "cook", "cut", "drop"),
    "level-1": _recipe(1, 1, "cut"),
    "level-2": _recipe(1, 1, "cook", "cut"),
    "level-3": _recipe(1, 9),
    "level-4": _recipe(3, 6, "cook", "cut"),
}
"""TextWorld's cooking settings for AriGraph's tasks and its comparison with RL."""


def treasure_hunt_world(
    level: str = "easy",
    rooms: int | None = None,
    keys: int | None = None,
    render_mode: str | None = None,
) -> TextGame:
    """Make `clew/TreasureHunt-v0`: `level` easy or hard, or given numbers of rooms and keys."""
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    default = LEVELS[level]
    draw = partial(
        treasure_hunt,
        rooms=default[0] if rooms is None else rooms,
        keys=default[1] if keys is None else keys,
        far=level == "hard",
    )
    return TextGame(from_blueprint(draw), render_mode)


def cleaning_world(rooms: int = 9, misplaced: int = 11, render_mode: str | None = None) -> TextGame:
    """Make `clew/Cleaning-v0`."""
    draw = partial(cleaning, rooms=rooms, misplaced=misplaced)
    return TextGame(from_blueprint(draw), render_mode)


def cooking_world(level: str = "medium", render_mode: str | None = None) -> gymnasium.Env[str, str]:
    """Make `clew/Cooking-v0` at one of `COOKING_LEVELS`."""
    if level not in COOKING_LEVELS:
        raise UnknownNameError("level", level, COOKING_LEVELS)
    return RenamedActions(TextGame(from_recipe(COOKING_LEVELS[level], _COOKING), render_mode))


def text_game_world(
    path: str | Path,
    instructions: str = "",
    homes: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> TextGame:
    """Make `clew/TextGame-v0` from a game file."""
    return TextGame(from_file(Path(path), instructions, homes), render_mode)
