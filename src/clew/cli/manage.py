"""`clew merge`, `split`, `forget` and `stats`: manage what is remembered."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

import clew
from clew.cli.graph_tables import print_graph
from clew.cli.options import Alias, FirstName, Misuse, Place, SecondName, bundled, utf8
from clew.cli.output import as_fields, counted, excerpt, note, print_json, say, show_time, span
from clew.cli.session import entity_key, look_up, reading, writing
from clew.graph.types import Entity, Episode, Fact, Item, Thesis

if TYPE_CHECKING:
    from clew.learn.forget import ForgetReceipt
    from clew.projection.rows import UsageRow
    from clew.store.stats import Stats

__all__ = ["forget", "merge", "split", "stats"]


@bundled
def merge(
    a: FirstName,
    b: SecondName,
    place: Place,
) -> int:
    """Merge two entities and keep the first one's name; `split` undoes it."""
    with writing(place, embedder="none") as memory:
        kept = memory.merge(entity_key(a), entity_key(b))
    if place.json:
        print_json({"entity": kept})
    else:
        say(f"{kept.name} is now also {', '.join(kept.aliases)}", f"id:{kept.id}")
    return 0


@bundled
def split(alias: Alias, place: Place) -> int:
    """Undo a merge: the alias becomes a separate entity again, with its own facts."""
    with writing(place, embedder="none") as memory:
        freed = memory.split(entity_key(alias))
    if place.json:
        print_json({"entity": freed})
    else:
        say(f"{freed.name} is an entity of its own again", f"id:{freed.id}")
    return 0


@bundled
def forget(
    place: Place,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="NAME", parser=utf8, help="All episodes of a source."),
    ] = None,
    episode: Annotated[
        int | None, typer.Option("--episode", metavar="ID", help="One episode.")
    ] = None,
    entity: Annotated[
        str | None,
        typer.Option(
            "--entity",
            metavar="NAME",
            parser=utf8,
            help="An entity and every episode that mentions it.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> int:
    """Permanently erase episodes and everything derived only from them.

    Without --yes it shows what would go, then asks on a terminal; elsewhere --yes is required.
    """
    if sum(each is not None for each in (source, episode, entity)) != 1:
        raise Misuse("give exactly one of --source, --episode and --entity")
    with writing(place, embedder="none") as memory:
        key = None if entity is None else entity_key(entity)
        act = partial(memory.forget, source=source, episode=episode, entity=key)
        if not yes:
            _preview(memory, act(dry_run=True), place)
            if place.json or not sys.stdin.isatty():
                raise Misuse("nothing was forgotten; add --yes to forget this")
            if not typer.confirm("Forget this for good?", err=True):
                note("nothing was forgotten")
                return 1
        receipt = act()
        reopened = list(look_up(memory, receipt.reopened).values())
    if place.json:
        print_json({"receipt": receipt, "reopened": reopened})
    else:
        _print_forgotten(receipt, reopened)
    return 0


def _preview(memory: "clew.Memory", receipt: "ForgetReceipt", place: Place) -> None:
    """Show what would be erased, and what would be current again."""
    gone = (*receipt.episodes, *receipt.facts, *receipt.theses, *receipt.entities)
    items = look_up(memory, [*gone, *receipt.reopened])
    reopened = [items[i] for i in receipt.reopened]
    if place.json:
        gone_items = [items[i] for i in gone]
        print_json({"receipt": receipt, "items": gone_items, "reopened": reopened})
        return
    say(f"Would forget {_counts(receipt)}:")
    for i in gone:
        say(f"  {_named(items[i])}")
    _print_reopened("Would be current again", reopened)


def _named(item: Item) -> str:
    if isinstance(item, Episode):
        label = f"{item.source or 'no source'}, {show_time(item.at)}"
        return f"episode {item.id} ({label}): {excerpt(item.text, width=100)}"
    if isinstance(item, Entity):
        return f"entity {item.id}: {item.name}"
    assert isinstance(item, Fact | Thesis)
    kind = "fact" if isinstance(item, Fact) else "thesis"
    return f"{kind} {item.id}: {excerpt(item.text, width=100)}"


def _counts(receipt: "ForgetReceipt") -> str:
    return ", ".join(
        (
            counted(len(receipt.episodes), "episode"),
            counted(len(receipt.facts), "fact"),
            counted(len(receipt.theses), "thesis", "theses"),
            counted(len(receipt.entities), "entity", "entities"),
        )
    )


def _print_reopened(title: str, reopened: Sequence[Item]) -> None:
    if reopened:
        say(f"{title}:")
    for item in reopened:
        assert isinstance(item, Fact | Thesis)
        say(f"  {item.text} · {span(item.valid_from, item.valid_to)}")


def _print_forgotten(receipt: "ForgetReceipt", reopened: Sequence[Item]) -> None:
    say(f"Forgot {_counts(receipt)}")
    _print_reopened("Current again", reopened)
    if not receipt.complete:
        say(
            "Another process is reading: no answer shows it any more, but bytes may be left in the "
            "file until the next clew command that can write, or `clew check`"
        )
    note(f"not erased: {', '.join(receipt.not_erased)}")


@bundled
def stats(
    place: Place,
    cost: Annotated[
        bool, typer.Option("--cost", help="Language model usage, by task and model.")
    ] = False,
    graph: Annotated[
        bool,
        typer.Option("--graph", help="Graph sizes, neighbours, growth, share of texts lost."),
    ] = False,
) -> int:
    """Count what the memory holds, what is pending, and what was lost in learning."""
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
        print_graph(shown)
    if cost:
        _print_cost(paid)
    return 0


def _print_cost(paid: Sequence["UsageRow"]) -> None:
    for row in paid:
        _print_paid(row.task, row[3:], row.model)
    _print_paid("all", [sum(column) for column in zip(*(row[3:] for row in paid), strict=True)])


def _print_paid(task: str, spent: Sequence[float], model: str = "") -> None:
    calls, tokens_in, tokens_out, seconds, dollars = spent or (0, 0, 0, 0.0, 0.0)
    say(
        f"{task:<16}{counted(int(calls), 'call')}, {tokens_in} tokens in, {tokens_out} out, "
        f"{seconds:.1f} s, ${dollars:.4f}",
        model,
    )


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
