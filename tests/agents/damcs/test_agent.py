"""What one agent does between two questions."""

from clew.agents.damcs.agent import DamcsAgent
from clew.agents.damcs.messages import Message, Report
from clew.agents.damcs.settings import SETTINGS
from clew.agents.damcs.topology import alone, chain
from clew.envs.crafter.settings import Settings
from clew.llm.base import Result
from tests.agents.damcs.lives import WORLD, response, sight

FAR = response("collect_wood", name="navigate", destination="tree")
ROWS = (("grass",) * 9,) * 7


def walked(agent: str, places, steps=40) -> list[str]:
    """Return the actions of an agent that goes to a tree, while the world puts it at places."""
    one = DamcsAgent(WORLD, None, Settings(agents=2), SETTINGS["mem"])
    role = alone(WORLD.names)[agent]
    actions = []
    for step in range(steps):
        x, y = places[step % len(places)]
        rows = [list(row) for row in ROWS]
        rows[3][4] = agent
        rows[0][8] = "tree"
        seen = sight(step, agent, position=(x, y), corner=(x - 4, y - 3),
                     view=tuple(tuple(row) for row in rows))  # fmt: skip
        asked = one.perceive(seen, (), role)
        actions.append(one.decide(Result(value=FAR) if asked else None).action)
    return actions


def test_who_goes_to_and_fro_between_two_places_stands_still_for_a_while():
    stood = [walked(agent, [(20, 20), (20, 21)]).count("noop") for agent in WORLD.names]
    assert all(0 < count < 30 for count in stood)


def test_two_that_go_to_and_fro_stand_at_other_times():
    first, second = (walked(agent, [(20, 20), (20, 21)]) for agent in WORLD.names)
    alone_still = [(a == "noop") != (b == "noop") for a, b in zip(first, second, strict=True)]
    assert any(alone_still)


def test_who_gets_on_or_goes_round_does_not_stand():
    for places in ([(x, 20) for x in range(10, 50)], [(20, 20), (20, 21), (21, 21), (21, 20)]):
        assert "noop" not in walked("agent_0", places)


def test_a_lookout_from_which_little_is_to_be_seen_is_kept_until_it_is_seen():
    """As one that chose between two of them anew at every step, and went to and fro."""
    one = DamcsAgent(WORLD, None, Settings(agents=2), SETTINGS["memcomm"])
    unknown = {(x, y) for left in (20, 44) for x in range(left, left + 4) for y in range(31, 34)}
    cells = range(64)
    one.known.fill([["" if (x, y) in unknown else "grass" for x in cells] for y in cells], 0)
    explores = response("collect_diamond", name="navigate", destination="unexplored")
    actions = []
    for step, (x, taken) in enumerate([(32, (45, 32)), (31, None), (30, None)]):
        report = Report(agent="agent_1", step=step, position=(32, 5), target=taken)
        told = Message(sender="agent_1", to=("agent_0",), step=step, report=report)
        rows = [list(row) for row in ROWS]
        rows[3][4] = "agent_0"
        seen = sight(step, position=(x, 32), corner=(x - 4, 29), view=tuple(map(tuple, rows)))
        asked = one.perceive(seen, (told,), chain(WORLD.names)["agent_0"])
        actions.append(one.decide(Result(value=explores) if asked else None).action)
    assert actions == ["move_left"] * 3
