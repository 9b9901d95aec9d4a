"""What a run teaches for the next one: where and how things were when they were first seen.

A world that is begun again is often as it was. What is kept is no state of the new run: it is a
fact about the old ones, and whoever recalls it looks before believing it.
"""

from collections.abc import Sequence

from clew.graph.types import AsOf, Episode, Fact, Kind
from clew.learn.runs import Run
from clew.learn.write import NewEdge
from clew.memory import Memory
from clew.text import normalise_name, normalise_relation

__all__ = ["keep_beginnings"]


_KEPT = {
    **dict.fromkeys(("is in", "is on", "is at", "is under", "is behind"), "was first in"),
    "is": "was first",
}
"""Relation of the state -> relation under which its beginning is kept."""
_EVERYWHERE = {"player", "inventory"}
"""Names whose first place teaches nothing."""


def keep_beginnings(memory: Memory, run: Run) -> None:
    """Write how a run that is over began, as facts told by that run.

    Of each thing and kept relation the value that was known first counts; what earlier runs of the
    same name say of them ends.
    """
    own, facts = _told_in(memory, run)
    attempts = {one.episode for one in memory.runs() if one.name == run.name}
    if any(run.episode in fact.episodes for fact in facts):
        return  # it was kept before
    first: dict[tuple[int, str], list[Fact]] = {}
    for fact in own:
        kept = _KEPT.get(normalise_relation(fact.relation))
        if kept is not None:
            same = first.setdefault((fact.subject, kept), [])
            if not same or fact.valid_from == same[0].valid_from:
                same.append(fact)
    edges = []
    for (subject, kept), values in first.items():
        objects = {one.object: None for one in values}
        names = {normalise_name(n) for one in values for n in (one.subject_name, one.object_name)}
        if names.isdisjoint(_EVERYWHERE):
            before = [one for one in facts if (one.subject, one.relation) == (subject, kept)]
            before = [one for one in before if attempts.issuperset(one.episodes)]
            ended = tuple(
                one.id for one in before if one.valid_to is None and one.object not in objects
            )
            edges += [
                NewEdge(
                    kind=Kind.FACT,
                    source=subject,
                    target=value,
                    relation=kept,
                    valid_from=run.began,
                    replaces=ended,
                    told_by=run.episode,
                )
                for value in objects
            ]
    if edges:
        memory.write(edges=edges)


def _told_in(memory: Memory, run: Run) -> tuple[list[Fact], Sequence[Fact]]:
    """Return the facts that the run's texts state, oldest first, and all facts, of any time."""
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        items = view.items([*view.ids(Kind.EPISODE), *view.ids(Kind.FACT)])
    texts = {one.id for one in items if isinstance(one, Episode) and one.source == run.id}
    facts = [one for one in items if isinstance(one, Fact)]
    own = [one for one in facts if one.valid_from is not None and texts & {*one.episodes}]
    return sorted(own, key=lambda one: (one.valid_from, one.id)), facts
