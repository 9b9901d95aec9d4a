"""The write path in order: observe, extract, resolve, revise, commit.

Models and embedder work outside the write lock: a draft is made on the newest revision and
committed only if nobody has committed since; after `TRIES` lost races it is made inside the lock.

Rules answer at once, so the episodes of a batch and what was learned from them are one commit. Of a
batch with a long text the raw episodes are committed first, and then what was learned, in shares of
`_SHARE`.

A language model takes seconds, so the raw episodes are committed first, too. What is learned from
each window (the turns of a conversation that are read in one call, or one other text) is a commit
of its own, in order, and later ones are read while an earlier one is committed; until it succeeds,
the episodes are pending and `learn_pending` tries again. So the known names that a reader is shown
(`known`) come from all texts before its own except the last `2 * _AT_ONCE - 1` windows of the same
call: from the order of the texts, not of the replies.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from clew.collector import collector_paused
from clew.learn.conversation.windows import Reading, Window, windows_of
from clew.learn.draft import Draft
from clew.learn.observe import Input, Receipt, check, joined, observe, observed_on
from clew.learn.remembering.at_once import remember_at_once
from clew.learn.remembering.drafting import FORGOTTEN, LEARNED, asked, settled, stands, waiting
from clew.learn.resolve import Names
from clew.learn.revisions import Answers, NotRevisedError, UnaskedError, takes_time
from clew.learn.writer import TRIES, LostRaceError, Writer, add_vectors, commit, to_embed
from clew.llm.base import OUT_OF_REACH, Failure, FailureKind, Model, Result
from clew.llm.batch import each_in_order
from clew.llm.wrapper import Contained, Metered
from clew.projection.image import Projection
from clew.projection.rows import Changes
from clew.store.watching import forgotten_meanwhile, watching

__all__ = ["BATCH", "learn_from", "learn_pending", "remember"]

BATCH = 256
"""Most texts in one transaction."""
_SHARE = 32_000
"""Most characters that rules read before what they found is committed: seconds on a slow machine,
and most of what an interrupt loses."""
_AT_ONCE = 16
"""Most windows a language model reads at the same time; the model itself may allow fewer."""
_DOWN = 3
"""After this many failures in a row to reach a model, the remaining windows stay pending."""


Progress = Callable[[float], None]
"""Called after each commit with the number of inputs done since the last call; a long text is done
part by part."""


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
    slow = takes_time(writer.model)
    if learn and slow:  # fail before anything is kept
        writer.store.refuse_within_view()
    writer = replace(writer, model=Contained(writer.model))
    receipts: list[Receipt] = []
    for start in range(0, len(inputs), BATCH):
        batch = inputs[start : start + BATCH]
        first_kept = slow or not learn or any(len(each.text) > _SHARE for each in batch)
        # Rules keep nothing, so there is nothing to watch over unless a cache is in the file.
        with watching(writer.store) if first_kept or writer.store.cached else nullcontext():
            if first_kept:
                receipts += _remember(writer, batch, once, learn, progress)
                continue
            receipts += remember_at_once(writer, batch, once)
        if progress is not None:
            progress(len(batch))
    return receipts


def _remember(
    writer: Writer, batch: Sequence[Input], once: bool, learn: bool, progress: Progress | None
) -> list[Receipt]:
    """Commit one batch of texts, learn from it, and return a receipt for each."""
    observed, revision = _commit_episodes(writer, batch, once=once)
    fresh = [i for each in observed if not each.already_known for i in each.episodes]
    learned: dict[int, Receipt] = {}
    shown = 0.0
    for made in _learn(writer, fresh, revision) if learn else ():
        learned |= made
        if progress is not None and len(learned) < len(fresh):
            done = sum(
                sum(one in learned for one in each.episodes) / len(each.episodes)
                for each in observed
            )
            progress(done - shown)
            shown = done
    if progress is not None:
        progress(len(observed) - shown)
    return [
        each
        if each.already_known
        else joined([learned.get(episode, waiting(episode)) for episode in each.episodes])
        for each in observed
    ]


def learn_pending(writer: Writer, *, progress: Progress | None = None) -> list[Receipt]:
    """Learn from every pending episode, oldest first; receipts by episode."""
    waiting = [episode for episode, _, _ in writer.store.pending(writer.namespace)]
    receipts: list[Receipt] = []
    for made in learn_from(writer, waiting):
        receipts += made.values()
        if progress is not None:
            progress(len(made))
    return receipts


def learn_from(writer: Writer, episodes: Sequence[int]) -> Iterator[dict[int, Receipt]]:
    """Learn from pending episodes, in this order; yield receipts after each commit."""
    if takes_time(writer.model):
        writer.store.refuse_within_view()
    writer = replace(writer, model=Contained(writer.model))
    for start in range(0, len(episodes), BATCH):
        with watching(writer.store):
            yield from _learn(writer, episodes[start : start + BATCH])


def _commit_episodes(
    writer: Writer, batch: Sequence[Input], *, once: bool
) -> tuple[list[Receipt], int]:
    """Return a receipt for the episodes of each input, and the revision that has them all."""
    observed: list[Receipt] = []

    def make(projection: Projection) -> Changes:
        draft = observed_on(projection, batch)
        observed[:] = observe(draft, batch, once=once)
        return draft.finish()

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
    for batch in _shares(writer, episodes, known):
        with writer.store.projection(writer.namespace, known) as projection:
            draft = Draft(projection)
            readings = [asked(writer, draft, (one,)) for one in batch if one in projection.nodes]
        results = writer.model.run([reading.task for reading in readings])
        learned = _commit_learned(writer, list(zip(readings, results, strict=True)))
        yield {
            episode: learned.get(episode) or waiting(episode, FORGOTTEN, pending=False)
            for episode in batch
        }


def _shares(writer: Writer, episodes: Sequence[int], known: int | None) -> Iterator[Sequence[int]]:
    """Yield the episodes in order, as many at a time as rules read for one commit."""
    with writer.store.projection(writer.namespace, known) as projection:
        rows = [projection.nodes.get(one) for one in episodes]
    start = size = 0
    for end, row in enumerate(rows):
        length = 0 if row is None else len(row.text)
        if end > start and (size + length > _SHARE or end - start == BATCH):
            yield episodes[start:end]
            start, size = end, 0
        size += length
    if start < len(episodes):
        yield episodes[start:]


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
                yield {episode: waiting(episode, error) for episode in window}
                continue
            result = next(answers)
            gone = {one: waiting(one, FORGOTTEN, pending=False) for one in window}
            if window not in readings:
                yield gone
                continue
            read = [(readings.pop(window), result)]
            receipts = gone | _commit_learned(writer, read)
            failure = read[0][1].failure  # of the extraction, or of the revision
            down = down + 1 if failure and failure.kind in OUT_OF_REACH else 0
            error = next((each.error for each in receipts.values() if each.pending), None) or ""
            yield receipts


def _in_turn(
    writer: Writer, windows: Iterable[Window], readings: dict[Window, Reading]
) -> Iterator[Reading | None]:
    """Yield what is asked of each window as its turn comes, also kept in `readings`."""
    for window in windows:
        with writer.store.projection(writer.namespace) as projection:
            there = tuple(one for one in window if one in projection.nodes)
            if there:
                readings[window] = asked(writer, Draft(projection), there)
        yield readings.get(window)


def _ask(writer: Writer, reading: Reading | None) -> Result[Any]:
    """Ask a language model about a window, unless something it would see has been forgotten."""
    if reading is None:
        return Result(None, Failure(FailureKind.REFUSED, FORGOTTEN))
    if forgotten_meanwhile(writer.store):
        with writer.store.projection(writer.namespace) as projection:
            if not stands(projection, reading, writer.domain):
                return Result(None, Failure(FailureKind.REFUSED, FORGOTTEN))
    result: Result[Any] = writer.model.run([reading.task])[0]
    return result


_Read: TypeAlias = tuple[Reading, Result[Any]]
"""What was asked of a window, and the reply."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Windows to be committed together."""

    writer: Writer
    read: list[_Read]
    meters: Mapping[Window, Metered]
    model: Model
    """Says what a new statement replaces."""
    vectors: dict[str, bytes]


