"""`Memory`: the public API. It connects the parts; each method calls one pipeline."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from copy import copy
from functools import partial
from pathlib import Path

from clew.ask.asking import Answer, Asking
from clew.ask.evidence import Source
from clew.ask.inquiry import ask
from clew.ask.tasks import Judge, Judged, judge
from clew.clock import Clock, SystemClock
from clew.embed.base import DEFAULT_EMBEDDER, Embedder
from clew.errors import UsageError
from clew.graph.times import Axis, to_ticks
from clew.graph.types import AsOf, Entity, Episode, Fact, Kind, Thesis, Time
from clew.learn import forget as forgetting
from clew.learn import pipeline
from clew.learn.begin_run import begin_run
from clew.learn.conversation.chat_message import Memorable, as_input
from clew.learn.domain import PLAIN, Domain
from clew.learn.merge import Embed, merge, split
from clew.learn.observe import Receipt
from clew.learn.pipeline import Progress, Writer
from clew.learn.reembed import reembed
from clew.learn.runs import Run, runs_of
from clew.learn.trusting import Conflict, Trust, conflicts
from clew.learn.verdicts import Judging
from clew.learn.write import NewEdge, NewNode, Written, write
from clew.llm.base import Model
from clew.llm.retry import Deferred
from clew.llm.wrapper import Metered
from clew.projection.rows import UsageRow
from clew.projection.view_of import ProjectionView
from clew.recall import about
from clew.recall.base import Recalled, Retriever
from clew.recall.query import query_for, read_question
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named, selected
from clew.settings import ModelSettings
from clew.store.backup import backup
from clew.store.check import check
from clew.store.constraints import Problem
from clew.store.database import MEMORY, Database
from clew.store.graphml import graphml
from clew.store.stats import GraphStats, Stats, graph_stats, stats
from clew.store.store import Store, record_usage, usage, watching
from clew.store.transfer import Imported, export_lines, import_lines
from clew.wiring import embedder_named, parts_for

__all__ = ["DEFAULT_NAMESPACE", "Memory"]

DEFAULT_NAMESPACE = "default"


class Memory:
    """A temporal graph memory in one file, bound to one namespace.

    >>> from datetime import datetime, UTC
    >>> memory = Memory.open(":memory:", embedder=None)
    >>> _ = memory.remember("Anna lives in Oslo.", at=datetime(2023, 5, 1, tzinfo=UTC))
    >>> _ = memory.remember("Anna moved to Rome.", at=datetime(2024, 2, 1, tzinfo=UTC))
    >>> memory.ask("Where does Anna live?").text
    'Rome'
    >>> memory.as_of(datetime(2023, 6, 1, tzinfo=UTC)).ask("Where does Anna live?").text
    'Oslo'
    >>> memory.close()
    """

    def __init__(
        self, store: Store, *, namespace: str, model: Model, embedder: Embedder | None, clock: Clock
    ) -> None:
        self._store, self._namespace = store, namespace
        self._model, self._embedder = model, embedder
        self._clock = clock
        self._past, self._domain = AsOf(), PLAIN

    @classmethod
    def open(
        cls,
        path: str | Path = MEMORY,
        *,
        namespace: str = DEFAULT_NAMESPACE,
        model: Model | ModelSettings | str | None = None,
        embedder: Embedder | str | None = "default",
        clock: Clock | None = None,
        read_only: bool = False,
        busy_timeout_s: float = 10.0,
    ) -> "Memory":
        """Open a memory file, creating it if needed; `:memory:` keeps it in memory.

        Args:
            path: the file.
            namespace: which of the file's memories; a file holds any number.
            model: does the tasks of learning and asking: a model, its name (`openai:gpt-4o`,
                `ollama:qwen3:8b`, `local:FILE.gguf`, `rules`), or settings with a model per role.
                By default as set in the environment and `clew.toml`, else offline rules.
            embedder: an `Embedder`, its name, or `None` for no vectors (keyword and graph recall
                only). By default the file's own, or clew's default for a new file.
            clock: the source of "now"; of a story set in the future, its own.
            read_only: never write; works on read-only media.
            busy_timeout_s: how long a write waits for another process.

        Raises:
            StoreError: the file is not a memory, or is damaged, locked or from a later version.
            WrongEmbedderError: the file holds another embedder's vectors.
        """
        if not namespace.strip():
            raise UsageError(f"expected a name for the namespace, got {namespace!r}")
        store = Store(Database(path, read_only=read_only, busy_timeout_s=busy_timeout_s))
        mind, chosen = parts_for(store, model, embedder)
        clock = clock or SystemClock()
        return cls(store, namespace=namespace, model=mind, embedder=chosen, clock=clock)

    def close(self) -> None:
        """Close the file and its model, also for memories that share it (`as_of`, `using`).

        Any use afterwards raises `ClosedError`; closing twice is harmless.
        """
        if isinstance(self._model, Deferred):
            self._model.close()
        self._store.database.close()

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # -- learning --------------------------------------------------------------------------

    def remember(
        self,
        text: Memorable,
        *,
        at: Time | None = None,
        source: str = "",
        conversation: str = "",
        once: bool = False,
    ) -> Receipt:
        """Remember one text or message: store it verbatim, then learn from it.

        Args:
            text: any text or message (`learn.conversation`); a long one becomes several episodes.
            at: when it was said or observed, a datetime or a game step; now by default.
            source: where it comes from, for `forget` and citations.
            conversation: the id of the conversation or document that it is a part of.
            once: do nothing if the same text from the same source is already stored (in a
                conversation: of the same time).

        Raises:
            UsageError: the text is empty or cannot be stored.
            AxisError: a step in a memory of datetimes, or vice versa.
        """
        return self.remember_many(
            [text], at=at, source=source, conversation=conversation, once=once
        )[0]

    def remember_many(
        self,
        inputs: Sequence[Memorable],
        *,
        at: Time | None = None,
        source: str = "",
        conversation: str = "",
        once: bool = False,
        learn: bool = True,
        progress: Progress | None = None,
    ) -> list[Receipt]:
        """Remember texts in order, up to 256 per transaction; return receipts in that order.

        Time, source and conversation are those of every text that has none of its own. With
        `learn=False` the texts are stored only, pending for `learn_pending`.
        """
        when = self._clock.now() if at is None else at
        given = [as_input(one, at=when, source=source, conversation=conversation) for one in inputs]
        return pipeline.remember(self._writer(), given, once=once, learn=learn, progress=progress)

    def learn_pending(self, *, progress: Progress | None = None) -> list[Receipt]:
        """Learn from every stored episode not learned from yet, oldest first."""
        return pipeline.learn_pending(self._writer(), progress=progress)

    def write(self, nodes: Sequence[NewNode] = (), edges: Sequence[NewEdge] = ()) -> Written:
        """Write typed nodes and edges directly, all in one revision."""
        return write(self._writer(), nodes, edges)

    def begin_run(self, name: str, *, at: Time | None = None, resume: bool = False) -> Run:
        """Begin a run: the state of the run before ends; or `resume` the newest of that name."""
        return begin_run(self._writer(), name, at=at, clock=self._clock, resume=resume)

    def runs(self) -> list[Run]:
        """Return the runs that were begun in this memory, oldest first."""
        with self._store.projection(self._namespace) as projection:
            return runs_of(projection)

    def merge(self, one: str | int, other: str | int) -> Entity:
        """Merge two entities, reversibly; the first one's name is kept."""
        ends = self._entity_id(one), self._entity_id(other)
        return merge(self._store, self._namespace, *ends, *self._judging())

    def split(self, entity: str | int) -> Entity:
        """Undo the merge of an alias, which gets its facts back; what it alone closed reopens."""
        return split(self._store, self._namespace, entity, *self._judging())

    def forget(
        self,
        *,
        episode: int | None = None,
        source: str | None = None,
        entity: str | int | None = None,
        listed: bool = False,
        keep: Sequence[int] = (),
        dry_run: bool = False,
    ) -> forgetting.ForgetReceipt:
        """Erase an episode, a source or an entity, and everything derived only from it.

        With an entity goes all that names it for sure. What may name it is `undecided` in the
        receipt; `listed` erases that too, but for `keep`, ids that are about somebody else.
        With `dry_run` nothing is changed and the receipt says what would be erased.

        Raises `UsageError` unless exactly one of the three is given and `keep` is undecided, and
        `UnknownNameError` if there is no such episode, source or entity.
        """
        wanted = forgetting.Wanted(episode, source, entity, listed, tuple(keep))
        return forgetting.forget(self._writer(), wanted, dry_run=dry_run)

    # -- reading ---------------------------------------------------------------------------

    def as_of(self, valid: Time | None = None, known: int | None = None) -> "Memory":
        """Return this memory as of another time: what was true then, or was known then.

        It shares the open file; writing through it writes to the present.
        """
        other = copy(self)
        other._past = AsOf(valid, known)
        return other

    def using(
        self, model: Model, embedder: Embedder | None, domain: Domain | None = None
    ) -> "Memory":
        """Return this memory with another model, and an embedder that gives the same vectors.

        It shares the open file, which this memory closes; `domain` is the kind of text it reads.
        """
        other = copy(self)
        other._model, other._embedder = model, embedder
        other._domain = domain or self._domain
        return other

    def view(
        self, as_of: AsOf | None = None, *, settled: bool = False
    ) -> AbstractContextManager[ProjectionView]:
        """Return a read-only view for retrievers, as a context manager; leave the block soon.

        Meanwhile other threads wait and no model learns. `settled` leaves out what lost a conflict.
        """
        now = to_ticks(self._clock.now(), Axis.TIME)
        return self._store.view(self._namespace, as_of or self._past, now=now, settled=settled)

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        kinds: Sequence[Kind] | None = None,
        skip: Collection[Kind] = (),
        retriever: Retriever | str = DEFAULT_RETRIEVER,
        how: Selection | None = None,
    ) -> list[Recalled]:
        """Return the k facts, theses and episodes that best match a text, each with reasons.

        `skip` leaves out episodes, theses or entities; `how` sets rerank, threshold and budget.
        """
        named = retriever_named(retriever) if isinstance(retriever, str) else retriever
        asked = read_question(query, self._embedder)
        with self.view() as view:
            wanted = query_for(view, asked, kinds=kinds, skip=frozenset(skip))
            found = selected(view, wanted, named, k, how or Selection())
            items = view.items([scored.id for scored in found])
        return [Recalled(item, why) for item, why in zip(items, found, strict=True)]

    def ask(self, question: str, how: Asking | None = None) -> Answer:
        """Answer a question from the memory, with sources, or say that the answer is not in it.

        `how` gives mode, retriever, restrictions and limits; by default one look with `Hybrid`.
        """
        meter = Metered(self._model)
        source = Source(partial(self.view, settled=True), self._embedder)
        with watching(self._store):
            answer = ask(source, meter, question, how or Asking())
        record_usage(self._store, self._namespace, meter.rows())
        return answer

    def judge(self, question: str, gold: str, answer: Answer) -> Judged:
        """Mark an answer against the correct one: 1 or 0; no answer is wrong."""
        meter = Metered(self._model)
        mark, _ = judge(meter, Judge(question, gold, answer.text or ""))
        record_usage(self._store, self._namespace, meter.rows())
        return mark

    def entity(self, name: str | int) -> Entity:
        """Return the entity of this name, alias or id, or raise `UnknownNameError`."""
        with self.view() as view:
            return about.entity_of(view, name)

    def facts(self, entity: str | int) -> list[Fact]:
        """Return the facts about an entity that hold now (or as of), newest first."""
        with self.view() as view:
            return about.facts_about(view, entity)

    def history(self, entity: str | int) -> list[Fact]:
        """Return every fact ever true of an entity, as known now, oldest first."""
        with self.view() as view:
            return about.history_of(view, entity)

    def theses(self, entity: str | int) -> list[Thesis]:
        """Return the theses about an entity that hold now (or as of), newest first."""
        with self.view() as view:
            return about.theses_about(view, entity)

    def episode(self, episode: int) -> Episode:
        """Return an episode, verbatim."""
        with self.view() as view:
            return about.episode_of(view, episode)

    @property
    def trust(self) -> Trust:
        """How far sources are trusted, and what is decided of conflicts (docs/trust.md)."""
        return Trust(self._writer())

    def conflicts(self, *, decided: bool = False) -> list[Conflict]:
        """Return the facts of sources trusted less that exclude others, or the decided ones."""
        return conflicts(self._writer(), self._past, decided=decided)

    # -- keeping ---------------------------------------------------------------------------

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

    def stats(self) -> Stats:
        """Return what the memory holds: counts, losses, pending episodes, embedder, size."""
        return stats(self._store, self._namespace)

    def graph_stats(self) -> GraphStats:
        """Return statistics of the graph: sizes, neighbours, growth, the share of texts lost."""
        return graph_stats(self._store, self._namespace)

    @property
    def model(self) -> Model:
        """The model that learns, answers and judges."""
        return self._model

    def usage(self, *, by_episode: bool = True) -> list[UsageRow]:
        """Return model usage by episode (0: none), task and model, or summed over all episodes."""
        return usage(self._store, self._namespace, by_episode=by_episode)

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
        return Writer(self._store, self._namespace, self._model, self._embedder, self._domain)

    def _judging(self) -> tuple[Judging, Embed]:
        embed = partial(pipeline.with_vectors, self._writer(), vectors={})
        return Judging(self._model, self._domain.protected), embed

    def _entity_id(self, name: str | int) -> int:
        with self.view(AsOf()) as view:
            return about.entity_id_of(view, name)
