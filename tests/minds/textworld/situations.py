"""Situations written by hand, and the goals of the three kinds of world."""

from clew.agents.ariadne.tasks import Choose, Plan, Situation, SubGoal

HUNT = "Find the treasure. Key 1 unlocks the red locker."
COOK = "Prepare the meal of the cookbook's recipe and eat it."
TIDY = "Tidy the house: bring each thing to where such a thing belongs."
RECIPE = (
    ("Recipe #1", "requires", "carrot"),
    ("Recipe #1", "requires", "red onion"),
    ("carrot", "needs to be", "fried"),
    ("carrot", "needs to be", "diced"),
)


def planned(*sub_goals: str, reason: str = "") -> Plan:
    return Plan(steps=tuple(SubGoal(sub_goal=one, reason=reason) for one in sub_goals))


def situation(
    goal: str, seen: str = "-= Hall =-\nIt is cold.", carried: str = "", **rest
) -> Situation:
    inventory = f"You are carrying: {carried or 'nothing'}."
    given = {"location": "Hall", "rooms": ("Hall",), "plan": planned("find what helps"), **rest}
    return Situation(goal=goal, observation=seen, inventory=inventory, **given)


def choice(here: Situation, *actions: str, refused: tuple[str, ...] = ()) -> Choose:
    return Choose(here, actions, refused)
