"""Results as lines: one item a line, with the id that corrects or forgets it, and its source."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clew.ask.asking import Answer
from clew.ask.block import Block
from clew.ask.evidence import Passage
from clew.graph.times import shown_time
from clew.graph.types import AsOf, Entity, Episode, Fact, Item, Thesis
from clew.learn.forget import ForgetReceipt
from clew.learn.items.correcting import Corrected
from clew.learn.observe import Receipt
from clew.learn.remembering.learning_jobs import LearningJob
from clew.learn.trusting import Conflict
from clew.memory import Memory
from clew.operations.encoding import as_fields, encode
from clew.recall.base import Recalled
from clew.recall.listing import Page, SourceEntry
from clew.recall.pack import render
from clew.store.values import Change, Problem
from clew.text import counted

__all__ = [
    "answered",
    "blocked",
    "changed",
    "checked",
    "conflicting",
    "corrected",
    "fields_of",
    "forgotten",
    "items_of",
    "jobs_of",
    "metadata_of",
    "page_of",
    "recalled",
    "remembered",
]

_SOURCES = 2
_ID_LISTED = 20


def recalled(memory: Memory, found: Sequence[Recalled]) -> list[str]:
    """Return what was recalled, best first."""
    return items_of(memory, [each.item for each in found]) or ["Nothing found."]


def jobs_of(_memory: Memory, found: Sequence[LearningJob]) -> list[str]:
    """Return jobs, in their order."""
    shown = [f"episode {job.episode}: {job.status}; {job.said}" for job in found]
    return shown or ["Every text is learned from."]


def items_of(memory: Memory, items: Iterable[Item]) -> list[str]:
    """Return items, each with its kind, id, time and sources."""
    every = list(items)
    told = {id for item in every if not isinstance(item, Episode) for id in _told_by(item)}
    sources = _sources(memory, told)
    return [_line(item, sources) for item in every]


def _told_by(item: Item) -> tuple[int, ...]:
    return item.episodes if isinstance(item, Fact | Thesis | Entity) else ()


def _sources(memory: Memory, episodes: Iterable[int]) -> Mapping[int, str]:
    """Return the source of each episode, whenever it was known."""
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        found = view.items(sorted(episodes))
    return {each.id: each.source for each in found if isinstance(each, Episode)}


def _line(item: Item, sources: Mapping[int, str]) -> str:
    label = f"{type(item).__name__.lower()} {item.id}"
    if isinstance(item, Episode):
        noted = f" {encode(dict(item.metadata))}" if item.metadata else ""
        return f"{label}: {render(item)}{_named([item.source])}{noted}"
    if isinstance(item, Entity):
        aliases = f" (also {', '.join(item.aliases)})" if item.aliases else ""
        return f"{label}: {item.name}{aliases}"
    names = [sources[id] for id in _told_by(item) if id in sources]
    marks = [
        *(["retired"] if isinstance(item, Fact) and item.rejected else ()),
        *(["disputed"] if isinstance(item, Fact) and item.disputed else ()),
    ]
    shown = f" ({', '.join(marks)})" if marks else ""
    return f"{label}: {render(item)}{_named(names)}{shown}"


def _named(names: Iterable[str]) -> str:
    named = [name for name in dict.fromkeys(names) if name]
    more = " ..." if len(named) > _SOURCES else ""
    return f" ({', '.join(named[:_SOURCES])}{more})" if named else ""


def answered(memory: Memory, answer: Answer) -> list[str]:
    """Return an answer and what it rests on, or what comes closest."""
    if answer.text is not None:
        ids = [*answer.facts, *answer.theses] or [*answer.episodes]
        with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
            grounds = view.items(ids)
        return [answer.text, *items_of(memory, grounds)]
    if answer.failure is not None:
        return [f"No answer: {answer.reason}"]
    closest = items_of(memory, answer.closest)
    return ["The memory does not answer this.", *(["Closest:"] if closest else []), *closest]


def blocked(_memory: Memory, block: Block) -> list[str]:
    """Return the lines of a block for a prompt."""
    return block.text.splitlines()


def page_of(memory: Memory, page: Page) -> list[str]:
    """Return the entries of a page."""
    sources = [one for one in page.items if isinstance(one, SourceEntry)]
    if sources:
        return [
            f"{one.name or '(no source)'}: {counted(one.episodes, 'text')}, "
            f"{shown_time(one.first)} to {shown_time(one.last)}"
            for one in sources
        ]
    items = [one for one in page.items if not isinstance(one, SourceEntry)]
    return items_of(memory, items) or ["Nothing to list."]


def remembered(memory: Memory, receipt: Receipt) -> list[str]:
    """Return what became of a text, and why nothing was learned if so."""
    label = f"episode {receipt.episode}"
    if receipt.already_known:
        return [f"{label}: known already, nothing was written."]
    if receipt.pending:
        why = f" ({receipt.error})" if receipt.error else ""
        return [f"{label}: kept; not learned from yet{why}."]
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        new = view.items(receipt.new)
        ended = view.items(receipt.superseded)
    lines = [f"{label}: kept; {len(new)} new, {len(receipt.confirmed)} confirmed."]
    if not receipt.confirmed and not any(isinstance(one, Fact) for one in new):
        lines.append("No facts were found in it; the text itself can be recalled.")
    lines += [f"new {line}" for line in items_of(memory, new)]
    lines += [f"ended {line}" for line in items_of(memory, ended)]
    return lines + [f"lost: {loss.reason}: {loss.item}" for loss in receipt.losses]


def corrected(memory: Memory, made: Corrected) -> list[str]:
    """Return what a correction did."""
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        new, old = view.items([made.item]), view.items(made.superseded)
    lines = [f"now {line}" for line in items_of(memory, new)]
    if any(isinstance(one, Fact) and one.disputed for one in new):
        return [*lines, "in dispute: a more trusted source says otherwise; a person decides."]
    return lines + [f"ended {line}" for line in items_of(memory, old)]


def forgotten(_memory: Memory, receipt: ForgetReceipt) -> list[str]:
    """Return what was erased, or would be, and what is left to decide."""
    told = ", ".join(
        (
            counted(len(receipt.episodes), "episode"),
            counted(len(receipt.facts), "fact"),
            counted(len(receipt.theses), "thesis", "theses"),
            counted(len(receipt.entities), "entity", "entities"),
        )
    )
    lines = [f"{'Would erase' if receipt.dry_run else 'Erased'}: {told}."]
    if receipt.reopened:
        lines.append(f"Holds again: {_ids(receipt.reopened)}.")
    if receipt.residue:
        lines.append("Erased from every answer; its last bytes go when other readers have closed.")
    lines += [f"undecided {each.kind} {each.id}: {each.reason}" for each in receipt.undecided]
    return lines


def _ids(ids: Sequence[int]) -> str:
    more = " ..." if len(ids) > _ID_LISTED else ""
    return ", ".join(map(str, ids[:_ID_LISTED])) + more


def conflicting(memory: Memory, found: Sequence[Conflict]) -> list[str]:
    """Return conflicts, each as its two sides."""
    if not found:
        return ["No conflicts."]
    return [_conflict(memory, one) for one in found]


def _conflict(memory: Memory, one: Conflict) -> str:
    fact, claim = items_of(memory, [one.fact, one.claim])
    over = " says it is over" if one.over else ""
    decided = f"; decided for the {one.decided}" if one.decided else ""
    return f"{fact} [level {one.level}] against {claim} [level {one.claim_level}]{over}{decided}"


def changed(_memory: Memory, found: Sequence[Change]) -> list[str]:
    """Return changes, one a line."""
    lines = [
        f"revision {one.revision}: "
        + " ".join(map(str, filter(None, (one.what, one.kind, one.id))))
        for one in found
    ]
    return lines or ["Nothing changed."]


def metadata_of(_memory: Memory, metadata: Mapping[str, object]) -> list[str]:
    """Return metadata, one key a line."""
    return [f"{key}: {value}" for key, value in metadata.items()] or ["No metadata."]


def checked(_memory: Memory, found: Sequence[Problem]) -> list[str]:
    """Return what is wrong with a file, one problem a line."""
    return [f"{one.code}: {one.message}" for one in found] or ["Sound."]


def fields_of(_memory: Memory, value: Any) -> list[str]:
    """Return the fields of a value, one a line; of several values, one a line each."""
    if isinstance(value, list | tuple):
        return [str(encode(one)) for one in value] or ["None."]
    if isinstance(value, Mapping):
        return [f"{key}: {each}" for key, each in value.items()] or ["None."]
    if isinstance(value, Passage) or hasattr(value, "__dataclass_fields__"):
        return [f"{key}: {each}" for key, each in as_fields(value).items()]
    return ["Done." if value is None else str(value)]
