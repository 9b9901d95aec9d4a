"""One way from a text to the query that every retriever takes."""

from datetime import UTC, datetime

import pytest

from clew.embed.base import TextKind
from clew.embed.hashing import Hashing
from clew.graph.types import Kind
from clew.memory import Memory
from clew.minds.english.asking.windows import find_periods
from clew.recall.query import query_for, read_question, read_questions
from tests.recall.worlds import ENTITY, dated, world

NOW = datetime(2024, 3, 13, tzinfo=UTC)


def day(text):
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What happened in May 2023?", "2023-05-01", "2023-06-01"),
        ("Who came between 2019 and 2021?", "2019-01-01", "2022-01-01"),
        ("Who came from 2019 to 2021?", "2019-01-01", "2022-01-01"),
        ("Where did she live before July?", None, "2023-07-01"),
        ("Where did she live until 2015?", None, "2016-01-01"),
        ("What was finished by June 2020?", None, "2020-07-01"),
        ("What happened after 3 May 2020?", "2020-05-04", None),
        ("What has she done since 2019?", "2019-01-01", None),
        ("What did we do last week?", "2024-03-04", "2024-03-11"),
        ("What did she say yesterday?", "2024-03-12", "2024-03-13"),
    ],
)
def test_dates_and_ranges_are_half_open_periods(text, start, end):
    assert find_periods(text, NOW) == ((day(start), day(end)),)
    assert find_periods(text, 7) == find_periods(text, None) == ()


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("What was there at step 6?", (6, 7)),
        ("What was there in steps 3 to 7?", (3, 8)),
        ("What was there between step 3 and step 7?", (3, 8)),
        ("What was there before turn 9?", (None, 9)),
        ("What was there until step 9?", (None, 10)),
        ("What was there after move 9?", (10, None)),
        ("What was there since step 9?", (9, None)),
        ("What was there in the last 5 steps?", (16, 21)),
        ("What was there 2 steps ago?", (18, 19)),
    ],
)
def test_steps_and_ranges_of_them(text, want):
    assert find_periods(text, 20) == (want,)
    assert find_periods(text, NOW) == ()


def test_no_period_where_none_is_named():
    assert find_periods("Who stayed for two weeks?", NOW) == ()
    assert find_periods("steps 7 to 3", 20) == ()
    assert len(find_periods("in 2001, in 2001 and in 2002", NOW)) == 2


def test_a_question_is_linked_dated_and_embedded_in_one_call():
    class Counting(Hashing):
        calls = 0

        def embed(self, texts, *, kind):
            type(self).calls += 1
            return super().embed(texts, kind=kind)

    first, second = read_questions(["Did 0 meet 1 at step 2?", "Is 1?"], Counting())
    assert Counting.calls == 1
    view = dated({0: 0, 1: 5})
    query = query_for(view, read_question("Did 0 meet 1 at step 2?"), skip=frozenset({Kind.THESIS}))
    assert query.entities == ((ENTITY,), (ENTITY + 1,), (ENTITY + 2,))
    assert query.periods == ((2, 3),)
    assert query.vector is None
    assert query.skip == frozenset({Kind.THESIS})
    assert query_for(view, second, kinds=(Kind.FACT,)).kinds == (Kind.FACT,)
    assert query_for(view, first).text == "Did 0 meet 1 at step 2?"
    (row,) = Hashing().embed([first.text], kind=TextKind.QUERY)
    assert first.vector is not None
    assert (first.vector == row).all()


def test_names_of_a_model_come_before_the_text_and_depths_make_probes():
    view = world(["Anna", "key"], [(0, "has", 1)])
    asked = read_question("Anna?", Hashing(), [("key", 2), ("Anna", 1)])
    query = query_for(view, asked)
    assert query.entities == ((ENTITY + 1,), (ENTITY,))
    assert [probe.depth for probe in query.probes] == [2, 1]
    assert not query_for(view, read_question("Anna?", Hashing(), ["key"])).probes
    assert not query_for(view, read_question("Anna?", None, [("key", 2)])).probes


def test_a_memory_recalls_by_the_names_in_a_question():
    with Memory.open(embedder=None) as memory:
        memory.remember("Anna lives in Oslo.", at=NOW)
        memory.remember("Oslo lies in Norway.", at=NOW)
        found = memory.recall("What about Anna?", kinds=[Kind.FACT])
        assert [getattr(each.item, "text", "") for each in found][:1] == ["Anna lives in Oslo"]
        assert any("graph:fact" in str(each.why.parts) for each in found)
