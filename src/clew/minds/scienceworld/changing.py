"""Things that are to change in warmth: which devices do it, how strongly, and when it is enough.

What a device does is learned from golden runs: they put a vessel into it and measured. Here it is
watched: what a vessel holds takes another name when it has changed, and where the numbers hardly
move any more another device is taken.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clew.minds.scienceworld.body import Body, Doing
from clew.minds.scienceworld.cases import PASSING, Case, Step
from clew.minds.scienceworld.phrases import head, parsed, starts, things
from clew.regex import Regex

__all__ = ["Changer", "Station", "stations", "stretch"]

_DEGREES = Regex(r"temperature of (-?\d+)")
_FAST = 10
"""Where the numbers move by less, it waits longer between them."""
_STALLED = 6
"""A device is given up where the numbers move so many times slower than they did."""
_READINGS = 25
_ROUNDS = 3


class Station(NamedTuple):
    """A device in which golden runs put things that became warmer or colder."""

    device: str
    room: str
    rises: bool
    extreme: float
    """The last number that any run read there: the hottest, or the coldest."""
    last: str
    """What was done last to make it work; empty if nothing."""


def stations(cases: Sequence[Case]) -> dict[str, Station]:
    """Return the devices that changed how warm something is, by name."""
    found: dict[str, Station] = {}
    for case in cases:
        for move, device, after in _visits(case):
            read = [int(t[1]) for one in after if (t := _DEGREES.search(one.reply))]
            on = next((s.action for s in after if s.action == f"activate {device}"), "")
            if len(read) < 2 or read[0] == read[-1] or any("broken" in s.reply for s in after):
                continue
            rises, known = read[-1] > read[0], found.get(device)
            extreme = max(read) if rises else min(read)
            if known is None or (rises == known.rises and (extreme > known.extreme) == rises):
                found[device] = Station(device, move.room, rises, extreme, on)
    return found


def stretch(case: Case, known: Mapping[str, Station]) -> tuple[Step, tuple[str, ...]] | None:
    """Return the step with which a case first uses a device, and the devices that worked.

    `None` if the case ends with anything else than warming, cooling, measuring and waiting.
    """
    visits = [visit for visit in _visits(case) if visit[1] in known]
    worked = tuple(
        device for _, device, after in visits if not any("broken" in s.reply for s in after)
    )
    after = case.steps[case.steps.index(visits[-1][0]) + 1 :] if visits else ()
    rests = all(step.verb in (*PASSING, "activate") for step in after)
    return (visits[0][0], worked) if worked and rests else None


def _visits(case: Case) -> Iterator[tuple[Step, str, Sequence[Step]]]:
    """Yield the steps that move something into a thing, the thing, and what follows each."""
    moves = [
        (number, parsed(step.action, case.looks)[1][-1].split(" in ")[0])
        for number, step in enumerate(case.steps)
        if step.verb == "move" and step.reply.startswith("You move")
    ]
    ends = [number for number, _ in moves[1:]]
    for (number, device), end in zip(moves, [*ends, len(case.steps)], strict=False):
        yield case.steps[number], device, case.steps[number + 1 : end]


@dataclass(slots=True)
class Changer:
    """Warms and cools what a vessel holds until the world ends the run."""

    body: Body
    known: Mapping[str, Station]
    vessel: str
    broken: set[str] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)

    def run(self, devices: Sequence[str]) -> Doing[None]:
        """Do what a case did with these devices; the last one is to have the effect.

        Where no device of its kind has it, the thing may have to change the other way before.
        """
        *before, last = devices
        rises = self.known[last].rises
        for device in before:
            yield from self._until(self.known[device].rises, device, once=True)
        for _ in range(_ROUNDS):
            self.tried.clear()
            yield from self._until(rises, last, once=False)
            self.tried.clear()
            yield from self._until(not rises, "", once=True)

    def _until(self, rises: bool, first: str, *, once: bool) -> Doing[None]:
        """Use one device after the other; if `once`, until the thing has another name."""
        while (station := self._next(rises, first)) is not None:
            self.tried.add(station.device)
            if not (yield from self._put(station)):
                continue
            while (yield from self._dwell()):
                if once:
                    return

    def _next(self, rises: bool, first: str) -> Station | None:
        """Return the device to try: one in sight, the case's, then the one that does most."""
        every = {**{one.device: one for one in self._seen()}, **self.known}.values()
        gone = self.tried | self.broken
        left = [one for one in every if one.rises == rises and one.device not in gone]
        here = {*things(self.body.looks[self.body.room].lower())}
        return min(
            left,
            key=lambda s: (s.device not in here, s.device != first, -abs(s.extreme), s.device),
            default=None,
        )

    def _seen(self) -> Iterator[Station]:
        """Yield devices seen in this run that only share the noun of one that is known."""
        for room, look in self.body.looks.items():
            for name in things(look.lower()):
                for one in self.known.values():
                    if head(name) == head(one.device) and name != one.device:
                        yield one._replace(device=name, room=room)

    def _put(self, station: Station) -> Doing[bool]:
        """Put the vessel into a device that works; return whether it is there."""
        body, device = self.body, station.device
        body.why = f"{device} makes it {'warmer' if station.rises else 'colder'}"
        if not body.carries(self.vessel):
            yield from body.act(f"pick up {self.vessel}")
        if not (yield from body.find(device, station.room)):
            return False
        if re.search(rf"\b{device} door is closed", body.here):
            yield from body.act(f"open {device}")
        reply = yield from body.act(f"move {self.vessel} to {device}")
        if station.last and not starts(reply) and f"{device}, which is turned on" not in body.here:
            reply = yield from body.act(f"activate {device}")
        if starts(reply) or "broken" in reply:
            self.broken.add(device)
            return False
        return True

    def _dwell(self) -> Doing[bool]:
        """Measure what the vessel holds; return whether it changed before the numbers stand."""
        before = self._contents()
        last: float | None = None
        fastest, ticks = 0.0, 1
        for _ in range(_READINGS):
            now = self._contents()
            if now != before or not now:
                return bool(now)
            count = len(self.body.numbers)
            yield from self.body.act(f"use thermometer on {min(now)}")
            if len(self.body.numbers) == count:
                yield from self.body.act("wait")
                continue
            number, before_it = self.body.numbers[-1], last
            last = number
            if before_it is None:
                continue
            moved = abs(number - before_it)
            fastest = max(fastest, moved / ticks)
            slow = moved / ticks < max(fastest / _STALLED, 0.1)
            if slow and ticks > 1:
                return False
            ticks = 11 if slow or moved < _FAST else 1
            if ticks > 1:
                yield from self.body.act("wait")
        return False

    def _contents(self) -> set[str]:
        """Return what the vessel is seen to hold."""
        items = self.body.items()
        return {item.name.lower() for item in items if item.place.lower() == self.vessel}
