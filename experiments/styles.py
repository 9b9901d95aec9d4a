"""Which facts the offline reader writes from texts in ten styles, and how many are right.

    python -m experiments styles [--part dev|held_out] [--list] [--unjudged]

Each text of `experiments/answers/styles` is read by rules into its own memory. Every fact it wrote
is compared with the judgements in `judged_{part}.json`: a list, for each text, of
`{"fact": "subject | relation | object", "right": true}`. A fact counts as right if it was judged
right, and an ended fact only if it was judged with "| ended" appended; an unjudged fact counts as
wrong.

Mail, chat, logs, Markdown, code, minutes, news, instructions, other languages and personal notes
are what people really keep. The reader must say nothing where it cannot read.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from clew.clock import FixedClock
from clew.graph.types import Fact, Kind
from clew.memory import Memory
from clew.wiring import mind_named
from experiments.parsers import parser_of

__all__ = ["StyledText", "Told", "count", "load", "main", "told_by"]

PARTS = ("dev", "held_out")
_FOLDER = "experiments.answers"


@dataclass(frozen=True, slots=True)
class StyledText:
    """One text, with its time, source and style."""

    id: str
    style: str
    at: datetime
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """One fact as written and judged, with its times."""

    fact: str
    """"subject | relation | object", with " | ended" appended if it no longer held."""
    valid_from: str
    valid_to: str


def load(part: str) -> list[StyledText]:
    """Return the texts of a part, in file order."""
    return [
        StyledText(
            raw["id"], raw["style"], datetime.fromisoformat(raw["at"]), raw["source"], raw["text"]
        )
        for raw in _json(f"{part}.json")
    ]


def _json(name: str) -> Any:
    return json.loads((files(_FOLDER) / "styles" / name).read_text(encoding="utf-8"))


def _judged(part: str) -> dict[str, dict[str, bool]]:
    return {
        id: {one["fact"]: one["right"] for one in facts}
        for id, facts in _json(f"judged_{part}.json").items()
    }


def told_by(text: StyledText) -> list[Told]:
    """Remember one text by rules, and return the facts written, oldest id first."""
    later = FixedClock(text.at + timedelta(days=1))
    with Memory.open(":memory:", model=mind_named(), embedder=None, clock=later) as memory:
        memory.remember(text.text, at=text.at, source=text.source)
        with memory.view() as view:
            entities = view.ids(Kind.ENTITY)
        found = {fact.id: fact for entity in entities for fact in memory.history(entity)}
    return [_told(found[id], text) for id in sorted(found)]


def _told(fact: Fact, text: StyledText) -> Told:
    over = isinstance(fact.valid_to, datetime) and fact.valid_to <= text.at
    shown = f"{fact.subject_name} | {fact.relation} | {fact.object_name}"
    shown = shown.replace(f" ({text.source})", "")  # "the dog (note 3)" is the dog of this text
    return Told(f"{shown} | ended" if over else shown, _day(fact.valid_from), _day(fact.valid_to))


def _day(moment: object) -> str:
    return moment.date().isoformat() if isinstance(moment, datetime) else ""


def count(
    told: Iterable[tuple[StyledText, Sequence[Told]]], judged: Mapping[str, Mapping[str, bool]]
) -> dict[str, tuple[int, int]]:
    """Return (right, written) for each style, and for "all"."""
    counts: dict[str, tuple[int, int]] = {}
    for text, facts in told:
        right = sum(judged.get(text.id, {}).get(one.fact, False) for one in facts)
        for row in (text.style, "all"):
            before = counts.pop(row, (0, 0))
            counts[row] = (before[0] + right, before[1] + len(facts))
    return counts


def _listed(
    told: Iterable[tuple[StyledText, Sequence[Told]]],
    judged: Mapping[str, Mapping[str, bool]],
    *,
    unjudged: bool,
) -> Iterator[str]:
    for text, facts in told:
        marks = judged.get(text.id, {})
        for one in facts:
            mark = marks.get(one.fact)
            if not unjudged or mark is None:
                sign = {True: "right", False: "wrong", None: "?"}[mark]
                yield f"{text.id:<12} {sign:<6} {one.fact}   [{one.valid_from}..{one.valid_to}]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = parser_of("styles", __doc__)
    parser.add_argument("--part", choices=PARTS, default="dev", help="dev by default")
    parser.add_argument("--list", action="store_true", help="show every fact with its mark")
    parser.add_argument("--unjudged", action="store_true", help="list the facts without a mark")
    options = parser.parse_args(arguments)
    judged = _judged(options.part)
    told = [(text, told_by(text)) for text in load(options.part)]
    if options.list or options.unjudged:
        print("\n".join(_listed(told, judged, unjudged=options.unjudged)))
    print(f"{'style':<12}{'right':>7}{'wrong':>7}{'written':>9}{'right %':>9}")
    for style, (right, written) in count(told, judged).items():
        share = right / written if written else 1.0
        print(f"{style:<12}{right:>7}{written - right:>7}{written:>9}{share:>9.2f}")
    return 0
