"""`StoryMind`: explores a parser game by what its texts mention.

It knows verbs and things of the kind of world, never a game. It reads the texts, the place, what
is carried and whether the game is lost; nothing else. Of all that is untried anywhere it does what
promises most for its steps: the chance that such a command does something, times what that would
be worth, over the steps it takes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clew.agents.base import Decision, Info, Move
from clew.agents.worldmap import direction_of
from clew.envs.fiction.acceptance import Acceptance, acceptance
from clew.envs.fiction.signs import heading, points
from clew.minds.fiction.odds import Odds
from clew.minds.fiction.places import Place, Places
from clew.minds.fiction.room_text import Mentioned, advice, meant, read_room, things_in, ways_in
from clew.minds.fiction.story_verbs import handling, is_person, is_place

__all__ = ["StoryMind"]

_USUAL = ("north", "east", "south", "west")
_RARE = ("up", "down", "in", "out", "northeast", "northwest", "southeast", "southwest")
_FAR = 0.35
"""What a step of the way takes from a thing's worth, as a share."""
_REFUSED = re.compile(
    r"(?:can't|cannot|can not|don't|do not|didn't|won't|not|no|nothing|isn't|aren't|already|unable"
    r"|impossible|unlikely|hardly|dangerous|violence|but you|only|fixed|too|belongs?|suppose"
    r"|achieve|lack)\b",
    re.IGNORECASE,
)
_WAITED = 12
"""Steps after which a way that something blocked is tried again."""
_BARE = ("climb", "swim", "jump", "listen", "smell", "dig", "shout", "wait", "stand", "knock")
_FIRST = 120
"""Characters in which a refusal is looked for."""
_BLOCKED = re.compile(r"\b(?:locked|closed|door|gate|blocks?|blocking|in the way|first)\b", re.I)
_DARK = re.compile(r"\bpitch[- ](?:dark|black)\b|\btoo dark\b|\A\s*darkness\b", re.IGNORECASE)
_ALIVE = re.compile(r"\bI don't suppose .{1,60} would care for that\b", re.IGNORECASE)
_LOOKED = ("examine ", "open ", "search ", "look", "take ", "turn on ", "pull ", "push ")
_FIXED = re.compile(r"\b(?:portable|fixed|heavy|too big|pick up|carry|part of)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Try:
    """A command that was not tried yet, and where."""

    kind: str
    action: str
    thing: str = ""


class StoryMind:
    """Explores: walks, takes, opens, reads and handles what is mentioned; avoids what killed."""

    def __init__(self) -> None:
        self._places = Places()
        self._odds = Odds()
        self._here = ""
        self._held: dict[str, None] = {}
        self._tried: set[tuple[str, str]] = set()
        self._tried_held: set[str] = set()
        self._deadly: set[tuple[str, str]] = set()
        self._scored: dict[tuple[str, str], int] = {}
        self._done: set[tuple[str, str]] = set()
        self._absent: dict[str, int] = {}
        self._fixed: set[str] = set()
        self._gone: set[tuple[str, str]] = set()
        self._advised: dict[tuple[str, str], None] = {}
        self._no_way: dict[str, int] = {}
        self._dark: set[str] = set()
        self._alive: set[str] = set()
        self._asked = False
        self._steps = 0
        self._blocked: dict[tuple[str, str], int] = {}
        self._unknown: dict[str, int] = {}
        self._last: _Try | None = None
        self._lost = False
        self._inventory = ""

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation."""
        self._arrive(observation, info, "")
        self._inventory = str(info.get("inventory") or "")

    def act(self, observation: str, info: Info) -> Decision:  # noqa: ARG002  # the protocol's
        """Choose what promises most for its steps, or the first step on the way to it."""
        action, reason = self._chosen()
        if self._asked and direction_of(action):
            action = f"go {action}"  # a bare word would be taken for the answer to its question
        return Decision(action=action, moves=(Move(action),), reason=reason)

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Nothing has to be restored: what was tried is noted by `learn`."""

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Note what an action did: a way, a thing taken, a refusal, points or a death."""
        before, action, tried = self._here, move.action, self._last
        self._last = None
        if self._lost:
            self._begin_again(observation, info)
            return
        self._steps += 1
        self._asked = observation.rstrip("\n >]").endswith("?")
        way = direction_of(action)
        action = way or action
        self._tried.add((before, action))
        self._lost = bool(info.get("lost"))
        gained = points(observation)
        if gained > 0:
            self._scored.setdefault((before, action), gained)
            self._done.add((before, action))
        if self._lost or gained < 0:
            self._deadly.add((before, action))
        if self._lost:
            return
        carried = self._inventory
        self._inventory = str(info.get("inventory") or "")
        self._arrive(observation, info, action)
        (self._dark.add if _DARK.search(observation) else self._dark.discard)(self._here)
        did = self._did(action, observation, moved=self._here != before) or gained > 0
        did = did or self._inventory != carried
        if tried is not None:
            self._odds.note(tried.kind, did=did)
            self._reply(tried, before, observation, did=did)
        if way and self._here == before:
            self._walled(before, way, observation)

    def _did(self, action: str, observation: str, *, moved: bool) -> bool:
        if moved:
            return True
        if direction_of(action) or action.startswith("take "):
            return False
        accepted = acceptance(observation) is Acceptance.ACCEPTED
        return accepted and not _REFUSED.search(observation[:_FIRST])

    def _begin_again(self, observation: str, info: Info) -> None:
        self._lost = bool(info.get("lost"))
        self._held.clear()
        self._gone.clear()
        self._done.clear()
        self._tried -= {one for one in self._tried if one[1].startswith(("take ", "open "))}
        self._arrive(observation, info, "")
        self._inventory = str(info.get("inventory") or "")

    def _arrive(self, observation: str, info: Info, way: str) -> None:
        name = str(info.get("location") or heading(observation) or self._here or "here")
        base = re.sub(r" \(\d+\)\Z", "", self._here)
        before = self._here if self._here else ""
        if name == base and not self._described(observation, name):
            return
        seen = read_room(observation, name)
        if not self._lost and before and way:
            self._here = self._places.arrived(name, seen, before, way).name
        elif name == base and not way:
            self._here = self._places.arrived(name, seen, before).name
        else:
            self._here = self._places.arrived(name, seen).name
        for word in seen.things:
            self._gone.discard((self._here, word.name))

    def _described(self, observation: str, name: str) -> bool:
        return not self._here or any(
            name.lower() in line.lower() and len(line) < len(name) + 12
            for line in observation.splitlines()
        )

    def _reply(self, tried: _Try, before: str, observation: str, *, did: bool) -> None:
        place = self._places[before]
        judged = acceptance(observation)
        if judged is Acceptance.REFUSED and re.search(r"\bverb\b", observation):
            verb = tried.action.partition(" ")[0]
            self._unknown[verb] = self._unknown.get(verb, 0) + 1
            return
        if tried.thing and judged in {Acceptance.ABSENT, Acceptance.REFUSED}:
            self._absent[tried.thing] = self._absent.get(tried.thing, 0) + 1
            self._gone.add((before, tried.thing))
        elif tried.action.startswith("take "):
            if did:
                self._held[tried.thing] = None
                self._gone.add((before, tried.thing))
            elif _FIXED.search(observation[:_FIRST]):
                self._fixed.add(tried.thing)
        if tried.thing and (names := meant(observation)):
            listed = place.things[tried.thing].listed if tried.thing in place.things else False
            for name in names[:3]:
                place.things.setdefault(name, Mentioned(name, name, listed))
        if _ALIVE.search(observation):
            self._alive.add(tried.thing)
        if tried.thing in self._held or f"{tried.action} ".startswith(("read ", "examine ")):
            self._tried_held.add(tried.action)
        if self._here == before and judged is Acceptance.ACCEPTED:
            for one in advice(observation):
                self._advised[before, one] = None
            if tried.action.startswith(_LOOKED):
                self._told(place, observation)

    def _told(self, place: Place, observation: str) -> None:
        """Take in things that a reply brings up: what was in a box."""
        for one in things_in(observation):
            if one.listed and one.name not in place.things and one.name not in self._held:
                place.things[one.name] = one

    def _walled(self, before: str, way: str, observation: str) -> None:
        """Learn from a way that did not lead anywhere."""
        place = self._places[before]
        place.supposed.pop(way, None)
        place.ways.pop(way, None)
        first = observation.strip().splitlines()[0] if observation.strip() else ""
        ways = [one for one in ways_in(observation) if one != way]
        if ways and len(observation) < 2 * _FIRST and self._no_way.get(first, 0) < 2:
            place.named |= dict.fromkeys(ways)
            place.all_named = True
        self._no_way[first] = self._no_way.get(first, 0) + 1
        if way in place.named and self._no_way[first] == 1 and not ways:
            self._blocked[before, way] = self._steps
        else:
            self._blocked.pop((before, way), None)

    def _chosen(self) -> tuple[str, str]:
        if self._lost:
            return "restart", "the game is lost"
        best: tuple[float, str, _Try] | None = None
        for name, (steps, first) in self._places.towards(self._here, self._closed).items():
            for one in self._untried(self._places[name]):
                worth = self._odds.worth(one.kind) * self._trust(one) / (1 + _FAR * steps)
                if best is None or worth > best[0]:
                    best = (worth, first or one.action, one)
                    if not first:
                        self._last = one
                    else:
                        self._last = None
        if best is None:
            return "look", "nothing is untried"
        action, reason = best[1], f"{best[2].kind}: {best[2].action} {best[0]:.3f}"
        return action, reason

    def _closed(self, place: str, way: str) -> bool:
        return (place, way) in self._deadly

    def _trust(self, one: _Try) -> float:
        verb = one.action.partition(" ")[0]
        return 0.3 ** (self._absent.get(one.thing, 0) + 2 * self._unknown.get(verb, 0))

    def _untried(self, place: Place) -> Iterator[_Try]:
        for one in self._all(place):
            at = (place.name, one.action)
            if one.kind == "scored":
                if at not in self._done:
                    yield one
            elif at in self._blocked:
                if self._steps - self._blocked[at] >= _WAITED:
                    yield _Try("blocked way", one.action)
            elif at not in self._tried and at not in self._deadly:
                yield one

    def _all(self, place: Place) -> Iterator[_Try]:
        for name, action in self._scored:
            if name == place.name:
                yield _Try("scored", action)
        for name, action in self._advised:
            if name == place.name:
                yield _Try("advice", action)
        for way in (*_USUAL, *_RARE):
            if way not in place.ways:
                if way in place.supposed:
                    yield _Try("way back", way)
                    continue
                yield _Try(self._kind_of_way(place, way), way)
        for verb in _BARE:
            yield _Try("bare verb", verb)
        for thing in place.things.values():
            if (place.name, thing.name) not in self._gone and thing.name not in self._held:
                yield from self._with(thing)
        if place.name == self._here:
            for name in self._held:
                for kind, action in handling(name, held=True):
                    if action not in self._tried_held:
                        yield _Try(kind, action, name)

    def _kind_of_way(self, place: Place, way: str) -> str:
        if place.name in self._dark:
            return "dark way"
        if way in place.named:
            return "named way"
        if place.all_named:
            return "unlisted way"
        kind = "usual way" if way in _USUAL else "rare way"
        return f"other {kind}" if place.named else kind

    def _with(self, thing: Mentioned) -> Iterator[_Try]:
        name = thing.name
        alive = is_person(name) or name in self._alive
        if not alive and not is_place(name) and name not in self._fixed:
            kind = "take what lies here" if thing.listed else "take scenery"
            yield _Try(kind, f"take {name}", name)
        if alive:
            yield _Try("speak", f"talk to {name}", name)
        yield _Try(f"examine {'what lies here' if thing.listed else 'scenery'}", f"examine {name}", name)
        for kind, action in handling(name, held=False):
            yield _Try(kind, action, name)
