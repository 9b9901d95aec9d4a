"""What golden runs tell of devices, and how a vessel is warmed or cooled until it has changed."""

import pytest

from clew.minds.scienceworld.body import Body
from clew.minds.scienceworld.cases import Case, Knowledge, Step
from clew.minds.scienceworld.changing import Changer, stations, stretch
from tests.minds.scienceworld.small_world import driven

READ = "the thermometer measures a temperature of {} degrees celsius"


def visit(device, room, *degrees, on="", said=""):
    """Return the steps of a case that uses a device."""
    steps = [Step(f"move pot to {device}", f"You move the pot to the {device}.", room, "")]
    steps += [Step(f"activate {device}", said or "It is now activated.", room, "")] if on else []
    return steps + [Step("use thermometer on wax", READ.format(one), room, "") for one in degrees]


def case(*steps):
    return Case("one", "melt wax", tuple(steps), {"kitchen": "", "foundry": ""})


WARM = case(*visit("stove", "kitchen", 10, 60, 90, on="yes"))
HOT = case(*visit("furnace", "foundry", 10, 800, on="yes"))
COLD = case(*visit("freezer", "kitchen", 10, 2, -9))


def test_what_a_device_does_is_learned_from_the_numbers_read_there():
    found = stations([WARM, HOT, COLD])
    assert {name: (one.rises, one.extreme, one.last) for name, one in found.items()} == {
        "stove": (True, 90, "activate stove"),
        "furnace": (True, 800, "activate furnace"),
        "freezer": (False, -9, ""),
    }


def test_a_case_that_ends_with_a_device_is_a_stretch_and_its_broken_ones_are_left_out():
    known = stations([WARM, HOT, COLD])
    broken = visit("stove", "kitchen", on="yes", said="The stove appears broken.")
    both = case(*broken, *HOT.steps)
    assert stretch(both, known) == (both.steps[0], ("furnace",))
    heated_and_cooled = stretch(case(*WARM.steps, *COLD.steps), known)
    assert heated_and_cooled is not None
    assert heated_and_cooled[1] == ("stove", "freezer")
    answer = Step("focus on red box", "You focus on the red box.", "kitchen", "")
    assert stretch(case(*WARM.steps, answer), known) is None
    assert stretch(case(answer), known) is None


class Lab:
    """A pot with wax; the stove does not reach where it melts, the furnace does."""

    ways = {"kitchen": "foundry", "foundry": "kitchen"}  # noqa: RUF012  # never changed
    devices = {"stove": "kitchen", "freezer": "kitchen", "furnace": "foundry"}  # noqa: RUF012
    limits = {"stove": 100.0, "freezer": -20.0, "furnace": 1000.0}  # noqa: RUF012

    def __init__(self, wanted="liquid", *, melts=400.0, broken=()):
        self.wanted, self.melts, self.broken = wanted, melts, broken
        self.room, self.place, self.warm = "kitchen", "inventory", 20.0
        self.on, self.was, self.over = {"freezer"}, set(), False

    @property
    def wax(self):
        return "liquid wax" if self.warm > self.melts else "wax"

    def info(self):
        pot = f"a pot (containing a substance called {self.wax})"
        lines = ["\tthe agent"]
        for device in [name for name, room in self.devices.items() if room == self.room]:
            held = pot if self.place == device else "nothing"
            state = "on" if device in self.on else "off"
            lines.append(f"\ta {device}, which is turned {state}. In the {device} is: {held}.")
        lines.append(f"\tA door to the {self.ways[self.room]} (that is open)")
        carried = f"\t{pot}" if self.place == "inventory" else ""
        look = f"This room is called the {self.room}. In it, you see: \n" + "\n".join(lines)
        return {"location": self.room, "look": look, "inventory": carried, "objects": ()}

    def answer(self, action):
        reply = self.done(action)
        if self.place in self.on:
            self.warm += (self.limits[self.place] - self.warm) * 0.4
        self.was.add(self.wax)
        self.over = (self.wax == "liquid wax") == (self.wanted == "liquid") and len(self.was) > (
            self.wanted == "solid"
        )
        return reply, self.info(), self.over

    def done(self, action):
        verb, _, rest = action.partition(" ")
        if verb == "go":
            self.room = rest.removeprefix("to ")
        elif verb == "pick":
            self.place = "inventory"
        elif verb == "move":
            self.place = rest.removeprefix("pot to ")
        elif verb == "activate":
            if rest in self.broken:
                return f"The {rest} appears broken, and can't be activated or deactivated."
            self.on.add(rest)
        elif verb == "use":
            return READ.format(round(self.warm))
        return "Done."


def changed(lab, devices):
    known = Knowledge([], {"kitchen": {"foundry"}, "foundry": {"kitchen"}}, {})
    body = Body(known, "melt wax", lab.info())
    return driven(Changer(body, stations([WARM, HOT, COLD]), "pot").run(devices), lab.answer)


def test_where_the_numbers_stand_a_stronger_device_is_taken():
    lab = Lab()
    acts = changed(lab, ["stove"])
    assert lab.over
    assert acts.index("move pot to stove") < acts.index("move pot to furnace")
    assert len(acts) < 40


def test_a_device_that_is_slow_to_begin_is_waited_for():
    class Slow(Lab):
        def answer(self, action):
            kept = self.warm
            told = super().answer(action)
            if action != "wait":
                self.warm = kept
            return told

    lab = Slow("liquid", melts=60.0)
    acts = changed(lab, ["stove"])
    assert lab.over
    assert "move pot to furnace" not in acts


def test_a_broken_device_is_left_for_another_one():
    lab = Lab(broken=("stove",))
    acts = changed(lab, ["stove"])
    assert lab.over
    assert acts.count("activate stove") == 1


@pytest.mark.parametrize("devices", [["freezer"], ["stove", "freezer"]])
def test_what_is_solid_is_melted_before_it_can_freeze(devices):
    lab = Lab("solid", melts=60.0)
    acts = changed(lab, devices)
    assert lab.over
    assert acts.index("move pot to stove") < len(acts) - acts[::-1].index("move pot to freezer")
