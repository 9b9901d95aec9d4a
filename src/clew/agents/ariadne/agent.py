"""Ariadne: at every step recall, decide whether to explore, plan and choose (section 3)."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from clew.agents.ariadne.tasks import (
    Action,
    Choose,
    Decide,
    Decided,
    Explore,
    MakePlan,
    Plan,
    Situation,
    SubGoal,
)
from clew.agents.base import Decision, Info, Move, failure_of
from clew.agents.memory import AgentMemory, Brought, KeepsWays, KnowsNames, Nothing
from clew.agents.worldmap import WorldMap, direction_of
from clew.ask.tasks import EntityDepths, QueryEntities
from clew.errors import UnknownNameError
from clew.llm.base import Model, Result, Task, Usage, rule_of
from clew.text import normalise_name

__all__ = ["Ariadne", "Calls", "Settings", "made"]

_START = Plan(steps=(SubGoal(sub_goal="find out what there is", reason="everything is new"),))


_MOST_NAMES = 24
"""Most names to search from in one decision."""


class Calls(StrEnum):
    """How a decision is split into calls of the model."""

    FEW = "few"
    """One: plan, action, and what to look up for the next decision (`Decide`)."""
    PAPER = "paper"
    """The paper's four: names to search from, whether to explore, the plan, the action."""


@dataclass(frozen=True, slots=True)
class _Next:
    """What a decision says of the next one."""

    look_up: tuple[tuple[str, int], ...] = ()
    explore: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How Ariadne works; the defaults are the paper's where it gives them."""

    recent: int = 5
    """Observations and actions in working memory."""
    exploration: bool = True
    """False is the ablation: no exits are shown."""
    tries: int = 3
    """How often the model is asked for a possible action."""
    navigate: bool = True
    """Whether `go to PLACE` is offered."""
    calls: Calls | str | None = None
    """How a decision is split; by default `PAPER` for rules, which cost nothing, else `FEW`."""

    def __post_init__(self) -> None:
        if self.calls is not None and self.calls not in set(Calls):
            raise UnknownNameError("way to split a decision", self.calls, [*Calls])


