"""What is untried in a parser game, and what its replies tell of the next tries."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from clew.agents.memory import Outcome
from clew.agents.worldmap import direction_of
from clew.envs.fiction.acceptance import Acceptance, acceptance
from clew.minds.fiction.odds import Odds
from clew.minds.fiction.room_text import Mentioned, advice, meant, things_in, ways_in
from clew.minds.fiction.story_places import Place
from clew.minds.fiction.story_verbs import handling, has_lock, is_person, is_place

__all__ = ["Tries", "Try"]

_USUAL = ("north", "east", "south", "west")
_RARE = ("up", "down", "in", "out", "northeast", "northwest", "southeast", "southwest")
_BARE = ("swim", "jump", "listen", "smell", "wait", "stand")
_FAR = 0.35
"""What each step of the way takes from the worth of a try."""
_FAR_TO_POINTS = 0.05
"""The same on the way to points that are known: they are fetched before the rest is explored."""
_ABSENT_AGAIN = 0.3
"""Trust in a word that the game did not know elsewhere."""
_WAITED = 12
"""Steps after which a way that something blocked, or advice that failed, is tried again."""
_OFFERED = 3
"""Most of the things that a question offers are taken up."""
_FIRST = 120
"""Characters in which a refusal is looked for."""
_FIXED = re.compile(r"\b(?:portable|fixed|heavy|too big|pick up|carry|part of)\b", re.IGNORECASE)
_ALIVE = re.compile(r"\bI don't suppose .{1,60} would care for that\b", re.IGNORECASE)
_VERB = re.compile(r"\bverb\b", re.IGNORECASE)
_LOOKED = ("examine ", "open ", "search ", "take ", "turn on ", "pull ", "push ")
"""Commands whose replies may tell of things that have come to light."""
_OPENING = ("open ", "unlock ")
"""Commands after which what was blocked may not be."""
_UNDONE = ("take ", "open ")
"""Commands that are to be given again in another life."""
_ONCE = ("read ", "examine ")


@dataclass(frozen=True, slots=True)
class Try:
    """A command that was not tried yet."""

    kind: str
    """Of `odds.KINDS`."""
    action: str
    thing: str = ""


@dataclass(slots=True)
class Tries:
    """What was tried where, and what is known of words and things."""

    odds: Odds = field(default_factory=Odds)
    held: dict[str, None] = field(default_factory=dict)
    done: set[tuple[str, str]] = field(default_factory=set)
    """(place, command) that scored in this life."""
    scored: dict[tuple[str, str], None] = field(default_factory=dict)
    """The same, of all lives."""
    deadly: set[tuple[str, str]] = field(default_factory=set)
    dark: set[str] = field(default_factory=set)
    tried: set[tuple[str, str]] = field(default_factory=set)
    steps: int = 0
    wanted: frozenset[str] | None = None
    """What a task names: nothing else is taken but keys. None if there is no task."""
    _tried_anywhere: set[str] = field(default_factory=set)
    _absent: dict[str, int] = field(default_factory=dict)
    _unknown_verbs: dict[str, int] = field(default_factory=dict)
    _fixed: set[str] = field(default_factory=set)
    _alive: set[str] = field(default_factory=set)
    _gone: set[tuple[str, str]] = field(default_factory=set)
    _advised: dict[tuple[str, str], None] = field(default_factory=dict)
    _no_way: dict[str, int] = field(default_factory=dict)
    _blocked: dict[tuple[str, str], int] = field(default_factory=dict)

    def begin_again(self) -> None:
        """Forget what the beginning of another life undoes."""
        self.held.clear()
        self.done.clear()
        self._gone.clear()
        self.tried -= {one for one in self.tried if one[1].startswith(_UNDONE)}

    def known(self, place: str, command: str, outcome: Outcome) -> None:
        """Take over what came of a command in an earlier run, as in an earlier life of this one."""
        if outcome is Outcome.POINTS:
            self.scored[place, command] = None
        elif outcome is Outcome.DEATH:
            self.deadly.add((place, command))
        elif outcome is Outcome.REFUSED or not command.startswith(_UNDONE):
            self.tried.add((place, command))

    def handed(self) -> None:
        """Note that what is carried has changed: what was blocked may work now."""
        self._blocked = dict.fromkeys(self._blocked, self.steps - _WAITED)

    def seen_here(self, place: str, things: Iterator[Mentioned] | tuple[Mentioned, ...]) -> None:
        """Note that things are in view (again)."""
        self._gone -= {(place, one.name) for one in things}

    def worth(self, one: Try, steps: int) -> float:
        """Return the chance of a try times what it would be worth, the less the farther it is."""
        verb = one.action.partition(" ")[0]
        doubts = self._absent.get(one.thing, 0) + 2 * self._unknown_verbs.get(verb, 0)
        far = _FAR_TO_POINTS if one.kind == "scored" else _FAR
        return self.odds.worth(one.kind) * _ABSENT_AGAIN**doubts / (1 + far * steps)

    def untried(self, place: Place, *, here: bool) -> Iterator[Try]:
        """Yield what is untried at a place, and with what is carried if one is there."""
        for one in self._at(place):
            at = (place.name, one.action)
            if one.kind == "scored":
                new = at not in self.done
            elif at in self._blocked:
                new = self.steps - self._blocked[at] >= _WAITED
                one = Try("blocked way", one.action)  # the same command
            else:
                new = at not in self.tried
            if new and at not in self.deadly and one.action not in self._tried_anywhere:
                yield one
        for name in self.held if here else ():
            for kind, action in handling(name, held=True):
                if action not in self._tried_anywhere:
                    yield Try(kind, action, name)

    def _at(self, place: Place) -> Iterator[Try]:
        yield from (Try("scored", action) for name, action in self.scored if name == place.name)
        yield from (Try("advice", action) for name, action in self._advised if name == place.name)
        for way in (*_USUAL, *_RARE):
            if way not in place.ways:
                yield Try(self._kind_of_way(place, way), way)
        yield from (Try("bare verb", verb) for verb in _BARE)
        for thing in place.things.values():
            if (place.name, thing.name) not in self._gone and thing.name not in self.held:
                yield from self._with(thing)

    def _kind_of_way(self, place: Place, way: str) -> str:
        if way in place.supposed:
            return "way back"
        if place.name in self.dark:
            return "dark way"
        if way in place.named:
            return "named way"
        if place.all_named:
            return "unlisted way"
        kind = "usual way" if way in _USUAL else "rare way"
        return f"other {kind}" if place.named else kind

    def _with(self, thing: Mentioned) -> Iterator[Try]:
        name = thing.name
        if is_person(name) or name in self._alive:
            yield Try("speak", f"talk to {name}", name)
        elif not is_place(name) and name not in self._fixed and self._may_take(name):
            kind = "take what lies here" if thing.listed else "take scenery"
            yield Try(kind, f"take {name}", name)
        kind = "examine what lies here" if thing.listed else "examine scenery"
        yield Try(kind, f"examine {name}", name)
        for kind, action in handling(name, held=False):
            yield Try(kind, action, name)
        if has_lock(name):
            for key in self.held:
                if key.endswith("key"):
                    yield Try("unlock", f"unlock {name} with {key}", name)

    def _may_take(self, name: str) -> bool:
        noun = name.rpartition(" ")[2]
        return self.wanted is None or noun in self.wanted or noun.endswith("key")

    def reply(self, one: Try, place: Place, reply: str, *, did: bool, moved: bool) -> None:
        """Learn from the reply to a try that was made at a place."""
        self.odds.note(one.kind, did=did)
        judged = acceptance(reply)
        if judged is Acceptance.REFUSED and _VERB.search(reply):
            verb = one.action.partition(" ")[0]
            self._unknown_verbs[verb] = self._unknown_verbs.get(verb, 0) + 1
            return
        if (place.name, one.action) in self._advised and not did:
            self._blocked[place.name, one.action] = self.steps
        elif one.kind == "blocked way":
            self._blocked.pop((place.name, one.action), None)
        if did and one.action.startswith(_OPENING):
            self.handed()
        self._of_thing(one, place, reply, did=did, known=judged is Acceptance.ACCEPTED)
        taken = one.action.startswith("take ")
        if (one.thing in self.held and not taken) or one.action.startswith(_ONCE):
            self._tried_anywhere.add(one.action)
        if moved or judged is not Acceptance.ACCEPTED:
            return
        told = [(place.name, each) for each in advice(reply) if each != one.action]
        self._advised |= dict.fromkeys(told)
        self.tried.difference_update(told)  # told again: what spoke against it may be gone
        if one.action.startswith(_LOOKED):
            for each in things_in(reply):
                if each.listed and each.name not in self.held:
                    place.things.setdefault(each.name, each)

    def _of_thing(self, one: Try, place: Place, reply: str, *, did: bool, known: bool) -> None:
        if not one.thing:
            return
        if not known:
            self._absent[one.thing] = self._absent.get(one.thing, 0) + 1
            self._gone.add((place.name, one.thing))
        elif one.action.startswith("take ") and did:
            self.held[one.thing] = None
            self._gone.add((place.name, one.thing))
        elif one.action.startswith("take ") and _FIXED.search(reply[:_FIRST]):
            self._fixed.add(one.thing)
        listed = one.thing in place.things and place.things[one.thing].listed
        for name in meant(reply)[:_OFFERED]:
            place.things.setdefault(name, Mentioned(name, name, listed))
        if _ALIVE.search(reply):
            self._alive.add(one.thing)

    def walled(self, place: Place, way: str, reply: str) -> None:
        """Learn from a way that led nowhere: it may be blocked, and others may be named instead."""
        place.supposed.pop(way, None)
        place.ways.pop(way, None)
        first = reply.strip().partition("\n")[0]
        ways = [one for one in ways_in(reply) if one != way]
        times = self._no_way[first] = self._no_way.get(first, 0) + 1
        if ways and len(reply) < 2 * _FIRST and times <= 2:  # once and again
            place.named |= dict.fromkeys(ways)
            place.all_named = True
        if way in place.named and not ways and (times == 1 or advice(reply)):
            self._blocked[place.name, way] = self.steps
        else:
            self._blocked.pop((place.name, way), None)

    def took_way(self, place: str, action: str) -> None:
        """Note that a way that was blocked is open."""
        if direction_of(action):
            self._blocked.pop((place, action), None)
