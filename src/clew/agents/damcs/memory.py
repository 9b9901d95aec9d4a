"""Long-term memory of agents with goals (DAMCS, section 3.2, A-KGMS), on a clew file.

Every experience is an episode, part of a goal, which is part of a long-term goal; each follows the
one before it. All are dated by the clock and ordered by id: what a model says about steps or runs
is stored, but nothing depends on it. A file outlives a run of the game: what was seen where, what
was achieved and what was pursued is of one run; the experiences stay.
"""

from collections.abc import Mapping, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from clew.agents.damcs.experience import Experience, efforts, plain_words, situation
from clew.agents.damcs.working import Pursued, Retrospection
from clew.clock import Clock, SystemClock
from clew.embed.base import Embedder
from clew.envs.crafter.sight import Cell, Sight
from clew.graph.types import AsOf, Episode, Goal, Item, Kind
from clew.graph.view import View
from clew.learn.domain import Domain
from clew.learn.runs import Run
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory
from clew.projection.view_of import ProjectionView

__all__ = ["DamcsMemory", "TeamMemory"]

_EFFORTS = 24
"""Most experiences read of the newest goal, newest first."""
_GOALS = 10
"""Most earlier goals recalled."""
_EVENTS = 6
"""Most experiences, of any goal, whose results are recalled as events."""
_IDLE = ("nothing changed", "moved", "turned")
"""Results that do not count as events."""
_RARE = ("coal", "iron", "diamond", "table", "furnace")
"""What is stored as a fact, with its place, when first seen."""
_SEEN_AT = "was seen at"
_DOMAIN = Domain(state=(_SEEN_AT,))
"""The places of things are those of one run: the next may be in another world."""


@dataclass(frozen=True, slots=True)
class _Aim:
    """The newest goal of a kind: its node, 0 for none, and its name, "" unless of this run."""

    id: int
    name: str


@dataclass(slots=True)
class _Draft:
    """What one experience adds to the graph."""

    at: datetime
    nodes: list[NewNode] = field(default_factory=list)
    edges: list[NewEdge] = field(default_factory=list)

    def pursue(
        self, kind: Kind, name: str, newest: _Aim, of: int | NewNode = 0, **about: object
    ) -> int | NewNode:
        """Return the newest goal of a kind, or a new one that ends and follows it.

        A goal is new if its name is, or the goal that it is a part of.
        """
        if newest.name == name and not isinstance(of, NewNode):
            return newest.id
        node = NewNode(
            kind=kind,
            text=plain_words(name),
            valid_from=self.at,
            replaces=(newest.id,) if newest.id else (),
            attributes={"goal": name, **about},
        )
        self.nodes.append(node)
        if newest.id:
            self.link(Kind.SEQUENCE, newest.id, node)
        if of:
            self.link(Kind.PART_OF, node, of)
        return node

    def link(self, kind: Kind, source: int | NewNode, target: int | NewNode) -> None:
        """Add an edge."""
        self.edges.append(NewEdge(kind=kind, source=source, target=target))

    def state(self, run: Run, subject: str, relation: str, target: str) -> None:
        """Add a fact of a run that holds from now on."""
        ends = [
            NewNode(kind=Kind.ENTITY, text=name, told_by=run.episode) for name in (subject, target)
        ]
        self.nodes += ends
        self.edges.append(
            NewEdge(
                kind=Kind.FACT,
                source=ends[0],
                target=ends[1],
                relation=relation,
                valid_from=self.at,
                told_by=run.episode,
            )
        )


