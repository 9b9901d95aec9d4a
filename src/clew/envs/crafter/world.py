"""Multi-Agent Crafter without an API around it: one run of any number of agents.

    game = Game(Settings(agents=2))
    game.reset(seed=3)
    while not game.over:
        game.step({agent: "do" for agent in game.alive})

Needs the extra crafter. In a step the agents act one after the other in their order, `agent_0`
first, each finding what those before it have done. Then everything else moves, in order of
insertion. Then the dead are removed; what they carried is lost.
"""

from collections.abc import Mapping

import numpy as np

from clew.envs.crafter.creatures import HUNTERS, balance
from clew.envs.crafter.ground import Ground, stream
from clew.envs.crafter.painter import Painter
from clew.envs.crafter.players import Gift, Player, items
from clew.envs.crafter.reach import solvable, starts
from clew.envs.crafter.settings import VITALS, Settings
from clew.envs.crafter.sight import Cell, Sight, action_names, agent_names, share
from clew.envs.crafter.tech_tree import WALKABLE
from clew.envs.crafter.terrain import draw_creatures, draw_materials
from clew.errors import UnknownNameError, UsageError

__all__ = ["Game"]

_DRAWN = 50
"""Most maps drawn for a seed before the settings are rejected as impossible."""
_LIFE, _LOOK = 1, 2


