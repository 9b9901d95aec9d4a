"""Vectors as bytes: what the scan and the floats find is what the exact product finds."""

import numpy as np
import pytest

from clew.graph.stored_vectors import (
    codes_of_packed,
    pack_vectors,
    packed_floats,
    packed_size,
    unpack_vectors,
)
from clew.graph.types import TEXT_KINDS, Kind
from clew.projection.columns import Column, Items
from clew.projection.rows import each_vector, vector_rows
from clew.projection.vectors import Vectors, coded, scanner


def unit(rng, count, width=48):
    rows = rng.standard_normal((count, width)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Held:
    """Vectors of entities 1, 2, ..., with the file that their floats are read from.

    Each has a row of its own, with an id of 1000 and twice the entity's; `read` says whose were
    read, as 1000 and the entity's id.
    """

    def __init__(self, rows, most_bytes=None):
        items = Items()
        columns = {kind: Column(kind, items) for kind in TEXT_KINDS}
        self.vectors = Vectors(columns, items, *(() if most_bytes is None else (most_bytes,)))
        packed = pack_vectors(rows)
        self.rows, self.read = unpack_vectors(packed), []
        self.held: dict[int, bytes] = {}
        ids = np.arange(1, len(rows) + 1)
        columns[Kind.ENTITY].add(ids, items.add(Kind.ENTITY, ids), np.zeros(len(ids), np.int64))
        self.add((2 * id + 1000, id, row.tobytes()) for id, row in enumerate(packed, start=1))

    def add(self, vectors):
        rows = list(vector_rows(vectors))
        self.vectors.add(*zip(*rows, strict=True))
        self.held.update((row.id, row.vectors) for row in rows)

    def floats(self, rows):
        self.read += [row // 2 + 500 for row in rows]
        return {row: self.held[row] for row in rows}

    def nearest(self, queries, k, mask=None):
        mask = np.ones(len(self.rows), np.bool_) if mask is None else mask
        return self.vectors.nearest(Kind.ENTITY, queries, k, mask, self.floats)


def exact(rows, query, k, mask=None):
    products = (rows * query).sum(axis=1, dtype=np.float64)
    ids = np.arange(len(rows)) if mask is None else np.flatnonzero(mask)
    return [int(n) + 1 for n in sorted(ids, key=lambda n: (-products[n], n))[:k]]


@pytest.mark.parametrize("count", [1, 3, 500, 20_000])
def test_the_nearest_are_those_of_the_exact_product(count):
    rng = np.random.default_rng(count)
    rows, queries = unit(rng, count), unit(rng, 25)
    mask = rng.random(count) < 0.8
    held = Held(rows)
    for k in (1, 10):
        found = held.nearest(queries, k, mask)
        assert [[id for id, _ in hits] for hits in found] == [
            exact(rows, query, k, mask) for query in queries
        ]
    assert len(set(held.read)) < max(len(rows) / 4, 501)


def test_scores_are_the_products_of_the_floats_and_ties_go_to_the_smaller_id():
    rng = np.random.default_rng(1)
    rows = np.repeat(unit(rng, 40), 3, axis=0)
    query = unit(rng, 1)
    held = Held(rows)
    (hits,) = held.nearest(query, 6)
    assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))
    assert [id % 3 for id, _ in hits] == [1, 2, 0] * 2
    for id, score in hits:
        for vectors, off in ((held.rows, 1e-7), (rows, 1e-6)):
            exactly = float(vectors[id - 1].astype(np.float64) @ query[0])
            assert score == pytest.approx(exactly, abs=off)


def test_without_the_wheel_the_scan_gives_the_same_numbers():
    rng = np.random.default_rng(2)
    some, others = (coded(unit(rng, count))[0] for count in (3, 5000))
    expected = some.astype(np.int64) @ others.astype(np.int64).T
    for scan in (scanner(), scanner(wheel=False)):
        assert scan(some, others).tolist() == expected.tolist()


def test_a_vector_is_read_once_while_it_is_kept_and_again_when_it_was_replaced():
    rng = np.random.default_rng(3)
    held = Held(unit(rng, 30), most_bytes=4 * 48 * 10)
    numbers = np.arange(4, dtype=np.int32)
    for _ in range(2):
        assert held.vectors.of(numbers, held.floats).tolist() == held.rows[:4].tolist()
    assert held.read == [1001, 1002, 1003, 1004]
    held.rows[1] = -held.rows[1]
    held.add([(2000, 2, pack_vectors(held.rows[1:2]).tobytes())])
    assert held.vectors.of(numbers, held.floats).tolist() == held.rows[:4].tolist()
    assert held.read[4:] == [1500]


def test_what_no_longer_fits_is_read_again_and_what_is_too_much_is_not_kept():
    rng = np.random.default_rng(4)
    held = Held(unit(rng, 30), most_bytes=4 * 48 * 10)
    for some in (range(8), range(6, 14), range(30), range(4), range(12, 14)):
        numbers = np.array(some, np.int32)
        assert held.vectors.of(numbers, held.floats).tolist() == held.rows[numbers].tolist()
    assert set(held.read[16:46]) | set(held.read[-6:]) >= {1001, 1002, 1003, 1004}


