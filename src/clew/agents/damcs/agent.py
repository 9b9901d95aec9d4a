"""`DamcsAgent`: perceives, remembers, decides, acts and tells the others (DAMCS, section 3).

See also figure 3. A decision may take several steps (the Navigator): it continues until it is
complete, or until something happens that the agent did not know of.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from clew.agents.damcs.experience import Experience
from clew.agents.damcs.lookout import fresh_around
from clew.agents.damcs.memory import DamcsMemory
from clew.agents.damcs.messages import Message, Report, free_form
from clew.agents.damcs.news import News
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import NAVIGATE, NONE, SHARE, UNEXPLORED, Response, World
from clew.agents.damcs.settings import Setting
from clew.agents.damcs.skills import Ways
from clew.agents.damcs.tasks import Respond, respond
from clew.agents.damcs.topology import Role
from clew.agents.damcs.working import Retrospection, Working, feedback
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.sight import Cell, Sight, share
from clew.llm.base import Result, Usage

__all__ = ["DamcsAgent", "Turn"]

_LAST = 7
"""How many last actions are shown, as in the authors' code."""
_LOW = 3
_SEEN = 20
"""A lookout is given up when fewer unknown cells than this would be seen from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What an agent did at one step."""

    action: str
    """Of the world."""
    working: Working | None = None
    """Its working memory; `None` while an earlier decision continues."""
    response: Response | None = None
    message: Message | None = None
    usage: Usage = field(default_factory=Usage)
    failure: str = ""
    """Why the model gave no response, if it gave none."""


@dataclass(slots=True)
class _Operation:
    """A decision being carried out."""

    working: Working
    response: Response
    mates: Mapping[str, Mapping[str, int]]
    """What the others had when it was made."""
    target: Cell | None = None
    actions: list[str] = field(default_factory=list)
    over: bool = False
    stale: bool = False
    """A new lookout must be chosen."""


