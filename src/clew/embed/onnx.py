"""Reads the weights from an ONNX file, and nothing else.

ONNX is a protocol buffer: a sequence of fields, each a varint tag (number and wire type) and a
value. Only the path ModelProto.graph (7) -> GraphProto.initializer (5) -> TensorProto is followed
(https://github.com/onnx/onnx/blob/main/onnx/onnx.proto); the computation graph is not read.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["read_tensors"]

_GRAPH, _INITIALIZER = 7, 5
_DIMS, _DATA_TYPE, _NAME, _RAW_DATA = 1, 2, 8, 9
_DTYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("<f4"),
    3: np.dtype("i1"),
    7: np.dtype("<i8"),
    9: np.dtype("?"),
}


def read_tensors(data: bytes) -> dict[str, NDArray[Any]]:
    """Return the named weights of a model, as read-only arrays that share the bytes of `data`.

    Only float32, int8, int64 and bool tensors in `raw_data` are supported, which is all that the
    file of `clew.embed.minilm` contains.

    Raises:
        ValueError: the bytes are truncated, or contain another kind of tensor.
    """
    view = memoryview(data)
    tensors = {}
    for graph in _messages(view, _GRAPH):
        for message in _messages(graph, _INITIALIZER):
            name, array = _tensor(message)
            tensors[name] = array
    return tensors


def _messages(view: memoryview, wanted: int) -> Iterator[memoryview]:
    return (v for number, v in _fields(view) if number == wanted and isinstance(v, memoryview))


def _tensor(view: memoryview) -> tuple[str, NDArray[Any]]:
    shape: list[int] = []
    dtype, name, raw = 0, "", memoryview(b"")
    for number, value in _fields(view):
        if isinstance(value, int):
            if number == _DIMS:
                shape.append(value)
            elif number == _DATA_TYPE:
                dtype = value
        elif number == _DIMS:  # packed: consecutive varints
            shape.extend(_varints(value))
        elif number == _NAME:
            name = bytes(value).decode()
        elif number == _RAW_DATA:
            raw = value
    if dtype not in _DTYPES:
        raise ValueError(f"expected a tensor of type {sorted(_DTYPES)}, got {dtype} in {name!r}")
    return name, np.frombuffer(raw, dtype=_DTYPES[dtype]).reshape(shape)


def _fields(view: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Yield (field number, value): an int for a varint, a view for any other type."""
    at = 0
    while at < len(view):
        tag, at = _varint(view, at)
        wire = tag & 7
        if wire == 0:
            value, at = _varint(view, at)
            yield tag >> 3, value
            continue
        if wire == 2:
            length, at = _varint(view, at)
        elif wire in {1, 5}:
            length = 8 if wire == 1 else 4
        else:
            raise ValueError(f"expected a protocol buffer, got wire type {wire} at byte {at}")
        if at + length > len(view):
            raise ValueError(f"expected {length} bytes at byte {at}, got {len(view) - at}")
        yield tag >> 3, view[at : at + length]
        at += length


def _varints(view: memoryview) -> Iterator[int]:
    at = 0
    while at < len(view):
        value, at = _varint(view, at)
        yield value


def _varint(view: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(view) and shift < 70:
        byte = view[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError(f"expected a whole number, got the end of the data at byte {at}")
