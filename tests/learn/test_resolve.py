"""Which names are one thing: spelling decides, nearness only proposes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew import Kind, Memory, NewEdge, NewNode
from clew.learn.resolve import new_names, resolve_names, same_thing


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dr. Anna Weber", "Anna Weber"),
        ("Anna  Weber", "anna-weber"),
        ("St. Pancras Station", "Pancras Station"),
        ("Petersburg", "Petersberg"),
        ("the observatory", "the obsevratory"),
        ("Katharina Braun", "Katherina Braun"),
        ("Ольга Петрова", "ольга петрова"),
    ],
)
def test_spellings_of_one_thing(one, other):
    assert same_thing(one, other)
    assert same_thing(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Key 1", "Key 2"),
        ("Room A", "Room B"),
        ("open", "closed"),
        ("King Charles", "Prince Charles"),
        ("Anna Weber", "Hanna Weber"),
        ("Anna", "Anne"),
        ("red apple", "green apple"),
        ("Oslo", "Oslo airport"),
        ("Dr.", "Mr."),
        ("2023", "2024"),
        ("", "x"),
    ],
)
def test_different_things(one, other):
    assert not same_thing(one, other)
    assert not same_thing(other, one)


@given(st.text(), st.text())
def test_any_two_texts_can_be_compared(one, other):
    assert same_thing(one, other) == same_thing(other, one)


def stored(*names):
    memory = Memory.open(embedder="hashing:64")
    nodes = [NewNode(kind=Kind.ENTITY, text=name) for name in names]
    home = NewNode(kind=Kind.ENTITY, text="Oslo")
    lives = [
        NewEdge(kind=Kind.FACT, source=node, target=home, relation="lives in")
        for node, name in zip(nodes, names, strict=True)
        if name[0].isupper() and "Locker" not in name
    ]
    memory.write([*nodes, home], lives)
    return memory


def resolved(memory, *names):
    vectors = memory.embedder.embed(names, kind="passage")
    with memory.store.projection("default") as projection:
        found = resolve_names(projection, names, vectors)
        return {name: projection.nodes[item].text for name, item in found.items()}


def test_a_slip_resolves_to_the_stored_name():
    assert resolved(stored("the observatory"), "the observetory") == {
        "observetory": "the observatory"
    }


def test_a_first_name_resolves_to_the_one_person_who_has_it():
    memory = stored("Anna Weber", "Golden Locker")
    assert resolved(memory, "Anna", "Golden", "anna") == {"anna": "Anna Weber"}


def test_a_full_name_resolves_to_the_first_name_that_was_known():
    assert resolved(stored("Anna"), "Anna Weber") == {"anna weber": "Anna"}


def test_a_first_name_of_two_people_is_left_alone():
    assert resolved(stored("Anna Weber", "Anna Braun"), "Anna") == {}


def test_without_vectors_spelling_alone_decides():
    memory = stored("Anna Weber")
    with memory.store.projection("default") as projection:
        (entity,) = projection.entities_named("Anna Weber")
        assert resolve_names(projection, ["Anna", "Zoe"], None) == {"anna": entity}
        assert new_names(projection, ["anna weber", "Zoe", "zoe"]) == ["Zoe"]


def test_no_names_resolve_to_nothing():
    with stored("Anna").store.projection("default") as projection:
        assert resolve_names(projection, [], np.zeros((0, 64), np.float32)) == {}


letters = st.text("abcdefgh", min_size=8, max_size=13)


@st.composite
def slipped(draw):
    """Return a name, and the same with one slip of the pen."""
    word = draw(letters)
    at = draw(st.integers(0, len(word) - 1))
    slip = draw(
        st.sampled_from(
            [
                word[:at] + word[at + 1 :],
                word[:at] + "z" + word[at:],
                word[:at] + "z" + word[at + 1 :],
                word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            ]
        )
    )
    before, after = draw(st.sampled_from(["", "Anna "])), draw(st.sampled_from(["", " mill"]))
    return f"{before}{word}{after}", f"{before}{slip}{after}"


@given(slipped())
def test_wherever_the_slip_is_the_stored_name_is_found(pair):
    name, written = pair
    memory = Memory.open(embedder=None)
    memory.write([NewNode(kind=Kind.ENTITY, text=name)], [])
    with memory.store.projection("default") as projection:
        fresh = new_names(projection, [written])
        assert len(resolve_names(projection, fresh, None)) == len(fresh)
