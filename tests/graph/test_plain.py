"""The plain view keeps every promise of the `View` protocol."""

from datetime import UTC, datetime

import numpy as np
import pytest

from clew.errors import AxisError, UnknownNameError, UsageError
from clew.graph.types import AsOf, Entity, Episode, Fact, Goal, Item, Kind, Link, Thesis
from clew.graph.view import View
from tests.plain_view import Edge, PlainView


def fact(id_: int, subject: int, relation: str, object_: int, **times) -> Fact:
    names = {1: "Anna", 2: "Paris", 3: "Rome", 4: "Ann"}
    return Fact(
        id=id_,
        subject=subject,
        relation=relation,
        object=object_,
        subject_name=names[subject],
        object_name=names[object_],
        **times,
    )


PEOPLE: list[Item] = [
    Entity(id=1, name="Anna", known_from=1),
    Entity(id=2, name="Paris", known_from=1),
    Entity(id=3, name="Rome", known_from=2),
    Entity(id=4, name="Ann", known_from=2),
]
TEXTS: list[Item] = [
    Episode(id=10, text="Anna lives in Paris.", at=1, source="a", known_from=1),
    Episode(id=11, text="Ann moved to Rome.", at=5, source="a", known_from=2),
]
STATED: list[Item] = [
    fact(20, 1, "lives in", 2, valid_from=1, known_from=1, known_to=2),
    fact(20, 1, "lives in", 2, valid_from=1, valid_to=5, superseded_by=21, known_from=2),
    fact(21, 4, "lives in", 3, valid_from=5, known_from=2),
    Thesis(id=30, text="Ann prefers Rome to Paris", valid_from=5, known_from=2),
]
EDGES = [
    Edge(id=40, kind=Kind.EPISODIC, source=10, target=20, known_from=1),
    Edge(id=41, kind=Kind.EPISODIC, source=10, target=1, known_from=1),
    Edge(id=42, kind=Kind.EPISODIC, source=11, target=21, known_from=2),
    Edge(id=43, kind=Kind.MENTION, source=30, target=4, known_from=2),
    Edge(id=44, kind=Kind.SEQUENCE, source=10, target=11, known_from=2),
    Edge(id=45, kind=Kind.MENTION, source=30, target=2, known_from=2),
]
ITEMS: list[Item] = [*PEOPLE, *TEXTS, *STATED]


LATEST = AsOf()


def view(as_of: AsOf = LATEST, **given) -> PlainView:
    return PlainView(ITEMS, EDGES, as_of=as_of, **given)


def test_is_a_view():
    as_view: View = view(namespace="home")
    assert (as_view.namespace, as_view.revision) == ("home", 2)


def test_now_is_the_clock_or_the_last_step():
    assert view().as_of == AsOf(5, 2)
    assert view(now=3).as_of == AsOf(5, 2)
    assert view(now=9).as_of == AsOf(9, 2)
    assert view(AsOf(known=1)).as_of == AsOf(5, 1)
    assert PlainView([]).as_of == AsOf(None, 0)
    assert PlainView([*ITEMS, fact(29, 1, "is", 2, valid_from=7)]).as_of == AsOf(7, 2)
    spring, summer = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
    dated: list[Item] = [Episode(id=1, text="x", at=spring, source="a", known_from=1)]
    dated += [*PEOPLE[1:], fact(20, 2, "is", 3, valid_from=summer)]
    assert PlainView(dated).as_of == AsOf(spring, 2)
    earlier = datetime(2025, 1, 1, tzinfo=UTC)
    assert PlainView(dated, now=earlier).as_of == AsOf(earlier, 2)
    assert PlainView(dated[1:]).as_of == AsOf(summer, 2)


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        (AsOf(), [21]),
        (AsOf(valid=4), [20]),
        (AsOf(valid=5), [21]),
        (AsOf(valid=0), []),
        (AsOf(known=1), [20]),
        (AsOf(valid=9, known=1), [20]),
        (AsOf(known=0), []),
    ],
)
def test_both_times_are_half_open(as_of, expected):
    assert view(as_of).ids(Kind.FACT) == expected


