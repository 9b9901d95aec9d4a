"""The write path in order: observe, extract, resolve, revise, commit.

The raw episodes are committed first. What a model learns from them is a second transaction; until
it succeeds, they are pending and `learn_pending` tries again. Models and embedder work outside the
write lock: a draft is made on the newest revision and committed only if nobody has committed since;
after `_TRIES` lost races it is made inside the lock.

Rules answer at once, so a batch is one commit. A language model takes seconds, so each window (the
turns of a conversation that are read in one call, or one other text) is a commit of its own, in
order, and later ones are read while an earlier one is committed. So the known names that a reader
is shown (`known`) come from all texts before its own except the last `2 * _AT_ONCE - 1` windows of
the same call: from the order of the texts, not of the replies.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from clew.embed.base import Embedder, TextKind
from clew.graph.types import Kind
from clew.learn.conversation.turn_replies import by_turn
from clew.learn.conversation.windows import Reading, Window, reading_of, stands, windows_of
from clew.learn.domain import PLAIN, Domain
from clew.learn.draft import Draft
from clew.learn.known.after_reply import own_words, shown_entities
from clew.learn.observe import Input, Receipt, check, joined, observe
from clew.learn.resolve import Names
from clew.learn.revisions import Answers, NotRevisedError, UnaskedError, takes_time
from clew.learn.settle import settle
from clew.learn.tasks import Extract
from clew.llm.base import OUT_OF_REACH, Failure, FailureKind, Model, Result, rule_of
from clew.llm.batch import each_in_order
from clew.llm.wrapper import Contained, Metered
from clew.projection.image import Projection
from clew.projection.rows import Changes, VectorRow
from clew.store.store import Store, collector_paused, forgotten_meanwhile, watching

__all__ = [
    "BATCH",
    "Writer",
    "add_vectors",
    "embedded",
    "learn_pending",
    "remember",
    "with_vectors",
]

BATCH = 256
"""Most episodes in one transaction."""
_TRIES = 3
_AT_ONCE = 16
"""Most windows a language model reads at the same time; the model itself may allow fewer."""
_DOWN = 3
"""After this many failures in a row to reach a model, the remaining windows stay pending."""
_FORGOTTEN = "it was forgotten while it was being learned from"


@dataclass(frozen=True, slots=True)
class Writer:
    """Where the write path writes, and the model and embedder it uses."""

    store: Store
    namespace: str
    model: Model
    embedder: Embedder | None
    domain: Domain = PLAIN
    """The kind of text to learn from."""


Progress = Callable[[int], None]
"""Called after each commit with the number of inputs done since the last call."""


def remember(
    writer: Writer,
    inputs: Sequence[Input],
    *,
    once: bool = False,
    learn: bool = True,
    progress: Progress | None = None,
) -> list[Receipt]:
    """Commit texts as episodes, then learn from them; receipts in the order of the inputs.

    A text on which the model raises an error of its own stays pending, with the error.
    """
    for given in inputs:
        check(given)
    if learn and takes_time(writer.model):  # fail before anything is kept
        writer.store.refuse_within_view()
    writer = replace(writer, model=Contained(writer.model))
    receipts: list[Receipt] = []
    for start in range(0, len(inputs), BATCH):
        with watching(writer.store):
            receipts += _remember(writer, inputs[start : start + BATCH], once, learn, progress)
    return receipts


def _remember(
    writer: Writer, batch: Sequence[Input], once: bool, learn: bool, progress: Progress | None
) -> list[Receipt]:
    """Commit one batch of texts, learn from it, and return a receipt for each."""
    observed, revision = _commit_episodes(writer, batch, once=once)
    fresh = [i for each in observed if not each.already_known for i in each.episodes]
    learned: dict[int, Receipt] = {}
    shown = 0
    for made in _learn(writer, fresh, revision) if learn else ():
        learned |= made
        if progress is not None and len(learned) < len(fresh):
            done = sum(learned.keys() >= set(each.episodes) for each in observed)
            progress(done - shown)
            shown = done
    if progress is not None:
        progress(len(observed) - shown)
    return [
        each
        if each.already_known
        else joined([learned.get(episode, _waiting(episode)) for episode in each.episodes])
        for each in observed
    ]


def learn_pending(writer: Writer, *, progress: Progress | None = None) -> list[Receipt]:
    """Learn from every pending episode, oldest first; receipts by episode."""
    if takes_time(writer.model):
        writer.store.refuse_within_view()
    writer = replace(writer, model=Contained(writer.model))
    waiting = [episode for episode, _, _ in writer.store.pending(writer.namespace)]
    receipts: list[Receipt] = []
    for start in range(0, len(waiting), BATCH):
        with watching(writer.store):
            for made in _learn(writer, waiting[start : start + BATCH]):
                receipts += made.values()
                if progress is not None:
                    progress(len(made))
    return receipts


def _commit_episodes(
    writer: Writer, batch: Sequence[Input], *, once: bool
) -> tuple[list[Receipt], int]:
    """Return a receipt for the episodes of each input, and the revision that has them all."""
    observed: list[Receipt] = []

    def make(projection: Projection) -> Changes:
        changes, found = observe(projection, batch, once=once)
        observed[:] = found
        return changes

    changes = writer.store.write(writer.namespace, make)
    return observed, changes.revision


def _learn(
    writer: Writer, episodes: Sequence[int], known: int | None = None
) -> Iterator[dict[int, Receipt]]:
    """Extract from episodes and commit what was learned; yield receipts after each commit.

    Episodes that fail stay pending. `known` is a revision that has the episodes.
    """
    if takes_time(writer.model):
        yield from _one_by_one(writer, episodes)
        return
    for start in range(0, len(episodes), BATCH):
        batch = episodes[start : start + BATCH]
        with writer.store.projection(writer.namespace, known) as projection:
            found = (_reading(writer, projection, (episode,)) for episode in batch)
            readings = [reading for reading in found if reading is not None]
        results = writer.model.run([reading.task for reading in readings])
        learned = _commit_learned(writer, list(zip(readings, results, strict=True)))
        yield {
            episode: learned.get(episode) or _waiting(episode, _FORGOTTEN, pending=False)
            for episode in batch
        }


def _one_by_one(writer: Writer, episodes: Sequence[int]) -> Iterator[dict[int, Receipt]]:
    """Commit each window of texts separately while later ones are being read."""
    down, error = 0, ""
    tried = {one: attempts for one, attempts, _ in writer.store.pending(writer.namespace)}
    with writer.store.projection(writer.namespace) as projection:
        windows = windows_of(projection, episodes, writer.domain.window, tried)
    readings: dict[Window, Reading] = {}
    at_once = min(_AT_ONCE, max(1, len(windows)))
    answers = each_in_order(partial(_ask, writer), _in_turn(writer, windows, readings), at_once)
    with closing(answers):
        for window in windows:
            if down == _DOWN:
                yield {episode: _waiting(episode, error) for episode in window}
                continue
            result = next(answers)
            gone = {one: _waiting(one, _FORGOTTEN, pending=False) for one in window}
            if window not in readings:
                yield gone
                continue
            asked = [(readings.pop(window), result)]
            receipts = gone | _commit_learned(writer, asked)
            failure = asked[0][1].failure  # of the extraction, or of the revision
            down = down + 1 if failure and failure.kind in OUT_OF_REACH else 0
            error = next((each.error for each in receipts.values() if each.pending), None) or ""
            yield receipts


def _in_turn(
    writer: Writer, windows: Iterable[Window], readings: dict[Window, Reading]
) -> Iterator[Reading | None]:
    """Yield what is asked of each window as its turn comes, also kept in `readings`."""
    for window in windows:
        with writer.store.projection(writer.namespace) as projection:
            reading = _reading(writer, projection, window)
        if reading is not None:
            readings[window] = reading
        yield reading


def _ask(writer: Writer, reading: Reading | None) -> Result[Any]:
    """Ask a language model about a window, unless something it would see has been forgotten."""
    if reading is None:
        return Result(None, Failure(FailureKind.REFUSED, _FORGOTTEN))
    if forgotten_meanwhile(writer.store):
        with writer.store.projection(writer.namespace) as projection:
            if not stands(projection, reading, writer.domain):
                return Result(None, Failure(FailureKind.REFUSED, _FORGOTTEN))
    result: Result[Any] = writer.model.run([reading.task])[0]
    return result


def _reading(writer: Writer, projection: Projection, window: Window) -> Reading | None:
    by_rules = rule_of(writer.model, Extract) is not None
    return reading_of(projection, window, writer.domain, by_rules=by_rules)


def _waiting(episode: int, error: str | None = None, *, pending: bool = True) -> Receipt:
    return Receipt(episode=episode, episodes=(episode,), pending=pending, error=error)


_Asked = tuple[Reading, Result[Any]]
"""What was asked of a window, and the reply."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Windows to be committed together."""

    writer: Writer
    asked: list[_Asked]
    meters: Mapping[Window, Metered]
    model: Model
    """Says what a new statement replaces."""
    vectors: dict[str, bytes]


