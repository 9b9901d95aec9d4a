"""Whom a title or an introduction means, where the reader tells genders."""

from datetime import UTC, datetime

import pytest

from clew import Entity, Kind, Memory
from clew.learn.spelling import Called, short_for
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
        (Called("Simon Paul", "", "m"), Called("Paul Simon", "", "m"), False),
        (Called("Simon", "", "m"), Called("Paul Simon", "", "m"), False),
        (Called("Olaf", "", "m"), Called("King Olaf", "King", "m"), False),
        (Called("Simon", "", "m"), Called("Simon (son)", "", "m"), True),
    ],
)
def test_gender_speaks_for_one_person_or_against(short, full, same):
    assert short_for(short, full, here=True) == same


def test_a_title_with_a_last_name_is_somebody_else_of_the_family_in_another_text():
    assert not short_for(Called("Mrs Weber", "Mrs", "f"), Called("Anna Weber", "", "f"))


WHO = {
    "Anna Weber": ("", "f"),
    "Mrs Weber": ("Mrs", "f"),
    "Anna": ("the vicar", "f"),
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
        (("Anna Weber", "Mrs Weber"), False),
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
