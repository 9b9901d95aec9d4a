"""What concerns an agent that carries out a decision, and what does not."""

from dataclasses import replace

import pytest

from clew.agents.damcs.concern import Moment, concerned
from clew.agents.damcs.messages import Report
from clew.envs.crafter.tech_tree import PAPER
from tests.agents.damcs.lives import VITALS, sight


def moment(inventory=None, mates=(), places=None, asked=None, **more) -> Moment:
    return Moment(
        sight=sight(inventory=inventory or {}, **more),
        mates={mate.agent: mate for mate in mates},
        places=places or {},
        asked=asked or {},
    )


def mate(agent="agent_1", position=(30, 30), **resources) -> Report:
    return Report(agent=agent, step=1, position=position, resources=resources)


BEFORE = moment(mates=[mate()])


@pytest.mark.parametrize(
    ("after", "news", "expected"),
    [
        (BEFORE, (), False),
        (moment(mates=[mate(position=(12, 11), wood=3)]), (), False),  # moved, and gathered
        (moment(mates=[mate(iron=1)]), (), True),  # the one thing that this one is going for
        (moment(mates=[mate(coal=1)]), (), False),
        (moment({"wood": 1}, mates=[mate()]), (), True),  # now it can make something
        (moment({"coal": 1}, mates=[mate()]), (), False),
        (moment(mates=[mate()], vitals=VITALS | {"health": 8}), (), True),
        (moment(mates=[mate()], vitals=VITALS | {"food": 3}), (), True),
        (moment(mates=[mate()], vitals=VITALS | {"food": 8}), (), False),
        # Iron nearer than where it goes; what another is nearer to; what it is nearest to.
        (moment(mates=[mate()]), (("iron", (12, 12)),), True),
        (moment(mates=[mate()]), (("iron", (40, 40)),), False),
        (moment(mates=[mate()], places={"coal": 1}), (("coal", (29, 30)),), False),
        (moment(mates=[mate()], places={"coal": 1}), (("coal", (14, 11)),), True),
        (moment(mates=[mate()], places={"coal": 1}), (("tree", (14, 11)),), False),
    ],
)
def test_what_others_do_concerns_an_agent_only_where_it_changes_its_own_decision(
    after, news, expected
):
    got = concerned(PAPER, BEFORE, after, news, destination="iron", target=(20, 20))
    assert got is expected


def test_who_has_what_another_newly_asks_for_is_concerned():
    had = moment({"coal": 1})
    asks = moment({"coal": 1}, asked={"agent_1": frozenset(("coal",))})
    assert concerned(PAPER, had, asks, ())
    assert not concerned(PAPER, asks, asks, ())
    assert not concerned(PAPER, moment(), replace(asks, sight=sight()), ())


def test_a_sleeper_is_concerned_when_it_wakes():
    assert concerned(PAPER, moment(sleeping=True), moment(), ())
    assert not concerned(PAPER, moment(sleeping=True), moment(sleeping=True), ())


def test_what_is_found_concerns_who_has_the_tool_for_it():
    near = mate(position=(39, 40))
    had = moment({"iron_pickaxe": 1}, mates=[near])
    now = moment({"iron_pickaxe": 1}, mates=[near], places={"diamond": 1})
    news = (("diamond", (40, 40)),)
    assert concerned(PAPER, had, now, news)
    assert not concerned(PAPER, moment(mates=[near]), replace(now, sight=sight()), news)


DRY = (("grass",) * 3, ("grass", "agent_0", "grass"), ("grass",) * 3)


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        (moment(faces="grass"), moment(faces="tree"), False),  # it is about to cut it
        (moment({"wood": 1}, faces="grass"), moment({"wood": 1}, faces="table"), True),
        (
            moment({"wood": 1}, faces="grass", mates=[mate(wood_pickaxe=1)]),
            moment({"wood": 1}, faces="table", mates=[mate(wood_pickaxe=1)]),
            False,
        ),
        (moment(faces="grass"), moment(faces="water"), False),
        (
            moment(faces="grass", vitals=VITALS | {"drink": 6}),
            moment(faces="water", vitals=VITALS | {"drink": 6}),
            True,
        ),
        (
            moment(view=DRY, vitals=VITALS | {"drink": 3}),
            moment(faces="grass", vitals=VITALS | {"drink": 3}),
            True,
        ),
        (
            moment(view=DRY, vitals=VITALS | {"drink": 5}),
            moment(faces="grass", vitals=VITALS | {"drink": 5}),
            False,
        ),
    ],
)
def test_who_comes_to_what_is_lacking_or_needed_is_concerned(was, now, expected):
    """As one that walked past trees and a table to the place it had been told to go to."""
    assert concerned(PAPER, was, now, ()) is expected
