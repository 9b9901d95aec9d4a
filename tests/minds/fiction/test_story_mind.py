from clew.agents.base import Move
from clew.agents.memory import Nothing, Outcome
from clew.minds.fiction.story_mind import StoryMind

COURT = "Court\nA path leads north.\n\nYou can see a statue here."


def begun(text: str, place: str) -> StoryMind:
    mind = StoryMind()
    mind.begin(text, {"location": place})
    return mind


def step(mind: StoryMind, action: str, text: str, place: str, **info: object) -> None:
    assert mind.act("", {}).action == action
    mind.learn(Move(action), text, {"location": place, **info})


def test_a_thing_that_cannot_be_taken_is_not_tried_in_another_place() -> None:
    mind = begun("Hall\nA path leads north.\n\nYou can see a statue here.", "Hall")
    step(mind, "take statue", "That's fixed in place.", "Hall")
    step(mind, "north", COURT, "Court")
    for _ in range(12):
        action = mind.act("", {}).action
        assert action != "take statue"
        mind.learn(Move(action), "You can't do that.", {"location": "Court"})


def test_what_killed_is_not_done_again() -> None:
    mind = begun("Cliff\nA path leads west.", "Cliff")
    step(mind, "west", "You fall.\n\n*** You have died ***", "Cliff", lost=True)
    step(mind, "restart", "Cliff\nA path leads west.", "Cliff", lost=False)
    for _ in range(8):
        action = mind.act("", {}).action
        assert action != "west"
        mind.learn(Move(action), "You can't do that.", {"location": "Cliff"})


def test_what_scored_is_done_again_in_the_next_life() -> None:
    scored = "[Your score has just gone up by ten points.]"
    mind = begun("Cliff\nA path leads west.\n\nYou can see a coin here.", "Cliff")
    step(mind, "take coin", f"Taken.\n\n{scored}", "Cliff", inventory="a coin")
    mind.learn(Move("jump"), "*** You have died ***", {"location": "Cliff", "lost": True})
    step(mind, "restart", "Cliff\nA path leads west.\n\nYou can see a coin here.", "Cliff")
    assert mind.act("", {}).action == "take coin"


def test_advice_is_followed() -> None:
    mind = begun("Bedroom\nA door leads east.", "Bedroom")
    step(mind, "east", "You'll have to get out of bed first.", "Bedroom")
    assert mind.act("", {}).action == "get out of bed"


def test_a_way_is_not_taken_for_the_answer_to_a_question() -> None:
    mind = begun("Hall\nA path leads north.\n\nYou can see a lamp here.", "Hall")
    step(mind, "take lamp", "Which do you mean, the brass lamp or the old lamp?", "Hall")
    step(mind, "take brass lamp", "Which do you mean, the lamp or the lamp?", "Hall")
    while not (action := mind.act("", {}).action).startswith("go "):
        mind.learn(Move(action), "What do you want to do?", {"location": "Hall"})
    assert action == "go north"


class Kept(Nothing):
    """Keeps what came of commands, in order."""

    def __init__(self, *known: tuple[str, str, Outcome]) -> None:
        self.known = known
        self.learned: list[tuple[str, str, Outcome]] = []

    def learn_outcome(self, step: int, place: str, command: str, outcome: Outcome) -> None:
        self.learned.append((place, command, outcome))

    def known_outcomes(self) -> tuple[tuple[str, str, Outcome], ...]:
        return self.known


def test_what_came_of_commands_is_stored() -> None:
    kept = Kept()
    mind = StoryMind(kept)
    mind.begin("Cliff\nA path leads west.\n\nYou can see a coin here.", {"location": "Cliff"})
    scored = "Taken.\n\n[Your score has just gone up by ten points.]"
    step(mind, "take coin", scored, "Cliff", inventory="a coin")
    step(mind, "west", "You can't go that way.", "Cliff", inventory="a coin")
    mind.learn(Move("jump"), "*** You have died ***", {"location": "Cliff", "lost": True})
    assert kept.learned == [
        ("Cliff", "take coin", Outcome.POINTS),
        ("Cliff", "west", Outcome.REFUSED),
        ("Cliff", "jump", Outcome.DEATH),
    ]