def _commit_learned(writer: Writer, asked: list[_Asked]) -> dict[int, Receipt]:
    """Draft and commit what was extracted; models are asked between drafts, without a lock.

    A window whose revision fails has that failure in `asked` afterwards.
    """
    meters = {reading.episodes: Metered(writer.model) for reading, _ in asked}
    for reading, result in asked:
        meters[reading.episodes].add(reading.task, result)
    answers: Answers | None = None
    if takes_time(writer.model):
        (meter,) = meters.values()  # language models learn one window at a time
        answers = Answers(meter)
    batch = _Batch(writer, asked, meters, answers or writer.model, {})
    lost = 0
    while True:
        try:
            receipts = _attempt(batch, inside=lost >= _TRIES)
        except UnaskedError as question:
            assert answers is not None
            answers.ask(question.tasks)
        except NotRevisedError as failed:
            asked[:] = [
                (each, Result(None, failed.failure) if failed.episode in each.episodes else result)
                for each, result in asked
            ]
        else:
            if receipts is not None:
                return receipts
            lost += 1


def _attempt(batch: _Batch, *, inside: bool) -> dict[int, Receipt] | None:
    """Draft on the newest state and commit.

    If somebody else committed meanwhile, return `None`, or draft again `inside` the write lock.
    """
    writer, vectors = batch.writer, batch.vectors
    with writer.store.projection(writer.namespace) as projection:
        known = projection.revision
    # A kept projection needs no transaction, so a cache in the same file may write meanwhile.
    with collector_paused(), writer.store.projection(writer.namespace, known) as projection:
        changes, receipts = _draft(batch, projection)
    add_vectors(writer, [text for _, _, text in _to_embed(projection, changes)], vectors)

    def make(newest: Projection) -> Changes:
        nonlocal changes, receipts
        if newest.revision != changes.revision - 1:
            if not inside:
                raise _LostRaceError
            changes, receipts = _draft(batch, newest)
        return with_vectors(writer, newest, changes, vectors)

    try:
        writer.store.write(writer.namespace, make)
    except _LostRaceError:
        return None
    return receipts


