"""`clew play`: an agent or a person plays a text world; agents play Crafter."""

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

import clew
from clew.cli.options import EmbedderName, Minds, Misuse, bundled, utf8
from clew.cli.output import ask, counted, hint, note, print_json, say
from clew.cli.play_crafter import WORLDS, CrafterRun, TeamOptions, play_crafter
from clew.cli.session import say_embedder, say_model, settings_of
from clew.envs.registry import maker, named
from clew.errors import UnknownNameError, UsageError
from clew.plugins import AGENTS, ENVIRONMENTS, MEMORIES, late
from clew.settings import ModelSettings

__all__ = ["GameOptions", "PlayOptions", "play"]

_INTERRUPTED = 130
_STEPS = {"Cooking-v0": 60}
"""Decision limits other than 150 (AriGraph, section 4.3)."""
_GAME_FILE = "TextGame-v0"
_FILES = (".z8", ".z5", ".z3", ".json")


def _option(name: str, metavar: str, about: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, show_default=False, help=about, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """What defines a world besides its name and seed."""

    level: Annotated[
        str | None,
        _option("--level", "NAME", "TreasureHunt: easy, hard. Cooking: medium, hard, hardest, "
                "level-1 to level-4.", parser=utf8),
    ] = None  # fmt: skip
    rooms: Annotated[
        int | None, _option("--rooms", "N", "Rooms in a TreasureHunt or Cleaning.", min=1)
    ] = None
    keys: Annotated[int | None, _option("--keys", "N", "Keys in a TreasureHunt.", min=1)] = None
    misplaced: Annotated[
        int | None, _option("--misplaced", "N", "Misplaced things in a Cleaning.", min=1)
    ] = None
    instructions: Annotated[
        str | None,
        _option("--instructions", "TEXT", "Shown to the player of a game file at the start.",
                parser=utf8),
    ] = None  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """Who plays, with which memory, and what to keep."""

    remember_with: Annotated[
        str,
        typer.Option(
            "--remember-with",
            metavar="NAME",
            help="The agent's memory: graph, history, history-unlimited, summary, rag, none, one "
            "from a plug-in, or MODULE:NAME.",
            parser=utf8,
        ),
    ] = "graph"
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            metavar="NAME",
            help="Who plays: ariadne, an agent from a plug-in, or MODULE:NAME.",
            parser=utf8,
        ),
    ] = "ariadne"
    tools: Annotated[
        str,
        typer.Option(
            "--tools",
            metavar="NAME",
            help="equal: every memory has `go to PLACE` and the untried exits. paper: only the "
            "graph does, as in AriGraph's comparison.",
            parser=utf8,
        ),
    ] = "equal"
    episodes: Annotated[
        int,
        typer.Option(
            "--episodes", metavar="N", min=0, help="Texts the graph recalls besides facts."
        ),
    ] = 2
    explore: Annotated[
        bool, typer.Option("--explore/--no-explore", help="Whether to show untried exits.")
    ] = True
    human: Annotated[
        bool, typer.Option("--human", help="You play at this keyboard, logged like an agent.")
    ] = False
    memory: Annotated[
        Path | None,
        _option(
            "--memory",
            "FILE",
            "Where to keep the graph; what outlasts earlier games in it is known. Default: a new "
            "file in this folder, named after the game.",
        ),
    ] = None
    namespace: Annotated[
        str,
        typer.Option("--namespace", metavar="NAME", parser=utf8, help="The namespace to use."),
    ] = "default"
    trajectory: Annotated[
        Path | None,
        _option(
            "--trajectory",
            "FILE",
            "Write every step as a JSON line; an interrupted run can resume.",
        ),
    ] = None
    embedder: EmbedderName = None
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the outcome.")] = False
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False


_World = Annotated[
    str,
    typer.Argument(
        metavar="ENV|GAMEFILE",
        show_default=False,
        help="clew/TreasureHunt-v0, clew/Cleaning-v0, clew/Cooking-v0, a game file (.z8, .z5, "
        ".z3, TextWorld's .json), clew/Crafter-v0, clew/MultiAgentCrafter-v0, a text world "
        "from a plug-in, or MODULE:NAME.",
        parser=utf8,
    ),
]
_Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the world.")]
_MaxSteps = Annotated[
    int | None,
    _option(
        "--max-steps",
        "N",
        "Most decisions: 150, or 60 for Cooking; in Crafter, most steps: 500.",
        min=1,
    ),
]


