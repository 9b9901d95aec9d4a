"""Observation: texts become episodes, verbatim; committed before a language model is asked.

A receipt is issued only after a commit.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from clew.errors import UsageError
from clew.graph.times import axis_of, to_ticks
from clew.graph.types import Kind, Time
from clew.learn.draft import Draft
from clew.llm.base import Loss
from clew.projection.image import Projection
from clew.projection.noted import merged, metadata_json
from clew.projection.rows import Changes, MetadataRow

__all__ = [
    "MOST_CHARACTERS",
    "Input",
    "Receipt",
    "check",
    "joined",
    "observe",
    "observed_on",
    "passages",
]

_ENCODER = json.JSONEncoder(ensure_ascii=False)

MOST_CHARACTERS = 2000
"""A longer text becomes several episodes, so that one vector and one reply can cover each."""


@dataclass(frozen=True, slots=True)
class Input:
    """A text to remember; `at` is a datetime or a step."""

    text: str
    at: Time
    source: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict)
    """Any JSON object; `None` as a value is no value, as in a merge patch."""


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


def passages(text: str, most: int = MOST_CHARACTERS) -> list[str]:
    """Split a text at its best breaks; the concatenated parts equal the text.

    Prefers blank lines, then line ends, sentence ends, spaces; a longer run is cut at `most`.

    >>> passages("One. Two. Three.", most=10)
    ['One. Two. ', 'Three.']
    """
    parts = []
    start = 0
    while len(text) - start > most:
        window = text[start : start + most]
        for mark in ("\n\n", "\n", ". ", " "):
            cut = window.rfind(mark)
            if cut >= most // 4:
                cut += len(mark)
                break
        else:
            cut = most
        parts.append(text[start : start + cut])
        start += cut
    parts.append(text[start:])
    return parts


def check(given: Input) -> None:
    """Refuse an input that cannot be stored.

    Raises:
        UsageError: no `Input`; or its text or source is no string or cannot be encoded as UTF-8,
            the text is empty, or the time is none.
    """
    if not isinstance(given, Input):
        raise UsageError(f"expected an Input(text, at), got {given!r}")
    for what, held in (("text", given.text), ("source", given.source)):
        if not isinstance(held, str):
            raise UsageError(f"expected a {what}, got {type(held).__name__}; decode it first")
        try:
            held.encode()
        except UnicodeEncodeError as error:
            raise UsageError(
                f"the {what} has a lone surrogate at character {error.start}: it was wrongly "
                "decoded; read it as UTF-8, or with errors='replace'"
            ) from error
    if not given.text.strip():
        raise UsageError("expected a text, got an empty one; there is nothing to remember")
    axis_of(given.at)
    metadata_json(given.metadata)


def observed_on(projection: Projection, inputs: Sequence[Input]) -> Draft:
    """Return an empty draft for inputs, on the time axis of the memory or else of the first."""
    return Draft(projection, projection.axis or axis_of(inputs[0].at))


def observe(draft: Draft, inputs: Sequence[Input], *, once: bool) -> list[Receipt]:
    """Add inputs as pending episodes; return a receipt for the episodes of each.

    With `once`, an input whose text exists already, from the same source, adds nothing.
    """
    projection, axis = draft.projection, draft.axis
    added: dict[tuple[str, str], int] = {}
    receipts = []
    for given in inputs:
        parts = passages(given.text)
        there = [
            added.get((given.source, part)) or projection.episode_of(given.source, part)
            for part in (parts if once else ())
        ]
        found = [item for item in there if item is not None]
        known = once and len(found) == len(parts)
        if not known:
            at, source = to_ticks(given.at, axis), given.source
            found = [draft.add_node(Kind.EPISODE, part, at=at, source=source) for part in parts]
            draft.changes.pending += found
            _note(draft.changes, found, given.metadata)
            for before, after in pairwise(found):
                draft.add_edge(Kind.SEQUENCE, before, after, direct=True)
            added.update(((source, part), i) for part, i in zip(parts, found, strict=True))
        receipts.append(Receipt(episode=found[0], episodes=tuple(found), already_known=known))
    return receipts


def _note(changes: Changes, episodes: Sequence[int], metadata: Mapping[str, object]) -> None:
    """Add the metadata of a text to each of its episodes."""
    if not metadata:
        return
    text = metadata_json(merged({}, metadata))
    changes.metadata += [
        MetadataRow(changes.new_id(), item, text, changes.revision) for item in episodes
    ]