class _LostRaceError(Exception):
    """Somebody committed between the draft and its commit."""


def _draft(batch: _Batch, projection: Projection) -> tuple[Changes, dict[int, Receipt]]:
    """Build the changes of a batch on one state of the namespace."""
    draft = Draft(projection)
    names = Names(draft)
    receipts: dict[int, Receipt] = {}
    for reading, result in batch.asked:
        # What a window cost is kept with its first text.
        draft.changes.usage += batch.meters[reading.episodes].rows(reading.episodes[0])
        there = [one for one in reading.episodes if one in projection.nodes]
        gone = [one for one in reading.episodes if one not in projection.nodes]
        receipts |= {one: _waiting(one, _FORGOTTEN, pending=False) for one in gone}
        why = "" if result.failure is None else result.failure.message
        if not stands(projection, reading, batch.writer.domain):
            why = "something it was read with was forgotten; run: clew learn --pending"
        if why or result.value is None:
            draft.changes.failed += [(one, why) for one in there]
            receipts |= {one: _waiting(one, why) for one in there}
            continue
        for receipt in _settled(batch, draft, names, reading, result):
            draft.changes.learned.append((receipt.episode, receipt.report()))
            receipts[receipt.episode] = receipt
    return draft.finish(), receipts


def _settled(
    batch: _Batch, draft: Draft, names: Names, reading: Reading, result: Result[Any]
) -> Iterator[Receipt]:
    """Write what a window's turns say into the draft; the reply's losses are the first one's."""
    task, domain = reading.task, batch.writer.domain
    assert result.value is not None
    told, strange = by_turn(task, result.value, domain.theses)
    own = [own_words(task, said) for said in told]
    settled = settle(
        draft,
        [(one, said) for one, (said, _) in zip(reading.episodes, own, strict=True)],
        names,
        batch.model,
        protected=domain.protected,
        shown=shown_entities(task.known),
    )
    losses = (*result.losses, *strange)
    for receipt, (_, copied) in zip(settled, own, strict=True):
        all_losses = (*losses, *copied, *receipt.losses)
        yield replace(receipt, losses=all_losses, extractor=result.model or batch.model.name)
        losses = ()


def _to_embed(projection: Projection, changes: Changes) -> list[tuple[Kind, int, str]]:
    """Return what needs a vector: a batch's new texts, and the episodes themselves."""
    episodes = [
        (Kind.EPISODE, episode, projection.nodes[episode].text) for episode, _ in changes.learned
    ]
    return [*episodes, *changes.texts]


def add_vectors(writer: Writer, texts: Sequence[str], vectors: dict[str, bytes]) -> None:
    """Embed every text that has no vector yet, in one batch."""
    missing = [text for text in dict.fromkeys(texts) if text not in vectors]
    if writer.embedder is not None and missing:
        vectors.update(embedded(writer.embedder, missing))


def embedded(embedder: Embedder, texts: Sequence[str]) -> dict[str, bytes]:
    """Return the vectors of texts as they are stored, by text."""
    rows = embedder.embed(texts, kind=TextKind.PASSAGE)
    little = np.ascontiguousarray(rows, dtype="<f4")
    return {text: row.tobytes() for text, row in zip(texts, little, strict=True)}


def with_vectors(
    writer: Writer, projection: Projection, changes: Changes, vectors: dict[str, bytes]
) -> Changes:
    """Return changes with vectors for everything they add, embedding what is missing."""
    if writer.embedder is None:
        return changes
    wanted = _to_embed(projection, changes)
    add_vectors(writer, [text for _, _, text in wanted], vectors)
    changes.vectors = [VectorRow(changes.new_id(), item, vectors[text]) for _, item, text in wanted]
    return changes
