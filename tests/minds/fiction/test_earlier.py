"""What the story mind takes over of earlier runs."""

from clew.agents.memory import Nothing, Outcome
from clew.minds.fiction.earlier import take_over
from clew.minds.fiction.story_places import Places
from clew.minds.fiction.tries import Tries


class Known(Nothing):
    """Knows two ways, a text and what came of commands."""

    def learn_way(self, step: int, room: str, direction: str, other: str) -> None:
        """Need nothing."""

    def known_ways(self) -> tuple[tuple[str, str, str], ...]:
        return (("Court", "north", "the Hall (2)"), ("the Hall (2)", "south", "Court"))

    def known_scenes(self) -> tuple[tuple[str, str], ...]:
        return (("the Hall (2)", "Hall\nDoors lead east and south.\n\nYou can see a lamp here."),)

    def learn_outcome(self, step: int, place: str, command: str, outcome: Outcome) -> None:
        """Need nothing."""

    def known_outcomes(self) -> tuple[tuple[str, str, Outcome], ...]:
        return (
            ("Court", "north", Outcome.POINTS),
            ("the Hall (2)", "east", Outcome.DEATH),
            ("the Hall (2)", "take lamp", Outcome.REFUSED),
        )


class KnownByReplies(Known):
    """Knows what the game answered, too."""

    def known_replies(self) -> tuple[tuple[str, str, str], ...]:
        return (
            ("the Hall (2)", "take lamp", "You can't see any such thing."),
            ("Court", "swim", "That's not a verb I recognise."),
        )


def taken_over() -> tuple[Places, Tries]:
    places, tries = Places(), Tries()
    take_over(Known(), places, tries)
    return places, tries


def test_places_are_as_their_texts_told() -> None:
    places, _ = taken_over()
    hall = places["Hall (2)"]
    assert (hall.body, [*hall.named], [*hall.things]) == (
        "Doors lead east and south.", ["east", "south"], ["lamp"],
    )  # fmt: skip
    assert hall.ways == {"south": "Court"}


def test_what_killed_or_was_refused_is_not_tried_and_what_gave_points_is_known() -> None:
    places, tries = taken_over()
    untried = {one.action for one in tries.untried(places["Hall (2)"], here=True)}
    assert "examine lamp" in untried
    assert not {"east", "take lamp"} & untried
    assert tries.deeds.course() == (("Court", "north"),)


def test_what_came_of_commands_counts_for_their_kinds() -> None:
    new, (_, tries) = Tries(), taken_over()
    taking, going = "take what lies here", "usual way"
    assert tries.odds.worth(taking) < new.odds.worth(taking)
    assert tries.odds.worth(going, "north") > new.odds.worth(going, "north")


def test_words_that_the_game_did_not_know_are_known() -> None:
    places, tries = Places(), Tries()
    take_over(KnownByReplies(), places, tries)
    assert not tries.words.there("Hall (2)", "lamp")
    assert "examine lamp" not in [
        one.action for one in tries.untried(places["Hall (2)"], here=True)
    ]
    assert tries.words.verbs == {"swim": 1}


def test_without_a_memory_nothing_is_known() -> None:
    places = Places()
    take_over(Nothing(), places, Tries())
    assert [*places] == []
