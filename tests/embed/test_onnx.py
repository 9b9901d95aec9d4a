import contextlib
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.embed.minilm import weights_path
from clew.embed.onnx import read_tensors


def varint(value):
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def number(field_number, value):
    return varint(field_number << 3) + varint(value)


def model(name, array, *, dtype=1, packed=False):
    """Return the bytes of a model with one tensor, among fields a reader must skip."""
    if packed:
        dims = field(1, b"".join(varint(n) for n in array.shape))
    else:
        dims = b"".join(number(1, n) for n in array.shape)
    tensor = dims + number(2, dtype) + field(8, name.encode()) + field(9, array.tobytes())
    graph = field(1, b"a node") + field(5, tensor) + varint(99 << 3 | 5) + b"1234"
    return number(1, 10) + varint(3 << 3 | 1) + struct.pack("<d", 1.5) + field(7, graph)


@pytest.mark.parametrize("packed", [False, True])
def test_a_tensor_is_read_with_name_shape_and_values(packed):
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    [(name, found)] = read_tensors(model("w", array, packed=packed)).items()
    assert name == "w"
    assert np.array_equal(found, array)


def test_the_real_file_has_a_scale_for_every_int8_matrix():
    tensors = read_tensors(weights_path().read_bytes())
    matrices = {name[:-2]: t for name, t in tensors.items() if name.endswith("_q")}
    assert len(matrices) == 38
    for name, matrix in matrices.items():
        assert matrix.dtype == np.int8
        assert 1 in tensors[f"{name}_scale"].shape


def test_another_type_of_tensor_is_an_error():
    with pytest.raises(ValueError, match="got 16 in 'w'"):
        read_tensors(model("w", np.zeros(2, np.float16), dtype=16))


@given(st.binary(max_size=40))
def test_random_bytes_are_read_or_refused_never_anything_else(data):
    with contextlib.suppress(ValueError):
        assert isinstance(read_tensors(data), dict)


@given(st.integers(1, 60))
def test_a_model_cut_short_is_refused(cut):
    data = model("w", np.ones((3, 3), np.float32))
    with pytest.raises(ValueError, match="expected"):
        read_tensors(data[:-cut])
