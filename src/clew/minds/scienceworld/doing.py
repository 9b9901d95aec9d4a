"""How one step of a case is done here: its things are found, replaced, prepared; it is tried."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.minds.scienceworld.body import Doing
from clew.minds.scienceworld.cases import PASSING, Case, Step
from clew.minds.scienceworld.choosing import branches
from clew.minds.scienceworld.focusing import PATIENCE, Follower
from clew.minds.scienceworld.lifting import ingredients
from clew.minds.scienceworld.phrases import base, form, parsed, starts, words
from clew.minds.scienceworld.references import held, stand_in

__all__ = ["Doer", "ReplanError"]

_BORROWED = 7
"""Most steps of another case that are borrowed."""


class ReplanError(Exception):
    """Another case fits better; `case` is it."""

    def __init__(self, case: Case, why: str) -> None:
        super().__init__(why)
        self.case = case


@dataclass(slots=True)
class Doer(Follower):
    """Does the steps of a lifted case."""

    _waited: set[str] = field(default_factory=set)
    _prepared: set[tuple[str, str]] = field(default_factory=set)

    def do(self, step: Step, *, again: bool = False) -> Doing[str]:
        """Do a step of the case; return the last reply."""
        verb, refs = self.meant(step)
        if verb == "focus on {}":
            return (yield from self.focus(step, refs[0]))
        if any(base(ref) in self.lifted.dropped for ref in refs):
            return ""
        if not refs:
            self.body.expected = step.reply
            return (yield from self.body.act(verb))
        if self._is_past(step, verb.format(*refs), refs):
            return ""
        yield from self._before(step, verb, refs)
        self.body.expected = self.lifted.put(step.reply, step)
        reply = yield from self.body.act(verb.format(*refs))
        if "can't pick up a liquid" in reply:
            reply = yield from self._pour(refs)
        if starts(reply) and not again and not all(self.body.has(one) for one in refs):
            return (yield from self.do(step, again=True))
        if starts(reply):
            reply = yield from self.retry(verb, refs, reply)
        self.failed += starts(reply)
        if verb == "read {}":
            self._read(step.reply, reply)
        return reply

    def _before(self, step: Step, verb: str, refs: list[str]) -> Doing[None]:
        """See to what a step needs; `refs` may be changed."""
        room = self.lifted.place(step.room)
        if verb in ("drop {}", "put down {}"):
            yield from self.body.go(room)
        yield from self._wait_for(step, refs)
        yield from self._gather(step, verb, refs)
        if verb == "mix {}":
            yield from self._add_extra(refs[0])
        if verb == "move {} to {}" and refs[-1][-1:].isdigit():
            yield from self._prepare(step, refs)

    def _is_past(self, step: Step, command: str, refs: Sequence[str]) -> bool:
        """Return whether a step measures or waits for what was here and is no more: it changed."""
        if step.verb not in PASSING or all(map(self.body.has, refs)):
            return False
        return any(one.command == command and not starts(one.reply) for one in self.body.done)

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
            for _ in range(PATIENCE):
                replies = []
                for one in block:
                    replies += [(yield from self.do(one, again=True))]
                if self.body.has(ref) or all(map(starts, replies)):
                    break

    def _gather(self, step: Step, verb: str, refs: list[str]) -> Doing[None]:
        """See that all things of a step are here; what is not is found, or replaced in `refs`."""
        room = self.lifted.place(step.room)
        boxes = {branch.box for branch in branches(self.body.goal)}
        for number, ref in enumerate(refs):
            if ref in boxes and verb.startswith("move"):
                refs[number] = ref = self.branch(ref) or ref
            if self.body.has(ref):
                continue
            other = None
            at_place = self.body.room == room
            gone = at_place and not self.body.seen(ref) and not self.body.told(ref)
            empty = at_place and f"{base(ref)} (containing nothing)" in step.look.lower()
            if gone or empty or not self.body.somewhere(ref):  # what is elsewhere may be full
                other = stand_in(self.body, self.lifted, self.cases, ref, empty=empty)
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
        yield from self.body.act(f"move {what} in inventory to {vessel}")

    # -- after a step ----------------------------------------------------------------------

    def _pour(self, refs: Sequence[str]) -> Doing[str]:
        """Pour what cannot be picked up, as the world tells, out of what holds it."""
        what = base(refs[0]).lower()
        holders = [one.place for one in self.body.items() if one.name.lower() == what]
        if not holders:
            return ""
        return (yield from self.body.act(f"pour {holders[0]} into {refs[-1]}"))

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
