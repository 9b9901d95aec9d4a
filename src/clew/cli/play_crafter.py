"""`clew play` in Crafter: one agent or a cooperating team."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from itertools import chain, count
from pathlib import Path
from sys import stderr
from typing import Any

from clew.cli.in_page import in_page
from clew.cli.options import Exit, Misuse
from clew.cli.output import note, print_json, say, spent
from clew.cli.play_options import PlayOptions, TeamOptions
from clew.envs.registry import make
from clew.errors import UnknownNameError
from clew.plugins import ENVIRONMENTS, late
from clew.settings import ModelSettings
from clew.text import counted

__all__ = ["WORLDS", "fresh_path", "play_crafter"]

WORLDS = tuple(name for name, at in ENVIRONMENTS.built_in.items() if at.extra == "crafter")
"""Environment names, without `clew/`."""
_STEPS, _AGENTS = 500, 2
_VIEWS = ("map", "picture")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Everything one run needs."""

    world: str
    seed: int
    how: PlayOptions
    settings: ModelSettings
    setting: Any
    env: Any
    path: Path | None
    """Of the memory."""
    see: bool
    view: str
    film: Any


def play_crafter(
    world: str,
    how: PlayOptions,
    team: TeamOptions,
    seed: int,
    max_steps: int | None,
    settings: ModelSettings,
) -> int:
    """Let a team play one of `WORLDS` and print the outcome; return the exit code."""
    if settings.name == "person":
        raise Misuse("a person plays with --human; --model names who decides for the others")
    if how.human and how.show:
        raise Misuse("--show is for watching agents; with --human you see what agent_0 sees")
    agents = _agents(world, team.agents)
    setting = _setting(team, agents)
    if how.memory and not setting.memory:
        raise Misuse(f"--memory is not for --setting {setting.name}, whose agents remember nothing")
    table = _Table(
        world=world,
        seed=seed,
        how=how,
        settings=settings,
        setting=setting,
        env=_environment(agents, max_steps or _STEPS, zombies=team.zombies),
        path=(how.memory or fresh_path(world, seed)) if setting.memory else None,
        see=not _by_rules(settings) if team.see is None else team.see,
        view=_view(how.show),
        film=None
        if team.video is None
        else late("clew.envs.crafter.film", "crafter").Film(team.video),
    )
    try:
        outcome = _played(table)
    except (KeyboardInterrupt, late("clew.agents.person").StoppedError):
        note("stopped; a Crafter run cannot be resumed, only restarted")
        return Exit.INTERRUPTED
    plain = _plain(table, outcome)
    if how.json:
        print_json(plain)
    else:
        _say_outcome(plain)
    return 0


def fresh_path(name: str, seed: int) -> Path:
    """Return the path of a new memory in this folder, named after a game."""
    stem = re.sub(r"[^\w-]", "_", name.removesuffix("-v0")) + f"-{seed}"
    others = (Path(f"{stem}-{number}.clew") for number in count(2))
    return next(path for path in chain([Path(f"{stem}.clew")], others) if not path.exists())


def _by_rules(settings: ModelSettings) -> bool:
    return settings.name.partition(":")[0] == "rules"


def _plain(table: _Table, outcome: Any) -> dict[str, Any]:
    """Write the video and return the outcome of a run as data."""
    told = asdict(outcome)
    firsts = told.pop("firsts")
    tasks = late("clew.envs.crafter.tech_tree", "crafter").TASKS
    return {
        "env": table.world,
        "seed": table.seed,
        "agents": table.env.game.settings.agents,
        "setting": table.setting.name,
        **told,
        "first_steps": {task: firsts.get(task) for task in tasks},
        "memory": table.path,
        "trajectory": table.how.trajectory,
        "video": [] if table.film is None else table.film.write(),
    }


def _agents(world: str, given: int | None) -> int:
    if world == "Crafter-v0" and given not in (None, 1):
        raise Misuse("clew/Crafter-v0 is for one agent; several play clew/MultiAgentCrafter-v0")
    return 1 if world == "Crafter-v0" else given or _AGENTS


def _setting(team: TeamOptions, agents: int) -> Any:
    known = late("clew.agents.damcs.settings", "crafter").SETTINGS
    usual = "mem" if agents == 1 else "memcomm"
    name = usual if team.setting is None else team.setting
    if name not in known:
        raise UnknownNameError("setting", name, known)
    return replace(known[name], full_map=known[name].full_map or team.full_map)


def _view(given: str | None) -> str:
    name = given or _VIEWS[0]
    if name not in _VIEWS:
        raise UnknownNameError("view", name, _VIEWS)
    return name


def _environment(agents: int, steps: int, *, zombies: bool) -> Any:
    return make(
        "MultiAgentCrafter-v0",
        agents=agents,
        observation="text",
        length=steps,
        zombies=zombies,
        skeletons=zombies,
    )


