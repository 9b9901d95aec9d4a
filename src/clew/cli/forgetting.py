"""`clew forget`: shows what would go and what is undecided, then erases it for good."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import typer

import clew
from clew.cli.options import Misuse, Place, bundled, flag, option
from clew.cli.output import excerpt, note, print_json, say, show_time, span
from clew.cli.session import look_up, writing
from clew.graph.types import Entity, Episode, Fact, Goal, Item, Thesis
from clew.text import counted, entity_key

if TYPE_CHECKING:
    from clew.learn.forget import ForgetReceipt

__all__ = ["Meant", "forget"]

_SHOWN = 50
"""Most undecided places printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """What to forget."""

    source: str | None = option("NAME", "All episodes of a source.")
    conversation: str | None = option("ID", "All episodes of a conversation.")
    episode: int | None = option("ID", "One episode.")
    entity: str | None = option("NAME", "An entity and what names it.")
    listed: bool = flag("With --entity: what may name it, too.")
    keep: list[int] | None = option("ID", "Spare this; repeatable.")

    def check(self) -> None:
        """Refuse what contradicts itself."""
        given = (self.source, self.conversation, self.episode, self.entity)
        if sum(each is not None for each in given) != 1:
            raise Misuse("give exactly one of --source, --conversation, --episode and --entity")
        if self.entity is None and (self.listed or self.keep):
            raise Misuse("--listed and --keep need --entity")


@bundled
def forget(
    place: Place, meant: Meant, yes: bool = flag("Do it without asking.", "--yes", "-y")
) -> int:
    """Permanently erase episodes and everything derived only from them.

    Without --yes it shows what would go, then asks on a terminal; elsewhere --yes is required. What
    may name the entity in another form is listed, for you to decide.
    """
    meant.check()
    with writing(place, embedder="none") as memory:
        act = partial(
            memory.forget,
            source=meant.source,
            conversation=meant.conversation,
            episode=meant.episode,
            entity=None if meant.entity is None else entity_key(meant.entity),
            listed=meant.listed,
            keep=meant.keep or (),
        )
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
    statements = (*receipt.facts, *receipt.theses, *receipt.goals)
    gone = (*receipt.episodes, *statements, *receipt.entities)
    items = look_up(memory, [*gone, *receipt.reopened])
    reopened = [items[i] for i in receipt.reopened]
    if place.json:
        gone_items = [items[i] for i in gone]
        print_json({"receipt": receipt, "items": gone_items, "reopened": reopened})
        return
    say(f"Would forget {_counts(receipt)}:")
    for item in {items[i].id: items[i] for i in gone}.values():  # an alias is shown with its entity
        say(f"  {_named(item)}")
    _print_reopened("Would be current again", reopened)
    _print_undecided(receipt, "--listed forgets these too")


def _named(item: Item) -> str:
    if isinstance(item, Episode):
        label = f"{item.source or 'no source'}, {show_time(item.at)}"
        return f"episode {item.id} ({label}): {excerpt(item.text, width=100)}"
    if isinstance(item, Entity) and item.aliases:
        names = ", ".join((item.name, *item.aliases))
        return f"entity {item.id}: {excerpt(names, width=100)}"
    return f"{type(item).__name__.lower()} {item.id}: {excerpt(item.text, width=100)}"


def _counts(receipt: "ForgetReceipt") -> str:
    return ", ".join(
        (
            counted(len(receipt.episodes), "episode"),
            counted(len(receipt.facts), "fact"),
            counted(len(receipt.theses), "thesis", "theses"),
            *([counted(len(receipt.goals), "goal")] if receipt.goals else []),
            counted(len(receipt.entities), "entity", "entities"),
        )
    )


def _print_reopened(title: str, reopened: Sequence[Item]) -> None:
    if reopened:
        say(f"{title}:")
    for item in reopened:
        assert isinstance(item, Fact | Thesis | Goal)
        say(f"  {item.text} · {span(item.period)}")


def _print_undecided(receipt: "ForgetReceipt", what_next: str) -> None:
    if not receipt.undecided:
        return
    say(f"{counted(len(receipt.undecided), 'place')} may also name it:")
    for each in receipt.undecided[:_SHOWN]:
        what = f"{each.kind} {each.id}" if each.id else each.kind
        say(f"  {what} ({each.reason}): {excerpt(each.excerpt, width=80)}")
    if len(receipt.undecided) > _SHOWN:
        say(f"  and {len(receipt.undecided) - _SHOWN} more; --json lists them all")
    note(f"{what_next}; --keep ID spares one that is about somebody else")


def _print_forgotten(receipt: "ForgetReceipt", reopened: Sequence[Item]) -> None:
    say(f"Forgot {_counts(receipt)}")
    _print_reopened("Current again", reopened)
    erase = "not complete: the same command with --listed forgets these too, or --episode ID one"
    _print_undecided(receipt, erase)
    if receipt.residue:
        say(
            "Another process is reading: no answer shows it any more, but bytes may be left in the "
            "file until the next clew command that can write, or `clew check`"
        )
    note(f"not erased: {', '.join(receipt.not_erased)}")
