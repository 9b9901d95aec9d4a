"""Full text: any text is a question, any text can be kept, and what goes leaves no word behind."""

import sqlite3

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.errors import NotAMemoryError
from clew.graph.types import TEXT_KINDS, Kind
from clew.projection.columns import Items
from clew.projection.lookup import bm25
from clew.projection.lookup.bm25 import WordRows
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


def hits_in(connection, text, kind, ns=1):
    """Return (id, score), best first: the ids of a table are the items."""
    kept = column(connection, f"SELECT id FROM {fulltext.size_table(ns, kind)}")
    items = Items()
    if kept:
        items.add(kind, np.array(sorted(kept)))
    numbers, scores = fulltext.match(connection, ns, WordRows(items), 1, text, kind)
    each = zip(items.ids.data[numbers].tolist(), scores.tolist(), strict=True)
    return sorted(each, key=lambda hit: (-hit[1], hit[0]))


def found(store, text, kind=Kind.FACT, ns=1):
    with store.reading("") as (connection, _):
        return hits_in(connection, text, kind, ns)


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


def test_ties_are_in_order_of_id_and_k_cuts():
    with opened() as memory:
        memory.remember("Anna lives in Oslo. Anna lives in Rome.", at=day(1))
        with memory.view() as view:
            first, second = view.match("Anna", 9, kind=Kind.FACT)
            assert first[0] < second[0]
            assert first[1] == second[1]
            assert view.match("Anna", 1, kind=Kind.FACT) == [first]
            assert view.match("Anna", 0, kind=Kind.FACT) == []
            assert view.match("Anna", -1, kind=Kind.FACT) == []


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
    with store.reading("") as (connection, _):
        for item, text in texts.items():
            if any(word not in STOP_WORDS and word.strip("_") for word in words(text)):
                assert item in [hit for hit, _ in hits_in(connection, text, Kind.THESIS)]
    with store.writing() as connection:
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
    return [item for item, _ in hits_in(connection, text, Kind.FACT)]


def test_there_is_one_table_for_each_kind_with_a_text(store):
    with store.reading("") as (connection, _):
        assert all(fulltext.exists(connection, 1, kind) for kind in TEXT_KINDS)
        assert not any(fulltext.exists(connection, 3, kind) for kind in TEXT_KINDS)


def test_this_sqlite_has_what_is_needed():
    assert sqlite3.sqlite_version_info >= (3, 35)


def test_a_text_of_another_kind_in_a_damaged_index_is_not_found():
    store, items = Store(Database(":memory:")), Items()
    items.add(Kind.FACT, np.array([3]))
    with store.writing() as connection:
        fulltext.create_tables(connection, 1)
        fulltext.add_texts(connection, 1, [(Kind.FACT, 3, "Anna"), (Kind.THESIS, 3, "Anna")])
        facts, theses = (
            fulltext.match(connection, 1, WordRows(items), 1, "Anna", kind)
            for kind in (Kind.FACT, Kind.THESIS)
        )
    assert (len(facts.numbers), len(theses.numbers)) == (1, 0)


def test_an_index_without_totals_is_damage():
    store, items = Store(Database(":memory:")), Items()
    items.add(Kind.FACT, np.array([3]))
    with store.writing() as connection:
        fulltext.create_tables(connection, 1)
        fulltext.add_texts(connection, 1, [(Kind.FACT, 3, "Anna")])
    with store.writing() as connection:
        connection.execute("UPDATE text_1_fact_data SET block = NULL WHERE id = 1")
        with pytest.raises(NotAMemoryError, match="damaged"):
            fulltext.match(connection, 1, WordRows(items), 1, "Anna", Kind.FACT)


def test_a_word_that_is_no_utf8_is_damage():
    connection = sqlite3.connect(":memory:")
    with pytest.raises(sqlite3.OperationalError) as raised:
        connection.execute("SELECT CAST(x'6fff' AS TEXT)").fetchone()
    assert fulltext.is_damage(raised.value)


SOME = st.lists(
    st.sampled_from(["key", "keys", "door", "lamp", "of", "ключ", "a_b", "Straße"]), min_size=1
)
TEXTS = SOME.map(" ".join)


def fts5(connection, text, kind, common):
    """Return what FTS5 itself finds, for a question of which some words are common."""
    table = f"text_1_{kind}"
    wanted = list(dict.fromkeys(words(text)))
    wanted = [word for word in wanted if word not in STOP_WORDS]
    query = f"SELECT rowid, -bm25({table}) FROM {table} WHERE {table} MATCH ?"

    def any_of(some):
        return " OR ".join(f'"{word}"' for word in some)

    def run(query, words_asked):
        return connection.execute(query, (words_asked,)).fetchall() if words_asked else []

    sizes = {word: len(run(query, any_of([word]))) for word in wanted}
    if len(wanted) < 2 or max(sizes.values()) <= common:
        return run(query, any_of(wanted))
    rare = [word for word in wanted if 0 < sizes[word] <= common]
    rare = rare or [min((word for word in wanted if sizes[word]), key=sizes.__getitem__)]
    return run(query, f"({any_of(rare)}) AND ({any_of(wanted)})")


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.lists(TEXTS, max_size=9), TEXTS), min_size=1, max_size=4), st.data())
def test_scores_are_those_of_fts5_after_any_writes(writes, data):
    kind, items, store = Kind.THESIS, Items(), Store(Database(":memory:"))
    common = data.draw(st.sampled_from([0, 1, 3, 500]))
    kept = WordRows(items, most_bytes=data.draw(st.sampled_from([0, 2000, 1 << 20])))
    with store.writing() as connection:
        fulltext.create_tables(connection, 1)
    for revision, (texts, question) in enumerate(writes, 1):
        first = int(items.ids.data.max(initial=0)) + 1
        fresh = range(first, first + len(texts))
        rows = [(kind, item, text) for item, text in zip(fresh, texts, strict=True)]
        with store.writing() as connection:
            fulltext.add_texts(connection, 1, rows)
        if texts:
            items.add(kind, np.array(fresh))
        for text in (question, "key lamp"):
            with store.reading("") as (connection, _), pytest.MonkeyPatch.context() as patch:
                patch.setattr(bm25, "COMMON", common)
                numbers, scores = fulltext.match(connection, 1, kept, revision, text, kind)
                hits = dict(zip(items.ids.data[numbers].tolist(), scores.tolist(), strict=True))
                assert hits == dict(fts5(connection, text, kind, common))
    store.database.close()


def test_rows_of_a_word_are_read_once_and_after_a_write_only_newer_ones():
    reads = list[str]()
    with opened() as memory:
        memory.remember("Anna lives in Oslo. Ben lives in Rome.", at=day(1))

        def asked(text):
            reads.clear()
            with memory.view() as view:
                view._file.match.args[0].set_trace_callback(reads.append)
                found = len(view.match(text, 9, kind=Kind.FACT))
                view._file.match.args[0].set_trace_callback(None)
            return found

        assert asked("lives") == 2
        assert any("words_of" in each for each in reads)
        assert asked("lives") == 2
        assert not reads
        memory.remember("Cem lives in Bonn.", at=day(2))
        assert asked("lives") == 3
        assert reads
        assert not any("words_of" in each for each in reads)
