"""Whatever is asked, an answer or a refusal comes back, soon, and always the same one."""

import time

from clew.ask.pipeline import answer
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.ask.tasks import MAX_ANSWER
from clew.minds.english.asking.mentions import MAX_TOKENS, tokens
from clew.minds.english.asking.parse import parse
from tests.ask.test_answers import ANSWERED, TOWN
from tests.ask.worlds import MODEL, world

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
    found = answer(VIEW, question, model=MODEL)
    assert found.abstained == (found.text is None)
    assert found.abstained == (not found.items)
    assert found.reason


@settings(max_examples=50, deadline=None)
@given(_JUMBLE)
def test_the_same_question_gets_the_same_answer(question: str) -> None:
    assert answer(VIEW, question, model=MODEL) == answer(world(TOWN), question, model=MODEL)


def test_ten_thousand_words_are_read_in_bounded_time() -> None:
    question = "Where does the brother of Anna 's brother who is the wife of " * 900
    start = time.process_time()
    answer(VIEW, question, model=MODEL)
    assert time.process_time() - start < 5
    assert len(tokens(question)) == MAX_TOKENS


def test_a_list_longer_than_a_reply_says_how_many_more_and_keeps_them_all() -> None:
    things = [f"boat {number} {'x' * 90}" for number in range(60)]
    view = world("\n".join(f"Anna | owns | {thing} | 2020" for thing in things))
    found = answer(view, "What does Anna own?", model=MODEL)
    assert sorted(found.items) == sorted(things)
    assert found.text is not None
    assert len(found.text) <= MAX_ANSWER
    named, _, more = found.text.rpartition(" and ")
    assert found.text.startswith(", ".join(found.items[:20]))
    assert more == f"{60 - len(named.split(', '))} more"


def test_a_name_longer_than_an_item_is_cut() -> None:
    view = world(f"Anna | owns | {'boat' * 1000} | 2020")
    assert answer(view, "What does Anna own?", model=MODEL).items == (("boat" * 250),)


def test_other_scripts_are_names_too() -> None:
    view = world("Ольга | lives in | Київ\n渡辺 純 | works at | 天文台")
    assert answer(view, "Where does Ольга live?", model=MODEL).items == ("Київ",)
    assert answer(view, "Where does 渡辺 純 work?", model=MODEL).items == ("天文台",)


def test_a_question_without_words_is_parsed() -> None:
    assert parse("", lambda _: ()).term is None
