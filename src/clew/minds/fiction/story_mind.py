"""`StoryMind`: plays a parser game offline, by what its texts mention.

It knows verbs and things of the kind of world, never a game. It reads the texts, the place, what
is carried and whether the game is lost; nothing else. Of all that is untried anywhere it does what
promises most for its steps: the chance that such a command does something, times what that would
be worth, the less the farther it is. Texts, ways and what came of commands go into the agent's
memory; of earlier runs it takes over the ways, what gave points, what killed and what was tried.
"""

import re
from collections.abc import Mapping
from typing import Any

from clew.agents.base import Decision, Info, Move
from clew.agents.memory import AgentMemory, KeepsOutcomes, KeepsWays, Nothing, Outcome
from clew.agents.worldmap import direction_of
from clew.envs.fiction.acceptance import Acceptance
from clew.envs.fiction.signs import heading, points, printed_rooms
from clew.llm.base import Model
from clew.minds.fiction.carried import carried
from clew.minds.fiction.earlier import NUMBERED, take_over
from clew.minds.fiction.following import Following
from clew.minds.fiction.out_of_place import Tidying
from clew.minds.fiction.recipes import recipe_steps
from clew.minds.fiction.room_text import read_room
from clew.minds.fiction.story_places import Places
from clew.minds.fiction.told_steps import told_steps
from clew.minds.fiction.tries import Tries, Try
from clew.regex import Regex

__all__ = ["StoryMind", "made"]

_REFUSED = Regex(
    r"(?:can't|cannot|can not|don't|do not|doesn't|didn't|won't|not|no|nothing|isn't|aren't|already"
    r"|unable|impossible|unlikely|hardly|dangerous|violence|but you|only|fixed|too|belongs?|suppose"
    r"|achieve|lack|have to|need to|at the moment"
    r"|(?:is|are|seems?|remains?|stays?) (?:[a-z]+ )?(?:shut|closed|locked))\b",
    re.IGNORECASE,
)
_FIRST = 120
"""Characters in which a refusal is looked for."""
_SURE = Regex(r"\bsure\b|\byes\b", re.IGNORECASE)
_HOPELESS = 0.02
"""Worth of the best try in a place without a known way out, below which one begins again."""
_DARK = Regex(r"\bpitch[- ](?:dark|black)\b|\btoo dark\b|\A\s*darkness\b", re.IGNORECASE)
_OPENS = Regex(
    r"\b(?:opens|unlocks|unbolts|(?:swings|slides|clicks) open|(?:steps|moves) aside"
    r"|(?:runs|walks|goes|wanders|hurries|flies) (?:off|away))\b",
    re.IGNORECASE,
)
"""Tells that a way may be free now."""
_FRAME = 12
"""Characters around the name of a place in a heading: "<< Closet >>", "(in the car)"."""


