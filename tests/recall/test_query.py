"""One way from a text to the query that every retriever takes."""

from datetime import UTC, datetime

import pytest

from clew.embed.base import TextKind
from clew.embed.hashing import Hashing
from clew.graph.types import Kind
from clew.memory import Memory
from clew.recall.query import find_periods, query_for, read_question, read_questions
from tests.ask.lines import line_reader
from tests.recall.worlds import ENTITY, dated, world

NOW = datetime(2024, 3, 13, tzinfo=UTC)


def day(text):
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What happened in 2023-05?", "2023-05-01", "2023-06-01"),
        ("Who came 2019..2021?", "2019-01-01", "2022-01-01"),
        ("Who came 2019-12 .. 2021-02-03?", "2019-12-01", "2021-02-04"),
        ("Was geschah 2020?", "2020-01-01", "2021-01-01"),
        ("2024年发生了什么？ 2020-12-31!", "2020-12-31", "2021-01-01"),
    ],
)
def test_dates_and_ranges_of_them_are_half_open_periods(text, start, end):
    assert find_periods(text, NOW) == ((day(start), day(end)),)
    assert find_periods(text, 7) == find_periods(text, None) == ()


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("What was there at step 6?", ((6, 7),)),
        ("What was there at Step 3 .. 7?", ((3, 8),)),
        ("step 2, step 2 and step 9..11", ((2, 3), (9, 12))),
    ],
)
def test_steps_and_ranges_of_them(text, want):
    assert find_periods(text, 20) == want
    assert find_periods(text, NOW) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Who stayed for two weeks?",
        "2021..2019",
        "0000",
        "2023-13-45",
        "v1.2020",
        "9999..",
        "step x",
    ],
)
def test_no_period_where_none_is_named(text):
    assert find_periods(text, NOW) == find_periods(text, 5) == ()


def test_at_most_eight_periods_and_each_once():
    years = " ".join(str(2000 + n) for n in range(20))
    assert len(find_periods(f"2001 2001 {years}", NOW)) == 8


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
    with Memory.open(embedder=None, model=line_reader()) as memory:
        memory.remember("Anna | lives in | Oslo", at=NOW)
        memory.remember("Oslo | lies in | Norway", at=NOW)
        found = memory.recall("What about Anna?", kinds=[Kind.FACT])
        assert [getattr(each.item, "text", "") for each in found][:1] == ["Anna lives in Oslo"]
        assert any("graph:fact" in str(each.why.parts) for each in found)


class Noting(Hashing):
    """Notes which texts it embeds."""

    def __init__(self):
        super().__init__(32)
        self.texts = []

    def embed(self, texts, *, kind):
        self.texts += texts
        return super().embed(texts, kind=kind)


@pytest.mark.parametrize(
    ("question", "embedded"),
    [
        ("Where does Anna Berg live?", []),
        ("Is Anna Berg a friend of Bela?", []),
        ("Where does Anna Borg live?", ["Anna Borg"]),
        ("Who is Zora?", []),
    ],
)
def test_what_is_an_exact_name_or_like_none_is_not_embedded(question, embedded):
    embedder = Noting()
    with Memory.open(embedder=embedder) as memory:
        memory.remember("Anna Berg lives in Oslo. Bela lives in Rome.")
        embedder.texts.clear()
        asked = read_question(question, embedder, lend=memory.view)
        assert embedder.texts == [question, *embedded]
        every = read_question(question, embedder)
        assert len(every.mentions) == len(asked.mentions)
        with memory.view() as view:
            assert query_for(view, asked).entities == query_for(view, every).entities


def test_a_mention_with_a_depth_is_embedded_though_its_name_is_known():
    embedder = Noting()
    with Memory.open(embedder=embedder) as memory:
        memory.remember("Anna Berg lives in Oslo.")
        embedder.texts.clear()
        asked = read_question("Where?", embedder, [("Anna Berg", 1), ("Oslo", 2)], memory.view)
        assert embedder.texts == ["Where?", "Anna Berg", "Oslo"]
        asked = read_question("Where?", embedder, ["Anna Berg", "Osla"], memory.view)
        assert [one.vector is None for one in asked.mentions] == [True, False]
