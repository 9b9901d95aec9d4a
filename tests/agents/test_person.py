import pytest

from clew.agents.memory import History
from clew.agents.person import Person, Pick, StoppedError
from clew.llm.base import Failure, FailureKind
from clew.llm.human import Human
from clew.llm.scripted import ScriptedModel


def info(place: str, *actions: str) -> dict[str, object]:
    return {"location": place, "inventory": "You carry nothing.", "admissible_actions": actions}


def person(*typed: object, **options) -> tuple[Person, ScriptedModel]:
    model = ScriptedModel([{"action": each} if isinstance(each, str) else each for each in typed])
    return Person(model, **options), model


@pytest.mark.parametrize("number", ["2", "\uff12", "\u0662"])
def test_an_action_is_named_by_number_in_any_script_or_in_words(number):
    player, _ = person(number, "The LOOK.")
    here = info("Hall", "go east", "look")
    player.begin("A hall.", here)
    assert [player.act("A hall.", here).action for _ in range(2)] == ["look", "look"]


@pytest.mark.parametrize("typed", ["0", "3", "fly", "²"])
def test_what_cannot_be_done_is_refused_and_asked_again(typed):
    player, model = person(typed, "look")
    here = info("Hall", "go east", "look")
    player.begin("A hall.", here)
    decision = player.act("A hall.", here)
    assert (decision.action, decision.refused) == ("look", (typed,))
    assert f"That cannot be done: {typed}" in model.asked[1].inputs()


def test_what_all_the_asking_cost_is_told():
    player, model = person("fly", "9" * 200, "look")
    here = info("Hall", "look")
    player.begin("A hall.", here)
    decision = player.act("A hall.", here)
    assert (decision.action, len(decision.refused)) == ("look", 2)
    assert decision.usage.calls == len(model.asked) == 3


def test_where_the_world_does_not_tell_it_is_asked_itself():
    player, _ = person("dance", "1")
    player.begin("A hall.", info("Hall"))
    (move,) = player.act("A hall.", info("Hall")).moves
    assert move.action == "dance"
    player.learn(move, "An attic.", info("Attic"))
    assert player.act("An attic.", info("Attic")).action == "1"


def walked(navigate: bool) -> tuple[Person, ScriptedModel, dict[str, object]]:
    player, model = person("go east", "go to Hall", "look", navigate=navigate)
    player.begin("A hall.", info("Hall", "go east"))
    (move,) = player.act("A hall.", info("Hall", "go east")).moves
    there = info("Attic", "go west", "look")
    player.learn(move, "An attic.", there)
    return player, model, there


def test_known_places_are_walked_to():
    player, model, there = walked(navigate=True)
    decision = player.act("An attic.", there)
    assert [move.action for move in decision.moves] == ["go west"]
    assert decision.moves[0].to == "Hall"
    asked = model.asked[-1]
    assert isinstance(asked, Pick)
    assert asked.actions == ("go west", "look", "go to Hall")


def test_with_the_papers_tools_they_are_not():
    player, _, there = walked(navigate=False)
    assert player.act("An attic.", there).refused == ("go to Hall",)


def test_a_person_who_leaves_ends_the_run():
    player, _ = person(Failure(FailureKind.REFUSED, "gone"))
    here = info("Hall", "look")
    player.begin("A hall.", here)
    with pytest.raises(StoppedError):
        player.act("A hall.", here)


def test_the_memory_learns_what_a_person_sees_and_does():
    memory = History()
    player, _ = person("look", memory=memory)
    here = info("Hall", "look")
    player.begin("A hall.", here)
    (move,) = player.act("A hall.", here).moves
    player.learn(move, "A hall, still.", here)
    assert memory.recall([], "", []).texts == ("A hall.", "> look\nA hall, still.")


def test_what_is_shown_has_numbered_actions_and_no_score():
    shown: list[str] = []
    player = Person(Human(lambda _: "1", shown.append))
    here = {**info("Hall", "look"), "score": 77, "max_score": 99, "won": False}
    player.begin("A hall.", here)
    assert player.act("A hall.", here).action == "look"
    assert "What do you do?\n\nA hall.\n\nYou carry nothing.\n\n  1 look" in shown[0]
    assert "77" not in shown[0]


@pytest.mark.parametrize("typed", ["e", "east", "go east", "GO EAST"])
def test_a_way_is_learned_however_it_is_typed(typed):
    player, _ = person(typed)
    player.begin("A hall.", info("Hall"))
    (move,) = player.act("A hall.", info("Hall")).moves
    player.learn(move, "An attic.", info("Attic"))
    assert player.map.leads("Hall") == {"east": "Attic"}
