"""`DamcsAgent`: perceives, remembers, decides, acts and tells the others (DAMCS, section 3).

See also figure 3. A decision may take several steps (the Navigator): it continues until it is
complete, or until something happens that the agent did not know of.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from clew.agents.damcs.concern import Moment, concerned
from clew.agents.damcs.experience import Experience
from clew.agents.damcs.lookout import fresh_around
from clew.agents.damcs.memory import DamcsMemory
from clew.agents.damcs.messages import Message, Report, free_form
from clew.agents.damcs.news import News
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import (
    NAVIGATE,
    NONE,
    SHARE,
    SLEEP,
    UNEXPLORED,
    WAIT,
    Response,
    World,
)
from clew.agents.damcs.settings import Setting
from clew.agents.damcs.skills import Ways
from clew.agents.damcs.tasks import Respond, respond
from clew.agents.damcs.topology import Role
from clew.agents.damcs.working import Retrospection, Working, feedback
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.sight import Cell, Sight, apart, share
from clew.llm.base import Result, Usage

__all__ = ["DamcsAgent", "Turn"]

_LAST = 7
"""How many last actions are shown, as in the authors' code."""
_PATIENCE = 8
"""Steps that an agent waits before it is asked again."""
_TO_AND_FRO = 6
"""Steps between two places after which an agent stands still for a while."""
_ROAMS = 6
"""Steps after which an agent that explores is asked at the next look or find."""
_DETOUR = 3
"""Steps by which the next place of a kind may be farther, when the nearest one is gone."""
_STALE = 5
"""Steps after which a report is passed on even if only the place has changed."""
_SEEN = 20
"""A lookout is given up when fewer unknown cells than this would be seen from it, and fewer than
half of those for which it was chosen."""


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
    target: Cell | None = None
    promise: int = 0
    """Unknown cells that were to be seen from a lookout when it became the target."""
    actions: list[str] = field(default_factory=list)
    over: bool = False


