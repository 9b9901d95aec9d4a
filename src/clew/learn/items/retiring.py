"""Retiring one statement, reversibly: it is shown no more, and what it had ended holds again.

A retired fact is a rejected one (`clew.learn.trusting`), whether or not anything disputes it. Its
texts stay as they are; another text may tell it again.
"""

from collections.abc import Iterable
from functools import partial

from clew.errors import UnknownNameError, UsageError
from clew.graph.times import START
from clew.graph.types import Kind
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.trusting import rejected, rewrite, taken_back
from clew.learn.writer import Writer
from clew.projection.levels import is_rejected

__all__ = ["restore", "retire"]

_RETIRED = (Kind.FACT, Kind.THESIS)


def retire(writer: Writer, item: int) -> None:
    """Show a fact or a thesis no more, as if it had never been true; `restore` undoes it.

    Raises:
        UnknownNameError: there is no such fact or thesis.
        UsageError: it is of another kind, or retired already.
    """
    rewrite(writer, partial(_retired, item=whole(item)))


def restore(writer: Writer, item: int) -> None:
    """Let a retired fact or thesis hold again, as it would have.

    Raises:
        UnknownNameError: there is no such fact or thesis.
        UsageError: it is of another kind, or not retired.
    """
    rewrite(writer, partial(_restored, item=whole(item)))


def _retired(draft: Draft, item: int) -> Iterable[int]:
    if is_rejected(draft.version(_checked(draft, item))):
        raise UsageError(f"expected an item that is shown, {item} is retired already")
    if draft.kind_of(item) is Kind.FACT:
        return rejected(draft, item)
    draft.close(item, START, None, None)
    return ()


def _restored(draft: Draft, item: int) -> Iterable[int]:
    if not is_rejected(draft.version(_checked(draft, item))):
        raise UsageError(f"expected a retired item, {item} is not; see: clew list facts --past")
    if draft.kind_of(item) is Kind.FACT:
        return taken_back(draft, item)
    ours = [row for row in draft.closures_of(item) if row.at == START and row.by is None]
    draft.release(item, ours)
    return ()


def _checked(draft: Draft, item: int) -> int:
    """Return the id of a fact or thesis."""
    if not draft.exists(item):
        raise UnknownNameError("fact or thesis", str(item))
    if (kind := draft.kind_of(item)) not in _RETIRED:
        raise UsageError(
            f"expected a fact or a thesis, {item} is an {kind}; forget takes a whole text away"
        )
    return item
