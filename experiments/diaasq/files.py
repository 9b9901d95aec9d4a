"""Write the benchmark to files, the same bytes for the same seed, and read it back.

- `dialogues.json`: an array of two worlds, `in-order` and `shuffled` (the same turns as they
  arrive), each with `name`, `turns` (`id`, `at`, `speaker`, `text`) and `questions` (`id`,
  `type`, `question`, `answers`: spellings of the whole answer, `items`: the spellings of each
  thing it lists, `label`, `evidence`: turns, `plan`: how it is computed over the gold graph, `at`:
  asked as of then, else after everything);
- `statements.json`: what the turns say, from which every answer can be computed;
- `about.json`: the seed, the lexicon, the source's checksum; how many turns, statements, opinions,
  opinions held (a person's of one part), of these changed; questions by type and class.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from clew.ask.sets.plans import Plan
from clew.errors import UsageError
from experiments.diaasq.asked import Question
from experiments.diaasq.gold import Gold, changes_of
from experiments.diaasq.questions import PER_TYPE, make_questions
from experiments.diaasq.source import read_source
from experiments.diaasq.world import Act, Statement, Turn, make_world

__all__ = ["ARRIVALS", "Made", "make", "read_made"]

ARRIVALS = ("in-order", "shuffled")
_DIALOGUES, _STATEMENTS, _ABOUT = "dialogues.json", "statements.json", "about.json"
_VERSION = 2


@dataclass(frozen=True, slots=True)
class Made:
    """The benchmark as it was written."""

    turns: Mapping[str, tuple[Turn, ...]]
    """By arrival, in the order of arrival."""
    questions: tuple[Question, ...]
    statements: tuple[Statement, ...]


def make(
    data: Path, seed: int, out: Path, *, per_type: int = PER_TYPE, wordings: str = "main"
) -> list[Path]:
    """Make DiaASQ in time from the folder or file of DiaASQ's own JSON; return what was written.

    Raises:
        UsageError: the data is missing or not DiaASQ, or fewer than one question per type.
    """
    if per_type < 1:
        raise UsageError(f"expected one question per type or more, got {per_type}")
    source = read_source(data)
    world = make_world(source.dialogues, seed, wordings)
    questions = make_questions(world.statements, seed, per_type)
    shuffled = list(world.turns)
    Random(f"{seed} arrival").shuffle(shuffled)
    asked = _asked(questions)
    worlds = [
        {"name": name, "turns": [_turn(one) for one in turns], "questions": asked}
        for name, turns in zip(ARRIVALS, (world.turns, shuffled), strict=True)
    ]
    voiced = list(Gold(world.statements).voiced.values())
    labels: dict[str, Counter[str]] = {}
    for one in questions:
        labels.setdefault(one.type, Counter())[one.label] += 1
    about = {
        "version": _VERSION,
        "seed": seed,
        "wordings": wordings,
        "source_sha256": source.sha256,
        "turns": len(world.turns),
        "statements": len(world.statements),
        "opinions": sum(map(len, voiced)),
        "held": len(voiced),
        "changed": sum(bool(changes_of(each)) for each in voiced),
        "questions": {name: dict(sorted(held.items())) for name, held in labels.items()},
    }
    out.mkdir(parents=True, exist_ok=True)
    files = {
        _DIALOGUES: worlds,
        _STATEMENTS: [_statement(one) for one in world.statements],
        _ABOUT: about,
    }
    for name, held in files.items():
        text = json.dumps(held, ensure_ascii=False, indent=1) + "\n"
        (out / name).write_bytes(text.encode())
    return [out / name for name in files]


def _turn(one: Turn) -> dict[str, Any]:
    return {"id": one.id, "at": one.at.isoformat(), "speaker": one.speaker, "text": one.text}


def _statement(one: Statement) -> dict[str, Any]:
    return {
        "act": one.act,
        "person": one.person,
        "device": one.device,
        "aspect": one.aspect,
        "value": one.value,
        "at": one.at.isoformat(),
        "turn": one.turn,
    }


def _asked(questions: Sequence[Question]) -> list[dict[str, Any]]:
    numbers: Counter[str] = Counter()
    found: list[dict[str, Any]] = []
    for one in questions:
        numbers[one.type] += 1
        whole = [", ".join(item[0] for item in one.items)] if len(one.items) > 1 else []
        whole += one.items[0] if len(one.items) == 1 else ()
        row: dict[str, Any] = {
            "id": f"{one.type}-{numbers[one.type]}",
            "type": one.type,
            "question": one.text,
            "answers": whole,
            "items": [list(item) for item in one.items],
            "label": one.label,
            "evidence": list(one.evidence),
            "plan": one.plan.model_dump(mode="json", exclude_defaults=True),
        }
        found.append(row if one.at is None else {**row, "at": one.at.isoformat()})
    return found


def read_made(folder: Path) -> Made:
    """Read what `make` wrote.

    Raises:
        UsageError: the folder lacks a file or holds another version.
    """
    held: dict[str, Any] = {}
    for name in (_DIALOGUES, _STATEMENTS, _ABOUT):
        path = folder / name
        if not path.is_file():
            raise UsageError(
                f"expected {path}; make it: "
                f"python -m experiments diaasq make --data DIR --out {folder}"
            )
        held[name] = json.loads(path.read_text(encoding="utf-8"))
    if held[_ABOUT].get("version") != _VERSION:
        raise UsageError(
            f"expected version {_VERSION} in {folder / _ABOUT}, got "
            f"{held[_ABOUT].get('version')}; make the files again"
        )
    turns = {
        world["name"]: tuple(
            Turn(one["id"], datetime.fromisoformat(one["at"]), one["speaker"], one["text"])
            for one in world["turns"]
        )
        for world in held[_DIALOGUES]
    }
    return Made(
        turns,
        tuple(_question(one) for one in held[_DIALOGUES][0]["questions"]),
        tuple(
            Statement(
                Act(one["act"]),
                one["person"],
                one["device"],
                one["aspect"],
                one["value"],
                datetime.fromisoformat(one["at"]),
                one["turn"],
            )
            for one in held[_STATEMENTS]
        ),
    )


def _question(one: Mapping[str, Any]) -> Question:
    return Question(
        type=one["type"],
        text=one["question"],
        label=one["label"],
        items=tuple(tuple(item) for item in one["items"]),
        evidence=tuple(one["evidence"]),
        plan=Plan.model_validate(one["plan"]),
        at=datetime.fromisoformat(one["at"]) if "at" in one else None,
    )
