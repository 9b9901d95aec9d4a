"""Whether a reply tells that a command was accepted; wordings of several parsers."""

import pytest

from clew.envs.fiction.acceptance import acceptance

REFUSED = (
    "That's not a verb I recognise.",
    "That’s not a verb I recognize.",
    "I only understood you as far as wanting to examine the door.",
    'I don\'t know the word "frob".',
    'You used the word "under" in a way that I don\'t understand.',
    "[That sentence isn't one I recognize.]",
    "There was no verb in that sentence!",
    "What do you want to take?",
    "Which do you mean, the red book or the blue book?",
    "(the lamp)\nYou can only do that to something animate.",
    "[!: Verb error.]",
    '[!: Command not understood past "wash."]',
    "I beg your pardon?",
    "Please answer yes or no.",
    "You can't use multiple objects with that verb.",
)
ABSENT = (
    "You can't see any such thing.",
    "You can't see any lamp here!",
    "I don't see any lamp here.",
    "You see no lamp here.",
    "[!: Noun error.]",
)
ACCEPTED = (
    "Taken.",
    "The door is locked.",
    "You can't go that way.",
    "You don't see anything unusual about the door.",
    "It is pitch dark, and you can't see a thing.",
    "Hall\nA lamp is here.",
    "You open the box.\n\nThat's not a verb I recognise.",
    "There is no reply.",
)
DOUBTFUL = (
    "",
    '"Huh?" says the wolf.',
    '"I don\'t understand you," says the egg.',
    '"Perhaps you would care to rephrase that," the egg suggests.',
)


@pytest.mark.parametrize(
    ("reply", "how"),
    [
        *((one, "refused") for one in REFUSED),
        *((one, "absent") for one in ABSENT),
        *((one, "accepted") for one in ACCEPTED),
        *((one, "doubtful") for one in DOUBTFUL),
    ],
)
def test_a_reply_is_judged(reply, how):
    assert acceptance(reply).value == how
