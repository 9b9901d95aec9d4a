"""`ReasonPlanner`: plans in its imagination, acts, and plans anew when the world differs."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from clew.agents.base import Decision, Info, Move, check_rules, failure_of
from clew.agents.commands import Permitted
from clew.agents.coreference import Resolver, resolver_named
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import AgentMemory, Nothing
from clew.agents.reasonplanner.planner import Plan, Planner
from clew.agents.reasonplanner.settings import Settings
from clew.agents.reasonplanner.tasks import BreakDown, Imagine, NextAction, NextState, Review
from clew.agents.reasonplanner.world_model import WorldModel
from clew.agents.scene import Noted, Remembered, Scene, Seen, Turn, cut
from clew.errors import UsageError
from clew.llm.base import Model, Result, Task, Usage
from clew.llm.prompts import one_line

__all__ = ["ReasonPlanner", "Thoughts", "made"]


_USUAL = Settings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thoughts:
    """What the agent has in mind after a decision; `Decision.thoughts` has it as plain data."""

    sub_task: str = ""
    reflection: str = ""
    plan: tuple[Turn, ...] = ()
    """The imagined steps from the present one on."""
    commands: tuple[Turn, ...] = ()
    """What is left of the present step, with predictions; the first is the command now given.
    Empty if that is none of the agent's plan."""
    asked: tuple[Noted, ...] = ()
    """Questions of this decision to the world model, and their answers."""
    deviation: str = ""
    """How the last command's result differed from its prediction."""
    replanned: bool = False
    """Whether the plan was given up because of that."""


