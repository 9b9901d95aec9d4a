"""How the mind goes on where this world differs from that of its golden runs."""

from collections import Counter
from itertools import pairwise

from clew.agents.graph_memory import GraphMemory
from clew.agents.rollout import rollout
from clew.minds.scienceworld.agent import made
from clew.minds.scienceworld.body import Body
from clew.minds.scienceworld.cases import Block, Case, Knowledge, Step
from clew.minds.scienceworld.choosing import Preferences, told_apart
from clew.minds.scienceworld.doing import Doer
from clew.minds.scienceworld.lifting import Lifted
from clew.minds.scienceworld.phrases import things
from clew.minds.scienceworld.playing import Player
from clew.minds.scienceworld.references import stand_in
from tests.minds.scienceworld.small_world import House, driven, trained


def case(goal, *pairs, look="", sort="one"):
    return Case(sort, goal, tuple(Step(a, r, "yard", look) for a, r in pairs), {"yard": look})


def body(look, *cases, goal="", objects=()):
    info = {"location": "yard", "look": look, "inventory": "", "objects": objects}
    seen = {"yard": Counter(name for one in cases for name in set(things(one.looks["yard"])))}
    return Body(Knowledge(cases, {}, seen), goal, info)


def follow(here, one):
    return Doer(here, here.known.cases, Lifted(one, here.goal))


def test_an_empty_vessel_takes_the_part_of_one_that_is_not_here():
    one = case("mix", ("pour cup into bowl", ""), look="\ta bowl (containing nothing)\n")
    here = body("\ta mug (containing tea)\n\ta vase (containing nothing)\n", one)
    assert stand_in(here, Lifted(one, "mix"), [one], "bowl", empty=True) == "vase"
    assert stand_in(here, Lifted(one, "mix"), [one], "bowl") is None


def test_another_vessel_is_taken_only_where_the_case_used_its_own():
    look = "\ta tub 1 (containing nothing)\n"
    one = case("plant", ("pour cup into tub 1", "You pour it."), look=look)
    here = body("\ta cup (containing tea)\n\ta vase (containing nothing)\n", one, goal="plant")
    here.looks["shed"] = look
    here.known.ways.update(yard={"shed"}, shed={"yard"})
    at_place = driven(follow(here, one).do(one.steps[0]), lambda act: ("Done.", here.info, False))
    assert at_place == ["pour cup into vase"]
    shed = Case("one", "plant", (Step("pour cup into tub 1", "You pour it.", "shed", look),), {})
    other = driven(follow(here, shed).do(shed.steps[0]), lambda act: ("Done.", here.info, False))
    assert "pour cup into vase" not in other


def test_tasks_of_another_sort_tell_what_takes_a_part_but_no_room_does():
    slide = ("move block to slope", ""), ("activate watch", "")
    bring = ("move rock to slope", ""), ("activate watch", "")
    leave = ("move chair to yard", ""), ("activate watch", "")
    one = case("slide", *slide, look="\ta block\n")
    other = case("race", *bring, *leave, look="\ta rock at the bottom of the slope\n\ta yard\n")
    here = body("\ta rock\n\ta yard (that is open)\n", one, other)
    assert stand_in(here, Lifted(one, "slide"), [one], "block") == "rock"


def test_what_cannot_be_picked_up_is_poured_out_of_what_holds_it():
    one = case("warm tea", ("move tea to pot", "You move the tea to the pot."))
    look = "\ta pot (containing nothing)\n\ta tin cup (containing a substance called tea)"
    here = body(look, one, goal="warm tea")

    def answer(action):
        told = "You can't pick up a liquid directly. Try pouring it."
        return told if action.startswith("move") else "You pour it.", here.info, False

    acts = driven(follow(here, one).do(one.steps[0]), answer)
    assert acts == ["move tea to pot", "pour tin cup into pot"]


def test_what_only_the_list_of_the_case_had_is_left_out():
    one = case("make 'nut with jam bun'", ("pick up nut", ""), ("focus on nut with jam bun", ""))
    here = body("\ta nut\n", one, goal="make 'jam bun'")
    doer = follow(here, one)
    doer.lifted.take_list("you need to mix nuts, jam, flour.", "you need to mix jam, flour.")
    assert doer.lifted.put("focus on nut with jam bun") == "focus on jam bun"
    assert driven(doer.do(one.steps[0]), None) == []


