"""Read the dated dialogues that `python -m experiments diaasq make` writes, as a question set.

clew bench qa --format experiments.diaasq.reader:read_worlds --data DIR ...
"""

from datetime import UTC, datetime
from pathlib import Path

from clew.bench.question_set import Dataset, Question, Wanted
from clew.bench.records import Record, read_records

__all__ = ["read_worlds"]


def read_worlds(path: Path, wanted: Wanted) -> list[Dataset]:
    """Read dated dialogues, a file or a folder with `dialogues.json`: one dataset for each world.

    A world needs `name`; `turns`, in the order of arrival, with `id`, `at` (ISO 8601), `speaker`
    and `text`; and `questions`, with `question`, `type`, `evidence` (ids of turns), `answers`
    (spellings; none if nobody said it) and perhaps `at`.

    Raises:
        UsageError: a missing field; the message names field and record.
    """
    records = read_records(path / "dialogues.json" if path.is_dir() else path)
    return [_world(record) for record in records[: wanted.limit]]


def _world(record: Record) -> Dataset:
    places: dict[str, int] = {}
    passages: list[str] = []
    times: list[datetime] = []
    for turn in record.each("turns"):
        places[turn.get("id", str)] = len(passages)
        passages.append(f"{turn.get('speaker', str)}: {turn.get('text', str)}")
        times.append(_moment(turn))
    questions = []
    for one in record.each("questions"):
        unknown = [id for id in one.texts("evidence") if id not in places]
        if unknown:
            raise one.error("the id of a turn as evidence", repr(unknown[0]))
        support = tuple(sorted({places[id] for id in one.texts("evidence")}))
        one.get("answers", list)
        answers = one.texts("answers")
        at = _moment(one) if one.has("at") else None
        kind = one.get("type", str)
        questions.append(Question(one.get("question", str), support, answers, kind, at))
    name = record.get("name", str)
    return Dataset("diaasq", tuple(passages), tuple(questions), 0, tuple(times), name)


def _moment(record: Record) -> datetime:
    written = record.get("at", str)
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        raise record.error("field 'at' like '2024-05-03T10:00:00+00:00'", repr(written)) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
