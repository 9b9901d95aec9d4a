"""An agent that remembers what it saw: it searches the house once, then goes straight to things.

Every observation becomes an episode, dated by its step; before the agent searches, it asks the
memory. The world is defined here; any environment with Gymnasium's `reset` and `step` will do.
"""

from itertools import count

from clew import Decision, Memory, Move, rollout

THINGS = {"coat": "hall", "chart": "kitchen", "rope": "cellar", "lamp": "attic"}
ROOMS = tuple(THINGS.values())
ERRANDS = (("lamp", ""), ("chart", ""), ("rope", "The rope is in the kitchen now."))


class House:
    """Four rooms, all open to each other; an errand ends when the wanted thing is taken."""

    def __init__(self, wanted, news):
        self.wanted, self.news, self.room = wanted, news, "hall"
        self.things = THINGS | ({"rope": "kitchen"} if news else {})

    def reset(self, *, seed=None):
        text, _, _, _, info = self.step("look")
        return f"{text} {self.news}".strip(), info

    def step(self, action):
        self.room = action.removeprefix("go to ") if action.startswith("go to ") else self.room
        here = [thing for thing, room in self.things.items() if room == self.room]
        won = action == f"take {self.wanted}" and self.wanted in here
        text = " ".join(f"The {thing} is in the {self.room}." for thing in here)
        actions = [*(f"take {thing}" for thing in here), *(f"go to {room}" for room in ROOMS)]
        info = {"location": self.room, "admissible_actions": actions}
        score = {"won": won, "score": int(won), "max_score": 1}
        return f"You have the {self.wanted}." if won else text, int(won), won, False, info | score


class Fetcher:
    """Takes the wanted thing where it sees it, goes where it remembers it, else searches."""

    def __init__(self, memory, wanted, steps):
        self.memory, self.wanted, self.steps, self.visited = memory, wanted, steps, []

    def begin(self, observation, info):
        self.visited.append(info["location"])
        self.memory.remember(observation, at=next(self.steps), source="what I saw")

    def learn(self, move, observation, info):
        self.begin(observation, info)

    def act(self, observation, info):
        told = self.memory.ask(f"Where is the {self.wanted}?").text or ""
        unseen = [room for room in ROOMS if room not in self.visited] or ROOMS
        known = [room for room in unseen if room in told]
        if f"take {self.wanted}" in info["admissible_actions"]:
            action, reason = f"take {self.wanted}", "it is here"
        elif known:
            action, reason = f"go to {known[0]}", f"I remember that it is in {told}"
        else:
            action, reason = f"go to {unseen[0]}", "not seen yet, so I search"
        return Decision(action=action, moves=(Move(action),), reason=reason)

    def again(self, observation, decision):
        """Take over nothing when a run goes on after a break: the memory holds it all."""


def show(step):
    print(f"  {step.decision.action}: {step.decision.reason}")


def main():
    steps = count(1)
    with Memory.open(":memory:") as memory:
        for wanted, news in ERRANDS:
            print(f"Fetch the {wanted}. {news}".strip())
            house, agent = House(wanted, news), Fetcher(memory, wanted, steps)
            outcome = rollout(house, agent, seed=0, max_steps=10, watch=show)
            print(f"  {'done' if outcome.won else 'not done'} in {outcome.moves} moves\n")
        print("Where the rope was:")
        for fact in memory.history("rope"):
            print(f"  {fact.text}, steps {fact.valid_from} to {fact.valid_to or 'now'}")


if __name__ == "__main__":
    main()
