"""Plug-ins by name: environments, agents, memories, minds, retrievers, embedders, and more.

The only module that imports by name. Each kind has a `Registry` of clew's own plug-ins, those a
script added (`Registry.add`), and those other packages declare as entry points in `clew.KIND`:

    [project.entry-points."clew.retrievers"]
    newest = "my_package.search:Newest"

A name may also be `MODULE:NAME`, which is imported directly. clew's own names take precedence, so
that no package can change their meaning. docs/extending.md shows an example of each kind.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from clew.collector import collector_paused
from clew.errors import NotInstalledError, UnknownNameError, UsageError

__all__ = [
    "AGENTS",
    "EMBEDDERS",
    "ENVIRONMENTS",
    "FORMATS",
    "LATE",
    "MEMORIES",
    "MINDS",
    "REGISTRIES",
    "RERANKERS",
    "RESOLVERS",
    "RETRIEVERS",
    "Listed",
    "Registry",
    "late",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Where one of clew's own plug-ins is, and what it needs."""

    at: str
    """`module:attribute`."""
    extra: str = ""
    """The extra that it needs."""
    team: bool = False
    """An environment for several agents (PettingZoo's `ParallelEnv`), unknown to Gymnasium."""


class Registry:
    """Plug-ins of one kind by name, each imported on first use.

    Args:
        kind: what messages call it: "retriever".
        group: the entry point group for other packages.
        built_in: clew's own: name -> "module:attribute" or `Listed`; or the place of a mapping
            from names to the objects themselves.
        is_a: what can be registered, in words, and whether an object is that; by default anything.
        has: the attributes of what `made` returns.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        built_in: Mapping[str, str | Listed] | str,
        *,
        is_a: tuple[str, Callable[[object], bool]] | None = None,
        has: tuple[str, ...] = (),
    ) -> None:
        self.kind, self.group = kind, group
        self._places = built_in
        self._is_a, self._has = is_a, has
        self._added: dict[str, Any] = {}

    @cached_property
    def built_in(self) -> Mapping[str, Any]:
        """The plug-ins that come with clew: places, or the objects themselves."""
        return _imported(self._places) if isinstance(self._places, str) else self._places

    def add(self, name: str, thing: Any) -> None:
        """Register an object under a name in this process.

        Raises:
            UsageError: the name is empty or one of clew's own.
        """
        if not name.strip() or name in self.built_in:
            raise UsageError(f"expected a new name for this {self.kind}, got {name!r}")
        self._added[name] = thing

    def names(self) -> tuple[str, ...]:
        """Return all known names: clew's in their order, then the others, sorted."""
        others = {*self._added, *(each.name for each in entry_points(group=self.group))}
        return (*self.built_in, *sorted(others - self.built_in.keys()))

    def __contains__(self, name: str) -> bool:
        return name in self.built_in or name in self.names()

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def find(self, name: str) -> Any:
        """Return the object with a name.

        Raises:
            UnknownNameError: there is none; the message suggests similar names.
            UsageError: a `MODULE:NAME` or an entry point cannot be imported, or is something else.
            NotInstalledError: the extra that it needs is missing.
        """
        if name in self.built_in:
            found = self.built_in[name]
            if isinstance(found, Listed):
                return _imported(found.at, found.extra)
            return _imported(found) if isinstance(found, str) else found
        found = self._others(name)
        if self._is_a is not None and not self._is_a[1](found):
            wanted = f"{self._is_a[0]} for the {self.kind} {name!r}"
            raise UsageError(f"expected {wanted}, got {found!r}")
        return found

    def made(self, name: str, *args: object, **options: object) -> Any:
        """Return the object with a name; a class is called. Raises as `find` does."""
        found = self.find(name)
        made = found(*args, **options) if isinstance(found, type) else found
        if lacks := [each for each in self._has if not hasattr(made, each)]:
            raise UsageError(
                f"expected {', '.join(self._has)} of the {self.kind} {name!r}, got {made!r} "
                f"without {', '.join(lacks)}"
            )
        return made

    def _others(self, name: str) -> Any:
        """Return what a script, a package or a place has under a name that is not clew's own."""
        if name in self._added:
            return self._added[name]
        if declared := tuple(entry_points(group=self.group, name=name)):
            return self._loaded(name, declared)
        if ":" in name:
            return _given(name)
        raise UnknownNameError(self.kind, name, self.names())

    def _loaded(self, name: str, declared: tuple[EntryPoint, ...]) -> Any:
        places = sorted({each.value for each in declared})
        if len(places) > 1:
            raise UsageError(
                f"several packages declare the {self.kind} {name!r}: {', '.join(places)}; "
                "use one of these instead of the name"
            )
        try:
            return declared[0].load()
        except (ImportError, AttributeError) as error:
            raise UsageError(
                f"cannot import the {self.kind} {name!r}, entry point {places[0]!r}: {error}"
            ) from error


