"""A text world in plain Python: any plan of `clew.envs`, with doors, full hands and cooking.

It prints in the manner of TextWorld, answers at once and needs no extra; `info` has a score whose
digits appear nowhere else, so that a test can look for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clew.envs.blueprint import INVENTORY, Blueprint, Thing

SECRET = 731_900
"""The score at the start; every point adds one."""
_BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
_CUT = {"slice": "sliced", "dice": "diced", "chop": "chopped"}
_COOK = {"fry": ("stove", "fried"), "roast": ("oven", "roasted"), "grill": ("BBQ", "grilled")}


@dataclass(frozen=True)
class Kitchen:
    """What makes a world a cooking game: cook wrongly and it is lost."""

    needs: Mapping[str, tuple[str, ...]]
    """Ingredient -> verbs, in the recipe's order."""
    foods: tuple[str, ...] = ()
    """Whatever can be worked on; the ingredients and these."""


@dataclass
class PlanWorld:
    """Plays a plan: an `Environment` of a rollout."""

    plan: Blueprint
    doors: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """(room, direction) -> a door, closed at first."""
    limit: int = 99
    """Things that hands can hold."""
    kitchen: Kitchen | None = None
    steps: int = 0

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin anew, the same whatever the seed."""
        del seed
        self.here = self.plan.start
        self.things = {thing.name: thing for thing in self.plan.things}
        self.places = {thing.name: thing.place for thing in self.plan.things}
        self.lids = {thing.name: thing.state for thing in self.plan.things if thing.state}
        self.closed = set(self.doors.values())
        self.done: dict[str, list[str]] = {}
        self.taken: set[str] = set()
        self.over = self.lost = False
        self.ways: dict[str, dict[str, str]] = {room: {} for room in self.plan.rooms}
        for link in self.plan.links:
            self.ways[link.room][link.direction] = link.other
            self.ways[link.other][_BACK[link.direction]] = link.room
        return f"{self._look()}\n\n{self.plan.instructions}", self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Do an action of the list; anything else is answered and changes nothing."""
        self.steps += 1
        before = self._points()
        told = self._do(action) if action in self._actions() else "That's not a verb I recognise."
        self.over = self.over or self._points() == self._most()
        return told, float(self._points() - before), self.over, False, self._info()

    def _door(self, room: str, way: str) -> str:
        other = self.ways[room][way]
        return self.doors.get((room, way)) or self.doors.get((other, _BACK[way]), "")

    def _do(self, action: str) -> str:
        verb, _, rest = action.partition(" ")
        if verb == "go":
            self.here = self.ways[self.here][rest]
            return self._look()
        if verb in ("take", "drop", "put", "insert"):
            return self._move(verb, rest)
        if verb == "open":
            if rest in self.closed:
                self.closed.discard(rest)
                return f"You open the {rest}."
            self.lids[rest] = "open"
            inside = self._in(rest)
            return f"You open the {rest}" + (f", revealing {_some(inside)}." if inside else ".")
        if verb == "unlock":
            lock = rest.partition(" with ")[0]
            self.lids[lock] = "closed"
            return f"You unlock the {lock}."
        if verb == "examine":
            return self.things[rest].text or f"The {rest} looks ordinary."
        return self._cook(verb, rest)

    def _move(self, verb: str, rest: str) -> str:
        if verb == "take":
            thing, _, place = rest.partition(" from ")
            self.places[thing] = INVENTORY
            if thing in self.plan.goals:
                self.taken.add(thing)
            return f"You take the {thing} from the {place or 'ground'}."
        if verb == "drop":
            self.places[rest] = self.here
            return f"You drop the {rest} on the ground."
        thing, _, place = rest.partition(" on " if verb == "put" else " into ")
        self.places[thing] = place
        return f"You put the {thing} {'on' if verb == 'put' else 'into'} the {place}."

    def _cook(self, verb: str, rest: str) -> str:
        assert self.kitchen is not None
        thing = rest.partition(" with ")[0]
        if verb == "prepare":
            for one in self.kitchen.needs:
                self.places[one] = "nowhere"
            self.places["meal"] = INVENTORY
            return "Adding the meal to your inventory."
        if verb == "eat":
            self.over, self.places["meal"] = True, "nowhere"
            self.taken.add("meal")
            return "You eat the meal. Not bad."
        self.done.setdefault(thing, []).append(verb)
        wrong = verb not in self.kitchen.needs.get(thing, ()) or self.done[thing].count(verb) > 1
        self.over = self.lost = wrong
        past = _CUT.get(verb) or _COOK[verb][1]
        return f"You {verb if verb in _CUT else past} the {thing}."

    def _points(self) -> int:
        if self.plan.homes:
            return sum(self.places[thing] == place for thing, place in self.plan.homes)
        made = sum(map(len, self.done.values())) if self.kitchen else 0
        return len(self.taken) + (0 if self.lost else made)

    def _most(self) -> int:
        if self.plan.homes:
            return len(self.plan.homes)
        if self.kitchen:
            return 1 + sum(map(len, self.kitchen.needs.values()))
        return len(self.plan.goals)

    def _in(self, place: str) -> list[str]:
        return [thing for thing, where in self.places.items() if where == place]

    def _carried(self) -> list[str]:
        return self._in(INVENTORY)

    def _seen(self) -> list[str]:
        """Return what is in reach: in the room, and in or on what is open there."""
        seen = self._in(self.here)
        for thing in list(seen):
            if self.lids.get(thing, "open") == "open":
                seen += self._in(thing)
        return seen

    def _as_seen(self, thing: str) -> str:
        past = [_CUT.get(verb) or _COOK[verb][1] for verb in self.done.get(thing, ())]
        return " ".join([*past, thing])

    def _look(self) -> str:
        told = [f"-= {self.here} =-\nYou are in {_a(self.here)}."]
        for thing in self._in(self.here):
            lid = self.lids.get(thing, "")
            told.append(f"You can see {_a(f'{lid} {thing}'.strip())}.")
            inside = [self._as_seen(one) for one in self._in(thing)]
            if inside and lid in ("", "open"):
                how = "On" if self.things[thing].form == "support" else "In"
                told.append(f"{how} the {thing} you see {_some(inside)}.")
        for way in self.ways[self.here]:
            door = self._door(self.here, way)
            state = "a closed" if door in self.closed else "an open"
            told.append(
                f"There is {state} {door} leading {way}." if door
                else f"There is an exit to the {way}."
            )  # fmt: skip
        return " ".join(told)

    def _info(self) -> dict[str, Any]:
        carried = [self._as_seen(thing) for thing in self._carried()]
        points = self._points()
        return {
            "score": SECRET + points,
            "max_score": SECRET + self._most(),
            "won": points == self._most(),
            "lost": self.lost,
            "location": self.here,
            "inventory": f"You are carrying: {_some(carried) or 'nothing'}.",
            "admissible_actions": tuple(sorted(self._actions())),
        }

    def _actions(self) -> set[str]:
        found = {
            f"go {way}"
            for way in self.ways[self.here]
            if self._door(self.here, way) not in self.closed
        }
        near = {self._door(self.here, way) for way in self.ways[self.here]}
        found |= {f"open {door}" for door in near & self.closed}
        carried = self._carried()
        for name in (*self._seen(), *carried):
            found |= self._with(self.things.get(name) or Thing(name, "object", self.here), carried)
        if self.kitchen and self.here == "Kitchen":
            ready = all(
                thing in carried and sorted(self.done.get(thing, ())) == sorted(verbs)
                for thing, verbs in self.kitchen.needs.items()
            )
            found |= {"prepare meal"} if ready else set()
        return found

    def _with(self, thing: Thing, carried: list[str]) -> set[str]:
        name, place, lid = thing.name, self.places[thing.name], self.lids.get(thing.name)
        found = {f"examine {name}"}
        if lid == "closed":
            found.add(f"open {name}")
        if lid == "locked":
            keys = [key for key in carried if self.things[key].opens == name]
            found |= {f"unlock {name} with {key}" for key in keys}
        if thing.form in ("container", "support"):
            verb = "put {} on {}" if thing.form == "support" else "insert {} into {}"
            open_ = thing.form == "support" or lid == "open"
            found |= {verb.format(one, name) for one in carried if open_}
        elif place == INVENTORY:
            found |= {f"drop {name}", *self._working(name, carried)}
        elif len(carried) < self.limit and name != "cookbook":
            found.add(f"take {name}" + ("" if place == self.here else f" from {place}"))
        return found

    def _working(self, name: str, carried: list[str]) -> set[str]:
        if name == "meal":
            return {"eat meal"}
        if self.kitchen is None or name not in (*self.kitchen.needs, *self.kitchen.foods):
            return set()
        found = {f"{verb} {name} with knife" for verb in _CUT if "knife" in carried}
        tools = self._seen()
        return found | {f"{verb} {name}" for verb, (tool, _) in _COOK.items() if tool in tools}


def _a(name: str) -> str:
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def _some(names: list[str]) -> str:
    *first, last = [_a(name) for name in names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def cookbook(needs: Mapping[str, tuple[str, ...]]) -> str:
    """Return a recipe the way cooking games print it."""
    steps = [f"  {verb} the {thing}" for thing, verbs in needs.items() for verb in verbs]
    lines = [
        "You open the copy of \"Cooking\" and start reading:\n",
        "Recipe #1\n---------",
        "Gather all following ingredients and follow the directions to prepare this meal.\n",
        "Ingredients:",
        *(f"  {thing}" for thing in needs),
        "\nDirections:",
        *steps,
        "  prepare meal",
    ]  # fmt: skip
    return "\n".join(lines)
