"""GPT-4's extractions and outdated pairs of AriGraph's logs, replayed; the graphs are compared.

    python -m experiments replay --data PATH [--log NAME ...] [--json] [--differences N]

Two published logs hold, after every step, the authors' whole graph (`graph`). Each step's replies
are rebuilt from the parsed fields: an `Extraction` of `new_triplets`, and a `Replacements` of
`outdated_pairs` over the numbered candidates that are shown. They are given as JSON text, so they
are processed like a language model's reply: parsing, resolving, revising, committing. What the
authors' agent adds without the model - the two directions between the room it left and the one it
entered - is written directly, by their rule, from the rooms' titles and the action.

After every step the current facts are compared with `graph`, names and relations normalised
(case, spaces, full stops). Agreement is the mean over steps of shared / (shared + apart). Each
difference is explained once, where it first appears (`KINDS`).

AriGraph: arXiv:2407.04363, logs of github.com/AIRI-Institute/AriGraph.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from clew.errors import UsageError
from clew.graph.types import Fact, Kind
from clew.learn.tasks import Extract, Revise
from clew.learn.write import NewEdge, NewNode
from clew.llm.base import Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.text import normalise_name
from experiments.parsers import parser_of
from experiments.textworld.extraction import read_log

__all__ = ["KINDS", "Logged", "Replayed", "Triple", "current", "main", "replay", "triple_of"]

LOGS = ("hunt_arigraph", "cook_arigraph")
"""The logs that hold the graph after every step."""
KINDS = {
    "said again": "in theirs only: a pair of this step replaced it, and the same step's extraction"
    " said it again; they delete first and add after, so it came back (it moved to the end)",
    "unexplained": "anything else",
}
Triple: TypeAlias = tuple[str, str, str]
_TITLE = re.compile(r"-=\s*([^\n]{1,80}?)\s*=-")
_WAYS = {"north": "south", "south": "north", "east": "west", "west": "east"}


@dataclass(slots=True)
class Replayed:
    """The comparison of one log: agreement by step, and each difference where it first appears."""

    log: str
    agreement: list[float] = field(default_factory=list)
    triplets: int = 0
    pairs: int = 0
    pairs_taken: int = 0
    """Outdated pairs whose old side was among the candidates shown."""
    losses: int = 0
    last: tuple[int, int, int] = (0, 0, 0)
    """Shared, only theirs, only ours: summed over the last steps of the attempts."""
    apart: list[tuple[str, str, str, Triple]] = field(default_factory=list)
    """(side, kind, attempt:step, triple)."""


def triple_of(text: str) -> Triple:
    """Return a triplet of the log, with names and relation normalised."""
    parts = text.split(", ")
    if len(parts) != 3:
        raise UsageError(f"expected `subject, relation, object`, got {text!r}")
    subject, relation, thing = (normalise_name(part.replace(".", "")) for part in parts)
    return subject, relation, thing


class Logged:
    """Answers as the log did at the current step."""

    def __init__(self, result: Replayed) -> None:
        self.step: dict[str, Any] = {}
        self._said = False
        self._result = result

    def turn_to(self, step: dict[str, Any]) -> None:
        """Answer for this step from now on."""
        self.step, self._said = step, False

    def reply(self, task: Task[Any]) -> str:
        """Return the log's answer as JSON text."""
        if isinstance(task, Extract):
            # A long observation is several episodes; the log's one answer goes to the first.
            triples = [] if self._said else [triple_of(text) for text in self.step["new_triplets"]]
            self._said = True
            self._result.triplets += len(triples)
            names = ("subject", "relation", "object")
            return json.dumps({"facts": [dict(zip(names, one, strict=True)) for one in triples]})
        assert isinstance(task, Revise)
        return json.dumps({"pairs": self._pairs(task)})

    def _pairs(self, task: Revise) -> list[dict[str, int]]:
        shown = {(each.subject, each.relation, each.object): each for each in task.candidates}
        stated = {(each.subject, each.relation, each.object): each for each in task.statements}
        normal = {tuple(map(_plain, key)): each.id for key, each in shown.items() if each.id > 0}
        numbers = {tuple(map(_plain, key)): each.number for key, each in stated.items()}
        found = []
        for old, new in self.step["outdated_pairs"]:
            self._result.pairs += 1
            number = numbers.get(triple_of(new)) if new.count(", ") == 2 else None
            if old.count(", ") == 2 and triple_of(old) in normal and number is not None:
                self._result.pairs_taken += 1
                found.append({"old": normal[triple_of(old)], "new": number})
        return found


def _plain(text: str) -> str:
    return normalise_name(text.replace(".", ""))


def replay(name: str, steps: Iterable[dict[str, Any]]) -> Replayed:
    """Return how far our graph agrees with the log's after every step.

    Each attempt is a new world with its own memory.
    """
    result = Replayed(name)
    logged = Logged(result)
    memory: Memory | None = None
    before: dict[str, Any] = {}
    seen: set[tuple[str, Triple]] = set()
    for step in steps:
        _check(name, step)
        logged.turn_to(step)
        if memory is None or step["attempt"] != before.get("attempt"):
            _close(memory, result, before)
            memory = Memory.open(embedder=None, model=ScriptedModel(logged.reply))
            before, seen = {}, set()
        receipt = memory.remember(step["observation"], at=step["step"], source=name)
        result.losses += len(receipt.losses)
        _add_ways(memory, before, step)
        ours, theirs = current(memory), {triple_of(text) for text in step["graph"]}
        result.agreement.append(len(ours & theirs) / len(ours | theirs) if ours | theirs else 1.0)
        where = f"{step['attempt']}:{step['step']}"
        for side, apart in (("theirs", theirs - ours), ("ours", ours - theirs)):
            for triple in sorted(one for one in apart if (side, one) not in seen):
                result.apart.append((side, _kind(side, triple, before, step), where, triple))
            seen |= {(side, triple) for triple in apart}
        before = step
    _close(memory, result, before)
    if not result.agreement:
        raise UsageError(f"{name}: expected steps, came none; is the log whole?")
    return result


