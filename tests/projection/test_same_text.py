"""Texts, and what theses state, are found as a look at each of them finds them."""

from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import Kind
from clew.projection.attributes import as_json
from clew.projection.image import Projection
from clew.projection.lookup.same_text import folded
from clew.projection.lookup.stating import stated_facts
from clew.projection.rows import NodeRow

_TEXTS = (
    "Anna  met Ben.",
    "anna met ben.",
    "Ben met Anna.",
    "STRASSE",
    "straße",
    "Ключ 1",
    "ключ  1",
)
_TEXT = st.sampled_from(_TEXTS) | st.text(min_size=1, max_size=6)
_ABOUT = (
    st.none()
    | st.lists(st.integers(1, 9), max_size=3).map(lambda facts: {"facts": facts})
    | st.just({"about": '{"facts": [1]}', "facts": [7]})
)
_ROWS = st.lists(
    st.tuples(st.sampled_from([Kind.THESIS, Kind.EPISODE]), _TEXT, st.sampled_from("ab"), _ABOUT),
    max_size=6,
)


@given(_ROWS, st.sampled_from([1, 3, 40]), _ROWS)
def test_texts_and_what_they_state_are_found(some, often, more):
    projection, rows = Projection(None), list[NodeRow]()
    for batch in (some * often, more):
        first = len(rows) + 1
        added = [
            NodeRow(first + n, kind, text, 1, source, as_json(about), 0, None, None, 1)
            for n, (kind, text, source, about) in enumerate(batch)
        ]
        rows += added
        projection._add_nodes(added)
        projection.theses_called("x")  # what is indexed by now stays so
        projection.theses_of.get(1)
    for _, text, source, _ in [*some, *more]:
        same = [row for row in rows if row.kind is Kind.THESIS and folded(row.text) == folded(text)]
        assert projection.theses_called(text) == [row.id for row in same]
        told = [row for row in rows if row.kind is Kind.EPISODE and row.text == text]
        ids = [row.id for row in told if row.source == source]
        assert projection.episode_of(source, text) == max(ids, default=None)
    for fact in range(1, 10):
        stating = [
            row.id
            for row in rows
            if row.kind is Kind.THESIS and fact in stated_facts(row)
            for _ in range(stated_facts(row).count(fact))
        ]
        assert projection.theses_of.get(fact) == stating
