"""Whatever is asked, an answer or a refusal comes back, soon, and always the same one."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Memory
from clew.ask.tasks import MAX_ANSWER
from clew.learn.tasks import Extract, Extraction
from clew.minds.english.asking.question_names import MAX_TOKENS, tokens
from clew.minds.english.asking.question_parser import parse
from clew.minds.english.reading.prose import read_prose
from tests.ask.worlds import world
from tests.minds.english.asked import answer
from tests.minds.english.cases import SAYS
from tests.minds.english.test_answers import ANSWERED, TOWN

VIEW = world(TOWN)
_WORDS = sorted({word for question, _ in ANSWERED for word in question.replace("?", "").split()})
_JUMBLE = st.lists(
    st.sampled_from(
        [*_WORDS, "'s", "of", "who", "before", "2019", "or", "been", "the", "and", "?"]
    ),
    max_size=14,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), _JUMBLE))
def test_any_text_gets_an_answer_or_a_refusal(question: str) -> None:
    found = answer(VIEW, question)
    assert found.abstain == (found.answer is None)
    assert found.abstain == (not found.items)
    assert found.reasoning


@settings(deadline=None)
@given(_JUMBLE)
def test_the_same_question_gets_the_same_answer(question: str) -> None:
    assert answer(VIEW, question) == answer(world(TOWN), question)


def test_ten_thousand_words_are_read_in_bounded_time() -> None:
    question = "Where does the brother of Anna 's brother who is the wife of " * 900
    start = time.process_time()
    answer(VIEW, question)
    assert time.process_time() - start < 5
    assert len(tokens(question)) == MAX_TOKENS


def test_a_list_longer_than_a_reply_says_how_many_more_and_keeps_them_all() -> None:
    things = [f"boat {number} {'x' * 90}" for number in range(60)]
    view = world("\n".join(f"Anna | owns | {thing} | 2020" for thing in things))
    found = answer(view, "What does Anna own?")
    assert sorted(found.items) == sorted(things)
    assert found.answer is not None
    assert len(found.answer) <= MAX_ANSWER
    named, _, more = found.answer.rpartition(" and ")
    assert found.answer.startswith(", ".join(found.items[:20]))
    assert more == f"{60 - len(named.split(', '))} more"


def test_a_name_longer_than_an_item_is_cut() -> None:
    view = world(f"Anna | owns | {'boat' * 1000} | 2020")
    assert answer(view, "What does Anna own?").items == (("boat" * 250),)


def test_a_date_that_is_no_day_of_the_calendar_is_answered_as_it_was_told() -> None:
    view = world("Anna | was born on | 1987-02-31\nTom | was born on | 1987-02-03")
    assert answer(view, "When was Anna born?").items == ("1987-02-31",)
    assert answer(view, "When was Tom born?").items == ("3 February 1987",)


def test_a_relation_without_words_is_no_place() -> None:
    view = world("Anna | runs | a cafe | 2020\nAnna | -> | Tom | 2020")
    assert answer(view, "Where is a cafe?").abstain


def test_other_scripts_are_names_too() -> None:
    view = world("Ольга | lives in | Київ\n渡辺 純 | works at | 天文台")
    assert answer(view, "Where does Ольга live?").items == ("Київ",)
    assert answer(view, "Where does 渡辺 純 work?").items == ("天文台",)


def test_a_question_without_words_is_parsed() -> None:
    assert parse("", lambda _: ()).term is None


_TOO_LONG = (
    f"{'Anna' * 100} lives in Oslo.",
    f"{'Anna' * 100} met Ben and {'Rex' * 120}.",
    f"Our {'vet' * 40} is Gil Barrow.",
    f"Anna has a dog called {'Rex' * 101}.",
    f"Anna will visit the {'x' * 190} in Rome on 3 May 2999.",
    f"Anna {'x' * 197}ed Ben on 3 May 2999.",
    f"Anna Weber is also known as {'Rex' * 101}.",
    f"Dear {'Eva' * 120},\n\nI live in Oslo.\n\nYour mother,\n{'Ida' * 120}",
    f"{'张伟' * 200} lives in Oslo.",
    f"Anna left{'Anna' * 25} Acme{'vet' * 99}{'张伟' * 25} Corp.",
)


@pytest.mark.parametrize("text", _TOO_LONG)
def test_a_word_of_hundreds_of_letters_does_not_stop_learning(text: str) -> None:
    with Memory.open(embedder=None) as memory:
        assert not memory.remember(text).pending
        assert not memory.remember("Ben lives in Rome.").pending
        assert "Ben lives in Rome" in [fact.text for fact in memory.facts("Ben")]


def test_a_fact_about_a_name_that_is_too_long_is_a_loss() -> None:
    read = read_prose(Extract(f"{'Anna' * 100} lives in Oslo. Ben lives in Rome.", 1))
    assert [loss.reason for loss in read.losses] == ["a name or relation is too long"]
    assert read.losses[0].item.startswith("AnnaAnna")
    assert len(read.losses[0].item) < 200
    assert isinstance(read.value, Extraction)
    assert [fact.subject for fact in read.value.facts] == ["Ben"]


_TEXTS = [text for text, _ in SAYS]
_LETTERS = [25, 50, 99, 101, 201, 301, 401, 1001, 2001]
_ODD = st.one_of(
    st.tuples(st.sampled_from(["Anna", "vet", "x", "张伟", "Ольга", "é", "'s", ",", "(", "."]),
              st.sampled_from(_LETTERS)).map(lambda it: (it[0] * it[1])[:it[1]]),
    st.text(max_size=20),
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(_TEXTS), st.lists(st.tuples(st.integers(0, 40), _ODD), max_size=3))
def test_a_sentence_with_any_odd_words_is_read(text: str, odd: list[tuple[int, str]]) -> None:
    words = text.split()
    for place, word in odd:
        words[place % len(words)] += word
    read_prose(Extract(" ".join(words), 1))


def test_a_name_of_a_family_may_be_too_long_for_one():
    read_prose(Extract(f"My colleagues are Sami{'Anna' * 75} and Ruth Adler.", 1))
