"""The write path in order: observe, extract, resolve, revise, commit.

The raw episodes are committed first. What a model makes of them is a second transaction; until
then, and whenever it fails, they are pending and `learn_pending` tries again. Models and embedder
work outside the write lock: a draft is made on the newest revision and committed only if that is
still the newest; after `_TRIES` lost races it is made inside the lock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from clew.clock import Clock
from clew.embed.base import Embedder, TextKind
from clew.graph.projection import Projection
from clew.graph.rows import Changes, VectorRow
from clew.graph.times import Axis, to_time
from clew.graph.types import Kind
from clew.graph.view import Float32
from clew.learn.draft import Draft
from clew.learn.observe import Input, Observed, check, observe
from clew.learn.receipt import Receipt, joined
from clew.learn.resolve import new_names, resolve_names
from clew.learn.settle import names_in, settle
from clew.learn.tasks import Extract, Extraction
from clew.llm.base import Model, Result
from clew.store.store import Store, collector_paused

__all__ = ["BATCH", "Writer", "embed_texts", "learn_pending", "remember", "with_vectors"]

BATCH = 256
"""Most episodes in one transaction."""
_TRIES = 3
_CONTEXT = 2
"""How many earlier episodes of the same source an extractor is shown."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Where the write path writes and whom it asks."""

    store: Store
    namespace: str
    model: Model
    embedder: Embedder | None
    clock: Clock


Progress = Callable[[int], None]
"""Called after each commit with how many more inputs are done."""


def remember(
    writer: Writer,
    inputs: Sequence[Input],
    *,
    once: bool = False,
    learn: bool = True,
    progress: Progress | None = None,
) -> list[Receipt]:
    """Commit texts as episodes, then learn from them; receipts in the order of the inputs."""
    for given in inputs:
        check(given)
    receipts: list[Receipt] = []
    for start in range(0, len(inputs), BATCH):
        batch = inputs[start : start + BATCH]
        observed, revision = _commit_episodes(writer, batch, once=once)
        fresh = [i for each in observed if not each.already_known for i in each.episodes]
        learned: dict[int, Receipt] = {}
        if learn:
            for first in range(0, len(fresh), BATCH):
                learned |= _learn(writer, fresh[first : first + BATCH], revision)
        receipts += [_receipt(each, learned) for each in observed]
        if progress is not None:
            progress(len(batch))
    return receipts


def learn_pending(writer: Writer, *, progress: Progress | None = None) -> list[Receipt]:
    """Learn from every pending episode, oldest first; receipts by episode."""
    waiting = [episode for episode, _, _ in writer.store.pending(writer.namespace)]
    receipts: list[Receipt] = []
    for start in range(0, len(waiting), BATCH):
        batch = waiting[start : start + BATCH]
        learned = _learn(writer, batch)
        receipts += [learned[episode] for episode in batch if episode in learned]
        if progress is not None:
            progress(len(batch))
    return receipts


def _commit_episodes(
    writer: Writer, batch: Sequence[Input], *, once: bool
) -> tuple[list[Observed], int]:
    """Return the episodes of each input, and the revision that has them all."""
    observed: list[Observed] = []

    def make(projection: Projection) -> Changes:
        changes, found = observe(projection, batch, once=once)
        observed[:] = found
        return changes

    changes = writer.store.write(writer.namespace, make)
    return observed, changes.revision


def _receipt(observed: Observed, learned: dict[int, Receipt]) -> Receipt:
    if observed.already_known:
        return Receipt(episode=observed.episodes[0], episodes=observed.episodes, already_known=True)
    parts = [
        learned.get(episode, Receipt(episode=episode, episodes=(episode,), pending=True))
        for episode in observed.episodes
    ]
    return joined(parts)


def _learn(writer: Writer, episodes: Sequence[int], known: int | None = None) -> dict[int, Receipt]:
    """Extract from episodes and commit what was learned; failures stay pending.

    `known` is a revision that has the episodes.
    """
    with writer.store.projection(writer.namespace, known) as projection:
        episodes = [episode for episode in episodes if episode in projection.nodes]
        tasks = [_task(projection, episode) for episode in episodes]
    results = writer.model.run(tasks)
    extracted = dict(zip(episodes, results, strict=True))
    names = names_in(extracted.values())
    vectors: dict[str, bytes] = {}
    for _ in range(_TRIES):
        with writer.store.projection(writer.namespace) as projection:
            unknown, known = new_names(projection, names), projection.revision
        _embed(writer, unknown, vectors)
        with collector_paused(), writer.store.projection(writer.namespace, known) as projection:
            changes, settled = _draft(writer, projection, extracted, names, vectors)
        _embed(writer, [text for _, _, text in _to_embed(projection, changes)], vectors)
        if _commit(writer, changes, vectors):
            return settled
    made: dict[int, Receipt] = {}

    def make(projection: Projection) -> Changes:
        _embed(writer, new_names(projection, names), vectors)
        changes, receipts = _draft(writer, projection, extracted, names, vectors)
        made.update(receipts)
        return with_vectors(writer, projection, changes, vectors)

    writer.store.write(writer.namespace, make)
    return made


