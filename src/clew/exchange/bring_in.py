"""Bring what a file of another program holds into a memory, or say what that would be."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from clew.errors import UnknownNameError, UsageError
from clew.exchange.arrived import Arrived, Read
from clew.exchange.foreign_formats import FOREIGN, detected
from clew.exchange.storable import storable
from clew.graph.times import Axis, to_ticks
from clew.graph.types import AsOf, Fact, Kind, Thesis, Time
from clew.learn.observe import Input, Receipt, passages
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory
from clew.projection.image import Projection
from clew.projection.lookup.same_text import folded
from clew.text import normalise_name

__all__ = ["Brought", "bring", "look"]

_AT_ONCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What a file holds, and what came of it."""

    format: str
    texts: int
    """To be learned from."""
    read: int
    """Texts that were read elsewhere, with their facts and statements."""
    facts: int
    statements: int
    """What was read elsewhere. Each counts once, however many texts tell it."""
    sources: int
    conversations: int
    first: datetime | None
    last: datetime | None
    """Times of the first and the last text."""
    dropped: Mapping[str, int]
    """What has no place in a memory, or lacks something, by reason."""
    already_there: int = 0
    pending: int = 0
    """Texts that are kept but could not be learned from yet."""
    error: str | None = None
    """Why the first of these could not."""
    learned_facts: int = 0
    learned_statements: int = 0
    """What is new by reading the texts here."""
    confirmed_facts: int = 0
    superseded: int = 0
    """Facts that were known and that these texts tell again; facts and statements that they end."""
    extractor: str = ""
    """What read the texts; nothing if there was none to be read."""
    dry_run: bool = False


def look(path: Path, format: str | None, now: datetime) -> tuple[Arrived, Brought]:
    """Read a file or folder, as far as a memory can hold it; nothing is changed.

    Raises:
        UsageError: it is not of the format, or of none that is known, or there is nothing in it.
        UnknownNameError: there is no such format.
    """
    if not path.exists():
        raise UsageError(f"no such file or folder: {str(path)!r}")
    name = format or detected(path)
    if name is None:
        known = ", ".join(FOREIGN)
        raise UsageError(f"cannot tell the format of {str(path)!r}; say --from: {known}")
    if name not in FOREIGN:
        raise UnknownNameError("format", name, FOREIGN)
    arrived = storable(FOREIGN[name].load(path, now))
    every: list[Input | Read] = [*arrived.texts, *arrived.read]
    if not every and not +arrived.dropped:
        raise UsageError(
            f"there is nothing to import in {str(path)!r}, read as {name}: give the file or "
            "folder that has the texts, or say its format with --from"
        )
    times = [one.at for one in every if isinstance(one.at, datetime)]
    return arrived, Brought(
        format=name,
        texts=len(arrived.texts),
        read=len(arrived.read),
        facts=len({fact for one in arrived.read for fact in one.facts}),
        statements=len({each for one in arrived.read for each in one.statements}),
        sources=len({one.source for one in every}),
        conversations=len({one.conversation for one in arrived.texts if one.conversation}),
        first=min(times, default=None),
        last=max(times, default=None),
        dropped=dict(sorted((+arrived.dropped).items())),
        dry_run=True,
    )


def bring(
    memory: Memory,
    path: Path,
    format: str | None = None,
    *,
    progress: Callable[[float], None] | None = None,
) -> Brought:
    """Remember what a file holds; what is there already is not added again.

    A text is there if one of the same source and time is; without a time, one of the same source.
    Texts are learned from in the order of their times, so that newer facts supersede older ones.
    Stopped midway, it goes on when called again.

    Raises:
        UsageError, UnknownNameError: as `look`.
    """
    now = memory.clock.now()
    arrived, told = look(path, format, now)
    ordered = sorted(arrived.texts, key=lambda one: to_ticks(one.at, Axis.TIME))
    said = [one for one in ordered if one.conversation and one.at != now]
    others = [one for one in ordered if not one.conversation or one.at == now]
    receipts = memory.remember_many(said, once=True, progress=progress)
    receipts += memory.remember_many(_new(memory, others, now), progress=progress)
    new = _told_first(memory, arrived.read)
    for start in range(0, len(new), _AT_ONCE):
        _write(memory, new[start : start + _AT_ONCE])
        if progress is not None:
            progress(len(new[start : start + _AT_ONCE]))
    added = sum(not one.already_known for one in receipts) + len(new)
    there = len(arrived.texts) + len(arrived.read) - added
    pending = sum(one.pending for one in receipts)
    counts = {name: getattr(told, name) for name in Brought.__slots__}
    came = {"already_there": there, "pending": pending, "dry_run": False}
    return Brought(**counts | came | _learned(memory, receipts))


