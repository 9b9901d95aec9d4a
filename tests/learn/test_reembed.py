"""`reembed` changes every vector at once, and no reader or writer mixes the two."""

import numpy as np
import pytest

from clew.embed.hashing import Hashing
from clew.errors import ModelError, UsageError, WrongEmbedderError
from clew.graph.stored_vectors import pack_vectors, unpack_vectors
from clew.learn.reembed import reembed
from clew.projection.rows import each_vector
from clew.store.check import check
from clew.store.copies.transfer import export_lines
from tests.store.memories import day, fill, fill_steps, opened


def vectors_of(memory):
    """Return the stored vector of every text by id."""
    with memory.store.reading(memory.namespace) as (connection, namespace):
        mine = (namespace.ns if namespace else 0,)
        sql = "SELECT id, items, vectors FROM vectors WHERE ns = ?"
        stored = list(each_vector(connection.execute(sql, mine)))
    return {
        item: unpack_vectors(np.frombuffer(vector, np.uint8)[None])[0] for _, item, vector in stored
    }


def expected(memory, embedder):
    with memory.store.projection(memory.namespace) as rows:
        ids = sorted([*rows.nodes, *(fact for fact, *_ in rows.facts.triples())])
        texts = [rows.text_of(item) for item in ids]
    pending = {episode for episode, _, _ in memory.store.pending(memory.namespace)}
    kept = unpack_vectors(pack_vectors(embedder.embed(texts, kind="passage")))
    found = zip(ids, kept, strict=True)
    return {item: row for item, row in found if item not in pending}


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[i], other[i]) for i in one)


@pytest.mark.parametrize("before", ["hashing:16", None])
def test_every_vector_of_every_namespace_is_the_new_embedders(tmp_path, before):
    path = tmp_path / "x.clew"
    with opened(path, before, namespace="steps") as steps:
        fill_steps(steps)
    with opened(path, before) as memory, opened(path, None, namespace="steps") as steps:
        fill(memory)
        history = memory.history("Anna")
        count = reembed(memory.store, Hashing(24))
        for each in (memory, steps):
            assert same(vectors_of(each), expected(each, Hashing(24)))
        assert count == len(vectors_of(memory)) + len(vectors_of(steps))
        assert check(memory.store) == []
        assert memory.history("Anna") == history
    with pytest.raises(WrongEmbedderError):
        opened(path, "hashing:16")
    with opened(path, "default") as memory:
        assert memory.embedder.name == "hashing:24"
        assert memory.recall("Where does Anna live?")
        memory.remember("Anna lives in Lima.", at=day(300))
        memory.learn_pending()
        assert check(memory.store) == []


def test_a_process_with_the_old_embedder_neither_reads_nor_writes_nor_harms(tmp_path):
    path = tmp_path / "x.clew"
    with (
        opened(path) as memory,
        opened(path) as old,
        opened(path, namespace="new") as new,
        opened(path, None) as reader,
    ):
        fill(memory)
        assert old.recall("Anna")
        assert vectors_of(reader)
        memory.reembed(Hashing(24))
        for use in (old.recall, old.remember, old.ask, new.recall, new.remember):
            with pytest.raises(WrongEmbedderError, match=r"hashing:24 .*not of hashing:16"):
                use("Where does Anna live?")
        assert same(vectors_of(reader), vectors_of(memory))
        assert memory.recall("Where does Anna live?")
        memory.learn_pending()
        assert check(memory.store) == []


def test_one_embedder_twice_changes_no_vector(tmp_path):
    with opened() as memory:
        fill(memory)
        before = vectors_of(memory)
        reembed(memory.store, Hashing(16), batch=1)
        assert same(vectors_of(memory), before)
        assert list(export_lines(memory.store, "default"))


class Interrupted(Hashing):
    """Does something between two batches, then goes on or fails."""

    def __init__(self, between, *, fails=False):
        super().__init__(24)
        self.calls, self.between, self.fails = 0, between, fails

    def embed(self, texts, *, kind):
        self.calls += 1
        if self.calls == 2:
            self.between()
            if self.fails:
                raise ModelError("the server is gone")
        return super().embed(texts, kind=kind)


def test_what_is_written_or_forgotten_meanwhile_is_right_too(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory, opened(path) as writer:
        fill(memory)

        def between():
            writer.remember("Ben lives in Kyoto.", source="new")
            writer.forget(source="letter")

        reembed(memory.store, Interrupted(between), batch=4)
        assert same(vectors_of(memory), expected(memory, Hashing(24)))
        assert check(memory.store) == []


def test_a_failure_leaves_the_file_as_it_was():
    with opened() as memory:
        fill(memory)
        before = list(export_lines(memory.store, "default"))
        with pytest.raises(ModelError):
            reembed(memory.store, Interrupted(list, fails=True), batch=4)
        assert list(export_lines(memory.store, "default")) == before


def test_progress_counts_texts():
    with opened() as memory:
        fill(memory)
        seen = []
        reembed(memory.store, Hashing(24), batch=5, progress=lambda *each: seen.append(each))
        done, total = zip(*seen, strict=True)
        assert set(total) == {done[-1]}
        assert list(done) == sorted(done)


def test_an_empty_file_gets_the_embedder():
    with opened() as memory:
        assert reembed(memory.store, Hashing(24)) == 0
        assert memory.store.meta()["embedder"] == "hashing:24"


def test_a_batch_of_nothing_is_refused():
    with opened() as memory, pytest.raises(UsageError, match="at least one text"):
        reembed(memory.store, Hashing(24), batch=0)
