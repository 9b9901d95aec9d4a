"""The text-world mind's extraction compared with GPT-4's in AriGraph's published logs.

    python -m experiments extraction --data PATH [--log NAME ...] [--json] [--disagreements N]

Each step of a log has the observation and `new_triplets`: what GPT-4 extracted from it, less what
the graph already held (AriGraph, arXiv:2407.04363; logs of github.com/AIRI-Institute/AriGraph).

Both sides are brought to one form first (`of_log`, `of_ours`):

- names: `clew.text.normalise_name`; food states before a name come off ("sliced carrot": carrot);
- "A contains B", "A has on B", "A has on it B", "B is in | is on | are on A": (B, in, A). In and on
  are one. "floor" and "ground" are the room whose title the step begins with, if it does;
- kind of (B, in, A): `places` if A is a room titled in the attempt so far, `inventory`, else
  `contents`;
- "R has exit | has entranceway | has unguarded exit D": (R, exit, compass word in D): `exits`;
- "X is open | is opened by you | is unlocked none | has nothing on it": (X, is, state): `states`;
- "K unlocks L" and "L requires K": (K, unlocks, L): `locks`;
- "X to be | needs to be diced" and "X has been | was | is diced [by you]" are one relation each;
- all else, also past tense ("contained"): `other`, equal only word for word.

Recall of a kind: the step's new triplets of the kind that we extract from the same observation.
Precision against the log: our facts of the kind among all triplets of the attempt up to the step.
Precision against the text (`supported`): see there. Facts we state as ended are not compared.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from clew.errors import UsageError
from clew.minds.textworld.seen_text import FOOD_STATES
from clew.minds.textworld.world_reader import extract_world, looks_like_world
from clew.text import normalise_name
from experiments.parsers import parser_of

__all__ = [
    "KINDS",
    "Score",
    "Tally",
    "compare",
    "main",
    "of_log",
    "of_ours",
    "read_log",
    "supported",
]

KINDS = ("places", "exits", "contents", "states", "inventory", "locks", "other")
LOGS = (
    "hunt_arigraph",
    "hunt_arigraph_without_episodic",
    "clean_arigraph_without_episodic",
    "cook_arigraph",
)
Triple: TypeAlias = tuple[str, str, str]

_COMPASS = re.compile(r"\b(?:north|south|east|west)\b")
_HAS = re.compile(r"contains|has on|has on it|holds|includes")
_IN = re.compile(
    r"(?:is|are) (?:now )?(?:in|on|at|inside|located in|located on|hidden in)|contained in"
)
_EXIT = re.compile(r"has (?:an? )?(?:unguarded |unblocked )?(?:exit|entranceway)s?\b.*")
_STATE_WORDS = {"open": "open", "opened": "open", "closed": "closed", "locked": "locked",
                "unlocked": "unlocked", "empty": "empty"}  # fmt: skip
_EVIDENCE = {
    "open": r"open", "closed": r"clos|shut", "locked": r"lock", "unlocked": r"unlock",
    "empty": r"empty|n't a thing|nothing|n't got anything|everything off",
    "sliced": r"slic", "diced": r"dic", "chopped": r"chop", "fried": r"fried|fry",
    "roasted": r"roast", "grilled": r"grill", "floor": r"floor|ground",
}  # fmt: skip
_GROUND = frozenset({"floor", "ground"})
_ARRIVAL = re.compile(r"(?:Game step #\d+)?[\s$]*-=")
_TITLE = re.compile(r"-=\s*([^\n]{1,80}?)\s*=-")


@dataclass(slots=True)
class Score:
    """Counts of one kind: what the log newly says, what of it we say, what we say, who agrees."""

    theirs: int = 0
    found: int = 0
    ours: int = 0
    in_log: int = 0
    in_text: int = 0

    def row(self) -> dict[str, float | int | None]:
        """Return counts and ratios; a ratio over nothing is None."""
        return {
            "theirs": self.theirs,
            "recall": _ratio(self.found, self.theirs),
            "ours": self.ours,
            "precision_log": _ratio(self.in_log, self.ours),
            "precision_text": _ratio(self.in_text, self.ours),
        }


@dataclass(slots=True)
class Tally:
    """The scores of one log by kind, and every disagreement as (side, step, kind, triple)."""

    log: str
    steps: int = 0
    unread: int = 0
    """Strings among the triplets that are no triplet."""
    recognised: int = 0
    """Observations that `looks_like_world` accepts without their step number."""
    scores: dict[str, Score] = field(default_factory=lambda: {kind: Score() for kind in KINDS})
    apart: list[tuple[str, str, str, Triple]] = field(default_factory=list)


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _name(text: str) -> str:
    name = normalise_name(text.replace(".", ""))  # the log has lost its full stops
    while (parts := name.split(" ", 1))[0] in FOOD_STATES and len(parts) == 2:
        name = parts[1]
    return name


def _placed(thing: str, place: str, rooms: set[str], room: str) -> tuple[str, Triple]:
    if place in _GROUND:
        place = room or "floor"
    kind = "inventory" if place == "inventory" else "places" if place in rooms else "contents"
    return kind, (thing, "in", place)


def of_log(text: str, rooms: set[str], room: str) -> tuple[str, Triple] | None:
    """Return (kind, triple) of a triplet of the log in the common form; None: not a triplet."""
    parts = text.split(", ")
    if len(parts) != 3:
        return None
    subject, relation, thing = _name(parts[0]), parts[1].strip().casefold(), _name(parts[2])
    if _EXIT.fullmatch(relation) and (way := _COMPASS.search(thing)):
        return "exits", (subject, "exit", way[0])
    if relation in {"has nothing on it", "has nothing in it"}:
        return "states", (subject, "is", "empty")
    if _HAS.fullmatch(relation):
        if thing == "nothing":
            return "states", (subject, "is", "empty")
        return _placed(thing, subject, rooms, room)
    if _IN.fullmatch(relation):
        return _placed(subject, thing, rooms, room)
    if relation in {"unlocks", "opens"}:
        return "locks", (subject, "unlocks", thing)
    if relation in {"requires", "needs"} and "key" in thing:
        return "locks", (thing, "unlocks", subject)
    return _state_of(subject, relation, thing)


def _state_of(subject: str, relation: str, thing: str) -> tuple[str, Triple]:
    verb, _, word = relation.partition(" ")
    if verb in {"is", "are", "appears"}:
        state = _STATE_WORDS.get(word or thing)
        if state and subject not in {"exit", "entranceway"}:
            return "states", (subject, "is", state)
    if relation in {"to be", "needs to be"}:
        return "other", (subject, "needs to be", thing)
    if made := re.fullmatch(r"(?:has been|was|is)(?: (\w+))?", relation):
        word = made[1] or thing
        relation, thing = ("is", word) if word in FOOD_STATES else (relation, thing)
    return "other", (subject, relation, thing)


def of_ours(
    subject: str, relation: str, thing: str, rooms: set[str], room: str
) -> tuple[str, Triple]:
    """Return (kind, triple) of a fact of `extract_world` in the common form."""
    subject, thing = _name(subject), _name(thing)
    if relation in {"is in", "is on"} and subject != "player":
        return _placed(subject, thing, rooms, room)
    if relation == "has exit":
        return "exits", (subject, "exit", thing)
    if relation == "unlocks":
        return "locks", (subject, "unlocks", thing)
    return _state_of(subject, relation, thing)


def supported(kind: str, triple: Triple, text: str) -> bool:
    """Tell whether an observation itself bears a fact out, without any rule of the extractor.

    Both ends must be in the text, letter for letter but for case, spacing and full stops; exempt
    are "inventory" and the player, which are not printed, and states, which count by the stem of
    their word (empty also by "nothing" and the like). And by kind: a place's room is titled before
    the thing, with no title between; an exit's direction and a door likewise; of contents, states,
    locks and the rest both ends are within three sentences that follow each other (pronouns, with
    an aside between), a recipe's parts anywhere; what is in the inventory is named with a verb of
    taking or carrying.
    """
    flat = " ".join(text.casefold().split())
    subject, relation, thing = triple
    if kind == "inventory":
        return subject in flat and bool(re.search(r"carrying|tak|pick|inventory|got|have", flat))
    if relation == "requires":
        return subject in flat and thing in flat
    if kind in {"places", "exits"} or relation.startswith("has door"):
        room, part = (thing, subject) if kind == "places" else (subject, thing)
        scenes = re.split(r"-= ?", flat)
        return any(scene.startswith(room) and part in scene[len(room) :] for scene in scenes)
    pieces = re.split(r"(?<=[.!?])\s+|\n", text.casefold())
    near = [
        " ".join(" ".join(pieces[i : i + 3]).replace(".", "").split()) for i in range(len(pieces))
    ]
    evidence = re.compile(_EVIDENCE.get(thing) or re.escape(thing))
    return any(subject in piece and evidence.search(piece) for piece in near)


def read_log(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the steps of a log; raise `UsageError` where a line is not one."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            if not isinstance(row, dict) or "observation" not in row:
                raise UsageError(f"expected a step with an observation, came {path.name}:{number}")
            yield row


def compare(name: str, steps: Iterable[dict[str, Any]]) -> Tally:
    """Return the scores of one log; attempts are separate worlds."""
    tally = Tally(name)
    attempt: object = None
    rooms: set[str] = set()
    known: set[Triple] = set()
    for step in steps:
        if step.get("attempt") != attempt:
            attempt, rooms, known = step.get("attempt"), set(), set()
        text = step["observation"]
        titles = [_name(title) for title in _TITLE.findall(text)]
        rooms.update(titles)
        # A title after feedback belongs to the walk ("go to") that the log appends to the step.
        room = titles[0] if _ARRIVAL.match(text) else ""
        tally.steps += 1
        tally.recognised += looks_like_world(re.sub(r"\AGame step #\d+", "", text))
        _score_step(tally, step, rooms, room, known)
    return tally


def _score_step(
    tally: Tally, step: dict[str, Any], rooms: set[str], room: str, known: set[Triple]
) -> None:
    text, where = step["observation"], f"{step.get('attempt')}:{step.get('step')}"
    mine: dict[tuple[str, Triple], None] = {}
    for fact in extract_world(text).facts:
        if not fact.ended and fact.subject != "player":
            mine[of_ours(fact.subject, fact.relation, fact.object, rooms, room)] = None
    read = [of_log(each, rooms, room) for each in step.get("new_triplets", ())]
    tally.unread += sum(1 for each in read if each is None)
    theirs = dict.fromkeys(each for each in read if each is not None)
    triples = {triple for _, triple in mine}
    for kind, triple in theirs:
        known.add(triple)
        score = tally.scores[kind]
        score.theirs += 1
        score.found += triple in triples
        if triple not in triples:
            tally.apart.append(("theirs", where, kind, triple))
    for kind, triple in mine:
        score = tally.scores[kind]
        score.ours += 1
        score.in_log += triple in known
        score.in_text += supported(kind, triple, text)
        if triple not in known:
            tally.apart.append(("ours", where, kind, triple))


def _spread(apart: Sequence[tuple[str, str, str, Triple]], count: int) -> list[str]:
    """Return `count` distinct disagreements spread evenly over the log, in its order."""
    lines = {
        f"{side} only, {kind}: {', '.join(triple)}": where for side, where, kind, triple in apart
    }
    distinct = [f"[{where}] {line}" for line, where in lines.items()]
    picks = min(count, len(distinct))
    return [distinct[i * len(distinct) // picks] for i in range(picks)]


def _table(tally: Tally) -> str:
    lines = [
        f"{tally.log}: {tally.steps} steps, {tally.recognised} look like a world, "
        f"{tally.unread} strings are no triplet",
        f"{'kind':<10}{'theirs':>8}{'recall':>8}{'ours':>8}{'p(log)':>8}{'p(text)':>8}",
    ]
    for kind, score in tally.scores.items():
        cells = ["-" if cell is None else str(cell) for cell in score.row().values()]
        lines.append(f"{kind:<10}" + "".join(f"{cell:>8}" for cell in cells))
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the comparison and print it; return 0, or 2 when there is no such log."""
    parser = parser_of("extraction", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with arigraph-logs/")
    parser.add_argument("--log", nargs="+", default=list(LOGS), help="names without .jsonl")
    parser.add_argument("--json", action="store_true", help="print one JSON object a log")
    parser.add_argument("--disagreements", type=int, default=0, metavar="N", help="list N a log")
    given = parser.parse_args(argv)
    for name in given.log:
        path = given.data / "arigraph-logs" / f"{name}.jsonl"
        if not path.exists():
            print(f"expected a log, found no {path}; known: {', '.join(LOGS)}", file=sys.stderr)
            return 2
        tally = compare(name, read_log(path))
        if given.json:
            rows = {kind: score.row() for kind, score in tally.scores.items()}
            print(json.dumps({"log": name, "steps": tally.steps, "kinds": rows}))
        else:
            print(_table(tally))
        for line in _spread(tally.apart, given.disagreements):
            print("  " + line)
    return 0
