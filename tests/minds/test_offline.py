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


@pytest.mark.parametrize(
    "texts",
    [
        ("The mill is red.", "The mill is white."),
        ("Anna works at Acme. Anna works at Bolt.",),
        ("Anna lives in Oslo.", "Anna plans to live in Rome on 26 March 2024."),
        ("Anna lives in Oslo.", "Anna does not live in Oslo all year."),
    ],
)
def test_what_excludes_nothing_ends_nothing(texts):
    stated = {part.strip(" .").casefold() for text in texts for part in text.split(". ")}
    stated = {one.removesuffix(" on 26 march 2024") for one in stated}
    wrong = {"anna does not live in oslo all year"}
    assert {fact.casefold() for fact in current(*texts)} == stated - wrong


@pytest.mark.parametrize(
    "denial",
    [
        "Anna no longer works at Acme.",
        "Anna does not work at Acme any more.",
        "Anna does not work at Acme.",
        "It is not true that Anna works at Acme.",
    ],
)
def test_a_denial_ends_what_it_denies_and_tells_of_no_past(denial):
    assert current("Anna works at Acme.", denial) == set()
    assert current(denial, "Anna works at Acme.") == {"Anna works at Acme"}


def test_what_lies_ahead_is_planned_and_over_when_its_date_is():
    text = "The premiere is on 20 January 2024."
    assert current(text) == set()
    assert current("Anna lives in Oslo.", "Anna will move to Rome on 2 March 2024.") >= {
        "Anna lives in Oslo"
    }
