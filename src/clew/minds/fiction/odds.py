"""How likely a kind of command does something new: known of parser games, then counted."""

from types import MappingProxyType

__all__ = ["KINDS", "Odds"]

KINDS = MappingProxyType(
    {
        "named way": (4.0, 1.0, 1.0),
        "usual way": (1.5, 3.5, 1.0),
        "other usual way": (0.5, 4.5, 1.0),
        "rare way": (0.3, 5.0, 1.0),
        "other rare way": (0.1, 5.0, 1.0),
        "unlisted way": (0.1, 5.0, 1.0),
        "blocked way": (1.0, 3.0, 1.0),
        "dark way": (1.0, 4.0, 0.5),
        "way back": (4.0, 1.0, 0.1),
        "take what lies here": (3.0, 1.0, 1.2),
        "take scenery": (0.2, 4.0, 0.7),
        "open": (1.5, 1.5, 0.8),
        "read": (1.0, 2.0, 0.4),
        "examine what lies here": (1.0, 3.0, 0.4),
        "examine scenery": (0.5, 5.0, 0.3),
        "handle": (0.8, 3.0, 0.7),
        "enter": (1.0, 2.0, 0.9),
        "wear": (2.0, 1.0, 0.5),
        "speak": (1.0, 3.0, 0.5),
        "ask": (1.0, 4.0, 0.4),
        "give": (1.0, 2.5, 0.9),
        "wake": (1.5, 1.5, 0.8),
        "attack": (1.0, 2.0, 1.0),
        "knock": (0.8, 2.0, 0.8),
        "search": (0.8, 3.0, 0.7),
        "empty": (1.0, 2.0, 0.8),
        "unlock": (1.0, 1.5, 1.0),
        "bare verb": (0.3, 4.0, 0.5),
        "advice": (2.0, 2.0, 1.0),
        "works": (4.0, 1.0, 0.7),
        "scored": (9.0, 1.0, 2.0),
    }
)
"""Kind of command -> how often it did something and how often not, as if counted: a few cases each,
so that a game's own replies soon weigh more; and what it is worth then: a new place is worth 1."""


_POINTS_WORTH = 1.0
"""What points are worth, beside a new place."""
_WITHOUT = 4.0
"""Commands of a kind without points that are assumed before any is counted."""


class Odds:
    """Counts by kind of command."""

    def __init__(self) -> None:
        self._counts = {kind: [did, did_not] for kind, (did, did_not, _) in KINDS.items()}
        self._gave: dict[str, int] = {}

    def worth(self, kind: str) -> float:
        """Return chance times gain, and the share of commands of this kind that gave points."""
        did, did_not = self._counts[kind]
        given = did + did_not - KINDS[kind][0] - KINDS[kind][1]
        points = 0 if kind == "scored" else self._gave.get(kind, 0) / (given + _WITHOUT)
        return did / (did + did_not) * KINDS[kind][2] + _POINTS_WORTH * points

    def note(self, kind: str, *, did: bool, points: bool = False) -> None:
        """Count one command of that kind."""
        if kind not in self._counts:
            return
        self._counts[kind][not did] += 1
        self._gave[kind] = self._gave.get(kind, 0) + points
