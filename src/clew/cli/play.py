"""`clew play`: an agent or a person plays a text world; agents play Crafter."""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clew
from clew.cli.in_page import check_page, in_page
from clew.cli.options import Exit, Minds, Misuse, Place, argument, bundled, option
from clew.cli.output import note, print_json, say, spent
from clew.cli.play_crafter import WORLDS, fresh_path, play_crafter
from clew.cli.play_options import GameOptions, PlayOptions, TeamOptions, given
from clew.cli.session import filling, settings_of
from clew.envs.registry import maker, named
from clew.errors import UnknownNameError
from clew.plugins import AGENTS, ENVIRONMENTS, MEMORIES, late
from clew.settings import ModelSettings
from clew.text import counted

if TYPE_CHECKING:
    from clew.llm.wrapper import Metered

__all__ = ["play"]

_STEPS = {"Cooking-v0": 60}
"""Decision limits other than 150 (AriGraph, section 4.3)."""
_MINDS = {"ScienceWorld-v0": "scienceworld"}
"""Minds that read other worlds than `textworld` does."""
_GAME_FILES = ("TextGame-v0", "Jericho-v0")
"""Worlds that are given as a file."""
_SHARED = frozenset({"memory", "trajectory", "show", "embedder", "human", "page", "quiet", "json"})
"""Options of `PlayOptions` that apply to Crafter, too."""
_GO_ON = "with --trajectory FILE, the same command goes on from here"
_OF_AGENTS = ("calls", "plan", "ahead", "queries", "resolver", "every", "after_bad")
"""Options of `PlayOptions` for an agent that names them."""
_WORLD = (
    "ENV|GAMEFILE",
    "clew/TreasureHunt-v0, clew/Cleaning-v0, clew/Cooking-v0, a game file (.z8, .z5, "
    ".z3, TextWorld's .json), clew/ScienceWorld-v0, clew/Crafter-v0, "
    "clew/MultiAgentCrafter-v0, a text world from a plug-in, or MODULE:NAME.",
)
_SHOWN = ("map", "inventory", "memory")
_FILES = (".z8", ".z5", ".z3", ".json")


@bundled
def play(
    game: GameOptions,
    team: TeamOptions,
    how: PlayOptions,
    minds: Minds,
    world: str = argument(*_WORLD),
    seed: int = option("N", "Seed of the world.", 0, min=0),
    max_steps: int | None = option(
        "N", "Most decisions: 150, or 60 for Cooking; in Crafter, most steps: 500.", min=1
    ),
) -> int:
    r"""Play a game: an agent explores, plans, remembers and acts; or you (`--human`); or a team.

    Text worlds need an extra: pip install 'clew\[textworld]'; other story files: 'clew\[jericho]';
    ScienceWorld: 'clew\[scienceworld]'; Crafter: 'clew\[crafter]'. Without a model, rules play;
    ScienceWorld only with --agent scienceworld and a trained memory.
    """
    check_page(how, steps=named(world) not in WORLDS)
    if named(world) in WORLDS:
        _refuse(world, given(game, how).keys() - _SHARED)
        return play_crafter(named(world), how, team, seed, max_steps, settings_of(minds))
    _refuse(world, given(team))
    if how.no_world_model:
        how = replace(how, remember_with="none")
    settings = _checked(how, settings_of(minds))
    settings = replace(settings, mind=_MINDS.get(named(world), "textworld"))
    late("clew.agents.rollout").check_folder(how.trajectory)
    name, env = _environment(world, game)
    path = how.memory or (fresh_path(name, seed) if how.remember_with == "graph" else None)
    steps = max_steps or _STEPS.get(name, 150)
    try:
        _try_agent(how, seed, settings)  # at once, for a game takes seconds to compile
        env.reset(seed=seed)  # a world that cannot be made leaves no memory file behind
        with _memory(path, how, settings) as memory:
            outcome = _played(env, memory, how, (_run_name(name, seed, game), seed, steps))
    except (KeyboardInterrupt, late("clew.agents.person").StoppedError):
        go_on = "no --trajectory was written, so it cannot go on"
        if how.trajectory is not None:
            go_on = f"the same command goes on from {how.trajectory}"
        note(f"stopped; {go_on}")
        return Exit.INTERRUPTED
    finally:
        if close := getattr(env, "close", None):
            close()
    if how.json:
        kept = {"memory": path, "trajectory": how.trajectory}
        print_json({"env": name, "seed": seed, **asdict(outcome), **kept})
    else:
        _say_outcome(outcome, path, how)
    return 0


