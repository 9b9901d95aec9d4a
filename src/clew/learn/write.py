"""Direct writes: typed nodes and edges of any kind, in one revision, without a model.

For agents that build their own structure and for loaders of known facts. Equal names mean the same
entity; a fact that already holds at the given time is confirmed, not duplicated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clew.errors import UnknownNameError, UsageError
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import EDGE_KINDS, ENDS, NODE_KINDS, STATEMENT_KINDS, Kind, Time
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.timelines.place import Placed, end_fact, place
from clew.learn.timelines.spans import Statement
from clew.learn.timelines.thesis_ends import close_theses
from clew.learn.writer import Writer, add_vectors, commit, to_embed
from clew.projection.image import Projection
from clew.projection.rows import Changes

__all__ = ["NewEdge", "NewNode", "Written", "write"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NewNode:
    """A node to write. An edge of the same batch may use this object as its end."""

    kind: Kind
    text: str
    """An entity's name, a thesis, an episode's text, a goal."""
    at: Time | None = None
    """Episode: when it was read or observed (required)."""
    source: str = ""
    valid_from: Time | None = None
    valid_to: Time | None = None
    """Thesis, goal: when it holds; `None` is unbounded."""
    attributes: Mapping[str, object] = field(default_factory=dict)
    """Goals, episodes: any data of the agent, stored as JSON."""
    replaces: tuple[int, ...] = ()
    """Thesis, goal: ids of its kind that end when it begins."""
    told_by: "int | NewNode | None" = None
    """Entity, thesis: the episode that tells it, if it is to be forgotten with that episode; one of
    the same batch stands before it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NewEdge:
    """An edge to write between stored ids or nodes of the same batch."""

    kind: Kind
    source: int | NewNode
    target: int | NewNode
    relation: str = ""
    """Fact: required."""
    valid_from: Time | None = None
    valid_to: Time | None = None
    """Fact: when it holds. Episodic: when, according to the episode, its target holds."""
    replaces: tuple[int, ...] = ()
    """Fact: ids of facts that cannot hold at the same time."""
    told_by: int | NewNode | None = None
    """Fact: the episode that shows it, if it is to be forgotten with that episode."""


@dataclass(frozen=True, slots=True)
class Written:
    """Ids in input order. An existing entity or fact keeps its id."""

    revision: int
    nodes: tuple[int, ...]
    edges: tuple[int, ...]


def write(writer: Writer, nodes: Sequence[NewNode], edges: Sequence[NewEdge]) -> Written:
    """Commit a direct write in one revision, vectors included.

    Raises:
        UsageError: a text is empty, an end has the wrong kind, or a time or relation is missing.
        UnknownNameError: an end does not exist.
    """
    written: list[Written] = []
    vectors: dict[str, bytes] = {}

    def make(projection: Projection) -> Changes:
        draft = Draft(projection, _axis(projection, nodes, edges))
        numbers: dict[int, int] = {}
        for node in nodes:
            numbers[id(node)] = _add_node(draft, numbers, node)
        ids = [_add_edge(draft, numbers, edge) for edge in edges]
        changes = draft.finish()
        revision = projection.revision if changes.is_empty() else changes.revision
        known = tuple(numbers[id(node)] for node in nodes)
        written[:] = [Written(revision, known, tuple(ids))]
        return changes

    with writer.store.projection(writer.namespace) as projection:
        drafted = make(projection)
        texts = [text for _, _, text in to_embed(projection, drafted)]
    add_vectors(writer, texts, vectors)

    def newest(projection: Projection) -> Changes:
        return drafted if projection.revision == drafted.revision - 1 else make(projection)

    commit(writer, newest, vectors)
    return written[-1]


def _axis(
    projection: Projection, nodes: Sequence[NewNode], edges: Sequence[NewEdge]
) -> Axis | None:
    if projection.axis is not None:
        return projection.axis
    times = [time for node in nodes for time in (node.at, node.valid_from, node.valid_to)]
    times += [time for edge in edges for time in (edge.valid_from, edge.valid_to)]
    return next((axis_of(time) for time in times if time is not None), None)


def _ticks(draft: Draft, time: Time | None) -> int | None:
    return None if time is None else to_ticks(time, draft.axis)


def _interval(draft: Draft, given: NewNode | NewEdge) -> tuple[int | None, int | None]:
    start, end = _ticks(draft, given.valid_from), _ticks(draft, given.valid_to)
    if start is not None and end is not None and end <= start:
        raise UsageError(
            f"valid_to {given.valid_to!r} is not after valid_from {given.valid_from!r}"
        )
    return start, end


