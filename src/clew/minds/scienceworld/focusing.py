"""How a choice is made: the thing to focus on, the box of a branch; and names tried again."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.minds.scienceworld.body import Body, Doing
from clew.minds.scienceworld.cases import PASSING, Case, Step
from clew.minds.scienceworld.choosing import (
    branches,
    by_name,
    measured_branch,
    preferences,
    superlatives,
    told_apart,
)
from clew.minds.scienceworld.lifting import Chosen, Lifted
from clew.minds.scienceworld.measuring import by_measurement
from clew.minds.scienceworld.phrases import (
    COMMON,
    OUTCOME,
    base,
    core_words,
    head,
    parsed,
    said_of,
    starts,
    things,
    words,
)
from clew.minds.scienceworld.references import aliased, neat, rebound

__all__ = ["PATIENCE", "Follower"]

_WAIT = "wait1"
PATIENCE = 40
"""How often steps are repeated until a thing is there."""


@dataclass(slots=True)
class Follower(ABC):
    """Who follows a lifted case; makes its choices."""

    body: Body
    cases: Sequence[Case]
    """Of the same sort as the task."""
    lifted: Lifted
    turn: int = 0
    """How many cases were tried, with this one."""
    failed: int = 0
    """Steps that could not be done."""
    focused: set[str] = field(default_factory=set)
    lost_order: bool = False
    """Whether a choice failed whose order matters."""
    lessons: list[str] = field(default_factory=list)
    """What deviations have taught."""

    _marked: tuple[Sequence[str], int | None] = ((), None)
    """What was seen when the last thing was chosen, and which line was it."""

    @property
    def case(self) -> Case:
        """The case that is followed."""
        return self.lifted.case

    def follow(self, lifted: Lifted) -> None:
        """Go over to another case; what was chosen and learned stays."""
        lifted.chosen = self.lifted.chosen
        self.lifted = lifted
        self.turn += 1

    def learn(self, lesson: str) -> None:
        """Note what a deviation has taught."""
        if lesson not in self.lessons:
            self.lessons.append(lesson)

    def meant(self, step: Step) -> tuple[str, list[str]]:
        """Return the form of a step's command, and its things here."""
        rooms = self.body.known.rooms()
        verb, now = parsed(self.lifted.put(step.action, step), rooms)
        was = parsed(step.action, rooms)[1]
        now = [neat(self.body, one) for one in now]
        pairs = zip(now, was, strict=False)
        now = [rebound(self.body, self.lifted, here, there, step.look) for here, there in pairs]
        if self.lifted.chosen and not verb.startswith("focus"):
            now = aliased(self.body, self.lifted, now)
        return verb, now

    def branch(self, ref: str) -> str | None:
        """Return the box of the branch that holds here, if the goal has branches about it."""
        goal = self.body.goal
        boxes = [branch.box for branch in branches(goal)]
        if len(boxes) < 2 or not any(box in ref for box in boxes):  # no choice
            return None
        box = measured_branch(goal, self.body.numbers)
        if box is None:
            last = " ".join(one.reply for one in self.body.done[-8:])
            told, seen = self.body.looks[self.body.room] + last, tuple(self.body.history)
            number = told_apart(self.body.known.cases, goal, told, seen)
            box = None if number is None or number >= len(boxes) else boxes[number]
        return box

    def focus(self, step: Step, ref: str) -> Doing[str]:
        """Choose a thing: what the goal names, what the branch says, or what cases preferred.

        A wrong choice may end the run, so nothing is chosen that only resembles what is meant; and
        after a choice has failed whose order matters, none is made.
        """
        body = self.body
        number = next(n for n, one in enumerate(self.case.focus) if one.action == step.action)
        done = [one for one in self.focused if one.startswith(OUTCOME)]
        late = self.turn > 1 and number < len(done) and step is not self.case.steps[-1]
        if self.lost_order or late:
            return ""
        found, alone = yield from self._choice(step, ref, number)
        again = any(said_of(one) == found for one in done)
        if found is None or (again and len({one.reply for one in self.case.focus}) > len(done)):
            self.failed += 1  # not found, or chosen before where the case chose several things
            return ""
        if not body.has(found):
            yield from body.find(found, self.lifted.place(step.room))
        body.expected = self.lifted.put(step.reply, step)
        reply = yield from body.act(f"focus on {found}")
        if starts(reply):
            reply = yield from self._refocus(found, reply)
        self.focused.add(reply)
        self._mark(reply)
        if not reply.startswith(OUTCOME):
            self.lost_order |= len(self.case.focus) > 1
        elif alone:
            self._remember_choice(step, found, reply)
        return reply

    def _choice(self, step: Step, ref: str, number: int) -> Doing[tuple[str | None, bool]]:
        """Return what to focus on, `None` if it is not found, and whether cases alone say so."""
        body, room = self.body, self.lifted.place(step.room)
        done = ((one.command, one.reply) for one in body.done)
        if measured := by_measurement(body.known.cases, self.case, body.goal, done):
            return measured, False
        box = self.branch(ref)
        if box:
            return box, False
        if re.search(r"\d$", ref):
            yield from body.go(room)
        ref, meant = neat(body, ref), said_of(step.reply)
        if step.reply.startswith(OUTCOME) and by_name(meant, self.case.goal):
            target = self.lifted.put(meant, step)
            return (yield from self._target(target, ref, step)), False
        if by_name(ref, body.goal):
            return ref, False
        preferred = yield from self._preferred(number, room)
        return preferred or ref, preferred is not None

    def _remember_choice(self, step: Step, ref: str, reply: str) -> None:
        old = frozenset(words(said_of(step.reply))) - COMMON
        new = frozenset(words(said_of(reply))) - COMMON
        raw = frozenset(words(step.action[len("focus on ") :].split(" in ")[0])) - COMMON
        if old and new:
            self.lifted.chosen[old] = Chosen(old, raw, new, ref)

    @abstractmethod
    def do(self, step: Step, *, again: bool = False) -> Doing[str]:
        """Do a step of the case; return the last reply."""

    def _until(self, target: str, step: Step) -> Doing[None]:
        """Go on as the case did before a step, until a thing is there that came to be in it."""
        block = self.case.cycle(step, said_of(step.reply))
        self.body.why = f"until there is {target}"
        for _ in range(PATIENCE if block else 0):
            for one in block:
                yield from self.do(one, again=True)
            if self.body.is_here(target):
                break

    def _became(self, step: Step) -> Doing[str | None]:
        """Wait as the case did until what was chosen last has another name; return this one.

        Things keep their place in what is seen, so the new name is in the line of the old one.
        """
        lines, at = self._marked
        block = self.case.cycle(step, said_of(step.reply))
        if at is None or not all(one.verb in PASSING for one in block):
            return None
        self.body.why = f"until {lines[at].strip()} is something else"
        for _ in range(PATIENCE if block else 0):
            now = self.body.looks[self.body.room].split("\n")
            if len(now) == len(lines) and now[at] != lines[at]:
                return next(iter(things(now[at])), None)
            for one in block:
                yield from self.do(one, again=True)
        return None

    def _mark(self, reply: str) -> None:
        """Note in which line what was chosen stands, if it is in one only."""
        lines = self.body.looks[self.body.room].split("\n")
        own = [at for at, line in enumerate(lines) if things(line) == [said_of(reply)]]
        self._marked = lines, own[0] if len(own) == 1 else None

    def _left_over(self, target: str, step: Step) -> Doing[str | None]:
        """Return the only thing of the wanted form where the case chose that none ever chose.

        For what no golden run saw: the world may call it by another name than the goal.
        """
        known, room = self.body.known, self.lifted.place(step.room)
        names = {name for each in known.seen.values() for name in each}
        forms = {*words(target)} & COMMON & {*words(said_of(step.reply))}
        own = {*words(target)} - COMMON
        if not forms or not own or any(own & {*words(name)} for name in names):
            return None
        yield from self.body.go(room)
        chosen = {said_of(one.reply) for case in self.cases for one in case.focus}
        near = [one for one in things(self.body.looks[self.body.room]) if forms <= {*words(one)}]
        left = [one for one in near if one not in chosen]
        return left[0] if len(left) == 1 and not self.body.has(target) else None

    def _target(self, target: str, ref: str, step: Step) -> Doing[str | None]:
        """Return what to call the thing that the goal names, here; `None` if it is not found."""
        body, room = self.body, self.lifted.place(step.room)
        if other := (yield from self._became(step)) or (yield from self._left_over(target, step)):
            return other
        if not body.is_here(target):
            yield from self._until(target, step)
        if not body.has(target):
            body.why = f"to find {target}"
            if not (yield from body.find(target, room)):
                return None
        held_in = re.match(r"(?:substance|paint) in (.+)", ref)
        if held_in is None:
            return ref if by_name(ref, body.goal) else target
        vessel = held_in[1]
        told = yield from body.act(f"look at {vessel}")
        if {*words(target)} <= {*words(told)}:
            return ref
        if (yield from body.act(f"move {target} to {vessel}")).startswith("No known"):
            yield from body.act(f"pick up {target}")
        return target

    def _preferred(self, number: int, room: str) -> Doing[str | None]:
        """Return the thing here that cases would have chosen."""
        body, rooms = self.body, self.body.known.rooms()
        if room in rooms:
            yield from body.go(room)
        others = {"agent", "air", *rooms}
        names = [one for one in body.objects if one not in others and not one.startswith("door")]
        like = preferences(self.cases, body.known.cases, self.case, body.goal, number)
        return like.best(names, sure=not superlatives(body.goal))

    def _grown(self, ref: str, stage: str) -> Doing[bool]:
        """Wait until what is in an earlier stage has come to this one; return whether it has."""
        kind = base(ref).lower()
        wanted = f"{kind} in the {stage} stage"
        self.body.why = f"until there is {wanted}"
        for _ in range(PATIENCE):
            if wanted in self.body.here or not self.body.has(kind):
                break
            yield from self.body.act(_WAIT)
        return wanted in self.body.here

    def _refocus(self, ref: str, reply: str) -> Doing[str]:
        """Choose the same thing by another name; in the stage wanted, if one is."""
        stage = re.findall(r"in the (\w+) stage", ref)
        number = re.findall(r" (\d+)$", ref)
        need = core_words(ref)
        if stage and (yield from self._grown(ref, stage[0])):
            return (yield from self.body.act(f"focus on {neat(self.body, ref)}"))
        fits = []
        for name in self.body.objects:
            told = set(words(name))
            other = not stage and head(name) != head(base(ref))  # a cherry tree is no cherry
            if need <= told and not other and (not stage or {*stage[:1], *number[:1]} & told):
                fits.append(name)
        for name in sorted(fits, key=len)[:2]:
            reply = yield from self.body.act(f"focus on {name}")
            if not starts(reply):
                return reply
        return reply

    def retry(self, verb: str, refs: list[str], reply: str) -> Doing[str]:
        """Call a thing by other names with the same words, as the world lists them."""
        tries = []
        for number, ref in enumerate(refs):
            wanted, need = set(words(ref)), core_words(ref)
            near = sorted(
                self.body.objects, key=lambda one: (-len(wanted & {*words(one)}), len(one))
            )
            names = [re.sub(r" in (?:inventory|[\w ]+)$", "", ref), ref.split(" containing ")[0]]
            if ref.startswith("substance in"):
                names.append(ref.split(" in ")[-1])
            names += [one for one in near[:2] if wanted & {*words(one)}]
            fits = (one for one in names if one and one != ref and need <= {*words(one)})
            tries += [verb.format(*refs[:number], one, *refs[number + 1 :]) for one in fits]
        for command in list(dict.fromkeys(tries))[:4]:
            reply = yield from self.body.act(command)
            if not starts(reply):
                break
        return reply
