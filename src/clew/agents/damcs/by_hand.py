"""A person as one agent of a team in Crafter: the human baseline, logged like any other."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from clew.agents.damcs.response import NAVIGATE, SHARE, NextAction
from clew.agents.damcs.tasks import Respond
from clew.agents.damcs.working import Working
from clew.agents.person import Pick, picked
from clew.envs.crafter.sight import Sight
from clew.envs.crafter.telling import tell
from clew.llm.base import Model, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["Player"]


class Player(Wrapper):
    """Asks a person what one agent does, and a model what the others do.

    The person sees what the agent sees, and what it is told; nothing of its memory helps. An
    impossible action is refused and the question asked again, without limit.

    Args:
        model: decides for the others.
        person: asks `Pick`: `clew.llm.human.Human`, or a script.
        agent: whom the person plays.
        draw: a sight as a map of letters.
    """

    def __init__(
        self, model: Model, person: Model, agent: str, draw: Callable[[Sight], str]
    ) -> None:
        super().__init__(model)
        self._person, self._agent, self._draw = person, agent, draw

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`.

        Raises:
            StoppedError: the person gave no answer (end of input, Ctrl-C).
        """
        mine = {
            number: self._asked(task)
            for number, task in enumerate(tasks)
            if isinstance(task, Respond) and task.working.agent == self._agent
        }
        others = iter(self._model.run([one for n, one in enumerate(tasks) if n not in mine]))
        return [mine[number] if number in mine else next(others) for number in range(len(tasks))]

    def _asked(self, task: Respond) -> Result[Any]:
        working = task.working
        actions = {one.words: one for one in _actions(working)}
        told = [self._draw(working.sight), tell(working.sight)]
        told += [message.words for message in working.messages]
        action, _, usage = picked(self._person, Pick("\n".join(told), "", tuple(actions)))
        goal = working.world.rules.goal
        aims = {"ultimate": goal, "long_term": goal, "current": goal}
        answer = {"goal": aims, "action": actions[action].model_dump()}
        return Result(task.output_type.model_validate(answer), usage=usage)


def _actions(working: Working) -> Iterator[NextAction]:
    """Yield what can be done now: what has an effect, ways to what is known, gifts."""
    sight, world = working.sight, working.world
    held = [one for one in world.rules.shareable if sight.inventory.get(one)]
    for name in working.feedback.actions:
        if name == NAVIGATE:
            known = (one for one in world.destinations if one != working.agent)
            for place in known:
                if working.known.where(place):
                    yield NextAction(name=name, destination=place)
        elif name == SHARE:
            mates = [mate for mate in world.names if mate != working.agent]
            yield from (
                NextAction(name=name, item=item, recipient=mate) for item in held for mate in mates
            )
        else:
            yield NextAction(name=name)
