"""What was done that led to points, in order: to be done again in the next life or run."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

__all__ = ["Deeds"]

_LOOKS = ("examine ", "read ", "talk ", "ask ", "listen", "smell", "look", "wait")
"""Commands that only tell something."""

Deed = tuple[str, str]
"""Place and command."""


@dataclass(slots=True)
class Deeds:
    """The commands that gave points, and what was done before them that changed something."""

    _all: dict[Deed, bool] = field(default_factory=dict)
    """In order of the first time -> whether it gave points."""
    _done: set[Deed] = field(default_factory=set)
    """In this life."""

    def begin_again(self) -> None:
        """Note that another life begins: all is to be done again."""
        self._done.clear()

    def has(self, place: str, command: str) -> bool:
        """Return whether a command is known to change something there."""
        return (place, command) in self._all

    def add(self, place: str, command: str, *, points: bool) -> None:
        """Note that a command changed something, or gave points."""
        if points or not command.startswith(_LOOKS):
            self._all[place, command] = points or self._all.get((place, command), False)

    def at(self, place: str) -> Iterator[str]:
        """Yield the commands that changed something at a place, and were not given in this life."""
        for deed in self._all:
            if deed[0] == place and deed not in self._done:
                yield deed[1]

    def given(self, place: str, command: str) -> None:
        """Note that a command was given in this life, whatever came of it this time."""
        self._done.add((place, command))

    def next(self, reached: Container[str]) -> Deed | None:
        """Return what is to be done next, in order, up to the last that gave points.

        Args:
            reached: the places that can be reached; what was done elsewhere is passed over.
        """
        return next((d for d in self.course() if d not in self._done and d[0] in reached), None)

    def course(self) -> tuple[Deed, ...]:
        """Return what led to points, in order: up to the last command that gave some."""
        order = [*self._all]
        last = max((at for at, deed in enumerate(order) if self._all[deed]), default=-1)
        return tuple(order[: last + 1])
