"""AriGraph's own games, from a folder with the games and the authors' settings.

`envs_cfg_and_win_conditions.json` has what the player is told at the start (`FIRST_OBS`) and
where things belong (`win_cond_clean_place`); neither is copied here.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium

from clew.envs.games import from_file
from clew.envs.renamed_actions import RenamedActions
from clew.envs.text_game import TextGame
from clew.errors import UnknownNameError, UsageError

__all__ = ["GAMES", "homes_of", "paper_game"]

GAMES: Mapping[str, str] = {
    "hunt": "hunt/hunt.z8",
    "clean": "clean_3x3/clean_3x3_mess_2.z8",
    "cook": "cook/game.z8",
    "cook_1_1_cut": "cook_1_1_cut/game.z8",
    "cook_1_1_cut_1": "cook_1_1_cut_1/game.z8",
    "cook_1_1_full": "cook_1_1_full/game.z8",
    "cook_1_1_full_1": "cook_1_1_full_1/game.z8",
    "cook_1_9": "cook_1_9/game.z8",
    "cook_3_6_1": "cook_3_6_1/game.z8",
    "cook_rl_baseline": "cook_rl_baseline/game.z8",
}
"""File of each game, below the folder."""
_SETTINGS = "envs_cfg_and_win_conditions.json"


def paper_game(folder: Path, name: str) -> gymnasium.Env[str, str]:
    """Return a game of the paper; cooking is worded as the paper's agents saw it.

    Raises:
        UnknownNameError: no such game.
        UsageError: it is not in the folder, or the settings are not.
    """
    if name not in GAMES:
        raise UnknownNameError("game", name, GAMES)
    path, settings = folder / GAMES[name], folder / _SETTINGS
    if not path.is_file() or not settings.is_file():
        raise UsageError(f"expected {GAMES[name]} and {_SETTINGS} in {folder}")
    told = json.loads(settings.read_text(encoding="utf-8"))
    cooking = name.startswith("cook")
    first = told["FIRST_OBS"]["cook" if cooking else name].strip()
    homes = homes_of(path.with_suffix(".json"), told) if name == "clean" else None
    game = TextGame(from_file(path, first, homes))
    return RenamedActions(game) if cooking else game


def homes_of(world: Path, told: Mapping[str, Any]) -> dict[str, str]:
    """Return where things belong, in the names of this world.

    The authors' list serves several houses and uses longer names: a "sport equipment locker" is
    the locker here. Things without a name here are left out.
    """
    infos = json.loads(world.read_text(encoding="utf-8"))["infos"]
    names = [info["name"] for _, info in infos if info["name"]]
    found = (
        (_named(thing, names), _named(place, names))
        for thing, place, _ in told["win_cond_clean_place"]
    )
    return {thing: place for thing, place in found if thing is not None and place is not None}


def _named(said: str, names: Sequence[str]) -> str | None:
    """Return the name itself, or the longest name that ends it, word for word."""
    ends = [name for name in names if f" {said}".endswith(f" {name}")]
    return max(ends, key=len, default=None)
