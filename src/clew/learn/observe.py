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
from clew.projection.rows import Changes, MetadataRow, TurnRow

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

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

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
    conversation: str = ""
    """The conversation or document that it is a part of: texts with one id are read together."""
    role: str = ""
    speaker: str = ""
    """Of a message: who speaks, and in what role (`learn.conversation`)."""


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
    for what in ("text", "source", "conversation", "role", "speaker"):
        held = getattr(given, what)
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

    With `once`, an input whose text exists already, from the same source, adds nothing. People
    say "Yes." more than once: in a conversation the time counts too, and the second of two equal
    messages of one moment is the second one stored.
    """
    known = _Known(draft.projection)
    receipts = []
    for given in inputs:
        parts, at = passages(given.text), to_ticks(given.at, draft.axis)
        found = known.episodes(given, at, parts) if once else []
        if already := not found:
            found = _add(draft, given, at, parts)
            known.add(given, parts, found)
        receipts.append(Receipt(episode=found[0], episodes=tuple(found), already_known=not already))
    return receipts


def _add(draft: Draft, given: Input, at: int, parts: Sequence[str]) -> list[int]:
    """Add the parts of a text as episodes, each after the one before."""
    added = [draft.add_node(Kind.EPISODE, part, at=at, source=given.source) for part in parts]
    draft.changes.pending += added
    _note(draft.changes, added, given.metadata)
    for before, after in pairwise(added):
        draft.add_edge(Kind.SEQUENCE, before, after, direct=True)
    if given.conversation or given.role or given.speaker:
        said = (given.conversation, given.role, given.speaker)
        draft.changes.turns += [TurnRow(one, *said) for one in added]
    return added


class _Known:
    """The episodes that a text may be, which is observed once."""

    def __init__(self, projection: Projection) -> None:
        self._rows = projection
        self._added: dict[tuple[str, str], int] = {}
        self._told: dict[str, dict[tuple[str, int, str], list[int]]] = {}
        """Conversation -> source, time and text -> its episodes that no input is yet."""

    def episodes(self, given: Input, at: int, parts: Sequence[str]) -> list[int]:
        """Return the episodes of a text that is stored, with all its parts; else none."""
        if not given.conversation:
            keys = [(given.source, part) for part in parts]
            there = [self._added.get(key) or self._rows.episode_of(*key) for key in keys]
            found = [one for one in there if one is not None]
            return found if len(found) == len(parts) else []
        told = self._turns(given.conversation)
        waiting = [told.get((given.source, at, part), []) for part in parts]
        return [each.pop(0) for each in waiting] if all(waiting) else []

    def add(self, given: Input, parts: Sequence[str], episodes: Sequence[int]) -> None:
        """Note the episodes that a text has become."""
        if not given.conversation:
            keys = ((given.source, part) for part in parts)
            self._added.update(zip(keys, episodes, strict=True))

    def _turns(self, conversation: str) -> dict[tuple[str, int, str], list[int]]:
        if conversation not in self._told:
            told = self._told[conversation] = {}
            for one in self._rows.turns.of(conversation):
                row = self._rows.nodes[one]
                told.setdefault((row.source or "", row.at or 0, row.text), []).append(one)
        return self._told[conversation]


def _note(changes: Changes, episodes: Sequence[int], metadata: Mapping[str, object]) -> None:
    """Add the metadata of a text to each of its episodes."""
    if not metadata:
        return
    text = metadata_json(merged({}, metadata))
    changes.metadata += [
        MetadataRow(changes.new_id(), item, text, changes.revision) for item in episodes
    ]