@dataclass(slots=True)
class Ariadne:
    """An agent for text worlds; `goal` is in the world's own words if it states one.

    At every step it recalls what is relevant to the observation and the plan, makes a new plan,
    and chooses among the admissible actions and `go to PLACE` for visited places. An impossible
    action is shown back to the model, at most `tries` times; then, or when a reply fails, the
    first exploring or admissible action is taken, and the decision says so.

    It never sees score, reward or whether the game is won.
    """

    model: Model
    memory: AgentMemory = field(default_factory=Nothing)
    goal: str = ""
    settings: Settings = field(default_factory=Settings)
    map: WorldMap = field(default_factory=WorldMap)
    _plan: Plan = _START
    _next: _Next = _Next()
    _step: int = 0
    _history: deque[tuple[str, str]] = field(default_factory=deque)
    _visits: dict[str, int] = field(default_factory=dict)
    _usage: Usage = field(default_factory=Usage)
    _begun: tuple[str, str] | None = None
    """The first observation, and what of it was learned, if that is not all."""

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation, which states the goal if none was given."""
        rest, _, last = observation.rpartition("\n\n")
        self.goal = self.goal or last
        if isinstance(self.memory, KeepsWays):
            self.map.know(self.memory.known_ways())
        self._arrive("", info)
        if self._calls() is Calls.FEW and self.goal == last and rest.strip():
            self._begun = (observation, rest)  # every prompt shows the goal: it is not recalled
        self.memory.learn(self._step, rest if self._begun else observation)

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Learn the result of a move, and the connection walked as data.

        What is printed when all is won says nothing of the world.
        """
        self._step += 1
        if info.get("won"):
            return
        way = self._arrive(direction_of(move.action), info)
        self.memory.learn(self._step, observation, move.action)
        if way is not None and isinstance(self.memory, KeepsWays):
            self.memory.learn_way(self._step, *way)

    def _arrive(self, direction: str, info: Info) -> tuple[str, str, str] | None:
        way = self.map.arrive(info.get("location"), direction)
        actions = info.get("admissible_actions") or ()
        self.map.see(filter(None, (direction_of(one) for one in actions)))
        if self.map.here:
            self._visits[self.map.here] = self._step
        return way

    def act(self, observation: str, info: Info) -> Decision:
        """Decide; the decision records what was recalled, planned and refused, and why."""
        self._usage = Usage()
        recent = self._known([*self._recent(), observation])
        focus = self._focus(f"{observation}\n{info.get('inventory') or ''}")
        brought = self.memory.recall(focus, self._plan.text, recent)
        situation = self._situation(observation, info, brought, self._explores())
        actions = tuple(info.get("admissible_actions") or ())
        listed = bool(actions)
        if self.settings.navigate:
            rooms = (*self.map.rooms, *situation.unvisited)
            actions += tuple(f"go to {room}" for room in rooms if room != self.map.here)
        decided, failed = self._planned(situation, actions)
        situation = replace(situation, plan=self._plan)
        action, reason, refused, fallback = self._choose(
            situation, actions, listed=listed, decided=decided
        )
        self._remember(observation, action)
        return Decision(
            action=action,
            moves=self.map.moves(action),
            reason=reason,
            plan=tuple((one.sub_goal, one.reason) for one in self._plan.steps),
            facts=tuple(" | ".join(fact) for fact in brought.facts),
            episodes=brought.texts,
            unexplored=tuple(
                f"{room}: {way}" for room, ways in situation.unexplored for way in ways
            ),
            refused=refused,
            fallback="; ".join(filter(None, (failed, fallback))),
            thoughts=self._thoughts(),
            usage=self._usage + self.memory.spent(),
        )

    def _calls(self) -> Calls:
        """Return how a decision is split; rules cost nothing and answer the paper's calls."""
        if self.settings.calls is not None:
            return Calls(self.settings.calls)
        return Calls.FEW if rule_of(self.model, Choose) is None else Calls.PAPER

    def _explores(self) -> bool:
        """Return whether the exits are shown: the plan asks for it, or it is not known."""
        if not self.settings.exploration or self._calls() is Calls.FEW:
            return self.settings.exploration and self._next.explore
        asked = self._ask(Explore(self._plan)).value
        return asked is None or asked.explore

    def _planned(self, situation: Situation, actions: tuple[str, ...]) -> tuple[Action | None, str]:
        """Plan; return the action, if it was chosen in the same call, and why there is no plan."""
        few = self._calls() is Calls.FEW
        asked = self._ask(Decide(situation, actions) if few else MakePlan(situation))
        said: Plan | None = asked.value
        if said is None:
            return None, f"no plan: {failure_of(asked)}"
        self._plan = Plan(main_goal=said.main_goal, steps=said.steps, emotion=said.emotion)
        if not isinstance(said, Decided):
            return None, ""
        self._next = _Next(tuple((one.name, one.depth) for one in said.look_up), said.explore)
        return Action(reason=said.reason, action=said.action), ""

    def _thoughts(self) -> Mapping[str, Any]:
        if self._calls() is Calls.PAPER:
            return {}
        names = [[name, depth] for name, depth in self._next.look_up]
        return {"look_up": names, "explore": self._next.explore}

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore the action and plan of an earlier decision, and repeat its memory query.

        What a memory stores may depend on the query: RAG stores a text with the plan of its time.
        """
        self.memory.recall((), self._plan.text, self._known([*self._recent(), observation]))
        self.memory.spent()
        steps = tuple(SubGoal(sub_goal=one, reason=why) for one, why in decision["plan"])
        self._plan = Plan(main_goal=self._plan.main_goal, steps=steps) if steps else self._plan
        if thoughts := decision.get("thoughts"):
            names = tuple((name, depth) for name, depth in thoughts["look_up"])
            self._next = _Next(names, thoughts["explore"])
        self._remember(observation, decision["action"])

    def _remember(self, observation: str, action: str) -> None:
        self._history.append((observation, action))
        while len(self._history) > self.settings.recent:
            self._history.popleft()

    def _recent(self) -> list[str]:
        return [seen for seen, _ in self._history]

    def _known(self, recent: list[str]) -> list[str]:
        """Return the texts in working memory as they were learned."""
        whole, rest = self._begun or ("", "")
        return [rest if one == whole else one for one in recent] if self._begun else recent

    def _focus(self, seen: str) -> list[tuple[str, int]]:
        """Return what to recall: names and depths, the most important first."""
        if self._calls() is Calls.PAPER:
            asked = self._ask(QueryEntities(f"{self._plan.text}\n{seen}"))
            names: EntityDepths | None = asked.value
            return [(one.name, one.depth) for one in names.entities] if names else []
        found = {normalise_name(name): (name, depth) for name, depth in self._next.look_up}
        here = self.memory.names_in(seen) if isinstance(self.memory, KnowsNames) else ()
        for name in here:
            found.setdefault(normalise_name(name), (name, 1))
        return [*found.values()][:_MOST_NAMES]

    def _situation(
        self, observation: str, info: Info, brought: Brought, exploring: bool
    ) -> Situation:
        paths = self.map.paths()
        unvisited = tuple(room for room in self.map.unvisited if room in paths)
        rooms = (*self.map.rooms, *unvisited)
        return Situation(
            goal=self.goal,
            observation=observation,
            inventory=info.get("inventory") or "",
            location=self.map.here or "",
            history=tuple(self._history),
            facts=brought.facts,
            since=brought.since,
            step=self._step if self._calls() is Calls.FEW else None,
            texts=brought.texts,
            plan=self._plan,
            unexplored=self._exits(paths) if exploring else (),
            exploring=exploring,
            rooms=tuple(sorted(rooms, key=lambda room: (self._visits.get(room, -1), room))),
            unvisited=unvisited,
        )

    def _exits(
        self, paths: Mapping[str, Sequence[Move]]
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return rooms with exits never taken, nearest first (algorithm 3)."""
        there = (room for room in self.map.rooms if room in paths)
        near = sorted(there, key=lambda room: len(paths[room]))
        return tuple((room, exits) for room in near if (exits := self.map.unexplored(room)))

    def _choose(
        self,
        situation: Situation,
        actions: tuple[str, ...],
        *,
        listed: bool,
        decided: Action | None,
    ) -> tuple[str, str, tuple[str, ...], str]:
        """Return action, reason, refused actions, and for a fallback why it is one.

        `listed` says whether the world lists what can be done; else any action is possible.
        `decided` is an action that is chosen already.
        """
        by_name = {normalise_name(action): action for action in reversed(actions)}
        refused: list[str] = []
        why = "no action named can be done"
        for _ in range(self.settings.tries):
            if (said := decided) is None:
                asked = self._ask(Choose(situation, actions, tuple(refused)))
                said = asked.value
                why = why if said else f"no action: {failure_of(asked)}"
            if said is None:
                break
            decided = None
            action = by_name.get(normalise_name(said.action))
            if action is None and not listed:  # let the world judge
                action = said.action
            if action is not None:
                return action, said.reason, tuple(refused), ""
            refused.append(said.action)
        ways = [one for one in actions if direction_of(one) and not one.startswith("go to ")]
        unseen = [
            one for one in ways if direction_of(one) in self.map.unexplored(self.map.here or "")
        ]
        return (*unseen, *ways, *actions, "look")[0], "", tuple(refused), why

    def _ask(self, task: Task[Any]) -> Result[Any]:
        (result,) = self.model.run([task])
        self._usage += result.usage
        return result


def made(
    model: Model, memory: AgentMemory, *, calls: str | None = None, **options: bool
) -> Ariadne:
    """Return Ariadne for a run; `calls` and `options` are fields of `Settings`."""
    return Ariadne(model, memory, settings=Settings(calls=calls, **options))
