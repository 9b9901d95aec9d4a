"""The learner of MADDPG: actors, centralised critics, their targets, what was seen (torch).

After Lowe et al. 2017 (arXiv 1706.02275): every agent has an actor that sees its own picture, and
a critic that sees all pictures and all actions, needed in training only. Actions are discrete, so
actors are trained through Gumbel-softmax.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["Batch", "Replay", "Team", "Tuning", "bright"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """How the networks are trained."""

    rate: float = 3e-4
    """Of Adam, for actors and critics."""
    gamma: float = 0.99
    """Discount of a step."""
    follow: float = 0.01
    """Share by which the targets move to their networks after each update."""
    temperature: float = 1.0
    """Of Gumbel-softmax."""
    clip: float = 0.5
    """Largest norm of a gradient."""
    flat: float = 1e-3
    """Weight of the squared logits in an actor's loss. Unlike a bonus for entropy it still pulls
    when an actor is certain, which it is too soon without: its critic knows nothing yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Steps drawn from a replay buffer; the first axes are steps and agents."""

    views: Tensor
    """float[b, n, channels, height, width] from 0 to 1."""
    present: Tensor
    """float[b, n]: 1 for who still played before the step."""
    actions: Tensor
    """int64[b, n]: noop (0) of who did not."""
    rewards: Tensor
    """float[b, n]."""
    ended: Tensor
    """float[b, n]: 1 for whom the step was the last; being cut off is not an end."""
    after: Tensor
    """The views after the step."""


class Replay:
    """The last steps, uint8, each view once: what follows a step is the next row.

    A game adds one row before each step and one for what is seen at its end, from which no step
    is drawn.
    """

    def __init__(self, capacity: int, shape: Sequence[int]) -> None:
        """Set aside room, filled as it is used.

        Args:
            capacity: rows; the oldest is overwritten.
            shape: of a view of all agents, (n, height, width, channels).
        """
        agents = shape[0]
        self._views = np.zeros((capacity, *shape), dtype=np.uint8)
        self._present = np.zeros((capacity, agents), dtype=np.float32)
        self._actions = np.zeros((capacity, agents), dtype=np.int64)
        self._rewards = np.zeros((capacity, agents), dtype=np.float32)
        self._ended = np.zeros((capacity, agents), dtype=np.float32)
        self._whole = np.zeros(capacity, dtype=np.bool_)
        """Rows from which a step can be drawn."""
        self._next = 0

    def __len__(self) -> int:
        """Return how many steps can be drawn."""
        return int(self._whole.sum())

    def see(self, views: np.ndarray, present: np.ndarray) -> None:
        """Add what is seen, of all agents, and who still plays."""
        row = self._next
        self._views[row], self._present[row] = views, present
        self._whole[row] = False
        self._next = (row + 1) % len(self._whole)

    def did(self, actions: np.ndarray, rewards: np.ndarray, ended: np.ndarray) -> None:
        """Add what was done in the row seen last and what came of it; `see` its end next."""
        row = self._next - 1
        self._actions[row], self._rewards[row], self._ended[row] = actions, rewards, ended
        self._whole[row] = True

    def draw(self, size: int, rng: np.random.Generator) -> Batch:
        """Draw steps evenly, with replacement; there must be one."""
        rows = rng.choice(np.flatnonzero(self._whole), size)
        take = torch.from_numpy
        return Batch(
            views=bright(self._views[rows]),
            present=take(self._present[rows]),
            actions=take(self._actions[rows]),
            rewards=take(self._rewards[rows]),
            ended=take(self._ended[rows]),
            after=bright(self._views[(rows + 1) % len(self._whole)]),
        )


def bright(views: np.ndarray) -> Tensor:
    """Return uint8[..., height, width, channels] as floats from 0 to 1, channels before height."""
    return torch.from_numpy(views).movedim(-1, -3).contiguous().float() / 255


class Eye(nn.Module):
    """Two strided convolutions and a layer: small, so that an update takes milliseconds."""

    def __init__(self, shape: Sequence[int], wide: int) -> None:
        super().__init__()
        height, width, channels = shape
        self.look = nn.Sequential(
            nn.Conv2d(channels, 16, kernel_size=8, stride=4),
            nn.ReLU(),
            nn.Conv2d(16, 32, kernel_size=4, stride=2),
            nn.ReLU(),
            nn.Flatten(),
        )
        flat = self.look(torch.zeros(1, channels, height, width)).shape[1]
        self.join = nn.Sequential(nn.Linear(flat, wide), nn.ReLU())

    def forward(self, views: Tensor) -> Tensor:
        """Return float[..., wide] of pictures as in a `Batch`."""
        flat = views.reshape(-1, *views.shape[-3:])
        return self.join(self.look(flat)).reshape(*views.shape[:-3], -1)


class Actor(nn.Module):
    """One agent's picture to the logits of its actions."""

    def __init__(self, shape: Sequence[int], actions: int) -> None:
        super().__init__()
        self.eye, self.act = Eye(shape, 128), nn.Linear(128, actions)

    def forward(self, views: Tensor) -> Tensor:
        """Return float[b, actions] of float[b, channels, height, width]."""
        return self.act(self.eye(views))