class DamcsAgent:
    """One agent of a team, for one run."""

    def __init__(
        self, world: World, memory: DamcsMemory | None, settings: Settings, setting: Setting
    ) -> None:
        """Make an agent; it learns its name from what it perceives.

        Without a memory it knows only its last actions and its map. It is asked when its last
        decision is complete, or something happened that concerns it.
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
        self._moment: Moment | None = None
        self._places: deque[Cell] = deque(maxlen=_TO_AND_FRO)
        self._holds = 0
        """Steps for which it stands still, to let another pass."""
        self._found = False
        """Whether something worth reporting came into view."""
        self._target: Cell | None = None
        """Of the last decision to go somewhere."""
        self._promise = 0
        """Unknown cells that were to be seen from it, when it was chosen as a lookout."""
        self._unread: tuple[Message, ...] = ()
        self._passed: dict[str, Report] = {}
        """The last report passed on of each other agent."""

    def perceive(
        self, sight: Sight, messages: tuple[Message, ...], role: Role, image: bytes | None = None
    ) -> Respond | None:
        """Take in sight and messages; return the question to the model, if there is one."""
        self._sight, self._role = sight, role
        if not self._keeps_map:
            self.known = OwnMap(self._area, self._world.names, sight.agent)
        seen = self.known.see(sight)
        told = [new for message in messages for new in self.known.hear(message, self._view)]
        self._found = self._news.add(seen, told if role.relays else ())
        was, self._moment = (
            self._moment,
            Moment.of(self._world.rules, sight, self.known, messages, self._moment),
        )
        self._unread += messages
        if self._goes_on(was, (*seen, *told)):
            return None
        self.end(sight)
        recalled = self._memory.retrospect(sight) if self._memory else Retrospection()
        self._working = Working(
            world=self._world,
            sight=sight,
            known=self.known,
            role=role,
            feedback=feedback(self._world, sight),
            messages=self._unread,
            retrospection=recalled,
            last_actions=tuple(self._last),
            heading=self._target,
        )
        self._unread = ()
        return respond(self._working, image)

    def _goes_on(self, was: Moment | None, news: Sequence[tuple[str, Cell]]) -> bool:
        """Return whether the last decision is still being carried out, and rightly so."""
        running, now = self._operation, self._moment
        if running is None or was is None or now is None:
            return False
        if running.response.action.name == SLEEP:
            running.over = not now.sight.sleeping
        chosen, target = str(running.response.action.destination), running.target
        if running.over:
            return False
        if running.response.action.name == NAVIGATE and not self._under_way(running, now.sight):
            return False
        rules = self._world.rules
        return not concerned(rules, was, now, news, destination=chosen, target=target)

    def _under_way(self, running: _Operation, sight: Sight) -> bool:
        """Return whether a decision to go somewhere goes on; exploring has one look after another.

        It does not when the agent is there, or when the place has become a much farther one.
        """
        before, exploring = running.target, running.response.action.destination == UNEXPLORED
        looked = self._looked(before, running.promise)
        if exploring and (self._found or looked or self._way(running, sight) is None):
            running.over = len(running.actions) >= _ROAMS
            running.target = before = None
        running.over = running.over or self._way(running, sight) is None
        return not running.over and not _farther(sight.position, running.target, before)

    def _looked(self, target: Cell | None, promise: int) -> bool:
        """Return whether little is left to see at the agent's destination."""
        if target is None:
            return True
        return fresh_around(self.known, target, self._view) < min(_SEEN, promise / 2)

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
        """Begin an operation; who goes on exploring keeps its destination while it is good."""
        assert self._working is not None
        same = self._last and self._last[-1] == response.action.words
        explores = response.action.destination == UNEXPLORED and self._keeps_map
        looked = self._looked(self._target, self._promise)
        kept = self._target if same and explores and not self._found and not looked else None
        self._last.append(response.action.words)
        self._operation = _Operation(self._working, response, kept, self._promise)

    def end(self, sight: Sight) -> None:
        """Learn the result of the last decision, when it or the agent's run is over."""
        if self._operation is None:
            return
        self._target = None if self._operation.over else self._operation.target
        self._promise = self._operation.promise
        if self._memory is not None:
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
            operation.over = chosen.name != WAIT or len(operation.actions) + 1 >= _PATIENCE
            given = chosen.name == SHARE
            return share(chosen.item, chosen.recipient) if given else str(chosen.name)
        step = self._way(operation, sight)
        operation.over = step is None
        return WAIT if step is None or self._stands(sight) else step

    def _stands(self, sight: Sight) -> bool:
        """Return whether to stand still, as the agent goes to and fro between two places.

        Two agents in each other's way do so; each stands for another time.
        """
        self._places.append(sight.position)
        even, odd = set(list(self._places)[::2]), set(list(self._places)[1::2])
        if len(self._places) == _TO_AND_FRO and len(even) == len(odd) == 1 and even != odd:
            self._places.clear()
            number = self._world.names.index(sight.agent)
            self._holds = (sight.step // _TO_AND_FRO + number * (1 + sight.step % 3)) % 4
        self._holds -= 1
        return self._holds >= 0

    def _way(self, operation: _Operation, sight: Sight) -> str | None:
        """Return the next action of a decision to go somewhere; `None` when it is there."""
        chosen = operation.response.action
        looking = chosen.destination == UNEXPLORED
        ways = Ways(self._world, sight, self.known, onward=not self._keeps_map)
        if operation.target is None or not looking:
            goal = operation.response.goal.current
            sought = (one.facing for one in self._world.rules.recipes if one.name == goal)
            operation.target = ways.target(chosen.destination, next(sought, ()))
            if looking and operation.target is not None:
                operation.promise = fresh_around(self.known, operation.target, self._view)
        target = operation.target
        return None if target is None else ways.step(target, enter=looking)

    def _passed_on(self) -> tuple[Report, ...]:
        """Return the reports that say something new, or that others have not had for a while."""
        found = []
        for report in self.known.mates.values():
            last = self._passed.get(report.agent)
            if last is None or report.step - last.step >= _STALE or _news_of(report, last):
                self._passed[report.agent] = report
                found.append(report)
        return tuple(found)

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
            passed_on=self._passed_on() if self._role.relays else (),
            seen=self._news.take(),
            requests={str(held.item): held.count for held in said.requests},
            helps="" if said.helps == NONE else str(said.helps),
            how=said.how,
            change=said.change,
            text=said.message,
        )
        return message if self._structured else free_form(message)


def _farther(here: Cell, new: Cell | None, old: Cell | None) -> bool:
    """Return whether the place that an agent is going to has become a much farther one."""
    if new is None or old is None:
        return False
    return apart(here, new) > apart(here, old) + _DETOUR


def _news_of(report: Report, last: Report) -> bool:
    """Return whether a report says more than that the agent has moved."""
    return replace(report, step=0, position=last.position) != replace(
        last, step=0, vitals=report.vitals
    )
