"""The agents of the paper on interactive fiction, and ours, over a folder of games.

    python -m experiments fiction-agents --games FOLDER --out FOLDER [--agents NAMES] [--model NAME]

Without `--model` a scripted model thinks (`experiments.fiction.talker`). Each agent plays the games
in order, with one memory file: forms of commands (ASV-P) are known in the next game, and so is the
graph, which shows of other games nothing. OUT/MODEL/AGENT has of each game its trajectory
(`GAME.jsonl`), the memory after it (`GAME.clew`) and the result (`GAME.json`); a game with a result
is not played again, an interrupted one begins again with the memory of the game before. Replies of
a language model are kept (`replies.clew`) and paid for once.
"""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from clew.agents.fiction.paper_agents import PAPER, Player, agent_named
from clew.agents.rollout import rollout
from clew.bench.reports import markdown_table, write_report
from clew.cli.options import AS_JSON, Minds, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.envs.fiction.jericho_game import JerichoGame
from clew.errors import UnknownNameError, UsageError
from clew.llm.base import Model
from clew.memory import Memory
from clew.settings import ModelSettings
from experiments.command_line import OUT, run
from experiments.fiction.metrics import Measured, Seen, interval_of, mean_of, measured
from experiments.fiction.recorded import stories
from experiments.fiction.talker import talker
from experiments.prompt_tokens import Counting
from experiments.runs_in_folder import Kept, claim, folder_of, model_keeping

__all__ = ["Played", "main", "play"]

_SHOWN = ("location", "inventory", "lost", "won", "admissible_actions")
"""What agents are shown besides the text, as `clew play` shows it; the last only the oracle."""
_ORACLE = "oracle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What an agent did in a game."""

    row: Measured
    prompts: float
    """Tokens sent to the model for each step, with the schemas of the answers."""


class _Watched:
    """A game that shows the agent no score and no state of the world, and keeps these."""

    def __init__(self, game: JerichoGame) -> None:
        self._game = game
        self.seen: list[Seen] = []

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        told, info = self._game.reset(seed=seed)
        return told, self._shown("", info)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        told, reward, over, cut, info = self._game.step(action)
        return told, reward, over, cut, self._shown(action, info)

    def _shown(self, action: str, info: Mapping[str, Any]) -> dict[str, Any]:
        self.seen.append(Seen(action, info["score"], info["moves"], info["world_hash"]))
        return {key: info[key] for key in _SHOWN if key in info}


def play(
    path: Path, agent: str, model: Model, memory: Memory, *, steps: int, log: Path | None = None
) -> Played:
    """Let an agent play a game for so many steps, begun again when lost.

    Args:
        path: a story file that Jericho knows.
        agent: a name of `PAPER`.
        model: thinks.
        memory: the file of the graph, and of forms of commands.
        steps: the most steps; a game that is won ends.
        log: the trajectory, which is written anew.

    Raises:
        UsageError: Jericho does not know the game: nothing can be measured.
        UnknownNameError: there is no such agent.
    """
    game = JerichoGame(path, restarts=True, admissible=agent == _ORACLE)
    _, info = game.reset()
    if not info["supported"] or not info["max_score"]:
        raise UsageError(f"expected a game that Jericho knows, got {path.name!r}")
    if log is not None:
        log.unlink(missing_ok=True)
    counting, env = Counting(model, whole=True), _Watched(game)
    player = agent_named(agent, Player(model=counting, file=memory, game=path.stem))
    rollout(env, player, seed=0, max_steps=steps, path=log)
    game.close()
    first, *seen = env.seen
    row = measured(seen, first, info["max_score"])
    return Played(row=row, prompts=counting.taken().sent / len(seen))


def _over_games(
    games: Mapping[str, Path], agent: str, model: Model, folder: Path, steps: int
) -> dict[str, Played]:
    """Let an agent play all games, in order, with one memory; those with a result are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    kept, found, last = Kept(folder), dict[str, Played](), None
    for name, path in games.items():
        after = folder / f"{name}.clew"
        if (there := kept.get(name)) is not None:
            found[name] = Played(row=Measured(**there["row"]), prompts=there["prompts"])
        else:
            for old in folder.glob(f"{after.name}*"):
                old.unlink()
            if last is not None:
                shutil.copyfile(last, after)
            with Memory.open(after, embedder="hashing", model="rules") as memory:
                log = folder / f"{name}.jsonl"
                found[name] = play(path, agent, model, memory, steps=steps, log=log)
            kept.put(name, found[name])
            note(f"{agent}, {name}: {found[name].row.counted:.2f} of the steps counted")
        last = after
    return found


def _columns(found: Mapping[str, Played]) -> dict[str, dict[str, float]]:
    """Return the means over games with their intervals, and the tokens of a step."""
    rows = {name: one.row for name, one in found.items()}
    low, high = interval_of(rows)
    tokens = sum(one.prompts for one in found.values()) / len(found)
    return {
        "mean": {**asdict(mean_of(rows)), "prompts": tokens},
        "low": asdict(low),
        "high": asdict(high),
    }


def _page(table: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    names = [each.name for each in fields(Measured) if each.name != "steps"]
    rows = []
    for agent, one in table.items():
        mean, low, high = one["mean"], one["low"], one["high"]
        cells = [f"{mean[name]:.3f} [{low[name]:.3f}, {high[name]:.3f}]" for name in names]
        rows.append([agent, *cells, f"{mean['prompts']:,.0f}"])
    return markdown_table(["", *names, "prompt tokens a step"], rows) + "\n"


def _model(settings: ModelSettings, seed: int, folder: Path, stack: ExitStack) -> Model:
    if settings.name.partition(":")[0] == "rules":
        return talker(seed)
    folder.mkdir(parents=True, exist_ok=True)
    return model_keeping(settings, folder / "replies.clew", stack)


@bundled
def _agents(
    minds: Minds,
    games: Path = option("FOLDER", "Story files.", ...),
    out: Path = option(*OUT),
    agents: str = option("NAMES", f"Comma-separated: {', '.join(PAPER)}.", ",".join(PAPER)),
    steps: int = option("N", "Steps in each game.", 50, min=1),
    seed: int = option("N", "Of the scripted model.", 0, min=0),
    json: bool = flag(AS_JSON),
) -> int:
    """Compare the agents for interactive fiction over a folder of games.

    The numbers in brackets are 95 % bootstrap intervals over the games. Without --model, a
    scripted model thinks, so that the agents differ by what they show it.
    """
    wanted = list(dict.fromkeys(name for each in agents.split(",") if (name := each.strip())))
    for name in wanted:
        if name not in PAPER:
            raise UnknownNameError("agent", name, PAPER)
    if not wanted:
        raise UsageError(f"expected names of agents ({', '.join(PAPER)}), got none")
    settings = settings_of(minds)
    found = stories(games)
    table = {}
    with ExitStack() as stack:
        stack.enter_context(claim(out, {"steps": steps, "seed": seed, "games": [*found]}))
        for name in wanted:
            scripted = settings.name.partition(":")[0] == "rules"
            folder = out / ("talker" if scripted else folder_of(settings.name)) / name
            model = _model(settings, seed, folder, stack)
            table[name] = _columns(_over_games(found, name, model, folder, steps))
    page = _page(table)
    write_report(out, table, page)
    if json:
        print_json(table)
    else:
        say(page.rstrip())
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-agents", _agents, argv)