def _refuse(world: str, options: Iterable[str]) -> None:
    for key in sorted(options):
        raise Misuse(f"--{key.replace('_', '-')} is not for {world}")


def _checked(how: PlayOptions, settings: ModelSettings) -> ModelSettings:
    """Return the model settings; refuse options with unknown names."""
    for registry, name in ((MEMORIES, how.remember_with), (AGENTS, how.agent)):
        registry.find(name)  # an unknown name leaves no file behind
    if how.tools not in ("equal", "paper"):
        raise UnknownNameError("choice of tools", how.tools, ("equal", "paper"))
    if how.resolver is not None:
        found = late("clew.agents.coreference").resolver_named(how.resolver)
        note(f"pronouns are resolved by {found.name}")
    for name in _names(how.show):
        if name not in _SHOWN:
            raise UnknownNameError("view", name, _SHOWN)
    if how.show and (how.quiet or how.remember_with != "graph"):
        raise Misuse("--show prints what the graph holds: not with --quiet or another memory")
    if settings.name == "person":
        raise Misuse("a person plays with --human; --model names who plays otherwise")
    return settings


def _environment(world: str, game: GameOptions) -> tuple[str, Any]:
    """Return the short name of a world and the environment."""
    options = given(game)
    name = named(world)
    if Path(world).suffix in _FILES or Path(world).is_file():
        made_here = Path(world).with_suffix(".json").is_file()  # TextWorld describes its games
        name, options["path"] = _GAME_FILES[not made_here], Path(world)
    elif name in _GAME_FILES:
        others = (each for each in ENVIRONMENTS if each not in _GAME_FILES)
        raise UnknownNameError("environment", world, others)
    make = maker(name)
    _refuse(world, options.keys() - inspect.signature(make).parameters.keys())
    return (Path(world).stem if "path" in options else name), make(**options)


def _run_name(name: str, seed: int, game: GameOptions) -> str:
    """Return the name of all runs of a world, with what makes it another than its seed's."""
    options = [f"{key} {value}" for key, value in given(game).items() if key != "instructions"]
    return ", ".join([f"{name} {seed}", *options])


def _try_agent(how: PlayOptions, seed: int, settings: ModelSettings) -> None:
    """Make the agent once: one that cannot play with this model or memory leaves no file behind."""
    if not how.human:
        with clew.Memory.open(embedder="hashing", model=settings) as trial:
            named = late("clew.agents.memory_kinds").memory_named
            kept = named(how.remember_with, memory=trial, model=trial.model)
            _agent(how, kept, {"seed": seed, "file": trial, "game": "trial", "resume": False})


@contextmanager
def _memory(
    path: Path | None, how: PlayOptions, settings: ModelSettings
) -> Iterator["clew.Memory"]:
    """Yield the memory; without a file it is dropped after the run.

    A file made for a run that was refused before anything was learned is removed.
    """
    place = Place(memory=path or Path(":memory:"), namespace=how.namespace)
    with filling(place, _has_no_text, embedder=how.embedder, models=settings) as memory:
        runs = len(memory.runs())
        if known := _texts(memory):
            note(f"{path} knows {counted(known, 'text')} already, of {counted(runs, 'run')}")
        yield memory


def _has_no_text(memory: "clew.Memory") -> bool:
    return _texts(memory) == 0


def _texts(memory: "clew.Memory") -> int:
    """Return how many texts a memory holds; the beginning of a run is none."""
    return memory.stats().kinds.get("episode", 0) - len(memory.runs())