class StoryMind:
    """Explores: walks, takes, opens, reads and handles what is mentioned; avoids what killed.

    Args:
        memory: where texts and ways are stored; none by default.
        seed: which of nearly equal tries comes first; 0: the one that comes first in the text.
    """

    def __init__(self, memory: AgentMemory | None = None, *, seed: int = 0) -> None:
        self._memory: AgentMemory = Nothing() if memory is None else memory
        self._places, self._tries = Places(), Tries(seed=seed)
        self._here, self._inventory = "", ""
        self._located = ""
        """The place as the world told it last."""
        self._last: Try | None = None
        self._lost = self._asked = self._giving_up = False
        self._came = ("", "")
        """The last way taken: from where, and the direction."""
        self._task = Following()
        self._tidying = Tidying()

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation, and the ways that the memory knows of earlier runs."""
        take_over(self._memory, self._places, self._tries)
        self._memory.learn(0, observation)
        self._arrive(observation, info, "")
        self._carry(info)
        self._task = Following(told_steps(observation), self._here)
        self._tidying = Tidying(observation)
        self._tidying.see(self._here, observation)
        self._want()

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
        tries, before, tried = self._tries, self._here, self._last
        self._last = None
        tries.hindrances.steps += 1
        self._memory.learn(tries.hindrances.steps, observation, move.action)
        if self._lost:
            self._begin_again(observation, info)
            return
        self._asked = observation.rstrip("\n >]").endswith("?")
        if self._giving_up:
            self._give_up(observation, info)
            return
        way = direction_of(move.action)
        action = way or move.action
        gained = self._ended(before, action, observation, info)
        if self._lost:
            return
        before_it = self._inventory
        self._carry(info)
        self._arrive(observation, info, action)
        moved, handed = self._here != before, self._inventory != before_it
        did = moved or gained > 0 or handed
        shown = did or _headed(observation, NUMBERED.sub("", self._here))
        tries.refusals.note(action, observation, changed=shown)
        did = did or self._did(action, observation)
        if handed:
            tries.hindrances.handed()
        self._of_task(before, action, observation, before_it, did=did)
        if tried is not None:
            tries.reply(tried, self._places[before], observation, did=did, moved=moved)
            if not moved and not gained:
                self._kept(before, action, did=did)
        if way:
            self._walked(before, way, observation)
        if _OPENS.search(observation):
            tries.hindrances.freed()

    def _of_task(self, before: str, action: str, reply: str, held: str, *, did: bool) -> None:
        """Take in what a command did for the task; `held` was carried before it."""
        self._task.learn(before, action, reply, self._here, held, did=did)
        self._task.add(recipe_steps(reply))
        self._tidying.learn(action, reply, handed=self._inventory != held)
        self._tidying.see(self._here, reply)
        self._want()

    def _want(self) -> None:
        """Tell what is to be taken: what the task names, or nothing in a house to be tidied."""
        self._tries.wanted = frozenset() if self._tidying.asked else self._task.wanted

    def _did(self, action: str, reply: str) -> bool:
        """Say whether a command that did not lead elsewhere seems to have done something."""
        if direction_of(action):
            return False
        if action.startswith("take "):
            return bool(_OPENS.search(reply))
        accepted = self._tries.refusals.judge(reply) is Acceptance.ACCEPTED
        return accepted and not _REFUSED.search(reply[:_FIRST])

    def _kept(self, before: str, action: str, *, did: bool) -> None:
        """Keep what came of a command where one stayed, without points."""
        if did:
            self._tries.deeds.add(before, action, points=False)
        self._came_of(before, action, Outcome.DONE if did else Outcome.REFUSED)

    def _ended(self, before: str, action: str, observation: str, info: Info) -> int:
        """Note points and death; return the points."""
        self._tries.tried.add((before, action))
        self._lost = bool(info.get("lost"))
        gained = points(observation)
        if gained > 0:
            self._tries.deeds.add(before, action, points=True)
        self._tries.deeds.given(before, action)
        if gained > 0:
            self._came_of(before, action, Outcome.POINTS)
        if self._lost or gained < 0:
            for place, command in self._tries.blamed(before, action):
                self._came_of(place, command, Outcome.DEATH)
        return gained

    def _came_of(self, place: str, action: str, outcome: Outcome) -> None:
        if isinstance(self._memory, KeepsOutcomes):
            self._memory.learn_outcome(self._tries.hindrances.steps, place, action, outcome)

    def _walked(self, before: str, way: str, observation: str) -> None:
        if self._here == before:
            place = self._places[before]
            place.supposed.pop(way, None)
            place.ways.pop(way, None)
            self._tries.hindrances.walled(place, way, observation, self._tries.alive)
            return
        self._came = (before, way)
        self._tries.hindrances.passed(before, way)
        if isinstance(self._memory, KeepsWays):
            self._memory.learn_way(self._tries.hindrances.steps, before, way, self._here)

    def _give_up(self, observation: str, info: Info) -> None:
        """Begin again after "restart", unless the game asks whether one is sure."""
        if not _SURE.search(observation):
            self._giving_up = False
            self._tries.deadly.add(self._came)
            self._begin_again(observation, info)

    def _begin_again(self, observation: str, info: Info) -> None:
        self._lost = bool(info.get("lost"))
        self._tries.begin_again()
        self._arrive(observation, info, "")
        self._carry(info)

    def _carry(self, info: Info) -> None:
        self._inventory = str(info.get("inventory") or "")
        self._tries.carries(carried(self._inventory))

    def _arrive(self, observation: str, info: Info, action: str) -> None:
        before = self._here
        name = self._named(observation, str(info.get("location") or "")) or before or "here"
        same = name.lower() == NUMBERED.sub("", before).lower()
        if same and not _headed(observation, name):
            return
        seen = read_room(observation, name)
        led = action if action and (direction_of(action) or not same) else ""
        place = self._places.arrived(name, seen, before if led or same else "", led)
        self._here = place.name
        self._tries.words.seen(place.name, seen.things)
        (self._tries.dark.add if _DARK.search(observation) else self._tries.dark.discard)(
            place.name
        )

    def _named(self, observation: str, location: str) -> str:
        """Return the name of the place: as the text has it, if the world has lost track of it."""
        printed, told = printed_rooms(observation), self._located
        self._located = location
        if printed and printed[-1].lower() != location.lower():
            return str(printed[-1])
        if location and location == told and not printed and self._here:
            return NUMBERED.sub("", self._here)
        return location or heading(observation) or ""

    def _chosen(self) -> tuple[str, str]:
        if self._lost:
            return "restart", "the game is lost"
        if self._giving_up:
            return "yes", "to begin again"
        best, chosen, first = 0.0, None, ""
        reached = self._places.towards(self._here, self._deadly)
        if told := self._for_task(reached):
            return told, "the task says so"
        self._tries.due = self._tries.deeds.next(reached)
        for name, (steps, way) in reached.items():
            for one in self._tries.untried(self._places[name], here=name == self._here):
                if (worth := self._tries.worth(one, name, steps)) > best:
                    best, chosen, first = worth, one, way
        if best < _HOPELESS and len(reached) == 1 and self._came[0]:
            self._giving_up = True
            return "restart", "there is no way out of here"
        if chosen is None:
            return "look", "nothing is untried"
        if first:
            return first, f"the way to: {chosen.action}"
        self._last = chosen
        return chosen.action, f"untried, {chosen.kind}"

    def _for_task(self, reached: Mapping[str, tuple[int, str]]) -> str:
        """Return what the task asks for next; empty if nothing."""
        if told := self._task.next(self._here, reached, self._places, self._inventory):
            return told
        explored = not any(self._tries.open_ways(self._places[name]) for name in reached)
        return self._tidying.next(self._here, reached, self._inventory, explored=explored)

    def _deadly(self, place: str, way: str) -> bool:
        return (place, way) in self._tries.deadly


def _headed(observation: str, name: str) -> bool:
    """Say whether a text has a place's name on a line of its own, as on entering or looking."""
    return any(
        name.lower() in line.lower() and len(line) < len(name) + _FRAME
        for line in observation.splitlines()
    )


def made(model: Model, memory: AgentMemory, **options: bool) -> StoryMind:
    """Return the mind for a run of `clew play`; it needs no model, and draws its own map."""
    del model, options
    return StoryMind(memory)
