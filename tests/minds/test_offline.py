"""The default mind: prose and text worlds side by side."""

from datetime import UTC, datetime

import pytest

from clew import AsOf, Kind, Memory


def current(*texts):
    with Memory.open(embedder=None, model="rules") as memory:
        for day, text in enumerate(texts, 1):
            memory.remember(text, at=datetime(2024, 1, day, tzinfo=UTC))
        with memory.view(AsOf(valid=datetime(2024, 2, 1, tzinfo=UTC))) as view:
            return {one.text for one in view.items(view.ids(Kind.FACT))}


@pytest.mark.parametrize(
    "texts",
    [
        ("Bergen is in Norway.", "Bergen is in Europe."),
        ("Anna is in Oslo.", "Anna is on the sofa."),
        ("Anna is on the sofa.", "Anna is in Oslo."),
        ("The flag is in the cellar.", "The cellar is in Oslo."),
    ],
)
def test_a_place_within_a_place_ends_nothing(texts):
    said = [text.rstrip(".") for text in texts]
    assert {fact.casefold() for fact in current(*texts)} == {one.casefold() for one in said}


@pytest.mark.parametrize(
    "texts",
    [
        ("Anna is in Oslo.", "Anna is in Bergen."),
        ("The keys are on the table.", "The keys are in the drawer."),
    ],
)
def test_another_place_of_the_same_kind_ends_the_first(texts):
    (left,) = current(*texts)
    assert left.endswith(texts[1].rstrip(".")[-6:])


def test_a_thing_of_a_world_has_one_place_however_large():
    look = "-= Kitchen =-\nYou see a counter. On the counter you see a Golden key."
    assert "Golden key is on counter" in current(look)
    assert "Golden key is on counter" not in current(
        look, "You take the Golden key from the counter."
    )
