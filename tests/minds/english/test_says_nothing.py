"""Values that do not answer a question: its own words, other kinds of things, jobs at home."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.minds.english.words.word_lists import word_list

AT = datetime(2024, 5, 15, tzinfo=UTC)


def asked(question: str, *texts: str) -> str | None:
    with Memory.open(":memory:", embedder=None) as memory:
        for text in texts:
            memory.remember(text, at=AT)
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (["Nate plays games."], "What mediums does Nate use to play games?", None),
        (["Nate plays games."], "What does Nate play?", "games"),
        (["Tom signed with a new team."], "Which team did Tom sign with?", None),
        (["Ida drives an old car."], "What car does Ida drive?", None),
        (["Ida drives a red car."], "What car does Ida drive?", "red car"),
        (["Ida is a nurse."], "Is Ida a nurse or a teacher?", "nurse"),
        (["Nate enjoys turtles.", "Nate loves milk."], "What books does Nate enjoy?", None),
        (["Nate enjoys turtles.", "Nate loves milk."], "What does Nate like?", "turtles, milk"),
        (["Ida loves pasta."], "What food does Ida love?", "pasta"),
        (["Ida likes pop and jazz."], "What music does Ida like?", "pop, jazz"),
        (["Ida was in Rome.", "Ida was on a hike."], "How many hikes has Ida been on?", None),
        (["Ida works at Bask. Tom works at Bask."], "How many people work at Bask?", "2"),
        (["Tom visited Rome last week."], "Which month did Tom visit Rome?", None),
        (
            ["Tom's laptop crashed last week."],
            "When did Tom's laptop crash?",
            "the week of 6 May 2024",
        ),
        (["Tom's laptop crashed last week."], "On which day did Tom's laptop crash?", None),
        (["The rope weighs four kilos."], "How much does the rope weigh?", "four kilos"),
        (["Tom works as a guard."], "What does Tom do?", "guard"),
        (["Tom works as a guard."], "What does Tom do for a living?", "guard"),
        (["Tom works as a guard."], "What does Tom do at home?", None),
        (["Tom works as a guard."], "What does Tom do in his free time?", None),
        (["Tom works as a guard."], "What does Tom do to share what he knows?", None),
    ],
)
def test_only_what_answers_is_an_answer(texts: list[str], question: str, answer: str) -> None:
    assert asked(question, *texts) == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Tom visited Rome and Oslo.", "Which cities has Tom visited?", "Rome, Oslo"),
        ("Tom visited Rome.", "Which city did Tom visit?", "Rome"),
        ("Tom visited Rome.", "Which hospital did Tom visit?", None),
        ("Tom visited a game convention.", "What state did Tom visit?", None),
        ("Tom visited a game convention.", "Which county did Tom visit?", None),
        ("Tom visited the old mill.", "Which province did Tom visit?", None),
        ("Tom visited the old mill.", "Which continent did Tom visit?", None),
        ("Tom visited Ohio.", "What state did Tom visit?", "Ohio"),
        ("Tom lives in Rome.", "Which city does Tom live in?", "Rome"),
        ("Tom lives in Rome.", "In which city does Tom live?", "Rome"),
    ],
)
def test_places_that_somebody_does_something_with(text: str, question: str, answer: str) -> None:
    assert asked(question, text) == answer


def test_every_language_known_is_one() -> None:
    languages = sorted(word_list("languages") - {"greek"})
    with Memory.open(":memory:", embedder=None) as memory:
        for number, language in enumerate(languages):
            text = f"Tom{number} Lind speaks Greek and {language.title()}."
            memory.remember(text, at=AT, source=str(number))
        answers = [
            memory.ask(f"What languages does Tom{number} Lind speak?").text
            for number in range(len(languages))
        ]
    assert answers == [f"Greek, {one.title()}" for one in languages]


@pytest.mark.parametrize(
    "quality", ["new", "old", "other", "different", "certain", "good", "great", "nice"]
)
def test_a_quality_that_any_has_tells_nothing(quality: str) -> None:
    assert asked("Which team did Tom join?", f"Tom joined a {quality} team.") is None


@pytest.mark.parametrize(
    "tail", ["", " for a living", " for work", " for money", " now", " currently", " these days"]
)
def test_what_somebody_does_for_a_living_is_a_job(tail: str) -> None:
    assert asked(f"What does Tom do{tail}?", "Tom works as a guard.") == "guard"


@pytest.mark.parametrize(
    "where", ["under", "behind", "above", "below", "near", "beside", "next to"]
)
def test_what_is_under_the_mat_is_not_the_mat(where: str) -> None:
    text = f"The lamp is {where} the mat."
    assert asked("Where is the lamp?", text) == f"{where} the mat"
    assert asked(f"What is {where} the mat?", text) == "the lamp"
    assert asked(f"Is the lamp {where} the mat?", text) == "yes"
    assert asked("Where is the lamp?", "The lamp is in the box.") == "the box"
