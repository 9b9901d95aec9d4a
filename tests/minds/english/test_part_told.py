"""What a text tells of a part, of another or by comparison, which is no fact of the whole."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock
from tests.minds.english.cases import extract_prose

NOW = datetime(2026, 5, 20, tzinfo=UTC)
"""A Wednesday."""


def told(text: str) -> list[str]:
    """Return the facts of a text that was told now."""
    return [
        f"{one.subject} | {one.relation} | {one.object}" + " | ended" * one.ended
        for one in extract_prose(text, NOW).facts
    ]


def said(texts: list[str], question: str) -> str:
    """Return what is answered after messages of Ann's, or after one text; "?" is no answer."""
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        for number, text in enumerate(texts):
            speaks = text.startswith("Ann: ")
            given = {"role": "user", "name": "Ann", "content": text[5:]} if speaks else text
            talk = "chat" if speaks else ""
            memory.remember(given, at=NOW, source=f"note {number}", conversation=talk)
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # compared
        ("Nina is two years older than Lars.", []),
        ("Acme is bigger than Bask.", []),
        ("Otto plays tennis better than Emil.", []),
        ("Albrecht had more men.", []),
        ("Mia has too many books.", []),
        ("Ben weighs 10 kg more.", []),
        ("Ben weighs 10 kg.", ["Ben | weighs | 10 kg"]),
        ("Nina is two years old.", ["Nina | is | two years old"]),
        ("Acme is big.", ["Acme | is | big"]),
        ("Mia has many books.", ["Mia | has | books"]),
        # a part of it
        ("Henrik burned most of the letters after the war.", []),
        ("Ida sold some of the land in May.", []),
        # one of two
        ("The bakery on Hill Lane is closed. The bakery on Mill Lane is open.", []),
        ("The office in Bonn has 30 employees, the one in Rome 12.", []),
        ("The bakery on Hill Lane is closed. The bakery has a garden.",
         ["the bakery | is | closed", "the bakery | has | garden"]),
        ("The hotel in Bonn is big. The hotel in Bonn is old.",
         ["the hotel | is | big", "the hotel | is | old"]),
        # jobs and sides
        ("Gus has had three jobs: baker, driver and clerk.", ["Gus | has | three jobs"]),
        ("Gus has two pets: a dog and a cat.", ["Gus | has | dog", "Gus | has | cat"]),
        ("Dr Roy took out the upper left tooth.", []),
        ("Ida left Bonn.", ["Ida | left | Bonn"]),
        # what dies out, what makes talking hard
        ("Trout died out around 1960.", []),
        ("Lake Roy lies 612 m above sea level.", []),
        ("Tom is a cook, which makes talking about food funny.", ["Tom | is | cook"]),
        # what was in a film
        ("In the film, Ada lives in Paris.", []),
        ("In the series she plays a nurse.", []),
        ("Ada lives in the film studio.", ["Ada | lives in | the film studio"]),
        # left to somebody
        ("Heinz left his fortune to Ulla.", ["Heinz | left | Heinz's fortune",
                                             "Heinz | left Heinz's fortune to | Ulla"]),
        ("Dana leaves us in July.\nCheers, Simone", []),
    ],
)  # fmt: skip
def test_a_part_or_a_comparison_is_no_fact_of_the_whole(text: str, facts: list[str]) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    ("text", "owns"),
    [
        ("Hugo bought his daughter a bike.", []),
        ("Otto bought a ring for Eva.", []),
        ("Otto bought a ring for his wife.", []),
        ("Otto bought a ring for 300 euros.", ["Otto | owns | ring"]),
        ("Ida bought herself a car.", ["Ida | owns | car"]),
        ("Ida bought a car.", ["Ida | owns | car"]),
        ("Tove lent Nils her drill.", ["Nils | has | Tove's drill"]),
        ("Oskar sold Lea his old car.", ["Oskar | owns | Oskar's old car | ended",
                                         "Lea | owns | Oskar's old car"]),
        ("Tove sold Nils Berg's drill.", ["Tove | owns | Nils Berg's drill | ended"]),
    ],
)  # fmt: skip
def test_who_gets_a_thing_is_who_has_it(text: str, owns: list[str]) -> None:
    assert [one for one in told(text) if " owns " in one or " has " in one] == owns


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("Eva lives in Rome. Gita and her brother Ravi run a shop.",
         "Ravi | is the brother of | Gita"),
        ("Yesterday Gita Rao and her husband Rahul bought a flat.",
         "Rahul | is the husband of | Gita Rao"),
        ("Eva lives in Rome. Tom and her brother Ravi run a shop.",
         "Ravi | is the brother of | Eva"),
    ],
)  # fmt: skip
def test_her_brother_behind_a_name_is_of_that_name(text: str, tie: str) -> None:
    assert [one for one in told(text) if " | is the " in one] == ([tie] if tie else [])


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The mill burned down. It was the second fire there since 2020.", []),
        ("The mill burned down. It was the third time.", []),
        ("Lake Roy is deep. The village of Aal lies on its shore. Perch live in it.",
         ["Lake Roy | is | deep"]),
        ("Acme is a firm, founded in Bonn in 1921 by Ida Roy.",
         ["Acme | is | firm", "Ida Roy | founded | Acme", "Acme | was founded in | Bonn",
          "Acme | was founded in | 1921"]),
        ("The Aal Bridge is old. It is the first bridge in Bonn.",
         ["the Aal Bridge | is | old", "the Aal Bridge | is | the first bridge",
          "the Aal Bridge | is in | Bonn", "the first bridge | is in | Bonn"]),
        ("Anna and Ben like tea.", ["Anna | likes | tea", "Ben | likes | tea"]),
        ("Men like Tom and Ben like tea.", []),
    ],
)  # fmt: skip
def test_what_it_is_and_who_did_it(text: str, facts: list[str]) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (["Tom works at Bask. He resigned last week."], "Does Tom work at Bask?", "no"),
        (["Tom works at Bask. He resigned last week."], "Where did Tom work?", "Bask"),
        (["Tom is the director of Bask. He resigned last week."],
         "Who is the director of Bask?", "?"),
        (["Anna lives in Oslo. Anna left Oslo in March."], "Where does Anna live?", "?"),
        (["Anna left Oslo in March. Anna lives in Oslo again."], "Where does Anna live?", "Oslo"),
        (["Anna lives in Oslo. Ida left Oslo in March."], "Where does Anna live?", "Oslo"),
        (["Ferro's deputy, Rui Antunes, stepped down last week."],
         "Is Rui Antunes Ferro's deputy?", "no"),
        (["Ferro's deputy, Rui Antunes, stepped down the ladder last week."],
         "Is Rui Antunes Ferro's deputy?", "yes"),
        (["Rosa is married to Karl.", "Rosa left Karl."], "Who is Rosa's husband?", "?"),
        (["Rosa is married to Karl.", "Rosa left Karl for Tim."], "Is Rosa married?", "?"),
        (["Rosa is married to Karl.", "Rosa left Karl at the station."],
         "Who is Rosa's husband?", "Karl"),
        (["Rosa is married to Karl.", "Rosa left Karl a note."], "Who is Rosa's husband?", "Karl"),
        (["Leo stopped eating meat in 2019 but started again last winter."],
         "Does Leo eat meat?", "?"),
        (["Leo stopped eating meat in 2019."], "Does Leo eat meat?", "no"),
        (["Ann: I also work at Lidl.", "Ann: I no longer work at Lidl."],
         "Where does Ann work?", "?"),
        (["Ann: I work at Aldi.", "Ann: I also work at Lidl.", "Ann: I no longer work at Lidl."],
         "Where does Ann work?", "Aldi"),
        (["Ann: I work at Aldi.", "Ann: I also work at Lidl."],
         "Where does Ann work?", "Aldi, Lidl"),
        (["Isla is the daughter of Sarah and Tom."], "Who is Isla's mother?", "Sarah"),
        (["Isla is the daughter of Sarah and Tom."], "Who are Isla's parents?", "Sarah, Tom"),
        (["Isla is the daughter of Gita and Rahul."], "Who is Isla's mother?", "?"),
        (["Isla is the daughter of Tom."], "Who is Isla's mother?", "?"),
        (["Luca lives with Priya; before that he shared a flat with Tim."],
         "Does Luca live with Tim?", "?"),
        (["Ida shares a flat with Bo."], "Does Ida live with Bo?", "yes"),
        (["Anna weighs 60 kg. Ben weighs 10 kg more."], "How much does Ben weigh?", "?"),
        (["I'm meeting Petra on Friday."], "When am I meeting Petra?", "22 May 2026"),
        (["I am meeting Petra on Friday."], "When am I meeting Petra?", "22 May 2026"),
    ],
)  # fmt: skip
def test_what_is_over_or_of_another_is_no_answer(
    texts: list[str], question: str, answer: str
) -> None:
    assert said(texts, question) == answer


def test_a_year_that_is_compared_with_dates_nothing() -> None:
    text = "The company employs 300 people, twice as many as in 2020."
    assert [one.valid_from for one in extract_prose(text, NOW).facts] == [None]
    text = "Ida has lived in Rome since 2020."
    assert [one.valid_from for one in extract_prose(text, NOW).facts] == ["2020"]
