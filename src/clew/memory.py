"""`Memory`: the public API. It connects the parts; each method calls one pipeline."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from clew.ask.asking import Answer, Asking
from clew.ask.evidence import Source
from clew.ask.inquiry import ask
from clew.ask.tasks import Judge, Judged, judge
from clew.clock import Clock, SystemClock
from clew.embed.base import Embedder
from clew.errors import UsageError
from clew.graph.filters import EVERYTHING, Filter, text_kinds
from clew.graph.types import Entity, Kind, Time
from clew.learn import forget as forgetting
from clew.learn import pipeline
from clew.learn.begin_run import begin_run
from clew.learn.conversation.chat_message import Memorable, as_input, refuse_one
from clew.learn.items.annotate import patch_metadata
from clew.learn.items.correcting import Corrected, Correction, correct
from clew.learn.items.retiring import restore, retire
from clew.learn.merge import merge, split
from clew.learn.observe import Receipt
from clew.learn.pipeline import Progress
from clew.learn.remembering.learning_jobs import LearningJob, jobs
from clew.learn.runs import Run, runs_of
from clew.learn.trusting import Conflict, Trust, conflicts
from clew.learn.write import NewEdge, NewNode, Written, write
from clew.llm.base import Model
from clew.llm.rationed import Rationed
from clew.llm.retry import Deferred
from clew.llm.wrapper import Metered
from clew.methods.browsing import Browsing
from clew.methods.keeping import Keeping
from clew.recall.base import Recalled, Retriever
from clew.recall.query import query_for, read_question
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named, selected
from clew.settings import ModelSettings
from clew.store.database import MEMORY, Database
from clew.store.store import Store
from clew.store.watching import watching
from clew.wiring import before_file, parts_for

__all__ = ["DEFAULT_NAMESPACE", "Memory"]

DEFAULT_NAMESPACE = "default"


class Memory(Keeping, Browsing):
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
    ) -> Self:
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
            UsageError: the path is an address, its folder is not there, or a name is no model's or
                embedder's. For a new file both are opened first: if they cannot be, none is made.
            StoreError: the file is not a memory, or is damaged, locked or from a later version.
            WrongEmbedderError: the file holds another embedder's vectors.
        """
        if not namespace.strip():
            raise UsageError(f"expected a name for the namespace, got {namespace!r}")
        if str(path).startswith(("http:/", "https:/")):
            raise UsageError(
                f"expected a file, got {str(path)!r}; a server's memory is a RemoteMemory"
            )
        opened = before_file(path, model, embedder)
        store = Store(Database(path, read_only=read_only, busy_timeout_s=busy_timeout_s))
        mind, chosen = parts_for(store, model, embedder, opened)
        clock = clock or SystemClock()
        return cls(store, namespace=namespace, model=mind, embedder=chosen, clock=clock)

    def close(self) -> None:
        """Close the file and its model, also for memories that share it (`as_of`, `using`).

        Learning that nobody waits for ends with the text it is at; the others stay pending. Any use
        afterwards raises `ClosedError`; closing twice is harmless.
        """
        self._background.close()
        model = self._model.inner if isinstance(self._model, Rationed) else self._model
        if isinstance(model, Deferred):
            model.close()
        self._store.close()

    def __enter__(self) -> Self:
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
        metadata: Mapping[str, object] | None = None,
        once: bool = False,
        wait: bool = True,
    ) -> Receipt:
        """Remember one text or message: store it verbatim, then learn from it.

        Args:
            text: any text or message (`learn.conversation`); a long one becomes several episodes.
            at: when it was said or observed, a datetime or a game step; now by default.
            source: where it comes from, for `forget` and citations.
            conversation: the id of the conversation or document that it is a part of.
            metadata: any JSON object, to filter by (`clew.Filter`); `patch_metadata` changes it.
            once: do nothing if the same text from the same source is already stored (in a
                conversation: of the same time).
            wait: return when it is learned from; else as soon as it is durable, with a pending
                receipt, while it is learned from on another thread (`jobs` says how far).

        Raises:
            UsageError: the text is empty, or it or the metadata cannot be stored.
            AxisError: a step in a memory of datetimes, or vice versa.
        """
        when = self._clock.now() if at is None else at
        given = as_input(text, at=when, source=source, conversation=conversation)
        if metadata:
            given = replace(given, metadata=metadata)
        return self.remember_many([given], once=once, wait=wait)[0]

    def remember_many(  # noqa: PLR0913 - all but the texts optional, each its own matter
        self,
        inputs: Sequence[Memorable],
        *,
        at: Time | None = None,
        source: str = "",
        conversation: str = "",
        once: bool = False,
        learn: bool = True,
        wait: bool = True,
        progress: Progress | None = None,
    ) -> list[Receipt]:
        """Remember texts in order, up to 256 per transaction; return receipts in that order.

        Time, source and conversation are those of every text that has none of its own. With
        `learn=False` the texts are stored only, pending for `learn_pending`; with `wait=False` they
        are learned from on another thread.
        """
        refuse_one(inputs)
        when = self._clock.now() if at is None else at
        given = [as_input(one, at=when, source=source, conversation=conversation) for one in inputs]
        writer, now = self._writer(), learn and wait
        receipts = pipeline.remember(writer, given, once=once, learn=now, progress=progress)
        if learn and not wait:
            fresh = (each for each in receipts if not each.already_known)
            self._background.learn(writer, [one for each in fresh for one in each.episodes])
        return receipts

    def jobs(
        self, episodes: Sequence[int] | None = None, *, wait_s: float = 0
    ) -> list[LearningJob]:
        """Return how far learning from these episodes is; by default from all not learned from.

        Args:
            episodes: their order is that of the jobs; of a long text, all of `Receipt.episodes`.
            wait_s: the longest to wait for learning that this memory does in the background.

        Raises:
            UnknownNameError: there is no such episode.
        """
        self._background.wait(self._namespace, episodes, wait_s)
        stopped = partial(self._background.error, self._namespace)
        return jobs(self._store, self._namespace, episodes, stopped)

    def learn_pending(self, *, progress: Progress | None = None) -> list[Receipt]:
        """Learn from every stored episode not learned from yet, oldest first."""
        return pipeline.learn_pending(self._writer(), progress=progress)

    def patch_metadata(self, episode: int, patch: Mapping[str, object]) -> dict[str, object]:
        """Change the metadata of an episode by a JSON merge patch (RFC 7396); return them all.

        Keys that are not in the patch stay; `None` removes one.
        """
        return patch_metadata(self._writer(), episode, patch)

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
        return merge(self._writer(), *ends, self._judging())

    def split(self, entity: str | int) -> Entity:
        """Undo the merge of an alias, which gets its facts back; what it alone closed reopens."""
        return split(self._writer(), entity, self._judging())

    def correct(self, item: int, given: Correction, *, at: Time | None = None) -> Corrected:
        """Replace one fact or thesis by what is right from a moment on: now, or the last step.

        What was known before stays readable. The correction is a text of its own, with a source.
        """
        return correct(self._writer(), item, given, at, self._clock)

    def retire(self, item: int) -> None:
        """Show one fact or thesis no more, as if it had never been true; `restore` undoes it."""
        retire(self._writer(), item)

    def restore(self, item: int) -> None:
        """Let a retired fact or thesis hold again."""
        restore(self._writer(), item)

    def forget(
        self,
        *,
        episode: int | None = None,
        source: str | None = None,
        conversation: str | None = None,
        entity: str | int | None = None,
        listed: bool = False,
        keep: Sequence[int] = (),
        dry_run: bool = False,
    ) -> forgetting.ForgetReceipt:
        """Erase an episode, source, conversation or entity, and all derived only from it.

        With an entity goes all that names it for sure. What may name it is `undecided` in the
        receipt; `listed` erases that too, but for `keep`, ids that are about somebody else.
        With `dry_run` nothing is changed and the receipt says what would be erased.

        Raises `UsageError` unless exactly one of the four is given and `keep` is undecided, and
        `UnknownNameError` if there is none of this name or id.
        """
        wanted = forgetting.Wanted(episode, source, conversation, entity, listed, tuple(keep))
        return forgetting.forget(self._writer(), wanted, dry_run=dry_run)

    # -- reading ---------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        kinds: Sequence[Kind | str] | None = None,
        skip: Collection[Kind | str] = (),
        retriever: Retriever | str = DEFAULT_RETRIEVER,
        how: Selection | None = None,
        where: Filter = EVERYTHING,
    ) -> list[Recalled]:
        """Return the k facts, theses and episodes that best match a text, each with reasons.

        `skip` leaves out episodes, theses or entities; `how` sets rerank, threshold and budget;
        `where` says which texts to search, before the k best are chosen.
        """
        named = retriever_named(retriever) if isinstance(retriever, str) else retriever
        lend = partial(self.view, where=where)
        shown, left_out = text_kinds(kinds or ()), frozenset(text_kinds(skip))
        asked = read_question(query, self._embedder, lend=lend)
        with lend() as view:
            wanted = query_for(view, asked, kinds=shown or where.kinds or None, skip=left_out)
            found = selected(view, wanted, named, k, how or Selection())
            items = view.items([scored.id for scored in found])
        return [Recalled(item, why) for item, why in zip(items, found, strict=True)]

    def ask(
        self, question: str, how: Asking | None = None, *, where: Filter = EVERYTHING
    ) -> Answer:
        """Answer a question from the memory, with sources, or say that the answer is not in it.

        `how` gives mode, retriever and limits; `where` (or `how.where`) says which texts to answer
        from.
        """
        how = (how or Asking()).only(where)
        meter = Metered(self._asked)
        source = Source(partial(self.view, settled=True, where=how.where), self._embedder)
        with watching(self._store):
            answer = ask(source, meter, question, how)
        self._store.record_usage(self._namespace, meter.rows())
        return answer

    def judge(self, question: str, gold: str, answer: Answer) -> Judged:
        """Mark an answer against the correct one: 1 or 0; no answer is wrong."""
        meter = Metered(self._asked)
        mark, _ = judge(meter, Judge(question, gold, answer.text or ""))
        self._store.record_usage(self._namespace, meter.rows())
        return mark

    @property
    def trust(self) -> Trust:
        """How far sources are trusted, and what is decided of conflicts (docs/trust.md)."""
        return Trust(self._writer())

    def conflicts(self, *, decided: bool = False) -> list[Conflict]:
        """Return the facts of sources trusted less that exclude others, or the decided ones."""
        return conflicts(self._writer(), self._past, decided=decided)