def _played(table: _Table) -> Any:
    """Let the team play and return the outcome."""
    how, env = table.how, table.env
    # First, so that a failure leaves no memory file behind.
    env.reset(seed=table.seed)
    late("clew.agents.damcs.trajectory", "crafter").new_file(how.trajectory)
    loop = late("clew.agents.damcs.team", "crafter")
    memories = late("clew.agents.damcs.memory", "crafter")
    embedder = None if how.embedder == "none" else how.embedder
    with ExitStack() as stack:
        memory = stack.enter_context(
            memories.TeamMemory(
                table.path or ":memory:", embedder=embedder, run=f"{table.world} {table.seed}"
            )
        )
        team = loop.made(
            env.game.settings,
            table.setting,
            memory.of,
            map=env.game.full_map,
            picture=_pictured(env) if table.see else None,
        )
        first = env.possible_agents[0]
        model = _model(table.settings, memory.of(first).memory, stack)
        if how.human:
            person = stack.enter_context(in_page(how, memory.of(first).memory, None))
            model = _played_by_hand(model, first, person)
        watch = stack.enter_context(_watched(table))
        steps = env.game.settings.length
        return loop.rollout(
            env, team, model, seed=table.seed, max_steps=steps, path=how.trajectory, watch=watch
        )


_GO_ON = "give the same --memory FILE to the same command, and replies so far cost nothing"


def _model(settings: ModelSettings, memory: Any, stack: ExitStack) -> Any:
    """Return the deciding model; the memory file keeps its replies and what they cost."""
    settings = replace(settings, mind="crafter")
    model = late("clew.wiring", "crafter").model_from(settings, memory.store)
    if isinstance(model, late("clew.llm.retry", "crafter").Deferred):
        stack.callback(model.close)
    wrapper = late("clew.llm.wrapper")
    meter = wrapper.Metered(model)
    stack.callback(lambda: memory.store.record_usage(memory.namespace, meter.rows()))
    return wrapper.Reachable(meter, _GO_ON)


def _played_by_hand(model: Any, agent: str, person: Any) -> Any:
    """Return a model in which a person, by default at the terminal, decides for one agent."""
    views = late("clew.cli.crafter_view", "crafter")
    player = late("clew.agents.damcs.by_hand", "crafter").Player
    person = person or late("clew.llm.human").at_terminal()
    return player(model, person, agent, lambda sight: views.map_of(sight).plain)


def _pictured(env: Any) -> Any:
    """Return a function that renders an agent's view as PNG, for vision models."""
    film = late("clew.envs.crafter.film", "crafter")
    return lambda agent: film.png(env.game.image(agent, (270, 270)))


@contextmanager
def _watched(table: _Table) -> Iterator[Any]:
    """Yield the watcher that shows every step on the terminal and in the video."""
    with ExitStack() as stack:
        shown = [] if table.film is None else [_filmed(table.env, table.film)]
        quiet = table.how.quiet or table.how.human
        if not quiet and (not table.how.json or stderr.isatty()):
            views = late("clew.cli.crafter_view", "crafter")
            picture = _picture(table.env) if table.view == "picture" else None
            live = views.live(views.console(stderr=table.how.json), picture)
            shown.append(stack.enter_context(live))

        def watch(step: Any) -> None:
            for each in shown:
                each(step)

        yield watch


def _picture(env: Any) -> Any:
    """Return a function that draws an agent's view, three pixels per cell."""
    wide, high = env.game.settings.view
    size = (3 * wide, 3 * (high + 2) + 1)  # two more rows of cells for the inventory
    return lambda agent: env.game.image(agent, size)


def _filmed(env: Any, film: Any) -> Any:
    """Return a function that records all agents' pictures and captions after a step."""
    game = env.game

    def take(step: Any) -> None:
        pictures = {agent: game.image(agent, film.size) for agent in game.alive}
        words: dict[str, list[str]] = {agent: [agent, "dead"] for agent in game.agents}
        for agent, acted in step.agents.items():
            said = "" if acted.turn.message is None else acted.turn.message.text
            words[agent] = [f"{step.number} {agent}: {acted.goal}", acted.turn.action, said]
        film.take(pictures, words)

    return take


def _say_outcome(told: Mapping[str, Any]) -> None:
    ended = f"diamond by {told['winner']}" if told["won"] else "all dead" * told["lost"]
    tasks = f"{told['score']} of {told['max_score']} tasks"
    say(f"{ended or 'no diamond'}: {tasks} in {counted(told['steps'], 'step')}", bold=True)
    firsts = told["first_steps"].items()
    done = ", ".join(f"{task.replace('_', ' ')} {step}" for task, step in firsts if step)
    say(f"first steps: {done or 'none'}")
    if told["messages"]:
        say(f"{counted(told['messages'], 'message')}, {told['message_tokens']} tokens")
    if told["usage"]["calls"]:
        say(spent(**told["usage"]))
    if told["reseeded"]:
        again = counted(told["reseeded"], "map")
        say(f"{again} drawn before this one had no reachable diamond")
    for path in told["video"]:
        say(f"video: {path}")
    if told["memory"] is not None:
        say(f"memory kept: see it with  clew draw goals.html --memory {told['memory']}")
