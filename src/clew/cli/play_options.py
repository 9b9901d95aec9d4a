"""The options of `clew play`: which world, who plays, and how a team plays Crafter."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import typer

from clew.cli.options import AsJson, EmbedderName, NamespaceName, option, text_option

__all__ = ["GameOptions", "PlayOptions", "TeamOptions", "given"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """What defines a world besides its name and seed."""

    level: Annotated[
        str | None,
        text_option(
            "--level",
            "NAME",
            "TreasureHunt: easy, hard. Cooking: medium, hard, hardest, level-1 to level-4.",
        ),
    ] = None
    rooms: Annotated[
        int | None, option("--rooms", "N", "Rooms in a TreasureHunt or Cleaning.", min=1)
    ] = None
    keys: Annotated[int | None, option("--keys", "N", "Keys in a TreasureHunt.", min=1)] = None
    misplaced: Annotated[
        int | None, option("--misplaced", "N", "Misplaced things in a Cleaning.", min=1)
    ] = None
    instructions: Annotated[
        str | None,
        text_option("--instructions", "TEXT", "Shown to the player of a game file at the start."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """Who plays, with which memory, and what to keep."""

    remember_with: Annotated[
        str,
        text_option(
            "--remember-with",
            "NAME",
            "The agent's memory: graph, history, history-unlimited, summary, rag, none, one "
            "from a plug-in, or MODULE:NAME.",
        ),
    ] = "graph"
    agent: Annotated[
        str,
        text_option(
            "--agent", "NAME", "Who plays: ariadne, an agent from a plug-in, or MODULE:NAME."
        ),
    ] = "ariadne"
    tools: Annotated[
        str,
        text_option(
            "--tools",
            "NAME",
            "equal: every memory has `go to PLACE` and the untried exits. paper: only the "
            "graph does, as in AriGraph's comparison.",
        ),
    ] = "equal"
    episodes: Annotated[
        int, option("--episodes", "N", "Texts the graph recalls besides facts.", min=0)
    ] = 2
    explore: Annotated[
        bool, typer.Option("--explore/--no-explore", help="Whether to show untried exits.")
    ] = True
    human: Annotated[
        bool, typer.Option("--human", help="You play at this keyboard, logged like an agent.")
    ] = False
    memory: Annotated[
        Path | None,
        option(
            "--memory",
            "FILE",
            "Where to keep the graph; what outlasts earlier games in it is known. Default: a new "
            "file in this folder, named after the game.",
        ),
    ] = None
    namespace: NamespaceName = "default"
    trajectory: Annotated[
        Path | None,
        option(
            "--trajectory",
            "FILE",
            "Write every step as a JSON line; an interrupted run can resume.",
        ),
    ] = None
    embedder: EmbedderName = None
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the outcome.")] = False
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOptions:
    """Options of a run in Crafter."""

    agents: Annotated[
        int | None,
        option("--agents", "N", "Crafter: how many agents in MultiAgentCrafter; 2.", min=1),
    ] = None
    setting: Annotated[
        str | None,
        text_option(
            "--setting",
            "NAME",
            "Crafter: what the agents have: mem (memory; of one agent), "
            "memcomm (memory and messages; of several), basic, broadcast, comm, free, "
            "oracle, oracle-comm.",
        ),
    ] = None
    full_map: Annotated[
        bool, typer.Option("--full-map", help="Crafter: give every agent the whole map.")
    ] = False
    zombies: Annotated[
        bool, typer.Option("--zombies", help="Crafter: add zombies and skeletons.")
    ] = False
    see: Annotated[
        bool | None,
        typer.Option(
            "--see/--no-see",
            show_default=False,
            help="Crafter: whether to send the model pictures of the views as well as words; "
            "default: yes if --model names a language model.",
        ),
    ] = None
    show: Annotated[
        str | None,
        text_option("--show", "NAME", "Crafter, on a terminal: map, views in letters; or picture."),
    ] = None
    video: Annotated[
        Path | None,
        option(
            "--video",
            "PATH",
            "Crafter: FILE.gif, a strip of pictures as FILE.png, or a folder for both.",
        ),
    ] = None


def given(*bundles: GameOptions | PlayOptions | TeamOptions) -> list[str]:
    """Return the fields that differ from their defaults."""
    every = [(bundle, each) for bundle in bundles for each in fields(bundle)]
    return [each.name for bundle, each in every if getattr(bundle, each.name) != each.default]