@dataclass(slots=True)
class ReasonPlanner:
    """An agent for text worlds (ReasonPlanner, section 3); `goal` is the task, if given.

    A decision is one command. Before it, the critic compares the result of the last one with its
    prediction; if the plan is over or given up, the planner imagines a new one; the actor breaks
    its next step into commands. What fails is said in `Decision.fallback`; then the agent looks
    around, and plans anew.

    Of `info` it reads `location`, `inventory`, `look` (what is seen, if the response to a move does
    not tell it), `objects` (names in sight), `templates` and `admissible_actions` (what can be
    done), `choices` (see `Permitted`), `relocations` (see `WorldModel`) and `score`; all are
    optional. The score is shown to the critic (`Settings.score`); whether the game is won never is.

    Args:
        model: answers all tasks; `Routed`, as `Memory.model` is, sends those of the memory
            (`clew.learn.tasks.MemoryTask`) to the model that learns.
        memory: a `GraphMemory`, the world model; or none.
        goal: by default the last paragraph of the first observation.
        resolver: see `WorldModel`.

    Raises:
        UsageError: another kind of memory; a resolver without a graph; or rules that do not answer
            its tasks.
    """

    model: Model
    memory: AgentMemory = field(default_factory=Nothing)
    goal: str = ""
    settings: Settings = field(default_factory=Settings)
    resolver: Resolver | None = None
    _world: WorldModel | None = None
    _planner: Planner = field(init=False)
    _mind: Thoughts = field(default_factory=Thoughts)
    _seen: Seen = field(default_factory=Seen)
    _noted: tuple[Noted, ...] = ()
    _past: tuple[Turn, ...] = ()
    _last: str = ""
    """The last command."""
    _repeats: bool = False
    """Whether the step is one of a trajectory that is repeated."""
    _usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        if isinstance(self.memory, GraphMemory):
            self._world = WorldModel(self.memory, self._ask, self.settings.hops, self.resolver)
        elif not isinstance(self.memory, Nothing):
            raise UsageError(
                "reasonplanner keeps its world in a graph; expected the memory 'graph' or 'none', "
                f"got {type(self.memory).__name__}"
            )
        elif self.resolver is not None:
            raise UsageError(
                "a resolver reads what the graph learns; expected the memory 'graph', got none"
            )
        planner = (Imagine,) if self.settings.plan == "fused" else (NextAction, NextState)
        check_rules("reasonplanner", self.model, (*planner, BreakDown, Review))
        query = None if self._world is None else self._world.query
        self._planner = Planner(self._ask, query, self.settings)

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation, which states the task if none was given."""
        self._seen.goal = self.goal
        self._see(observation, info)

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Learn the result of a command."""
        self._see(observation, info, move.action)

    def _see(self, observation: str, info: Info, action: str = "") -> None:
        self._seen.take(observation, info, action)
        if self._world is not None:
            self._world.learn(self._seen.step, observation, info, action, again=self._repeats)

    def act(self, observation: str, info: Info) -> Decision:
        """Judge what happened, plan if need be, and give the next command."""
        self._repeats = False
        permitted = Permitted.read(info)
        self._happened(observation)
        mind, failed = self._reviewed(observation, permitted)
        plan = Plan()
        if not mind.plan:
            plan = self._planner.plan(self._scene(mind))
            mind = replace(mind, plan=tuple(plan.turns), commands=(), asked=tuple(plan.asked))
            self._note(mind.asked)
        mind, command, refused, stuck = self._commanded(mind, permitted)
        self._mind, self._last = mind, command
        usage, self._usage = self._usage + self.memory.spent(), Usage()
        return Decision(
            action=command,
            moves=(Move(command),),
            reason=mind.deviation or (mind.plan[0].action if mind.plan else ""),
            plan=tuple((turn.action, turn.response) for turn in mind.plan),
            facts=tuple(fact.text for one in mind.asked for fact in one.facts),
            refused=refused,
            fallback="; ".join(filter(None, (failed, plan.failed, stuck))),
            thoughts=asdict(mind),
            usage=usage,
        )

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore what the agent had in mind after an earlier decision."""
        self._repeats = True
        self._happened(observation)
        self._mind, self._last = _restored(decision.get("thoughts", {})), decision["action"]
        self._note(self._mind.asked)
        self.memory.spent()
        self._usage = Usage()

    def _happened(self, observation: str) -> None:
        """Put what the last command led to in the place of what was expected of it."""
        if self._last:
            now = self._scene(self._mind)
            turn = Turn(action=self._last, response=observation, state=now.state, score=now.score)
            self._past = (*self._past, turn)[-self.settings.recent :]

    def _note(self, asked: tuple[Noted, ...]) -> None:
        self._noted = (*self._noted, *asked)[-self.settings.remembered :]

    def _scene(self, mind: Thoughts) -> Scene:
        score = self._seen.info.get("score") if self.settings.score else None
        return self._seen.scene(
            reflection=mind.reflection,
            sub_task=mind.sub_task,
            noted=self._noted,
            past=self._past,
            score=None if score is None else float(score),
        )

    def _reviewed(self, observation: str, permitted: Permitted) -> tuple[Thoughts, str]:
        """Return what is left to do after the last command, and why it was not judged, if not.

        Not judged is a command that is not of the plan, or that the world asks back about.
        """
        mind = replace(self._mind, asked=(), deviation="", replanned=False)
        if not mind.commands or permitted.choices:
            return replace(mind, commands=()), ""
        expected, *left = mind.commands
        plan = mind.plan if left else mind.plan[1:]
        mind = replace(mind, plan=plan, commands=tuple(left))
        asked = self._ask(Review(self._scene(mind), expected, observation, plan))
        reply = asked.value
        if reply is None:
            return mind, f"not judged: {failure_of(asked)}"
        mind = replace(mind, deviation=reply.deviation, replanned=reply.replan)
        if reply.replan:
            learned, instead = reply.reflection or mind.reflection, reply.sub_task
            mind = replace(mind, plan=(), commands=(), reflection=learned, sub_task=instead)
        return mind, ""

    def _commanded(
        self, mind: Thoughts, permitted: Permitted
    ) -> tuple[Thoughts, str, tuple[str, ...], str]:
        """Return the mind with the commands to be given, the first one as the world takes it.

        Also what was refused, and why the agent only looks around, if it does.
        """
        if not mind.plan:
            return replace(mind, commands=()), permitted.idle, (), "no plan"
        commands, refused = mind.commands, tuple[str, ...]()
        if self.settings.plan == "fused" and permitted.find(mind.plan[0].action):
            commands = commands or mind.plan[:1]
        why = "no command named can be given"
        while len(refused) < self.settings.tries:
            if not commands:
                task = BreakDown(self._scene(mind), mind.plan[0], refused)
                asked = self._ask(task)
                if asked.value is None:
                    why = f"no command: {failure_of(asked)}"
                    break
                commands = tuple(one.turn for one in asked.value.commands)
            command = permitted.find(commands[0].action)
            if command is not None:
                return replace(mind, commands=commands), command, refused, ""
            refused += (cut(one_line(commands[0].action)),)
            commands = ()
        return replace(mind, plan=(), commands=()), permitted.idle, refused, why

    def _ask(self, task: Task[Any]) -> Result[Any]:
        (result,) = self.model.run([task])
        self._usage += result.usage
        return result


def made(
    model: Model,
    memory: AgentMemory,
    *,
    plan: str = _USUAL.plan,
    ahead: int = _USUAL.ahead,
    queries: int = _USUAL.queries,
    resolver: str = "",
    **options: bool,
) -> ReasonPlanner:
    """Return the agent for a run of `clew play`; it has no map, which other options are about.

    `resolver` is a name or an address (`resolver_named`); none by default.
    """
    del options
    settings = Settings(plan=plan, ahead=ahead, queries=queries)
    named = resolver_named(resolver) if resolver else None
    return ReasonPlanner(model, memory, settings=settings, resolver=named)


def _restored(thoughts: Mapping[str, Any]) -> Thoughts:
    """Return thoughts from their plain data."""
    parts = {
        "plan": tuple(Turn(**turn) for turn in thoughts.get("plan", ())),
        "commands": tuple(Turn(**turn) for turn in thoughts.get("commands", ())),
        "asked": tuple(map(_noted, thoughts.get("asked", ()))),
    }
    return Thoughts(**{**thoughts, **parts})


def _noted(plain: Mapping[str, Any]) -> Noted:
    return Noted(**{**plain, "facts": tuple(Remembered(**fact) for fact in plain["facts"])})
