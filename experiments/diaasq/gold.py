"""What is true in a world, read from its statements.

A person's opinion *at* a moment is the last one they had voiced by then about that part of that
phone. Every function says which statements it rests on.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from itertools import pairwise

from experiments.diaasq.phones import Polarity
from experiments.diaasq.world import Act, Statement

__all__ = ["Gold", "Key", "Part", "changes_of", "dominant_of"]

Part = tuple[str, str]
"""A device and an aspect of it."""
Key = tuple[str, str, str]
"""A person, a device and an aspect."""


class Gold:
    """The statements of a world, indexed; all mappings are in the order of first mention."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.voiced: dict[Key, list[Statement]] = defaultdict(list)
        self.uses: dict[str, dict[str, Statement]] = defaultdict(dict)
        """The first statement of use, by person and device."""
        self.makers: dict[str, Statement] = {}
        self.people_of: dict[Part, list[str]] = defaultdict(list)
        self.parts_of: dict[str, list[Part]] = defaultdict(list)
        """What somebody has ever voiced an opinion about."""
        for one in sorted(statements, key=lambda each: each.at):
            if one.act is Act.MADE:
                self.makers.setdefault(one.device, one)
            elif one.act is Act.USE:
                self.uses[one.person].setdefault(one.device, one)
            else:
                key = (one.person, one.device, one.aspect)
                if key not in self.voiced:
                    self.people_of[one.device, one.aspect].append(one.person)
                    self.parts_of[one.person].append((one.device, one.aspect))
                self.voiced[key].append(one)

    def opinion(self, key: Key, by: date | datetime | None = None) -> Statement | None:
        """Return the last opinion up to a moment or the end of a day, `None` without one."""
        held = [one for one in self.voiced.get(key, ()) if by is None or _by(one.at, by)]
        return held[-1] if held else None

    def opinions(self, part: Part, by: date | datetime | None = None) -> list[Statement]:
        """Return everybody's last opinion of a part, in the order of first mention."""
        found = [self.opinion((person, *part), by) for person in self.people_of.get(part, ())]
        return [one for one in found if one is not None]

    def current(self, person: str) -> list[Statement]:
        """Return all the last opinions of a person."""
        found = [self.opinion((person, *part)) for part in self.parts_of[person]]
        return [one for one in found if one is not None]

    def net(self, part: Part) -> int:
        """Return how many like a part now, less those who do not."""
        counts = Counter(one.value for one in self.opinions(part))
        return counts[Polarity.POSITIVE] - counts[Polarity.NEGATIVE]

    def views(self, person: str, *, makers: bool) -> set[tuple[str, str, str]]:
        """Return (device or maker, aspect, polarity) of every opinion a person has now."""
        return {
            (self.makers[one.device].value if makers else one.device, one.aspect, one.value)
            for one in self.current(person)
        }

    def makers_of(self, person: str) -> dict[str, list[Statement]]:
        """Return the makers of the phones somebody uses, each with the statements that say it."""
        found: dict[str, list[Statement]] = {}
        for device, use in self.uses[person].items():
            made = self.makers[device]
            found.setdefault(made.value, []).extend((use, made))
        return found


def _by(at: datetime, by: date | datetime) -> bool:
    return at <= by if isinstance(by, datetime) else at.date() <= by


def dominant_of(voiced: Sequence[Statement]) -> str | None:
    """Return the polarity voiced most often; `None` for a tie."""
    counts = Counter(one.value for one in voiced).most_common(2)
    if len(counts) == 2 and counts[0][1] == counts[1][1]:
        return None
    return counts[0][0]


def changes_of(voiced: Sequence[Statement]) -> list[tuple[Statement, Statement]]:
    """Return each pair of neighbours that differ, by time."""
    return [(one, other) for one, other in pairwise(voiced) if one.value != other.value]
