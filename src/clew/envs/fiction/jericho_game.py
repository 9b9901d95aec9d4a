"""`JerichoGame`: a parser game as a Gymnasium environment. Needs the extra jericho."""

from collections import OrderedDict
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
from gymnasium import spaces

from clew.envs.fiction.interpreter import Interpreter, State
from clew.envs.fiction.valid_actions import valid_actions
from clew.envs.parser_text import ALPHABET, LONGEST, MAX_ACTION, TYPED, commands_in, typeable
from clew.envs.story_file import story_file
from clew.errors import UsageError

__all__ = ["JerichoGame", "Saved"]

_FILES = frozenset((
    "save", "restore", "script", "transcript", "recording", "replay", "unscript", "noscript",
    "unrecord",
))  # fmt: skip
"""Commands with which the interpreter would write or read files."""
_SWITCHES = frozenset(("on", "off"))
_KEPT = 4096
"""States of the world whose valid actions are kept."""


class Saved(NamedTuple):
    """A run at one moment: `JerichoGame.saved`."""

    state: State
    info: dict[str, Any]
    observation: str
    over: bool


class JerichoGame(gymnasium.Env[str, str]):
    """Plays a story file.

    The first observation is what the game prints at its start. `info` of `reset` and `step` holds

    - `location`, a room or `None`, and `inventory`, a text;
    - `score`, and `max_score` (`None` if it is not known);
    - `moves`, what the game counts itself (`None` if it is not known): not the steps, and a game
      begun again counts anew; `steps`, the actions so far;
    - `world_hash`, which names the state of the game's things; `None` if they are not known;
    - `deaths`, how often the game was lost; `won` and `lost`;
    - `supported`, whether Jericho knows the game. If not, score and end are read in what it prints;
    - `admissible_actions`, a sorted tuple, if asked for: one command for each different change of
      the world. Others may work.

    The reward is the change in score. By default a run ends when the game is won or lost: then
    nothing is sent to it, and `step` repeats the last observation, terminated, with reward 0,
    until `reset`. There is no step limit: see `gymnasium.wrappers.TimeLimit`. Commands that would
    write or read files ("save") never reach the interpreter; `saved` and `go_back` do that.

    Args:
        path: the story file.
        restarts: whether a run goes on when the game is lost. The game then asks whether to
            restart, and takes "restart" as the answer.
        admissible: whether `info` has `admissible_actions`, which takes up to some seconds a step.
        instructions: shown with the first observation.
        render_mode: `ansi` makes `render` return the last observation.

    Raises:
        UsageError: the file does not exist or is no game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        path: str | Path,
        *,
        restarts: bool = False,
        admissible: bool = False,
        instructions: str = "",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UsageError(f"expected render_mode 'ansi' or None, got {render_mode!r}")
        self.render_mode = render_mode
        self.observation_space = spaces.Text(LONGEST, min_length=0, charset=ALPHABET)
        self.action_space = spaces.Text(MAX_ACTION, min_length=1, charset=TYPED)
        self.path = story_file(Path(path))
        self._restarts, self._admissible, self._instructions = restarts, admissible, instructions
        self._game: Interpreter | None = None
        self._known: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._info: dict[str, Any] = {}
        self._last = ""
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin the game.

        Args:
            seed: of the game's chances, kept until the next seed. 0 and the first `None` take the
                game's own, with which walkthroughs win.
            options: none.
        """
        super().reset(seed=seed, options=options)
        if self._game is None:
            self._game = Interpreter(self.path, seed)
        elif seed is not None:
            self._game.seeded(seed)
        told = self._game.start()
        self._over = False
        self._info = {"steps": 0, "deaths": 0}
        self._last = "\n\n".join(filter(None, (told, self._instructions)))
        self._info = self._seen(self._game)
        return self._last, dict(self._info)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Type a command.

        Raises:
            UsageError: the action is not a line of 1 to `MAX_ACTION` printable ASCII characters
                without backslash, or no run was begun.
        """
        game = self._running()
        typeable(action)
        if self._over:
            return self._last, 0.0, True, False, dict(self._info)
        before = self._info["score"]
        self._info["steps"] += 1
        if any(map(_uses_files, commands_in(action))):
            self._last = "That is not a part of this world."
            return self._last, 0.0, False, False, dict(self._info)
        was_lost = game.lost
        self._last = game.send(action)
        self._info["deaths"] += game.lost and not was_lost
        self._info = self._seen(game)
        self._over = game.won or (game.lost and not self._restarts)
        return self._last, float(self._info["score"] - before), self._over, False, dict(self._info)

    def _seen(self, game: Interpreter) -> dict[str, Any]:
        over = game.won or game.lost
        seen = {
            "steps": self._info["steps"],
            "deaths": self._info["deaths"],
            "score": game.score,
            "max_score": game.max_score,
            "moves": game.moves,
            "location": self._info.get("location") if over else game.location(),
            "inventory": self._info.get("inventory", "") if over else game.inventory(),
            "world_hash": game.world_hash,
            "won": game.won,
            "lost": game.lost,
            "supported": game.supported,
        }
        if self._admissible:
            seen["admissible_actions"] = self._valid(game, seen["world_hash"])
        return seen

    def valid_actions(self) -> tuple[str, ...]:
        """Return one command for each different change of the world that one makes, sorted.

        It takes up to some seconds; what was found for a state of the world is kept. Empty for a
        game that Jericho does not know.

        Raises:
            UsageError: no run was begun.
        """
        return self._valid(self._running(), self._info["world_hash"])

    def _valid(self, game: Interpreter, world: str | None) -> tuple[str, ...]:
        if world is None or game.won or game.lost:
            return ()
        if world not in self._known:
            self._known[world] = valid_actions(game)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return self._known[world]

    def saved(self) -> Saved:
        """Return the run as it is now, for `go_back`.

        Raises:
            UsageError: no run was begun.
        """
        return Saved(self._running().state(), dict(self._info), self._last, self._over)

    def go_back(self, saved: Saved) -> tuple[str, dict[str, Any]]:
        """Go back to a moment of a run of this environment; return its observation and info.

        Raises:
            UsageError: no run was begun.
        """
        self._running().restore(saved.state)
        self._info, self._last, self._over = dict(saved.info), saved.observation, saved.over
        return self._last, dict(self._info)

    def walkthrough(self) -> tuple[str, ...]:
        """Return commands that win with the game's own seed, for ceilings, never for agents.

        Empty for a game that Jericho does not know.

        Raises:
            UsageError: no run was begun.
        """
        return self._running().walkthrough()

    def _running(self) -> Interpreter:
        if self._game is None:
            raise UsageError("reset() begins a run; there is none yet")
        return self._game

    def render(self) -> str | None:
        """Return the last observation in mode `ansi`, else `None`."""
        return self._last if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release the game."""
        if self._game is not None:
            self._game.close()
            self._game = None


def _uses_files(words: list[str]) -> bool:
    return words[0] in _FILES and not {*words[1:]} - _SWITCHES