def test_items_without_vectors_are_zeros_and_are_never_nearest():
    rng = np.random.default_rng(5)
    held = Held(unit(rng, 2))
    column, items = held.vectors._columns[Kind.ENTITY], held.vectors._items
    column.add(np.array([9]), items.add(Kind.ENTITY, np.array([9])), np.zeros(1, np.int64))
    assert not held.vectors.of(np.array([2], np.int32), held.floats).any()
    (hits,) = held.nearest(unit(rng, 1), 3, np.ones(3, np.bool_))
    assert {id for id, _ in hits} == {1, 2}


@pytest.mark.parametrize("damaged", [np.inf, np.nan, 3e38])
def test_a_number_that_damage_has_made_huge_spoils_no_search(damaged):
    rows = unit(np.random.default_rng(7), 300)
    held, packed = Held(rows), pack_vectors(rows[4:5])
    packed[0, :4] = np.array([damaged], "<f4").view(np.uint8)
    held.rows[4] = unpack_vectors(packed)
    held.add([(2000, 5, packed.tobytes())])
    found = held.nearest(held.rows[[9, 10]], 300)
    assert [hits[0][0] for hits in found] == [10, 11]
    assert all(np.isfinite([score for _, score in hits]).all() for hits in found)
    assert [dict(hits)[5] for hits in found] == [0.0, 0.0]


@pytest.mark.parametrize("size", [1e-29, 0.01, 1.0, 37.5, 1e5])
def test_a_stored_vector_is_off_by_a_step_at_most_and_exact_ever_after(size):
    rows = unit(np.random.default_rng(8), 2000) * np.float32(size)
    rows[3] = 0
    packed = pack_vectors(rows)
    stored = unpack_vectors(packed)
    assert packed.shape == (2000, packed_size(48))
    largest = np.abs(rows).max(axis=1)[:, None]
    assert (np.abs(stored - rows) <= largest / 460_000).all()
    assert (pack_vectors(stored) == packed).all()
    assert packed_floats(stored[0].astype("<f4").tobytes()) == packed[0].tobytes()
    codes, scales = codes_of_packed(packed)
    assert (np.abs(codes * scales[:, None] - stored) <= scales[:, None] * 0.5).all()


def test_a_vector_that_is_no_vector_is_stored_as_zeros():
    rows = np.array([[1.0, np.nan], [np.inf, 0.0], [0.0, 0.0], [1e-35, 0.0]], np.float32)
    assert not unpack_vectors(pack_vectors(rows)).any()


def test_a_vector_of_another_length_has_a_row_of_its_own():
    one_by_one = [(n, n, b"x" * (5 if n == 3 else 9)) for n in range(1, 6)]
    rows = list(vector_rows(one_by_one))
    assert [row.items for row in rows] == ["1 2", "3", "4 5"]
    assert list(each_vector(rows)) == one_by_one


def test_vectors_with_ids_in_a_row_share_rows_and_are_read_from_these():
    packed = pack_vectors(unit(np.random.default_rng(9), 40))
    ids = [*range(2000, 2025), *range(2030, 2045)]
    one_by_one = [
        (id, n + 1, row.tobytes()) for n, (id, row) in enumerate(zip(ids, packed, strict=True))
    ]
    rows = list(vector_rows(one_by_one))
    assert len(rows) < len(ids) / 3
    assert list(each_vector(rows)) == one_by_one
    held = Held(unit(np.random.default_rng(10), 40))
    held.add(one_by_one)
    numbers = np.array([39, 0, 24, 25, 7], np.int32)
    assert (
        held.vectors.of(numbers, held.floats).tolist() == unpack_vectors(packed[numbers]).tolist()
    )


def alike(rng, count):
    """Unit vectors more like embedders': one direction is common, and some matter more."""
    spread = (1 / np.sqrt(1 + np.arange(384) / 20)).astype(np.float32)
    rows = rng.standard_normal((count, 384)).astype(np.float32) * spread
    rows += np.linspace(-1, 1, 384, dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("count", [1_000, 10_000])
def test_what_is_stored_finds_what_the_floats_that_were_embedded_find(count):
    rng = np.random.default_rng(11)
    rows, queries = alike(rng, count), alike(rng, 1000)
    held, every = Held(rows), np.ones(count, np.bool_)
    same = 0
    for start in range(0, len(queries), 8):
        some = queries[start : start + 8]
        found = [[id for id, _ in hits] for hits in held.nearest(some, 20, every)]
        products = some @ rows.T
        for query, product, ids in zip(some, products, found, strict=True):
            near = np.sort(np.argpartition(-product, 40)[:40])
            same += {int(near[n - 1]) + 1 for n in exact(rows[near], query, 20)} == {*ids}
    assert same >= 999
