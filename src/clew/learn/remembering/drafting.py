"""What is asked of an episode, and what the answer adds to a draft."""

from dataclasses import replace

from clew.graph.times import to_time
from clew.learn.conversation.told_before import told_before
from clew.learn.domain import Domain
from clew.learn.draft import Draft
from clew.learn.known.after_reply import own_words, shown_entities, still_known
from clew.learn.known.known_lines import known_names
from clew.learn.observe import Receipt
from clew.learn.resolve import Names
from clew.learn.settle import settle
from clew.learn.tasks import Extract, Extraction
from clew.learn.writer import Writer
from clew.llm.base import Model, Result, rule_of
from clew.projection.image import Projection

__all__ = ["FORGOTTEN", "asked", "settled", "stands", "waiting"]

FORGOTTEN = "it was forgotten while it was being learned from"


def asked(writer: Writer, draft: Draft, episode: int) -> Extract:
    """Return what is asked of an episode, with known names unless rules answer."""
    task, most = task_of(draft, episode, writer.domain), writer.domain.known
    if not most or rule_of(writer.model, Extract) is not None:
        return task
    at = draft.node(episode).at or 0
    return replace(task, known=known_names(draft.projection, task.text, at, task.context, most))


def task_of(draft: Draft, episode: int, domain: Domain) -> Extract:
    row = draft.node(episode)
    at = to_time(row.at, draft.axis)
    assert at is not None
    context = told_before(draft, episode, domain.context)
    return Extract(row.text, at, row.source or "", context, domain.reading)


def stands(projection: Projection, episode: int, task: Extract, domain: Domain) -> bool:
    """Tell whether an episode, and all that is shown with it, is still there.

    More may be known by now: only what is forgotten counts.
    """
    if episode not in projection.nodes or not still_known(projection, task.known):
        return False
    return task_of(Draft(projection), episode, domain) == replace(task, known=())


def settled(
    writer: Writer,
    draft: Draft,
    names: Names,
    episode: int,
    task: Extract,
    result: Result[Extraction],
    model: Model,
) -> Receipt:
    """Add what was read in an episode to the draft, or why it could not be read."""
    if result.value is None:
        why = "" if result.failure is None else result.failure.message
        draft.changes.failed.append((episode, why))
        return waiting(episode, why)
    said, copied = own_words(task, result.value)
    protected, shown = writer.domain.protected, shown_entities(task.known)
    settled = settle(draft, episode, said, names, model, protected=protected, shown=shown)
    losses = (*result.losses, *copied, *settled.losses)
    receipt = replace(settled, losses=losses, extractor=result.model or model.name)
    draft.changes.learned.append((episode, receipt.report()))
    return receipt


def waiting(episode: int, error: str | None = None, *, pending: bool = True) -> Receipt:
    """Return the receipt of an episode from which nothing was learned."""
    return Receipt(episode=episode, episodes=(episode,), pending=pending, error=error)
