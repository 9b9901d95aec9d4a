"""The offline mind for parser games, played and measured; walkthroughs and chance beside it."""

import random
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from clew.agents.base import Agent, Decision, Info, Move
from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.envs.fiction.jericho_game import JerichoGame
from clew.errors import UnknownNameError, UsageError
from clew.minds.fiction.story_mind import StoryMind
from experiments.command_line import run
from experiments.fiction.metrics import Measured, Seen, mean_of, measured
from experiments.fiction.recorded import stories

__all__ = ["PLAYERS", "main", "play"]

PLAYERS = ("mind", "walkthrough", "chance")
_SHOWN = ("location", "inventory", "lost", "won")
"""What the mind is shown besides the text: no score, no world hash, nothing that can be done."""


class _Told:
    """Gives commands that are known before, whatever happens."""

    def __init__(self, commands: Sequence[str]) -> None:
        self._commands = iter(commands)

    def begin(self, observation: str, info: Info) -> None:
        """Need nothing."""

    def act(self, observation: str, info: Info) -> Decision:  # noqa: ARG002  # the protocol's
        """Return the next command; "look" at the end."""
        action = next(self._commands, "look")
        return Decision(action=action, moves=(Move(action),))

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Need nothing."""

    def again(self, observation: str, decision: object) -> None:
        """Need nothing."""


class _Chance(_Told):
    """Does anything that changes the world, evenly drawn (the oracle tells what does)."""

    def __init__(self, env: JerichoGame, seed: int) -> None:
        super().__init__(())
        self._env, self._rng = env, random.Random(seed)

    def act(self, observation: str, info: Info) -> Decision:  # noqa: ARG002  # the protocol's
        """Return a valid action; "restart" when the game is lost."""
        valid = ("restart",) if info["lost"] else self._env.valid_actions() or ("look",)
        action = self._rng.choice(valid)
        return Decision(action=action, moves=(Move(action),))


def play(path: Path, player: str, *, steps: int, seed: int = 0) -> Measured:
    """Let a player play a game for so many steps, begun again when lost, and measure the run.

    Args:
        path: a story file that Jericho knows.
        player: one of `PLAYERS`.
        steps: the most steps; a game that is won ends.
        seed: of chance.

    Raises:
        UsageError: Jericho does not know the game: nothing can be measured.
    """
    env = JerichoGame(path, restarts=True)
    told, info = env.reset()
    if not info["supported"] or not info["max_score"]:
        raise UsageError(f"expected a game that Jericho knows, got {path.name!r}")
    made: dict[str, Agent] = {
        "mind": StoryMind(),
        "walkthrough": _Told(env.walkthrough()),
        "chance": _Chance(env, seed),
    }
    agent, first = made[player], _seen("", info)
    agent.begin(told, {key: info[key] for key in _SHOWN})
    seen: list[Seen] = []
    while len(seen) < steps and not info["won"]:
        for move in agent.act(told, {key: info[key] for key in _SHOWN}).moves:
            told, _, _, _, info = env.step(move.action)
            seen.append(_seen(move.action, info))
            agent.learn(move, told, {key: info[key] for key in _SHOWN})
    env.close()
    return measured(seen[:steps], first, info["max_score"])


def _seen(action: str, info: Info) -> Seen:
    return Seen(action, info["score"], info["moves"], info["world_hash"])


@bundled
def _played(
    games: Path = option("FOLDER", "Story files.", ...),
    player: str = option("NAME", f"Who plays: {', '.join(PLAYERS)}.", "mind"),
    steps: int = option("N", "Steps in each game.", 50, min=1),
    seed: int = option("N", "Seed of chance.", 0, min=0),
    json: bool = flag(AS_JSON),
) -> int:
    """Play every game of a folder for some steps, and measure it."""
    if player not in PLAYERS:
        raise UnknownNameError("player", player, PLAYERS)
    found = {}
    for game, path in stories(games).items():
        found[game] = play(path, player, steps=steps, seed=seed)
        note(f"{game}: {found[game].states:.0f} states, best score {found[game].best:.3f}")
    rows = found | {"mean": mean_of(found)}
    if json:
        print_json({game: asdict(one) for game, one in rows.items()})
        return 0
    names = [each.name for each in fields(Measured)]
    say("  ".join([f"{'':<14}", *(f"{name:>8}" for name in names)]))
    for game, one in rows.items():
        say("  ".join([f"{game:<14}", *(f"{getattr(one, name):>8.3f}" for name in names)]))
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-played", _played, argv)
