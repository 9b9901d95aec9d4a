"""Whom a title or an introduction means, where the reader tells genders."""

from datetime import UTC, datetime

import pytest

from clew import Entity, Kind, Memory
from clew.learn.spelling import needs_known, short_for
from clew.learn.who.called import Called
from clew.llm.scripted import ScriptedModel


@pytest.mark.parametrize(
    ("short", "full", "same"),
    [
        (Called("Mrs Weber", "Mrs", "f"), Called("Anna Weber", "", "f"), True),
        (Called("Mrs Weber", "Mrs", "f"), Called("Karl Weber", "", "m"), False),
        (Called("Mrs Weber", "Mrs", "f"), Called("Kim Weber"), False),
        (Called("Dr Weber", "Dr"), Called("Anna Weber", "", "f"), False),
        (Called("Mrs Anna", "Mrs", "f"), Called("Anna Weber", "", "f"), False),
        (Called("Mary Tate", "", "f"), Called("Mary Louise Tate", "", "f"), False),
        (Called("Mary Louise", "", "f"), Called("Mary Louise Tate", "", "f"), True),
        (Called("Louise Tate", "", "f"), Called("Mary Louise Tate", "", "f"), False),
        (Called("Jan Vries", "", "m"), Called("Jan de Vries", "", "m"), False),
        (Called("Tom Hill", "", "m"), Called("Tom Hill junior", "", "m"), False),
        (Called("Hill junior"), Called("Tom Hill junior", "", "m"), True),
        (Called("Tom Jr."), Called("Tom Hill Jr.", "", "m"), True),
        (Called("Kov\u00e1cs Rita"), Called("Rita Kov\u00e1cs", "", "f"), True),
        (Called("Kovacs Rita", "", "f"), Called("Rita Kovacs"), True),
        (Called("Rita Kovacs"), Called("Kovacs Rita"), False),
        (Called("Roy Hill"), Called("Hill Roy", "", "m"), False),
        (Called("Nagy Horvath"), Called("Horvath Nagy"), False),
        (Called("Simon Paul", "", "m"), Called("Paul Simon", "", "m"), False),
        (Called("Simon", "", "m"), Called("Paul Simon", "", "m"), False),
        (Called("Olaf", "", "m"), Called("King Olaf", "King", "m"), False),
        (Called("Simon", "", "m"), Called("Simon (son)", "", "m"), True),
    ],
)
def test_gender_speaks_for_one_person_or_against(short, full, same):
    assert short_for(short, full, here=True) == same


@pytest.mark.parametrize(
    ("short", "full", "same"),
    [
        (Called("Mrs Weber", "Mrs", "f"), Called("Anna Weber", "", "f"), True),
        (Called("Mr Weber", "Mr", "m"), Called("Anna Weber", "", "f"), False),
        (Called("Mrs Weber", "Mrs", "f"), Called("Kim Weber"), True),
        (Called("Queen Weber", "Queen", "f"), Called("Anna Weber", "", "f"), False),
        (Called("Bob Hall"), Called("Robert Hall"), True),
        (Called("Bob"), Called("Robert Hall"), True),
        (Called("Bob"), Called("Robert"), False),
        (Called("Bob Hall"), Called("Robert Roy"), False),
        (Called("Nan"), Called('Anna "Anni" Hall'), False),
        (Called("El Amrani"), Called("Omar El Amrani"), True),
        (Called("Omar"), Called("Omar al-Khatib"), True),
    ],
)
def test_a_name_of_another_text_may_be_short_for_a_known_one(short, full, same):
    assert short_for(short, full) == same


@pytest.mark.parametrize(
    ("short", "full", "known"),
    [
        (Called("Mrs Weber", "Mrs", "f"), Called("Anna Weber", "", "f"), True),
        (Called("Bob Hall"), Called("Robert Hall"), True),
        (Called("El Amrani"), Called("Omar El Amrani"), False),
    ],
)
def test_a_title_and_a_familiar_name_mean_nobody_who_only_comes_later(short, full, known):
    assert needs_known(short, full) == known


def test_a_mister_is_the_only_one_of_the_name_that_is_known():
    assert len(entities(("Karl Weber", 1), ("Mr Weber", 2))) == 1
    assert len(entities(("Karl Weber", 1), ("Kim Weber", 2), ("Mr Weber", 3))) == 3
    assert len(entities(("Karl Weber", 1), ("Mr Weber", 3), ("Kim Weber", 2))) == 3


def test_a_familiar_first_name_is_that_of_one_person():
    assert len(entities(("Robert Roy", 1), ("Bob Roy", 2), ("Bob", 3))) == 1
    assert len(entities(("Robert Roy", 1), ("Bob Roy", 2), ("Rob Roy", 3))) == 2
    assert len(entities(("Bob Roy", 1), ("Robert Roy", 2))) == 2


WHO = {
    "Anna Weber": ("", "f"),
    "Mrs Weber": ("Mrs", "f"),
    "Anna": ("the vicar", "f"),
    "Karl Weber": ("", "m"),
    "Kim Weber": ("", ""),
    "Mr Weber": ("Mr", "m"),
    "Robert Roy": ("", "m"),
    "Bob Roy": ("", "m"),
    "Bob": ("", "m"),
    "Rob Roy": ("", "m"),
    "Nora": ("", "f"),
    "Nora (the other one)": ("", "f"),
}


def entities(*names):
    """Return the names of each entity of texts that name one person each, a day later each."""

    def reply(task):
        title, gender = WHO[task.text]
        person = {"name": task.text, "title": title, "gender": gender}
        return {"theses": [{"text": task.text, "entities": [task.text]}], "people": [person]}

    with Memory.open(embedder=None, model=ScriptedModel(reply)) as memory:
        for name, day in names:
            memory.remember(name, at=datetime(2024, 1, day, tzinfo=UTC))
        with memory.view() as view:
            found = view.items(view.ids(Kind.ENTITY))
    return [sorted([one.name, *one.aliases]) for one in found if isinstance(one, Entity)]


@pytest.mark.parametrize(
    ("names", "together"),
    [
        (("Anna Weber", "Mrs Weber"), True),
        (("Mrs Weber", "Anna Weber"), False),
        (("Anna Weber", "Anna"), False),
        (("Anna", "Anna Weber"), True),
    ],
)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_title_and_an_introduction_mean_one_or_another_by_who_was_known(names, together, order):
    found = entities(*((names[number], 1 + number) for number in order))
    assert (len(found) == 1) == together


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_namesake_told_apart_takes_no_bare_name(order):
    told = (("Nora (the other one)", 1), ("Nora", 2))
    assert len(entities(*(told[number] for number in order))) == 2


@pytest.mark.parametrize(
    ("names", "entities"), [(("Mr Weber", "Kim Weber"), 2), (("Karl Weber", "Mr Weber"), 1)]
)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)])
def test_a_mister_told_before_a_full_name_is_another(names, entities, order):
    full = max(names, key=len)
    told = {full: [full], " pays ".join(names): names, f"{full} again": [full]}

    def reply(task):
        people = [
            {"name": one, "title": WHO[one][0], "gender": WHO[one][1]} for one in told[task.text]
        ]
        return {"theses": [{"text": task.text, "entities": told[task.text]}], "people": people}

    with Memory.open(embedder=None, model=ScriptedModel(reply)) as memory:
        for number in order:
            memory.remember([*told][number], at=datetime(2024, 1, 1 + number, tzinfo=UTC))
        with memory.view() as view:
            found = view.items(view.ids(Kind.ENTITY))
    assert sum(isinstance(one, Entity) for one in found) == entities
