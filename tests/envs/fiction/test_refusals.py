"""A game's own refusals, learned from its repeated replies."""

from clew.envs.fiction.acceptance import Acceptance
from clew.envs.fiction.refusals import Refusals, changed

NO = "That's not a trick you know."


def told(*commands: str, reply: str = NO, did: bool = False) -> Refusals:
    refusals = Refusals()
    for command in commands:
        refusals.note(command, reply, changed=did)
    return refusals


def test_what_is_said_to_several_verbs_is_a_refusal():
    assert told("sing", "fly").judge(NO) is Acceptance.ACCEPTED
    assert told("sing", "fly", "dance").judge(NO) is Acceptance.REFUSED
    assert told("sing", "fly", "dance").judge(f"{NO}\n\nA bird sings.") is Acceptance.REFUSED


def test_what_is_said_to_one_verb_with_several_things_is_not():
    assert told("take a", "take b", "take c", "take d").judge(NO) is Acceptance.ACCEPTED
    assert told("north", "e", "go west", "up").judge(NO) is Acceptance.ACCEPTED


def test_what_was_said_when_something_changed_is_not():
    refusals = told("sing", "fly", "dance")
    refusals.note("take lamp", NO, changed=True)
    assert refusals.judge(NO) is Acceptance.ACCEPTED


def test_of_many_verbs_a_refusal_has_its_share():
    verbs = [f"verb{number}" for number in range(50)]
    refusals = told(*verbs, reply="")
    for verb in verbs[:4]:
        refusals.note(verb, NO, changed=False)
    assert not refusals.usual(NO)
    refusals.note(verbs[4], NO, changed=False)
    assert refusals.usual(NO)


def test_wordings_that_are_known_stay_what_they_are():
    absent = "You can't see any such thing."
    assert told("sing", "fly", "dance", reply=absent).judge(absent) is Acceptance.ABSENT


def test_a_long_text_is_no_refusal():
    story = "It is a dark night. " * 20
    assert not told("look", "examine", "read", reply=story).usual(story)


def test_a_change_is_seen_in_place_inventory_or_a_place_printed_anew():
    here = {"location": "Hall", "inventory": "nothing"}
    assert not changed("You sing.", here, here)
    assert changed("Taken.", here, {**here, "inventory": "lamp"})
    assert changed("You walk.", here, {**here, "location": "Attic"})
    assert changed("Hall\nA hall.", here, here)
    assert not changed("You sing.", {}, {})
