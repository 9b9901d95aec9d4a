"""What the light extractor promises on ordinary English prose."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.learn.prose import LightProse, extract_prose
from clew.learn.tasks import ExtractedFact
from tests.learn.cases import ALIASES, NO_FACTS, SAYS

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)


def shown(fact: ExtractedFact) -> list[str]:
    """Return a fact in the notation of the cases, bare and with its time."""
    bare = f"{fact.subject} | {fact.relation} | {fact.object}"
    start = "?" if fact.valid_from == "unknown" else fact.valid_from or ""
    if fact.ended:
        return [f"{bare} | ended"]
    return [bare, f"{bare} | {start}..{fact.valid_to or ''}"]


@pytest.mark.parametrize(("text", "facts"), SAYS, ids=[text for text, _ in SAYS])
def test_a_sentence_gives_the_facts_it_states(text: str, facts: tuple[str, ...]) -> None:
    got = [line for fact in extract_prose(text, AT).facts for line in shown(fact)]
    assert [fact for fact in facts if fact not in got] == [], got


@pytest.mark.parametrize("text", NO_FACTS)
def test_what_is_not_claimed_is_no_fact(text: str) -> None:
    assert [shown(fact)[0] for fact in extract_prose(text, AT).facts] == []


@pytest.mark.parametrize(("text", "pair"), ALIASES, ids=[text for text, _ in ALIASES])
def test_other_names_are_aliases(text: str, pair: tuple[str, str]) -> None:
    pairs = [(one.lower(), other.lower()) for one, other in extract_prose(text, AT).aliases]
    assert (pair[0].lower(), pair[1].lower()) in pairs
