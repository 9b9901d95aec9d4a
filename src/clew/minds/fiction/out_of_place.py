"""Tidying a house in a parser game: what is out of place is brought to where it belongs.

Where household things belong is common knowledge (`textworld.belongings`); where they are, the
texts tell.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from clew.minds.textworld.belongings import belongs, home_of, homes
from clew.minds.textworld.world_reader import extract_world
from clew.regex import Regex

__all__ = ["Tidying"]

_TASK = Regex(
    r"\b(?:tidy|clean)(?: up)? (?:the |your )?(?:\w+ )?(?:house|home|flat|apartment|rooms?)\b"
    r"|\bthings (?:that are )?out of place\b",
    re.IGNORECASE,
)
_ON, _IN = "is on", "is in"
_SHUT = Regex(r"\bthe (?P<what>[\w' -]+?) is (?:closed|shut)\b", re.IGNORECASE)
_OPEN = "open "
_PLAYER, _HELD = "player", "inventory"


class Tidying:
    """What is where in a house that is to be tidied; does nothing where no text says so.

    Args:
        told: the text that tells the task.
    """

    def __init__(self, told: str = "") -> None:
        self.asked = bool(_TASK.search(told))
        self._spots: dict[str, tuple[str, str]] = {}
        """Thing -> furniture and place."""
        self._furniture: dict[str, tuple[str, str]] = {}
        """Piece -> its place, and whether things are in it or on it."""
        self._vain: set[str] = set()
        """Commands that did nothing."""
        self._given = self._first = ""

    def see(self, place: str, text: str) -> None:
        """Take in what a text tells of things at a place."""
        if not self.asked:
            return
        told = [
            one
            for one in extract_world(text).facts
            if one.relation in {_ON, _IN} and one.object != _HELD and not one.ended
        ]
        rooms = {one.object for one in told if one.subject == _PLAYER}
        for one in told:
            if one.object not in rooms:
                self._spots[one.subject] = (one.object, place)
                self._furniture[one.object] = (place, one.relation)
            elif homes(one.subject):
                self._spots[one.subject] = (one.object, place)  # it lies on the floor
            elif one.subject != _PLAYER:
                self._furniture.setdefault(one.subject, (place, _ON))

    def learn(self, command: str, reply: str, *, handed: bool) -> None:
        """Take in the reply to a command, and whether it changed what is carried."""
        if command != self._given or handed or command.startswith(_OPEN):
            return
        shut = _SHUT.search(reply)
        first = f"{_OPEN}{shut['what'].lower()}" if shut else ""
        if first and first not in self._vain:
            self._vain.add(first)  # it is opened once
            self._first = first
        else:
            self._vain.add(command)

    def next(
        self, here: str, reached: Mapping[str, tuple[int, str]], inventory: str, *, explored: bool
    ) -> str:
        """Return what tidies most nearly, or the first step on the way to it; empty if nothing.

        Args:
            here: the present place.
            reached: place -> distance and first direction.
            inventory: what is carried, as the game prints it.
            explored: whether no way is left that texts name; until then one only tidies here.
        """
        self._given = ""
        if not self.asked:
            return ""
        if self._first:
            self._given, self._first = self._first, ""
            return self._given
        carried = inventory.lower()
        held = [one for one in self._spots if re.search(rf"\b{re.escape(one.lower())}\b", carried)]
        errands = [*self._puts(held), *self._takes(held)]
        near = [one for one in errands if one[0] in reached and (explored or one[0] == here)]
        if not near:
            return ""
        place, command = min(near, key=lambda one: reached[one[0]][0])
        if place != here:
            return reached[place][1]
        self._given = command
        return command

    def _puts(self, held: Sequence[str]) -> Iterator[tuple[str, str]]:
        for thing in held:
            home = home_of(thing, self._furniture)
            if home is not None:
                place, how = self._furniture[home]
                ways = [f"put {thing} on {home}", f"insert {thing} into {home}"]
                for command in ways if how == _ON else ways[::-1]:
                    if command not in self._vain:
                        yield place, command
                        break

    def _takes(self, held: Sequence[str]) -> Iterator[tuple[str, str]]:
        for thing, (furniture, place) in self._spots.items():
            command = f"take {thing}"
            if thing not in held and command not in self._vain and not belongs(thing, furniture):
                yield place, command
