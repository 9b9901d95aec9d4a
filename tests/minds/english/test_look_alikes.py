"""What only sounds like something: a move to another job, a work wife, a house not yet bought."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from clew.clock import FixedClock

AT = datetime(2026, 3, 10, tzinfo=UTC)


def asked(question: str, *said: str) -> str:
    """Return what is answered after what Petra said, a month between the turns; "?" is nothing."""
    with Memory.open(embedder=None, clock=FixedClock(datetime(2026, 11, 26, tzinfo=UTC))) as memory:
        for month, content in enumerate(said):
            turn = {"role": "user", "name": "Petra", "content": content}
            memory.remember(turn, at=AT + timedelta(30 * month), conversation="c")
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


@pytest.mark.parametrize(
    "moved",
    [
        "We moved to Python 3.12.", "I moved from Gmail to Proton.", "I moved from Zorb to Gmail.",
        "I moved to Vodafone.", "I moved to HR.", "I moved to Accounting.", "I moved to decaf.",
        "I moved to the marketing team.", "We moved to Kubernetes.", "I was moved to tears.",
        "I moved to a new job.", "We moved to Plan B.", "I moved to the window seat.",
        "We moved to a bigger flat.", "I moved to night shifts.", "We moved to Level 2.",
        "I moved to the kitchen.", "We moved to Hav Bank.", "The company moved to Linux.",
        "We moved to Node.js.", "I moved to Sales in April.",
    ],
)  # fmt: skip
def test_a_move_to_no_home_leaves_the_home(moved: str) -> None:
    assert asked("Where does Petra live?", "I live in Ely.", moved) == "Ely"


@pytest.mark.parametrize(
    ("moved", "home"),
    [
        ("I moved to Rome.", "Rome"), ("We moved to Germany.", "Germany"),
        ("We moved to Dunmorrow.", "Dunmorrow"), ("I moved to Little Haven.", "Little Haven"),
        ("I moved from Ely to Brask.", "Brask"), ("We moved to 12 Hill Street.", "12 Hill Street"),
        ("We moved to Lindenweg 4.", "Lindenweg 4"), ("We moved to the coast.", "the coast"),
        ("I moved to the USA.", "the USA"), ("I moved to LA.", "LA"),
        ("I moved to the Hague.", "the Hague"), ("We moved to Kallvik with the kids.", "Kallvik"),
        ("We moved to a farm in Wales.", "Wales"),
    ],
)  # fmt: skip
def test_a_move_to_a_place_is_a_new_home(moved: str, home: str) -> None:
    assert asked("Where does Petra live?", moved) == home
    assert asked("Where does Petra live?", "I live in Ely.", moved) in {home, "?"}


_TIES = [
    ("My ex-husband Jan got custody.", "Is Petra married to Jan?", "?"),
    ("My ex-husband Jan got custody.", "Who is Petra married to?", "?"),
    ("My ex-husband Jan got custody.", "Who is Petra's ex-husband?", "Jan"),
    ("Leo's ex-wife Pia lives in Rome.", "Who is Leo married to?", "?"),
    ("Leo's ex-wife Pia lives in Rome.", "Was Leo married to Pia?", "yes"),
    ("My work wife Tess brought cake.", "Who is Petra's wife?", "?"),
    ("Tess is my work wife.", "Who is Petra's wife?", "?"),
    ("My host mother Yuki lives in Kobe.", "Who is Petra's mother?", "?"),
    ("My host mother Yuki lives in Kobe.", "Where does Petra's host mother live?", "Kobe"),
    ("My foster sister Mia lives in Kobe.", "Who is Petra's sister?", "?"),
    ("My step-mother is Mrs Hill.", "Who is Petra's mother?", "?"),
    ("My step-mother is Mrs Hill.", "Who is Petra's step-mother?", "Mrs Hill"),
    ("Our previous landlord was Mr Pike.", "Who is Petra's landlord?", "?"),
    ("Our previous landlord was Mr Pike.", "Who was Petra's landlord?", "Mr Pike"),
    ("My first husband was called Sven.", "Who is Petra's husband?", "?"),
    ("My first husband was called Sven.", "Who was Petra's husband?", "Sven"),
    ("My previous phone number was 555 100.", "What is Petra's phone number?", "?"),
    ("Our last dog was called Bruno.", "What is Petra's dog called?", "?"),
    ("My old boss Karl lives in Rome.", "Who is Petra's boss?", "?"),
    ("My old boss Karl lives in Rome.", "Where does Petra's boss live?", "?"),
    ("My old friend Karl lives in Rome.", "Who is Petra's friend?", "Karl"),
    ("My work colleague Tess lives in Rome.", "Who is Petra's colleague?", "Tess"),
    ("My husband Jan is a cook.", "Who is Petra's husband?", "Jan"),
    ("My younger brother Tom is a cook.", "Who is Petra's brother?", "Tom"),
    ("My half-brother Leo is a cook.", "Who is Petra's brother?", "Leo"),
    ("My new phone number is 555 200.", "What is Petra's phone number?", "555 200"),
    ("My first son is Tom.", "Who is Petra's son?", "Tom"),
    ("Ida is the first head of Hav.", "Who is the head of Hav?", "Ida"),
    ("My first grade teacher is Mrs Odd.", "Who is Petra's teacher?", "Mrs Odd"),
]


@pytest.mark.parametrize(("told", "question", "answer"), _TIES)
def test_a_tie_of_another_kind_or_time_is_not_this_one(
    told: str, question: str, answer: str
) -> None:
    assert asked(question, told) == answer


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("I'm dying for a coffee.", "Is Petra dead?", "?"),
        ("My cat is dying.", "Is Petra's cat dead?", "?"),
        ("My plants are dying.", "Are Petra's plants dead?", "?"),
        ("Olaf is dying of cancer.", "Is Olaf dead?", "?"),
        ("Olaf was dying of thirst.", "Is Olaf dead?", "?"),
        ("Olaf will have died by 2100.", "Is Olaf dead?", "?"),
        ("Olaf died of embarrassment.", "Is Olaf dead?", "?"),
        ("Olaf died of cancer.", "Is Olaf dead?", "yes"),
        ("Olaf has died.", "Is Olaf dead?", "yes"),
        ("Olaf died in 2010.", "Is Olaf dead?", "yes"),
    ],
)
def test_who_is_dying_is_not_dead(told: str, question: str, answer: str) -> None:
    assert asked(question, told) == answer


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("I'm buying a house.", "Did Petra buy a house?", "?"),
        ("I'm buying a house.", "Does Petra own a house?", "?"),
        ("I'm buying a house.", "What is Petra buying?", "house"),
        ("I'm selling my piano.", "Did Petra sell her piano?", "?"),
        ("I'm writing a novel.", "Did Petra write a novel?", "?"),
        ("I'm writing a novel.", "What is Petra writing?", "novel"),
        ("Olaf is building a shed.", "Did Olaf build a shed?", "?"),
        ("Olaf is building a shed.", "Has Olaf built a shed?", "?"),
        ("Olaf was painting the fence.", "Did Olaf paint the fence?", "?"),
        ("Olaf is reading a book.", "Did Olaf read a book?", "?"),
        ("Olaf is living in Rome.", "Where does Olaf live?", "Rome"),
        ("Olaf is wearing a hat.", "What is Olaf wearing?", "hat"),
        ("I bought a house.", "Does Petra own a house?", "yes"),
        ("I wrote a novel.", "Did Petra write a novel?", "yes"),
    ],
)
def test_what_goes_on_is_not_done(told: str, question: str, answer: str) -> None:
    assert asked(question, told) == answer


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (["Tom was left the house by his aunt."], "Where did Tom's aunt live?", "?"),
        (["I quit Twitter."], "Did Petra work at Twitter?", "?"),
        (["I quit Hav in May."], "Did Petra work at Hav?", "yes"),
        (["I work at Hav.", "I quit Hav."], "Where does Petra work?", "?"),
        (["I gave up Dutch."], "Did Petra own Dutch?", "?"),
        (["I own a car.", "I gave up the car."], "Does Petra own the car?", "no"),
        (["Eva lives in Oslo.", "Eva left Oslo on holiday."], "Where does Eva live?", "Oslo"),
        (["Eva lives in Oslo.", "Eva left Oslo this morning."], "Where does Eva live?", "Oslo"),
        (["Eva lives in Oslo.", "Eva left Oslo for good."], "Where does Eva live?", "?"),
    ],
)
def test_leaving_is_not_always_ending(said: list[str], question: str, answer: str) -> None:
    assert asked(question, *said) == answer


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("I was allergic to eggs as a child.", "Is Petra allergic to eggs?", "no"),
        ("I was allergic to eggs when I was little.", "Is Petra little?", "?"),
        ("I was afraid of dogs when I was little.", "Is Petra afraid of dogs?", "?"),
        ("I had a horse as a teenager.", "Does Petra have a horse?", "no"),
        ("As a boy, Olaf liked milk.", "Does Olaf like milk?", "?"),
        ("Olaf hated spinach when he was a boy.", "Does Olaf hate spinach?", "?"),
        ("When I was a kid we lived in Rome.", "Where does Petra live?", "?"),
        ("I played the piano when I was young.", "Does Petra play the piano?", "no"),
        ("I was pregnant when we moved here.", "Is Petra pregnant?", "?"),
        ("Tess was Olaf's wife.", "Who is Olaf's wife?", "?"),
        ("Tess was Olaf's wife.", "Who was Olaf's wife?", "Tess"),
        ("Olaf was shy as a kid.", "Was Olaf shy?", "yes"),
        ("When I was a student I worked at Spar.", "Where did Petra work?", "Spar"),
        ("I've played the piano since I was six.", "Is Petra six?", "?"),
        ("I've played the piano since I was six.", "Does Petra play the piano?", "yes"),
        ("Olaf has lived in Hull since he was a boy.", "Is Olaf a boy?", "?"),
        ("My sister Ina had a baby.", "Does Ina have a baby?", "yes"),
        ("My sister Ina had twins in May.", "Does Ina have twins?", "yes"),
        ("I am allergic to eggs.", "Is Petra allergic to eggs?", "yes"),
        ("I have been allergic to eggs since I was a child.", "Is Petra allergic to eggs?", "yes"),
        ("Tess is Olaf's wife.", "Who is Olaf's wife?", "Tess"),
    ],
)
def test_what_was_so_in_childhood_need_not_be_so(told: str, question: str, answer: str) -> None:
    assert asked(question, told) == answer


_TIM, _WHO = "My husband is Tim.", "Who is Petra's husband?"
_MAX, _FRIEND = "My boyfriend is Max.", "Who is Petra's boyfriend?"
_COLD, _HAS_COLD = "I have a cold.", "Does Petra have a cold?"
_HEAT, _BROKEN = "The heating is broken.", "Is the heating broken?"
_LENT, _HAS_BIKE = "I lent my bike to Carla.", "Who has Petra's bike?"


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        ([_TIM, "Tim and I got divorced last month."], _WHO, "?"),
        ([_TIM, "I divorced Tim."], _WHO, "?"),
        ([_TIM, "We got divorced."], _WHO, "?"),
        ([_TIM, "Tim and I split up."], _WHO, "?"),
        ([_TIM, "My sister got divorced."], _WHO, "Tim"),
        ([_TIM, "Olaf and Ida split up."], _WHO, "Tim"),
        ([_MAX, "I broke up with Max."], _FRIEND, "?"),
        ([_MAX, "Max dumped me."], _FRIEND, "?"),
        ([_MAX, "I broke a cup."], _FRIEND, "Max"),
        ([_COLD, "My cold is gone."], _HAS_COLD, "no"),
        ([_COLD, "I'm fully recovered."], _HAS_COLD, "no"),
        ([_COLD, "I got over my cold."], _HAS_COLD, "no"),
        ([_COLD, "I've recovered from my cold."], _HAS_COLD, "no"),
        (["Olaf has fully recovered from the flu."], "Does Olaf have the flu?", "no"),
        (["Olaf recovered from his cold."], "Does Olaf have a cold?", "no"),
        ([_COLD, "My headache is gone."], _HAS_COLD, "yes"),
        ([_COLD, "My car is gone."], _HAS_COLD, "yes"),
        (["I am ill.", "I'm well again."], "Is Petra ill?", "?"),
        ([_HEAT, "The plumber fixed the heating."], _BROKEN, "?"),
        ([_HEAT, "The heating works again."], _BROKEN, "?"),
        ([_HEAT, "The plumber fixed the tap."], _BROKEN, "yes"),
        (["I'm a student at KTH.", "I graduated in April."], "Is Petra a student?", "?"),
        (["I study at KTH.", "I graduated in April."], "Where does Petra study?", "?"),
        (["I study at KTH.", "Olaf graduated in April."], "Where does Petra study?", "KTH"),
        (["I'm unemployed.", "I work at Spar now."], "Is Petra unemployed?", "?"),
        (["I'm unemployed.", "Olaf works at Spar now."], "Is Petra unemployed?", "yes"),
        (["The shop is open.", "The shop closed down for good."], "Is the shop open?", "no"),
        (["I have a dog called Rex.", "Rex died on Sunday."], "Does Petra have a dog?", "?"),
        (["I have a dog called Rex.", "Olaf died on Sunday."], "Does Petra have a dog?", "yes"),
        (["I have a cat called Tom.", "We gave Tom away."], "Does Petra have a cat?", "no"),
        (["I use an iPhone.", "I switched to a Pixel."], "What does Petra use?", "?"),
        (["I'm at the airport.", "Just landed in Oslo."], "Where is Petra?", "?"),
        (["I'm at the airport.", "Olaf just landed in Oslo."], "Where is Petra?", "the airport"),
        ([_LENT], _HAS_BIKE, "Carla"),
        ([_LENT, "Carla gave it back."], _HAS_BIKE, "?"),
        ([_LENT, "Carla gave me the bike back."], _HAS_BIKE, "?"),
    ],
)
def test_a_state_ends_in_ordinary_words(said: list[str], question: str, answer: str) -> None:
    assert asked(question, *said) == answer


def test_a_short_form_is_english() -> None:
    assert asked("Where does Petra live?", "I live in Ely.", "I've moved to Oslo.") == "Oslo"


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        ("Olaf graduated from TU Delft last June.", "When did Olaf graduate?", "June 2025"),
        ("Olaf graduated from TU Delft last June.", "Where did Olaf graduate?", "TU Delft"),
        ("Carla's son graduated in 2021.", "When did Carla's son graduate?", "2021"),
        ("Olaf graduated from KTH in 2021.", "when did olaf graduate?", "2021"),
        ("Olaf graduated in 2021.", "Has Olaf graduated?", "yes"),
        ("Olaf graduated in May.", "Where did Olaf graduate?", "?"),
        ("Olaf likes work. Carla works at Bask.", "Where does Carla work?", "Bask"),
        ("Olaf likes work. Carla works at Bask.", "Does Olaf like work?", "yes"),
    ],
)
def test_a_deed_asked_of_is_no_name(said: str, question: str, answer: str) -> None:
    assert asked(question, said) == answer
