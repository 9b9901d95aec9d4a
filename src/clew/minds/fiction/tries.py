"""What is untried in a parser game, and what its replies tell of the next tries."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from zlib import crc32

from clew.agents.memory import Outcome
from clew.agents.worldmap import direction_of
from clew.envs.fiction.acceptance import Acceptance
from clew.envs.fiction.refusals import Refusals
from clew.envs.fiction.signs import points
from clew.minds.fiction.done_again import Deeds
from clew.minds.fiction.hindrances import Hindrances
from clew.minds.fiction.known_words import KnownWords
from clew.minds.fiction.odds import Odds
from clew.minds.fiction.room_text import Mentioned, advice, meant, things_in
from clew.minds.fiction.story_places import Place
from clew.minds.fiction.story_verbs import (
    disturbing,
    handling,
    has_lock,
    is_door,
    is_person,
    is_place,
)
from clew.regex import Regex

__all__ = ["Tries", "Try"]

_USUAL = ("north", "east", "south", "west")
_RARE = ("up", "down", "in", "out", "northeast", "northwest", "southeast", "southwest")
_BARE = ("swim", "jump", "listen", "smell", "wait", "stand")
_FAR = 0.35
"""What each step of the way takes from the worth of a try."""
_FAR_TO_POINTS = 0.05
"""The same on the way to points that are known: they are fetched before the rest is explored."""
_AT_HAND = 2.0
"""What taking is worth at once, rather than after coming back for it."""
_NEARLY = 0.2
"""By how much a seed may raise the worth of a try."""
_ABSENT_AGAIN = 0.3
"""Trust in a word that the game did not know elsewhere."""
_OFFERED = 3
"""Most of the things that a question offers are taken up."""
_FIRST = 120
"""Characters in which a refusal is looked for."""
_FIXED = Regex(r"\b(?:portable|fixed|heavy|too big|pick up|carry|part of)\b", re.IGNORECASE)
_ALIVE = Regex(r"\bI don't suppose .{1,60} would care for that\b", re.IGNORECASE)
_HE = Regex(r"\A\W*(?:he|she)(?:'s|'ll| [a-z])", re.IGNORECASE)
_VERB = Regex(r"\bverb\b", re.IGNORECASE)
_LOOKED = ("examine ", "open ", "search ", "look under ", "take ", "turn ", "pull ",
           "push ", "empty ")  # fmt: skip
"""Commands whose replies may tell of things that have come to light."""
_OPENING = ("open ", "unlock ")
"""Commands after which what was blocked may not be."""
_WITH_TOOLS = frozenset({"break", "chop", "cut", "dig", "light", "lock", "open", "slice", "unlock"})
"""Verbs that are of no use without the tool that advice names; hands and people are no tools."""
_TOLD_AGAIN = 2
"""Times that advice may fail and still be followed when it is told again."""
_FIGHT = 6
"""Steps after an attack in which a death is laid to it."""
_DID = frozenset((Outcome.POINTS, Outcome.DONE))
_ONCE = ("read ", "examine ")
_BARE_AGAIN = 0.4
"""Trust in a verb without a thing that did nothing elsewhere."""


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
    held: dict[str, str] = field(default_factory=dict)
    """Name of what is carried -> its name with adjectives."""
    deeds: Deeds = field(default_factory=Deeds)
    due: tuple[str, str] | None = None
    """The place and command that is next of what led to points."""
    deadly: set[tuple[str, str]] = field(default_factory=set)
    dark: set[str] = field(default_factory=set)
    tried: set[tuple[str, str]] = field(default_factory=set)
    refusals: Refusals = field(default_factory=Refusals)
    hindrances: Hindrances = field(default_factory=Hindrances)
    words: KnownWords = field(default_factory=KnownWords)
    seed: int = 0
    """Which of nearly equal tries comes first; 0: the one that comes first in the text."""
    wanted: frozenset[str] | None = None
    """What a task names: nothing else is taken but keys. None if there is no task."""
    _tried_anywhere: set[str] = field(default_factory=set)
    _fixed: set[str] = field(default_factory=set)
    _alive: set[str] = field(default_factory=set)
    _advised: dict[tuple[str, str], str] = field(default_factory=dict)
    """(place, command) that should be given there -> its kind."""
    _refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(place, command) -> how often it did nothing."""
    _attacks: dict[tuple[str, str], int] = field(default_factory=dict)
    """(place, attack) -> when it was made last."""
    _vain: dict[str, int] = field(default_factory=dict)
    """Verb without a thing -> how often it did nothing."""

    def begin_again(self) -> None:
        """Forget what the beginning of another life undoes."""
        self.held.clear()
        self.deeds.begin_again()
        self.words.begin_again()
        self.tried -= {one for one in self.tried if self.deeds.has(*one)}

    def known(self, place: str, command: str, outcome: Outcome) -> None:
        """Take over what came of a command in an earlier run, as in an earlier life of this one."""
        if outcome in _DID:
            self.deeds.add(place, command, points=outcome is Outcome.POINTS)
        if outcome is Outcome.POINTS:
            return
        if outcome is Outcome.DEATH:
            self.deadly.add((place, command))
        elif not self.deeds.has(place, command):
            self.tried.add((place, command))
        if outcome is Outcome.REFUSED:
            self._refused[place, command] += 1
            if direction_of(command):
                self.hindrances.closed(place, command)

    def reread(self, place: Place, command: str, reply: str) -> None:
        """Learn again which words a game does not know, from a reply in an earlier run."""
        if direction_of(command):
            return
        verb = command.partition(" ")[0]
        if self._of_verb(verb, reply) or command in _BARE:
            return
        if self.refusals.judge(reply) is not Acceptance.ACCEPTED:
            one = self._found(place, command)
            named = command.partition(" with ")[0].rpartition(" ")[2]
            self.words.absent(place, one.thing if one else named)

    def _of_verb(self, verb: str, reply: str) -> bool:
        """Learn whether a reply says that the game does not know a verb; return that."""
        if self.refusals.judge(reply) is not Acceptance.REFUSED:
            return False
        unknown = bool(_VERB.search(reply)) or self.refusals.usual(reply)
        self.words.verbs[verb] += unknown
        return unknown

    def count(self, place: Place, command: str, outcome: Outcome) -> None:
        """Count what came of a command in an earlier run for its kind."""
        if kind := self._kind(place, command):
            did, points = outcome in _DID, outcome is Outcome.POINTS
            self.odds.note(kind, command.partition(" ")[0], did=did, points=points)

    def _kind(self, place: Place, command: str) -> str:
        if direction_of(command):
            return self._kind_of_way(place, command)
        if command in _BARE:
            return "bare verb"
        one = self._found(place, command)
        return one.kind if one else ""

    def _found(self, place: Place, command: str) -> Try | None:
        """Return a try with a thing at a place that gives a command."""
        found = (one for thing in place.things.values() for one in self._with(place.name, thing))
        return next((one for one in found if one.action == command), None)

    def blamed(self, place: str, command: str) -> tuple[tuple[str, str], ...]:
        """Return what a loss is laid to, never to be done again: an attack shortly before, too."""
        now = self.hindrances.steps
        recent = (one for one, when in self._attacks.items() if now - when <= _FIGHT)
        found = ((place, command), *recent)
        self.deadly.update(found)
        return tuple(dict.fromkeys(found))

    def carries(self, named: Mapping[str, str]) -> None:
        """Note what is carried: each name, and the same with adjectives."""
        self.held = dict(named)

    def worth(self, one: Try, place: str, steps: int) -> float:
        """Return the chance of a try times what it would be worth, the less the farther it is."""
        verb = one.action.partition(" ")[0]
        doubts = self.words.doubts(verb, one.thing)
        far = _FAR_TO_POINTS if one.kind == "scored" else _FAR
        worth = self.odds.worth(one.kind, verb) * _ABSENT_AGAIN**doubts / (1 + far * steps)
        if one.kind == "bare verb":
            worth *= _BARE_AGAIN ** self._vain.get(verb, 0)
        elif direction_of(one.action) and one.kind not in {"scored", "advice"}:
            worth *= self.hindrances.trust(place)
        elif one.kind == "take what lies here" and not steps:
            worth *= _AT_HAND
        if self.seed:
            drawn = crc32(f"{self.seed} {place} {one.action}".encode()) / 2**32
            worth *= 1 + _NEARLY * drawn
        return worth

    def untried(self, place: Place, *, here: bool) -> Iterator[Try]:
        """Yield what is untried at a place, and with what is carried if one is there."""
        for one in self._at(place):
            at = (place.name, one.action)
            if one.kind == "scored":
                new = True
            elif self.hindrances.blocked(*at):
                new = self.hindrances.ripe(*at)
                one = Try("blocked way", one.action)  # the same command
            else:
                new = at not in self.tried
            near = here or one.kind != "attack"
            possible = near and at not in self.deadly and one.action not in self._tried_anywhere
            if new and possible:
                yield one
        for name in self.held if here else ():
            for kind, action in handling(name, held=True):
                if action not in self._tried_anywhere:
                    yield Try(kind, action, name)

    def open_ways(self, place: Place) -> bool:
        """Return whether texts name ways from a place that were not tried."""
        ways = (one for one in place.named if one not in place.supposed | place.ways)
        return any((place.name, one) not in self.tried for one in ways)

    def _at(self, place: Place) -> Iterator[Try]:
        if self.due is not None and self.due[0] == place.name:
            yield Try("scored", self.due[1])
        yield from (Try("works", action) for action in self.deeds.at(place.name))
        for (name, action), kind in self._advised.items():
            if name == place.name and not self._lacks_tool(action):
                yield Try(kind, action)
        for way in (*_USUAL, *_RARE):
            if way not in place.ways:
                yield Try(self._kind_of_way(place, way), way)
        yield from (Try("bare verb", verb) for verb in _BARE)
        for thing in place.things.values():
            if self.words.there(place.name, thing.name) and thing.name not in self.held:
                yield from self._with(place.name, thing)

    def _lacks_tool(self, command: str) -> bool:
        """Say whether a command of a verb that needs a tool names one that is not carried."""
        if command.partition(" ")[0] not in _WITH_TOOLS:
            return False
        of_it = command.partition(" with ")[2].partition(" of ")[0]  # as `carried` names things
        tool = {*of_it.split()}
        return bool(tool) and not any(tool <= {*one.split()} for one in self.held.values())

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

    def _with(self, place: str, thing: Mentioned) -> Iterator[Try]:
        name = thing.name
        if self.alive(name):
            yield from self._with_person(place, thing)
        elif self._may_take(name):
            kind = "take what lies here" if thing.listed else "take scenery"
            yield Try(kind, f"take {name}", name)
        elif name in self._fixed and thing.listed and self._may_look_into(place, name):
            yield Try("search", f"search {name}", name)
        kind = "examine what lies here" if thing.listed else "examine scenery"
        yield Try(kind, f"examine {name}", name)
        locked = self.hindrances.locked(place, name)
        for kind, action in handling(name, held=False):
            if not (locked and kind in {"open", "enter"}):
                yield Try(kind, action, name)
        if not self.hindrances.shut(place, name) or self.hindrances.sealed(place, name):
            return
        if is_door(name):
            yield Try("knock", f"knock on {name}", name)
        for key in self.held if has_lock(name) else ():
            if key.rstrip(" 0123456789").endswith(("key", "keys")):
                yield Try("unlock", f"unlock {name} with {key}", name)

    def _may_look_into(self, place: str, name: str) -> bool:
        """Say whether a thing seems to be open, or never closed."""
        opened = not has_lock(name) or (place, f"open {name}") in self.tried
        return opened and not self.hindrances.shut(place, name)

    def _with_person(self, place: str, thing: Mentioned) -> Iterator[Try]:
        name = thing.name
        if thing.asleep:
            for action in disturbing(name):
                yield Try("wake", action, name)
        for held in self.held:
            yield Try("give", f"give {held} to {name}", name)
        if not self.words.verbs["talk"]:
            yield Try("speak", f"talk to {name}", name)
        if self.hindrances.barring(place, name):
            yield Try("attack", f"attack {name}", name)

    def alive(self, name: str) -> bool:
        """Return whether a word is for a person or an animal."""
        return is_person(name) or name in self._alive

    def _may_take(self, name: str) -> bool:
        if is_place(name) or is_door(name) or name in self._fixed:
            return False
        noun = name.rpartition(" ")[2]
        return self.wanted is None or noun in self.wanted or noun.endswith("key")

    def reply(self, one: Try, place: Place, reply: str, *, did: bool, moved: bool) -> None:
        """Learn from the reply to a try that was made at a place."""
        verb = one.action.partition(" ")[0]
        self.odds.note(one.kind, verb, did=did, points=points(reply) > 0)
        judged = self.refusals.judge(reply)
        if self._of_verb(verb, reply):
            return
        self._of_hindrances(one, place.name, reply, did=did)
        if one.kind == "attack":
            self._attacks[place.name, one.action] = self.hindrances.steps
        if one.kind == "bare verb":
            self._vain[one.action] = self._vain.get(one.action, 0) + (not did)
        self._of_thing(one, place, reply, did=did, known=judged is Acceptance.ACCEPTED)
        taken = one.action.startswith("take ")
        if (one.thing in self.held and not taken) or one.action.startswith(_ONCE):
            self._tried_anywhere.add(one.action)
        if not moved and judged is Acceptance.ACCEPTED:
            self._told(one, place, reply)

    def _told(self, one: Try, place: Place, reply: str) -> None:
        at = ((place.name, each) for each in advice(reply) if each != one.action)
        told = [each for each in at if self._refused[each] < _TOLD_AGAIN]
        self._advised |= dict.fromkeys(told, "advice")
        self.tried.difference_update(told)  # told again: what spoke against it may be gone
        if one.action.startswith(_LOOKED):
            for each in things_in(reply):
                if each.listed and each.name not in self.held:
                    self.words.came_to_light(place, each, one.action)

    def _of_hindrances(self, one: Try, place: str, reply: str, *, did: bool) -> None:
        self._refused[place, one.action] += not did
        if (place, one.action) in self._advised and not did:
            if self._refused[place, one.action] < _TOLD_AGAIN:
                self.hindrances.failed(place, one.action)
            else:
                self.hindrances.tried(place, one.action)
        elif one.kind == "blocked way":
            self.hindrances.tried(place, one.action)
        if did and (one.kind == "advice" or one.action.startswith(_OPENING)):
            self.hindrances.freed(place, one.thing)
            if one.action.startswith("unlock "):  # with its adjectives, if advice named it
                self._unlocked(place, one.action.split(" with ")[0].rpartition(" ")[2])
        if one.kind in {"open", "enter"} and not did:
            self.hindrances.unopened(place, (one.thing,), reply)

    def _unlocked(self, place: str, noun: str) -> None:
        """Open what was unlocked, and do not unlock it again."""
        self.hindrances.freed(place, noun)
        done = [at for at in self._advised if at[0] == place and at[1].startswith("unlock ")
                and noun in at[1].split(" with ")[0].split()]  # fmt: skip
        for at in done:
            del self._advised[at]
        opening = (place, f"open {noun}")
        self.tried.discard(opening)
        self.hindrances.tried(*opening)
        self._advised[opening] = "works"

    def _of_thing(self, one: Try, place: Place, reply: str, *, did: bool, known: bool) -> None:
        if not one.thing:
            return
        if not known:
            self.words.absent(place, one.thing)
        elif one.action.startswith("take ") and did:
            self.words.taken(place.name, one.thing)
        elif one.action.startswith("take ") and _FIXED.search(reply[:_FIRST]):
            self._fixed.add(one.thing)
        listed = one.thing in place.things and place.things[one.thing].listed
        for name in meant(reply)[:_OFFERED]:
            place.things.setdefault(name, Mentioned(name, name, listed))
        if _ALIVE.search(reply) or (one.action.startswith("examine ") and _HE.search(reply)):
            self._alive.add(one.thing)