@bundled
def play(
    world: _World,
    game: GameOptions,
    team: TeamOptions,
    how: PlayOptions,
    minds: Minds,
    seed: _Seed = 0,
    max_steps: _MaxSteps = None,
) -> int:
    r"""Play a game: an agent explores, plans, remembers and acts; or you (`--human`); or a team.

    Text worlds need an extra: pip install 'clew\[textworld]'; Crafter: 'clew\[crafter]'. Without
    a model, rules play.
    """
    if named(world) in WORLDS:
        _only_for_texts(world, game, how)
        run = _crafter_run(world, how, seed, max_steps)
        return play_crafter(run, team, settings_of(minds))
    for key in team.given():
        raise Misuse(f"--{key.replace('_', '-')} is not for {world}")
    settings = _checked(how, settings_of(minds))
    if how.trajectory is not None and not how.trajectory.absolute().parent.is_dir():
        raise UsageError(
            f"no folder {str(how.trajectory.parent)!r} for --trajectory; make it first"
        )
    name, env = _environment(world, game)
    env.reset(seed=seed)  # a world that cannot be made leaves no memory file behind
    path = how.memory or (_fresh(name, seed) if how.remember_with == "graph" else None)
    steps = max_steps or _STEPS.get(name, 150)
    try:
        with _memory(path, how.namespace, how.embedder, settings) as memory:
            outcome = _played(env, memory, how, (_run_name(name, seed, game), seed, steps))
    except (KeyboardInterrupt, late("clew.agents.person").StoppedError):
        go_on = "no --trajectory was written, so it cannot go on"
        if how.trajectory is not None:
            go_on = f"the same command goes on from {how.trajectory}"
        note(f"stopped; {go_on}")
        return _INTERRUPTED
    finally:
        if close := getattr(env, "close", None):
            close()
    if how.json:
        kept = {"memory": path, "trajectory": how.trajectory}
        print_json({"env": name, "seed": seed, **asdict(outcome), **kept})
    else:
        _say_outcome(outcome, path, how)
    return 0


def _crafter_run(world: str, how: PlayOptions, seed: int, max_steps: int | None) -> CrafterRun:
    name = named(world)
    return CrafterRun(
        world=name,
        seed=seed,
        max_steps=max_steps,
        memory=how.memory,
        fresh=_fresh(name, seed),
        embedder=how.embedder,
        trajectory=how.trajectory,
        quiet=how.quiet,
        json=how.json,
    )


def _only_for_texts(world: str, game: GameOptions, how: PlayOptions) -> None:
    """Refuse options that apply only to text worlds."""
    shared = ("memory", "trajectory", "embedder", "quiet", "json")
    given, usual = (
        {**asdict(game), **asdict(how)},
        {**asdict(GameOptions()), **asdict(PlayOptions())},
    )
    for key, value in given.items():
        if key not in shared and value != usual[key]:
            raise Misuse(f"--{key.replace('_', '-')} is not for {world}")


def _checked(how: PlayOptions, settings: ModelSettings) -> ModelSettings:
    """Return the model settings; refuse options with unknown names."""
    for registry, name in ((MEMORIES, how.remember_with), (AGENTS, how.agent)):
        registry.find(name)  # an unknown name leaves no file behind
    if how.tools not in ("equal", "paper"):
        raise UnknownNameError("choice of tools", how.tools, ("equal", "paper"))
    if settings.name == "person":
        raise Misuse("a person plays with --human; --model names who plays otherwise")
    return settings


def _environment(world: str, game: GameOptions) -> tuple[str, Any]:
    """Return the short name of a world and the environment."""
    given = {key: value for key, value in asdict(game).items() if value is not None}
    name = named(world)
    if Path(world).suffix in _FILES or Path(world).is_file():
        name, given["path"] = _GAME_FILE, Path(world)
    elif name == _GAME_FILE:
        others = (each for each in ENVIRONMENTS if each != _GAME_FILE)
        raise UnknownNameError("environment", world, others)
    make = maker(name)
    takes = inspect.signature(make).parameters
    for key in given:
        if key not in takes:
            raise Misuse(f"--{key} is not for {world}")
    return (Path(world).stem if "path" in given else name), make(**given)


