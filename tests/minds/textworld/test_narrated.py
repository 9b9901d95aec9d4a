"""Text adventures told in prose: which texts they are, and what their sentences say."""

import pytest

from clew.memory import Memory
from clew.minds.textworld.adventure_signs import without_speech
from clew.minds.textworld.narrated import clauses
from clew.minds.textworld.world_reader import extract_world, looks_like_world, world_slot
from clew.wiring import mind_named


def triples(text, *, ended=False):
    facts = extract_world(text).facts
    return [(f.subject, f.relation, f.object) for f in facts if f.ended == ended]


def inside(sentence):
    """The facts of a sentence printed in a titled room, less that the player is there."""
    return [f for f in triples(f"-= Mill =-\n{sentence}") if f[0] != "player"]


@pytest.mark.parametrize(
    "text",
    [
        "You wake up in a damp cave. There is a torch on the ground. A tunnel leads east.",
        "You go down the ladder. You are in the hold. A barrel stands against the wall.",
        "You take the rope and the hook. You are carrying a rope and a hook.",
        "You leave the torch on the barrel. You no longer carry it.",
        "You open the hatch and climb up. You are on the deck.",
        "You walk back to the cabin. The captain is asleep. The captain gives you a compass.",
        "> get torch\nThe torch burns your fingers. You drop it at once.",
        "You unlock the trunk with the rusty key. Inside the trunk there are a sail and a flag.",
        'You give the compass to the cook. "I lost it weeks ago," he says.',
        "Nora unlocks the trunk with the rusty key. In the trunk there are a sail and a flag.",
    ],
)
def test_an_adventure_told_in_prose_is_recognised(text):
    assert looks_like_world(text)


@pytest.mark.parametrize(
    "text",
    [
        "You get three months free when you sign up today. You can cancel at any time.",
        "You find yourself at a crossroads. Love is in the air. Your luck is about to turn.",
        "You go north on Mill Lane and cross the bridge. The bakery is on the left.",
        "You go up to the second floor and turn right. Room 12 is at the end of the corridor.",
        "You melt the butter in a pan. You add the flour and stir until it is smooth.",
        "You lift the cover and remove two screws. You slide the battery under the filter.",
        "You draw a card and put it on the table. The player on your left goes next.",
        "You play a thief who steals a lamp. You go down into a crypt. The puzzles are dull.",
        "You wait in a queue for 40 minutes. You give Ms Hall the form and the fee.",
        "You play in the team on Saturday. You go down to the pitch with Bo.",
        "You lie on your back. You breathe in slowly. There is a warm light in your chest.",
        "Dear Mr Holt, you are in the running for the post. You go through to the next round.",
        "I open the door and go north. There is a lamp on the table.",
        "Tom: You take the lamp. You go north.",
        "> take care of yourself\nYou too! See you soon.",
        "Anna lives in the mill. There is a well in the garden. The gate is locked.",
        "The caretaker unlocks the hall with the spare key every morning.",
        "You have to be at the gate by noon. You leave the keys on the table.",
    ],
)
def test_what_else_speaks_of_you_is_no_adventure(text):
    assert not looks_like_world(text)


