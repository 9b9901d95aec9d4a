"""What opens a sentence with a capital is no first name: "Yesterday Kim crashed the van"."""

from datetime import UTC, datetime

import pytest

from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)
_DAYS = ["Yesterday", "Today", "Tonight", "Monday", "On Monday", "In March", "In June"]
_DAYS += ["Last week", "This morning", "Last Friday"]


@pytest.mark.parametrize(
    "opener", ["Later", "Soon", "Meanwhile", "Sometimes", "Afterwards", *_DAYS]
)
@pytest.mark.parametrize("name", ["Kim", "Kim Berg", "Anna"])
def test_an_opener_is_no_first_name(opener: str, name: str) -> None:
    found = extract_prose(f"{opener} {name} crashed the van.", AT)
    assert {one.subject for one in found.facts} <= {name}
    assert {one.name for one in found.people} <= {name, name.split()[0]}
    assert {one.name for one in found.aliases} <= {name}


@pytest.mark.parametrize("opener", ["Yesterday", "Later", "Meanwhile", "Afterwards"])
def test_its_sentence_tells_of_who_follows(opener: str) -> None:
    (fact,) = extract_prose(f"{opener} Kim crashed the van.", AT).facts
    assert (fact.subject, fact.relation, fact.object) == ("Kim", "crashed", "the van")


@pytest.mark.parametrize("name", ["April Jones", "Even Berg", "Lally Reed", "June Watanabe"])
def test_first_names_that_look_like_openers_stay(name: str) -> None:
    (fact,) = extract_prose(f"{name} lives in Oslo.", AT).facts
    assert fact.subject == name