class _LostRaceError(Exception):
    """Somebody committed between the draft and its commit."""


def _commit(writer: Writer, changes: Changes, vectors: dict[str, bytes]) -> bool:
    def make(projection: Projection) -> Changes:
        if projection.revision != changes.revision - 1:
            raise _LostRaceError
        return with_vectors(writer, projection, changes, vectors)

    try:
        writer.store.write(writer.namespace, make)
    except _LostRaceError:
        return False
    return True


def _task(projection: Projection, episode: int) -> Extract:
    row = projection.nodes[episode]
    axis = projection.axis or Axis.TIME
    at = to_time(row.at, axis)
    assert at is not None
    context: list[str] = []
    ids = projection.columns[Kind.EPISODE].ids.data
    position = projection.columns[Kind.EPISODE].position[episode]
    for earlier in ids[max(0, position - 4 * _CONTEXT) : position][::-1].tolist():
        before = projection.nodes[earlier]
        if before.source == row.source and len(context) < _CONTEXT:
            context.append(before.text)
    return Extract(row.text, at, row.source or "", tuple(reversed(context)))


def _draft(
    writer: Writer,
    projection: Projection,
    extracted: dict[int, Result[Extraction]],
    names: Sequence[str],
    vectors: dict[str, bytes],
) -> tuple[Changes, dict[int, Receipt]]:
    """Build all changes of a batch on one state of the namespace."""
    draft = Draft(projection)
    unknown = new_names(projection, names)
    known = resolve_names(projection, unknown, _matrix(unknown, vectors))
    receipts: dict[int, Receipt] = {}
    for episode, result in extracted.items():
        if result.value is None:
            why = "no answer" if result.failure is None else result.failure.message
            draft.changes.failed.append((episode, why))
            receipts[episode] = Receipt(
                episode=episode, episodes=(episode,), pending=True, error=why
            )
            continue
        settled = settle(draft, episode, result.value, known, writer.model)
        receipt = Receipt(
            episode=episode,
            episodes=(episode,),
            new=settled.new,
            confirmed=settled.confirmed,
            superseded=settled.superseded,
            losses=(*result.losses, *settled.losses),
            extractor=writer.model.name,
        )
        draft.changes.learned.append((episode, receipt.report()))
        receipts[episode] = receipt
    return draft.finish(), receipts


def _to_embed(projection: Projection, changes: Changes) -> list[tuple[Kind, int, str]]:
    """Return what a batch adds that needs a vector: new texts, and the episodes themselves."""
    episodes = [
        (Kind.EPISODE, episode, projection.nodes[episode].text) for episode, _ in changes.learned
    ]
    return [*episodes, *changes.texts]


def _embed(writer: Writer, texts: Sequence[str], vectors: dict[str, bytes]) -> None:
    """Embed, in one batch, every text that has no vector yet."""
    missing = [text for text in dict.fromkeys(texts) if text not in vectors]
    if writer.embedder is None or not missing:
        return
    rows = writer.embedder.embed(missing, kind=TextKind.PASSAGE)
    little = np.ascontiguousarray(rows, dtype="<f4")
    vectors.update((text, row.tobytes()) for text, row in zip(missing, little, strict=True))


def embed_texts(writer: Writer, texts: Sequence[str]) -> dict[str, bytes]:
    """Return the vectors of texts as they are kept; nothing without an embedder."""
    vectors: dict[str, bytes] = {}
    _embed(writer, texts, vectors)
    return vectors


def with_vectors(
    writer: Writer, projection: Projection, changes: Changes, vectors: dict[str, bytes]
) -> Changes:
    """Add to changes the vectors of all they add, embedding what is still missing."""
    if writer.embedder is None:
        return changes
    wanted = _to_embed(projection, changes)
    _embed(writer, [text for _, _, text in wanted], vectors)
    changes.vectors = [VectorRow(changes.new_id(), item, vectors[text]) for _, item, text in wanted]
    return changes


def _matrix(names: Sequence[str], vectors: dict[str, bytes]) -> Float32 | None:
    if not names or any(name not in vectors for name in names):
        return None
    return np.stack([np.frombuffer(vectors[name], "<f4") for name in names])
