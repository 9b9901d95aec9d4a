from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.memory_tasks import PARAGRAPHS, Importance, Summarise
from clew.minds.textworld.remembering import LONGEST, importance, summarise
from clew.minds.textworld.world_reader import extract_world

RECIPE = (
    "Recipe #1\n---------\nGather all following ingredients and follow the directions to prepare "
    "this tasty meal.\n\nIngredients:\n  red potato\n  yellow onion\n\nDirections:\n"
    "  dice the red potato\n  roast the red potato\n  prepare meal\n"
)


def facts(text: str) -> set[tuple[str, str, str]]:
    found = extract_world(text).facts
    return {(fact.subject.lower(), fact.relation, fact.object.lower()) for fact in found}


def told(*texts: str) -> str:
    summary = ""
    for text in texts:
        summary = summarise(Summarise(summary, (text,))).summary
    return summary


def rated(text: str) -> int:
    return importance(Importance("Find the treasure.", text)).importance


def test_advice_matters_more_than_things_and_these_more_than_nothing():
    nothing = rated("You find yourself in a hall. There is an exit to the east.")
    thing = rated("-= Hall =-\nYou see a red locker. There is an exit to the east.")
    assert nothing == 1
    assert nothing < thing < rated("Key 2 unlocks the teal locker.")
    assert rated(RECIPE) == 10


def test_a_summary_is_read_as_the_texts_were():
    summary = told(
        "-= Room A =-\nYou see a red locker. There is a key 2 on the floor.",
        "You take the key 2 from the ground.",
        "Key 2 unlocks the red locker.",
        RECIPE,
    )
    assert facts(summary) >= {
        ("red locker", "is in", "room a"),
        ("key 2", "is in", "inventory"),
        ("key 2", "unlocks", "red locker"),
        ("red potato", "needs to be", "diced"),
        ("red potato", "needs to be", "roasted"),
    }
    assert {fact[2] for fact in facts(summary) if fact[1] == "requires"} == {
        "red potato",
        "yellow onion",
    }


def test_only_what_holds_now_is_kept():
    summary = told(
        "-= Room A =-\nThere is a key 2 on the floor. You see a locked red locker.",
        "You take the key 2 from the ground.",
        "You unlock the red locker.",
    )
    assert "Room A" in summary
    assert ("key 2", "is in", "room a") not in facts(summary)
    assert ("red locker", "is", "locked") not in facts(summary)
    assert ("red locker", "is", "unlocked") in facts(summary)


def test_the_oldest_go_where_it_would_grow_too_long():
    summary = told(*(f"-= Room {n} =-\nYou see a chest {n}." for n in range(200)))
    assert "chest 199" in summary
    assert "chest 0 " not in summary


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=300), max_size=4))
def test_whatever_is_read_a_summary_has_few_short_paragraphs(texts):
    parts = [part for part in told(*texts).split("\n\n") if part]
    assert len(parts) <= PARAGRAPHS
    for part in parts:
        assert len(part.split()) <= LONGEST + 10  # a recipe's headings count no statement
