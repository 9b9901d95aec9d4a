"""The receipt for a remembered text, issued only after the commit."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from clew.llm.base import Loss

__all__ = ["Receipt"]

_ENCODER = json.JSONEncoder(ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the memory learned from one text.

    `new`, `confirmed` and `superseded` are ids of facts and theses. A `pending` episode is stored
    but not learned from; `error` says why, and `Memory.learn_pending` tries again.
    """

    episode: int
    episodes: tuple[int, ...]
    """All parts of a long text, in order; else only the episode."""
    already_known: bool = False
    """The same text from the same source existed already; nothing was written."""
    new: tuple[int, ...] = ()
    confirmed: tuple[int, ...] = ()
    superseded: tuple[int, ...] = ()
    losses: tuple[Loss, ...] = ()
    pending: bool = False
    error: str | None = None
    extractor: str = ""

    def report(self) -> str:
        """Return the counts and losses as JSON, as they are stored."""
        return _ENCODER.encode(
            {
                "extractor": self.extractor,
                "new": len(self.new),
                "confirmed": len(self.confirmed),
                "superseded": len(self.superseded),
                "losses": [[loss.reason, loss.item] for loss in self.losses],
            }
        )


def joined(receipts: Sequence[Receipt]) -> Receipt:
    """Return one receipt for the parts of one text."""
    first = receipts[0]
    if len(receipts) == 1:
        return first
    errors = [receipt.error for receipt in receipts if receipt.error]
    return Receipt(
        episode=first.episode,
        episodes=tuple(i for receipt in receipts for i in receipt.episodes),
        already_known=all(receipt.already_known for receipt in receipts),
        new=tuple(i for receipt in receipts for i in receipt.new),
        confirmed=tuple(i for receipt in receipts for i in receipt.confirmed),
        superseded=tuple(i for receipt in receipts for i in receipt.superseded),
        losses=tuple(loss for receipt in receipts for loss in receipt.losses),
        pending=any(receipt.pending for receipt in receipts),
        error=errors[0] if errors else None,
        extractor=first.extractor,
    )
