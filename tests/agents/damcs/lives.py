"""Sights, working memories and answers made by hand: no world is needed to remember one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from clew.agents.damcs.experience import Experience
from clew.agents.damcs.messages import Message
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import Response, World
from clew.agents.damcs.topology import chain
from clew.agents.damcs.working import Retrospection, Working, feedback
from clew.envs.crafter.sight import Sight

WORLD = World(agents=2)
VITALS = {"health": 9, "food": 9, "drink": 9, "energy": 9}
NOTHING: Mapping[str, int] = {}


def sight(
    step: int = 0, agent: str = "agent_0", *, faces: str = "tree", inventory=NOTHING, **more: Any
) -> Sight:
    """Return what an agent on grass sees, facing east."""
    rows = (("grass",) * 3, ("grass", agent, faces), ("grass", "water", "grass"))
    given: dict[str, Any] = {
        "position": (11, 11), "facing": (1, 0), "corner": (10, 10), "view": rows, "vitals": VITALS,
    }  # fmt: skip
    return Sight(agent=agent, step=step, inventory=inventory, **(given | more))


def working(seen: Sight, world: World = WORLD, **more: Any) -> Working:
    known = OwnMap((64, 64), world.names)
    known.see(seen)
    given: dict[str, Any] = {
        "role": chain(world.names)[seen.agent],
        "feedback": feedback(world, seen),
    }
    return Working(world=world, sight=seen, known=known, **(given | more))


def response(
    current="collect_wood", long_term="place_table", name="do", world: World = WORLD, **more: Any
) -> Response:
    aims = {"ultimate": "collect_diamond", "long_term": long_term, "current": current}
    aims |= {"reason": f"{current} comes first", "progress": "half way"}
    action = {"name": name, **{key: more.pop(key) for key in list(more) if key in _OF_ACTION}}
    return world.answer("agent_0").model_validate({"goal": aims, "action": action, **more})


_OF_ACTION = ("destination", "item", "recipient")


def lived(
    step: int,
    current="collect_wood",
    long_term="place_table",
    *,
    after: Mapping[str, Any] | None = None,
    messages: tuple[Message, ...] = (),
    retrospection: Retrospection | None = None,
    **more: Any,
) -> Experience:
    """Return an experience of agent_0; `after` is what the outcome has that the sight had not."""
    before = sight(step)
    brought = retrospection or Retrospection()
    return Experience(
        working=working(before, messages=messages, retrospection=brought),
        response=response(current, long_term, **more),
        actions=("do",),
        outcome=replace(before, step=step + 1, **(after or {})),
    )