def test_a_loop_ends_where_the_one_of_the_case_ended():
    down = [f"a slope, with: a rock {n}% down" for n in (10, 20, 30)]
    rolls = [*down, *("a slope, with: a rock at the end",) * 6]
    one = case("roll", *(("look at slope", reply) for reply in [down[0]] * 30 + rolls[-1:]))
    here = body("\ta slope\n", one, goal="roll")
    player = Player(here)
    player.doer = follow(here, one)
    left = iter(rolls)
    loop = player._loop(Block(one.steps[:1], 31))
    acts = driven(loop, lambda action: (next(left), here.info, False))
    assert len(acts) == len(down) + 1


def stages(animal, *forms):
    waits = [("wait1", "You wait.")] * 3
    steps = [
        Step(f"focus on {forms[0]}", f"You focus on the {forms[0]}.", "yard", f"\ta {forms[0]}")
    ]
    for before, form in pairwise(forms):
        steps += [Step(action, reply, "yard", f"\ta {before}") for action, reply in waits]
        steps.append(Step(f"focus on {form}", f"You focus on the {form}.", "yard", f"\ta {form}"))
    goal = f"Your task is to focus on the 3 life stages of the {animal}."
    return Case("stages", goal, tuple(steps), {"yard": f"\ta {forms[-1]}"})


def test_what_is_chosen_is_followed_through_its_forms_by_its_place():
    one = stages("toad", "toad egg", "juvenile toad", "adult toad")
    goal = one.goal.replace("toad", "moth")
    forms = ["beetle egg"] * 4 + ["grub"] * 5 + ["adult beetle"] * 20  # here moths are beetles
    here = body("\ta toad egg\n\ta beetle egg", one, goal=goal)
    left = iter(forms)

    def answer(action):
        info = {**here.info, "look": f"\ta toad egg\n\ta {next(left)}"}
        told = action.removeprefix("focus on ")
        return (f"You focus on the {told}." if told != action else "You wait."), info, False

    doer = follow(here, one)
    acts = [act for step in one.focus for act in driven(doer.do(step), answer)]
    assert [act for act in acts if act != "wait1"] == [
        "focus on beetle egg",
        "focus on grub",
        "focus on adult beetle",
    ]


def test_a_name_that_nothing_seen_has_means_what_was_chosen():
    told = "You focus on the beetle egg."
    one = case("x", ("focus on beetle egg", told), ("pick up moth", ""), look="\ta beetle egg\n")
    here = body("\ta toad egg\n", one, objects=("toad egg",))
    doer = follow(here, one)
    doer._remember_choice(one.steps[0], "toad egg", "You focus on the toad egg.")
    assert doer.meant(one.steps[1]) == ("pick up {}", ["toad"])


def test_nothing_is_chosen_twice_where_a_case_chose_several_things():
    one = case(
        "x", ("focus on pea", "You focus on the pea."), ("focus on nut", "You focus on the nut.")
    )
    here = body("\ta pea\n", one, goal="take pea, then pea")
    doer = follow(here, one)
    doer.lifted.pairs = [("nut", "pea")]
    doer.focused.add("You focus on the pea.")
    assert driven(doer.do(one.steps[1]), None) == []


def test_of_two_traits_in_one_line_the_one_asked_for_is_counted():
    goal = "Is {} height dominant? If it is so, use the red box. If it is not, use the green box."
    tall, short = (f"\ta plant with a {one} height" for one in ("tall", "short"))
    most = case(goal.format("tall"), ("focus on red box", ""), look=f"{tall}\n{tall}\n{short}")
    less = case(goal.format("short"), ("focus on green box", ""), look=f"{tall}\n{tall}\n{short}")
    looks = [f"{tall} and round leaves\n{short} and thin leaves", f"{short} and thin leaves"]
    assert told_apart([most, less], goal.format("short"), "", looks) == 0


def test_what_shares_no_word_with_what_was_ever_chosen_is_not_preferred():
    found = Preferences()
    found.won.update(["baby", "mouse"])
    found.lost.update(["baby", "baby", "baby", "bear", "bear"])
    assert found.best(["baby bear", "shovel"], sure=False) == "baby bear"


def test_without_a_world_model_the_way_is_sought(tmp_path):
    steps = []
    for world in (True, False):
        with trained(tmp_path / f"{world}.clew") as memory:
            house = House("apple", {"apple": "cellar", "red box": "hall"}, start="attic")
            agent = made(memory.model, GraphMemory(memory, run="house"), world=world)
            steps.append(rollout(house, agent, seed=0, max_steps=60).decisions)
    assert steps[0] < steps[1]
