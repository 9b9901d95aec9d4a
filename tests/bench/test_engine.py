"""The engine benchmark measures what it says, and holds it against its bars."""

from functools import partial
from time import sleep

import numpy as np

from clew.bench.bare_reads import Agreement, BareReads, agreement
from clew.bench.engine import measure, rows_of
from clew.bench.random_world import RandomVectors, World
from clew.bench.reads import TimedEmbedder, timed
from clew.embed.base import TextKind
from clew.embed.hashing import Hashing
from clew.memory import Memory


class _Slow(Hashing):
    """Takes a tenth of a second for a call."""

    def embed(self, texts, *, kind):
        sleep(0.1)
        return super().embed(texts, kind=kind)


def test_a_small_memory_is_measured_and_held_against_the_bars(tmp_path):
    size = measure(50, tmp_path, writes=3, batches=1, queries=3, exact=20)
    assert size.exact == Agreement(queries=20, k=20, same=20, in_order=20)
    assert size.facts_per_s > 0
    assert size.rows_per_write["text_1_fact"] == 1
    one, many, typed, gone = size.writes
    assert min(*one.bare_processor, *one.processor) > 0
    assert all(each.embedder[0] > 0 for each in (one, many, typed))
    assert gone.bare_wall == (0, 0) < gone.wall
    assert many.processor[0] > one.processor[0]
    assert size.first_write_ms > 0
    reads = {read.name: read for read in size.reads}
    assert [*reads] == ["bare FTS5 and NumPy", "recall(k=20)", "ask, by rules", "facts", "history"]
    assert all(0 < read.processor[0] <= read.processor[1] for read in size.reads)
    assert all((read.embedder[0] > 0) == (name[0] in "ra") for name, read in reads.items())
    assert size.open_s > 0 < size.rss_mb
    assert size.texts_per_s > 0
    quick, slow = ({"import clew": each, "Memory": each} for each in (0.1, 9.0))
    met = {what: met for what, _, _, met in rows_of(size, quick)}
    assert met["Memory"]
    assert not {what: met for what, _, _, met in rows_of(size, slow)}["import clew"]


def test_the_embedders_time_is_no_part_of_a_call():
    embedder = TimedEmbedder(Hashing(8), _Slow(8))
    with Memory.open(embedder=embedder) as memory:
        memory.remember("Anna lives in Oslo.")
        read = timed("recall", embedder, [partial(memory.recall, "Where does Anna live?")] * 3)
    assert read.wall[0] < 100 < read.embedder[0]


def test_the_bare_loop_finds_what_words_and_vectors_find(tmp_path):
    embedder = Hashing(32)
    with Memory.open(tmp_path / "a.clew", embedder=embedder) as memory:
        memory.remember("Anna lives in Oslo.")
        memory.remember("Bela lives in Rome.")
        bare = BareReads(tmp_path / "a.clew")
        vector = embedder.embed(["Anna in Oslo"], kind=TextKind.QUERY)[0]
        best = bare.recall("Anna in Oslo", vector, 3)
        bare.close()
        (fact,) = memory.facts("Anna")
    assert fact.id in [row[1] for row in best]
    assert len(best) == 3


def test_a_search_that_finds_other_things_than_the_floats_is_counted():
    said, rounded = RandomVectors(16), RandomVectors(16)
    rounded._pool = np.round(rounded._pool)
    facts = [page.given for page in World().pages(40)]
    with Memory.open(embedder=rounded) as memory:
        memory.remember_many(facts)
        asked = said.embed([f"question {n}" for n in range(50)], kind=TextKind.QUERY)
        with memory.view() as view:
            right, wrong = (agreement(view, each, asked, k=5) for each in (rounded, said))
    assert right.same == right.in_order == 50
    assert wrong.in_order <= wrong.same < 40
