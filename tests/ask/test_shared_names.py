"""Passages that share a rare name with the question or with the best passages."""

from dataclasses import replace

import pytest

from clew.ask.asking import Asking, QALimits
from clew.ask.gather import gather
from clew.ask.shared_names import SharedNames
from clew.graph.types import Kind
from clew.memory import Memory
from clew.recall.base import Query, Scored
from clew.recall.query import read_question
from clew.recall.selection import Selection
from tests.recall.worlds import ENTITY, EPISODE, world

TOWN, COUNTY, TAVERN, STATE = range(ENTITY, ENTITY + 4)
HOLDERS = [[TOWN, COUNTY, STATE], [COUNTY, TAVERN], [STATE], [STATE], [TOWN], [TAVERN]]
"""The entities of each episode: a tale of a town names its county, and one other names that."""
VIEW = world(
    ["Town", "County", "Tavern", "State"],
    episodes=[(f"tale {n}", held) for n, held in enumerate(HOLDERS)],
)
NAMES = SharedNames(asked=0.5, onward=0.4, spread=1.0)


def rows(*numbers: int) -> list[Scored]:
    """Rows for episodes by number, scored 2, 1, .5, ..."""
    return [
        Scored(
            id=EPISODE + n,
            kind=Kind.EPISODE,
            score=2.0 / 2**rank,
            channel="found",
            rank=rank,
            episodes=(EPISODE + n,),
        )
        for rank, n in enumerate(numbers)
    ]


def scores(found: list[Scored]) -> dict[int, float]:
    return {row.id - EPISODE: round(row.score, 3) for row in found}


def test_what_shares_a_rare_name_with_the_best_passage_is_added():
    found = NAMES.joined(VIEW, Query(text="?", entities=((TOWN,),)), rows(0))
    # Both tales of the town: half of .5 each, of a best score of 2. Onward from tale 0, which
    # counts as 1: all of .4 to the only other tale of the county, half of it to each of the state.
    # Onward from tale 1, which is not yet among the best: nothing.
    assert scores(found) == {0: 2.5, 1: 0.8, 4: 0.5, 2: 0.4, 3: 0.4}
    assert [row.rank for row in found] == [1, 2, 3, 4, 5]
    assert all(row.kind is Kind.EPISODE and row.episodes == (row.id,) for row in found)


def test_names_of_many_passages_and_what_the_caller_has_are_left_out():
    few = replace(NAMES, most=2)
    query = Query(text="?", entities=((TOWN,),))
    assert scores(few.joined(VIEW, query, rows(0))) == {0: 2.5, 1: 0.8, 4: 0.5}
    assert scores(NAMES.joined(VIEW, replace(query, recent=frozenset({EPISODE + 1})), rows(0))) == {
        0: 2.5, 4: 0.5, 2: 0.4, 3: 0.4,
    }  # fmt: skip


def test_the_meanings_of_one_name_count_as_one_name():
    apart = NAMES.joined(VIEW, Query(text="?", entities=((TOWN,), (TAVERN,))), rows(2))
    together = NAMES.joined(VIEW, Query(text="?", entities=((TOWN, TAVERN),)), rows(2))
    assert scores(apart)[5] == 0.5
    assert scores(together)[5] == 0.25


def test_a_name_within_a_name_leads_onward_half_as_far():
    view = world(
        ["Hiran region of Somalia", "Somalia", "Oslo"],
        episodes=[("a", [ENTITY]), ("b", [ENTITY + 1]), ("c", [ENTITY + 2])],
    )
    assert scores(NAMES.joined(view, Query(text="?"), rows(0))) == {0: 2.0, 1: 0.4}
    assert scores(replace(NAMES, within=0.0).joined(view, Query(text="?"), rows(0)))[1] == 0.0


def test_only_the_best_passages_lead_onward_and_a_fact_leads_nowhere():
    query = Query(text="?")
    assert 1 not in scores(replace(NAMES, sources=1).joined(VIEW, query, rows(2, 0)))
    assert scores(NAMES.joined(VIEW, query, rows(2, 0)))[1] == 0.4
    fact = replace(rows(0)[0], kind=Kind.FACT)
    assert NAMES.joined(VIEW, query, [fact]) == [fact]
    bare = rows(2, 0)
    assert NAMES.joined(VIEW, Query(text="?", skip=frozenset({Kind.ENTITY})), bare) == bare


STORY = [
    "Johnnycake is in McDowell County.",
    "The tavern is near McDowell County. It was built by Joe Orr of Avery.",
    *(f"Person {n} shares a border with county number {n}." for n in range(12)),
]
ASKED = "Which other place shares a border with that of Johnnycake?"


@pytest.fixture(scope="module")
def memory():
    with Memory.open(":memory:", embedder=None) as made:
        for text in STORY:
            made.remember(text)
        yield made


def texts(memory, **how) -> tuple[str, ...]:
    limits = QALimits(passages=400, tokens=90)
    with memory.view() as view:
        task = gather(view, read_question(ASKED), Asking(limits=limits, **how))
    return tuple(one.text for one in task.passages if one.kind is Kind.EPISODE)


def test_a_passage_that_is_nothing_like_the_question_is_shown_for_the_name_it_shares(memory):
    assert STORY[1] in texts(memory)
    assert STORY[1] not in texts(memory, linked=False)


@pytest.mark.parametrize(
    "fixed",
    [
        {"selection": Selection(reranker=None)},
        {"selection": Selection(threshold=0.01)},
        {"selection": Selection(budget=80)},
        {"retriever": "temporal"},
    ],
)
def test_an_order_that_was_asked_for_is_kept(memory, fixed):
    assert texts(memory, **fixed) == texts(memory, linked=False, **fixed)
