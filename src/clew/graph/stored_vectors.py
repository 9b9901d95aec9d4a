"""Vectors as a file keeps them: whole steps of a power of two, two bytes for each number.

The upper bytes of a vector are the codes that a scan reads, the lower ones tell the rest. A step is
a power of two, so a vector that was rounded once is exact ever after: as float32, in an export, and
packed again.
"""

import numpy as np
from numpy.typing import NDArray

from clew.graph.view import Float32

__all__ = [
    "Bytes",
    "codes_of_packed",
    "pack_vectors",
    "packed_floats",
    "packed_size",
    "unpack_vectors",
]

_HEAD = 4
"""Bytes of the step, a little-endian float32, before the upper and the lower bytes."""
_MOST = 127 * 256 + 127
"""The largest number of steps."""
_LEAST = 1e-30
"""A vector without a larger number is one of zeros."""
_STEPS_OF_A_CODE = np.float32(256)
Bytes = NDArray[np.uint8]


def packed_size(dimension: int) -> int:
    """Return the bytes of a packed vector."""
    return _HEAD + 2 * dimension


def pack_vectors(vectors: Float32) -> Bytes:
    """Return vectors (count, dimension) as rows of bytes (count, `packed_size`).

    A number is off by at most half a step, a 32,640th of the largest number of its vector. A vector
    with a number that is not finite becomes one of zeros.

    >>> rows = np.array([[0.5, -0.25, 0.0]], np.float32)
    >>> unpack_vectors(pack_vectors(rows)).tolist()
    [[0.5, -0.25, 0.0]]
    """
    rows = np.asarray(vectors, np.float32)
    finite = np.isfinite(rows).all(axis=1, keepdims=True)
    rows = np.where(finite, rows, np.float32(0))
    largest = np.abs(rows).max(axis=1, initial=0.0).astype(np.float64)
    shares, powers = np.frexp(largest / _MOST)
    wholes = np.ldexp(1.0, powers - (shares == 0.5))
    steps = np.where(largest > _LEAST, wholes, 0.0).astype("<f4")
    counts = np.rint(rows / np.where(steps > 0, steps, 1)[:, None]).astype(np.int16)
    upper = (counts + 128) >> 8
    lower = counts - (upper << 8)
    packed = np.empty((len(rows), packed_size(rows.shape[1])), np.uint8)
    packed[:, :_HEAD] = steps.view(np.uint8).reshape(-1, _HEAD)
    packed[:, _HEAD : _HEAD + rows.shape[1]] = upper.astype(np.int8).view(np.uint8)
    packed[:, _HEAD + rows.shape[1] :] = lower.astype(np.int8).view(np.uint8)
    return packed


def packed_floats(floats: bytes) -> bytes:
    """Return a vector of little-endian float32 numbers packed."""
    return pack_vectors(np.frombuffer(floats, "<f4")[None, :]).tobytes()


def unpack_vectors(packed: Bytes) -> Float32:
    """Return the vectors of rows of bytes."""
    upper, lower = np.split(packed[:, _HEAD:].view(np.int8), 2, axis=1)
    counts = upper.astype(np.float32)
    counts *= _STEPS_OF_A_CODE
    counts += lower
    with np.errstate(over="ignore", invalid="ignore"):  # of damaged steps
        counts *= _steps(packed)[:, None]
    return counts


def codes_of_packed(packed: Bytes) -> tuple[NDArray[np.int8], Float32]:
    """Return codes (count, dimension) and scales: times its scale a code is off by half at most."""
    width = (packed.shape[1] - _HEAD) // 2
    with np.errstate(over="ignore", invalid="ignore"):
        scales = _steps(packed) * _STEPS_OF_A_CODE
    return packed[:, _HEAD : _HEAD + width].view(np.int8), scales


def _steps(packed: Bytes) -> Float32:
    steps: Float32 = np.ascontiguousarray(packed[:, :_HEAD]).view("<f4")[:, 0]
    return steps