class DamcsMemory:
    """The goal-oriented hierarchical graph of one agent, in one namespace of a clew file.

    Every experience is consolidated: a goal other than the newest one becomes a node that ends it,
    follows it, and is part of the long-term goal. Recall returns the newest goal and what led to
    it. Each object is a new run in the file, which begins with its first experience
    (`learn.runs`): goals, events and achievements recalled are those of the run. `TeamMemory`
    makes it and says what its arguments are.
    """

    def __init__(
        self, memory: Memory, *, clock: Clock, run: str, resume: bool, similar: int
    ) -> None:
        self._memory, self._clock = memory, clock
        self._name, self._similar = run, similar
        self._placed: set[tuple[str, Cell]] = set()
        newest = memory.runs()[-1:] if resume else []
        self._run = next((one for one in newest if one.name == run), None)
        with self._view() as view:
            self._long_term = _newest(view, Kind.LONG_TERM_GOAL, self._run)
            self._goal = _newest(view, Kind.GOAL, self._run)
            last = _lived(view, self._own(view, Kind.EPISODE)[-1:])
        self._achieved: dict[str, int] = dict(_about(last[0])["achieved"]) if last else {}

    @property
    def memory(self) -> Memory:
        """The agent's own memory."""
        return self._memory

    def learn(self, experience: Experience) -> None:
        """Write an experience, and its goals if they are new, in one revision."""
        draft, aims = _Draft(self._clock.now()), experience.response.goal
        run, since = self._begun(draft.at), experience.step
        long_term, current = str(aims.long_term), str(aims.current)
        wide = draft.pursue(
            Kind.LONG_TERM_GOAL, long_term, self._long_term, since=since, why=aims.subgoals
        )
        near = draft.pursue(
            Kind.GOAL, current, self._goal, wide, since=since, why=aims.reason, long_term=long_term
        )
        self._state_news(draft, run, experience)
        lived = NewNode(
            kind=Kind.EPISODE,
            text=experience.text,
            at=draft.at,
            source=run.id,
            attributes=experience.attributes(self._achieved),
        )
        draft.nodes.append(lived)
        draft.link(Kind.PART_OF, lived, near)
        before = 0 if isinstance(near, NewNode) else self._newest_of(near)
        if before:
            draft.link(Kind.SEQUENCE, before, lived)
        written = self._memory.write(draft.nodes, draft.edges).nodes
        ids = dict(zip(map(id, draft.nodes), written, strict=True))
        self._long_term = _Aim(ids.get(id(wide), self._long_term.id), long_term)
        self._goal = _Aim(ids.get(id(near), self._goal.id), current)

    def _begun(self, at: datetime) -> Run:
        """Return the run; begin it with its first experience, again if it has been forgotten."""
        with self._memory.store.projection(self._memory.namespace) as projection:
            known = self._run is not None and self._run.episode in projection.nodes
        if self._run is None or not known:
            memory = self._memory.using(self._memory.model, self._memory.embedder, _DOMAIN)
            self._run = memory.begin_run(self._name, at=at)
        return self._run

    def _own(self, view: View, kind: Kind) -> list[int]:
        """Return the ids of a kind that are of this run."""
        return [] if self._run is None else [i for i in view.ids(kind) if i > self._run.episode]

    def _newest_of(self, goal: int) -> int:
        """Return the newest experience of a goal that has not been forgotten; 0 for none."""
        with self._view() as view:
            (links,) = view.links([goal], (Kind.PART_OF,), 1)
        return next((link.other for link in links if not link.outgoing), 0)

    def _state_news(self, draft: _Draft, run: Run, experience: Experience) -> None:
        """Add first achievements and the places of rare things as facts."""
        outcome = experience.outcome
        for name in outcome.achievements:
            if name not in self._achieved:
                self._achieved[name] = outcome.step
                draft.state(run, outcome.agent, "achieved", plain_words(name))
        for cell, name in outcome.cells().items():
            if name in _RARE and (name, cell) not in self._placed:
                self._placed.add((name, cell))
                draft.state(run, name, _SEEN_AT, f"cell {cell[0]} {cell[1]}")

    def retrospect(self, sight: Sight) -> Retrospection:
        """Return the newest goal and what led to it, with similar situations if wanted.

        Consecutive efforts with the same result are merged.
        """
        if not self._goal.name:
            return Retrospection()
        with self._view() as view:
            goals = view.items(self._own(view, Kind.GOAL)[-_GOALS - 1 :])
            (links,) = view.links([self._goal.id], (Kind.PART_OF,), _EFFORTS)
            tried = _lived(view, [link.other for link in links if not link.outgoing])
            newest = _lived(view, self._own(view, Kind.EPISODE)[-_EVENTS:])
        said = _about(newest[-1])["post"] if newest else {"goal": {}}
        pursued = [_about(one) for one in goals]
        return Retrospection(
            long_term=pursued[-1]["long_term"],
            goal=self._goal.name,
            reason=pursued[-1]["why"],
            progress=said["goal"].get("progress", ""),
            summary=said.get("summary", ""),
            since=pursued[-1]["since"],
            efforts=efforts([_about(one) for one in tried]),
            past_goals=tuple(
                Pursued(
                    goal=one["goal"],
                    long_term=one["long_term"],
                    since=one["since"],
                    until=after["since"],
                )
                for one, after in pairwise(pursued)
            ),
            achievements=dict(sorted(self._achieved.items(), key=lambda one: (one[1], one[0]))),
            events=tuple(_line(one) for one in newest if _about(one)["result"] not in _IDLE),
            similar=self._alike(sight, {one.id for one in tried}),
        )

    def _alike(self, sight: Sight, known: Set[int]) -> tuple[str, ...]:
        """Return similar earlier situations, without those of the newest goal."""
        if not self._similar:
            return ()
        most = self._similar + len(known)
        with self._view() as view:
            found = [one for one, _ in view.match(situation(sight), most, kind=Kind.EPISODE)]
            alike = _lived(view, [one for one in found if one not in known])
        return tuple(_line(one) for one in alike[: self._similar])

    def _view(self) -> AbstractContextManager[ProjectionView]:
        """Return a view of all goals, including past ones."""
        name = self._memory.namespace
        return self._memory.store.view(name, AsOf(), now=0, any_time=True)