class Critic(nn.Module):
    """All agents' pictures and actions to what one of them will get."""

    def __init__(self, agents: int, shape: Sequence[int], actions: int) -> None:
        super().__init__()
        self.eye = Eye(shape, 64)
        self.judge = nn.Sequential(
            nn.Linear(agents * (64 + actions), 128), nn.ReLU(), nn.Linear(128, 1)
        )

    def forward(self, seen: Tensor, actions: Tensor) -> Tensor:
        """Return float[b] of what `eye` saw, float[b, n, 64], and of float[b, n, actions]."""
        return self.judge(torch.cat((seen.flatten(1), actions.flatten(1)), dim=1)).squeeze(1)


class Team:
    """Actors and critics, one each per agent; draws from torch's global generator."""

    def __init__(self, agents: int, shape: Sequence[int], actions: int, tuning: Tuning) -> None:
        """Begin with random networks.

        Args:
            agents: how many.
            shape: of one's picture: height, width, channels.
            actions: how many an agent has; 0 is to do nothing.
            tuning: how to train.
        """
        self._actions, self._tuning = actions, tuning
        self.actors = nn.ModuleList(Actor(shape, actions) for _ in range(agents))
        self._critics = nn.ModuleList(Critic(agents, shape, actions) for _ in range(agents))
        self._targets = deepcopy(self.actors), deepcopy(self._critics)
        self._optimisers = [
            (torch.optim.Adam(actor.parameters(), tuning.rate),
             torch.optim.Adam(critic.parameters(), tuning.rate))
            for actor, critic in zip(self.actors, self._critics, strict=True)
        ]  # fmt: skip

    @torch.no_grad()
    def choose(self, views: np.ndarray) -> np.ndarray:
        """Draw an action for each agent, int64[n], from its own picture alone, of uint8[n, ...]."""
        seen = bright(views).unsqueeze(1)
        logits = [actor(view) for actor, view in zip(self.actors, seen, strict=True)]
        return torch.cat([self._draw(one) for one in logits]).argmax(1).numpy()

    def learn(self, batch: Batch) -> None:
        """Update every agent's critic, then its actor, then all targets."""
        taken = functional.one_hot(batch.actions, self._actions).float()
        target = self._target(batch)
        for agent in range(len(self.actors)):
            self._learn_critic(agent, batch, taken, target[:, agent])
            self._learn_actor(agent, batch, taken)
        for target_nets, nets in zip(self._targets, (self.actors, self._critics), strict=True):
            for old, new in zip(target_nets.parameters(), nets.parameters(), strict=True):
                old.data.lerp_(new.data, self._tuning.follow)

    @torch.no_grad()
    def _target(self, batch: Batch) -> Tensor:
        """Return float[b, n]: reward and what the target critics expect of the next step."""
        actors, critics = self._targets
        drawn = [self._draw(actor(batch.after[:, i])) for i, actor in enumerate(actors)]
        there = batch.present * (1 - batch.ended)
        idle = functional.one_hot(torch.zeros_like(batch.actions), self._actions).float()
        actions = torch.where(there.unsqueeze(2) > 0, torch.stack(drawn, dim=1), idle)
        then = torch.stack([one(one.eye(batch.after), actions) for one in critics], dim=1)
        return batch.rewards + self._tuning.gamma * there * then

    def _learn_critic(self, agent: int, batch: Batch, taken: Tensor, target: Tensor) -> None:
        critic = self._critics[agent]
        error = (critic(critic.eye(batch.views), taken) - target) ** 2
        self._step(1, agent, _mean(error, batch.present[:, agent]))

    def _learn_actor(self, agent: int, batch: Batch, taken: Tensor) -> None:
        logits = self.actors[agent](batch.views[:, agent])
        actions = taken.clone()
        actions[:, agent] = self._draw(logits)
        critic = self._critics[agent]
        with torch.no_grad():
            seen = critic.eye(batch.views)
        loss = self._tuning.flat * (logits**2).sum(1) - critic(seen, actions)
        self._step(0, agent, _mean(loss, batch.present[:, agent]))

    def _draw(self, logits: Tensor) -> Tensor:
        """Return one-hot actions that let gradients through (Gumbel-softmax, straight)."""
        return functional.gumbel_softmax(logits, tau=self._tuning.temperature, hard=True)

    def _step(self, which: int, agent: int, loss: Tensor) -> None:
        net = (self.actors, self._critics)[which][agent]
        optimiser = self._optimisers[agent][which]
        net.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), self._tuning.clip)
        optimiser.step()


def _mean(values: Tensor, weights: Tensor) -> Tensor:
    """Return the mean over those who played; 0 when nobody did."""
    return (values * weights).sum() / weights.sum().clamp(min=1)
