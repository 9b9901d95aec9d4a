"""Remembering with rules: the episodes and what was read in them are one commit."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from clew.collector import collector_paused
from clew.learn.observe import Input, Receipt, joined, observe, observed_on
from clew.learn.remembering.drafting import asked, settled
from clew.learn.resolve import Names
from clew.learn.revisions import NotRevisedError
from clew.learn.tasks import Extract
from clew.learn.writer import TRIES, LostRaceError, Writer, add_vectors, commit, to_embed
from clew.llm.base import Result
from clew.llm.wrapper import Metered
from clew.projection.image import Projection
from clew.projection.rows import Changes

__all__ = ["remember_at_once"]


@collector_paused()  # to the end, when the draft is gone: else all of it is looked through
def remember_at_once(writer: Writer, batch: Sequence[Input], once: bool) -> list[Receipt]:
    """Commit texts and what rules read in them, in one transaction; receipts in that order."""
    read: dict[Extract, Result[Any]] = {}
    vectors: dict[str, bytes] = {}
    for lost in count():
        # The state kept from the last write is most often the newest; the commit finds out.
        with writer.store.projection(writer.namespace, None if lost else 0) as projection:
            begun = _Begun(writer, projection, batch, once)
        begun.ask(read)
        with writer.store.projection(writer.namespace, 0) as projection:
            if not begun.stands_on(projection):
                continue
            try:
                changes, _ = begun.finish(read)
            except _UnrevisedError:
                continue
            texts = [text for _, _, text in to_embed(projection, changes)]
        add_vectors(writer, texts, vectors)
        try:
            return _commit(begun, read, vectors, inside=lost >= TRIES)
        except (LostRaceError, _UnrevisedError):
            continue
    raise AssertionError("a loop without an end ended")


def _commit(
    begun: "_Begun", read: dict[Extract, Result[Any]], vectors: dict[str, bytes], *, inside: bool
) -> list[Receipt]:
    """Commit what was begun; if somebody was faster begin again, `inside` the write lock."""

    def make(newest: Projection) -> Changes:
        nonlocal begun
        if not begun.stands_on(newest):
            if not inside:
                raise LostRaceError
            begun = begun.again(newest)
            begun.ask(read)
        return begun.finish(read)[0]

    commit(begun.writer, make, vectors)
    return begun.finish(read)[1]


class _UnrevisedError(Exception):
    """A rule could not say what a text replaces; the draft is made again, and the text waits."""


class _Begun:
    """Texts that are in a draft, and what is to be asked about them."""

    def __init__(
        self, writer: Writer, projection: Projection, batch: Sequence[Input], once: bool
    ) -> None:
        self.writer, self._batch, self._once = writer, batch, once
        self._draft = observed_on(projection, batch)
        self._observed = observe(self._draft, batch, once=once)
        fresh = [i for each in self._observed if not each.already_known for i in each.episodes]
        self._finished: tuple[Changes, list[Receipt]] | None = None
        self._readings = [asked(writer, self._draft, (episode,)) for episode in fresh]

    def stands_on(self, projection: Projection) -> bool:
        """Tell whether this is still the newest state."""
        known = self._draft.changes.revision - 1
        return known == self._draft.projection.revision == projection.revision

    def again(self, projection: Projection) -> "_Begun":
        """Return the same texts in a draft on another state."""
        return _Begun(self.writer, projection, self._batch, self._once)

    def ask(self, read: dict[Extract, Result[Any]]) -> None:
        """Let the rules read what they have not read yet."""
        tasks = dict.fromkeys(reading.task for reading in self._readings)
        if missing := [task for task in tasks if task not in read]:
            read.update(zip(missing, self.writer.model.run(missing), strict=True))

    def finish(self, read: dict[Extract, Result[Any]]) -> tuple[Changes, list[Receipt]]:
        """Return what was observed and learned; what could not be read stays pending."""
        if self._finished is not None:
            return self._finished
        draft, names = self._draft, Names(self._draft)
        learned = {}
        for reading in self._readings:
            (episode,), task = reading.episodes, reading.task
            result, meter = read[task], Metered(self.writer.model)
            meter.add(task, result)
            try:
                (learned[episode],) = settled(self.writer, draft, names, reading, result, meter)
            except NotRevisedError as failed:
                read[task] = Result(None, failed.failure)
                raise _UnrevisedError from failed
            draft.changes.usage += meter.rows(episode)
        done = {episode for episode, _ in draft.changes.learned}
        draft.changes.pending = [one for one in draft.changes.pending if one not in done]
        receipts = [
            each if each.already_known else joined([learned[one] for one in each.episodes])
            for each in self._observed
        ]
        self._finished = (draft.finish(), receipts)
        return self._finished
