"""The map that a memory of a played game holds: places, ways, what is there, what killed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clew.agents.worldmap import OPPOSITE, WorldMap, ways_of
from clew.envs.fiction.signs import ended
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Episode, Fact, Kind
from clew.learn.runs import Run
from clew.memory import Memory
from clew.text import normalise_name, normalise_relation

__all__ = ["Door", "KnownMap", "Passage", "Spot", "known_map"]

_DOOR = re.compile(r"has door (?:to the )?(\w+)")
_LEADS_TO, _EXIT = "leads to", "has exit"
_HERE = frozenset({"is in", "is at", "is on"})
_PLAYER, _CARRIED = "player", "inventory"
_STATES = ("locked", "closed", "blocked", "shut", "open", "unlocked")
"""States of a door, the most telling first."""
_DEPTH = 4
"""Most things around a thing: a coin in a purse in a drawer of a desk."""


@dataclass(frozen=True, slots=True)
class Door:
    """A door, and its state as last seen: `locked`, `closed`, `open`; "" if unknown."""

    name: str
    state: str = ""

    @property
    def shut(self) -> bool:
        """Whether it was shut when it was last seen."""
        return self.state not in ("", "open")

    @property
    def text(self) -> str:
        """Its name, with its state in brackets."""
        return f"{self.name} ({self.state})" if self.state else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A way between two places."""

    place: str
    direction: str
    """One of `OPPOSITE`, or "" if the world names none."""
    other: str
    back: bool
    """Whether the opposite direction leads back, as far as is known."""
    door: Door | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place."""

    name: str
    untried: Mapping[str, Door | None]
    """Direction of an exit that is not known to lead anywhere -> its door, if it has one."""
    things: tuple[str, ...]
    """What is there, as far as is known: `lamp`, `coin (in purse)`."""
    killed: tuple[str, ...]
    """Texts that told of a death there, oldest first."""
    here: bool
    """Whether it is the player's last place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMap:
    """What a memory knows of a world; empty if it knows no way and no exit."""

    name: str
    spots: tuple[Spot, ...]
    """In the order in which they became known."""
    passages: tuple[Passage, ...]
    carried: tuple[str, ...]
    """What the player has."""


def known_map(memory: Memory, run: str | None = None) -> KnownMap:
    """Return the map of a game that was played into a memory.

    Ways come from all runs of the world that was played last, what is where from the newest of
    them; with `run`, the id of one, all is as that run saw it, at its end. A memory without runs
    is read as one world.

    Raises:
        UsageError: the memory counts time in datetimes, as no game does.
        UnknownNameError: it holds no such run.
    """
    runs = memory.runs()
    newest = _named(runs, run)
    sources = {one.id for one in runs if newest and newest.name == one.name}
    sources = sources if run is None else {run}
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        facts = [one for one in view.items(view.ids(Kind.FACT)) if isinstance(one, Fact)]
        texts = [one for one in view.items(view.ids(Kind.EPISODE)) if isinstance(one, Episode)]
    began = {one.episode for one in runs}
    if newest is not None:
        texts = [one for one in texts if one.source in sources and one.id not in began]
        told = {one.id for one in texts}
        facts = [one for one in facts if told & {*one.episodes}]
    if any(not isinstance(one.at, int) for one in texts):
        raise UsageError(
            "expected a memory of a game, which counts moves; came one that counts dates; "
            "name the memory that `clew play` wrote"
        )
    name = run or (newest.name if newest else memory.namespace)
    return _Reading(facts, texts, _end(runs, newest)).map(name)


def _named(runs: Sequence[Run], run: str | None) -> Run | None:
    """Return the run with this id, by default the newest; `None` if there are no runs."""
    if run is None:
        return runs[-1] if runs else None
    for one in runs:
        if one.id == run:
            return one
    raise UnknownNameError("run", run, [one.id for one in runs])


def _end(runs: Sequence[Run], run: Run | None) -> int | None:
    """Return the step at which the next run began; `None` if it is the newest."""
    later = [one.at(0) for one in runs if run and one.episode > run.episode]
    return min(later, default=None)


