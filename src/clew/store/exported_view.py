"""The view of a namespace from which other tools' formats are written."""

from collections.abc import Iterator
from contextlib import contextmanager

from clew.errors import UnknownNameError
from clew.graph.types import AsOf
from clew.projection.view_of import ProjectionView
from clew.store.store import Store

__all__ = ["exported_view"]


@contextmanager
def exported_view(store: Store, name: str, as_of: AsOf | None) -> Iterator[ProjectionView]:
    """Provide a view in one read transaction; without a valid time, of statements of any time.

    Raises:
        UnknownNameError: there is no such namespace.
        UsageError: the revision of `as_of` is not known.
    """
    names = store.names()
    if name not in names:
        raise UnknownNameError("namespace", name, names)
    asked = as_of or AsOf()
    with store.view(name, asked, now=0, any_time=asked.valid is None) as view:
        yield view
