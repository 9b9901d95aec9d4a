"""How likely a kind of command does something new: known of parser games, then counted."""

from types import MappingProxyType

__all__ = ["GAINS", "Odds"]

_BEFORE: dict[str, tuple[float, float]] = {
    "named way": (4.0, 1.0),
    "usual way": (1.0, 4.0),
    "rare way": (0.3, 5.0),
    "unlisted way": (0.1, 5.0),
    "take what lies here": (3.0, 1.0),
    "take scenery": (0.2, 4.0),
    "open": (1.5, 1.5),
    "read": (1.0, 2.0),
    "examine what lies here": (1.0, 3.0),
    "examine scenery": (0.5, 5.0),
    "handle": (0.8, 3.0),
    "enter": (1.0, 2.0),
    "wear": (2.0, 1.0),
    "speak": (1.0, 3.0),
    "unlock": (1.0, 1.5),
    "give": (0.3, 3.0),
    "advice": (2.0, 2.0),
    "scored": (9.0, 1.0),
}
"""Kind -> how often it did something and how often not, as if counted: a few cases each, so that
a game's own replies soon weigh more."""
GAINS = MappingProxyType(
    {
        "named way": 1.0, "usual way": 1.0, "rare way": 1.0, "unlisted way": 1.0,
        "take what lies here": 0.9, "take scenery": 0.7, "open": 0.8, "read": 0.4,
        "examine what lies here": 0.4, "examine scenery": 0.3, "handle": 0.7, "enter": 0.9,
        "wear": 0.5, "speak": 0.5, "unlock": 1.0, "give": 0.8, "advice": 1.0, "scored": 2.0,
    }
)  # fmt: skip
"""Kind -> what it is worth when it does something: a new place is worth 1."""


class Odds:
    """Counts by kind of command."""

    def __init__(self) -> None:
        self._counts = {kind: [*counts] for kind, counts in _BEFORE.items()}

    def worth(self, kind: str) -> float:
        """Return chance times gain."""
        did, did_not = self._counts[kind]
        return did / (did + did_not) * GAINS[kind]

    def note(self, kind: str, *, did: bool) -> None:
        """Count one command of that kind."""
        self._counts[kind][not did] += 1