class DamcsAgent:
    """One agent of a team, for one run."""

    def __init__(
        self,
        world: World,
        memory: DamcsMemory | None,
        settings: Settings,
        setting: Setting,
        *,
        every_step: bool = True,
    ) -> None:
        """Make an agent; it learns its name from what it perceives.

        Without a memory it knows only its last actions and its map.
        With `every_step` it is asked at every step, which costs rules nothing; else only when its
        last decision is complete, or something new happened.
        """
        self._world, self._memory = world, memory
        self._area, self._view = settings.area, settings.view
        self._keeps_map, self._structured = setting.memory, setting.structured
        self.known = OwnMap(self._area, world.names)
        self._news = News(world.rules)
        self._last: deque[str] = deque(maxlen=_LAST)
        self._operation: _Operation | None = None
        self._working: Working | None = None
        self._sight: Sight | None = None
        self._role = Role(agent="")
        self._every_step = every_step

    def perceive(
        self, sight: Sight, messages: tuple[Message, ...], role: Role, image: bytes | None = None
    ) -> Respond | None:
        """Take in sight and messages; return the question to the model, if there is one."""
        before, self._sight, self._role = self._sight, sight, role
        if not self._keeps_map:
            self.known = OwnMap(self._area, self._world.names)
        seen = self.known.see(sight)
        for message in messages:
            self.known.hear(message, self._view)
        found = self._news.add(seen)
        operation = self._operation
        if operation is not None and not operation.over and before is not None:
            told = any(message.requests or message.seen for message in messages)
            happened = found or told or self._happened(operation, before, sight)
            if not (happened or self._every_step):
                return None
            operation.stale = (found and self._keeps_map) or self._looked(operation)
        self._working = Working(
            world=self._world,
            sight=sight,
            known=self.known,
            role=role,
            feedback=feedback(self._world, sight),
            messages=messages,
            retrospection=self._memory.retrospect(sight) if self._memory else Retrospection(),
            last_actions=tuple(self._last),
        )
        return respond(self._working, image)

    def _happened(self, operation: _Operation, before: Sight, sight: Sight) -> bool:
        """Return whether something happened that calls for a new decision."""
        if sight.inventory != before.inventory or self._others() != operation.mates:
            return True
        old, new = before.vitals, sight.vitals
        low = any(level <= _LOW and level < old[name] for name, level in new.items())
        if low or new.get("health", 0) < old.get("health", 0):
            return True
        destination = str(operation.response.action.destination)
        if destination == UNEXPLORED:
            return self._looked(operation)
        return operation.target is None or self.known.at(operation.target) != destination

    def _others(self) -> Mapping[str, Mapping[str, int]]:
        return {name: report.resources for name, report in self.known.mates.items()}

    def _looked(self, operation: _Operation) -> bool:
        """Return whether little is left to see at the agent's destination."""
        target = operation.target
        return target is None or fresh_around(self.known, target, self._view) < _SEEN

    def decide(self, result: Result[Response] | None) -> Turn:
        """Return what to do, given the model's answer, or `None` if it was not asked."""
        usage, asked = Usage(), result is not None
        if result is not None:
            usage = result.usage
            if result.value is None:
                failure = str(result.failure)
                return Turn(action="noop", working=self._working, usage=usage, failure=failure)
            self._take(result.value)
        assert self._operation is not None
        assert self._sight is not None
        operation, response = self._operation, self._operation.response
        action = self._operate(operation, self._sight)
        operation.actions.append(action)
        return Turn(
            action=action,
            working=self._working if asked else None,
            response=response if asked else None,
            message=self._message(operation, self._sight),
            usage=usage,
        )

    def _take(self, response: Response) -> None:
        """Begin an operation, unless it is already being carried out."""
        assert self._working is not None
        words, running = response.action.words, self._operation
        self._last.append(words)
        if running is not None:
            same = running.response.action.words == words
            if same and not running.over and not running.stale:
                running.response = response
                return
            self.end(self._working.sight)
        self._operation = _Operation(self._working, response, self._others())

    def end(self, sight: Sight) -> None:
        """Learn the result of the last decision, when it or the agent's run is over."""
        if self._operation is not None and self._memory is not None:
            self._memory.learn(
                Experience(
                    working=self._operation.working,
                    response=self._operation.response,
                    actions=tuple(self._operation.actions),
                    outcome=sight,
                )
            )
        self._operation = None

    def _operate(self, operation: _Operation, sight: Sight) -> str:
        """Return the next action for the world."""
        chosen = operation.response.action
        if chosen.name != NAVIGATE:
            operation.over = True
            given = chosen.name == SHARE
            return share(chosen.item, chosen.recipient) if given else str(chosen.name)
        looking = chosen.destination == UNEXPLORED
        ways = Ways(self._world, sight, self.known, onward=not self._keeps_map)
        if operation.target is None or not looking:
            goal = operation.response.goal.current
            sought = (one.facing for one in self._world.rules.recipes if one.name == goal)
            operation.target = ways.target(chosen.destination, next(sought, ()))
        target = operation.target
        step = None if target is None else ways.step(target, enter=looking)
        operation.over = step is None
        return step or "noop"

    def _message(self, operation: _Operation, sight: Sight) -> Message | None:
        """Return the agent's message, if it has anybody to tell."""
        if not self._role.tells:
            return None
        said = operation.response.collaboration
        report = Report(
            agent=sight.agent,
            step=sight.step,
            position=sight.position,
            vitals=sight.vitals,
            resources=sight.inventory,
            goal=str(operation.response.goal.current),
            target=operation.target,
        )
        message = Message(
            sender=sight.agent,
            to=self._role.tells,
            step=sight.step,
            report=report,
            seen=self._news.take(),
            requests={str(held.item): held.count for held in said.requests},
            helps="" if said.helps == NONE else str(said.helps),
            how=said.how,
            change=said.change,
            text=said.message,
        )
        return message if self._structured else free_form(message)