def test_the_version_known_then_is_the_one_returned():
    assert view(AsOf(known=1)).items([20]) == [
        fact(20, 1, "lives in", 2, valid_from=1, known_from=1, known_to=2, episodes=(10,))
    ]
    (later,) = view(AsOf(valid=1)).items([20])
    assert isinstance(later, Fact)
    assert (later.valid_to, later.superseded_by) == (5, 21)


def test_datetimes_are_an_axis_too():
    start, end = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
    items: list[Item] = [*PEOPLE, fact(20, 1, "lives in", 2, valid_from=start, valid_to=end)]
    assert PlainView(items, as_of=AsOf(valid=start)).ids(Kind.FACT) == [20]
    assert PlainView(items, as_of=AsOf(valid=end)).ids(Kind.FACT) == []
    with pytest.raises(AxisError):
        PlainView(items, as_of=AsOf(valid=3))


def test_items_come_in_the_order_asked_and_unseen_ones_are_refused():
    assert [item.id for item in view().items([30, 1, 30])] == [30, 1, 30]
    for unseen in (20, 99):
        with pytest.raises(UnknownNameError):
            view().items([unseen])


def test_links_are_each_edge_once_ascending_and_only_to_what_is_visible():
    assert view().links([10, 99, 30, 21]) == [
        [
            Link(41, Kind.EPISODIC, 1, outgoing=True, far=Kind.ENTITY),
            Link(44, Kind.SEQUENCE, 11, outgoing=True, far=Kind.EPISODE),
        ],
        [],
        [
            Link(43, Kind.MENTION, 4, outgoing=True, far=Kind.ENTITY),
            Link(45, Kind.MENTION, 2, outgoing=True, far=Kind.ENTITY),
        ],
        [Link(42, Kind.EPISODIC, 11, outgoing=False, far=Kind.EPISODE)],
    ]
    assert view().links([3], [Kind.FACT]) == [
        [Link(21, Kind.FACT, 4, outgoing=False, far=Kind.ENTITY)]
    ]
    assert view().links([3], [Kind.MENTION]) == [[]]
    assert view().links([20]) == [[]]


def test_a_merged_entity_is_one_with_its_root_everywhere():
    merged = view(merges={4: 1})
    assert merged.ids(Kind.ENTITY) == [1, 2, 3]
    assert merged.find("ann") == merged.find("ANNA") == [1]
    assert merged.items([4]) == merged.items([1])
    assert merged.items([1]) == [
        Entity(id=1, name="Anna", aliases=("Ann",), known_from=1, episodes=(10,))
    ]
    (moved, thesis) = merged.items([21, 30])
    assert isinstance(moved, Fact)
    assert isinstance(thesis, Thesis)
    assert (moved.subject, moved.text) == (1, "Ann lives in Rome")
    assert thesis.entities == (1, 2)
    assert merged.links([4]) == merged.links([1])
    assert [link.edge for link in merged.links([1])[0]] == [21, 41, 43]
    assert merged.links([3])[0][0].other == 1
    assert [id_ for id_, _ in merged.match("Ann", 5, kind=Kind.ENTITY)] == [1]


def test_merges_chain_and_a_loop_is_one_outgoing_link():
    items: list[Item] = [*PEOPLE, fact(20, 4, "is", 1), fact(21, 2, "is", 3)]
    merged = PlainView(items, merges={4: 2, 2: 1})
    assert merged.links([1]) == [
        [
            Link(20, Kind.FACT, 1, outgoing=True, far=Kind.ENTITY),
            Link(21, Kind.FACT, 3, outgoing=True, far=Kind.ENTITY),
        ]
    ]
    assert merged.items([4])[0] == Entity(id=1, name="Anna", aliases=("Paris", "Ann"), known_from=1)


