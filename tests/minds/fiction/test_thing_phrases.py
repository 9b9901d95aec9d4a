import pytest

from clew.minds.fiction.thing_phrases import thing_phrases


def nouns(sentence: str) -> list[str]:
    return [words[-1] for _, words in thing_phrases(sentence)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Here sits a massive, ancient desk.", ["desk"]),
        ("A bank of printers stands here.", ["printers"]),
        ("A heavy door bars the way.", ["door", "way"]),
        ("A formidable looking dog sleeps here.", ["dog"]),
        ("You see some jars and one shiny can.", ["jars", "can"]),
        ("There is a sink, toilet and shower.", ["sink", "toilet", "shower"]),
        ("There is no stereo here.", []),
        ("Anna growls.", []),
        ("You see a locked usual looking navy locker right there by you.", ["locker"]),
        ("A red locker is close by, and a chest nearby.", ["locker", "chest"]),
        ("A dark one.", []),
        ("You can see one shiny can here.", ["can"]),
        ("There is a key 1 on the floor.", ["key 1", "floor"]),
    ],
)  # fmt: skip
def test_the_noun_of_each_phrase_is_found(sentence: str, found: list[str]) -> None:
    assert nouns(sentence) == found


def test_a_bare_list_has_one_phrase() -> None:
    assert list(thing_phrases("see: rusty axe")) == [("see:", ["rusty", "axe"])]
