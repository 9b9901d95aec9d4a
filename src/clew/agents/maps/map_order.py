"""The order of places along one axis of a map: which are level, and which come before others."""

from collections.abc import Collection, Iterable, Mapping

__all__ = ["Order"]


class Order:
    """Places on one axis; statements are only added if they contradict none."""

    def __init__(self, places: Iterable[str]) -> None:
        self._level = {place: place for place in places}
        """Place -> the first of those that are level with it."""
        self._before: dict[tuple[str, str], None] = {}
        """(place, place after it), of any places."""

    def copied(self) -> "Order":
        """Return a copy that grows by itself."""
        other = Order(())
        other._level, other._before = dict(self._level), dict(self._before)
        return other

    def level(self, place: str) -> str:
        """Return the place that stands for all that are level with one."""
        return self._level[place]

    def allows(self, one: str, other: str, sign: int) -> bool:
        """Return whether `other` can be after `one` (1), before it (-1) or level with it (0)."""
        a, b = self._level[one], self._level[other]
        if sign < 0:
            a, b = b, a
        if sign:
            return a != b and not self._leads(b, a)
        return a == b or not (self._leads(a, b) or self._leads(b, a))

    def add(self, one: str, other: str, sign: int) -> None:
        """State what `allows` allows."""
        if sign:
            self._before[(one, other) if sign > 0 else (other, one)] = None
            return
        a, b = self._level[one], self._level[other]
        self._level = {place: a if level == b else level for place, level in self._level.items()}

    def equal(self, one: str, other: str) -> bool:
        """Return whether no statement says which of two places is before the other."""
        return self.allows(one, other, 1) and self.allows(one, other, -1)

    def _after(self) -> dict[str, dict[str, None]]:
        """Return level -> the levels stated to be after it."""
        after: dict[str, dict[str, None]] = {level: {} for level in self._level.values()}
        for one, other in self._before:
            after[self._level[one]][self._level[other]] = None
        return after

    def _leads(self, start: str, end: str) -> bool:
        """Return whether one level is after another, directly or not."""
        after, found = self._after(), {start}
        waiting = [start]
        for at in waiting:
            waiting += after[at].keys() - found
            found |= after[at].keys()
        return start != end and end in found

    def ranks(self) -> dict[str, int]:
        """Return a whole number for each place that keeps the order and the ways short."""
        after = self._after()
        before: dict[str, list[str]] = {level: [] for level in after}
        for one, others in after.items():
            for other in others:
                before[other].append(one)
        rank: dict[str, int] = {}
        while len(rank) < len(after):  # a level is ranked when all before it are
            for level in after:
                if level not in rank and all(one in rank for one in before[level]):
                    rank[level] = max((rank[one] + 1 for one in before[level]), default=0)
        while _shortened(rank, before, after):
            pass
        return {place: rank[level] for place, level in self._level.items()}


def _shortened(
    rank: dict[str, int],
    before: Mapping[str, Collection[str]],
    after: Mapping[str, Collection[str]],
) -> bool:
    """Move levels towards those they are stated to be before or after; return whether any moved.

    A level goes where most of its neighbours are: up also where that costs nothing, so that those
    before it can follow. So it ends: a step down shortens the whole, and steps up are bounded.
    """
    order, old = sorted(rank, key=rank.__getitem__), dict(rank)
    for level in reversed(order):
        if after[level] and len(after[level]) >= len(before[level]):
            rank[level] = min(rank[one] for one in after[level]) - 1
    for level in order:
        if len(before[level]) > len(after[level]):
            rank[level] = max(rank[one] for one in before[level]) + 1
    return rank != old
