"""A house that answers as ScienceWorld does: doors, things, a thermometer, a wrong choice."""

from clew.memory import Memory
from experiments.scienceworld.solutions import Seen, Solution
from experiments.scienceworld.train import learn

DOORS = {"hall": ("attic", "cellar"), "attic": ("hall",), "cellar": ("hall",)}


def goal(thing, box="red"):
    first = f"Your task is to find the {thing}. First, focus on the {thing}."
    return f"{first} Then, move it to the {box} box."


class House:
    """`places` maps things to rooms; the run is won when the thing is in the box, after a focus."""

    def __init__(self, thing, places, start="hall", box="red", ambiguous=False):
        self.thing, self.box, self.start = thing, f"{box} box", start
        self.first = dict(places)
        self.ambiguous = ambiguous

    def reset(self, *, seed=None):
        self.places, self.room, self.open = dict(self.first), self.start, set()
        self.focused = self.over = self.lost = False
        self.asked = self.task = ""
        task = goal(self.thing, self.box.split()[0])
        return f"{self.look()}\n\n{task}", self.info(task)

    def look(self):
        seen = [f"\ta {thing}" for thing, room in sorted(self.places.items()) if room == self.room]
        doors = [
            f"\tA door to the {to} (that is {'open' if (self.room, to) in self.open else 'closed'})"
            for to in DOORS[self.room]
        ]
        lines = ["\tthe agent", *seen, "You also see:", *doors]
        return f"This room is called the {self.room}. In it, you see: \n" + "\n".join(lines)

    def info(self, task=""):
        self.task = task or self.task
        held = [thing for thing, room in self.places.items() if room == "inventory"]
        near = [thing for thing, room in self.places.items() if room == self.room]
        return {
            "location": self.room,
            "look": self.look(),
            "inventory": "In your inventory, you see:\n" + "\n".join(f"\ta {one}" for one in held),
            "objects": tuple(sorted([*held, *near])),
            "choices": (f"focus on {self.thing}", "focus on nothing") if self.asked else (),
            "task": self.task,
            "score": 100 if self.over and not self.lost else 0,
            "won": self.over and not self.lost,
            "lost": self.lost,
        }

    def step(self, action):
        said = self.answer(action)
        return said, 0.0, self.over, False, self.info()

    def answer(self, action):
        verb, _, rest = action.partition(" ")
        here = {one for one, room in self.places.items() if room in (self.room, "inventory")}
        if self.asked:
            self.asked = self.task = ""
            return self.chosen(self.thing if action == "0" else "")
        if action.startswith("open door to ") and (to := rest[8:]) in DOORS[self.room]:
            self.open |= {(self.room, to), (to, self.room)}
            return "The door is now open."
        if action.startswith("go to ") and (self.room, rest[3:]) in self.open:
            self.room = rest[3:]
            return f"You move to the {self.room}."
        if action.startswith("pick up ") and (one := rest[3:]) in here:
            self.places[one] = "inventory"
            return f"You move the {one} to the inventory."
        if action.startswith("focus on ") and (one := rest[3:]) in here:
            if self.ambiguous:
                self.asked = one
                return "Ambiguous request: Please enter the number for the action you intended:"
            return self.chosen(one)
        if verb == "move" and {*rest.split(" to ")} <= here:
            one, box = rest.split(" to ")
            self.places[one] = box
            self.over = self.focused and one == self.thing and box == self.box
            return f"You move the {one} to the {box}."
        return "No known action matches that input."

    def chosen(self, thing):
        self.focused = thing == self.thing
        self.over = self.lost = not self.focused
        return f"You focus on the {thing}."


def solved(house, actions, task="find", variation=0):
    """Return the solution of a house, played."""
    observation, info = house.reset()
    steps = [Seen("", observation, info["look"], info["location"])]
    for action in actions:
        observation, _, _, _, info = house.step(action)
        steps.append(Seen(action, observation, info["look"], info["location"]))
    assert house.over
    return Solution(task, variation, info["task"], info["score"], 0.0, tuple(steps))


APPLE = (
    "open door to attic", "go to attic", "focus on apple", "pick up apple", "open door to hall",
    "go to hall", "open door to cellar", "go to cellar", "move apple to red box",
)  # fmt: skip


def trained(path, *solutions):
    """Return a memory with golden runs."""
    memory = Memory.open(path, model="rules:scienceworld", embedder=None)
    default = solved(House("apple", {"apple": "attic", "red box": "cellar"}), APPLE)
    for one in solutions or (default,):
        learn(memory, one)
    return memory


def driven(doing, answer, most=300):
    """Carry out a plan against what answers a command with reply, info and end; return commands."""
    acts: list[str] = []
    command = next(doing, None)
    while command is not None and len(acts) < most:
        acts.append(command.text)
        reply, info, over = answer(command.text)
        if over:
            break
        try:
            command = doing.send((reply, info))
        except StopIteration:
            break
    return acts
