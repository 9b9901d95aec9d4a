"""Ariadne plays the games of AriGraph's logs with GPT-4's recorded replies.

    python -m experiments recorded --data PATH [--log NAME ...] [--json] [--differences N]

Our agent gets the logged replies as text when it asks: the names to search from, whether to
explore, the plan, the action, the triplets and what they replace. The graph, search, map,
navigation and loop are ours, and the game is the real one. These are compared with the log, step by
step:

- observations, except for blanks, letter case and the two words that the authors rewrite;
- unexplored exits, room by room, where the log has them: theirs from the graph, ours from the map;
- recalled facts: their search has another embedder (mContriever), a threshold, and leaves out what
  the step itself taught; "a is west of b" and "b is east of a" are one;
- navigation: the rooms that a `go to` passes;
- the score at the end; where a log counts 5 for `hunt`, the treasure was worth 1 and not 3.

A logged action that the game does not list is offered for that step. AriGraph: arXiv:2407.04363.
"""

import argparse
import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from clew.agents.ariadne.agent import Ariadne, Calls, Settings
from clew.agents.base import Decision, Info, Move
from clew.agents.graph_memory import GraphMemory
from clew.agents.rollout import Outcome, rollout
from clew.agents.worldmap import OPPOSITE
from clew.errors import UsageError
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.text import normalise_name
from experiments.parsers import parser_of
from experiments.textworld.extraction import read_log
from experiments.textworld.paper_games import paper_game
from experiments.textworld.replay import Triple, current, triple_of
from experiments.textworld.tape import Tape, bare, same_way

__all__ = ["LOGS", "Compared", "Log", "attempts", "main", "play"]

_TITLE = re.compile(r"-=\s*([^\n]{1,80}?)\s*=-")
_NUMBER = re.compile(r"\A\s*Game step #\d+")
_EXITS = re.compile(r"Unexplored exits for ([^:\n]+): (none|\[[^\]\n]*\])")


@dataclass(frozen=True, slots=True)
class Log:
    """A log by the authors."""

    game: str
    """Its name in `paper_games`."""
    scores: tuple[int, ...]
    """The logged rewards at the end of its attempts."""
    here: tuple[int, ...]
    """The scores the published game gives for the same moves."""


LOGS = {
    "hunt_arigraph": Log("hunt", (5, 5, 5), (7, 7, 7)),
    "hunt_arigraph_without_episodic": Log("hunt", (7, 7, 7), (7, 7, 7)),
    "cook_arigraph": Log("cook", (11, 11, 11), (11, 11, 11)),
    "clean_arigraph_without_episodic": Log("clean", (22, 22, 18), (22, 22, 18)),
}


@dataclass(slots=True)
class Compared:
    """The comparison of one attempt."""

    log: str
    attempt: int
    steps: int
    """Decisions in the log."""
    outcome: Outcome | None = None
    decided: int = 0
    same_texts: int = 0
    same_actions: int = 0
    """Decisions equal to the logged action; the others were refused or failed."""
    off_list: int = 0
    """Logged actions that the game does not list."""
    rooms: int = 0
    """Rooms whose unexplored exits the log gives, summed over steps."""
    same_exits: int = 0
    walks: int = 0
    same_walks: int = 0
    found: list[float] = field(default_factory=list)
    """For each step, the share of the log's recalled facts that we also recall."""
    ratio: list[float] = field(default_factory=list)
    """For each step, the facts recalled by both divided by those recalled by either."""
    apart: list[tuple[str, str, str]] = field(default_factory=list)
    """(kind, step, what differs)."""


