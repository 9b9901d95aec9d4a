"""How far sources are trusted, and what a person decides of the conflicts that follow.

A new level counts for all that was told before: closures are judged again as if it had always been
so. What the memory believed until then stays readable as of the revisions before.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from clew.errors import UnknownNameError, UsageError
from clew.graph.times import START, to_time
from clew.graph.types import AsOf, Fact, Kind, Time
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.timelines.spans import parted, reconsider
from clew.learn.timelines.thesis_ends import close_theses, reopen_theses
from clew.learn.verdicts import Judge, Judging, compare_again
from clew.learn.writer import Writer, commit
from clew.projection.bonds import SURE
from clew.projection.conflicts import Decided, Dispute, Stored, disputes
from clew.projection.image import Projection
from clew.projection.levels import DEFAULT, Levels, force, is_rejected, support, tie_of
from clew.projection.rows import Changes, TrustRow

__all__ = ["Conflict", "Trust", "conflicts", "rejected", "rewrite", "taken_back"]

_LIMIT = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two facts that cannot hold together, of which the less trusted could not end the other."""

    fact: Fact
    """What the more trusted sources say."""
    claim: Fact
    """What would have ended it."""
    at: Time | None
    """From when on."""
    over: bool
    """The claim says the same as the fact, and that it is over."""
    level: int
    claim_level: int
    """Of its sources, or of who tells that the two are about one thing, if that is less."""
    names_level: int | None
    """At what level the names are told to mean one thing; `None` if they are the same or alike."""
    sources: tuple[str, ...]
    claim_sources: tuple[str, ...]
    decided: Decided
    """Which side a person let stand; empty while it is open."""


def conflicts(writer: Writer, past: AsOf, *, decided: bool) -> list[Conflict]:
    """Return the open conflicts by the facts' ids, or those that were decided."""
    name, store = writer.namespace, writer.store
    with (
        store.view(name, past, now=0, any_time=True) as view,
        store.projection(name, view.revision) as projection,
    ):
        known = view.revision
        found = [one for one in disputes(projection, known) if bool(one.decided) is decided]
        ids = sorted({each for one in found for each in (one.claim.item, one.claim.by or 0)})
        items = {item.id: item for item in view.items(ids) if isinstance(item, Fact)}
        return [_conflict(projection, Stored(projection, known), one, items) for one in found]


def _conflict(
    projection: Projection, stored: Stored, dispute: Dispute, items: dict[int, Fact]
) -> Conflict:
    claim = dispute.claim
    assert claim.by is not None
    axis = projection.axis
    assert axis is not None

    def sources(fact: int) -> tuple[str, ...]:
        told = [projection.nodes[edge.source].source or "" for edge in projection.told(fact)]
        return tuple(dict.fromkeys(told))

    tie = tie_of(stored, claim.item, claim.by)
    return Conflict(
        fact=items[claim.item],
        claim=items[claim.by],
        at=to_time(claim.at, axis),
        over=dispute.over,
        level=support(stored.heard(claim.item), claim.at) or DEFAULT,
        claim_level=force(stored, claim),
        names_level=None if tie == SURE else tie,
        sources=sources(claim.item),
        claim_sources=sources(claim.by),
        decided=dispute.decided,
    )


