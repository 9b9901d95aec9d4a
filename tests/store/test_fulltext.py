"""Full text: any text is a question, any text can be kept, and what goes leaves no word behind."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.graph.types import TEXT_KINDS, Kind
from clew.store import fulltext
from clew.store.database import Database
from clew.store.sql import column, value
from clew.store.store import Store
from clew.text import STOP_WORDS, words
from tests.store.memories import day, opened


@pytest.fixture(scope="module")
def store():
    store = Store(Database(":memory:"))
    with store.writing() as connection:
        fulltext.create_tables(connection, 1)
        fulltext.create_tables(connection, 2)
        texts = [
            (Kind.FACT, 3, "Anna lives in Oslo"),
            (Kind.FACT, 5, "Anna lives in Rome"),
            (Kind.FACT, 7, "Ben likes the opera, in Rome of all places"),
            (Kind.EPISODE, 1, "Anna wrote: «ключ» is 鍵 and naïve café"),
            (Kind.EPISODE, 2, "Die Straße ﬁndet Ｂｅｎ"),
        ]
        fulltext.add_texts(connection, 1, texts)
    return store


def found(store, text, k=10, kind=Kind.FACT, ns=1):
    with store.reading("") as (connection, _):
        return fulltext.match(connection, ns, {}, text, k, kind)


def ids(store, text, **options):
    return [item for item, _ in found(store, text, **options)]


def test_the_best_match_is_first_and_scores_are_positive(store):
    hits = found(store, "who lives in Oslo?")
    assert [item for item, _ in hits] == [3, 5]
    assert hits[0][1] > hits[1][1] > 0


def test_words_are_stemmed_and_case_and_accents_folded(store):
    assert ids(store, "LIVING") == [3, 5]
    assert ids(store, "operas") == [7]
    assert ids(store, "naive CAFE", kind=Kind.EPISODE) == [1]
    assert ids(store, "Ключ", kind=Kind.EPISODE) == [1]
    for text in ("Straße", "STRASSE", "findet", "ﬁndet", "ben", "Ｂｅｎ"):
        assert ids(store, text, kind=Kind.EPISODE) == [2]


def test_ties_are_in_order_of_id_and_k_cuts(store):
    assert ids(store, "Anna") == [3, 5]
    assert ids(store, "Anna", k=1) == [3]
    assert ids(store, "Anna", k=0) == []
    assert ids(store, "Anna", k=-1) == []


def test_kinds_and_namespaces_are_apart(store):
    assert ids(store, "Anna", kind=Kind.EPISODE) == [1]
    assert ids(store, "Anna", kind=Kind.THESIS) == []
    assert ids(store, "Anna", ns=2) == []


@pytest.mark.parametrize("text", ["", " ", "?!", "the of in", "_", "__", "\0", '"', "''", "(", "*"])
def test_a_question_without_a_word_finds_nothing(store, text):
    assert found(store, text) == []


@pytest.mark.parametrize(
    "text",
    ['Anna"', "Anna NEAR(", "body:Anna", "-Anna", "^Anna*", "Anna AND NOT", "Anna\0", "{Anna}: +"],
)
def test_query_syntax_is_only_punctuation(store, text):
    assert 3 in ids(store, text)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_no_question_raises(store, text):
    assert all(score > 0 for _, score in found(store, text))


def test_a_very_long_question_is_cut_to_its_longest_words(store):
    longer = [f"w{number}" for number in range(10_000, 60_000)]
    assert found(store, " ".join([*longer[:63], "Oslo"]))
    assert found(store, " ".join([*longer[:64], "Oslo"])) == []
    assert found(store, " ".join([*longer, "Oslo"])) == []


def count_texts(connection):
    table = fulltext.size_table(1, Kind.THESIS)
    return value(connection, f"SELECT count(*) FROM {table}")


@settings(deadline=None)
@given(st.dictionaries(st.integers(1, 30), st.text(min_size=1), max_size=6), st.data())
def test_any_text_can_be_kept_found_and_taken_out(texts, data):
    store = Store(Database(":memory:"))
    gone = data.draw(st.sets(st.sampled_from(sorted(texts)))) if texts else set()
    rows = [(Kind.THESIS, item, text) for item, text in texts.items()]
    with store.writing() as connection:
        fulltext.create_tables(connection, 1)
        fulltext.add_texts(connection, 1, rows)
        assert count_texts(connection) == len(texts)
        for item, text in texts.items():
            if any(word not in STOP_WORDS and word.strip("_") for word in words(text)):
                hits = fulltext.match(connection, 1, {}, text, 30, Kind.THESIS)
                assert item in [hit for hit, _ in hits]
        fulltext.drop_texts(connection, 1, [row for row in rows if row[1] in gone])
        fulltext.optimize(connection, 1, Kind.THESIS)
        fulltext.verify(connection, 1, Kind.THESIS)
        assert count_texts(connection) == len(texts) - len(gone)
    store.database.close()


def test_optimising_leaves_no_word_of_what_was_taken_out(tmp_path):
    path = tmp_path / "x.clew"
    store = Store(Database(path))
    secret = [(Kind.FACT, 1, "xyzzyplugh is the secret")]
    with store.writing() as connection:
        fulltext.create_tables(connection, 1)
        fulltext.add_texts(connection, 1, [(Kind.FACT, 2, "Anna lives in Oslo"), *secret])
    with store.writing() as connection:
        fulltext.drop_texts(connection, 1, secret)
    with store.writing() as connection:
        segments = column(connection, "SELECT block FROM text_1_fact_data")
        assert any(b"xyzzyplugh" in block for block in segments), "nothing to test"
        fulltext.optimize(connection, 1, Kind.FACT)
        segments = column(connection, "SELECT block FROM text_1_fact_data")
        assert not any(b"xyzzyplugh" in block for block in segments)
        assert ids_in(connection, "Anna") == [2]
    store.database.close()


def ids_in(connection, text):
    return [item for item, _ in fulltext.match(connection, 1, {}, text, 9, Kind.FACT)]


def test_there_is_one_table_for_each_kind_with_a_text(store):
    with store.reading("") as (connection, _):
        assert all(fulltext.exists(connection, 1, kind) for kind in TEXT_KINDS)
        assert not any(fulltext.exists(connection, 3, kind) for kind in TEXT_KINDS)


def test_this_sqlite_has_what_is_needed():
    assert sqlite3.sqlite_version_info >= (3, 35)


def test_a_word_that_is_no_utf8_is_damage():
    connection = sqlite3.connect(":memory:")
    with pytest.raises(sqlite3.OperationalError) as raised:
        connection.execute("SELECT CAST(x'6fff' AS TEXT)").fetchone()
    assert fulltext.is_damage(raised.value)


def test_how_many_rows_have_a_word_is_counted_once_until_a_write():
    with opened() as memory:
        memory.remember("Anna lives in Oslo. Ben lives in Rome.", at=day(1))
        with memory.view() as view:
            assert len(view.match("Oslo lives", 9, kind=Kind.FACT)) == 2
        with memory.store.projection(memory.namespace) as projection:
            counts = projection.counts
            assert counts["text_1_fact", "lives"] == 2
            counts["text_1_fact", "lives"] = 501  # as a common word it finds nothing by itself
        with memory.view() as view:
            assert len(view.match("Oslo lives", 9, kind=Kind.FACT)) == 1
        memory.remember("Cem lives in Bonn.", at=day(2))
        assert not counts
