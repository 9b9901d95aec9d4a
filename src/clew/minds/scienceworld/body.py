"""The one who acts: where it is, what it sees, how it goes somewhere and finds something.

Whatever takes commands is a generator: it yields a command and gets the world's reply. So a whole
plan reads as it is carried out, and the agent (`agent.CaseBased`) asks for one command at a time.
"""

import re
from collections import deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from clew.agents.base import Info
from clew.minds.scienceworld.cases import Knowledge
from clew.minds.scienceworld.phrases import base, head, things, words
from clew.minds.scienceworld.reading import Item, listed_items
from clew.regex import Regex

__all__ = ["Body", "Command", "Doing", "Happened"]


T = TypeVar("T")


class Command(NamedTuple):
    """A command, and what it is for."""

    text: str
    why: str = ""
    expected: str = ""
    """The reply that the case had; empty if it is no step of the case."""


class Happened(NamedTuple):
    """A command that was given, and its reply."""

    command: str
    reply: str
    room: str


Doing: TypeAlias = Generator[Command, tuple[str, Info], T]

_DOOR = Regex(r"A door to the ([\w ]+?) \(that is (open|closed)\)")
_SHUT = Regex(
    r"\ban? ([\w ]+?)(?:, which is (?:turned off|off|deactivated))?\. the [\w ]*door is closed"
    r"|\ban? ([\w ]+?) \(that is closed\)"
)
_DEGREES = Regex(r"temperature of (-?\d+)")
_PARTS = Regex(r" (?:in|on|containing|and) ")
_NOT_A_THING = Regex(r"^substance in |\b(?:anode|cathode|terminal \d)\b(?: in )?")
_LONGEST = 200
_ROOMS_OF_OLD = 3
"""In how many rooms where golden runs saw a thing it is looked for first."""
_OFTEN = 4
"""A thing seen there in more runs is somewhere in every run."""