def _imported(place: str, extra: str = "") -> Any:
    module, _, attribute = place.partition(":")
    return getattr(_module(module, extra), attribute)


def _module(name: str, extra: str) -> ModuleType:
    """Import a module of clew or of an extra, which may be missing."""
    try:
        with collector_paused():  # a module's functions and classes all stay
            return import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if not extra or missing.partition(".")[0] == "clew":
            raise
        raise NotInstalledError(missing.partition(".")[0], extra=extra) from error


def _given(place: str) -> Any:
    """Import a user's `MODULE:NAME`; the current folder is searched after installed modules."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    module, _, attribute = place.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError, TypeError, SyntaxError) as error:
        raise UsageError(f"cannot import {place!r} (MODULE:NAME): {error}") from error


_CALLED = ("a class or a function", callable)

MINDS = Registry(
    "mind",
    "clew.minds",
    {
        "english": "clew.minds.english:RULES",
        "textworld": "clew.minds.textworld:RULES",
        "crafter": "clew.minds.crafter:RULES",
        "scienceworld": "clew.minds.scienceworld:RULES",
        "offline": "clew.minds.offline:RULES",
    },
    is_a=("a mapping from types of tasks to rules", lambda found: isinstance(found, Mapping)),
)
"""A mind is a mapping from task types to rules (`clew.llm.rules.Rules`)."""

RETRIEVERS = Registry(
    "retriever", "clew.retrievers", "clew.recall.search.catalogue:RETRIEVERS", has=("retrieve",)
)
"""A retriever (`clew.recall.base.Retriever`), or a class called without arguments."""

RERANKERS = Registry(
    "reranker",
    "clew.rerankers",
    {"fit": "clew.recall.selection:LineFit"},
    has=("name", "trust", "fits"),
)
"""A reranker (`clew.recall.selection.Reranker`), or a class called without arguments."""

EMBEDDERS = Registry(
    "embedder",
    "clew.embedders",
    {
        "minilm": "clew.embed.minilm:MiniLM",
        "e5": "clew.embed.e5:E5",
        "hashing": "clew.embed.hashing:Hashing",
        "minilm-l6-v2-int8": "clew.embed.minilm:MiniLM",
        "multilingual-e5-small-q4": "clew.embed.e5:E5",
        "sentence-transformers": "clew.embed.sentence_transformer:SentenceTransformerEmbedder",
        "openai": "clew.embed.remote:OpenAIEmbedder",
    },
    has=("name", "embed"),  # not `dimension`, which a server may have to be asked for
)
"""A class of `clew.embed.base.Embedder`, called with what follows the colon in the name."""

ENVIRONMENTS = Registry(
    "environment",
    "clew.environments",
    {
        **{
            f"{name}-v0": Listed(at=f"clew.envs.text_worlds:{function}", extra="textworld")
            for name, function in {
                "TreasureHunt": "treasure_hunt_world",
                "Cleaning": "cleaning_world",
                "Cooking": "cooking_world",
                "TextGame": "text_game_world",
            }.items()
        },
        "Jericho-v0": Listed(at="clew.envs.fiction.jericho_game:JerichoGame", extra="jericho"),
        "Crafter-v0": Listed(at="clew.envs.crafter.single:single_env", extra="crafter"),
        "MultiAgentCrafter-v0": Listed(
            at="clew.envs.crafter.parallel:parallel_env", extra="crafter", team=True
        ),
        "ScienceWorld-v0": Listed(
            at="clew.envs.scienceworld.science_world:ScienceWorld", extra="scienceworld"
        ),
    },
    is_a=_CALLED,
)
"""A function or class that makes one; its keyword arguments are the environment's options."""

