"""Following a task step by step, also where its steps leave out what is understood."""

import re
from collections.abc import Iterator, Mapping, Sequence

from clew.agents.worldmap import direction_of
from clew.minds.fiction.room_text import things_in
from clew.minds.fiction.story_places import Places
from clew.minds.fiction.told_steps import ToldStep

__all__ = ["Following"]

_STAYS = frozenset(("take", "open", "close", "unlock", "lock", "examine", "read", "push", "pull",
                    "prepare"))  # fmt: skip
"""Verbs for things that need not be carried."""


class Following:
    """The steps of a task that are still to be done, and what was tried in vain.

    Args:
        steps: in order.
        start: where the first is to be done.
    """

    def __init__(self, steps: Sequence[ToldStep] = (), start: str = "") -> None:
        self._left = [*steps]
        self._expected = start
        """Where the last step was done: the next is to be done from there."""
        self._vain: set[tuple[str, str, str]] = set()
        """(place, command, what was carried)."""
        self._given = ""

    @property
    def wanted(self) -> frozenset[str] | None:
        """The nouns of the things that the rest of the task names; None if nothing is left."""
        if not self._left:
            return None
        needed = ((*step.things, step.tool) for step in self._left)
        return frozenset(_noun(thing) for each in needed for thing in each if thing)

    def add(self, steps: Sequence[ToldStep]) -> None:
        """Take over further steps, to be done after the others."""
        self._left += steps

    def next(
        self, here: str, reached: Mapping[str, tuple[int, str]], places: Places, inventory: str
    ) -> str:
        """Return the command for the next step, or the first on the way to it; empty if none.

        A way is taken from where the step before was done. A thing is looked for there, then in
        the nearest place whose texts mention it.

        Args:
            here: the present place.
            reached: place -> distance and first direction, for all that can be reached.
            places: what is known of them.
            inventory: what is carried, as the game prints it.
        """
        self._given = ""
        while self._left and _done(self._left[0], inventory):
            self._left.pop(0)
        if not self._left:
            return ""
        step = self._left[0]
        if step.is_way and self._expected not in reached:
            self._left.pop(0)  # it led on from a place that is lost
            return self.next(here, reached, places, inventory)
        for place in sorted(reached, key=lambda one: (one != self._expected, reached[one][0], one)):
            if place != self._expected and step.is_way:
                continue
            for command in _commands(step, inventory):
                if not (place == self._expected and not step.at) and not _mentions(
                    places, place, step, command
                ):
                    continue
                if (place, command, inventory) not in self._vain:
                    if place != here:
                        return reached[place][1]
                    self._given = command
                    return command
        return ""

    def learn(
        self, place: str, command: str, reply: str, after: str, inventory: str, *, did: bool
    ) -> None:
        """Take in the reply to a command.

        Args:
            place: where it was given.
            command: what was given.
            reply: what the game printed.
            after: where one is now.
            inventory: what was carried before.
            did: whether it did something.
        """
        if not self._given or command != (direction_of(self._given) or self._given):
            return
        step = self._left[0]
        done = after != place if step.is_way else did or "already" in reply
        if not done:
            self._vain.add((place, command, inventory))
        elif step.is_way or command.partition(" ")[0] == step.command.partition(" ")[0]:
            self._left.pop(0)
            self._expected = after


def _noun(thing: str) -> str:
    return thing.rpartition(" ")[2]


def _mentions(places: Places, name: str, step: ToldStep, command: str) -> bool:
    """Say whether what a command for a step needs is known to be at a place."""
    things = places[name].things
    if command != step.command and command.startswith("take "):
        return _noun(command) in things
    if step.at:
        return step.at in things or step.at in name.lower()
    return step.tool != "" or any(_noun(thing) in things for thing in step.things)


def _done(step: ToldStep, inventory: str) -> bool:
    """Say whether the inventory tells that a step was done."""
    if not step.done:
        return False
    found = [one for one in _items(inventory) if step.things[0].lower() in one]
    return any(step.done == "carried" or step.done in one.split() for one in found)


def _items(inventory: str) -> list[str]:
    return re.split(r"[,\n]| and |:", inventory.lower())


def _commands(step: ToldStep, inventory: str) -> Iterator[str]:
    """Yield what may do a step: with each key that is carried, or taking the thing first."""
    verb = step.command.partition(" ")[0]
    carried = inventory.lower()
    if step.is_way:
        yield step.command
    elif verb not in _STAYS and _noun(step.things[0]).lower() not in carried:
        yield f"take {step.things[0]}"
    elif step.tool and step.tool not in carried:
        yield f"take {step.tool}"
    elif verb in {"unlock", "lock"} and len(step.things) == 1:
        held = [one.phrase for one in things_in(inventory)]
        yield from (
            f"{step.command} with {one}" for one in sorted(held, key=lambda one: "key" not in one)
        )
    else:
        yield step.command
