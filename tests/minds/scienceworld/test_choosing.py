"""What golden runs tell about choices, waiting and what stands for what."""

import pytest

from clew.minds.scienceworld.cases import Case, Knowledge, Step
from clew.minds.scienceworld.choosing import branches, measured_branch, preferences, told_apart
from clew.minds.scienceworld.lifting import Lifted, mixtures
from clew.minds.scienceworld.measuring import by_measurement

IF = "If the {0} is hot, focus on the red box. If the {0} is cold, focus on the green box."
TRAIT = (
    "Is {} height dominant? If it is dominant, use the red box. If it is not, use the green box."
)


def steps(*pairs, look="", room="hall"):
    return tuple(Step(action, reply, room, look) for action, reply in pairs)


def case(goal, *pairs, look="", sort="one"):
    return Case(sort, goal, steps(*pairs, look=look), {"hall": look})


def plants(tall, short):
    kinds = ["\ta plant with a tall height"] * tall + ["\ta plant with a short height"] * short
    return "\n".join(kinds)


def test_a_number_decides_between_branches():
    goal = "If it is above -10.0 degrees, use the red box. If it is below -10.0, use the blue box."
    assert [one.box for one in branches(goal)] == ["red box", "blue box"]
    assert measured_branch(goal, [50.0, -12.0]) == "blue box"
    assert measured_branch(goal, [-12.0, 50.0]) == "red box"
    assert measured_branch(goal, []) is None


def test_what_is_seen_more_often_decides_as_it_did_in_golden_runs():
    cases = [
        case(TRAIT.format("tall"), ("focus on red box", ""), look=plants(3, 1)),
        case(TRAIT.format("short"), ("focus on green box", ""), look=plants(4, 2)),
    ]
    looks = [plants(2, 2), plants(1, 5)]
    assert told_apart(cases, TRAIT.format("short"), "", looks) == 0
    assert told_apart(cases, TRAIT.format("tall"), "", looks) == 1
    assert told_apart(cases[:1], TRAIT.format("tall"), "", looks) is None


def test_words_of_one_branch_decide_and_their_lack_is_the_other():
    goal = IF.format("pot")
    cases = [
        case(goal, ("focus on red box", ""), look="a lamp, which is on"),
        case(goal, ("focus on red box", ""), look="a wire, a lamp, which is on"),
        case(goal, ("focus on green box", ""), look="a lamp, which is off"),
    ]
    assert told_apart(cases, goal, "a lamp, which is on", ["a lamp, which is on"]) == 0
    assert told_apart(cases, goal, "a lamp, which is off", ["a lamp, which is off"]) == 1


@pytest.mark.parametrize(
    ("most", "chosen"), [("most", "steep slope b"), ("least", "steep slope a")]
)
def test_readings_are_compared_as_golden_runs_did(most, chosen):
    goal = "Which slope has the {} friction? Focus on it."
    golden = [
        case(
            goal.format(word),
            ("move block to steep slope x", ""), ("examine clock", "The time reads 9 ticks."),
            ("move block to steep slope y", ""), ("examine clock", "The time reads 5 ticks."),
            (f"focus on {right}", ""),
        )
        for word, right in (("most", "steep slope x"), ("least", "steep slope y"))
    ]  # fmt: skip
    done = [
        ("move block to steep slope a", ""), ("examine clock", "The time reads 20 ticks."),
        ("move block to steep slope b", ""), ("examine clock", "The time reads 30 ticks."),
    ]  # fmt: skip
    assert by_measurement(golden, golden[0], goal.format(most), done) == chosen
    assert by_measurement(golden, golden[0], goal.format(most), done[:2]) is None


def test_what_cases_chose_and_left_is_preferred_or_not():
    goal = "Focus on the animal with the longest life."
    cases = [
        case(goal, ("focus on tortoise", "You focus on the tortoise."), look="a tortoise\na mouse"),
        case(goal, ("focus on mouse", "You focus on the mouse."), look="a mouse\na fly"),
    ]
    like = preferences(cases, cases, cases[0], goal, 0)
    assert like.best(["fly", "mouse", "tortoise"], sure=True) == "tortoise"
    assert like.best(["fly", "mouse"], sure=True) == "mouse"
    other = goal.replace("longest", "shortest")
    assert preferences(cases, cases, cases[0], other, 0).best(["fly", "mouse"], sure=False) == "fly"