@dataclass(slots=True)
class Body:
    """What the agent perceives and remembers of this run, and how it moves."""

    known: Knowledge
    goal: str
    info: Info
    room: str = ""
    inventory: str = ""
    looks: dict[str, str] = field(default_factory=dict)
    """Room -> what was seen there last."""
    history: dict[str, None] = field(default_factory=dict)
    """All that was seen, in the order in which it was seen last."""
    done: list[Happened] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    """What was measured."""
    searched: set[str] = field(default_factory=set)
    """Rooms whose containers were opened."""
    expected: str = ""
    """Of the next command."""
    why: str = ""
    remembers: bool = True
    """Whether it knows what it saw in other rooms of this run."""
    _opened: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.see(self.info)

    def see(self, info: Info) -> None:
        """Take in what the world shows."""
        self.info = info
        self.room = info.get("location") or self.room
        self.inventory = info.get("inventory") or ""
        look = str(info.get("look") or "")
        if not self.remembers:
            self.looks.clear()
        self.looks[self.room] = look
        self.history.pop(look, None)
        self.history[look] = None
        for other, _ in _DOOR.findall(look):
            self.known.ways.setdefault(self.room, set()).add(other)
            self.known.ways.setdefault(other, set()).add(self.room)

    # -- acting ----------------------------------------------------------------------------

    def act(self, text: str) -> Doing[str]:
        """Give a command and return the reply; what the world asks back is answered."""
        expected, self.expected = self.expected, ""
        reply, info = yield Command(text[:_LONGEST], self.why, expected)
        self.see(info)
        self.done.append(Happened(text, reply, self.room))
        if choices := info.get("choices"):
            asked = set(words(text))
            fits = [len(asked & set(words(one))) - 0.01 * len(one) for one in choices]
            return (yield from self.act(str(fits.index(max(fits)))))
        if measured := _DEGREES.search(reply):
            self.numbers.append(float(measured[1]))
        return reply

    # -- seeing ----------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """What is seen and carried here, in lower case."""
        return f"{self.looks[self.room]}\n{self.inventory}".lower()

    def items(self) -> list[Item]:
        """Return what is seen and carried here, with what holds it."""
        lines = f"{self.looks[self.room]}\n{self.inventory}".split("\n")
        return [item for line in lines for item in listed_items(line.strip(), self.room)]

    @property
    def objects(self) -> tuple[str, ...]:
        """The names of what is in sight, as commands take them."""
        return tuple(self.info.get("objects") or ())

    def has(self, reference: str, text: str | None = None) -> bool:
        """Return whether a thing is here, or in a text of what was seen.

        It is if one thing has all its words, and one each thing that it is said to be in.
        """
        known = [set(words(name)) for name in things(self.here if text is None else text)]
        if text is None:
            known += [set(words(name)) for name in self.objects]
        shown, rooms = self.here if text is None else text, self.known.rooms()
        for part in _PARTS.split(_NOT_A_THING.sub(" ", reference)):
            wanted = {*words(part)} - {
                "egg",
                "part",
                "component",
                "object",
                "thing",
                "living",
                "adult",
                "baby",
            }
            if not wanted or part.strip() in rooms or part.endswith("stage"):
                continue
            exact = re.search(rf"\b{re.escape(part.strip())}", shown)
            if not exact and not any(wanted <= one for one in known):
                return False
        return True

    def is_here(self, name: str) -> bool:
        """Return whether a thing of this kind is here: not a cherry tree, if a cherry is meant."""
        wanted, near = {*words(name)}, [*things(self.here), *self.objects]
        if re.search(rf"\b{re.escape(name)}(?=[,.)\n]|$| in | on )", self.here):
            return True
        return any(head(one) == head(name) and wanted <= {*words(one)} for one in near)

    def carries(self, reference: str) -> bool:
        """Return whether a thing is carried."""
        return self.has(reference, self.inventory.lower())

    def seen(self, reference: str) -> bool:
        """Return whether a thing was seen where the agent was last."""
        return any(self.has(reference, look.lower()) for look in self.looks.values())

    def told(self, reference: str) -> bool:
        """Return whether the goal names a thing."""
        return base(reference).lower() in self.goal.lower()

    def somewhere(self, reference: str) -> bool:
        """Return whether a thing was seen, is named by the goal, or is in most runs."""
        if self.seen(reference) or self.told(reference):
            return True
        often = (name for each in self.known.seen.values() for name in each if each[name] > _OFTEN)
        return any(self.has(reference, name) for name in often)

    # -- moving ----------------------------------------------------------------------------

    def path(self, to: str) -> list[str] | None:
        """Return the rooms on the shortest known way."""
        queue, reached = deque([(self.room, list[str]())]), {self.room}
        while queue:
            at, way = queue.popleft()
            if at == to:
                return way
            for other in sorted(self.known.ways.get(at, set()) - reached):
                reached.add(other)
                queue.append((other, [*way, other]))
        return None

    def go(self, to: str) -> Doing[bool]:
        """Go to a room; return whether it was reached."""
        for _ in range(3):
            way = self.path(to)
            if not way:
                return self.room == to
            for room in way:
                before = self.room
                if f"A door to the {room} (that is open)" not in self.looks[before]:
                    yield from self.act(f"open door to {room}")
                yield from self.act(f"go to {room}")
                if self.room == before:
                    self.known.ways[before].discard(room)
                    break
            if self.room == to:
                return True
        return False

    def open_all(self) -> Doing[None]:
        """Open what is closed here, each once."""
        self.searched.add(self.room)
        shut = [one or other for one, other in _SHUT.findall(self.here)]
        shut += [name for name in things(self.here) if name in self.known.openable]
        for name in dict.fromkeys(shut):
            is_open = f"the {name} door is open" in self.here
            if (self.room, name) not in self._opened and not name.startswith("door"):
                self._opened.add((self.room, name))
                if not is_open:
                    yield from self.act(f"open {name}")

    def find(self, reference: str, hint: str | None = None) -> Doing[bool]:
        """Go where a thing is, or may be; return whether it was found.

        In this order: where it was seen; the places hinted at or named by the goal; where most
        golden runs saw it; where containers are still closed; where the agent was not yet.
        """
        if self.has(reference):
            return True
        yield from self.open_all()
        if self.has(reference):
            return True
        tried = set[str]()
        while rooms := [
            one for one in self._places(reference, hint) if one not in tried and self.path(one)
        ]:
            for room in rooms:  # new ones may come into sight
                tried.add(room)
                if not (yield from self.go(room)):
                    continue
                if self.has(reference):
                    return True
                yield from self.open_all()
                if self.has(reference):
                    return True
        return False

    def _places(self, reference: str, hint: str | None) -> list[str]:
        """Return the rooms where a thing may be, the likeliest first."""
        sure = [room for room in self.looks if self.has(reference, self.looks[room].lower())]
        sure += self._hinted(hint)
        other = [*self._likely(reference), *self._unsearched()]
        return [*dict.fromkeys([*sure, *(room for room in other if room not in self.searched)])]

    def _hinted(self, hint: str | None) -> list[str]:
        rooms = self.known.rooms()
        named = [room for room in rooms if re.search(rf"\b{room}\b", self.goal.lower())]
        return [*(room for room in rooms if room == hint), *named]

    def _likely(self, reference: str) -> list[str]:
        """Return the rooms where most golden runs saw a thing."""
        times = {
            room: sum(count for name, count in each.items() if self.has(reference, name))
            for room, each in self.known.seen.items()
        }
        rooms = sorted(room for room, count in times.items() if count)
        return sorted(rooms, key=lambda room: -times[room])[:_ROOMS_OF_OLD]

    def _unsearched(self) -> Iterable[str]:
        """Return rooms seen but not searched, then those not seen, nearest first."""
        far = range(99)
        new = [room for room in self.known.rooms() if room not in self.looks]
        new.sort(key=lambda room: (len(self.path(room) or far), room))
        return [*(room for room in self.looks if room not in self.searched), *new]