def _check(name: str, step: dict[str, Any]) -> None:
    """Raise `UsageError`, naming the place, if a triplet of a step is malformed."""
    try:
        for text in (*step["new_triplets"], *step["graph"]):
            triple_of(text)
    except UsageError as error:
        where = f"attempt {step['attempt']}, step {step['step']}"
        raise UsageError(f"{name}, {where}: {error}") from error


def _kind(side: str, triple: Triple, before: dict[str, Any], step: dict[str, Any]) -> str:
    """Return why a difference appeared; see `KINDS`."""
    there = triple in {triple_of(text) for text in before.get("graph", ())}
    graph = [triple_of(text) for text in step["graph"]]
    replaced = triple in {
        triple_of(old) for old, _ in step["outdated_pairs"] if old.count(", ") == 2
    }
    moved = triple in graph[-len(step["outdated_pairs"]) - 1 :]
    return "said again" if side == "theirs" and there and replaced and moved else "unexplained"


def _close(memory: Memory | None, result: Replayed, last: dict[str, Any]) -> None:
    if memory is None:
        return
    ours, theirs = current(memory), {triple_of(text) for text in last["graph"]}
    counts = (len(ours & theirs), len(theirs - ours), len(ours - theirs))
    result.last = (
        result.last[0] + counts[0],
        result.last[1] + counts[1],
        result.last[2] + counts[2],
    )
    memory.close()


def current(memory: Memory) -> set[Triple]:
    """Return the facts that hold now, normalised."""
    with memory.view() as view:
        facts = [item for item in view.items(view.ids(Kind.FACT)) if isinstance(item, Fact)]
    return {
        (_plain(fact.subject_name), _plain(fact.relation), _plain(fact.object_name))
        for fact in facts
    }


def _add_ways(memory: Memory, before: dict[str, Any], step: dict[str, Any]) -> None:
    """Write the directions between two rooms when the agent walked, as the authors' agent does."""
    there, here = before.get("room"), step["room"]
    action = str(before.get("action") or "").casefold()
    if not there or not here or here == there or action.startswith("go to"):
        return
    way = next((word for word in ("north", "east", "south", "west") if word in action), None)
    one, other = (NewNode(kind=Kind.ENTITY, text=room) for room in (here, there))
    forth = f"is {way} of" if way else "can be achieved from"
    back = f"is {_WAYS[way]} of" if way else "can be achieved from"
    at = step["step"]
    memory.write(
        [one, other],
        [
            NewEdge(kind=Kind.FACT, source=one, target=other, relation=forth, valid_from=at),
            NewEdge(kind=Kind.FACT, source=other, target=one, relation=back, valid_from=at),
        ],
    )


def with_rooms(steps: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the steps with the `room` the agent was in when the graph was updated.

    A step that prints no title leaves it in place. A step whose action is "go to" ends with the
    walk, which prints every title twice; if their number is odd, the first is of the step itself.
    """
    room, attempt, found = "", None, []
    for step in steps:
        if step["attempt"] != attempt:
            room, attempt = "", step["attempt"]
        titles = [normalise_name(title) for title in _TITLE.findall(step["observation"])]
        walked = str(step["action"] or "").casefold().startswith("go to")
        if titles and (not walked or len(titles) % 2):
            room = titles[0]
        found.append({**step, "room": room})
        if titles and walked:
            room = titles[-1]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 1 if a log is missing."""
    parser = parser_of("replay", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument(
        "--log", action="append", choices=LOGS, help="this log only; may be repeated"
    )
    parser.add_argument(
        "--differences", type=int, default=0, metavar="N", help="list N of each log"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a log")
    given = parser.parse_args(arguments)
    results = []
    for name in given.log or LOGS:
        path = given.data / "arigraph-logs" / f"{name}.jsonl"
        if not path.exists():
            print(
                f"expected a log at {path}; give --data the folder that holds it", file=sys.stderr
            )
            return 1
        results.append(replay(name, with_rooms(read_log(path))))
    for result in results:
        _show(result, given)
    return 0


def _show(result: Replayed, given: argparse.Namespace) -> None:
    shared, theirs, ours = result.last
    steps = len(result.agreement)
    row = {
        "log": result.log,
        "steps": steps,
        "agreement": round(sum(result.agreement) / steps, 4),
        "worst_step": round(min(result.agreement), 4),
        "equal_steps": sum(each == 1.0 for each in result.agreement),
        "triplets": result.triplets,
        "pairs": result.pairs,
        "pairs_taken": result.pairs_taken,
        "losses": result.losses,
        "last_shared": shared,
        "last_theirs": theirs,
        "last_ours": ours,
        "differences": dict(Counter(f"{side}: {kind}" for side, kind, _, _ in result.apart)),
    }
    if given.json:
        print(json.dumps(row))
    else:
        print("  ".join(f"{key} {value}" for key, value in row.items()))
    for side, kind, where, triple in result.apart[: given.differences]:
        print(f"  {side:<7}{kind:<12}{where:<7}{' | '.join(triple)}")
