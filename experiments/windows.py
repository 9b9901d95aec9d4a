"""What learning a turn of a LoCoMo conversation costs in prompt tokens, by turns in a window.

    python -m experiments windows --data ../shared/data/locomo [--sizes 1,2,4,8,16] [--json]

The model is scripted: its prompts are real; its replies are LoCoMo's own observations, as triples,
each with the turn that it names, and nothing is replaced. `dense` gives every turn a fact of its
own besides. Tokens are counted as in `experiments turn`, schemas included.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Dataset, Wanted
from clew.bench.records import read_records
from clew.learn.conversation.turn_replies import ExtractTurns
from clew.learn.domain import Domain, Kept
from clew.learn.observe import Input
from clew.learn.tasks import Extract
from clew.llm.base import Message, Task
from clew.llm.insisting import schema_of
from clew.memory import Memory
from experiments.parsers import parser_of
from experiments.turn import Scripted, tokens

__all__ = ["Cost", "facts_of", "main", "measure", "observed", "triple"]

_TURN = re.compile(r"^\[(\d+)\](?: \([^)]*\))? ", re.MULTILINE)
_Facts = Mapping[str, Sequence[tuple[str, str, str]]]
"""The text of a turn -> the facts that it tells."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the turns of one conversation cost with windows of one size."""

    size: int
    theses: str
    dense: bool
    turns: int
    facts: int
    calls: float
    extract: float
    revise: float
    """Calls and prompt tokens for each turn."""

    @property
    def total(self) -> float:
        """Prompt tokens for each turn."""
        return self.extract + self.revise


def triple(sentence: str) -> tuple[str, str, str]:
    """Return a sentence as subject, relation and object, by the places of its words.

    >>> triple("Caroline attended an LGBTQ support group recently and found it inspiring.")
    ('Caroline', 'attended an', 'LGBTQ support group recently and found it')
    """
    words = sentence.rstrip(".").split()
    cut = 1 if len(words) > 3 and words[0][:1].isupper() and words[0] != "The" else 3
    return " ".join(words[:cut]), " ".join(words[cut : cut + 2]), " ".join(words[cut + 2 : cut + 9])


def observed(path: Path) -> list[dict[str, list[tuple[str, str, str]]]]:
    """Return, for each conversation of a LoCoMo file, the facts that its observations tell.

    A turn is named as there, "D1:3".
    """
    found = []
    for record in read_records(path):
        told: dict[str, list[tuple[str, str, str]]] = {}
        for session in record.get("observation", dict).values():
            for sentence, place in (each for one in session.values() for each in one):
                for turn in [place] if isinstance(place, str) else place:
                    told.setdefault(str(turn), []).append(triple(str(sentence)))
        found.append(told)
    return found


def facts_of(path: Path, number: int, data: Dataset, *, dense: bool) -> _Facts:
    """Return the facts of each turn of a conversation, by its text."""
    record = list(read_records(path))[number]
    told = record.inner("conversation")
    names = []
    session = 1
    while told.has(f"session_{session}"):
        names += [turn.get("dia_id", str) for turn in told.each(f"session_{session}")]
        session += 1
    facts = observed(path)[number]
    return {
        text: [*facts.get(name, []), *([triple(text.replace(":", " says", 1))] if dense else [])]
        for name, text in zip(names, data.passages, strict=True)
        if all(triple(text))
    }


def measure(
    data: Dataset, facts: _Facts, size: int, kept: Kept = Kept.ALL, *, dense: bool = False
) -> Cost:
    """Return what the turns of a conversation cost."""

    def reply(task: Task[Any]) -> object:
        return _reply(task, facts) if isinstance(task, Extract) else {"pairs": []}

    model = Scripted(reply)
    inputs = [Input(text, at) for text, at in zip(data.passages, data.times, strict=True)]
    domain = Domain(window=size, theses=kept)
    with Memory.open(embedder=None, model=model) as memory:
        receipts = memory.using(model, None, domain).remember_many(inputs, conversation=data.name)
        new = sum(len(receipt.new) for receipt in receipts)
    assert not any(receipt.pending for receipt in receipts)
    spent = {"extract": 0, "revise": 0}
    for task in model.asked:
        schema = Message("system", json.dumps(schema_of(type(task))))
        kind = "extract" if isinstance(task, Extract) else "revise"
        spent[kind] += tokens((schema, *task.messages()))
    turns = len(inputs)
    each = {kind: total / turns for kind, total in spent.items()}
    return Cost(size, kept.value, dense, turns, new, len(model.asked) / turns, **each)


def _reply(task: Extract, facts: _Facts) -> object:
    names = ("subject", "relation", "object")
    if not isinstance(task, ExtractTurns):
        return {"facts": [dict(zip(names, one, strict=True)) for one in facts.get(task.text, ())]}
    _, *parts = _TURN.split(task.text)
    said = zip(parts[::2], parts[1::2], strict=True)
    return {
        "facts": [
            {"turns": [int(number)], **dict(zip(names, one, strict=True))}
            for number, text in said
            for one in facts.get(text.rstrip("\n"), ())
        ]
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0."""
    parser = parser_of("windows", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="LoCoMo's file, or its folder")
    parser.add_argument("--sizes", default="1,2,4,8,16", help="turns in a window, comma-separated")
    parser.add_argument("--conversation", type=int, default=0, help="which one, from 0")
    parser.add_argument("--limit", type=int, help="only its first turns")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    given = parser.parse_args(arguments)
    path = min(given.data.glob("*.json")) if given.data.is_dir() else given.data
    whole = read_datasets(path, "locomo", Wanted(limit=given.conversation + 1))[-1]
    facts = {
        dense: facts_of(path, given.conversation, whole, dense=dense) for dense in (False, True)
    }
    last = given.limit or len(whole.passages)
    data = Dataset("locomo", whole.passages[:last], (), 0, whole.times[:last], whole.name)
    if not given.json:
        print("turns  theses facts        calls  extract  revise  total")
    for size in map(int, given.sizes.split(",")):
        for kept, dense in (
            (Kept.ALL, False),
            (Kept.REST, False),
            (Kept.NONE, False),
            (Kept.ALL, True),
        ):
            cost = measure(data, facts[dense], size, kept, dense=dense)
            if given.json:
                print(json.dumps({**asdict(cost), "total": cost.total}))
                continue
            told = f"{cost.facts / cost.turns:.2f} a turn"
            print(
                f"{size:>5}  {kept:6} {told:12} {cost.calls:>5.2f} {cost.extract:>8.0f} "
                f"{cost.revise:>7.0f} {cost.total:>6.0f}",
                flush=True,
            )
    return 0