AGENTS = Registry(
    "agent",
    "clew.agents",
    {
        **{name: f"clew.agents.{name}.agent:made" for name in ("ariadne", "reasonplanner")},
        "react": "clew.agents.baselines.react:react",
        "reflexion": "clew.agents.baselines.react:reflexion",
        "saycan": "clew.agents.baselines.say_can:saycan",
        "random": "clew.agents.baselines.chance:chance",
        **{
            name: f"clew.agents.fiction.paper_agents:{name.replace('-', '_')}"
            for name in ("oracle", "window", "autoregressive", "asv-i", "asv-p")
        },
        "scienceworld": "clew.minds.scienceworld.agent:made",
        "fiction": "clew.minds.fiction.story_mind:made",
    },
    is_a=_CALLED,
)
"""A function (model, memory, **options) that returns an agent (`clew.agents.base.Agent`). Options
are `exploration` and `navigate`, about an agent's map; and those of `clew play` that it names, such
as `seed`; or `file`, `game`, `resume`: the memory file, what is played, whether a run goes on."""

MEMORIES = Registry(
    "agent memory",
    "clew.memories",
    {
        **{
            name: f"clew.agents.memory_kinds:{name.replace('-', '_')}"
            for name in ("graph", "history", "history-unlimited", "summary", "rag", "none")
        },
        "stream": "clew.agents.fiction.stream:stream",
    },
    is_a=_CALLED,
)
"""A function of a `clew.agents.memory_kinds.Setup` that returns an `AgentMemory`."""

RESOLVERS = Registry(
    "resolver of pronouns",
    "clew.resolvers",
    {
        "rules": "clew.minds.stand_ins:RuleResolver",
        "corenlp": Listed(at="clew.agents.corenlp:CoreNlp", extra="corenlp"),
    },
    has=("name", "resolve"),
)
"""A resolver (`clew.agents.coreference.Resolver`), or a class called without arguments; `corenlp`
is called with a server's address."""

FORMATS = Registry("format", "clew.formats", "clew.bench.datasets:READERS", is_a=_CALLED)
"""A function that returns the datasets of a question set, as `clew.bench.datasets.READERS` do."""

REGISTRIES = (
    *(FORMATS, MINDS, RETRIEVERS, RERANKERS, EMBEDDERS, ENVIRONMENTS, AGENTS, MEMORIES),
    RESOLVERS,
)
"""Every kind of plug-in."""

LATE = frozenset(
    {
        "clew.agents.damcs.goal_graph",
        "clew.agents.damcs.memory",
        "clew.agents.damcs.by_hand",
        "clew.agents.damcs.settings",
        "clew.agents.damcs.team",
        "clew.agents.damcs.trajectory",
        "clew.agents.coreference",
        "clew.agents.maps.known_map",
        "clew.agents.maps.map_drawing",
        "clew.agents.maps.map_telling",
        "clew.agents.memory_kinds",
        "clew.agents.person",
        "clew.agents.rollout",
        "clew.agents.trials",
        "clew.bench.configurations",
        "clew.bench.journal",
        "clew.bench.methods",
        "clew.bench.qa",
        "clew.bench.reports",
        "clew.bench.retrieval",
        "clew.bench.scorecard",
        "clew.bench.scores",
        "clew.cli.crafter_view",
        "clew.cli.play_view",
        "clew.cli.progress",
        "clew.cli.run_cost",
        "clew.envs.crafter.film",
        "clew.envs.crafter.tech_tree",
        "clew.exchange.bring_in",
        "clew.exchange.foreign_formats",
        "clew.learn.conversation.chat_message",
        "clew.operations.every_operation",
        "clew.operations.lines",
        "clew.operations.tool_definitions",
        "clew.operations.calling",
        "clew.recall.about",
        "clew.recall.listing",
        "clew.recall.told_texts",
        "clew.server.mcp_server",
        "clew.server.page_export",
        "clew.server.run_page",
        "clew.server.running",
        "clew.llm.rules",
        "clew.llm.wrapper",
        "clew.llm.retry",
        "clew.llm.human",
        "clew.wiring",
        "PIL.Image",
        "PIL.ImageDraw",
        "gymnasium",
        "imageio.v3",
    }
)
"""Modules that are slow to load or need an extra, and are therefore imported on demand.
`tests/test_layers.py` checks these imports against the layers, too."""


def late(module: str, extra: str = "") -> ModuleType:
    """Import a module of `LATE` on demand.

    Raises:
        NotInstalledError: the extra that it needs is missing.
    """
    assert module in LATE, f"{module} is not declared in clew.plugins.LATE"
    return _module(module, extra)