class Game:
    """A world in which agents act.

    Settings, seed and actions determine everything: looking (`sight`, `image`) changes nothing.
    A seed gives the same map for any number of agents.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        rules = self.settings.rules
        self.agents = agent_names(self.settings.agents)
        self.action_names = action_names(rules, self.settings.agents)
        self.depths = rules.tree
        self._doing: dict[str, str | Gift] = {name: name for name in self.action_names}
        if self.settings.agents > 1:
            for agent in self.agents:
                gifts = {share(item, agent): (item, agent) for item in rules.shareable}
                self._doing |= gifts
        self._painters: dict[Cell, Painter] = {}
        self._ground: Ground | None = None
        self.players: dict[str, Player] = {}
        """All agents, including dead ones, by name, in their order."""
        self._unlocked: dict[str, tuple[str, ...]] = {}
        self.seed = 0
        self.steps = 0
        self.reseeded = 0
        """How many maps were discarded because the goal could not be reached in them."""
        self.winner: str | None = None
        self.firsts: dict[str, int] = {}
        """The step at which any agent first did a goal (or another achievement)."""

    def reset(self, seed: int) -> None:
        """Begin the run of a seed.

        Raises:
            UsageError: the seed is below 0, or no map of these settings can be won.
        """
        if seed < 0:
            raise UsageError(f"expected a seed from 0 on, got {seed}")
        rules = self.settings.rules
        leaves = [recipe.leaves for recipe in rules.recipes if recipe.leaves not in ("", "plant")]
        centre = self.settings.area[0] // 2, self.settings.area[1] // 2
        for tried in range(_DRAWN):
            ground = Ground(self.settings.area, stream(seed, tried, _LIFE), leaves)
            tunnels = draw_materials(ground, centre)
            whole = ground.materials()
            cells = starts(whole, centre, len(self.agents), WALKABLE)
            room = len(cells) == len(self.agents)
            if room and solvable(whole, centre, rules, WALKABLE):
                break
        else:
            raise UsageError(
                f"none of {_DRAWN} maps of {self.settings.area} cells has room for "
                f"{len(self.agents)} agents and all that {rules.goal} needs"
            )
        self.seed, self.steps, self.reseeded = seed, 0, tried
        self.winner, self.firsts, self._unlocked = None, {}, {}
        self._ground = ground
        self.players = {
            name: Player(ground, cell, name, self.settings)
            for name, cell in zip(self.agents, cells, strict=True)
        }
        for player in self.players.values():
            ground.add(player)
        ground.players = dict(self.players)
        draw_creatures(ground, centre, tunnels, self.settings)
        self._light()

    def _light(self) -> None:
        """Set the daylight: brightest at step 60 of every 300, darkest at step 210."""
        turned = np.cos(np.pi * (self.steps / 300 % 1 + 0.3))
        self.ground.daylight = 1 - np.abs(turned) ** 3

    @property
    def ground(self) -> Ground:
        """The world itself, for measuring and drawing; agents see less.

        Raises:
            UsageError: no run has begun.
        """
        if self._ground is None:
            raise UsageError("reset() begins a run; there is none yet")
        return self._ground

    @property
    def alive(self) -> tuple[str, ...]:
        """The living agents, in their order."""
        return tuple(self.ground.players)

    @property
    def over(self) -> bool:
        """Whether the run has ended: won, all dead, or at its full length."""
        length = self.settings.length
        cut = length is not None and self.steps >= length
        return self.winner is not None or not self.alive or cut

    @property
    def score(self) -> int:
        """How many goals of the tree any agent has done; at most `len(depths)`."""
        return sum(name in self.firsts for name in self.depths)

    def unlocked(self, agent: str) -> tuple[str, ...]:
        """Return what an agent did for the first time in the last step."""
        return self._unlocked.get(agent, ())

    def step(self, actions: Mapping[str, str]) -> dict[str, float]:
        """Let every living agent act once.

        Args:
            actions: one of `action_names` for each of `alive`, no others.

        Returns:
            The reward of each agent.

        Raises:
            UsageError: the run is over, or there is not exactly one action per living agent.
            UnknownNameError: the world has no such action.
        """
        ground = self.ground
        self._check(actions)
        self.steps += 1
        self._light()
        acting = dict(ground.players)
        before = {
            name: (player.health, set(player.achievements)) for name, player in acting.items()
        }
        for name, player in acting.items():
            player.action = self._doing[actions[name]]
            player.update()
        self._live(ground)
        if self.steps % 10 == 0:
            balance(ground, self.settings)
        return self._outcome(ground, acting, before)

    def _check(self, actions: Mapping[str, str]) -> None:
        if self.over:
            raise UsageError("the run is over; reset() begins another")
        if set(actions) != set(self.alive):
            raise UsageError(
                f"expected an action for each of {', '.join(self.alive)}, "
                f"got some for {', '.join(sorted(actions)) or 'none'}"
            )
        for action in actions.values():
            if action not in self._doing:
                raise UnknownNameError("action", action, self.action_names)

    def _live(self, ground: Ground) -> None:
        """Let all that is near a living agent move."""
        others = [thing for thing in ground.objects if not isinstance(thing, Player)]
        if not others:
            return
        far = 2 * max(self.settings.view)
        cells = np.array([thing.pos for thing in others])
        players = np.array([player.pos for player in ground.players.values()])
        moves = np.abs(cells[:, None] - players[None]).sum(2).min(1)
        for number in np.flatnonzero(moves < far).tolist():
            thing = others[number]
            if isinstance(thing, HUNTERS):
                thing.player = ground.nearest(thing.pos)
            thing.update()

    def _outcome(
        self,
        ground: Ground,
        acting: Mapping[str, Player],
        before: Mapping[str, tuple[int, set[str]]],
    ) -> dict[str, float]:
        rewards, given = {}, self.settings.rewards
        self._unlocked = {}
        for name, player in acting.items():
            health, done = before[name]
            new = tuple(goal for goal in player.achievements if goal not in done)
            self._unlocked[name] = new
            for goal in new:
                self.firsts.setdefault(goal, self.steps)
            if self.settings.rules.goal in new and self.winner is None:
                self.winner = name
            depth = sum(self.depths.get(goal, 0) for goal in new)
            lived = given.health * (player.health - health)
            rewards[name] = given.depth * depth + lived - given.time
            if not player.alive:
                ground.remove(player)
                del ground.players[name]
        return rewards

    def sight(self, agent: str) -> Sight:
        """Return what an agent perceives now; if it is dead, from where it died.

        Raises:
            UnknownNameError: no agent has that name.
        """
        ground, player = self.ground, self._player(agent)
        size = self.settings.view
        corner = player.cell[0] - size[0] // 2, player.cell[1] - size[1] // 2
        names = ground.names
        rows = [[names[number] for number in row] for row in ground.ids(corner, size).T.tolist()]
        for x, y, thing in ground.standing(corner, size):
            rows[y][x] = thing.name if isinstance(thing, Player) else type(thing).__name__.lower()
        had = player.inventory
        return Sight(
            agent=agent,
            step=self.steps,
            position=player.cell,
            facing=(int(player.facing[0]), int(player.facing[1])),
            corner=corner,
            view=tuple(tuple(row) for row in rows),
            inventory={item: had[item] for item in items(self.settings) if had[item]},
            vitals={name: had[name] for name in VITALS},
            achievements=dict(player.achievements),
            sleeping=player.sleeping,
            daylight=float(ground.daylight),
        )

    def image(self, agent: str, size: Cell | None = None) -> np.ndarray:
        """Return what an agent sees and has as a picture, [y, x, channel], 0 to 255.

        Its width and height are the settings' unless given.

        Raises:
            UnknownNameError: no agent has that name.
        """
        ground, player = self.ground, self._player(agent)
        size = size or self.settings.image
        if size not in self._painters:
            view, kinds = self.settings.view, len(player.inventory)
            self._painters[size] = Painter(view, kinds, size)
        noise = np.random.default_rng([self.seed, self.steps, self.agents.index(agent), _LOOK])
        return self._painters[size].paint(ground, player, noise)

    def _player(self, agent: str) -> Player:
        if agent not in self.players:
            raise UnknownNameError("agent", agent, self.agents)
        return self.players[agent]

    def full_map(self) -> tuple[tuple[str, ...], ...]:
        """Return the materials of the whole world, rows from north to south.

        No agent sees this: it is for measuring, and for a Navigator that is set to use it.
        """
        return self.ground.materials()
