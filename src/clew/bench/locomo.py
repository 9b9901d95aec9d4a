"""Read LoCoMo, questions about long conversations.

A file is a JSON array of conversations. One needs `sample_id`; `conversation`, with `session_N`
(turns with `speaker`, `dia_id`, `text`, perhaps `blip_caption`) and `session_N_date_time`; and
`qa`, with `question`, `evidence` (ids of turns), `category` and, except for adversarial questions,
`answer`. Each turn is a passage, "Speaker: text", at the time of its session.

LoCoMo: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents, ACL 2024.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from clew.bench.question_set import Dataset, Question, Wanted
from clew.bench.records import Record, read_records
from clew.errors import UsageError

__all__ = ["read_locomo"]

_EVIDENCE = re.compile(r"D\d+:\d+")
_WRITTEN = "%I:%M %p on %d %B, %Y"
_ADVERSARIAL = 5
_LOCOMO_KINDS: Mapping[int, str] = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    _ADVERSARIAL: "adversarial",
}
"""The names of LoCoMo's categories."""


def read_locomo(path: Path, wanted: Wanted) -> list[Dataset]:
    """Read LoCoMo: one dataset for each conversation.

    Without `wanted.answers`, adversarial questions are skipped, since their evidence belongs to
    another question. With it, they have no answer, since the conversation has none. Evidence that
    names no turn is dropped.

    Raises:
        UsageError: a missing field; the message names field and record. Or a corpus is given.
    """
    if wanted.corpus is not None:
        raise UsageError(
            "a corpus fits none of LoCoMo's conversations, each its own memory; leave it out"
        )
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    records = [record for file in files or [path] for record in read_records(file)]
    return [_conversation(record, wanted) for record in records[: wanted.limit]]


def _conversation(record: Record, wanted: Wanted) -> Dataset:
    told = record.inner("conversation")
    places: dict[str, int] = {}
    passages: list[str] = []
    times: list[datetime] = []
    number = 1
    while told.has(f"session_{number}"):
        at = _time(told, f"session_{number}_date_time")
        for turn in told.each(f"session_{number}"):
            places[turn.get("dia_id", str)] = len(passages)
            said = f"{turn.get('speaker', str)}: {turn.get('text', str)}"
            if turn.has("blip_caption") and (caption := turn.get("blip_caption", object)):
                said += f" [shares {caption}]"
            passages.append(said)
            times.append(at)
        number += 1
    if not passages:
        raise told.error("field 'session_1' (list)", "none")
    questions = []
    for one in record.each("qa"):
        category = one.get("category", int)
        if category == _ADVERSARIAL and not wanted.answers:
            continue
        # Some evidence lists hold several ids in one string, or a broken id.
        named = [id for entry in one.texts("evidence") for id in _EVIDENCE.findall(entry)]
        support = sorted({places[id] for id in named if id in places})
        answers: tuple[str, ...] = ()
        if wanted.answers and (category != _ADVERSARIAL or one.has("answer")):
            answers = (one.text("answer"),)
        kind = _LOCOMO_KINDS.get(category, str(category))
        questions.append(Question(one.get("question", str), tuple(support), answers, kind))
    name = record.get("sample_id", str)
    return Dataset("locomo", tuple(passages), tuple(questions), 0, tuple(times), name)


def _time(told: Record, name: str) -> datetime:
    written = told.get(name, str)
    try:
        return datetime.strptime(written, _WRITTEN).replace(tzinfo=UTC)
    except ValueError:
        raise told.error(f"field {name!r} like '1:56 pm on 8 May, 2023'", repr(written)) from None
