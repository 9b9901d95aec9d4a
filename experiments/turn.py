"""What one conversation turn costs in model calls and prompt tokens, compared with peers.

    python -m experiments turn [--json]

One turn, with five names and six facts, is remembered by a memory that already knows them, so that
each fact has something to be compared with. The model is scripted: calls and prompts
are real, replies are fixed. Tokens are a quarter of the UTF-8 bytes, rounded up, of the messages
and of the JSON schema sent with them; `static` is the part that is the same in every call of its
kind, which servers can cache.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Any

from clew.learn.tasks import Extract, Revise
from clew.llm.base import Message, Sampling, Task
from clew.llm.insisting import schema_of
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from experiments.parsers import parser_of

__all__ = ["Call", "Scripted", "Turn", "main", "measure", "tokens"]

_PEERS = (
    ("Graphiti add_episode", "13-14", "13,900-15,900"),
    ("mem0 2 (no graph)", "1", "8,400 (system prompt)"),
    ("LightRAG (three sentences)", "2", "4,800"),
    ("HippoRAG 2 (a passage)", "2", ""),
)
"""(engine, calls, prompt tokens) as measured in our notes on peers, with scripted models."""
_BEFORE = (
    ("Anna Lind", "lives in", "Oslo"),
    ("Anna Lind", "works at", "Fjord Bank"),
    ("Ben Okafor", "works at", "Fjord Bank"),
    ("Ben Okafor", "lives in", "Bergen"),
    ("Anna Lind", "is married to", "Ben Okafor"),
    ("Fjord Bank", "is in", "Oslo"),
)
_AFTER = (
    ("Anna Lind", "lives in", "Bergen"),
    ("Anna Lind", "works at", "Hav Museum"),
    ("Ben Okafor", "works at", "Hav Museum"),
    ("Ben Okafor", "lives in", "Bergen"),
    ("Anna Lind", "is married to", "Ben Okafor"),
    ("Hav Museum", "is in", "Bergen"),
)
_SAID = (
    "Anna Lind has moved to Bergen, where her husband Ben Okafor lives. Both left Fjord Bank and "
    "work at the Hav Museum now, which is in Bergen too."
)


@dataclass(frozen=True, slots=True)
class Call:
    """One request: its task, and its prompt in tokens."""

    task: str
    prompt: int
    static: int


@dataclass(frozen=True, slots=True)
class Turn:
    """All requests of one turn."""

    calls: tuple[Call, ...]
    facts: int
    superseded: int

    @property
    def prompt(self) -> int:
        """Prompt tokens of all calls."""
        return sum(call.prompt for call in self.calls)


class Scripted(ScriptedModel):
    """A scripted model that is called like a language model: one by one, without file locks."""

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return the default settings."""
        return Sampling()


def tokens(messages: Sequence[Message]) -> int:
    """Estimate the tokens of messages: a quarter of their bytes, rounded up."""
    return ceil(sum(len(each.text.encode()) for each in messages) / 4)


def measure() -> Turn:
    """Return what the turn costs."""
    model = Scripted(_reply)
    with Memory.open(embedder=None, model=model) as memory:
        memory.remember("Before.", at=datetime(2024, 1, 1, tzinfo=UTC))
        before = len(model.asked)
        receipt = memory.remember(_SAID, at=datetime(2024, 6, 1, tzinfo=UTC))
    calls = []
    for task in model.asked[before:]:
        schema = Message("system", json.dumps(schema_of(type(task))))
        messages = (schema, *task.messages())
        static = tokens([each for each in messages if each.role == "system"])
        calls.append(Call(type(task).__name__, tokens(messages), static))
    return Turn(tuple(calls), len(receipt.new) + len(receipt.confirmed), len(receipt.superseded))


def _reply(task: Task[Any]) -> object:
    if isinstance(task, Extract):
        names = ("subject", "relation", "object")
        facts = _AFTER if task.text == _SAID else _BEFORE
        return {"facts": [dict(zip(names, fact, strict=True)) for fact in facts]}
    assert isinstance(task, Revise)
    moved = {("Anna Lind", "lives in"), ("Anna Lind", "works at"), ("Ben Okafor", "works at")}
    pairs = [
        {"old": old.id, "new": new.number}
        for new in task.statements
        for old in task.candidates
        if (old.subject, old.relation) == (new.subject, new.relation)
        and (old.subject, old.relation) in moved
        and old.object != new.object
    ]
    return {"pairs": pairs}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0."""
    parser = parser_of("turn", __doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    turn = measure()
    if given.json:
        print(json.dumps({**asdict(turn), "prompt": turn.prompt}))
        return 0
    rows = [
        (f"clew, {call.task}", "1", f"{call.prompt:,} ({call.static:,} static)")
        for call in turn.calls
    ]
    rows.append(("clew, the turn", str(len(turn.calls)), f"{turn.prompt:,}"))
    for name, calls, prompt in [("", "calls", "prompt tokens"), *rows, *_PEERS]:
        print(f"{name:<28}{calls:<8}{prompt}".rstrip())
    print(f"{turn.facts} facts told, {turn.superseded} superseded")
    return 0
