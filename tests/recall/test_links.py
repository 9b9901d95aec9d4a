"""Finding the entities a question names."""

import pytest

from clew.recall.links import link_entities
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
    groups = link_entities(world(NAMES), text, fallback=0)
    assert groups == tuple((id,) for id in want)


def test_all_entities_of_a_name_form_one_group():
    view = world(["Springfield", "springfield", "Homer"])
    assert link_entities(view, "Homer of Springfield") == ((ENTITY + 2,), (ENTITY, ENTITY + 1))


def test_a_merged_name_gives_the_entity_it_was_merged_into():
    view = world(["New York", "Big Apple"], merges={ENTITY + 1: ENTITY})
    assert link_entities(view, "the Big Apple, New York") == ((ENTITY,),)


def test_words_are_matched_only_where_no_name_is_known():
    view = world(["red locker", "blue locker", "key"])
    assert link_entities(view, "open a locker") == ((ENTITY,), (ENTITY + 1,))
    assert link_entities(view, "open a locker", fallback=1) == ((ENTITY,),)
    assert link_entities(view, "open a locker", fallback=0) == ()
    assert link_entities(view, "open a locker by key") == ((ENTITY + 2,),)
