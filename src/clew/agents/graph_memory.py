"""The graph as an agent's memory: a clew file, searched as AriGraph does."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from itertools import islice

from clew.agents.beginnings import keep_beginnings
from clew.agents.graph_lookups import (
    OUTCOMES,
    PLAYER,
    episodes_with,
    facts_from,
    facts_of,
    outcomes_at,
    stay,
    stays_of,
)
from clew.agents.memory import BUDGET, Brought, Outcome, Statement, Way, with_action
from clew.agents.said_once import newsworthy, ways_once
from clew.agents.worldmap import direction_of, ways_of
from clew.embed.base import TextKind
from clew.embed.cached import Cached, RecentValues
from clew.envs.fiction.signs import is_heading
from clew.graph.types import AsOf, Episode, Fact, Goal, Kind
from clew.learn.domain import Domain, Kept
from clew.learn.extract import Rereading
from clew.learn.observe import passages
from clew.learn.runs import Run
from clew.learn.write import NewEdge, NewNode
from clew.llm.base import Usage
from clew.memory import Memory
from clew.projection.view_of import ProjectionView
from clew.recall.base import Limits, Probe, Query
from clew.recall.linking import find_names
from clew.recall.pack import count_tokens
from clew.recall.search.arigraph import Semantic, memory_search

__all__ = ["TEXT_WORLD", "GraphMemory"]

TEXT_WORLD = Domain(
    protected=("has exit", "is north of", "is south of", "is east of", "is west of"),
    state=(
        *("is", "are", "is in", "are in", "is on", "are on", "is at", "are at", "is inside"),
        *("is under", "is behind", "is beneath", "is upon", "is near", "is next to", "lies on"),
        *("looks", "has", "holds", "carries", "wears", "contains", "is held by"),
        *("is carried by", "is worn by", "is located in", "is located on", "is located at"),
    ),
    reading=(
        'A text that tells you what "you" see and do is an observation of a game. The one who acts '
        'is "player", and what it carries is in "inventory": after taking a lamp the only fact '
        'about its place is "lamp | is in | inventory". Note where the player is, where each thing '
        'is ("is in", "is on"), what each thing is ("is | open", "is | locked"), each exit of a '
        'room ("Hall | has exit | east"), and what is needed for what. A name means the same '
        "in all texts of a game."
    ),
    context=0,
    known=0,
    theses=Kept.NONE,
)
"""Observations of text worlds. Exits and directions are protected, as in AriGraph.

