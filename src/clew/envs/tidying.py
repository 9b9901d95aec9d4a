"""The score of a house being tidied: a potential over the places of things.

AriGraph, section 4.1: +1 for taking a misplaced thing, +1 for putting it where it belongs, -1 for
moving anything else. As a potential (a thing in its place is worth 2, a carried one 1, any other
0; the score is the gain since the start) it cannot be farmed, and the order of changes within a
step does not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clew.envs.blueprint import INVENTORY

__all__ = ["Tidying"]


@dataclass(slots=True)
class Tidying:
    """Scores a house by where its things are."""

    homes: Mapping[str, str]
    """Thing -> the container or support where it belongs."""
    start: Mapping[str, str]
    """Thing -> where it is at the start."""
    _least: int = field(init=False)

    def __post_init__(self) -> None:
        self._least = self._worth(self.start)

    def _worth(self, places: Mapping[str, str]) -> int:
        return sum(
            2 if places.get(thing) == home else 1 if places.get(thing) == INVENTORY else 0
            for thing, home in self.homes.items()
        )

    @property
    def max_score(self) -> int:
        """Two points for each thing that is out of place at the start."""
        return 2 * len(self.homes) - self._least

    def score(self, places: Mapping[str, str]) -> int:
        """Return the points for these places; negative if things were made worse."""
        return self._worth(places) - self._least

    def tidy(self, places: Mapping[str, str]) -> bool:
        """Return whether everything is where it belongs."""
        return self.score(places) == self.max_score
