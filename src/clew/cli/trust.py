"""`clew trust`, `conflicts`, `confirm` and `reject`: who is believed, and what a person decides."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from clew.cli.options import Misuse, Place, bundled, utf8
from clew.cli.output import counted, note, print_json, say, show_time
from clew.cli.session import reading, writing
from clew.settings import memory_path

if TYPE_CHECKING:
    from clew.learn.trusting import Conflict

__all__ = ["confirm", "conflicts", "reject", "trust"]

_FactId = Annotated[int, typer.Argument(metavar="FACT", help="A fact's id, see clew conflicts.")]
_Undo = Annotated[bool, typer.Option("--undo", help="Take back what was decided of the fact.")]


@bundled
def trust(
    place: Place,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SOURCE|PATTERN", parser=utf8, help="A source, or a pattern with * or ?."
        ),
    ] = None,
    level: Annotated[
        int | None, typer.Argument(metavar="LEVEL", help="-1000 to 1000; 0 if nothing is set.")
    ] = None,
    unset: Annotated[bool, typer.Option("--unset", help="Set nothing for it any more.")] = False,
) -> int:
    """Trust a source more or less than others, or list what is set.

    A less trusted source ends no fact of a more trusted one. A negative level goes after `--`:
    `clew trust -- 'web/*' -1`.
    """
    if (level is not None or unset) and source is None:
        raise Misuse("name the source or pattern that gets the level")
    if level is not None and unset:
        raise Misuse("give a level or --unset, not both")
    if source is None or (level is None and not unset):
        return _list_levels(place, source)
    # A new file gets the default embedder, for the texts to come.
    embedder = "none" if memory_path(place.memory).exists() else None
    with writing(place, embedder=embedder, create=True) as memory:
        before = len(memory.conflicts())
        if level is None:
            memory.trust.unset(source)
        else:
            memory.trust.set(source, level)
        found = len(memory.conflicts())
        now = memory.trust.level_of(source)
    if place.json:
        print_json({"source": source, "level": now, "conflicts": found})
        return 0
    say(f"{_shown(source)}: level {now}")
    if found != before:
        note(f"{counted(found, 'conflict')} now, {before} before; see: clew conflicts")
    return 0


def _list_levels(place: Place, source: str | None) -> int:
    with reading(place) as memory:
        levels = memory.trust.levels()
        of_source = None if source is None else memory.trust.level_of(source)
    if place.json:
        one = {} if source is None else {"source": source, "level": of_source}
        print_json({**one, "levels": levels})
    elif source is not None:
        say(f"{_shown(source)}: level {of_source}")
    else:
        for pattern, level in levels.items():
            say(f"{level:>5}  {_shown(pattern)}")
        say(f"{0:>5}  {'all other sources' if levels else 'all sources'}")
    return 0


@bundled
def conflicts(
    place: Place,
    decided: Annotated[
        bool, typer.Option("--decided", help="Those that were confirmed or rejected.")
    ] = False,
) -> int:
    """List facts that exclude each other, and that trust does not let end one another.

    `clew confirm FACT` lets one side stand, `clew reject FACT` retires one.
    """
    with reading(place) as memory:
        found = memory.conflicts(decided=decided)
    if place.json:
        print_json({"conflicts": found})
    elif not found:
        say("No decided conflicts." if decided else "No conflicts.")
    else:
        _print_conflicts(found)
    return 0


def _print_conflicts(found: Sequence["Conflict"]) -> None:
    for each in found:
        marks = {"fact": ("stands", "rejected"), "claim": ("ended", "stands")}
        first, second = marks.get(each.decided, ("", ""))
        say(each.fact.text, f"fact {each.fact.id}", bold=True)
        say(f"    {_who(each.sources, each.level)}{first and ', ' + first}")
        said = "it is over" if each.over else each.claim.text
        begins = each.at == each.claim.valid_from
        at = show_time(each.at, each.claim.valid_from_precision) if begins else show_time(each.at)
        say(f"  but from {at}: {said}", f"fact {each.claim.id}")
        say(f"    {_who(each.claim_sources, each.claim_level)}{second and ', ' + second}")


def _who(sources: Sequence[str], level: int) -> str:
    told = ", ".join(map(_shown, sources)) or "written directly"
    return f"{told} (level {level})"


def _shown(source: str) -> str:
    return source or "no source"


@bundled
def confirm(fact: _FactId, place: Place, undo: _Undo = False) -> int:
    """Let one side of a conflict stand: it ends the other, or the other is rejected."""
    return _decide(fact, place, "undone" if undo else "confirmed")


@bundled
def reject(fact: _FactId, place: Place, undo: _Undo = False) -> int:
    """Retire one side of a conflict, as if it had never been true; what it ended holds again."""
    return _decide(fact, place, "undone" if undo else "rejected")


def _decide(fact: int, place: Place, what: str) -> int:
    with writing(place, embedder="none") as memory:
        act = {
            "confirmed": memory.trust.confirm,
            "rejected": memory.trust.reject,
            "undone": memory.trust.undo,
        }
        act[what](fact)
        left = len(memory.conflicts())
    if place.json:
        print_json({"fact": fact, "decided": what, "conflicts": left})
    else:
        say(f"fact {fact}: {what}", f"{counted(left, 'conflict')} left")
    return 0
