"""Game files: made once from a specification, then cached.

A game is made in a separate process (`clew.envs.build`) with a fixed hash seed, so the same
specification gives the same game everywhere. It is moved into place when complete, so several
processes may make it at the same time.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from clew.envs.blueprint import Blueprint
from clew.envs.story_file import story_file
from clew.errors import ClewError, UsageError
from clew.settings import cache_folder, child_environment

__all__ = ["Game", "GameError", "Source", "from_blueprint", "from_file", "from_recipe"]

_SECONDS = 300


class GameError(ClewError):
    """A game could not be made or played."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game to play."""

    path: Path
    instructions: str = ""
    """Shown to the player with the first observation."""
    homes: Mapping[str, str] | None = None
    """Thing -> where it belongs, if tidying is scored."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where an environment's games come from."""

    game: Callable[[int], Game]
    """Returns the game of a seed."""
    varies: bool = True
    """Whether another seed gives another game."""


def from_blueprint(draw: Callable[[int], Blueprint]) -> Source:
    """Return the games of our own blueprints; `draw` returns that of a seed."""

    def game(seed: int) -> Game:
        plan = draw(seed)
        path = _made({"plan": asdict(plan), "seed": seed})
        return Game(path, plan.instructions, dict(plan.homes) or None)

    return Source(game)


def from_recipe(settings: Mapping[str, Any], instructions: str = "") -> Source:
    """Return games of TextWorld's cooking challenge (`textworld.challenges.tw_cooking`)."""
    made = {"recipe": dict(settings)}
    return Source(lambda seed: Game(_made({**made, "seed": seed}), instructions))


def from_file(path: Path, instructions: str = "", homes: Mapping[str, str] | None = None) -> Source:
    """Return one existing game: compiled, or the `.json` that TextWorld writes with it.

    Its `game` raises `UsageError` if the file does not exist or is not a game.
    """
    return Source(lambda _: Game(_playable(path), instructions, homes), varies=False)


def _playable(path: Path) -> Path:
    """Return the story file of a game, made of its description if that is given.

    Raises:
        UsageError: the file does not exist or is not a game.
    """
    if path.suffix == ".json" and path.is_file():
        return _made({"game": str(path.resolve())}, _description(path))
    return story_file(path, "TextWorld's .json")


def _description(path: Path) -> bytes:
    """Return the content of a `.json` that describes a game.

    Raises:
        UsageError: it does not describe a game.
    """
    content = path.read_bytes()
    try:
        data = json.loads(content)
    except ValueError:
        data = None
    if not isinstance(data, dict) or not {"KB", "world"} <= data.keys():
        raise UsageError(f"expected the .json that TextWorld writes with a game, got {str(path)!r}")
    return content


def _made(specification: Mapping[str, Any], content: bytes | None = None) -> Path:
    """Return the game file of a specification for `clew.envs.build`, made if it is not cached.

    `content` replaces the specification in the cache key if that only names a file.
    """
    said = json.dumps(specification, sort_keys=True).encode()
    engine = f"textworld {version('textworld')}\n".encode()
    key = hashlib.sha256(engine + (said if content is None else content)).hexdigest()[:32]
    kept = cache_folder() / "games" / key
    target = kept / "game.z8"
    if target.is_file():
        return target
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix="making-") as folder:
        source, game = Path(folder, "specification.json"), Path(folder, "made", "game.z8")
        source.write_bytes(said)
        game.parent.mkdir()
        _build(source, game)
        try:
            game.parent.rename(kept)
        except OSError:
            if not target.is_file():  # another process was faster, and its game is the same
                raise
    return target


def _build(source: Path, game: Path) -> None:
    command = [sys.executable, "-m", "clew.envs.build", str(source), str(game)]
    try:
        done = subprocess.run(
            command,
            cwd=source.parent,  # the compiler leaves a folder there
            env=child_environment(PYTHONHASHSEED="0", HOME=str(source.parent)),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GameError(f"making the game took more than {_SECONDS} s; try a smaller one") from None
    if done.returncode != 0 or not game.is_file():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise GameError(f"the game could not be made: {said[-1] if said else 'no message'}")