def _run_name(name: str, seed: int, game: GameOptions) -> str:
    """Return the name of all runs of a world, with what makes it another than its seed's."""
    kept = {key: value for key, value in asdict(game).items() if key != "instructions"}
    given = [f"{key} {value}" for key, value in kept.items() if value is not None]
    return ", ".join([f"{name} {seed}", *given])


def _fresh(name: str, seed: int) -> Path:
    """Return a new file path in this folder, named after a game."""
    stem = re.sub(r"[^\w-]", "_", name.removesuffix("-v0")) + f"-{seed}"
    number = 1
    while (path := Path(f"{stem}.clew" if number == 1 else f"{stem}-{number}.clew")).exists():
        number += 1
    return path


@contextmanager
def _memory(
    path: Path | None, namespace: str, embedder: str | None, settings: ModelSettings
) -> Iterator["clew.Memory"]:
    """Yield the memory; without a file it is dropped after the run."""
    wanted = None if embedder == "none" else embedder or "default"
    with clew.Memory.open(
        path or ":memory:",
        namespace=namespace,
        embedder=wanted,
        # Loaded on first use; rules read texts as agents do.
        model=replace(settings, mind="textworld"),
    ) as memory:
        say_embedder(memory)
        say_model(memory)
        runs = len(memory.runs())
        if known := memory.stats().kinds.get("episode", 0) - runs:
            note(f"{path} knows {counted(known, 'text')} already, of {counted(runs, 'run')}")
        yield memory


def _played(env: Any, memory: "clew.Memory", how: PlayOptions, run: tuple[str, int, int]) -> Any:
    """Let the agent play; return the outcome. `run` is name, seed and most decisions."""
    memories, loop = late("clew.agents.memory_kinds"), late("clew.agents.rollout")
    name, seed, steps = run
    path = how.trajectory
    kept = memories.memory_named(
        how.remember_with,
        memory=memory,
        model=memory.model,
        run=name,
        resume=path is not None and path.exists() and any(loop.read_trajectory(path)),
        episodes=how.episodes,
    )
    agent = _agent(how, memory.model, kept)
    with _watched(how, kept) as watch:
        return loop.rollout(
            env, agent, seed=seed, max_steps=steps, path=how.trajectory, watch=watch
        )


def _agent(how: PlayOptions, model: Any, memory: Any) -> Any:
    tools = how.tools == "equal" or how.remember_with == "graph"
    if how.human:
        person = late("clew.agents.person").Person
        human = late("clew.llm.human").Human
        return person(human(ask, hint), memory, navigate=tools)
    make = AGENTS.find(how.agent)
    return make(model, memory, exploration=how.explore and tools, navigate=tools)


@contextmanager
def _watched(how: PlayOptions, memory: Any) -> Iterator[Any]:
    """Yield the view called after every step, or `None`."""
    if how.quiet or how.human or (how.json and not sys.stderr.isatty()):
        yield None
        return
    view = late("clew.cli.play_view")
    newest = getattr(memory, "newest", tuple)
    with view.live(view.console(stderr=how.json), newest) as watch:
        yield watch


def _say_outcome(outcome: Any, path: Path | None, how: PlayOptions) -> None:
    ended = "won" if outcome.won else "lost" if outcome.lost else "not finished"
    best = "" if outcome.max_score is None else f" of {outcome.max_score:g}"
    say(
        f"{ended}: score {outcome.score:g}{best} in "
        f"{counted(outcome.decisions, 'decision')}, {counted(outcome.moves, 'move')}",
        bold=True,
    )
    usage: Mapping[str, float] = outcome.usage
    if usage["calls"]:
        spent = f"{usage['input_tokens']:.0f} tokens in, {usage['output_tokens']:.0f} out"
        say(f"{counted(int(usage['calls']), 'call')}, {spent}, ${usage['cost']:.4f}")
    if path is not None and how.remember_with == "graph":
        say(f'memory kept: ask it with  clew ask "..." --memory {path}')
