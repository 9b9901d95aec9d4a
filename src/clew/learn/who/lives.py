"""What speaks against two of one name being one person: another sex, another life. Pure."""

from typing import NamedTuple

__all__ = ["GROWN", "Life"]

GROWN = 16
"""Years from which on somebody is grown up, and called "Mr" or "Mrs"."""
_YEAR = 31_556_952_000_000
"""Microseconds of a year."""
_ROUGHLY = 1
"""Years by which a year of birth may be off that is counted back from an age."""


class Life(NamedTuple):
    """What texts tell of a person that holds for life; empty or 0 if they do not tell it."""

    sex: str = ""
    born: int = 0
    """The year."""
    died: int = 0
    born_since: int = 0
    """The year that the birth was not before: of a child."""
    born_until: int = 0
    """The year that the birth was not after: of somebody grown up."""
    alive: int = 0
    """The last year of which it is told that this one lives."""

    def at_odds(self, other: "Life") -> bool:
        """Return whether both are told, and cannot be of one person.

        >>> Life("f").at_odds(Life("m")), Life("f").at_odds(Life(born=1950))
        (True, False)
        >>> Life(died=1766).at_odds(Life(born=1890)), Life(died=2020).at_odds(Life(alive=2024))
        (True, True)
        >>> Life(born_until=1980).at_odds(Life(born_since=2011))
        True
        """
        return (
            ("" != self.sex != other.sex != "")
            or _differ(self.born, other.born)
            or _differ(self.died, other.died)
            or self._is_before(other)
            or other._is_before(self)
        )

    def is_child(self, at: int) -> bool:
        """Return whether a birth is told that is too late for a Mr or Mrs of a time.

        Args:
            at: microseconds since 1970.

        >>> Life(born=2014).is_child(1_700_000_000_000_000), Life(born=1990).is_child(0)
        (True, True)
        >>> Life().is_child(0), Life(born=1990).is_child(1_700_000_000_000_000)
        (False, False)
        >>> Life(born_since=2011).is_child(1_700_000_000_000_000)
        True
        """
        born = self.born or self.born_since
        return bool(born) and 1970 + at // _YEAR - born < GROWN

    def is_past(self, at: int) -> bool:
        """Return whether a year of death is told, and a time in microseconds is later.

        >>> Life(died=1999).is_past(1_700_000_000_000_000), Life(died=2024).is_past(0)
        (True, False)
        """
        return 0 < self.died < 1970 + at // _YEAR

    def _is_before(self, other: "Life") -> bool:
        """Return whether one was grown up or dead before the other was born, or lived."""
        latest, earliest = self.born or self.born_until, other.born or other.born_since
        apart = 0 < latest < earliest - _ROUGHLY
        return apart or bool(self.died and (self.died < earliest or self.died < other.alive))

    def told_with(self, other: "Life") -> "Life":
        """Return what both tell; what they tell differently is not known.

        >>> Life("f", 1950).told_with(Life("m", 0, 2020))
        Life(sex='', born=1950, died=2020, born_since=0, born_until=0, alive=0)
        """
        sexes = {self.sex, other.sex} - {""}
        births, deaths = {self.born, other.born} - {0}, {self.died, other.died} - {0}
        since = max(self.born_since, other.born_since)
        until = min({self.born_until, other.born_until} - {0}, default=0)
        known = not 0 < until < since
        return Life(
            sexes.pop() if len(sexes) == 1 else "",
            min(births) if births and not _differ(self.born, other.born) else 0,
            min(deaths) if deaths and not _differ(self.died, other.died) else 0,
            since if known else 0,
            until if known else 0,
            max(self.alive, other.alive),
        )


def _differ(one: int, other: int) -> bool:
    return bool(one and other) and abs(one - other) > _ROUGHLY
