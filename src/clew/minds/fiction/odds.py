"""How likely a kind of command does something new: known of parser games, then counted."""

from collections import Counter
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
_OF_KIND = 4.0
"""Commands of a kind without points that are assumed before any is counted."""
_OF_WORD = 8.0
"""Commands with one verb or direction that are assumed to be as good as their kind."""


class Odds:
    """Counts by kind of command, and of those that gave points also by verb or direction."""

    def __init__(self) -> None:
        self._counts = {kind: [did, did_not] for kind, (did, did_not, _) in KINDS.items()}
        self._given: Counter[tuple[str, str]] = Counter()
        """(Kind, word); the word is empty for all of the kind."""
        self._gave: Counter[tuple[str, str]] = Counter()

    def worth(self, kind: str, word: str = "") -> float:
        """Return chance times gain, and the share of such commands that gave points.

        Args:
            kind: of `KINDS`.
            word: the verb or direction, whose share counts the more, the oftener it was given.
        """
        did, did_not = self._counts[kind]
        gain = did / (did + did_not) * KINDS[kind][2]
        if kind == "scored":
            return gain
        of_kind = self._gave[kind, ""] / (self._given[kind, ""] + _OF_KIND)
        gave, given = self._gave[kind, word], self._given[kind, word]
        return gain + _POINTS_WORTH * (gave + _OF_WORD * of_kind) / (given + _OF_WORD)

    def note(self, kind: str, word: str = "", *, did: bool, points: bool = False) -> None:
        """Count one command of that kind, with that verb or direction."""
        self._counts[kind][not did] += 1
        for key in dict.fromkeys(((kind, ""), (kind, word))):
            self._given[key] += 1
            self._gave[key] += points
