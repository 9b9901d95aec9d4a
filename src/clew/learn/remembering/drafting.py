"""What is asked of a text or a window of turns, and what the answer adds to a draft."""

from dataclasses import replace
from typing import Any

from clew.learn.conversation.turn_replies import by_turn
from clew.learn.conversation.windows import Reading, Window, task_of
from clew.learn.domain import Domain
from clew.learn.draft import Draft
from clew.learn.known.after_reply import own_words, shown_entities, still_known
from clew.learn.known.known_lines import known_names
from clew.learn.observe import Receipt
from clew.learn.resolve import Names
from clew.learn.settle import settle
from clew.learn.tasks import Extract
from clew.learn.writer import Writer
from clew.llm.base import Model, Result, rule_of
from clew.projection.image import Projection

__all__ = ["FORGOTTEN", "LEARNED", "asked", "settled", "stands", "waiting"]

FORGOTTEN = "it was forgotten while it was being learned from"
LEARNED = "somebody else has learned from it meanwhile"


def asked(writer: Writer, draft: Draft, window: Window) -> Reading:
    """Return what is asked of a window, with known names unless rules answer."""
    task, most = task_of(draft, window, writer.domain), writer.domain.known
    if not most or rule_of(writer.model, Extract) is not None:
        return Reading(window, task)
    at = draft.node(window[-1]).at or 0
    names = known_names(draft.projection, task.text, at, task.context, most)
    return Reading(window, replace(task, known=names))


def stands(projection: Projection, reading: Reading, domain: Domain) -> bool:
    """Tell whether all that is read, and all that is shown with it, is still there.

    More may be known by now: only what is forgotten counts.
    """
    there = all(one in projection.nodes for one in reading.episodes)
    if not there or not still_known(projection, reading.task.known):
        return False
    return task_of(Draft(projection), reading.episodes, domain) == replace(reading.task, known=())


def settled(
    writer: Writer, draft: Draft, names: Names, reading: Reading, result: Result[Any], model: Model
) -> list[Receipt]:
    """Add what was read in a window to the draft, or why it could not be read.

    The losses of the reply as a whole are those of its first text.
    """
    task, domain = reading.task, writer.domain
    if result.value is None:
        why = "" if result.failure is None else result.failure.message
        draft.changes.failed += [(one, why) for one in reading.episodes]
        return [waiting(one, why) for one in reading.episodes]
    told, strange = by_turn(task, result.value, domain.theses)
    own = [own_words(task, said) for said in told]
    found = settle(
        draft,
        [(one, said) for one, (said, _) in zip(reading.episodes, own, strict=True)],
        names,
        model,
        protected=domain.protected,
        shown=shown_entities(task.known),
    )
    receipts, losses = [], (*result.losses, *strange)
    for receipt, (_, copied) in zip(found, own, strict=True):
        every = (*losses, *copied, *receipt.losses)
        receipts.append(replace(receipt, losses=every, extractor=result.model or model.name))
        losses = ()
    draft.changes.learned += [(each.episode, each.report()) for each in receipts]
    return receipts


def waiting(episode: int, error: str | None = None, *, pending: bool = True) -> Receipt:
    """Return the receipt of an episode from which nothing was learned."""
    return Receipt(episode=episode, episodes=(episode,), pending=pending, error=error)
