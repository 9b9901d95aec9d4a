"""The page as one file: all that a memory holds, and all that it takes to look at it, no server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.graph.types import Entity, Episode, Fact, Kind, Thesis
from clew.memory import Memory
from clew.operations.encoding import encode
from clew.projection.view_of import ProjectionView
from clew.recall.told_texts import said_at
from clew.server.page_files import MODULES, VENDORED
from clew.server.sent_page import sent_page

__all__ = ["Exported", "exported"]

_TEXTS = 5
"""Most texts of an item for which the sentence is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A page as text, and how many facts it holds and leaves out."""

    html: str
    facts: int
    left_out: int


def exported(memory: Memory, most: int) -> Exported:
    """Return the page with what a memory holds, of all valid times, as known now (or as of).

    Args:
        memory: the memory.
        most: facts, the newest; with them go the things that they join and the texts that tell
            them, and as many statements and texts of the others as there are.
    """
    with memory.view() as view:
        held = _held(view, most)
        total = view.always.count(Kind.FACT)
    held |= {"memory": memory.store.database.name, "namespace": memory.namespace}
    facts = held["facts"]
    assert isinstance(facts, list)
    html = sent_page(
        "index.html",
        styles=["style.css"],
        vendored=VENDORED,
        modules=MODULES,
        kept={"kept-memory": held},
    )
    return Exported(html=html, facts=len(facts), left_out=max(0, total - most))


def _held(view: ProjectionView, most: int) -> dict[str, object]:
    """Return what the page shows, as JSON values."""
    always = view.always
    found = always.items(always.ids(Kind.FACT)[-most:])
    facts = [one for one in found if isinstance(one, Fact) and not one.rejected]
    theses = [
        one for one in always.items(always.ids(Kind.THESIS)[-most:]) if isinstance(one, Thesis)
    ]
    stated: list[Fact | Thesis] = [*facts, *theses]
    told = {id for one in stated for id in one.episodes}
    episodes = always.items(sorted(told.union(always.ids(Kind.EPISODE)[-most:])))
    joined = {end for one in facts for end in (one.subject, one.object)}
    entities = always.items(sorted(joined.union(*(one.entities for one in theses))))
    texts = {one.id: one.text for one in episodes if isinstance(one, Episode)}
    names = {one.id: one.name for one in entities if isinstance(one, Entity)}
    return {
        "revision": view.revision,
        "axis": str(view.axis),
        "made": encode(view.as_of.valid),
        "facts": encode(facts),
        "theses": encode(theses),
        "episodes": encode(episodes),
        "entities": encode(entities),
        "places": {str(one.id): _places(one, texts, names) for one in stated},
    }


def _places(
    one: Fact | Thesis, texts: Mapping[int, str], names: Mapping[int, str]
) -> Sequence[tuple[int, int, int]]:
    """Return where the newest texts of an item tell it: (episode, start, end)."""
    ends = (one.subject, one.object) if isinstance(one, Fact) else one.entities
    joined = [names[end] for end in ends if end in names]
    newest = sorted(one.episodes, reverse=True)[:_TEXTS]
    return [(id, *said_at(texts[id], one, joined)) for id in newest]
