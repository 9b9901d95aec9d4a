"""Things without a name: somebody's, or those of their text alone, unless a kind is meant."""

from datetime import UTC, datetime
from itertools import permutations

import pytest

from clew import Memory
from clew.learn.tasks import Extract, Extraction, ExtractTriplets
from clew.minds.english.reading.prose import read_prose

DAY = datetime(2024, 3, 1, tzinfo=UTC)
LETTER = ("The dog is called Rex. The dog is black.", "letter")
CHAT = ("The dog bit Tom. The dog is called Bello.", "chat")
LATER = ("The dog is old.", "chat")


def facts(text: str, source: str = "", at: datetime | int = DAY) -> set[str]:
    read = read_prose(Extract(text, at, source)).value
    assert isinstance(read, Extraction)
    return {f"{one.subject} | {one.relation} | {one.object}" for one in read.facts}


def told(memory: Memory, *texts: tuple[str, str]) -> Memory:
    for text, source in texts:
        memory.remember(text, at=DAY, source=source)
    return memory


def shown(memory: Memory, *names: str) -> dict[str, set[str]]:
    return {name: {fact.text for fact in memory.facts(name)} for name in names}


def test_a_dog_is_that_of_its_text_by_source_or_else_by_day() -> None:
    assert facts("The dog is black.", "letter (2)") == {"the dog (letter 2) | is | black"}
    assert facts("The old dog is black.") == {"the old dog (2024-03-01) | is | black"}


def test_in_a_world_of_steps_a_name_means_one_thing() -> None:
    assert facts("The dog is black.", "hunt", at=3) == {"the dog | is | black"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Anna likes chess.", "Anna | likes | chess"),
        ("Anna plays the piano.", "Anna | plays | the piano"),
        ("The museum is open.", "the museum | is | open"),
        ("The lighthouse museum is open.", "the lighthouse museum | is | open"),
        ("Anna has a dog.", "Anna | has | dog"),
        ("Anna owns the car.", "Anna | owns | car"),
        ("Rex is a dog.", "Rex | is | dog"),
        ("A dog is an animal.", "dog | is | animal"),
    ],
)
def test_kinds_topics_places_and_what_somebody_has_are_shared(text: str, said: str) -> None:
    assert said in facts(text, "letter")


def test_what_did_something_or_is_told_of_again_is_one_thing() -> None:
    assert "the dog (letter) | bit | Anna" in facts("A dog bit Anna.", "letter")
    assert "Karl | built | house" in facts("Karl built a house.", "letter")
    built = facts("Karl built a house. The house is red.", "letter")
    assert built == {"Karl | built | the house (letter)", "the house (letter) | is | red"}


def test_two_texts_tell_of_two_dogs_and_one_source_goes_on_about_its_own() -> None:
    for texts in permutations([LETTER, CHAT, LATER]):
        with Memory.open(embedder=None) as memory:
            assert shown(told(memory, *texts), "Rex", "Bello") == {
                "Rex": {"Rex is dog", "the dog (letter) is black"},
                "Bello": {"Bello is dog", "the dog (chat) bit Tom", "the dog (chat) is old"},
            }


def test_forgetting_merging_and_telling_again_keep_the_two_apart() -> None:
    with Memory.open(embedder=None) as memory, Memory.open(embedder=None) as other:
        told(memory, LETTER, CHAT, CHAT)
        before = shown(memory, "Rex", "Bello")
        memory.merge("the dog (letter)", "the dog (chat)")
        assert memory.entity("Rex").id == memory.entity("Bello").id
        memory.split("the dog (chat)")
        assert shown(memory, "Rex", "Bello") == before
        other.import_(memory.export())
        assert shown(other, "Rex", "Bello") == before
        assert memory.forget(source="chat").complete
        assert shown(memory, "Rex") == {"Rex": before["Rex"]}


def test_who_sells_a_thing_sells_what_they_had_and_nobody_elses() -> None:
    with Memory.open(embedder=None) as memory:
        told(memory, ("Eva bought a house.", "1"), ("Tom owns the house.", "2"))
        told(memory, ("Eva sold the house.", "3"))
        assert "Tom owns house" in shown(memory, "Tom")["Tom"]
        assert "Eva owns house" not in shown(memory, "Eva")["Eva"]


def test_what_somebody_bought_is_theirs_in_the_rest_of_the_text() -> None:
    said = facts("Eva bought a house. The house is red. Eva sold the house.", "letter")
    assert said >= {"Eva's house | is | red", "Eva | sold | house"}


def test_a_question_about_a_dog_is_about_every_dog() -> None:
    with Memory.open(embedder=None) as memory:
        told(memory, ("The dog lives in Oslo.", "letter"))
        assert memory.ask("Where does the dog live?").text == "Oslo"
        told(memory, ("The dog lives in Rome.", "chat"))
        assert memory.ask("Where does the dog live?").abstained
        assert memory.ask("Which dog lives in Oslo?").text == "the dog (letter)"
        assert memory.ask("Which dog lives in Rome?").text == "the dog (chat)"


def test_a_model_is_asked_to_name_such_things_by_source_or_day() -> None:
    for task in (Extract, ExtractTriplets):
        (system, *_) = task("A dog barked.", DAY).messages()
        assert 'gets the source or day: "dog (chat)"; kinds and topics do not' in system.text