Places and conditions are the state of a run; ways, what opens what, recipes and lessons outlast it.
"""
_EARLIER = "In an earlier run:"
_WIDTH = 6
"""Facts for each query of the semantic search."""
_SHOWN = (Kind.EPISODE, Kind.FACT, Kind.THESIS)


class GraphMemory:
    """Learns every text as an episode; recalls facts around the focus, and their episodes.

    A repeated text becomes an episode too, but is not extracted again: the same words state the
    same facts at any step.

    Recall is AriGraph's memory search (arXiv 2407.04363, algorithm 1): a semantic search from each
    name in the focus to its depth, then the episodes with most of the facts found. Facts of an
    entity that the focus names exactly come first: an exact match beats similarity.

    Args:
        memory: the file; the agent knows its existing content. Each graph memory is a new run in
            it (`learn.runs`): the steps go on, and what was the state of the run before is over.
        run: what is played. Runs of one name are attempts at the same world; what only runs of
            other names have shown is not recalled.
        resume: go on with the newest run, of that name; it learns nothing twice.
        episodes: how many texts are recalled; 0 is the paper's ablation.
        budget: tokens for facts and texts together.
        again: extract a known text again, as AriGraph does.
        answers: keep the command with a text that answers it, other than a move: "Taken." alone
            tells nothing.

    Raises:
        UsageError: the run to go on with is over; or the memory counts time in datetimes.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        run: str = "play",
        resume: bool = False,
        episodes: int = 2,
        budget: int = BUDGET,
        again: bool = False,
        answers: bool = False,
    ) -> None:
        self._memory = memory
        embedder = memory.embedder
        self._embedder = None if embedder is None else Cached(embedder, RecentValues())
        model = memory.model if again else Rereading(memory.model)
        self._learner = memory.using(model, self._embedder, TEXT_WORLD)
        self._ways: set[tuple[str, str, str]] = set()
        self._episodes, self._budget, self._answers = episodes, budget, answers
        self._search = Semantic(width=_WIDTH)
        self._new: tuple[int, ...] = ()
        self._paid = self._total()
        runs = memory.runs()
        self._run = self._learner.begin_run(run, resume=resume)
        if runs and self._run not in runs:
            keep_beginnings(self._learner, runs[-1])
        self._episode = self._run.episode
        self._runs = {one.id: one for one in (*runs, self._run)}
        self._foreign = self._of_other_worlds()
        self._told: dict[int, dict[str, int]] = {}
        """Step -> text -> episode, of this run."""
        if self._run in runs:
            for one in self._texts({self._run.id}):
                if isinstance(one.at, int):
                    self._told.setdefault(one.at, {})[one.text] = one.id

    @property
    def memory(self) -> Memory:
        """The underlying memory."""
        return self._memory

    @property
    def run(self) -> Run:
        """The run that is being remembered."""
        return self._run

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs up to this one, oldest first."""
        return tuple(self._runs.values())

    def learned(self, step: int) -> bool:
        """Return whether a text of this step of the run is known."""
        return self._run.at(step) in self._told

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Remember a text at a step of the run; the text describes the action's effect."""
        if self._answers and not direction_of(action):
            text = with_action(text, action)
        if not text.strip():  # a world may answer nothing
            self._new = ()
            return
        at = self._run.at(step)
        told, parts = self._told.setdefault(at, {}), passages(text)
        if all(part in told for part in parts):
            self._new, self._episode = (), told[parts[-1]]
            return
        receipt = self._learner.remember(text, at=at, source=self._run.id)
        told.update(zip(parts, receipt.episodes, strict=True))
        self._new, self._episode = receipt.new, receipt.episodes[-1]
        self._foreign -= {*receipt.confirmed}

    def _of_other_worlds(self) -> set[int]:
        """Return what only runs of other names have shown."""
        others = {run.id for run in self._runs.values() if run.name != self._run.name}
        if not others:
            return set()
        with self._memory.view() as view:
            items = view.items([i for kind in _SHOWN for i in view.ids(kind)])
        texts = {one.id for one in items if isinstance(one, Episode) and one.source in others}
        said = [one for one in items if not isinstance(one, Episode | Goal) and one.episodes]
        return texts | {one.id for one in said if texts.issuperset(one.episodes)}

    @contextmanager
    def _view(self) -> Iterator[ProjectionView]:
        """Yield a view of what holds in this world."""
        with self._memory.view() as view:
            yield view.without(self._foreign) if self._foreign else view

    def _texts(self, sources: Collection[str]) -> list[Episode]:
        """Return the texts of runs, without the episodes that begin them."""
        begin = {run.episode for run in self._runs.values()}
        with self._memory.view() as view:
            items = view.items([id for id in view.ids(Kind.EPISODE) if id not in begin])
        return [one for one in items if isinstance(one, Episode) and one.source in sources]

    def newest(self) -> tuple[Statement, ...]:
        """Return the facts from the last text that still hold, for the live view."""
        with self._memory.store.view(
            self._memory.namespace, AsOf(), now=0, any_time=True
        ) as view:  # a view of the present leaves out facts that have ended
            items = view.items(self._new)
        facts = [item for item in items if isinstance(item, Fact) and item.valid_to is None]
        return tuple(_statement(fact) for fact in facts)

    def spent(self) -> Usage:
        """Return what learning has cost since the last call."""
        before, self._paid = self._paid, self._total()
        pairs = zip(astuple(self._paid), astuple(before), strict=True)
        return Usage(*(now - then for now, then in pairs))

    def _total(self) -> Usage:
        """Return all model usage that the file records."""
        total = Usage()
        for row in self._memory.usage(by_episode=False):
            total += Usage(row.calls, row.input_tokens, row.output_tokens, row.seconds, row.cost)
        return total

    def learn_way(self, step: int, room: str, direction: str, other: str) -> None:
        """Write a connection just walked as a fact between two rooms, without extraction.

        The newest text shows it; a way that led elsewhere in an earlier run is over. Where the
        texts did not tell that the player was there, that is written, too.
        """
        if (room, direction, other) in self._ways:
            return  # already known, and never replaced
        self._ways.add((room, direction, other))
        relation, episode = f"is {direction} of", self._episode
        with self._view() as view:
            known = facts_from(view, relation, room)
            same = [fact for fact in known if fact.subject in view.find(other)]
            stays, at_room, at_other = stays_of(view), {*view.find(room)}, {*view.find(other)}
        if any(episode in fact.episodes for fact in same):
            return
        here, there = (
            NewNode(kind=Kind.ENTITY, text=name, told_by=episode) for name in (room, other)
        )
        player = NewNode(kind=Kind.ENTITY, text=PLAYER, told_by=episode)
        came = self._run.at(step)
        now = [fact for fact in stays if fact.valid_to is None]
        edges = []
        if not any(fact.object in at_room for fact in stays):
            edges.append(stay(player, here, self._run.at(step - 1), came, (), episode))
        if not any(fact.object in at_other for fact in now):
            over = tuple(fact.id for fact in now)
            edges.append(stay(player, there, came, None, over, episode))
        edge = NewEdge(
            kind=Kind.FACT,
            source=there,
            target=here,
            relation=relation,
            valid_from=self._run.at(step),
            replaces=tuple(fact.id for fact in known if fact not in same),
            told_by=episode,
        )
        written = self._learner.write([here, there, player], [edge, *edges])
        self._foreign -= {*written.edges}

    def known_ways(self) -> tuple[Way, ...]:
        """Return the connections walked in earlier runs of this name that still lead there."""
        with self._memory.view() as view:
            been = {one.object for one in stays_of(view)}
        facts = self._of_earlier_runs()
        told = (_statement(one) for one in facts if {one.subject, one.object} <= been)
        found = {(room, direction): other for room, direction, other in ways_of(told)}
        return tuple((room, direction, other) for (room, direction), other in found.items())

    def known_scenes(self) -> tuple[tuple[str, str], ...]:
        """Return each place, and the first text of earlier runs that showed it.

        Where the first run began, its first text shows, by its heading. Only runs of this name
        count.
        """
        facts = [one for one in self._of_earlier_runs() if [*ways_of([_statement(one)])]]
        facts.sort(key=lambda fact: min(fact.episodes))
        first: dict[str, int] = {}
        if facts:
            began = min(self._texts(self._earlier()), key=lambda one: one.id)
            lines = began.text.splitlines()
            shown = (
                one.object_name
                for one in facts
                if any(is_heading(line, one.object_name.removeprefix("the ")) for line in lines)
            )
            first.update((one, began.id) for one in islice(shown, 1))
        for one in facts:
            first.setdefault(one.subject_name, min(one.episodes))
        texts = self._told_by([*first.values()])
        return tuple((place, texts[id]) for place, id in first.items() if id in texts)

    def _earlier(self) -> set[str]:
        """Return the earlier runs of this name."""
        return {run.id for run in self.runs if run.name == self._run.name} - {self._run.id}

    def _of_earlier_runs(self) -> list[Fact]:
        """Return the facts that texts of earlier runs of this name showed, and that still hold."""
        texts = {one.id for one in self._texts(self._earlier())}
        if not texts:
            return []
        with self._memory.view() as view:
            items = view.items(view.ids(Kind.FACT))
        return [one for one in items if isinstance(one, Fact) and texts & {*one.episodes}]

    def learn_outcome(self, step: int, place: str, command: str, outcome: Outcome) -> None:
        """Write what came of a command as a fact of the place, without extraction.

        The newest text shows it. What came of the same command there before is over.
        """
        with self._view() as view:
            known = outcomes_at(view, place, command)
        if any(fact.relation == outcome for fact in known):
            return
        at, of = (
            NewNode(kind=Kind.ENTITY, text=name, told_by=self._episode) for name in (place, command)
        )
        edge = NewEdge(
            kind=Kind.FACT,
            source=at,
            target=of,
            relation=str(outcome),
            valid_from=self._run.at(step),
            replaces=tuple(fact.id for fact in known),
            told_by=self._episode,
        )
        self._foreign -= {*self._learner.write([at, of], [edge]).edges}

    def known_outcomes(self) -> tuple[tuple[str, str, Outcome], ...]:
        """Return what earlier runs of this name showed of commands, oldest first."""
        return tuple(
            (one.subject_name, one.object_name, Outcome(one.relation)) for one in self._outcomes()
        )

    def known_replies(self) -> tuple[tuple[str, str, str], ...]:
        """Return the text that showed each of the known outcomes, in their order."""
        facts = self._outcomes()
        texts = self._told_by([max(one.episodes) for one in facts])
        found = ((one, texts.get(max(one.episodes))) for one in facts)
        return tuple((one.subject_name, one.object_name, text) for one, text in found if text)

    def _outcomes(self) -> list[Fact]:
        """Return what earlier runs of this name showed of commands, oldest first."""
        facts = [one for one in self._of_earlier_runs() if one.relation in OUTCOMES]
        return sorted(facts, key=lambda fact: fact.id)

    def _told_by(self, episodes: Sequence[int]) -> dict[int, str]:
        """Return texts by episode."""
        with self._memory.view() as view:
            items = view.items([*dict.fromkeys(episodes)])
        return {one.id: one.text for one in items if isinstance(one, Episode)}

    def names_in(self, text: str) -> tuple[str, ...]:
        """Return the names in a text of entities of this world, in order, each once."""
        with self._view() as view:
            found = find_names(view, text)
        return tuple(dict.fromkeys(text[one.start : one.end] for one in found))

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return facts and texts; facts use the budget first, in the order found.

        Texts that say hardly more than the `recent` ones are left out, and ways told both ways.
        """
        del plan
        names = [name for name, _ in focus]
        probes: tuple[Probe, ...] = ()
        if self._embedder is not None:
            # One at a time: a vector must not depend on the rest of its batch.
            probes = tuple(
                Probe(self._embedder.embed([name], kind=TextKind.QUERY)[0], depth)
                for name, depth in focus
            )
        with self._view() as view:
            known = episodes_with(view, recent) | {run.episode for run in self._runs.values()}
            query = Query(text=" ".join(names), probes=probes, recent=known)
            limits = Limits(k=60)
            facts, texts = memory_search(
                view, query, limits, self._search, episodes=max(self._episodes, 1)
            )
            named = facts_of(view, names)
            ids = list(dict.fromkeys([*named, *(one.id for one in facts)]))
            found = [item for item in view.items(ids) if isinstance(item, Fact)]
            told = view.items([one.id for one in texts][: self._episodes])
        episodes = [one for one in told if isinstance(one, Episode)]
        new = newsworthy([one.text for one in episodes], recent)
        once = ways_once(map(_statement, found))
        return self._packed([found[place] for place in once], [episodes[place] for place in new])

    def _packed(self, facts: Sequence[Fact], episodes: Sequence[Episode]) -> Brought:
        room = self._budget
        kept: list[Statement] = []
        since: list[int | None] = []
        for fact in facts:
            room -= count_tokens(fact.text + "\n")
            if room < 0:
                return Brought(tuple(kept), since=tuple(since))
            kept.append(_statement(fact))
            step = fact.valid_from - self._run.at(0) if isinstance(fact.valid_from, int) else -1
            since.append(step if step >= 0 else None)
        texts: list[Episode] = []
        for one in episodes:
            cost = count_tokens(one.text + "\n")
            if cost <= room:
                room -= cost
                texts.append(one)
        shown = tuple(map(self._shown, sorted(texts, key=lambda e: e.id)))
        return Brought(tuple(kept), shown, tuple(since))

    def _shown(self, episode: Episode) -> str:
        """Return a text, marked if it is from an earlier run."""
        earlier = episode.source in self._runs and episode.source != self._run.id
        return f"{_EARLIER}\n{episode.text}" if earlier else episode.text


def _statement(fact: Fact) -> Statement:
    return fact.subject_name, fact.relation, fact.object_name
