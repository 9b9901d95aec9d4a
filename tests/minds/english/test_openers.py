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


@pytest.mark.parametrize(
    "opener",
    [
        "Last week", "Last year,", "Next,", "Second,", "Secondly,", "Moreover,", "Furthermore,",
        "Nevertheless,", "Nonetheless,", "Besides,", "Hence,", "Thus,", "Therefore,",
        "Consequently,", "In addition,", "In the end,", "In fact,", "As expected,", "As planned,",
        "As usual", "To everybody's surprise,", "To her great surprise,", "Thereafter,",
        "Soon after,", "A few days later,", "The next day,", "This morning,", "Last night,",
        "One evening,", "As a result,", "As a result", "In fact", "In the end", "As usual,",
        "To our surprise,", "To begin with,", "Yesterday evening,", "That evening,", "One day,",
        "Afterwards,", "Years ago,", "Over the weekend", "Over the weekend,",
    ],
)  # fmt: skip
def test_what_opens_a_sentence_hides_nothing(opener: str) -> None:
    told = extract_prose(f"{opener} Kim crashed the van.", AT).facts
    assert [(one.subject, one.relation, one.object) for one in told] == [
        ("Kim", "crashed", "the van")
    ]


@pytest.mark.parametrize(
    "opener", ["Right now", "Right now,", "At the moment", "These days,", "Nowadays,", "At present"]
)
def test_what_holds_now_holds_now(opener: str) -> None:
    (fact,) = extract_prose(f"{opener} Kim lives in Oslo.", AT).facts
    assert (fact.subject, fact.relation, fact.object) == ("Kim", "lives in", "Oslo")


@pytest.mark.parametrize("opener", ["Next week", "Next Friday,", "Next month", "Tomorrow evening,"])
def test_what_is_next_is_planned(opener: str) -> None:
    told = extract_prose(f"{opener} Kim flies to Rome.", AT).facts
    assert [(one.relation, one.planned_for is not None) for one in told] == [("flies to", True)]


@pytest.mark.parametrize("order", ["Next, lock the door.", "Next lock the door.", "Then lock it."])
def test_what_to_do_next_is_no_fact(order: str) -> None:
    assert extract_prose(order, AT).facts == ()


@pytest.mark.parametrize(
    "when",
    ["long ago", "years ago", "a long time ago", "many years ago", "ages ago", "a while ago"],
)
def test_long_ago_is_no_date_and_not_today(when: str) -> None:
    told = extract_prose(f"Kim sold the van {when}.", AT).facts
    assert ("Kim", "sold", "the van") in {(one.subject, one.relation, one.object) for one in told}
    assert {one.valid_from for one in told} == {"unknown"}
