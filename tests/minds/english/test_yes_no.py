"""Questions for yes or no: no answer but what a text says, of whom it says it, and for when."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def said(text: str, question: str) -> str:
    """Return what is answered after a text; "?" is no answer."""
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        memory.remember(text)
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # another complement than the one that is told
        ("Anna is allergic to peanuts.", "Is Anna allergic to penicillin?"),
        ("Anna is afraid of spiders.", "Is Anna afraid of dogs?"),
        ("Anna is afraid of spiders.", "Is Anna afraid?"),
        ("Tom is good at chess.", "Is Tom good at football?"),
        ("Sara is responsible for the budget.", "Is Sara responsible for the garden?"),
        ("Otto is tired of work but proud of his garden.", "Is Otto tired of his garden?"),
        # in the same sentence, but denied or said of somebody else
        ("Mia eats eggs, but nuts make her ill.", "Does Mia eat nuts?"),
        ("Leo likes olives but not fish.", "Does Leo like fish?"),
        ("Anna drinks coffee but never tea.", "Does Anna drink tea?"),
        ("Anna owns a car but not a boat.", "Does Anna own a boat?"),
        ("Bea reads novels but no newspapers.", "Does Bea read newspapers?"),
        ("Ned likes history, and Oda is interested in art.", "Is Ned interested in art?"),
        ("Kim owns a red car and Lou owns a blue bicycle.", "Does Kim own a blue car?"),
        ("Eva met Tom in Rome, and Ann met Ben in Paris.", "Did Eva meet Tom in Paris?"),
        # something else does not exclude it
        ("Leo likes olives. Ann eats fish.", "Does Leo like fish?"),
        ("Ben plays the piano and Eva plays the violin.", "Does Ben play the violin?"),
        ("Yara has a dog called Rex and Zoe has a cat called Tiger.", "Does Yara have a cat?"),
        ("Vera sold the boat to Tom.", "Did Vera buy the boat?"),
        ("The key is in the drawer. The lamp is in the hall.", "Is the key in the hall?"),
        # less than what is asked
        ("Eva inherited a farm.", "Did Eva buy the farm?"),
        ("Otto attended Hill School.", "Did Otto graduate from Hill School?"),
        ("Nils likes jazz.", "Does Nils love jazz?"),
        ("Vera teaches at the spa. Ulf works at the spa.", "Does Ulf teach at the spa?"),
        ("The ball is under the bed.", "Is the ball on the bed?"),
        ("Ann likes milk chocolate.", "Does Ann like milk?"),
        ("Mona is a nurse.", "Is Mona a good nurse?"),
        # for some time, or for some days
        ("Hans lent Ivo a ladder.", "Does Ivo own the ladder?"),
        ("Marta was in Berlin last week.", "Is Marta in Berlin?"),
        # only in a text that was not read
        ("Eva was the mayor of Linz until 2019. Since then Max has been the mayor of Linz.",
         "Is Max the mayor of Linz?"),
        # neither yes nor no would be clear
        ("Anna Berg lives in Oslo. Anna Holm lives in Rome.", "Does Anna live in Oslo?"),
        ("Nora no longer works at Acme.", "Does Nora no longer work at Acme?"),
        ("Ben lives in Oslo.", "Does Ben not live in Oslo?"),
    ],
)  # fmt: skip
def test_what_is_not_told_is_neither_confirmed_nor_denied(text: str, question: str) -> None:
    assert said(text, question) == "?"


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Anna is allergic to peanuts.", "Is Anna allergic to peanuts?", "yes"),
        ("Tom is good at chess.", "Is Tom good at chess?", "yes"),
        ("Mia eats eggs, but nuts make her ill.", "Does Mia eat eggs?", "yes"),
        ("Leo likes olives but not fish.", "Does Leo like olives?", "yes"),
        ("Ann likes milk chocolate.", "Does Ann like chocolate?", "yes"),
        ("Ella met Tom in Rome.", "Did Ella meet Tom in Rome?", "yes"),
        ("Lena is married to Paul.", "Is Lena married?", "yes"),
        ("Dino works as a waiter at the inn.", "Is Dino a waiter?", "yes"),
        ("The inn is next to the bank.", "Is the inn next to the bank?", "yes"),
        ("Mona is a nurse at the clinic in Bonn.", "Is Mona a nurse?", "yes"),
        ("Tina is a piano teacher.", "Is Tina a teacher?", "yes"),
        ("Vera teaches at Hill School.", "Does Vera work at Hill School?", "yes"),
        ("The hut is in Voss, and Voss is in Norway.", "Is the hut in Norway?", "yes"),
        ("The ball is under the bed. The bed is in the attic.", "Is the ball in the attic?", "yes"),
        ("Paula lives in Siena. Siena is in Tuscany.", "Does Paula live in Tuscany?", "yes"),
        ("Hans lent Ivo a ladder.", "Does Ivo have the ladder?", "yes"),
        ("Anna lived in Rome from 2010 to 2015.", "Does Anna live in Rome?", "no"),
        ("Nora no longer works at Acme.", "Does Nora work at Acme?", "no"),
        ("Omar used to live in Lyon.", "Does Omar live in Lyon?", "no"),
        ("Omar lives in Lyon. Ida lives in Paris.", "Does Omar live in Paris?", "no"),
        ("Lou owns the boat. Kim owns the car.", "Does Kim own the boat?", "no"),
        ("Lena is married to Paul. Ida met Tom.", "Is Lena married to Tom?", "no"),
        ("The lamp is in the kitchen. The key is in the hall.", "Is the lamp in the hall?", "no"),
    ],
)  # fmt: skip
def test_what_is_told_or_excluded_is_answered(text: str, question: str, answer: str) -> None:
    assert said(text, question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When will Maria visit Rome?", "26 March 2027"),
        ("When does Maria visit Rome?", "26 March 2027"),
        ("Will Maria visit Rome?", "yes"),
        ("Who will visit Rome?", "Maria"),
        ("Did Maria visit Rome?", "?"),
        ("Has Maria visited Rome?", "?"),
        ("When did Maria visit Rome?", "?"),
        ("Who visited Rome?", "?"),
        ("Will Maria visit Oslo?", "?"),
    ],
)
def test_a_plan_answers_what_is_to_come_and_nothing_else(question: str, answer: str) -> None:
    assert said("Maria will visit Rome on 26 March 2027. Ida visited Oslo.", question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When will Tom move to Bonn?", "May 2027"),
        ("Where does Tom live?", "Kiel"),
        ("Does Tom live in Kiel?", "yes"),
        ("Does Tom live in Bonn?", "no"),
        ("Where will Tom live?", "Bonn"),
    ],
)
def test_a_planned_change_has_not_happened_yet(question: str, answer: str) -> None:
    assert said("Tom lives in Kiel. Tom will move to Bonn in May 2027.", question) == answer


def test_a_visit_of_the_past_is_no_plan() -> None:
    assert said("Ruth visited Rome in 2019.", "Will Ruth visit Rome?") == "?"
    assert said("Ruth visited Rome in 2019.", "Who will visit Rome?") == "?"


def test_a_later_text_that_may_say_otherwise_stops_a_yes() -> None:
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        memory.remember("Ida Moss lives in Wels.", at=datetime(2020, 1, 1, tzinfo=UTC))
        assert memory.ask("Does Ida Moss live in Wels?").text == "yes"
        memory.remember(
            "Ida has found a new flat and moved in May.", at=datetime(2023, 6, 1, tzinfo=UTC)
        )
        assert memory.ask("Does Ida Moss live in Wels?").abstained
