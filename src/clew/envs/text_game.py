"""`TextGame`: a text game as a Gymnasium environment with text observations and actions."""

import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import textworld
from gymnasium import spaces

from clew.envs.blueprint import INVENTORY
from clew.envs.games import Game, Source
from clew.envs.parser_text import ALPHABET, LONGEST, MAX_ACTION, TYPED, commands_in, shown, typeable
from clew.envs.tidying import Tidying
from clew.errors import UsageError

__all__ = ["TextGame"]

_HEADING = re.compile(r"^-= (.+?) =-", re.MULTILINE)
_OUTSIDE = frozenset((
    "save", "restore", "quit", "q", "restart", "undo", "script", "transcript", "recording",
    "replay",
))  # fmt: skip
"""Commands for the interpreter, which would write files or break off the game."""
_OF_ALL = ("feedback", "inventory", "score", "max_score", "won", "lost")
_ASKED = textworld.EnvInfos(facts=True, admissible_commands=True, **dict.fromkeys(_OF_ALL, True))
_ASKED_OF_OTHERS = textworld.EnvInfos(**dict.fromkeys(_OF_ALL, True))
"""For games not made by TextWorld: their actions would need a parser to be downloaded."""


class TextGame(gymnasium.Env[str, str]):
    """Plays the games of a source.

    The first observation ends with the source's instructions. `info` of `reset` and `step` holds
    `score`, `max_score` (`None` if the game does not report it), `admissible_actions` (a sorted
    tuple; empty if the game does not list them), `location` (a room, or `None`), `inventory` (a
    text), `won` and `lost`. The reward is the change in score. `admissible_actions` has one
    wording of every action; others may work.

    Once a game is over, nothing is sent to it: `step` repeats the last observation, terminated,
    with reward 0, until `reset`. Interpreter commands ("save", "quit") never reach it. There is no
    step limit: see `gymnasium.wrappers.TimeLimit`.

    Args:
        source: provides the games. If they vary, `reset(seed=...)` chooses one; without a seed,
            the next one is drawn.
        render_mode: `ansi` makes `render` return the last observation.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's own form

    def __init__(self, source: Source, render_mode: str | None = None) -> None:
        if render_mode not in (None, "ansi"):
            raise UsageError(f"expected render_mode 'ansi' or None, got {render_mode!r}")
        self.render_mode = render_mode
        self.observation_space = spaces.Text(LONGEST, min_length=0, charset=ALPHABET)
        self.action_space = spaces.Text(MAX_ACTION, min_length=1, charset=TYPED)
        self._source = source
        self._game: Game | None = None
        self._engine: Any = None
        self._tidying: Tidying | None = None
        self._last = ""
        self._info: dict[str, Any] = {}
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin the game of a seed, or the next one.

        Raises:
            GameError: the game could not be made.
            UsageError: the source's file is not a game, or tells no places although it is to be
                scored by them.
        """
        super().reset(seed=seed, options=options)
        if self._engine is None or self._source.varies:
            self._load(seed)
        state = self._engine.reset()
        self._over = False
        self._tidying = None
        assert self._game is not None
        if self._game.homes is not None:
            self._tidying = Tidying(self._game.homes, _places(state.facts))
        told = [shown(state.feedback), self._game.instructions]
        self._last = "\n\n".join(filter(None, told))
        self._info = self._info_of(state)
        return self._last, dict(self._info)

    def _load(self, seed: int | None) -> None:
        if seed is None:
            seed = int(self.np_random.integers(2**31))
        game = self._source.game(seed)
        if self._engine is not None and self._game == game:
            return
        made_here = game.path.with_suffix(".json").is_file()
        if game.homes is not None and not made_here:
            raise UsageError(
                f"expected TextWorld's .json beside {str(game.path)!r}: tidying is scored by it"
            )
        self.close()
        with warnings.catch_warnings():
            # Jericho warns about every game it does not know; ours lack nothing.
            warnings.filterwarnings("ignore", message="Game .* is not fully supported")
            asked = _ASKED if made_here else _ASKED_OF_OTHERS
            self._engine = textworld.start(str(game.path), asked)
        self._game = game

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Do an action.

        Raises:
            UsageError: the action is not a line of 1 to `MAX_ACTION` printable ASCII characters.
        """
        if self._engine is None:
            raise UsageError("reset() begins a game; there is none yet")
        typeable(action)
        if self._over:
            return self._last, 0.0, True, False, dict(self._info)
        if any(words[0] in _OUTSIDE for words in commands_in(action)):
            self._last = "That is not a part of this world."
            return self._last, 0.0, False, False, dict(self._info)
        state, _, done = self._engine.step(action)
        before = self._info["score"]
        self._last, self._info = shown(state.feedback), self._info_of(state)
        self._over = bool(done) or self._info["won"] or self._info["lost"]
        reward = float(self._info["score"] - before)
        return self._last, reward, self._over, False, dict(self._info)

    def _info_of(self, state: Any) -> dict[str, Any]:
        facts: Sequence[Any] = state.facts or ()
        score, max_score, won = state.score or 0, state.max_score, bool(state.won)
        if self._tidying is not None:
            places = _places(facts)
            score, max_score = self._tidying.score(places), self._tidying.max_score
            won = self._tidying.tidy(places)
        return {
            "score": score,
            "max_score": max_score,
            "admissible_actions": tuple(sorted(state.admissible_commands or ())),
            "location": _location(facts, state),
            "inventory": shown(state.inventory or ""),
            "won": won,
            "lost": bool(state.lost),
        }

    def render(self) -> str | None:
        """Return the last observation in mode `ansi`, else `None`."""
        return self._last if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release the game."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def _places(facts: Sequence[Any]) -> Mapping[str, str]:
    """Return the holder, room or inventory in which each thing is."""
    places = {}
    for fact in facts:
        if fact.name in ("in", "on", "at") and len(fact.arguments) == 2:
            thing, place = fact.arguments
            places[thing.name] = INVENTORY if place.type == "I" else place.name
    return places


def _location(facts: Sequence[Any], state: Any) -> str | None:
    for fact in facts:
        if fact.name == "at" and fact.arguments[0].type == "P":
            return str(fact.arguments[1].name)
    headings = _HEADING.findall(state.feedback or "")
    if headings:
        return str(headings[-1])
    name: str | None = getattr(state.get("location"), "name", None)  # if Jericho knows it
    return name
