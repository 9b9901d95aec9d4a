"""An opened memory: its file, namespace, model and embedder, and the time it is read as of."""

from contextlib import AbstractContextManager
from copy import copy
from typing import Self

from clew.clock import Clock
from clew.embed.base import Embedder
from clew.errors import UsageError
from clew.graph.filters import EVERYTHING, Filter, refuse_other
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import AsOf, Time
from clew.graph.whole_numbers import whole
from clew.learn.domain import PLAIN, Domain
from clew.learn.remembering.background import Background
from clew.learn.verdicts import Judging
from clew.learn.writer import Writer
from clew.llm.base import Model
from clew.llm.rationed import Rationed
from clew.projection.view_of import ProjectionView
from clew.recall import about
from clew.store.store import Store

__all__ = ["Opened"]


class Opened:
    """What all methods of a memory share."""

    def __init__(
        self, store: Store, *, namespace: str, model: Model, embedder: Embedder | None, clock: Clock
    ) -> None:
        self._store, self._namespace = store, namespace
        self._model, self._embedder = model, embedder
        self._clock = clock
        self._past, self._domain = AsOf(), PLAIN
        self._background = Background()

    def as_of(self, valid: Time | None = None, known: int | None = None) -> Self:
        """Return this memory as of another time: what was true then, or was known then.

        It shares the open file; writing through it writes to the present.

        Raises:
            UsageError: `valid` is no time (`clew.parse_time` reads one), or `known` no revision.
        """
        if valid is not None:
            axis_of(valid)
        other = copy(self)
        other._past = AsOf(valid, None if known is None else whole(known, "a revision"))
        return other

    def in_namespace(self, name: str) -> Self:
        """Return another memory of the file, as it is now, with the same model and embedder.

        It shares the open file, which this memory closes. Threads may use several at one time:
        reading one waits for no write to another.

        Raises:
            UsageError: the name is empty.
        """
        if not name.strip():
            raise UsageError(f"expected a name for the namespace, got {name!r}")
        other = copy(self)
        other._namespace, other._past = name, AsOf()
        return other

    def using(self, model: Model, embedder: Embedder | None, domain: Domain | None = None) -> Self:
        """Return this memory with another model, and an embedder that gives the same vectors.

        It shares the open file, which this memory closes; `domain` is the kind of text it reads.
        """
        other = copy(self)
        other._model, other._embedder = model, embedder
        other._domain = domain or self._domain
        return other

    def reading(self, domain: Domain) -> Self:
        """Return this memory with another way to read texts: which theses, how large a window.

        It shares the open file, which this memory closes.
        """
        return self.using(self._model, self._embedder, domain)

    def view(
        self, as_of: AsOf | None = None, *, settled: bool = False, where: Filter = EVERYTHING
    ) -> AbstractContextManager[ProjectionView]:
        """Return a read-only view for retrievers, as a context manager; leave the block soon.

        Meanwhile other threads wait for this namespace and no model learns. `settled` leaves out
        what lost a conflict; `where` all texts that do not fit, and what they alone tell.
        """
        refuse_other(where)
        now = to_ticks(self._clock.now(), Axis.TIME)
        past = as_of or self._past
        return self._store.view(self._namespace, past, now=now, settled=settled, where=where)

    @property
    def model(self) -> Model:
        """The model that learns, answers and judges."""
        return self._model

    @property
    def clock(self) -> Clock:
        """Says when "now" is."""
        return self._clock

    @property
    def revision(self) -> int:
        """The last committed revision of the namespace."""
        with self._store.projection(self._namespace) as projection:
            return projection.revision

    @property
    def namespace(self) -> str:
        """Name of the namespace."""
        return self._namespace

    @property
    def store(self) -> Store:
        """The store, for maintenance (`clew.store`) and measurements."""
        return self._store

    @property
    def embedder(self) -> Embedder | None:
        """The embedder in use; `None` when there are no vectors."""
        return self._embedder

    def _writer(self) -> Writer:
        return Writer(self._store, self._namespace, self._asked, self._embedder, self._domain)

    def _judging(self) -> Judging:
        return Judging(self._asked, self._domain.protected)

    @property
    def _asked(self) -> Model:
        """The model as this namespace asks it, within what it may spend."""
        model = self._model
        return model.of(self._namespace) if isinstance(model, Rationed) else model

    def _entity_id(self, name: str | int) -> int:
        with self.view(AsOf()) as view:
            return about.entity_id_of(view, name)
