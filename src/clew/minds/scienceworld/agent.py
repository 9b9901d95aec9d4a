"""`CaseBased`: an agent that plans by the golden runs in its memory, without a language model."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from clew.agents.base import Decision, Info, Move
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import AgentMemory
from clew.agents.reasonplanner.agent import Thoughts
from clew.agents.reasonplanner.world_model import WorldModel
from clew.agents.scene import Turn
from clew.errors import UsageError
from clew.llm.base import Model, Usage
from clew.minds.scienceworld.body import Body, Command, Doing
from clew.minds.scienceworld.cases import recalled
from clew.minds.scienceworld.phrases import masked
from clew.minds.scienceworld.playing import Player

__all__ = ["CaseBased", "made"]

_AHEAD = 5
"""Steps of the plan that are shown."""
_IDLE = "look around"
_NEAR = 25
"""Two replies whose beginnings are alike, numbers apart, say the same."""


@dataclass(slots=True)
class CaseBased:
    """Plays ScienceWorld by cases (`clew.minds.scienceworld`); deterministic.

    It recalls the golden run most like the task, takes what the goals do not share for what stands
    here instead, and does its steps: what they need is sought, replaced or prepared, where the
    reply differs from the case's. What it sees is learned into its memory as ReasonPlanner does.

    Of `info` it reads `location`, `look`, `inventory`, `objects`, `choices` and `task`; never the
    score, what was reached, or what is possible.

    Args:
        model: reads texts for the memory.
        memory: a `GraphMemory` with golden runs (`python -m experiments scienceworld train`).
        world: whether it knows the world: the ways between rooms and where things were in golden
            runs, and what it saw in the other rooms of this one. Without, it has the cases alone,
            and the doors it has come by.

    Raises:
        UsageError: another kind of memory, or one without golden runs.
    """

    model: Model
    memory: AgentMemory
    world: bool = True
    _world: WorldModel = field(init=False)
    _body: Body | None = None
    _player: Player | None = None
    _doing: Doing[None] | None = None
    _next: Command = field(default_factory=lambda: Command(_IDLE))
    _step: int = 0
    _repeats: bool = False
    _deviation: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.memory, GraphMemory):
            raise UsageError(
                "the mind of ScienceWorld recalls runs from a graph; expected the memory 'graph', "
                f"got {type(self.memory).__name__}"
            )
        self._world = WorldModel(self.memory, lambda task: self.model.run([task])[0])

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation, and recall the cases."""
        assert isinstance(self.memory, GraphMemory)
        known = recalled(self.memory.memory)
        if not known.cases:
            raise UsageError(
                "this memory holds no golden run to plan by; train one: "
                "python -m experiments scienceworld train --out DIR, then --memory "
                "DIR/trained.clew"
            )
        if not self.world:
            known = replace(known, ways={}, seen={})
        goal = str(info.get("task") or observation.rsplit("\n\n", 1)[-1])
        self._world.learn(0, observation, info)
        self._body = Body(known, goal, info, remembers=self.world)
        self._player = Player(self._body)
        self._doing = self._player.play()
        self._next = next(self._doing, Command(_IDLE, "no case"))

    def act(self, observation: str, info: Info) -> Decision:
        """Give the next command, with what is expected of it and of the steps after it."""
        del observation, info
        self._repeats = False
        return self._decision()

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Go on as then: the same observations lead to the same commands.

        Raises:
            UsageError: they do not; the memory or the program is another one.
        """
        del observation
        self._repeats = True
        if self._next.text != decision["action"]:
            raise UsageError(
                f"the trajectory has {decision['action']!r} where this mind does "
                f"{self._next.text!r}; go on with the memory that it was begun with"
            )

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Take in the reply, and go on in the plan."""
        self._step += 1
        self._world.learn(self._step, observation, info, move.action, again=self._repeats)
        self._deviation = _deviation(self._next, observation)
        assert self._doing is not None
        try:
            self._next = self._doing.send((observation, info))
        except StopIteration:
            self._next = Command(_IDLE, "nothing is left to try")

    def _decision(self) -> Decision:
        assert self._player is not None
        plan = self._ahead()
        doer = self._player.doer
        mind = Thoughts(
            sub_task=self._next.why,
            reflection="; ".join(doer.lessons if doer else ()),
            plan=plan,
            commands=(Turn(action=self._next.text, response=self._next.expected),),
            deviation=self._deviation,
            replanned=bool(self._deviation),
        )
        return Decision(
            action=self._next.text,
            moves=(Move(self._next.text),),
            reason=self._deviation or self._next.why,
            plan=tuple((turn.action, turn.response) for turn in plan),
            thoughts=asdict(mind),
            usage=Usage(),
        )

    def _ahead(self) -> tuple[Turn, ...]:
        """Return the next steps of the case with the replies it had, as they would be here."""
        player = self._player
        if player is None or player.doer is None:
            return ()
        lifted = player.doer.lifted
        return tuple(
            Turn(action=lifted.put(step.action, step), response=lifted.put(step.reply, step))
            for step in player.ahead[:_AHEAD]
        )


def _deviation(command: Command, reply: str) -> str:
    """Return how a reply differs from the one expected; empty if it does not, or none was."""
    said, meant = masked(reply), masked(command.expected)
    if not meant or said[:_NEAR].lower() == meant[:_NEAR].lower():
        return ""
    return f"expected {command.expected[:120]!r}, got {reply[:120]!r}"


def made(model: Model, memory: AgentMemory, *, world: bool = True, **options: bool) -> CaseBased:
    """Return the agent for a run of `clew play`; it has no map, which the other options are for."""
    del options
    return CaseBased(model, memory, world)
