"""Finding the entities a question names."""

import pytest

from clew.recall.linking import find_names
from tests.recall.worlds import ENTITY, world

NAMES = [
    "Anna",
    "Anna Karenina",
    "the golden key",
    "Ключ",
    "東京",
    "C++",
    "O'Brien",
    "Île d'Yeu",
    "the",
]
A, KARENINA, KEY, KLJUCH, TOKYO, CPP, OBRIEN, YEU, THE = range(ENTITY, ENTITY + len(NAMES))


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Who is ANNA?", [A]),
        ("Who is Anna Karenina?", [KARENINA]),
        ("Anna's golden key, (Anna)!", [A, KEY]),
        ("Where is The Golden Key", [KEY]),
        ("где ключ?", [KLJUCH]),
        ("東京はどこですか", [TOKYO]),
        ("Does she know C++?", [CPP]),
        ("Did O'Brien see Île d'Yeu?", [OBRIEN, YEU]),
        ("the", []),
        ("", []),
        ("?!… \x00", []),
    ],
)
def test_names_are_found_in_any_script_longest_first(text, want):
    found = find_names(world(NAMES), text)
    assert list(dict.fromkeys(one.ids for one in found)) == [(id,) for id in want]
    assert [one.start for one in found] == sorted({one.start for one in found})


def test_all_entities_of_a_name_form_one_group():
    view = world(["Springfield", "springfield", "Homer"])
    found = find_names(view, "Homer of Springfield")
    assert [tuple(one) for one in found] == [
        (0, 5, (ENTITY + 2,)), (9, 20, (ENTITY, ENTITY + 1))
    ]  # fmt: skip


def test_a_merged_name_gives_the_entity_it_was_merged_into():
    view = world(["New York", "Big Apple"], merges={ENTITY + 1: ENTITY})
    assert {one.ids for one in find_names(view, "the Big Apple, New York")} == {(ENTITY,)}


def test_a_name_of_many_words_is_found_whole():
    name = "Alexander and the Terrible, Horrible, No Good, Very Bad Day"
    view = world([name, "Good"])
    assert [one.ids for one in find_names(view, f"Who wrote {name}?")] == [(ENTITY,)]