class _Recorded:
    """Ariadne with a tape: keeps it at the current step, and compares (an `Agent`)."""

    def __init__(self, agent: Ariadne, memory: Memory, tape: Tape, result: Compared) -> None:
        self._agent, self._memory, self._tape, self._result = agent, memory, tape, result
        self._left = 0

    def begin(self, observation: str, info: Info) -> None:
        """Learn the first observation as logged."""
        self._tape.teach(0)
        self._agent.begin(observation, info)

    def act(self, observation: str, info: Info) -> Decision:
        """Decide as logged; compare what was seen and recalled."""
        tape, result = self._tape, self._result
        tape.rooms = self._agent.map.rooms
        actions = tuple(info["admissible_actions"])
        walks = [f"go to {room}" for room in tape.rooms if room != self._agent.map.here]
        if normalise_name(tape.action) not in {normalise_name(one) for one in (*actions, *walks)}:
            result.off_list += 1
            result.apart.append(("not in the list", _where(tape.row), tape.action))
            actions += (tape.action,)
        now = {same_way(one) for one in current(self._memory)}
        decision = self._agent.act(observation, {**info, "admissible_actions": actions})
        result.decided += 1
        if normalise_name(decision.action) == normalise_name(tape.action):
            result.same_actions += 1
        else:
            result.apart.append(("action", _where(tape.row), f"{decision.action}: {tape.action}"))
        _compare_text(result, tape.row, observation)
        _compare_exits(result, tape.row, self._agent)
        _compare_facts(result, tape, decision, now)
        _compare_walk(result, tape.row, decision)
        self._left = len(decision.moves)
        return decision

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Replay an earlier decision."""
        self._agent.again(observation, decision)

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Learn as logged where a decision ends; on the way there, learn only the text."""
        self._left -= 1
        ends = self._left == 0 or (move.to is not None and info.get("location") != move.to)
        if ends:
            self._tape.at += 1
        self._tape.teach(self._tape.at if ends else None)
        self._agent.learn(move, observation, info)


def _where(row: dict[str, Any]) -> str:
    return f"{row['attempt']}:{row['step']}"


def _compare_text(result: Compared, row: dict[str, Any], observation: str) -> None:
    if row["step"] == 1:  # the older logs have other instructions after it
        observation = observation.rsplit("\n\n", 1)[0]
    logged = bare(_NUMBER.sub("", row["observation"])).lstrip("$")
    same = logged.startswith(bare(observation))
    result.same_texts += same
    if not same:
        result.apart.append(("text", _where(row), " ".join(observation.split())[:160]))


def _compare_exits(result: Compared, row: dict[str, Any], agent: Ariadne) -> None:
    rooms = {bare(room): room for room in agent.map.rooms}
    for name, listed in _EXITS.findall(row["if_explore"] or ""):
        theirs = set() if listed == "none" else {str(one) for one in ast.literal_eval(listed)}
        result.rooms += 1
        room = rooms.get(bare(name))
        ours = set(agent.map.unexplored(room)) if room is not None else set()
        result.same_exits += ours == theirs
        for exit in sorted(theirs - ours):
            kind = _exit_kind(agent, room, exit)
            result.apart.append((f"exits, theirs: {kind}", _where(row), f"{name}: {exit}"))
        for exit in sorted(ours - theirs):
            kind = "ours: not in their graph, or taken by its reading"
            result.apart.append((f"exits, {kind}", _where(row), f"{name}: {exit}"))


def _exit_kind(agent: Ariadne, room: str | None, exit: str) -> str:
    """Return why the log lists an unexplored exit that our map does not."""
    if room is None:
        return "a room we never saw"
    if exit not in OPPOSITE:
        return "words that are no direction"
    return "walked already" if exit in agent.map.taken(room) else "no exit there"


def _compare_facts(result: Compared, tape: Tape, decision: Decision, now: set[Triple]) -> None:
    row = tape.row
    theirs = {
        same_way(triple_of(one)) for one in row["associated_triplets"] if one.count(", ") == 2
    }
    parts = [fact.split(" | ") for fact in decision.facts]
    ours = {same_way(triple_of(", ".join(one))) for one in parts if ", " not in "".join(one)}
    new = {same_way(triple_of(one)) for one in row["new_triplets"] if one.count(", ") == 2}
    if theirs:
        result.found.append(len(ours & theirs) / len(theirs))
    if theirs or ours:
        result.ratio.append(len(ours & theirs) / len(ours | theirs))
    for triple in sorted(theirs - ours):
        kind = _fact_kind(tape, triple, now)
        result.apart.append((f"facts, theirs: {kind}", _where(row), ", ".join(triple)))
    for triple in sorted(ours - theirs):
        kind = "taught by this step" if triple in new else "not among their best"
        result.apart.append((f"facts, ours: {kind}", _where(row), ", ".join(triple)))