def _learned(memory: Memory, receipts: Iterable[Receipt]) -> dict[str, int | str | None]:
    """Return what was learned from texts that were not there, as fields of `Brought`."""
    fresh = [one for one in receipts if not one.already_known]
    readers = [one.extractor or memory.model.name for one in fresh if not one.pending]
    new = [item for one in fresh for item in one.new]
    again = {item for one in fresh for item in one.confirmed}.difference(new)
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        facts, confirmed = (
            sum(isinstance(one, Fact) for one in view.items(ids)) for ids in (new, sorted(again))
        )
    return {
        "learned_facts": facts,
        "learned_statements": len(new) - facts,
        "confirmed_facts": confirmed,
        "superseded": len({item for one in fresh for item in one.superseded}),
        "extractor": readers[0] if readers else "",
        "error": next((one.error for one in fresh if one.error), None),
    }


def _new(memory: Memory, given: Iterable[Input], now: datetime) -> list[Input]:
    """Return the texts that are not there yet, each once.

    The same words of another time are news: who moves away and comes back lives there again. What
    has no time was given `now`, which is another one at each import, so its words decide.
    """
    new: dict[tuple[str, Time, str], Input] = {}
    with memory.store.projection(memory.namespace) as known:
        for one in given:
            if not _is_there(known, one, dated=one.at != now):
                new.setdefault((one.source, one.at, one.text), one)
    return [*new.values()]


def _is_there(known: Projection, given: Input, *, dated: bool) -> bool:
    """Tell whether all parts of a text are there, of its time if it is dated."""
    at = to_ticks(given.at, known.axis or Axis.TIME)
    return all(
        any(row.at == at or not dated for row in known.episodes_of(given.source, part))
        for part in passages(given.text)
    )


def _told_first(memory: Memory, given: Iterable[Read]) -> list[Read]:
    """Return the texts that are not there yet, of their source."""
    with memory.store.projection(memory.namespace) as known:
        return [one for one in given if known.episode_of(one.source, one.text) is None]


def _write(memory: Memory, given: list[Read]) -> None:
    """Write texts with what they tell, so that each is forgotten with its text."""
    nodes: list[NewNode] = []
    edges: list[NewEdge] = []
    there = _Statements(memory, given)
    for one in given:
        episode = NewNode(kind=Kind.EPISODE, text=one.text, at=one.at, source=one.source)
        named = {
            name: NewNode(kind=Kind.ENTITY, text=name, told_by=episode)
            for name in dict.fromkeys(_names(one))
        }
        nodes += [episode, *named.values()]
        edges += [
            NewEdge(
                kind=Kind.FACT,
                source=named[fact.subject],
                target=named[fact.object],
                relation=fact.relation,
                valid_from=fact.valid_from,
                valid_to=fact.valid_to,
                told_by=episode,
            )
            for fact in one.facts
        ]
        for text, about in one.statements:
            if (told := there.found(text, about)) is not None:
                edges.append(NewEdge(kind=Kind.EPISODIC, source=episode, target=told))
                continue
            thesis = NewNode(kind=Kind.THESIS, text=text, told_by=episode)
            there.add(thesis, about)
            nodes.append(thesis)
            edges += [
                NewEdge(kind=Kind.MENTION, source=thesis, target=named[name]) for name in about
            ]
    memory.write(nodes, edges)


class _Statements:
    """The statements that hold, stored or new: the same words about other things are another."""

    def __init__(self, memory: Memory, given: Sequence[Read]) -> None:
        told = [each for one in given for each in one.statements]
        with memory.store.projection(memory.namespace) as known, memory.view() as view:
            named = {name: known.entity_called(name) for _, about in told for name in about}
            roots = known.canonical()
            self._entities = {
                name: roots.get(item, item) for name, item in named.items() if item is not None
            }
            held = set(view.ids(Kind.THESIS))
            ids = {item for text, _ in told for item in known.theses_called(text)}
            stored = [one for one in view.items(sorted(ids & held)) if isinstance(one, Thesis)]
        self._there: dict[tuple[str, frozenset[int | str]], int | NewNode] = {
            (folded(one.text), frozenset(one.entities)): one.id
            for one in reversed(stored)
            if one.valid_to is None
        }

    def found(self, text: str, about: Iterable[str]) -> int | NewNode | None:
        """Return the statement with these words that is about the same things, if there is one."""
        return self._there.get(self._key(text, about))

    def add(self, thesis: NewNode, about: Iterable[str]) -> None:
        """Note a new statement."""
        self._there[self._key(thesis.text, about)] = thesis

    def _key(self, text: str, about: Iterable[str]) -> tuple[str, frozenset[int | str]]:
        things = (self._entities.get(name, normalise_name(name)) for name in about)
        return folded(text), frozenset(things)


def _names(given: Read) -> list[str]:
    ends = [name for fact in given.facts for name in (fact.subject, fact.object)]
    return [*ends, *(name for _, about in given.statements for name in about)]