def _newest(view: View, kind: Kind, run: Run | None) -> _Aim:
    """Return the newest goal of a kind; one of an earlier run is only to be ended: no name."""
    for goal in view.items(view.ids(kind)[-1:]):
        own = run is not None and goal.id > run.episode
        return _Aim(goal.id, _about(goal)["goal"] if own else "")
    return _Aim(0, "")


def _about(item: Item) -> Mapping[str, Any]:
    assert isinstance(item, Goal | Episode)
    return item.attributes


def _lived(view: View, ids: Sequence[int]) -> list[Episode]:
    """Return the experiences among episodes."""
    items = view.items(ids)
    return [one for one in items if isinstance(one, Episode) and "step" in one.attributes]


def _line(lived: Episode) -> str:
    """Return an experience in one line."""
    about = _about(lived)
    goal = plain_words(about["goal"])
    return f"step {about['step']}, to {goal}: {about['action']}: {about['result']}"


class TeamMemory:
    """One clew file for a team, with a namespace named after each agent.

    Args:
        path: the file; the agents know its existing content. `:memory:` keeps it in memory.
        embedder: none by default, so that a decision is written in a few milliseconds; recall
            then uses words and the graph. `clew reembed` adds vectors.
        clock: dates experiences.
        run: what is played; with its number, the source of the run's episodes.
        resume: whether the newest run goes on, if it is of that name.
        similar: how many similar earlier situations are recalled too, by shared words; the paper
            recalls none.
    """

    def __init__(
        self,
        path: str | Path = ":memory:",
        *,
        embedder: Embedder | str | None = None,
        clock: Clock | None = None,
        run: str = "play",
        resume: bool = False,
        similar: int = 0,
    ) -> None:
        self._clock = clock or SystemClock()
        self._shared = Memory.open(path, embedder=embedder, clock=self._clock, model="rules")
        self._run, self._resume, self._similar = run, resume, similar
        self._agents: dict[str, DamcsMemory] = {}

    def of(self, agent: str) -> DamcsMemory:
        """Return an agent's memory of the run, the same one each time."""
        if agent not in self._agents:
            shared, clock = self._shared, self._clock
            own = Memory(
                shared.store,
                namespace=agent,
                model=shared.model,
                embedder=shared.embedder,
                clock=clock,
            )
            self._agents[agent] = DamcsMemory(
                own, clock=clock, run=self._run, resume=self._resume, similar=self._similar
            )
        return self._agents[agent]

    def close(self) -> None:
        """Close the file; everything learned is already in it."""
        self._shared.close()

    def __enter__(self) -> "TeamMemory":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
