"""Vectors as a file keeps them: whole steps, twenty bits for each number.

The upper byte of each number is the code that a scan reads, twelve more bits tell the rest. A step
is a whole number of sixteenths of a power of two, so steps times a step are exact as float32, and a
vector that was rounded once stays as it is: in an export, and packed again.
"""

import numpy as np
from numpy.typing import NDArray

from clew.graph.view import Float32

__all__ = [
    "Bytes",
    "codes_of_packed",
    "pack_vectors",
    "packed_floats",
    "packed_halves",
    "packed_size",
    "unpack_vectors",
]

_HEAD = 4
"""Bytes of the step, a little-endian float32, before the upper bytes and the rest."""
_CODE = 4096
"""Steps of a code."""
_MOST = 127 * _CODE + _CODE // 2 - 1
"""The largest number of steps."""
_PARTS = 16
"""A step is 8 to 16 such parts of a power of two."""
_AT_ONCE = 128
"""Vectors packed together: few enough for the processor's own memory."""
_LEAST = 1e-30
"""A vector without a larger number is one of zeros."""
Bytes = NDArray[np.uint8]


def packed_size(dimension: int) -> int:
    """Return the bytes of a packed vector."""
    return _HEAD + 2 * dimension + (dimension + 1) // 2


def pack_vectors(vectors: Float32) -> Bytes:
    """Return vectors (count, dimension) as rows of bytes (count, `packed_size`).

    A number is off by at most half a step, and the largest by one; a step is at most a 460,000th
    of the largest number of its vector. A vector with a number that is not finite becomes one of
    zeros.

    >>> rows = np.array([[0.5, -0.25, 0.0]], np.float32)
    >>> bool((np.abs(unpack_vectors(pack_vectors(rows)) - rows) < 1e-6).all())
    True
    """
    rows = np.asarray(vectors, np.float32)
    parts = [_packed(rows[start : start + _AT_ONCE]) for start in range(0, len(rows), _AT_ONCE)]
    return np.concatenate([np.empty((0, packed_size(rows.shape[1])), np.uint8), *parts])


def _packed(rows: Float32) -> Bytes:
    finite = np.isfinite(rows).all(axis=1, keepdims=True)
    rows = np.where(finite, rows, np.float32(0))
    steps, reach = _steps_for(np.abs(rows).max(axis=1, initial=0.0).astype(np.float64))
    counts = _counts(rows, steps, reach).astype(np.int32)
    upper = (counts + _CODE // 2) // _CODE
    rest = counts - upper * _CODE + _CODE // 2
    last = rest & 15
    if last.shape[1] % 2:
        last = np.pad(last, ((0, 0), (0, 1)))
    parts = (steps.astype("<f4")[:, None].view(np.uint8), upper, rest >> 4)
    pairs = last[:, ::2] | last[:, 1::2] << 4
    return np.hstack([*(part.astype(np.uint8) for part in parts), pairs.astype(np.uint8)])


def _steps_for(largest: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest step for each largest number, and how far the next smaller one reaches.

    >>> _steps_for(np.array([_MOST * 9.0, _MOST * 9.5]))[0].tolist()
    [9.0, 10.0]
    """
    shares, powers = np.frexp(largest / _MOST)
    parts = np.ceil(shares * _PARTS)
    steps = np.ldexp(parts, powers - 4)
    less = np.where(parts > _PARTS // 2, parts - 1, (_PARTS - 1) / 2)
    there = largest > _LEAST
    return np.where(there, steps, 0.0), np.where(there, np.ldexp(less, powers - 4) * _MOST, 0.0)


def _counts(
    rows: Float32, steps: NDArray[np.float64], reach: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the numbers in steps.

    What a smaller step would not reach is rounded away from zero, so that the step stays the same
    when the rounded vector is packed again.
    """
    counts = rows / np.where(steps > 0, steps, 1)[:, None]
    beyond = np.abs(rows) > reach[:, None]
    counts[beyond] = np.copysign(np.ceil(np.abs(counts[beyond])), counts[beyond])
    return np.asarray(np.rint(counts, out=counts))


def packed_floats(floats: bytes, count: int = 1) -> bytes:
    """Return so many vectors of little-endian float32 numbers packed, one after another."""
    return pack_vectors(np.frombuffer(floats, "<f4").reshape(count, -1)).tobytes()


def packed_halves(halves: bytes, count: int = 1) -> bytes:
    """Return vectors packed as files of version 10 have them: a step, upper bytes, lower bytes."""
    rows = np.frombuffer(halves, np.uint8).reshape(count, -1)
    upper, lower = np.split(rows[:, _HEAD:].view(np.int8).astype(np.float32), 2, axis=1)
    with np.errstate(over="ignore", invalid="ignore"):  # of damaged steps
        floats = (upper * 256 + lower) * _steps(rows)[:, None]
    return pack_vectors(floats).tobytes()


def unpack_vectors(packed: Bytes) -> Float32:
    """Return the vectors of rows of bytes."""
    width = _width(packed.shape[1])
    upper, rest = packed[:, _HEAD : _HEAD + width], packed[:, _HEAD + width : _HEAD + 2 * width]
    pairs = packed[:, _HEAD + 2 * width :]
    counts = upper.view(np.int8).astype(np.int32)
    counts *= _CODE
    counts += (rest.astype(np.int32) << 4) - _CODE // 2
    counts[:, ::2] += pairs & 15
    counts[:, 1::2] += pairs[:, : width // 2] >> 4
    with np.errstate(over="ignore", invalid="ignore"):  # of damaged steps
        found: Float32 = counts.astype(np.float32) * _steps(packed)[:, None]
    return found


def codes_of_packed(packed: Bytes) -> tuple[NDArray[np.int8], Float32]:
    """Return codes (count, dimension) and scales: times its scale a code is off by half at most."""
    with np.errstate(over="ignore", invalid="ignore"):
        scales = _steps(packed) * np.float32(_CODE)
    return packed[:, _HEAD : _HEAD + _width(packed.shape[1])].view(np.int8), scales


def _width(size: int) -> int:
    """Return the numbers of a vector that takes so many bytes.

    >>> [_width(packed_size(dimension)) for dimension in (0, 1, 2, 3, 384)]
    [0, 1, 2, 3, 384]
    """
    return (size - _HEAD) * 2 // 5


def _steps(packed: Bytes) -> Float32:
    steps: Float32 = np.ascontiguousarray(packed[:, :_HEAD]).view("<f4")[:, 0]
    return steps
