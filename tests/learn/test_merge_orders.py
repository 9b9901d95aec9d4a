"""A merge that is split again leaves what was told of each, as if it had never been made."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import AsOf, Kind, Memory
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import other_object, reader

LAST = 80


def read(text):
    """Read lines "WHO PLACE START END PLANNED"; "-" says nothing."""
    lines = text.splitlines()
    return {
        "facts": [fact_of(number, line) for number, line in enumerate(lines)],
        "theses": [{"text": line, "entities": line.split()[:2]} for line in lines],
        "people": [line.split()[0] for line in lines],
    }


def fact_of(number, line):
    who, place, *times = line.split()
    told = zip(("valid_from", "valid_to", "planned_for"), times, strict=True)
    fact = {"subject": who, "relation": "is in", "object": place, "thesis": number}
    return fact | {key: time for key, time in told if time != "-"}


def opened():
    return Memory.open(embedder=None, model=ScriptedModel(reader(read, other_object)))


def tell(memory, texts):
    for at, text in texts:
        receipt = memory.remember(text, at=at)
        assert not receipt.pending
        assert not receipt.losses


def shown(memory, who):
    """Return when each place holds, and when each thesis.

    Limit: what the merge has split stays in two rows, of which one may have an unknown start.
    """
    if who not in names(memory):
        return {}, set()
    held: dict[tuple[str, str], set[int]] = {}
    for one in memory.history(who):
        start = -1 if one.valid_from is None else one.valid_from
        end = LAST if one.valid_to is None else one.valid_to
        if start < end:
            held.setdefault((one.object_name, one.planned_for), set()).update(range(start, end))
    with memory.view(AsOf(valid=LAST)) as view:
        theses = {one.text for one in view.items(view.ids(Kind.THESIS)) if who in one.text}
    return held, theses


def names(memory):
    with memory.view() as view:
        return {one.name for one in view.items(view.ids(Kind.ENTITY))}


def both(memory):
    return [shown(memory, who) for who in ("Ann", "Nan")]


def merged_and_split(memory):
    """Merge and split twice; what was known before each stays readable."""
    apart, before = both(memory), memory.revision
    memory.merge("Ann", "Nan")
    one, between = shown(memory, "Ann"), memory.revision
    for _ in range(2):
        memory.split("Nan")
        assert both(memory) == apart
        assert both(memory.as_of(known=before)) == apart
        assert shown(memory.as_of(known=between), "Ann")[0] == one[0]
        memory.merge("Ann", "Nan")
        assert shown(memory, "Ann") == one
    assert memory.check() == []


@pytest.mark.parametrize(
    "texts",
    [
        [(9, "Ann Oslo 5 - -"), (9, "Nan Rome 3 - -"), (9, "Nan Turin 7 - unknown")],
        [(41, "Nan Turin 27 - -"), (32, "Nan Rome unknown - -"), (34, "Ann Turin - - -")],
        [(1, "Nan Oslo 35 - -\nNan Turin 22 - -"), (5, "Ann Oslo - - -")],
        [(1, "Ann Rome 9 - -\nAnn Oslo 38 - -"), (2, "Nan Turin 14 - -")],
        [(1, "Ann Turin - - -"), (2, "Ann Oslo 1 - -"), (6, "Nan Turin - - -")],
        [(37, "Nan Oslo 11 49 -"), (17, "Nan Turin - 49 -"), (34, "Ann Rome 38 - -")],
        [
            *((1, "Ann Oslo - - -"), (3, "Nan Rome - - unknown"), (5, "Nan Rome 21 - -")),
            *((7, "Ann Oslo - - -"), (9, "Ann Rome - - unknown")),
        ],
        [
            *((2, "Nan Oslo - - -"), (3, "Ann Rome - - -"), (5, "Nan Oslo - - -")),
            *((7, "Nan Oslo - - unknown"), (9, "Ann Rome - - unknown")),
            *((11, "Nan Oslo - - unknown"), (13, "Ann Rome - - -")),
        ],
    ],
    ids=[
        "a plan of the one ends nothing of the other",
        "what ends a fact is who begins then, not who was there before",
        "two of one text, not compared, do not end each other because of the other's",
        "nor are they compared when they part",
        "a thesis of what ended at once holds as before",
        "nor does one that had ended before the merge hold again",
        "a thesis ends by the row that it states, once all have ended",
        "rows that a merge has split are there when it is made again",
    ],
)
def test_a_split_gives_back_what_was_told_before(texts):
    with opened() as memory:
        tell(memory, texts)
        merged_and_split(memory)


def test_a_merge_made_again_and_again_splits_no_row_twice():
    """Each further row of the one would take the place of what it is to be compared with."""
    texts = [(1, "Nan Oslo - - -"), (3, "Ann Rome - - -"), (5, "Nan Oslo - - -")]
    with opened() as memory:
        tell(memory, [*texts, (7, "Ann Rome - - -")])
        memory.merge("Ann", "Nan")
        one, facts = shown(memory, "Ann"), memory.stats().kinds["fact"]
        for _ in range(8):
            memory.split("Nan")
            memory.merge("Ann", "Nan")
            assert shown(memory, "Ann") == one
            assert memory.stats().kinds["fact"] == facts


def test_what_was_told_again_since_they_parted_gets_a_row_when_they_are_merged_again():
    texts = [(1, "Nan Oslo - - -"), (3, "Ann Rome - - -"), (5, "Nan Oslo - - -")]
    since = [(7, "Ann Rome - - -"), (9, "Nan Oslo - - -")]
    with opened() as memory, opened() as other:
        tell(other, [*texts, *since])
        tell(memory, texts)
        memory.merge("Ann", "Nan")
        memory.split("Nan")
        tell(memory, since)
        for each in (memory, other):
            each.merge("Ann", "Nan")
        assert shown(memory, "Ann") == shown(other, "Ann")
        assert memory.check() == []


def drawn(chance, ends=("-", "-", 65), plans=("-", "-", "-", "unknown")):
    """Return texts in any order, each of one place with a known start; no two begin at once."""
    texts, starts = [], iter(chance.sample(range(20, 60), 6))
    for number in range(chance.randint(2, 6)):
        who, place = chance.choice(("Ann", "Nan")), chance.choice(("Oslo", "Rome", "Turin"))
        start, end = chance.choice(("-", next(starts))), chance.choice(ends)
        plan = chance.choice(plans)
        texts.append((2 * number + 3, f"{who} {place} {start} {end} {plan}"))
    chance.shuffle(texts)
    return texts


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False))
def test_any_merge_is_undone_whole(chance):
    texts = [(1, "Ann Oslo - - -"), (2, "Nan Oslo - - -"), *drawn(chance)]
    with opened() as memory:
        tell(memory, texts)
        merged_and_split(memory)


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False))
def test_what_is_told_while_two_are_one_is_sorted_by_name_when_they_part(chance):
    """Limit: an end told of what was split by then may end one of its two rows only."""
    texts = [(1, "Ann Oslo - - -"), (2, "Nan Oslo - - -"), *drawn(chance, "-", "-")]
    place = chance.randrange(2, len(texts))
    with opened() as memory, opened() as other:
        tell(other, texts)
        tell(memory, texts[:place])
        memory.merge("Ann", "Nan")
        tell(memory, texts[place:])
        memory.split("Nan")
        assert [held for held, _ in both(memory)] == [held for held, _ in both(other)]


@pytest.mark.parametrize(
    "texts",
    [
        [(1, "Ann Rome 7 - -"), (1, "Nan Turin 3 - unknown"), (9, "Nan Turin - - -")],
        [
            (1, "Nan Oslo - - -"),
            (5, "Ann Turin - - -"),
            (7, "Nan Rome 1 - -"),
            (8, "Nan Oslo 12 - -"),
        ],
    ],
    ids=[
        "a plan is fulfilled though it was over while they were one",
        "what had ended it, or was ended by it, may end it again",
    ],
)
def test_what_holds_again_meets_what_was_told_meanwhile(texts):
    with opened() as memory, opened() as other:
        tell(other, texts)
        tell(memory, texts[:2])
        memory.merge("Ann", "Nan")
        tell(memory, texts[2:])
        memory.split("Nan")
        assert [held for held, _ in both(memory)] == [held for held, _ in both(other)]


@pytest.mark.parametrize("place", range(2, 5))
def test_a_plan_of_the_one_is_fulfilled_by_a_visit_of_the_other_whenever_they_are_merged(place):
    """That both are about Rome does not mean that somebody has compared them."""
    texts = [(1, "Ann Oslo - - -"), (2, "Nan Oslo - - -"), (3, "Ann Rome - - unknown")]
    texts.append((5, "Nan Rome - - -"))
    with opened() as memory:
        tell(memory, texts[:place])
        memory.merge("Ann", "Nan")
        tell(memory, texts[place:])
        spans = {(one.valid_from, one.valid_to) for one in memory.history("Ann") if one.planned_for}
        assert spans == {(3, 5)}
        assert memory.check() == []


def test_a_plan_that_anothers_visit_fulfilled_holds_again_when_they_part():
    """Both are about Rome, but it was the one name that made the visit count."""
    with opened() as memory:
        tell(memory, [(1, "Nan Oslo - - -"), (2, "Ann Rome - - unknown")])
        memory.merge("Ann", "Nan")
        tell(memory, [(3, "Nan Rome - - -")])
        assert [one.valid_to for one in memory.history("Ann") if one.planned_for] == [3]
        memory.split("Nan")
        assert [one.valid_to for one in memory.history("Ann")] == [None]
        assert memory.check() == []


def test_a_split_ends_the_conflict_of_two_who_are_in_one_place():
    """What was planned of the one, and happened to the other, has the place in common."""
    with opened() as memory:
        memory.trust.set("register", 5)
        memory.remember("Ann Rome - - unknown", at=1, source="register")
        memory.remember("Nan Rome - - -", at=3, source="note")
        memory.merge("Ann", "Nan")
        assert len(memory.conflicts()) == 1
        known = memory.revision
        memory.split("Nan")
        assert memory.conflicts() == []
        assert not any(one.disputed for one in memory.history("Ann"))
        assert len(memory.as_of(known=known).conflicts()) == 1
        assert memory.check() == []
