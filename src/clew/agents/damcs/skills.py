"""Multi-step skills: the Navigator applied to one situation."""

from collections.abc import Iterable
from functools import cached_property
from math import cos, pi, sin

from clew.agents.damcs.lookout import look_out, promise
from clew.agents.damcs.messages import Report
from clew.agents.damcs.navigator import FAR, Reach, clearable, reach
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import UNEXPLORED, World
from clew.agents.damcs.scenery import Scenery, scenery
from clew.envs.crafter.sight import Cell, Sight, apart

__all__ = ["Ways"]

_ROCK = ("stone", "path", "coal", "iron", "diamond", "lava")
_GREEN = ("grass", "tree", "sand", "water")
_UNKNOWN = 2


class Ways:
    """Where an agent can go from where it is."""

    def __init__(self, world: World, sight: Sight, known: OwnMap, *, onward: bool = False) -> None:
        """Set up the paths of one situation.

        `onward` is to explore ahead rather than behind, as an agent without a map of where it came
        from must.
        """
        self._world, self._sight, self._known = world, sight, known
        self._onward = onward
        self._view = len(sight.view[0]), len(sight.view)

    @cached_property
    def reach(self) -> Reach:
        """Path costs over known cells."""
        return self._reach(unknown=None)

    @cached_property
    def _beyond(self) -> Reach:
        return self._reach(unknown=_UNKNOWN)

    def _reach(self, *, unknown: int | None) -> Reach:
        clears = clearable(self._world.rules, self._sight.inventory)
        turn = self._world.names.index(self._sight.agent)
        return reach(self._known, self._sight.position, clears=clears, unknown=unknown, turn=turn)

    def _over(self, cell: Cell) -> Reach:
        return self.reach if self.reach.cost(cell) < FAR else self._beyond

    def to(self, name: str) -> Cell | None:
        """Return the cell that the Navigator chooses for a destination, if there is one.

        It is the nearest one; a cell that another agent is heading for only if it is much nearer.
        """
        if name in self._world.names and name in self._known.mates:
            return self._known.mates[name].position
        claimed = {
            mate.target: mate for mate in self._known.mates.values() if mate.target is not None
        }
        free = [
            cell
            for cell in self._known.where(name)
            if cell not in claimed
            or self.sooner(apart(cell, self._sight.position), claimed[cell], cell)
        ]
        near = self.reach.nearest(free)
        return near if near or not free else self._beyond.nearest(free)

    def sooner(self, steps: int, mate: Report, cell: Cell) -> bool:
        """Return whether this agent, so many steps away, is at a cell sooner than another.

        The other's position is a step old, so a step is added to this one's distance.
        """
        names = self._world.names
        mine = steps + 1, names.index(self._sight.agent)
        return mine < (apart(cell, mate.position), names.index(mate.agent))

    def cost(self, cell: Cell | None) -> int:
        """Return the steps to a cell; `FAR` for none."""
        return FAR if cell is None else self._over(cell).cost(cell)

    def explore(self, seeking: Iterable[str]) -> Cell | None:
        """Return where to go to find one of these materials; `None` if everything is known.

        Agents of a team prefer different directions, by their order; a cell that another agent is
        going to explore is left to it.
        """
        sought = set(seeking)
        like: tuple[str, ...] = ()
        unlike: tuple[str, ...] = ()
        if sought:
            like, unlike = (_ROCK, _GREEN) if sought & set(_ROCK) else (_GREEN, _ROCK)
        return look_out(
            self._known,
            self._beyond,
            like=like,
            unlike=unlike,
            taken=[mate.target for mate in self._known.mates.values() if mate.target],
            toward=self._heading(),
            view=self._view,
        )

    def _heading(self) -> tuple[float, float] | None:
        if self._onward:
            return float(self._sight.facing[0]), float(self._sight.facing[1])
        names = self._world.names
        if len(names) == 1:
            return None
        angle = 2 * pi * names.index(self._sight.agent) / len(names)
        return cos(angle), sin(angle)

    def target(self, destination: str, seeking: Iterable[str]) -> Cell | None:
        """Return the target cell of a decision to go somewhere."""
        return self.explore(seeking) if destination == UNEXPLORED else self.to(destination)

    def step(self, cell: Cell, *, enter: bool = False) -> str | None:
        """Return the next action on the path to a cell; `None` when it is complete.

        Beside another agent it is the path that differs from that of the other: two whose views are
        alike would step aside alike, again and again.
        """
        over = self._over(cell)
        plain = self._onward or self._is_beside_another()
        path = None if plain else self._views(over).path(cell)
        return over.action(cell, self._sight.facing, enter=enter, path=path)

    def _is_beside_another(self) -> bool:
        others = [cell for cell, name in self._known.beings.items() if name in self._world.names]
        return any(apart(self._sight.position, cell) == 1 for cell in others)

    def _views(self, over: Reach) -> Scenery:
        """Return the shortest paths that show most unknown cells, rock above all."""
        derived, key = self._known.derived, ("views", over.start, over is self._beyond)
        if key not in derived:
            worth = ~self._known.watched * promise(self._known, _ROCK, _GREEN)
            derived[key] = scenery(over, worth, self._view)
        found: Scenery = derived[key]
        return found