def test_what_opens_something_did_something_though_nothing_was_taken() -> None:
    kept = Kept()
    mind = StoryMind(kept)
    mind.begin("Hall\nA hall.\n\nYou can see a cloth here.", {"location": "Hall"})
    step(mind, "take cloth", "You pull on the cloth as the door opens.", "Hall")
    assert kept.learned == [("Hall", "take cloth", Outcome.DONE)]


def test_a_later_run_fetches_the_points_first_and_avoids_what_killed_or_was_refused() -> None:
    mind = StoryMind(
        Kept(
            ("Cliff", "east", Outcome.POINTS),
            ("Cliff", "west", Outcome.DEATH),
            ("Cliff", "north", Outcome.REFUSED),
            ("Cliff", "take coin", Outcome.DONE),
        )
    )
    mind.begin("Cliff\nPaths lead west and north.\n\nYou can see a coin here.", {})
    assert mind.act("", {}).action == "east"
    mind.learn(Move("east"), "You can't go that way.", {})
    done = []
    for _ in range(8):
        done.append(mind.act("", {}).action)
        mind.learn(Move(done[-1]), "You can't do that.", {})
    assert "take coin" in done
    assert not {"west", "north"} & {*done}


def given(mind: StoryMind, reply: str, place: str, most: int = 20, **info: object) -> list[str]:
    """Return what the mind does while every command gets the same reply."""
    done = []
    for _ in range(most):
        done.append(mind.act("", {}).action)
        mind.learn(Move(done[-1]), reply, {"location": place, **info})
    return done


def test_what_is_carried_from_the_start_is_given_to_people() -> None:
    mind = StoryMind()
    info = {"location": "Lobby", "inventory": "ID card"}
    mind.begin("Lobby\nA desk.\n\nYou can see an attendant here.", info)
    assert "give card to attendant" in given(mind, "You can't.", "Lobby", inventory="ID card")


def test_who_sleeps_is_disturbed_and_who_does_not_is_let_be() -> None:
    sleeping = begun("Den\nA cave.\n\nA dog is here, snoring.", "Den")
    awake = begun("Den\nA cave.\n\nA dog is here, barking.", "Den")
    assert {"wake dog", "push dog", "kiss dog"} <= {*given(sleeping, "You can't.", "Den", 30)}
    assert "wake dog" not in given(awake, "You can't.", "Den", 30)


def test_who_bars_the_way_is_attacked() -> None:
    mind = begun("Gate\nA path leads north.\n\nA guard stands in front of you.", "Gate")
    step(mind, "north", "The guard blocks your path.", "Gate")
    assert "attack guard" in given(mind, "You can't do that.", "Gate", 5)


def test_a_locked_door_is_knocked_on_not_opened_and_tried_when_somebody_opens_it() -> None:
    mind = begun("Street\nA house with a door. A path leads north.", "Street")
    step(mind, "north", "The door is locked.", "Street")
    done = given(mind, "Nobody hears you.", "Street", 12)
    assert "knock on door" in done
    assert "open door" not in done
    mind.learn(Move(mind.act("", {}).action), "Anna opens the door.", {"location": "Street"})
    assert mind.act("", {}).action == "north"


def test_what_was_unlocked_is_opened_again() -> None:
    mind = StoryMind()
    info = {"location": "Hall", "inventory": "key 1"}
    mind.begin("Hall\nA hall.\n\nYou can see a chest here.", info)
    replies = {
        "open chest": "You have to unlock the chest with the key 1 first.",
        "unlock chest with key 1": "You unlock the chest.",
    }
    for _ in range(20):
        action = mind.act("", {}).action
        mind.learn(Move(action), replies.get(action, f"You gain nothing by {action}."), info)
        if action == "unlock chest with key 1":
            break
    assert mind.act("", {}).action == "open chest"


