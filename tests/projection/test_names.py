"""Names are found by words and keys as a look at each of them finds them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import Kind
from clew.learn.who.called import Called
from clew.learn.who.name_keys import longer_keys, name_keys, shorter_keys
from clew.projection.image import Projection
from clew.projection.lookup.word_sums import sums_of, sums_of_one
from clew.projection.rows import NodeRow
from clew.text import normalise_name

_PARTS = (
    "Anna", "anna", "WEBER", "Müller", "muller", "Mueller", "Łódź", "Lodz", "J.", "the", "A", "Jo",
    "(aunt)", '"Madge"', "van", "de", "Ключ", "李雷", "o'neil", "x_y", "Ümit,", "!!", "ǰ", "ß", "ﬁ",
)  # fmt: skip
_NAMES = st.lists(
    st.lists(st.sampled_from(_PARTS), min_size=1, max_size=4).map(" ".join), min_size=1
)
_ANY = st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=8)


def _grown(batches: list[list[str]]) -> tuple[Projection, dict[int, str]]:
    """Return a projection whose names were asked for after each batch, and the names by id."""
    projection, known = Projection(None), dict[int, str]()
    for batch in batches:
        first = len(known) + 1
        rows = [
            NodeRow(first + n, Kind.ENTITY, name, None, None, None, 0, None, None, 1)
            for n, name in enumerate(batch)
        ]
        known.update((row.id, row.text) for row in rows)
        projection._add_nodes(rows)
        projection.names.get("anna")
        projection.names.by(name_keys).get("^anna")
    return projection, known


@given(_NAMES, st.sampled_from([1, 30]), _NAMES)
def test_names_are_found_as_a_look_at_each_finds_them(one, often, other):
    projection, known = _grown([one * often, other])
    for name in [*one, *other, "anna weber", "weber"]:
        called = Called(name)
        for key in [*name_keys(name), *longer_keys(called), *shorter_keys(called)]:
            expected = [item for item, text in known.items() if key in name_keys(text)]
            assert projection.names.by(name_keys).get(key) == expected, key
        key = normalise_name(name)
        expected = [item for item, text in known.items() if normalise_name(text) == key]
        assert projection.names.get(key) == expected
        assert (key in projection.names) == bool(expected)


@given(_NAMES, _NAMES)
def test_names_with_any_of_some_keys_are_those_with_each(one, other):
    projection, known = _grown([one, other])
    for name in [*one, *other, "anna weber"]:
        keys = longer_keys(Called(name))
        expected = [item for key in keys for item in known if key in name_keys(known[item])]
        found = projection.names.by(name_keys).among(keys, {})
        assert found == [*dict.fromkeys(expected)]
        more = {key: [0] for key in keys[1:2]}
        after = sum(key in name_keys(text) for key in keys[:2] for text in known.values())
        added = projection.names.by(name_keys).among(keys, more)
        assert sorted(added) == sorted([*found, *[0][: len(more)]])
        assert not more or added.index(0) <= after


@given(st.lists(st.lists(st.sampled_from(_PARTS).filter(str.isascii)).map(" ".join), max_size=5))
def test_many_names_have_the_numbers_of_each(names):
    letters = np.frombuffer("".join(f"{name} " for name in names).encode(), np.uint8)
    sums, places = sums_of(letters, np.cumsum([0, *(len(name) + 1 for name in names)]))
    for place, name in enumerate(names):
        assert sorted(sums[places == place].tolist()) == sorted(sums_of_one(name.encode()))
