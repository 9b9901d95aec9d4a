"""How one step of a case is done here: its things are found, replaced, prepared; then it is tried."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.minds.scienceworld.body import Body, Doing
from clew.minds.scienceworld.cases import Case, Step, alike
from clew.minds.scienceworld.choosing import branches, by_name, measured_branch, preferences, told_apart
from clew.minds.scienceworld.lifting import Chosen, Lifted, ingredients
from clew.minds.scienceworld.naming import aliased, held, neat, rebound, stand_in
from clew.minds.scienceworld.phrases import (
    COMMON,
    OUTCOME,
    base,
    core_words,
    form,
    head,
    parsed,
    said_of,
    starts,
    words,
)

__all__ = ["Doer", "ReplanError"]

_PATIENCE = 40
"""How often steps are repeated until a thing is there."""
_CHANGES = 2
"""How often the plan is given up for another case because of a device."""
_BORROWED = 7
"""Most steps of another case that are borrowed."""


class ReplanError(Exception):
    """Another case fits better; `case` is it."""

    def __init__(self, case: Case, why: str) -> None:
        super().__init__(why)
        self.case = case


@dataclass(slots=True)
class Doer:
    """Does the steps of a lifted case."""

    body: Body
    cases: Sequence[Case]
    """Of the same sort as the task."""
    lifted: Lifted
    turn: int = 0
    """How many cases were tried, with this one."""
    failed: int = 0
    """Steps that could not be done."""
    changes: int = 0
    focused: set[str] = field(default_factory=set)
    lost_order: bool = False
    """Whether a choice failed whose order matters."""
    lessons: list[str] = field(default_factory=list)
    """What deviations have taught."""
    _waited: set[str] = field(default_factory=set)
    _prepared: set[tuple[str, str]] = field(default_factory=set)

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

    def do(self, step: Step, *, again: bool = False) -> Doing[str]:
        """Do a step of the case; return the last reply."""
        verb, refs = self.meant(step)
        if verb == "focus on {}":
            return (yield from self._focus(step, refs[0]))
        if not refs:
            self.body.expected = step.reply
            return (yield from self.body.act(verb))
        room = self.lifted.place(step.room)
        if verb in ("drop {}", "put down {}"):
            yield from self.body.go(room)
        yield from self._wait_for(step, refs)
        yield from self._gather(verb, refs, room)
        if verb == "mix {}":
            yield from self._add_extra(refs[0])
        if verb == "move {} to {}" and refs[-1][-1:].isdigit():
            yield from self._prepare(step, refs)
        self.body.expected = self.lifted.put(step.reply, step)
        reply = yield from self.body.act(verb.format(*refs))
        if "broken" in reply:
            self._change(step, broken=True)
            return reply
        if starts(reply) and not again and not all(self.body.has(one) for one in refs):
            return (yield from self.do(step, again=True))
        if starts(reply):
            reply = yield from self._retry(verb, refs, reply)
        self.failed += starts(reply)
        if verb == "read {}":
            self._read(step.reply, reply)
        return reply

    # -- before a step ---------------------------------------------------------------------

    def _wait_for(self, step: Step, refs: Sequence[str]) -> Doing[None]:
        """Repeat what was done before a step until what it needs, and came to be there, is here."""
        was = parsed(step.action, self.body.known.rooms())[1]
        for ref, there in zip(refs, was, strict=False):
            block = self.case.waited(step, there)
            if self.body.has(ref) or ref in self._waited or not block:
                continue
            self._waited.add(ref)
            self.body.why = f"until there is {ref}"
            for _ in range(_PATIENCE):
                replies = []
                for one in block:
                    replies.append((yield from self.do(one, again=True)))
                if self.body.has(ref) or all(map(starts, replies)):
                    break

    def _gather(self, verb: str, refs: list[str], room: str) -> Doing[None]:
        """See that all things of a step are here; what is not is found, or replaced in `refs`."""
        boxes = {branch.box for branch in branches(self.body.goal)}
        for number, ref in enumerate(refs):
            if ref in boxes and verb.startswith("move"):
                refs[number] = ref = self._branch(ref) or ref
            if self.body.has(ref):
                continue
            other = None
            gone = self.body.room == room and not self.body.seen(ref) and not self.body.told(ref)
            if gone or not self.body.somewhere(ref):
                other = stand_in(self.body, self.lifted, self.cases, ref)
            if other is None:
                other = yield from self._fetch(verb, refs[:number], ref, room)
            if other is not None:
                self.learn(f"{other} stands for {base(ref)}")
                self.lifted.stand_ins[base(ref)] = other
                refs[number] = re.sub(rf"\b{re.escape(base(ref))}\b", other, ref)
                if not self.body.has(refs[number]):
                    yield from self.body.find(refs[number], room)

    def _fetch(self, verb: str, before: Sequence[str], ref: str, room: str) -> Doing[str | None]:
        """Bring a thing together with those before it; return what stands for it if it is not."""
        self.body.why = f"to find {ref}"
        body = self.body
        left = [one for one in before if not body.carries(one)]
        home = body.room if left else None
        if left and not verb.startswith("connect"):
            for one in left:
                if not (yield from body.act(f"pick up {one}")).startswith("You move"):
                    break
            else:
                home = None
        if (yield from body.find(ref, room)):
            if home and home != body.room:
                yield from body.act(f"pick up {ref}")
                yield from body.go(home)
            return None
        yield from body.go(room)
        return None if body.told(ref) else stand_in(body, self.lifted, self.cases, ref)

    def _add_extra(self, vessel: str) -> Doing[None]:
        """Put in what this list has and the case's has not."""
        more, self.lifted.extra = self.lifted.extra, ()
        for one in more:
            home = self.body.room
            if (yield from self.body.find(one)):
                yield from self.body.act(f"pick up {one}")
                yield from self.body.go(home)
                yield from self.body.act(f"move {one} to {vessel}")

    def _prepare(self, step: Step, refs: Sequence[str]) -> Doing[None]:
        """Put in what the case's vessel held and this one does not, as some golden run did."""
        was = re.search(r"([a-z ]+ \d+)$", parsed(step.action, self.body.known.rooms())[1][-1])
        now = re.search(r"([a-z ]+ \d+)$", refs[-1])
        if not was or not now:
            return
        vessel = now[1].strip()
        for what in sorted(held(step.look, was[1].strip()) - held(self.body.here, vessel)):
            known = (what, vessel) in self._prepared
            if not known and len(what.split()) == 1:
                self._prepared.add((what, vessel))
                yield from self._borrow(what, vessel)

    def _borrow(self, what: str, vessel: str) -> Doing[None]:
        """Do the steps with which a golden run got something and put it into such a vessel."""
        kind = re.sub(r" \d+$", "", vessel)
        steps = _means(self.body.known.cases, what, f"You move the {what} to the {kind}")
        if not steps:
            return
        self.body.why = f"{vessel} lacks {what}"
        self.learn(f"{vessel} lacks {what}")
        for step in steps[:-1]:
            if step.verb == "pick" and self.body.carries(step.action[len("pick up ") :]):
                continue
            yield from self.body.go(step.room)
            yield from self.body.act(step.action.replace(" in inventory", ""))
        yield from self.body.go(steps[-1].room)
        yield from self.body.act(f"move {what} to {vessel}")

    # -- after a step ----------------------------------------------------------------------

    def _change(self, step: Step, *, broken: bool) -> None:
        """Go over to a case in which a device was as it is here.

        Raises:
            ReplanError: there is one.
        """
        other = [
            one
            for one in self.cases
            if one is not self.case
            and any(s.action == step.action and ("broken" in s.reply) == broken for s in one.steps)
        ]
        if other and self.changes < _CHANGES:
            self.changes += 1
            state = "broken" if broken else "not broken"
            best = max(other, key=lambda one: alike(one.goal, self.body.goal))
            raise ReplanError(best, f"{step.action}: it is {state}")

    def probe(self, step: Step) -> Doing[None]:
        """Try what was broken in the case."""
        self.body.expected = step.reply
        if "now activated" in (yield from self.body.act(self.lifted.put(step.action))):
            self._change(step, broken=False)

    def _read(self, old: str, new: str) -> None:
        """Align a list that was read with the case's; or go over to the case that has more of it.

        Raises:
            ReplanError: there is one.
        """
        now = ingredients(new)
        if not now:
            return
        best = max(self.cases, key=lambda one: _in_common(one, now))
        if best is not self.case and _in_common(best, now) > _in_common(self.case, now):
            raise ReplanError(best, f"the list is {', '.join(now)}")
        self.lifted.take_list(old, new)

    def _retry(self, verb: str, refs: list[str], reply: str) -> Doing[str]:
        """Call a thing by other names with the same words, as the world lists them."""
        tries = []
        for number, ref in enumerate(refs):
            wanted, need = set(words(ref)), core_words(ref)
            near = sorted(self.body.objects, key=lambda one: (-len(wanted & {*words(one)}), len(one)))
            names = [re.sub(r" in (?:inventory|[\w ]+)$", "", ref), ref.split(" containing ")[0]]
            if ref.startswith("substance in"):
                names.append(ref.split(" in ")[-1])
            names += [one for one in near[:2] if wanted & {*words(one)}]
            for name in dict.fromkeys(names):
                if name and name != ref and need <= {*words(name)}:
                    tries.append(verb.format(*refs[:number], name, *refs[number + 1 :]))
        for command in list(dict.fromkeys(tries))[:4]:
            reply = yield from self.body.act(command)
            if not starts(reply):
                break
        return reply

    # -- choices ---------------------------------------------------------------------------

    def _branch(self, ref: str) -> str | None:
        """Return the box of the branch that holds here, if the goal has branches about it."""
        goal = self.body.goal
        boxes = [branch.box for branch in branches(goal)]
        if len(boxes) < 2 or not any(box in ref for box in boxes):  # noqa: PLR2004  # no choice
            return None
        box = measured_branch(goal, self.body.numbers)
        if box is None:
            last = " ".join(one.reply for one in self.body.done[-8:])
            told, seen = self.body.looks[self.body.room] + last, tuple(self.body.history)
            number = told_apart(self.body.known.cases, goal, told, seen)
            box = None if number is None or number >= len(boxes) else boxes[number]
        return box

    def _focus(self, step: Step, ref: str) -> Doing[str]:
        """Choose a thing: what the goal names, what the branch says, or what cases preferred.

        A wrong choice may end the run, so nothing is chosen that only resembles what is meant; and
        after a choice has failed whose order matters, none is made.
        """
        body, case = self.body, self.case
        number = next(n for n, one in enumerate(case.focus) if one.action == step.action)
        done = [one for one in self.focused if one.startswith(OUTCOME)]
        late = self.turn > 1 and number < len(done) and step is not case.steps[-1]
        if self.lost_order or late:
            return ""
        room = self.lifted.place(step.room)
        box = self._branch(ref)
        if not box and re.search(r"\d$", ref):
            yield from body.go(room)
        ref = neat(body, ref)
        meant, alone = said_of(step.reply), False
        by_goal = step.reply.startswith(OUTCOME) and by_name(meant, case.goal)
        if box:
            ref = box
        elif by_goal:
            found = yield from self._target(self.lifted.put(meant, step), ref, room)
            if found is None:
                self.failed += 1
                return ""
            ref = found
        elif not by_name(ref, body.goal):
            got = yield from self._preferred(number, room)
            ref, alone = got or ref, got is not None
        if not body.has(ref):
            yield from body.find(ref, room)
        body.expected = self.lifted.put(step.reply, step)
        reply = yield from body.act(f"focus on {ref}")
        if starts(reply):
            reply = yield from self._refocus(ref, reply)
        self.focused.add(reply)
        if not reply.startswith(OUTCOME):
            self.lost_order = self.lost_order or len(case.focus) > 1
        elif alone:
            self._remember_choice(step, ref, reply)
        return reply

    def _remember_choice(self, step: Step, ref: str, reply: str) -> None:
        old = frozenset(words(said_of(step.reply))) - COMMON
        new = frozenset(words(said_of(reply))) - COMMON
        raw = frozenset(words(step.action[len("focus on ") :].split(" in ")[0])) - COMMON
        if old and new:
            self.lifted.chosen[old] = Chosen(old, raw, new, ref)

    def _target(self, target: str, ref: str, room: str) -> Doing[str | None]:
        """Return what to call the thing that the goal names, here; `None` if it is not found."""
        body = self.body
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
        return like.best(names)

    def _refocus(self, ref: str, reply: str) -> Doing[str]:
        """Choose the same thing by another name; in the stage wanted, if one is."""
        stage = re.findall(r"in the (\w+) stage", ref)
        number = re.findall(r" (\d+)$", ref)
        need = core_words(ref)
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


def _in_common(case: Case, now: Sequence[str]) -> tuple[float, float]:
    """Return how well a list that a case read fits another one."""
    read = next((step.reply for step in case.steps if step.verb == "read"), "")
    was = ingredients(read)
    if not was:
        return -9, 0
    return 2 * len({*was} & {*now}) - 1.5 * abs(len(was) - len(now)), -len(case.steps)


def _means(cases: Sequence[Case], what: str, reply: str) -> list[Step]:
    """Return the steps with which a golden run came to a reply, back to where they began."""
    for case in cases:
        steps = case.steps
        ends = [
            n
            for n, step in enumerate(steps)
            if n and step.reply.startswith(reply) and what in steps[n - 1].action
        ]
        if not ends:
            continue
        wanted, found, last = {what}, [steps[ends[0]]], steps[ends[0]]
        for before in reversed(steps[max(0, ends[0] - _BORROWED + 1) : ends[0]]):
            same = form(before.action) == form(last.action)
            if same or not wanted & {*words(before.action), *words(before.reply)}:
                break
            found.insert(0, before)
            wanted |= {*words(before.action)} - {"pick", "up", "use", "move"}
        return found
    return []