def _add_node(draft: Draft, numbers: Mapping[int, int], node: NewNode) -> int:
    if node.kind not in NODE_KINDS:
        raise UsageError(f"expected a kind of node, got {node.kind!r}; edges go into `edges`")
    if not node.text.strip():
        raise UsageError(f"expected a text for the {node.kind}, got {node.text!r}")
    if node.kind is Kind.ENTITY:
        found = draft.find(node.text)
        if found is not None:
            return found
    if node.kind is Kind.EPISODE and node.at is None:
        raise UsageError("expected a time `at` for an episode, got None")
    interval = _interval(draft, node)
    teller = _teller(draft, numbers, node, Kind.ENTITY, Kind.THESIS)
    item = draft.add_node(
        node.kind,
        node.text,
        at=_ticks(draft, node.at),
        source=node.source if node.kind is Kind.EPISODE else None,
        attributes=node.attributes,
        direct=interval if teller is None else None,
    )
    if node.kind in STATEMENT_KINDS:
        draft.assert_item(item, draft.telling(teller, *interval))
    elif teller is not None:
        draft.add_links(Kind.EPISODIC, teller, [item])
    for old in map(whole, node.replaces):
        _close(draft, old, node, item, interval[0])
    return item


def _close(draft: Draft, old: int, node: NewNode, new: int, at: int | None) -> None:
    """Close a stored statement when a new one of its kind begins."""
    if not draft.exists(old) or draft.kind_of(old) is not node.kind:
        raise UnknownNameError(node.kind, str(old))
    if at is None or node.kind not in STATEMENT_KINDS:
        raise UsageError(
            f"expected a thesis or goal with a valid_from to replace {old}, got {node.kind}, {at}"
        )
    draft.close(old, at, new, None)


def _add_edge(draft: Draft, numbers: Mapping[int, int], edge: NewEdge) -> int:
    if edge.kind not in EDGE_KINDS:
        raise UsageError(f"expected a kind of edge, got {edge.kind!r}; nodes go into `nodes`")
    ends = []
    for end, kinds in zip((edge.source, edge.target), ENDS[edge.kind], strict=True):
        item = _end(draft, numbers, end)
        if draft.kind_of(item) not in kinds:
            wanted = " or ".join(kinds)
            raise UsageError(
                f"a {edge.kind} edge needs {wanted} here, got the {draft.kind_of(item)} {item}"
            )
        ends.append(item)
    interval = _interval(draft, edge)
    teller = _teller(draft, numbers, edge, Kind.FACT)
    if edge.kind is Kind.FACT:
        relation = " ".join(edge.relation.split())
        return _add_fact(draft, edge, Statement(ends[0], relation, ends[1], *interval), teller)
    if edge.kind is Kind.EPISODIC and draft.kind_of(ends[1]) in STATEMENT_KINDS:
        draft.assert_item(ends[1], draft.telling(ends[0], *interval))
        return draft.changes.edges[-1].id
    return draft.add_edge(edge.kind, ends[0], ends[1], direct=True)


def _end(draft: Draft, numbers: Mapping[int, int], end: int | NewNode) -> int:
    if isinstance(end, NewNode):
        if id(end) not in numbers:
            raise UsageError(
                f"the node {end.text!r} is not in `nodes` of the same write, or after what it tells"
            )
        return numbers[id(end)]
    item = whole(end)
    if not draft.exists(item):
        raise UnknownNameError("item", str(item))
    return item


def _add_fact(draft: Draft, edge: NewEdge, statement: Statement, teller: int | None) -> int:
    if not statement.relation:
        raise UsageError("expected a relation for a fact, got an empty one")
    replaced = [whole(old) for old in edge.replaces]
    for old in replaced:
        if not draft.exists(old) or draft.kind_of(old) is not Kind.FACT:
            raise UnknownNameError("fact", str(old))
    if teller is None:
        placed = place(draft, statement, replaced, None)
    else:
        placed = _tell(draft, statement, replaced, teller)
    close_theses(draft, [placed.item, *placed.superseded], teller)
    return placed.item


def _tell(draft: Draft, said: Statement, replaced: Sequence[int], teller: int) -> Placed:
    """Place a fact that an episode tells, as when a text is learned: by its time and source."""
    at = draft.node(teller).at
    assert at is not None
    over = said.start is None and said.end is not None and said.end <= at
    told = said._replace(told=at, level=draft.level(teller), ended=over)
    return end_fact(draft, told, teller) if over else place(draft, told, replaced, teller)


def _teller(
    draft: Draft, numbers: Mapping[int, int], given: NewNode | NewEdge, *kinds: Kind
) -> int | None:
    """Return the episode that tells what is written, checked."""
    if given.told_by is None:
        return None
    if given.kind not in kinds:
        raise UsageError(f"`told_by` is for entities, theses and facts, got a {given.kind}")
    teller = _end(draft, numbers, given.told_by)
    if draft.kind_of(teller) is not Kind.EPISODE:
        raise UnknownNameError("episode", str(teller))
    return teller
