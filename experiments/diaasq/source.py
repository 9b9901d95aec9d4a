"""Read DiaASQ: dialogues about phones, with who thinks what of which part of which phone.

A file is a JSON array of records with `doc_id`, `sentences`, `speakers` (one number per sentence,
valid in its dialogue only) and `triplets`, each `[target start, end, aspect start, end, opinion
start, end, polarity, target, aspect, opinion]`. Offsets count blank-separated tokens across all
sentences; -1 means that a part is missing.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from clew.errors import UsageError
from experiments.diaasq.phones import Polarity

__all__ = ["Dialogue", "Quad", "Source", "read_source"]

_POLARITIES = {"pos": Polarity.POSITIVE, "neg": Polarity.NEGATIVE, "neu": Polarity.NEUTRAL}
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Quad:
    """A speaker's opinion, as annotated; the names as written."""

    speaker: int
    target: str
    aspect: str
    polarity: Polarity


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One dialogue: its opinions, and the sentences that carry no annotation at all."""

    id: str
    quads: tuple[Quad, ...]
    """Those with all parts and a clear polarity; doubtful and ambiguous ones are left out."""
    plain: tuple[tuple[int, str], ...]
    """(speaker, sentence) in order, where no part of any annotated opinion lies."""


@dataclass(frozen=True, slots=True)
class Source:
    """All dialogues of some files, and a checksum of the files' bytes."""

    dialogues: tuple[Dialogue, ...]
    sha256: str


def read_source(path: Path) -> Source:
    """Return the dialogues of a DiaASQ file, or of every `*.json` of a folder, by file name.

    Raises:
        UsageError: no such file; no JSON; a field is missing (the message says which, in which
            record) or an offset lies outside the sentences.
    """
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files or not files[0].is_file():
        raise UsageError(f"expected DiaASQ's JSON files (valid.json, test.json), none at {path}")
    found: list[Dialogue] = []
    sums = hashlib.sha256()
    for file in files:
        held = file.read_bytes()
        sums.update(held)
        try:
            records = json.loads(held)
        except ValueError as error:
            raise UsageError(f"{file}: expected JSON, got {error}") from error
        if not isinstance(records, list):
            raise UsageError(f"{file}: expected a JSON array, got {type(records).__name__}")
        found += [_dialogue(raw, f"{file}, record {at}") for at, raw in enumerate(records)]
    return Source(tuple(found), sums.hexdigest())


def _field(raw: object, name: str, where: str) -> Any:
    if not isinstance(raw, dict) or name not in raw:
        raise UsageError(f"{where}: expected the field {name!r}; give DiaASQ's own JSON files")
    return raw[name]


def _dialogue(raw: object, where: str) -> Dialogue:
    sentences = _field(raw, "sentences", where)
    speakers = _field(raw, "speakers", where)
    triplets = _field(raw, "triplets", where)
    if len(sentences) != len(speakers):
        raise UsageError(
            f"{where}: expected a speaker for each sentence, got {len(speakers)} for "
            f"{len(sentences)}"
        )
    ends = list(accumulate(len(sentence.split()) for sentence in sentences))
    quads: list[Quad] = []
    touched: set[int] = set()
    for number, row in enumerate(triplets):
        if len(row) != _PARTS:
            raise UsageError(f"{where}, triplets[{number}]: expected {_PARTS} parts, got {row!r}")
        offsets = [each for each in (row[0], row[2], row[4]) if each >= 0]
        held = [_sentence_at(ends, each, f"{where}, triplets[{number}]") for each in offsets]
        touched.update(held)
        if len(held) == 3 and row[6] in _POLARITIES:
            quads.append(Quad(speakers[held[2]], row[7], row[8], _POLARITIES[row[6]]))
    plain = [
        (speaker, " ".join(sentence.split()))
        for at, (speaker, sentence) in enumerate(zip(speakers, sentences, strict=True))
        if at not in touched and sentence.strip()
    ]
    return Dialogue(str(_field(raw, "doc_id", where)), tuple(quads), tuple(plain))


def _sentence_at(ends: Sequence[int], offset: int, where: str) -> int:
    for number, end in enumerate(ends):
        if offset < end:
            return number
    raise UsageError(f"{where}: expected an offset below {ends[-1] if ends else 0}, got {offset}")