class _Reading:
    """The facts of a world, read as a map."""

    def __init__(self, facts: Sequence[Fact], texts: Sequence[Episode], end: int | None) -> None:
        self._facts, self._texts, self._end = facts, texts, end
        self._now = [one for one in facts if self._holds(one)]
        self._map = WorldMap()
        self._map.know(ways_of((one.subject_name, one.relation, one.object_name)
                               for one in self._now))  # fmt: skip
        self._spelt: dict[str, str] = {}
        self._exits: dict[str, dict[str, None]] = {}
        self._doors: dict[tuple[str, str], str] = {}
        for place in (*self._map.unvisited, *self._exits_told()):
            spelt = self._spelt.setdefault(normalise_name(place), place)
            self._map.arrive(spelt)
            self._map.see(self._exits.get(normalise_name(place), ()))

    def _holds(self, fact: Fact) -> bool:
        """Return whether a fact holds at the end of the run that is drawn."""
        if fact.valid_to is None:
            return True
        return self._end is not None and int(fact.valid_to) >= self._end  # type: ignore[arg-type]

    def _exits_told(self) -> Iterator[str]:
        """Collect exits and doors; yield the places that have them or that doors join."""
        for fact in self._now:
            at, relation = normalise_name(fact.subject_name), normalise_relation(fact.relation)
            door = _DOOR.fullmatch(relation)
            direction = fact.object_name if relation == _EXIT else door[1] if door else ""
            if direction in OPPOSITE:
                self._exits.setdefault(at, {})[direction] = None
                if door:
                    self._doors[at, direction] = fact.object_name
                yield fact.subject_name
            elif relation == _LEADS_TO:
                yield from (fact.subject_name, fact.object_name)

    def map(self, name: str) -> KnownMap:
        """Return the map."""
        here = self._place_at(None)
        killed: dict[str, list[str]] = {}
        for text in self._texts:
            if ended(text.text) is False and (place := self._place_at(text.at)):
                killed.setdefault(place, []).append(text.text)
        things = self._things()
        spots = tuple(
            Spot(
                name=place,
                untried={way: self._door(place, way) for way in self._map.unexplored(place)},
                things=things.get(normalise_name(place), ()),
                killed=tuple(killed.get(place, ())),
                here=place == here,
            )
            for place in self._map.rooms
        )
        passages = (*self._walked(), *self._named_ways())
        return KnownMap(name=name, spots=spots, passages=passages, carried=things.get(_CARRIED, ()))

    def _walked(self) -> Iterator[Passage]:
        """Yield every way with a direction, a way and its way back once."""
        done: set[tuple[str, str]] = set()
        for place in self._map.rooms:
            for direction, other in self._map.leads(place).items():
                back = self._map.leads(other).get(OPPOSITE[direction]) == place
                if (place, direction) not in done:
                    done |= {(other, OPPOSITE[direction])} if back else set()
                    door = self._door(place, direction)
                    if back and door is None:
                        door = self._door(other, OPPOSITE[direction])
                    yield Passage(
                        place=place, direction=direction, other=other, back=back, door=door
                    )

    def _named_ways(self) -> Iterator[Passage]:
        """Yield the ways that a world names by where they lead, not by a direction.

        Each is assumed to lead back, unless the ways of the other place are told without it.
        """
        told = {
            (normalise_name(one.subject_name), normalise_name(one.object_name)): None
            for one in self._now
            if normalise_relation(one.relation) == _LEADS_TO
        }
        done: set[tuple[str, str]] = set()
        for one, other in told:
            if one == other or (one, other) in done:
                continue
            done.add((other, one))
            place, to = self._spelt[one], self._spelt[other]
            state = self._state(f"door from {place} to {to}")
            door = Door("door", state) if state else None
            seen = any(start == other for start, _ in told)
            back = not seen or (other, one) in told
            yield Passage(place=place, direction="", other=to, back=back, door=door)

    def _door(self, place: str, direction: str) -> Door | None:
        door = self._doors.get((normalise_name(place), direction))
        return None if door is None else Door(door, self._state(door))

    def _state(self, door: str) -> str:
        """Return the newest state of a door, or ""; of several at once the most telling."""
        name = normalise_name(door)
        found = {
            normalise_name(one.object_name)
            for one in self._now
            if normalise_relation(one.relation) == "is" and normalise_name(one.subject_name) == name
        }
        return next((state for state in _STATES if state in found), "")

    def _place_at(self, step: object) -> str | None:
        """Return where the player was after a step, as far as is known; `None` for the last one."""
        last: tuple[int, str] | None = None
        for fact in self._facts:
            relation = normalise_relation(fact.relation)
            to = ""
            if relation in _HERE and normalise_name(fact.subject_name) == _PLAYER:
                to = fact.object_name
            elif next(ways_of([(fact.subject_name, relation, fact.object_name)]), None):
                to = fact.subject_name
            place = self._spelt.get(normalise_name(to))
            at = fact.valid_from
            if place is None or not isinstance(at, int):
                continue
            early = step is None or (isinstance(step, int) and at <= step)
            if early and (last is None or at >= last[0]):
                last = at, place
        return None if last is None else last[1]

    def _things(self) -> dict[str, tuple[str, ...]]:
        """Return normalised place -> what is in it, directly or in something that is."""
        around: dict[str, tuple[str, str, str]] = {}
        names: dict[str, str] = {}
        for one in self._now:
            thing, relation = normalise_name(one.subject_name), normalise_relation(one.relation)
            if relation in _HERE and thing != _PLAYER and thing not in self._spelt:
                around[thing] = (normalise_name(one.object_name), relation, one.object_name)
                names.setdefault(thing, one.subject_name)
        found: dict[str, list[str]] = {}
        for thing, (at, relation, holder) in around.items():
            place = at
            for _ in range(_DEPTH):
                if place in self._spelt or place == _CARRIED or place not in around:
                    break
                place = around[place][0]
            inside = f" ({relation.removeprefix('is ')} {holder})" if place != at else ""
            found.setdefault(place, []).append(names[thing] + inside)
        return {place: tuple(sorted(things, key=_inner)) for place, things in found.items()}


def _inner(thing: str) -> tuple[bool, str]:
    """Sort what stands alone before what is in something."""
    return thing.endswith(")"), thing
