"""Cases: the golden runs of a memory, as an agent that plans by them recalls them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from clew.graph.types import Episode, Fact, Kind
from clew.memory import Memory
from clew.minds.scienceworld.phrases import base, named, said_of, starts, things, tokens
from clew.minds.scienceworld.reading import LEADS_TO, looks_like_place
from clew.regex import Regex

__all__ = ["FOCUS", "GOLDEN", "PASSING", "Block", "Case", "Knowledge", "Step", "alike", "recalled"]

GOLDEN = "clew/ScienceWorld-v0, golden, "
"""How the names of runs begin that solved a task; then comes what sort of task, and which one."""
_TOLD = Regex(r"\A> ([^\n]*)\n?")
_MOVES = Regex(r"^(?:open door to|go to) (.+)$")
_OPENED = Regex(r"^The (.+) is now open\.")
_LONGEST_BLOCK = 12
_LONGEST_WAIT = 2
_OWN_WORD = 0.1
PASSING = ("examine", "use", "wait", "wait1", "look")
"""First words of commands that measure or wait."""
FOCUS = "focus on "


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A command of a case and its reply; moves between rooms are left out."""

    action: str
    reply: str
    room: str
    """Where it was given."""
    look: str
    """What was seen there last."""

    @property
    def verb(self) -> str:
        """Its first word."""
        return self.action.split(" ")[0]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Steps that a case does so many times in a row."""

    steps: tuple[Step, ...]
    times: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A golden run."""

    sort: str
    """Cases of one sort solve the same kind of task."""
    goal: str
    steps: tuple[Step, ...]
    looks: Mapping[str, str]
    """Room -> what was seen there last."""
    program: tuple[Block, ...] = field(init=False)
    focus: tuple[Step, ...] = field(init=False)
    """The steps that choose something."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "program", tuple(_folded(self.steps)))
        chosen = tuple(step for step in self.steps if step.action.startswith(FOCUS))
        object.__setattr__(self, "focus", chosen)

    def chose(self) -> list[tuple[str, str, str]]:
        """Return what was named, what the world took it for, and what was seen, for each choice."""
        return [(s.action[len(FOCUS) :], said_of(s.reply), s.look) for s in self.focus]

    def cycle(self, step: Step, thing: str) -> tuple[Step, ...]:
        """Return what was repeated before a step for which a thing came to be; else nothing."""
        at = next(number for number, one in enumerate(self.steps) if one is step)
        before = [one.look for one in self.steps[:at] if one.room == step.room]
        if not at or not named(thing, step.look) or all(named(thing, look) for look in before):
            return ()
        last = self.steps[at - 1].action
        same = (n for n in range(at - 2, -1, -1) if self.steps[n].action == last)
        begin = next(same, None)
        return () if begin is None else self.steps[begin + 1 : at]

    def waited(self, step: Step, thing: str) -> tuple[Step, ...]:
        """Return what was done before a step until a thing was there; empty if it was before."""
        at = next(number for number, one in enumerate(self.steps) if one is step)
        name = base(thing).lower()
        block: list[Step] = []
        for before in reversed(self.steps[max(0, at - _LONGEST_WAIT) : at]):
            if before.verb not in PASSING or before.room != step.room:
                break
            block.insert(0, before)
        came = name and named(name, step.look) and any(not named(name, one.look) for one in block)
        return tuple(block) if came else ()


@dataclass
class Knowledge:
    """What all golden runs show of the world."""

    cases: Sequence[Case]
    ways: dict[str, set[str]]
    """Room -> rooms that a door leads to."""
    seen: Mapping[str, Counter[str]]
    """Room -> names of things -> in how many runs they were seen there."""

    @cached_property
    def openable(self) -> frozenset[str]:
        """The things that golden runs opened; what is seen does not tell this of all."""
        opened = (_OPENED.search(step.reply) for case in self.cases for step in case.steps)
        return frozenset(found[1].lower() for found in opened if found)

    def rooms(self) -> list[str]:
        """Return all rooms."""
        near = (room for each in self.ways.values() for room in each)
        return sorted({*self.ways, *near, *(room for case in self.cases for room in case.looks)})

    def like(self, goal: str) -> list[Case]:
        """Return the cases of the sort whose goals are most like this one.

        By the most alike goal; what all goals of a sort say, and those of another sort do not, is
        worth more.
        """
        sorts: dict[str, list[Case]] = {}
        for case in self.cases:
            sorts.setdefault(case.sort, []).append(case)
        told = {
            sort: set.intersection(*({*tokens(case.goal)} for case in cases))
            for sort, cases in sorts.items()
        }
        mine = {*tokens(goal)}

        def fits(sort: str) -> float:
            others = [words for other, words in told.items() if other != sort]
            own = {word for word in told[sort] if not all(word in words for words in others)}
            best = max(alike(case.goal, goal) for case in sorts[sort])
            return best + _OWN_WORD * (len(own & mine) - 2 * len(own - mine))

        return sorts[max(sorted(sorts), key=fits)] if sorts else []


def alike(one: str, other: str) -> float:
    """Return how alike two texts are, from 0 to 1."""
    return SequenceMatcher(None, tokens(one), tokens(other), autojunk=False).ratio()


def recalled(memory: Memory) -> Knowledge:
    """Return what the golden runs of a memory tell."""
    sorts = {
        run.id: run.name.removeprefix(GOLDEN).rpartition(",")[0]
        for run in memory.runs()
        if run.name.startswith(GOLDEN)
    }
    begun = {run.episode for run in memory.runs()}
    texts: dict[str, list[Episode]] = {run: [] for run in sorts}
    ways: dict[str, set[str]] = {}
    with memory.view() as view:
        items = view.items([*view.ids(Kind.EPISODE), *view.ids(Kind.FACT)])
    golden = set[int]()
    for item in items:
        if isinstance(item, Episode) and item.source in texts and item.id not in begun:
            texts[item.source].append(item)
            golden.add(item.id)
    for item in items:  # what other runs saw must not count: one that is resumed would go elsewhere
        if isinstance(item, Fact) and item.relation == LEADS_TO and golden & {*item.episodes}:
            ways.setdefault(item.subject_name, set()).add(item.object_name)
            ways.setdefault(item.object_name, set()).add(item.subject_name)
    cases = [_case(sorts[run], [one.text for one in told]) for run, told in texts.items() if told]
    seen: dict[str, Counter[str]] = {}
    for case in cases:
        for room, look in case.looks.items():
            seen.setdefault(room, Counter()).update(things(look))
    return Knowledge(cases, ways, seen)


def _case(sort: str, texts: Sequence[str]) -> Case:
    """Return a case from the texts of its run; the first one ends with the goal."""
    whole = list[str]()
    for text in texts:
        if not whole or _TOLD.match(text) or looks_like_place(text):
            whole.append(text)
        else:  # a long text is kept in passages
            whole[-1] += text
    first, _, goal = whole[0].rpartition("\n\n")
    looks: dict[str, str] = {}
    steps = list(_steps([first, *whole[1:]], looks))
    return Case(sort, goal, tuple(steps), looks)


def _steps(texts: Sequence[str], looks: dict[str, str]) -> Iterator[Step]:
    room = asked = ""
    for text in texts:
        told = _TOLD.match(text)
        reply = text[told.end() :] if told else text
        if (place := looks_like_place(reply)) is not None:
            room = place
            looks[room] = reply
            continue
        action = told[1].strip() if told else ""
        if _MOVES.match(action):
            continue
        if asked:
            action, asked = asked, ""
        elif reply.startswith("Ambiguous"):
            asked = action
            continue
        elif starts(reply, ("No known", "Unknown action", "You can't move something into itself")):
            continue
        yield Step(_exact(action, reply), reply, room, looks.get(room, ""))


def _exact(action: str, reply: str) -> str:
    """Return a command with the names that the reply gives, where it used vaguer ones.

    >>> _exact("drop light", "You move the red light bulb to the hall.")
    'drop red light bulb'
    """
    moved = re.search(r"You move the (.+?) to the ", reply)
    taken = re.fullmatch(r"(drop|pick up|put down|move) (.+?)( to .+)?", action)
    if (
        moved
        and taken
        and moved[1].lower() not in taken[2]
        and " in " not in taken[2].replace(" in inventory", "")
    ):
        return f"{taken[1]} {moved[1]}{taken[3] or ''}"
    poured = re.search(r"You pour the contents of the .+ into the (.+?)\.$", reply)
    if poured and (whole := re.fullmatch(rf"(pour .+) in(?:to)? {re.escape(poured[1])}", action)):
        return f"{whole[1]} into {poured[1]}"
    joined = re.search(r"(.+) on (.+) is now connected to (.+) on (.+)$", reply)
    ends = re.fullmatch(r"connect (.+) to (.+)", action)
    if joined and ends:
        here = [
            end if name.lower() in end else f"{pole} in {name}"
            for end, pole, name in zip(
                ends.groups(), joined.groups()[::2], joined.groups()[1::2], strict=True
            )
        ]
        return f"connect {here[0]} to {here[1]}"
    return action


def _folded(steps: Sequence[Step]) -> Iterator[Block]:
    """Yield the steps in order, those that come again and again as one block."""
    at = 0
    while at < len(steps):
        best = max(_repeats(steps, at), key=lambda one: (one[0] * one[1], -one[1]), default=None)
        times, length = best or (1, 1)
        yield Block(tuple(steps[at : at + length]), times)
        at += times * length


def _repeats(steps: Sequence[Step], at: int) -> Iterator[tuple[int, int]]:
    """Yield how often blocks are repeated from here, and how long they are."""
    for length in range(1, _LONGEST_BLOCK + 1):
        block = [step.action for step in steps[at : at + length]]
        if len(block) < length or any("broken" in step.reply for step in steps[at : at + length]):
            continue
        times = 1
        while [s.action for s in steps[at + times * length : at + (times + 1) * length]] == block:
            times += 1
        if times >= 3 or (times == 2 and length >= 4):  # two alike may be chance
            yield times, length
