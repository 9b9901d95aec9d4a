"""Linking by likeness: thresholds, gaps, what is generic; exact names are in test_links."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.recall.linking import Linking, Mention, link
from clew.recall.query import find_mentions
from tests.recall.worlds import ENTITY, Counted, row, toward, world, worlds

FILL = [f"thing{n}" for n in range(20)]


def groups(view, text, how=None, vectors=None, names=None):
    """The ids of each group, counted from the first entity."""
    found = [Mention(name) for name in names] if names is not None else find_mentions(text)
    found = [replace(one, vector=(vectors or {}).get(one.text)) for one in found]
    linked = link(view, text, found, how or Linking())
    return [tuple(id - ENTITY for id in one.ids) for one in linked]


def test_a_longer_mention_takes_the_place_of_the_names_in_it():
    view = world(["Good", "The Very Good Day", *FILL])
    assert groups(view, "Who wrote Very Good Days?") == [(1,)]
    assert groups(view, "Who wrote Good?") == [(0,)]


def test_a_likeness_leaves_the_names_elsewhere_and_says_how_alike_it_is():
    view = world(["Anna", "The Very Good Day", *FILL])
    text = "Did Anna write Very Good Tales?"
    named, alike = link(view, text, find_mentions(text), Linking(threshold=0.2))
    assert (named.ids, named.score) == ((ENTITY,), 1.0)
    assert alike.ids == (ENTITY + 1,)
    assert 0.2 < alike.score < 1.0


def test_accents_do_not_count_and_an_inner_name_does_not_hide_a_likeness():
    view = world(["Akinoshū Kenji", "Kenji", *FILL])
    assert groups(view, "Where was Kenji Akinoshū born?") == [(0,)]


def test_two_names_in_one_run_are_two_groups_unless_it_is_one_name():
    names = ["Blind Shaft", "Fu Manchu", "Tom and Jerry", "Tom", *FILL]
    view = world(names)
    assert groups(view, "Are Blind Shaft and Fu Manchu of one year?") == [(0,), (1,)]
    assert groups(view, "Who drew Tom and Jerry?") == [(2,)]


def test_the_threshold_is_on_the_mean_of_words_and_vector():
    view = world(["red locker", *FILL], vectors={ENTITY: row(1, 0)})
    text = "Where is Locker Nine?"
    near = {"Locker Nine": toward(0.9)}
    assert groups(view, text, Linking(threshold=0.5), near) == [(0,)]
    assert groups(view, text, Linking(threshold=0.5), {"Locker Nine": toward(0.2)}) == []
    assert groups(view, text, Linking(threshold=0.5)) == []
    assert groups(view, text, Linking(threshold=0.2)) == [(0,)]


def test_in_a_memory_without_vectors_words_alone_decide():
    view = world(["red locker", *FILL])
    vectors = {"Locker Nine": toward(0.9)}
    assert view.vectors([ENTITY]).shape == (1, 0)
    assert groups(view, "Where is Locker Nine?", Linking(threshold=0.2), vectors) == [(0,)]


def test_what_is_near_by_vector_alone_is_not_linked():
    view = world(["closed", *FILL], vectors={ENTITY: row(1, 0)})
    assert groups(view, "Open", Linking(threshold=0.3), {"Open": row(1, 0)}) == []


def test_meanings_end_at_the_first_gap():
    names = ["Jones Alpha", "Jones Beta", "Jones Gamma", *FILL]
    vectors = {ENTITY: toward(1.0), ENTITY + 1: toward(0.95), ENTITY + 2: toward(0.5)}
    view = world(names, vectors=vectors)
    at = {"Jones": row(1, 0)}
    how = Linking(threshold=0.4)
    assert groups(view, "Who is Jones?", how, at) == [(0, 1)]
    assert groups(view, "Who is Jones?", replace(how, gap=0.5), at) == [(0, 1, 2)]
    assert groups(view, "Who is Jones?", replace(how, meanings=1), at) == [(0,)]


def test_a_common_word_in_small_letters_is_no_name_where_others_are():
    """Half of the names have "room"; "lamp" is in one."""
    names = ["room", "Anna", "lamp", *(f"room {n}" for n in range(12)), *FILL]
    view = world(names)
    assert groups(view, "Is Anna in the room?") == [(1,)]
    assert groups(view, "Is Anna at the lamp?") == [(1,), (2,)]
    assert groups(view, "Is Anna in the room?", Linking(word_rarity=0.0)) == [(1,), (0,)]
    assert groups(view, "Is somebody in the room?") == [(0,)]
    assert groups(view, "What is in it, Sir, the room?") == [(0,)], "better than nothing"


def test_a_common_noun_is_not_the_one_thing_that_is_called_so():
    """Eight texts speak of a state; one of them is about the entity of that name."""
    told = [(f"The state of town {n} is poor.", [ENTITY + 1] * (n == 0)) for n in range(8)]
    view = world(["Anna", "state", *FILL], episodes=[*told, ("Anna sings.", [ENTITY])])
    asked = "In which state was Anna born?"
    assert groups(view, asked) == [(0,)]
    assert groups(view, asked, Linking(meant=0.1)) == [(1,), (0,)]
    assert groups(view, "Is the state the same as Albania?") == [], "not even for want of others"
    assert groups(view, "Is State the same as Albania?") == [(1,)], "written like a name"


def test_a_thing_is_linked_by_its_common_noun_if_the_texts_with_it_are_about_it():
    told = [("The lamp is on.", [ENTITY + 1]), ("Anna took the lamp.", [ENTITY, ENTITY + 1])]
    view = world(["Anna", "lamp", *FILL], episodes=[*told, ("It is a lamp.", []), ("Hm.", [])])
    assert groups(view, "Does Anna have the lamp?") == [(0,), (1,)]


def hubs():
    """Anna is in all eight episodes, Ben in four, Cara in one, Dora in none."""
    told = [[ENTITY] + [ENTITY + 1] * (n < 4) + [ENTITY + 2] * (n == 0) for n in range(8)]
    return world(["Anna", "Ben", "Cara", "Dora"], episodes=[("x", ids) for ids in told])


def test_what_half_of_the_memory_touches_is_linked_only_for_want_of_others():
    view = hubs()
    assert groups(view, "Did Anna and Cara meet Dora?") == [(2,), (3,)]
    assert groups(view, "Did Anna meet Cara?") == [(0,), (2,)]
    assert groups(view, "Did Anna meet Ben?") == [(0,), (1,)]
    assert groups(view, "Did Anna meet Cara?", Linking(enough=1)) == [(2,)]
    assert groups(view, "Did Anna meet Ben and Cara?") == [(1,), (2,)], "the rarer of the common"
    assert groups(view, "Did Ben meet Cara?", Linking(enough=1)) == [(2,)], "half is common"
    assert groups(view, "Who is Anna?", Linking(enough=0)) == [(0,)]


def test_what_a_model_gave_is_looked_up_as_it_is_in_its_order():
    view = world(["Anna", "red locker", *FILL])
    assert groups(view, "Anna", names=["the red lockers", "Anna", "nobody"]) == [(1,), (0,)]
    assert groups(view, "Anna", names=[]) == [(0,)], "no mention found: the text alone is read"


def test_few_calls_for_a_long_question():
    view = Counted(world(["Anna", *FILL]))
    link(view, "Where is Anna? " * 300, find_mentions("Where is Anna? " * 300))
    assert view.calls["items"] <= 1
    assert view.calls["links"] <= 1


@given(
    worlds(), st.text(max_size=30), st.sampled_from(["", " key", " Red Key", " room a and Ключ"])
)
def test_every_group_is_of_visible_entities_and_comes_once(view, text, more):
    text += more
    linked = link(view, text, find_mentions(text))
    entities = set(view.ids(Kind.ENTITY))
    assert all(one.ids and set(one.ids) <= entities and 0 < one.score <= 1.001 for one in linked)
    assert len({one.ids for one in linked}) == len(linked)
    assert link(view, text, find_mentions(text)) == linked


@pytest.mark.parametrize(
    "wrong", [{"threshold": 1.5}, {"gap": -0.1}, {"meanings": 0}, {"candidates": 0}, {"enough": -1}]
)
def test_settings_are_checked(wrong):
    with pytest.raises(UsageError, match="got"):
        Linking(**wrong)