def test_a_key_that_does_not_fit_unlocks_nothing() -> None:
    mind = StoryMind()
    info = {"location": "Hall", "inventory": "key 1"}
    mind.begin("Hall\nA hall.\n\nYou can see a chest here.", info)
    replies = {
        "open chest": "You have to unlock the chest with the key 2 first.",
        "unlock chest with key 1": "That doesn't seem to fit the lock.",
    }
    done = []
    while "unlock chest with key 1" not in done:
        done.append(mind.act("", {}).action)
        reply = replies.get(done[-1], f"You gain nothing by {done[-1]}.")
        mind.learn(Move(done[-1]), reply, info)
    assert mind.act("", {}).action != "open chest"


def test_what_falls_out_of_an_emptied_thing_is_taken() -> None:
    mind = begun("Hall\nA hall.\n\nYou can see a pot here.", "Hall")
    step(mind, "take pot", "Taken.", "Hall", inventory="pot")
    step(mind, "open pot", "You open the pot.", "Hall", inventory="pot")
    while (action := mind.act("", {}).action) != "empty pot":
        mind.learn(Move(action), "You can't do that.", {"location": "Hall", "inventory": "pot"})
    told = "It soaks away, but a golden pin remains."
    mind.learn(Move(action), told, {"location": "Hall", "inventory": "pot"})
    assert mind.act("", {}).action == "take pin"


def test_a_seed_decides_among_nearly_equal_tries_the_same_way_each_time() -> None:
    def first(seed: int) -> str:
        mind = StoryMind(seed=seed)
        mind.begin("Hall\nPaths lead north, east, south and west.", {"location": "Hall"})
        return mind.act("", {}).action

    assert first(0) == "north"
    assert [first(seed) for seed in range(1, 9)] == [first(seed) for seed in range(1, 9)]
    assert len({first(seed) for seed in range(1, 9)}) > 1


def test_a_way_that_an_earlier_run_was_refused_is_tried_when_somebody_opens_it() -> None:
    mind = StoryMind(Kept(("Street", "north", Outcome.REFUSED)))
    mind.begin("Street\nA house. A path leads north.", {"location": "Street"})
    action = mind.act("", {}).action
    assert action != "north"
    mind.learn(Move(action), "Anna opens the door.", {"location": "Street"})
    assert mind.act("", {}).action == "north"


def test_a_printed_room_is_believed_where_the_world_has_lost_track() -> None:
    mind = begun("-= Bedroom =-\nA bed. A door leads east.", "bedroom")
    told = "-= Kitchen =-\nA stove.\n\nYou can see a pan here."
    mind.learn(Move("enter door"), told, {"location": "bedroom"})
    assert mind.act("", {}).action == "take pan"
    mind.learn(Move("take pan"), "You take it.", {"location": "bedroom", "inventory": "pan"})
    done = given(mind, "Nothing happens.", "bedroom", 4, inventory="pan")
    assert "search bed" not in done


def test_a_place_that_a_sentence_names_like_a_heading_is_not_entered() -> None:
    mind = begun("-= Shed =-\nA shed.\n\nYou can see a fork here.", "Shed")
    told = "Can only prepare the meal in the -= Kitchen =-."
    mind.learn(Move("prepare meal"), told, {"location": "Shed"})
    assert mind.act("", {}).action == "take fork"


def test_what_could_not_be_taken_is_not_tried_again_in_the_next_life() -> None:
    start = "Cliff\nA path leads west.\n\nYou can see a coin here."
    mind = begun(start, "Cliff")
    step(mind, "take coin", "You can't reach it.", "Cliff")
    mind.learn(Move("jump"), "*** You have died ***", {"location": "Cliff", "lost": True})
    step(mind, "restart", start, "Cliff")
    assert "take coin" not in given(mind, "You can't do that.", "Cliff", 8)