def test_the_sort_is_told_by_words_that_only_its_goals_share():
    def known(*goals):
        return Knowledge([case(goal, sort=sort) for sort, goal in goals], {}, {})

    every = known(
        ("living", "Find a living thing. Move it to the red box."),
        ("living", "Find a living thing. Move it to the blue box."),
        ("plant", "Find a plant. Move it to the red box."),
        ("plant", "Find a plant. Move it to the green box."),
    )
    assert {one.sort for one in every.like("Find a plant. Move it to the blue box.")} == {"plant"}
    assert known().like("Find a plant.") == []


def test_what_differs_between_goals_is_replaced_with_its_neighbour():
    golden = case("Light the red light bulb.", ("connect red wire to red light bulb", ""))
    lifted = Lifted(golden, "Light the blue light bulb.")
    assert lifted.put("connect red wire to red light bulb") == "connect red wire to blue light bulb"
    longer = Lifted(case("Melt ice now.", ("focus on ice", "")), "Melt ice cream now.")
    assert longer.put("focus on ice") == "focus on ice cream"


def test_a_difference_that_no_command_has_makes_a_case_unlike():
    golden = case("Use a cheap lamp.", ("focus on lamp", "You focus on the lamp."))
    assert Lifted(golden, "Use a dear lamp.").unlike() == 1
    assert Lifted(golden, "Use a cheap torch.").unlike() == 0


def test_what_is_mixed_is_what_golden_runs_mixed_for_the_result():
    green = "Blue and yellow paint mix to produce green paint."
    orange = "Red and yellow paint mix to produce orange paint."
    one = case("Make green paint.", ("pour blue paint in jug", ""), ("mix jug", green))
    two = case("Make orange paint.", ("pour red paint in jug", ""), ("mix jug", orange))
    lifted = Lifted(one, "Make orange paint.")
    lifted.take_results(mixtures([one, two]))
    assert lifted.put("pour blue paint in jug", one.steps[0]) == "pour red paint in jug"


def test_the_only_mixture_that_no_golden_run_shows_gives_what_none_gave():
    green = "Blue and yellow paint mix to produce green paint."
    orange = "Red and yellow paint mix to produce orange paint."
    one = case("Make green paint.", ("pour blue paint in jug", ""), ("mix jug", green))
    two = case("Make orange paint.", ("pour red paint in jug", ""), ("mix jug", orange))
    lifted = Lifted(two, "Make violet paint.")
    lifted.take_results(mixtures([one, two]))
    assert lifted.put("pour yellow paint in jug", two.steps[0]) == "pour blue paint in jug"
    lifted = Lifted(two, "Make violet paint.")
    lifted.take_results(mixtures([two]))
    assert lifted.put("pour yellow paint in jug", two.steps[0]) == "pour yellow paint in jug"


def test_of_a_result_of_two_the_part_that_the_goal_names_keeps_its_place():
    done = "Yellow and green paint mix to produce yellow-green paint."
    told = ("pour yellow paint in jug", ""), ("mix jug", done)
    golden = case("Make yellow-green paint by green paint.", *told)
    lifted = Lifted(golden, "Make violet-red paint by violet paint.")
    lifted.take_results(mixtures([golden]))
    assert lifted.put("pour yellow paint in jug", golden.steps[0]) == "pour red paint in jug"


def test_lists_that_were_read_are_aligned_and_what_is_more_is_added():
    golden = case("Make tea.", ("read note", "To make tea, you need to mix leaves, water."))
    lifted = Lifted(golden, "Make soup.")
    lifted.take_list("you need to mix leaves, water.", "you need to mix water, carrots, salt.")
    assert lifted.put("move leaves to pot") == "move carrots to pot"
    assert lifted.extra == ("salt",)


def test_steps_that_come_again_and_again_are_one_block():
    wait, look = ("wait", ""), ("use clock", "")
    golden = case("Wait.", ("open box", ""), *[wait, look] * 4, ("focus on box", ""))
    shape = [([one.action for one in block.steps], block.times) for block in golden.program]
    assert shape == [(["open box"], 1), (["wait", "use clock"], 4), (["focus on box"], 1)]


def test_what_came_to_be_in_a_case_is_waited_for():
    before, after = "a tree", "a tree\na cherry"
    told = [
        Step("water tree", "", "hall", before), Step("wait", "", "hall", before),
        Step("water tree", "", "hall", before), Step("wait", "", "hall", after),
        Step("focus on cherry", "You focus on the cherry.", "hall", after),
    ]  # fmt: skip
    golden = Case("one", "Grow a cherry.", tuple(told), {})
    assert [one.action for one in golden.cycle(told[-1], "cherry")] == ["water tree", "wait"]
    assert golden.cycle(told[-1], "tree") == ()