def _played(env: Any, memory: "clew.Memory", how: PlayOptions, run: tuple[str, int, int]) -> Any:
    """Let the agent play; return the outcome. `run` is name, seed and most decisions."""
    memories, loop = late("clew.agents.memory_kinds"), late("clew.agents.rollout")
    name, seed, steps = run
    path = how.trajectory
    resume = path is not None and path.exists() and any(loop.read_trajectory(path))
    meter = late("clew.llm.wrapper").Metered(memory.model)
    kept = memories.memory_named(
        how.remember_with,
        memory=memory,
        model=memory.model,
        run=name,
        resume=resume,
        episodes=how.episodes,
    )
    given = {"seed": seed, "file": memory, "game": name, "resume": resume}
    if how.trials > 1:
        env = late("clew.agents.trials").Trials(env, steps, how.trials)
    try:
        with in_page(how, memory, how.trajectory) as person, _watched(how, kept) as watch:
            agent = _agent(how, kept, {**given, "person": person}, meter)
            return loop.rollout(
                env, agent, seed=seed, max_steps=steps * how.trials, path=path, watch=watch
            )
    finally:  # what a game costs is kept in the file, also of one that was broken off
        memory.store.record_usage(memory.namespace, meter.rows())


def _agent(
    how: PlayOptions, memory: Any, given: Mapping[str, Any], meter: "Metered | None" = None
) -> Any:
    """Return the agent; of what is given, whatever the agent names, it gets."""
    tools = how.tools == "equal" or how.remember_with == "graph"
    if how.human:
        person = late("clew.agents.person").Person
        asked = given.get("person") or late("clew.llm.human").at_terminal()
        return person(asked, memory, navigate=tools)
    make = AGENTS.find(how.agent)
    takes = inspect.signature(make).parameters.keys()
    chosen = {key: getattr(how, key) for key in _OF_AGENTS if getattr(how, key) is not None}
    _refuse(f"agent {how.agent}", chosen.keys() - takes)
    chosen |= {key: value for key, value in given.items() if key in takes}
    model = given["file"].model
    if not isinstance(model, late("clew.llm.rules").RuleModel):
        model = late("clew.llm.wrapper").Reachable(meter or model, _GO_ON)
    return make(model, memory, exploration=how.explore and tools, navigate=tools, **chosen)


@contextmanager
def _watched(how: PlayOptions, memory: Any) -> Iterator[Any]:
    """Yield the view called after every step, or `None`."""
    grown = _grown(how, memory)
    if how.human and grown:
        view = late("clew.cli.play_view")
        yield view.asides(view.console(stderr=True), grown)
        return
    if how.quiet or how.human or (how.json and not grown and not sys.stderr.isatty()):
        yield None
        return
    view = late("clew.cli.play_view")
    newest = getattr(memory, "newest", tuple)
    with view.live(view.console(stderr=how.json), newest, grown) as watch:
        yield watch


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def _grown(how: PlayOptions, memory: Any) -> Callable[[], dict[str, str]] | None:
    """Return a function that tells what `--show` names; `None` without it."""
    if not (names := _names(how.show)):
        return None
    reading, telling = late("clew.agents.maps.known_map"), late("clew.agents.maps.map_telling")

    def told() -> dict[str, str]:
        known = reading.known_map(memory.memory)
        kinds = memory.memory.stats().kinds
        new = [" ".join(fact) for fact in memory.newest()]
        values = {
            "map": "\n".join(telling.told_map(known)) or "no place known",
            "inventory": ", ".join(known.carried) or "nothing known",
            "memory": f"{counted(kinds.get('fact', 0), 'fact')}; new: "
            + ("; ".join(new) or "nothing"),
        }
        return {name: values[name] for name in names}

    return told


def _say_outcome(outcome: Any, path: Path | None, how: PlayOptions) -> None:
    ended = "won" if outcome.won else "lost" if outcome.lost else "not finished"
    best = "" if outcome.max_score is None else f" of {outcome.max_score:g}"
    say(
        f"{ended}: score {outcome.score:g}{best} in "
        f"{counted(outcome.decisions, 'decision')}, {counted(outcome.moves, 'move')}",
        bold=True,
    )
    if outcome.usage["calls"]:
        say(spent(**outcome.usage))
    if path is not None and how.remember_with == "graph":
        say(f'memory kept: ask it with  clew ask "..." --memory {path}')
