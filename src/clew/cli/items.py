"""`clew list`, `context`, `changes`, `correct`, `retire`, `restore` and `note`, from the table."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from clew.cli.options import (
    Misuse,
    Place,
    Where,
    argument,
    as_json_object,
    bundled,
    filter_fields,
    flag,
    option,
)
from clew.cli.output import note as aside
from clew.cli.output import print_json, say
from clew.cli.session import read_time, reading, writing
from clew.errors import UsageError
from clew.plugins import late

if TYPE_CHECKING:
    from clew.memory import Memory

__all__ = ["Right", "changes", "context", "correct", "list_", "note", "restore", "retire"]

_ITEM = "Id of a fact or thesis; see clew list, show or recall."


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """What is right instead."""

    subject: str | None = option("NAME", "Of a fact: who or what it is about.")
    relation: str | None = option("TEXT", "Of a fact: how the two are related.")
    object: str | None = option("NAME", "Of a fact: what it says of the subject.")
    text: str | None = option("TEXT", "Of a thesis: all of it.")


@bundled
def list_(
    place: Place,
    where: Where,
    what: str = argument("WHAT", "episodes, entities, facts, theses, sources or conversations."),
    limit: int = option("N", "Most entries of this page.", 50, min=1, max=1000),
    cursor: str | None = option("TEXT", "The cursor of the page before."),
    newest: bool = flag("Newest first."),
    past: bool = flag("Also what holds no more, and what was retired."),
) -> int:
    """List what the memory holds, page by page, in a stable order."""
    listings = [str(each) for each in late("clew.recall.listing").Listing]
    if what not in listings:
        raise Misuse(f"no list named {what!r}; there are: {', '.join(listings)}")
    if where.kind:
        raise Misuse("--kind is not for a list, which names what it lists")
    given = {"what": what, "limit": limit, "cursor": cursor, "newest": newest, "past": past}
    with reading(place) as memory:
        result = _do(memory, place, "list", given | filter_fields(where))
    if not place.json and result.cursor:
        aside(f"{result.more} more of {result.total}: --cursor {result.cursor}")
    return 0


@bundled
def context(
    place: Place,
    where: Where,
    text: str = argument("TEXT", "A question or a message."),
    budget: int = option("N", "Most tokens, estimated.", 1500, min=0),
) -> int:
    """Print what is remembered about a text as numbered lines for a prompt, with citations."""
    given = {"query": text, "budget": budget}
    with reading(place, vectors=True) as memory:
        _do(memory, place, "context", given | filter_fields(where))
    return 0


@bundled
def changes(
    place: Place,
    since: int = option("REVISION", "Only what changed after it.", 0, min=0),
    follow: bool = flag("Go on until interrupted, also with what other processes write."),
) -> int:
    """Print what changed, revision by revision."""
    if follow and place.json:
        raise Misuse("--json prints one object at the end, and --follow has none; give one of them")
    with reading(place) as memory:
        if not follow:
            _do(memory, place, "changes", {"since": since})
            return 0
        for change in memory.watch(since):
            say(late("clew.operations.lines").changed(memory, [change])[0])
    return 0


@bundled
def correct(
    place: Place,
    right: Right,
    item: int = argument("ID", _ITEM),
    at: str | None = option("TIME", "Since when; by default now, or the last step."),
    source: str = option("NAME", "Who says so.", "correction"),
) -> int:
    """Replace one fact or thesis by what is right; what was known before stays readable."""
    if at is not None:
        read_time(None, at, "--at")  # a time that is none is told before a memory is opened
    return _write(place, "correct", {"item": item, "at": at, "source": source, **asdict(right)})


@bundled
def retire(place: Place, item: int = argument("ID", _ITEM)) -> int:
    """Show one fact or thesis no more, as if it had never been true; `restore` undoes it."""
    return _write(place, "retire", {"item": item})


@bundled
def restore(place: Place, item: int = argument("ID", _ITEM)) -> int:
    """Let a retired fact or thesis hold again."""
    return _write(place, "restore", {"item": item})


@bundled
def note(
    place: Place,
    episode: int = argument("EPISODE", "Id of a text."),
    patch: str = argument("JSON", 'A JSON merge patch: \'{"team": "blue", "draft": null}\'.'),
) -> int:
    """Change the metadata of a text; keys that are not in the patch stay."""
    given = {"episode": episode, "patch": as_json_object(patch, "JSON")}
    return _write(place, "patch_metadata", given)


def _write(place: Place, name: str, given: Mapping[str, object]) -> int:
    with writing(place) as memory:
        _do(memory, place, name, given)
    return 0


def _do(memory: "Memory", place: Place, name: str, given: Mapping[str, object]) -> Any:
    """Do an operation of the table, print its result, and return it."""
    operation = late("clew.operations.every_operation").operation_named(name)
    try:
        asked = operation.read(given)
    except UsageError as error:
        raise Misuse(str(error)) from None
    result = operation.run(memory, asked)
    if place.json:
        print_json(operation.shown(result))
    else:
        _print(operation.lines(memory, result))
    return result


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
