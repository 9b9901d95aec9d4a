"""Looking after a memory: checks, copies, imports, vectors, statistics, costs."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from clew.embed.base import DEFAULT_EMBEDDER, Embedder
from clew.learn.reembed import reembed
from clew.methods.opened import Opened
from clew.projection.rows import UsageRow
from clew.store.check import check
from clew.store.copies.backup import backup
from clew.store.copies.graphml import graphml
from clew.store.copies.jsonld import jsonld
from clew.store.copies.transfer import Imported, export_lines, import_lines
from clew.store.stats import graph_stats, stats
from clew.store.values import GraphStats, Problem, Stats
from clew.wiring import embedder_named

__all__ = ["Keeping"]


class Keeping(Opened):
    """The methods that keep a memory in order."""

    def check(self) -> list[Problem]:
        """Return the problems of the file, and finish an erasure that readers delayed."""
        return check(self._store)

    def backup(self, target: str | Path) -> int:
        """Copy the live file to a new one; return its size in bytes."""
        return backup(self._store, target)

    def export(self) -> Iterator[str]:
        """Yield the namespace as JSON Lines, lossless: ids, revisions, both times, vectors."""
        return export_lines(self._store, self._namespace)

    def import_(self, lines: Iterable[str]) -> Imported:
        """Import an export, completely or not at all; the namespace must be empty."""
        return import_lines(self._store, self._namespace, lines)

    def graphml(self) -> Iterator[str]:
        """Yield what is visible now (or as of) as GraphML, for other graph tools."""
        return graphml(self._store, self._namespace, self._past)

    def jsonld(self) -> Iterator[str]:
        """Yield what is visible now (or as of) as JSON-LD, with schema.org and PROV-O."""
        return jsonld(self._store, self._namespace, self._past)

    def reembed(
        self,
        embedder: Embedder | str = DEFAULT_EMBEDDER,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Replace all vectors of the file, in all namespaces; return their new number.

        This works on a memory opened with `embedder=None`, whatever embedder the file had.
        `progress` is called with (texts done, texts found so far).
        """
        chosen = embedder_named(embedder, self._store) if isinstance(embedder, str) else embedder
        count = reembed(self._store, chosen, progress=progress)
        self._embedder = chosen
        return count

    def namespaces(self) -> list[str]:
        """Return the namespaces of the file, sorted."""
        return self._store.names()

    def stats(self) -> Stats:
        """Return what the memory holds: counts, losses, pending episodes, embedder, size."""
        return stats(self._store, self._namespace)

    def graph_stats(self) -> GraphStats:
        """Return statistics of the graph: sizes, neighbours, growth, the share of texts lost."""
        return graph_stats(self._store, self._namespace)

    def usage(self, *, by_episode: bool = True) -> list[UsageRow]:
        """Return model usage by episode (0: none), task and model, or summed over all episodes."""
        return self._store.usage(self._namespace, by_episode=by_episode)