def test_a_member_not_known_yet_is_no_alias():
    assert view(AsOf(known=1), merges={4: 1}).find("Ann") == []


def test_nearest_is_exact_with_ties_by_id():
    vectors = {3: [1, 0], 1: [1, 0], 2: [0.6, 0.8], 21: [1, 0]}
    asked = np.asarray([[1, 0], [0, 1]], dtype=np.float32)
    first, second = view(vectors=vectors).nearest(asked, 2, kind=Kind.ENTITY)
    assert first == [(1, 1.0), (3, 1.0)]
    assert second == [(2, pytest.approx(0.8)), (1, 0.0)]
    assert view(vectors=vectors).nearest(asked[:1], 9, kind=Kind.FACT) == [[(21, 1.0)]]
    assert view(vectors=vectors).nearest(asked[:1], 0, kind=Kind.ENTITY) == [[]]
    assert view().nearest(asked, 2, kind=Kind.ENTITY) == [[], []]
    with pytest.raises(UsageError):
        view(vectors=vectors).nearest(asked[:, :1], 2, kind=Kind.ENTITY)


def test_vectors_are_zero_where_there_is_none():
    stored = view(vectors={1: [1, 2]}, merges={4: 1}).vectors([4, 2, 99])
    assert stored.dtype == np.float32
    assert stored.tolist() == [[1, 2], [0, 0], [0, 0]]
    assert view().vectors([1]).shape == (1, 0)


def test_match_finds_any_inflected_word_and_ignores_stop_words():
    assert [id_ for id_, _ in view().match("living where?", 5, kind=Kind.FACT)] == [21]
    assert [id_ for id_, _ in view().match('("rome" OR NEAR*', 5, kind=Kind.EPISODE)] == [11]
    assert view().match("who is the", 5, kind=Kind.FACT) == []
    assert view().match("rome", 0, kind=Kind.FACT) == []
    ranked = view().match("Anna in Paris moved", 5, kind=Kind.EPISODE)
    assert [id_ for id_, _ in ranked] == [10, 11]
    assert all(score > 0 for _, score in ranked)


def test_goals_are_statements_of_their_own_kind():
    goals: list[Item] = [
        Goal(id=1, kind=Kind.GOAL, text="find iron", valid_from=1, valid_to=4),
        Goal(id=2, kind=Kind.LONG_TERM_GOAL, text="make a pickaxe"),
    ]
    part = Edge(id=3, kind=Kind.PART_OF, source=1, target=2)
    early = PlainView(goals, [part], as_of=AsOf(valid=2))
    assert early.ids(Kind.GOAL) == [1]
    assert early.ids(Kind.LONG_TERM_GOAL) == [2]
    assert early.links([2]) == [[Link(3, Kind.PART_OF, 1, outgoing=False, far=Kind.GOAL)]]
    assert PlainView(goals, [part], as_of=AsOf(valid=4)).links([2]) == [[]]


@pytest.mark.parametrize(
    "given",
    [
        {"items": [STATED[1], STATED[1], *PEOPLE]},
        {"items": [STATED[0]]},
        {"items": PEOPLE, "edges": [EDGES[0]]},
        {"items": PEOPLE, "merges": {1: 2, 2: 1}},
        {"items": PEOPLE, "merges": {1: 9}},
        {"items": PEOPLE, "vectors": {1: [1], 2: [1, 2]}},
        {"items": PEOPLE, "as_of": AsOf(known=3)},
        {"items": PEOPLE, "as_of": AsOf(known=-1)},
    ],
)
def test_contents_that_make_no_sense_are_refused(given):
    with pytest.raises(UsageError):
        PlainView(**given)


def test_only_kinds_with_a_text_are_listed_and_only_edges_are_edges():
    with pytest.raises(UsageError):
        view().ids(Kind.MENTION)
    for kind in (Kind.FACT, Kind.ENTITY):
        with pytest.raises(UsageError):
            Edge(id=1, kind=kind, source=1, target=2)