def _commit_learned(writer: Writer, read: list[_Read]) -> dict[int, Receipt]:
    """Draft and commit what was extracted; models are asked between drafts, without a lock.

    A window whose revision fails has that failure in `read` afterwards.
    """
    meters = {reading.episodes: Metered(writer.model) for reading, _ in read}
    for reading, result in read:
        meters[reading.episodes].add(reading.task, result)
    answers: Answers | None = None
    if takes_time(writer.model):
        (meter,) = meters.values()  # language models learn one window at a time
        answers = Answers(meter)
    batch = _Batch(writer, read, meters, answers or writer.model, {})
    lost = 0
    while True:
        try:
            receipts = _attempt(batch, inside=lost >= TRIES)
        except UnaskedError as question:
            assert answers is not None
            answers.ask(question.tasks)
        except NotRevisedError as failed:
            read[:] = [
                (each, Result(None, failed.failure) if failed.episode in each.episodes else result)
                for each, result in read
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
        texts = [text for _, _, text in to_embed(projection, changes)]
    add_vectors(writer, texts, vectors)

    def make(newest: Projection) -> Changes:
        nonlocal changes, receipts
        if newest.revision != changes.revision - 1:
            if not inside:
                raise LostRaceError
            changes, receipts = _draft(batch, newest)
        return changes

    try:
        commit(writer, make, vectors)
    except LostRaceError:
        return None
    return receipts


def _draft(batch: _Batch, projection: Projection) -> tuple[Changes, dict[int, Receipt]]:
    """Build the changes of a batch on one state of the namespace."""
    draft = Draft(projection)
    names = Names(draft)
    receipts: dict[int, Receipt] = {}
    every = [one for reading, _ in batch.read for one in reading.episodes]
    # Read after the projection: the commit finds out if somebody has learned from one since.
    learned = batch.writer.store.reports(batch.writer.namespace, every)
    gone = {one: FORGOTTEN for one in every if one not in projection.nodes}
    gone |= dict.fromkeys(learned, LEARNED)
    for reading, result in batch.read:
        # What a window cost is kept with its first text.
        draft.changes.usage += batch.meters[reading.episodes].rows(reading.episodes[0])
        there = [one for one in reading.episodes if one not in gone]
        receipts |= {
            one: waiting(one, gone[one], pending=False) for one in reading.episodes if one in gone
        }
        if len(there) == len(reading.episodes) and stands(projection, reading, batch.writer.domain):
            found = settled(batch.writer, draft, names, reading, result, batch.model)
            receipts |= {each.episode: each for each in found}
            continue
        why = "something it was read with was forgotten or learned; run: clew learn --pending"
        draft.changes.failed += [(one, why) for one in there]
        receipts |= {one: waiting(one, why) for one in there}
    return draft.finish(), receipts