@dataclass(frozen=True, slots=True)
class Trust:
    """The levels of a memory's sources, and a person's decisions."""

    writer: Writer

    def levels(self) -> dict[str, int]:
        """Return what is set: level by source or pattern, in the order in which it was set."""
        with self.writer.store.projection(self.writer.namespace) as projection:
            return dict(projection.levels)

    def level_of(self, source: str) -> int:
        """Return how far a source is trusted; 0 if nothing set fits it."""
        with self.writer.store.projection(self.writer.namespace) as projection:
            return projection.levels.of(source)

    def set(self, source: str, level: int) -> None:
        """Trust a source, or all that fit a pattern with `*` or `?`, more (or less) than others.

        Raises:
            UsageError: the level is no whole number from -1000 to 1000, or the source no text.
        """
        if not isinstance(source, str):
            raise UsageError(f"expected the name of a source or a pattern, got {source!r}")
        if type(level) is not int or not -_LIMIT <= level <= _LIMIT:
            raise UsageError(f"expected a whole number from -{_LIMIT} to {_LIMIT}, got {level!r}")
        self._set(source, level)

    def unset(self, source: str) -> None:
        """Let a source, or what fits a pattern, have the level it would have otherwise.

        Raises:
            UnknownNameError: nothing is set for it.
        """
        if source not in (known := self.levels()):
            raise UnknownNameError("source with a level", source, known)
        self._set(source, None)

    def _set(self, source: str, level: int | None) -> None:
        def make(draft: Draft) -> Iterable[int]:
            changes = draft.changes
            row = TrustRow(changes.new_id(), source, level, changes.revision)
            changes.trust.append(row)
            rows = draft.projection
            draft.levels = Levels(rows.levels)
            draft.levels.add(row)
            return sorted(fact for fact in rows.closures_of if fact in rows.facts)

        rewrite(self.writer, make)

    def confirm(self, fact: int) -> None:
        """Let a disputed fact stand: it ends what it disputes, and its own rivals are rejected.

        Raises:
            UnknownNameError: there is no such fact.
            UsageError: nothing disputes it.
        """
        fact = whole(fact)

        def make(draft: Draft) -> Iterable[int]:
            for item, by, at in _disputes(draft, fact):
                if by == fact:
                    parted(draft, item, at)
                    draft.close(item, at, fact, None)
                    yield item
                else:
                    yield from rejected(draft, by)

        rewrite(self.writer, make)

    def reject(self, fact: int) -> None:
        """Retire a disputed fact, as if it had never been true; what it ended holds again.

        Raises:
            UnknownNameError: there is no such fact.
            UsageError: nothing disputes it.
        """
        fact = whole(fact)

        def make(draft: Draft) -> Iterable[int]:
            _disputes(draft, fact)
            return rejected(draft, fact)

        rewrite(self.writer, make)

    def undo(self, fact: int) -> None:
        """Take back what was decided of a fact; the conflict is open again.

        Raises:
            UnknownNameError: there is no such fact.
            UsageError: nothing was decided of it.
        """
        fact = whole(fact)

        def make(draft: Draft) -> Iterable[int]:
            decided = _disputes(draft, fact, decided=True)
            touched = taken_back(draft, fact)
            for item, by, _ in decided:
                touched += taken_back(draft, item, by) if by == fact else taken_back(draft, by)
            if not touched:
                raise UsageError(f"nothing was decided of the fact {fact}; see: clew conflicts")
            return touched

        rewrite(self.writer, make)


def rewrite(writer: Writer, make: Callable[[Draft], Iterable[int]]) -> None:
    """Commit what `make` does, and judge again the facts it names with all that follows.

    What holds again is compared with what was told while nobody believed it.
    """
    judging = Judging(writer.model, writer.domain.protected)

    def changes(projection: Projection, judge: Judge) -> Changes:
        draft, was = Draft(projection), Draft(projection)
        touched = list(dict.fromkeys(make(draft)))
        for fact in touched:
            reconsider(draft, fact)
        reopen_theses(draft, touched)
        close_theses(draft, touched, None)
        back = {
            row.item: row.known_from
            for fact in touched
            if not is_rejected(draft.version(fact))
            for row in was.closures_of(fact)
            if row.at == START
        }
        if back:
            ended = compare_again(draft, judge, [*back], min(back.values()))
            close_theses(draft, ended, None)
        return judging.paid(draft.finish())

    judging.do(lambda judge: commit(writer, partial(changes, judge=judge)))


def _disputes(draft: Draft, fact: int, *, decided: bool = False) -> list[tuple[int, int, int]]:
    """Return which fact is claimed to end by which, and when, in the disputes of a fact."""
    if not draft.exists(fact) or draft.kind_of(fact) is not Kind.FACT:
        raise UnknownNameError("fact", str(fact))
    found = [
        (claim.item, claim.by, claim.at)
        for claim, _, decision in disputes(draft.projection, draft.projection.revision)
        if claim.by is not None and bool(decision) is decided and fact in {claim.item, claim.by}
    ]
    if not found and not decided:
        raise UsageError(
            f"expected a fact in dispute, nothing disputes {fact}; see: clew conflicts"
        )
    return found


def rejected(draft: Draft, fact: int) -> list[int]:
    """End a fact before all times; return the facts to judge again."""
    draft.close(fact, START, None, None)
    return _touched(draft, fact)


def taken_back(draft: Draft, fact: int, by: int | None = None) -> list[int]:
    """Undo the rejection of a fact, or its end by another; return the facts to judge again."""
    ours = [
        row
        for row in draft.closures_of(fact)
        if row.episode is None and row.by == by and (by is not None or row.at == START)
    ]
    if not ours:
        return []
    draft.release(fact, ours)
    return _touched(draft, fact)


def _touched(draft: Draft, fact: int) -> list[int]:
    return [fact, *(row.item for row in draft.closures_by(fact, every=True))]
