import pytest

from clew.minds.fiction.room_text import advice, meant, read_room, things_in, ways_in


def listed(text: str) -> list[str]:
    return [one.name for one in things_in(text) if one.listed]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("On the end table are a telephone, a wallet and some keys.", "telephone wallet keys"),
        ("You can see an ancient silver coin and some barrels here.", "coin barrels"),
        ("You can also see: water - rusty axe (magic) - sign reads- NO SWIMMING", "water axe sign"),
        ("The windows are covered in cobwebs.", ""),
    ],
)
def test_things_that_lie_somewhere(text: str, names: str) -> None:
    assert listed(text) == names.split()


def test_what_stands_apart_from_the_description_is_a_thing() -> None:
    text = "Yard\nThe grass is green.\n\nA rusty tin pail rests in the grass."
    things = {one.name: one.listed for one in read_room(text, "Yard").things}
    assert things["pail"]
    assert not things["grass"]


def test_adjectives_are_no_things() -> None:
    found = [one.name for one in things_in("A green and yellow basket is on a cracked, pale box.")]
    assert found == ["basket", "box"]


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("To the east is a dead end. A path leads north and the stairs go up.", "north up"),
        ("Obvious exits: North, South-west, Down.", "north southwest down"),
        ("You look up at the sky.", ""),
        ("East is not blocked by a door. The way north is blocked.", "east"),
    ],
)
def test_ways(text: str, ways: str) -> None:
    assert ways_in(text) == tuple(ways.split())


def test_a_room_that_lists_its_ways() -> None:
    assert read_room("Hut\nYou can only go south.", "Hut").all_ways
    assert not read_room("Hut\nA door leads south.", "Hut").all_ways


def test_questions_and_advice() -> None:
    asked = "[Which do you mean, the front door or your bedroom door?]"
    assert meant(asked) == ("front door", "bedroom door")
    assert meant("Taken.") == ()
    assert advice("Perhaps you should examine the sign first.") == ("examine sign",)
    assert advice("You should be careful.") == ()