def _fact_kind(tape: Tape, triple: Triple, now: set[Triple]) -> str:
    """Return why the log recalls a fact that we do not."""
    if triple in now:
        return "not among our best"
    if triple in tape.replaced:
        return "replaced in the log, kept there"
    return "not in our graph" if triple in tape.taught else "never extracted"


def _compare_walk(result: Compared, row: dict[str, Any], decision: Decision) -> None:
    if not decision.action.startswith("go to "):
        return
    titles = [bare(title) for title in _TITLE.findall(row["observation"])]
    theirs = titles[len(titles) % 2 :: 2]  # each room of the walk is titled twice
    ours = [bare(move.to) for move in decision.moves if move.to is not None]
    result.walks += 1
    result.same_walks += theirs == ours
    if theirs != ours:
        kind = "walk, another shortest way" if len(theirs) == len(ours) else "walk"
        result.apart.append((kind, _where(row), f"{ours} for {theirs}"))


def attempts(steps: Iterable[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the steps of each attempt that have an action."""
    groups = groupby(steps, key=lambda row: row["attempt"])
    return [[row for row in rows if row["action"]] for _, rows in groups]


def play(name: str, rows: Sequence[dict[str, Any]], env: Any) -> Compared:
    """Play one attempt of a log.

    Args:
        name: of the log.
        rows: its steps; each has an action.
        env: the game it was played in.

    Raises:
        UsageError: there are no steps.
    """
    if not rows:
        raise UsageError(f"{name}: expected steps with an action, came none; is the log whole?")
    tape = Tape(rows, name)
    result = Compared(name, rows[0]["attempt"], len(rows))
    model = ScriptedModel(tape.reply)
    with Memory.open(model=model) as memory:
        paper = Settings(calls=Calls.PAPER)
        made = Ariadne(model, GraphMemory(memory, again=True), settings=paper)
        agent = _Recorded(made, memory, tape, result)
        result.outcome = rollout(env, agent, seed=0, max_steps=len(rows))
    return result


def _row(result: Compared) -> dict[str, Any]:
    assert result.outcome is not None
    log = LOGS[result.log]
    return {
        "log": result.log,
        "attempt": result.attempt,
        "logged_score": log.scores[result.attempt - 1],
        "expected_score": log.here[result.attempt - 1],
        "score": result.outcome.score,
        "won": result.outcome.won,
        "steps": result.steps,
        "decided": result.decided,
        "moves": result.outcome.moves,
        "same_texts": result.same_texts,
        "same_actions": result.same_actions,
        "off_list": result.off_list,
        "rooms": result.rooms,
        "same_exits": result.same_exits,
        "walks": result.walks,
        "same_walks": result.same_walks,
        "facts_found": _mean(result.found),
        "facts_shared": _mean(result.ratio),
        "differences": dict(sorted(Counter(kind for kind, _, _ in result.apart).items())),
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def main(argv: Sequence[str] | None = None) -> int:
    """Play the logs and print the comparison; return 0, or 2 if something is missing."""
    parser = parser_of("recorded", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument(
        "--log", nargs="+", choices=LOGS, default=list(LOGS), help="these logs only"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object an attempt")
    parser.add_argument(
        "--differences", type=int, default=0, metavar="N", help="list N of each kind"
    )
    given = parser.parse_args(argv)
    try:
        for name in given.log:
            steps = read_log(given.data / "arigraph-logs" / f"{name}.jsonl")
            for rows in attempts(steps):
                env = paper_game(given.data / "arigraph-games", LOGS[name].game)
                result = play(name, rows, env)
                env.close()
                _show(result, given)
    except (UsageError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _show(result: Compared, given: argparse.Namespace) -> None:
    row = _row(result)
    if given.json:
        print(json.dumps(row), flush=True)
    else:
        print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
    shown: Counter[str] = Counter()
    for kind, where, what in result.apart:
        shown[kind] += 1
        if shown[kind] <= given.differences:
            print(f"  {where:<7}{kind}: {what}")
