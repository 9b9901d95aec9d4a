"""The options of `clew play`: which world, who plays, and how a team plays Crafter."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from clew.cli.options import AS_JSON, EMBEDDER, NAMESPACE, flag, option

__all__ = ["GameOptions", "PlayOptions", "TeamOptions", "given"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """What defines a world besides its name and seed."""

    level: str | None = option(
        "NAME", "TreasureHunt: easy, hard. Cooking: medium, hard, hardest, level-1 to level-4."
    )
    rooms: int | None = option("N", "Rooms in a TreasureHunt or Cleaning.", min=1)
    keys: int | None = option("N", "Keys in a TreasureHunt.", min=1)
    misplaced: int | None = option("N", "Misplaced things in a Cleaning.", min=1)
    instructions: str | None = option("TEXT", "Shown to the player of a game file at the start.")
    task: str | None = option("NAME", "ScienceWorld: a task's name or key: boil, 1-1.")
    variation: int | None = option(
        "N", "ScienceWorld: which variation; by default the seed draws one.", min=0
    )
    split: str | None = option("NAME", "ScienceWorld: draw from train, dev or test.")
    simplifications: str | None = option(
        "NAMES", "ScienceWorld: easy, or teleportAction, openDoors and others, comma-separated."
    )
    admissible: bool = flag(
        "ScienceWorld, story files: list possible actions, which is slow; random needs it, saycan "
        "uses it."
    )
    restarts: bool = flag("Story files: a lost game goes on; it takes `restart`.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """Who plays, with which memory, and what to keep."""

    remember_with: str = option(
        "NAME",
        "The agent's memory: graph, history, history-unlimited, summary, rag, stream, none, one "
        "from a plug-in, or MODULE:NAME.",
        "graph",
    )
    agent: str = option(
        "NAME",
        "Who plays: ariadne, reasonplanner, react, reflexion, saycan, random, scienceworld (rules "
        "that plan by golden runs in the memory); in story files oracle, window, autoregressive, "
        "asv-i, asv-p; one from a plug-in, or MODULE:NAME.",
        "ariadne",
    )
    plan: str | None = option(
        "NAME", "reasonplanner: plan in one reply, fused (the default), or call by call, calls."
    )
    calls: str | None = option(
        "NAME",
        "ariadne: a decision in one call (few; a language model's default), or in four (paper).",
    )
    ahead: int | None = option("N", "reasonplanner: steps to imagine; 5.", min=1)
    queries: int | None = option(
        "N", "reasonplanner: most questions to the world model for a prediction; 3.", min=0
    )
    resolver: str | None = option(
        "NAME",
        "reasonplanner: puts names for pronouns before it learns a text: rules, the address of a "
        "Stanford CoreNLP server (http://127.0.0.1:9000), one from a plug-in, or MODULE:NAME.",
    )
    no_world_model: bool = flag("reasonplanner: plan without memory; --remember-with none.")
    every: int | None = option(
        "N",
        "reflexion: reflect also after so many steps; by default after a trial. asv-i, asv-p, "
        "oracle: 5.",
        min=1,
    )
    after_bad: int | None = option(
        "N", "reflexion, asv-i, asv-p, oracle: reflect also after so many refused commands.", min=1
    )
    trials: int = option("N", "Attempts: a world that was not won is begun again.", 1, min=1)
    tools: str = option(
        "NAME",
        "equal: every memory has `go to PLACE` and the untried exits. paper: only the "
        "graph does, as in AriGraph's comparison.",
        "equal",
    )
    episodes: int = option("N", "Texts the graph recalls besides facts.", 2, min=0)
    explore: bool = option(None, "Whether to show untried exits.", True, "--explore/--no-explore")
    human: bool = flag("You play at this keyboard, logged like an agent.")
    page: bool = flag(
        "With --human: you play in a browser; needs clew[server], and --trajectory but in Crafter."
    )
    memory: Path | None = option(
        "FILE",
        "Where to keep the graph; what outlasts earlier games in it is known. Default: a new "
        "file in this folder, named after the game.",
    )
    namespace: str = option("NAME", NAMESPACE, "default")
    trajectory: Path | None = option(
        "FILE", "Write every step as a JSON line; an interrupted run can resume."
    )
    show: str | None = option(
        "NAMES",
        "After every step: map (places, ways, untried exits), inventory, memory, comma-separated, "
        "as the graph holds them. Crafter, on a terminal: map, views in letters; or picture.",
    )
    embedder: str | None = option("NAME", EMBEDDER)
    quiet: bool = flag("Print only the outcome.")
    json: bool = flag(AS_JSON)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOptions:
    """Options of a run in Crafter."""

    agents: int | None = option("N", "Crafter: how many agents in MultiAgentCrafter; 2.", min=1)
    setting: str | None = option(
        "NAME",
        "Crafter: what the agents have: mem (memory; of one agent), "
        "memcomm (memory and messages; of several), basic, broadcast, comm, free, "
        "oracle, oracle-comm.",
    )
    full_map: bool = flag("Crafter: give every agent the whole map.")
    zombies: bool = flag("Crafter: add zombies and skeletons.")
    see: bool | None = option(
        None,
        "Crafter: whether to send the model pictures of the views as well as words; "
        "default: yes if --model names a language model.",
        None,
        "--see/--no-see",
        show_default=False,
    )
    video: Path | None = option(
        "PATH", "Crafter: FILE.gif, a strip of pictures as FILE.png, or a folder for both."
    )


def given(*bundles: GameOptions | PlayOptions | TeamOptions) -> dict[str, Any]:
    """Return the fields that differ from their defaults, by name."""
    every = [(each, getattr(bundle, each.name)) for bundle in bundles for each in fields(bundle)]
    return {each.name: value for each, value in every if value != each.default}