def test_speech_does_not_count_as_the_narrators_words():
    assert without_speech("'I am old,' says Ada. \"We go.\" It's late.").strip() == (
        "says Ada.  It's late."
    )


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("You open the hatch and climb up", ["You open the hatch", "You climb up"]),
        (
            "You take the rope, go north and open the gate",
            ["You take the rope", "You go north", "You open the gate"],
        ),
        (
            "Nora takes the flag and gives you a coin",
            ["Nora takes the flag", "Nora gives you a coin"],
        ),
        ("The sign says that the pump is dry", ["the pump is dry"]),
        (
            "A trunk stands in the corner, and a cat is asleep on it",
            ["A trunk stands in the corner", "a cat is asleep on it"],
        ),
        ("You take the bread and butter", ["You take the bread and butter"]),
        ("If you pull the rope and open the hatch", ["If you pull the rope and open the hatch"]),
    ],
)
def test_a_sentence_is_cut_into_clauses(sentence, expected):
    assert clauses(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        (
            "You put the saw and the file in the crate.",
            [("saw", "is in", "crate"), ("file", "is in", "crate")],
        ),
        ("You leave the saw on the millstone.", [("saw", "is on", "millstone")]),
        ("You drop the saw and the file.", [("saw", "is in", "Mill"), ("file", "is in", "Mill")]),
        ("You leave the saw here.", [("saw", "is in", "Mill")]),
        ("You put the coin in your pocket.", [("coin", "is in", "inventory")]),
        ("You give the saw to the miller.", [("saw", "is carried by", "miller")]),
        ("You hand Greta the saw.", [("saw", "is carried by", "Greta")]),
        ("The miller gives you a sack and a coin.",
         [("sack", "is in", "inventory"), ("coin", "is in", "inventory")]),
        ("Greta rewards you with a silver whistle.", [("silver whistle", "is in", "inventory")]),
        ("The miller takes the saw.", [("saw", "is carried by", "miller")]),
        ("Greta gives the saw to the miller.", [("saw", "is carried by", "miller")]),
        ("Greta puts the saw on the bench.", [("saw", "is on", "bench")]),
        (
            "Greta unlocks the hutch with the bent key and puts the key in her pocket.",
            [
                ("hutch", "is", "unlocked"),
                ("bent key", "unlocks", "hutch"),
                ("bent key", "is carried by", "Greta"),
            ],
        ),
        ("The bent key unlocks the hutch.", [("bent key", "unlocks", "hutch")]),
        ("The miller comes in with a lamp in his hand.", [("lamp", "is carried by", "miller")]),
        ("A loom stands in the corner.", [("loom", "is in", "Mill")]),
        ("A loom stands by the window.", [("loom", "is in", "Mill")]),
        ("A cat is asleep on the sacks.", [("cat", "is on", "sacks")]),
        (
            "There is a jug on the shelf, next to a bowl.",
            [("jug", "is on", "shelf"), ("bowl", "is on", "shelf")],
        ),
        (
            "A young woman called Greta sits at the loom.",
            [("Greta", "is", "young woman"), ("Greta", "is in", "Mill")],
        ),
        ("Greta is asleep.", [("Greta", "is", "asleep")]),
        ("The miller says his name is Otto Brand.", [("miller", "is called", "Otto Brand")]),
        (
            "To the west there is an oak door, which is locked.",
            [
                ("Mill", "has exit", "west"),
                ("Mill", "has door to the west", "oak door"),
                ("oak door", "is", "locked"),
            ],
        ),
        ("The pond is to the north.",
         [("Mill", "has exit", "north"), ("pond", "is north of", "Mill")]),
        ("South of the mill lies a meadow.",
         [("mill", "has exit", "south"), ("meadow", "is south of", "mill")]),
        ("A narrow ladder leads up to the loft.", [("Mill", "has exit", "up")]),
    ],
)  # fmt: skip
def test_a_narrated_sentence_states_facts(sentence, facts):
    assert inside(sentence) == facts


@pytest.mark.parametrize(
    "sentence",
    [
        'The miller says: "The coin is in the pond. The saw is my brother."',
        "'The coin is in the pond,' he says.",
        "Greta thinks that the coin is in the pond.",
        "He takes the saw.",
        "You give Greta a smile.",
        "The path takes the long way round.",
    ],
)
def test_hearsay_and_unknown_doers_state_nothing(sentence):
    assert inside(sentence) == []


def test_what_is_lost_is_no_longer_carried():
    assert triples("You no longer carry the saw.", ended=True) == [("saw", "is in", "inventory")]


def test_after_a_walk_things_are_elsewhere():
    text = "You wake up in a barn. You drop the saw. You go west. There is a rake here."
    assert [f for f in triples(text) if f[0] in {"saw", "rake"}] == [("saw", "is in", "barn")]
    assert ("player", "is in", "dairy") in triples("You walk east, back to the dairy.")


def test_hands_and_places_exclude_each_other():
    assert world_slot("is carried by", "Greta") == world_slot("is in", "inventory") == "place"


def test_a_log_of_an_adventure_answers_questions():
    steps = [
        "You wake up in a barn. There is a hand saw on the hay, next to a mug.",
        "You take the hand saw and the mug. You are carrying a hand saw and a mug.",
        "You go west. You are in the dairy. A woman called Greta sits at a churn.",
        "You give the hand saw to Greta, and she thanks you with a silver whistle.",
        "You leave the mug on the shelf. You go back to the barn.",
    ]
    with Memory.open(":memory:", model=mind_named(), embedder=None) as memory:
        for at, text in enumerate(steps, 1):
            memory.remember(text, at=at, source=f"barn/{at}")
        asked = {
            "Who has the hand saw?": ("Greta",),
            "Where is the mug?": ("shelf",),
            "Where was the hand saw at step 1?": ("hay",),
            "What am I carrying?": ("silver whistle",),
            "Where is the crown?": (),
        }
        assert {question: memory.ask(question).items for question in asked} == asked
