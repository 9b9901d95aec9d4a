"""`clew trust`, `conflicts`, `confirm` and `reject`: who is believed, and what a person decides."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clew.cli.options import Misuse, Place, argument, bundled, flag
from clew.cli.output import note, print_json, say, show_time
from clew.cli.session import reading, writing
from clew.settings import memory_path
from clew.text import counted

if TYPE_CHECKING:
    from clew.learn.trusting import Conflict

__all__ = ["confirm", "conflicts", "reject", "trust"]

_FACT = ("FACT", "A fact's id, see clew conflicts.")
_UNDO = "Take back what was decided of the fact."


@bundled
def trust(
    place: Place,
    source: str | None = argument("SOURCE|PATTERN", "A source, or a pattern with * or ?.", None),
    level: int | None = argument(
        "LEVEL", "-1000 to 1000; 0 if nothing is set.", None, min=-1000, max=1000
    ),
    unset: bool = flag("Set nothing for it any more."),
) -> int:
    """Trust a source more or less than others, or list what is set.

    A less trusted source ends no fact of a more trusted one. A negative level goes after `--`:
    `clew trust 'web/*' -- -1`.
    """
    if (level is not None or unset) and source is None:
        raise Misuse("name the source or pattern that gets the level")
    if level is not None and unset:
        raise Misuse("give a level or --unset, not both")
    if source is None or (level is None and not unset):
        return _list_levels(place, source)
    # A new file gets the default embedder, for the texts to come.
    embedder = "none" if memory_path(place.memory).exists() else None
    with writing(place, embedder=embedder, create=not unset) as memory:
        before = len(memory.conflicts())
        if level is None:
            memory.trust.unset(source)
        else:
            memory.trust.set(source, level)
        found = len(memory.conflicts())
        now = memory.trust.level_of(source)
    value = {"source": source, "level": now, "conflicts": found}
    code = place.done(value, f"{_shown(source)}: level {now}")
    if found != before and not place.json:
        note(f"{counted(found, 'conflict')} now, {before} before; see: clew conflicts")
    return code


def _list_levels(place: Place, source: str | None) -> int:
    with reading(place) as memory:
        levels = memory.trust.levels()
        of_source = None if source is None else memory.trust.level_of(source)
    if source is not None:
        value = {"source": source, "level": of_source, "levels": levels}
        return place.done(value, f"{_shown(source)}: level {of_source}")
    if place.json:
        print_json({"levels": levels})
    else:
        for pattern, level in levels.items():
            say(f"{level:>5}  {_shown(pattern)}")
        say(f"{0:>5}  {'all other sources' if levels else 'all sources'}")
    return 0


@bundled
def conflicts(place: Place, decided: bool = flag("Those that were confirmed or rejected.")) -> int:
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
        if each.names_level is not None:
            say(f"    the two names mean one (level {each.names_level}); if not: clew split NAME")


def _who(sources: Sequence[str], level: int) -> str:
    told = ", ".join(map(_shown, sources)) or "written directly"
    return f"{told} (level {level})"


def _shown(source: str) -> str:
    return source or "no source"


@bundled
def confirm(place: Place, fact: int = argument(*_FACT), undo: bool = flag(_UNDO)) -> int:
    """Let one side of a conflict stand: it ends the other, or the other is rejected."""
    return _decide(fact, place, "undone" if undo else "confirmed")


@bundled
def reject(place: Place, fact: int = argument(*_FACT), undo: bool = flag(_UNDO)) -> int:
    """Retire one side of a conflict, as if it had never been true; what it ended holds again."""
    return _decide(fact, place, "undone" if undo else "rejected")


def _decide(fact: int, place: Place, what: str) -> int:
    with writing(place, embedder="none") as memory:
        trust = memory.trust
        act = {"confirmed": trust.confirm, "rejected": trust.reject, "undone": trust.undo}
        act[what](fact)
        left = len(memory.conflicts())
    value = {"fact": fact, "decided": what, "conflicts": left}
    return place.done(value, f"fact {fact}: {what}", f"{counted(left, 'conflict')} left")
