"""`clew merge`, `split`, `stats` and `namespaces`: manage what is remembered."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clew.cli.options import ENTITY, Misuse, Place, argument, bundled, flag
from clew.cli.output import print_json, say, spent
from clew.cli.session import reading, writing
from clew.operations.encoding import as_fields
from clew.plugins import late
from clew.text import counted, entity_key

if TYPE_CHECKING:
    from clew.projection.rows import UsageRow
    from clew.store.values import GraphStats, Stats

__all__ = ["merge", "namespaces", "split", "stats"]

_ADDED = ("entities", "theses", "facts", "mentions", "episodic")
"""What a text adds to the graph."""


@bundled
def merge(place: Place, a: str = argument("A", ENTITY), b: str = argument("B", ENTITY)) -> int:
    """Merge two entities and keep the first one's name; `split` undoes it."""
    with writing(place, embedder="none") as memory:
        kept = memory.merge(entity_key(a), entity_key(b))
    aliases = ", ".join(kept.aliases)
    return place.done({"entity": kept}, f"{kept.name} is now also {aliases}", f"id:{kept.id}")


@bundled
def split(
    place: Place,
    alias: str = argument("ALIAS", "The name of an entity that was merged, or id:NUMBER."),
) -> int:
    """Undo a merge: the alias becomes a separate entity again, with its own facts."""
    with writing(place, embedder="none") as memory:
        freed = memory.split(entity_key(alias))
    told = f"{freed.name} is an entity of its own again"
    return place.done({"entity": freed}, told, f"id:{freed.id}")


@bundled
def stats(
    place: Place,
    run: Path | None = argument(
        "RUN", "With --cost: a folder of clew bench, or a trajectory of clew play.", None
    ),
    cost: bool = flag("Language model usage, by task and model."),
    graph: bool = flag("Graph sizes, neighbours, growth, share of texts lost."),
) -> int:
    """Count what the memory holds, what is pending, and what was lost in learning.

    With --cost, a RUN says what a benchmark or a game has cost, without a memory.
    """
    if run is not None:
        return _cost_of_run(run, place, alone=cost and not graph)
    with reading(place) as memory:
        found = memory.stats()
        path = memory.store.database.path
        paid = memory.usage(by_episode=False) if cost else []
        shown = memory.graph_stats() if graph else None
    if place.json:
        costs = {"usage": [row._asdict() for row in paid]} if cost else {}
        tables = {"graph": {**as_fields(shown.shape), "lost": shown.lost}} if shown else {}
        print_json({"file": path, **as_fields(found), **costs, **tables})
        return 0
    _print_stats(found, path)
    if shown is not None:
        _print_graph(shown)
    if cost:
        _print_cost(paid)
    return 0


@bundled
def namespaces(place: Place) -> int:
    """List the namespaces of the file, by name."""
    with reading(place, any_namespace=True) as memory:
        names = memory.namespaces()
    if place.json:
        print_json({"namespaces": names})
        return 0
    for name in names:
        say(name)
    return 0


def _cost_of_run(run: Path, place: Place, *, alone: bool) -> int:
    if not alone or place.memory is not None:
        raise Misuse("a run tells only its cost: clew stats --cost RUN")
    paid = late("clew.cli.run_cost").cost_of(run)
    if place.json:
        print_json({"run": run, "usage": [row._asdict() for row in paid]})
    else:
        _print_cost(paid)
    return 0


def _print_cost(paid: Sequence["UsageRow"]) -> None:
    for row in paid:
        say(f"{row.task:<16}{spent(*row[3:])}", row.model)
    columns = zip((0, 0, 0, 0, 0), *(row[3:] for row in paid), strict=True)
    say(f"{'all':<16}{spent(*map(sum, columns))}")
    mark = late("clew.llm.wrapper").REPLAYED
    if again := [row for row in paid if row.model.endswith(mark)]:
        columns = zip(*(row[3:] for row in again), strict=True)
        say(f"{'of it replayed':<16}{spent(*map(sum, columns))}", "nothing was paid for these")


def _print_stats(found: "Stats", path: object) -> None:
    rows = [
        ("file", f"{path} ({found.file_bytes / 1e6:.1f} MB)"),
        ("namespace", f"{found.namespace}, revision {found.revision}"),
        ("embedder", f"{found.embedder} ({found.dimension})" if found.embedder else "none"),
        ("time axis", {"time": "dates", "step": "steps"}.get(found.axis or "", "not set yet")),
        *((kind, _with_superseded(found, kind)) for kind in found.kinds if found.kinds[kind]),
        ("merged", f"{found.merged} of the entities are aliases"),
        ("pending", f"{counted(found.pending, 'episode')} to learn from"),
        *(("  failed", f"{count} x {why}") for why, count in found.failures.items()),
        *(("  lost", f"{count} x {why}") for why, count in found.losses.items()),
    ]
    for name, value in rows:
        say(f"{name:<16}{value}")
    if found.residue:
        say("erased bytes may still be in the file; `clew check` finishes the erasure")


def _with_superseded(found: "Stats", kind: str) -> str:
    over = found.superseded.get(kind, 0)
    return str(found.kinds[kind]) + (f", {over} of them over" if over else "")


def _print_graph(found: "GraphStats") -> None:
    """Print nodes, relations, neighbours, growth and losses."""
    shape, lost = found.shape, found.lost
    for title, counts in (("nodes", shape.nodes), ("relations", shape.relations)):
        shown = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        say(f"{title:<16}{shown or 'none'}")
    say(f"{'neighbours':<26}{'mean':>8}{'most':>8}")
    for pair, each in shape.neighbours.items():
        one, _, other = pair.partition(":")
        say(f"  {f'{other} of {one}':<24}{each.mean:>8.2f}{each.most:>8}")
    say(f"{'a text adds':<16}{'texts':>8}" + "".join(f"{name:>10}" for name in _ADDED))
    parts = {f"{n}/{len(shape.growth)}": part for n, part in enumerate(shape.growth, 1)}
    for name, part in (parts | {"all": shape.total}).items():
        means = "".join(f"{getattr(part, added):>10.2f}" for added in _ADDED)
        say(f"  {name:<14}{part.episodes:>8}{means}")
    say(
        f"{'lost':<16}{lost.share:.1%} of the texts: {lost.pending} pending, {lost.failed} failed, "
        f"{counted(lost.empty, 'text')} without anything learned"
    )
