"""What a graph memory looks up in its graph, and the fact that tells where the player was."""

from collections.abc import Sequence

from clew.agents.memory import Outcome
from clew.graph.types import Episode, Fact, Kind, Time
from clew.graph.view import View
from clew.learn.write import NewEdge, NewNode
from clew.projection.view_of import ProjectionView
from clew.text import normalise_relation

__all__ = [
    "OUTCOMES",
    "PLAYER",
    "episodes_with",
    "facts_from",
    "facts_of",
    "outcomes_at",
    "stay",
    "stays_of",
]

PLAYER = "player"
"""The name of whoever acts."""
OUTCOMES = frozenset(Outcome)
"""The relations that tell what came of a command."""
_IS_IN = "is in"
_EDGES = 64
"""Most facts read for one named entity, newest first."""


def facts_of(view: View, names: Sequence[str]) -> list[int]:
    """Return the facts of entities with exactly these names, newest first for each."""
    ids = [id for name in names for id in view.find(name)]
    found: list[int] = []
    for links in view.links(list(dict.fromkeys(ids)), (Kind.FACT,)):
        found += sorted((link.edge for link in links), reverse=True)[:_EDGES]
    return found


def facts_from(view: View, relation: str, room: str) -> list[Fact]:
    """Return the facts that hold now with this relation to a room."""
    (links,) = view.links(view.find(room)[:1], (Kind.FACT,)) or [[]]
    items = view.items([link.edge for link in links if not link.outgoing])
    wanted = normalise_relation(relation)
    facts = [item for item in items if isinstance(item, Fact)]
    return [fact for fact in facts if normalise_relation(fact.relation) == wanted]


def stays_of(view: ProjectionView) -> list[Fact]:
    """Return where the player was and is."""
    found = view.timeline(view.find(PLAYER))
    return [one for one in found if one.relation == _IS_IN]


def stay(
    player: NewNode,
    place: NewNode,
    start: Time,
    end: Time | None,
    replaces: tuple[int, ...],
    episode: int,
) -> NewEdge:
    """Return the fact that the player was at a place from `start` to `end`.

    Args:
        player: the player's node.
        place: that of the place.
        start: when the player came.
        end: when it left; `None` if it is there.
        replaces: facts that it ends.
        episode: the text that tells it.
    """
    return NewEdge(
        kind=Kind.FACT,
        source=player,
        target=place,
        relation=_IS_IN,
        valid_from=start,
        valid_to=end,
        replaces=replaces,
        told_by=episode,
    )


def outcomes_at(view: View, place: str, command: str) -> list[Fact]:
    """Return what is known to come of a command at a place."""
    (links,) = view.links(view.find(place)[:1], (Kind.FACT,)) or [[]]
    items = view.items([link.edge for link in links if link.outgoing])
    of = view.find(command)
    facts = [item for item in items if isinstance(item, Fact) and item.object in of]
    return [fact for fact in facts if fact.relation in OUTCOMES]


def episodes_with(view: View, texts: Sequence[str]) -> frozenset[int]:
    """Return the newest episodes with one of these texts."""
    wanted = set(texts)
    newest = sorted(view.ids(Kind.EPISODE), reverse=True)[: 4 * len(wanted)]
    items = view.items(newest)
    told = ((one.id, one.text) for one in items if isinstance(one, Episode))
    return frozenset(id for id, text in told if {text, text.partition("\n")[2]} & wanted)
