"""A pretend server with OpenAI's `/embeddings` interface, in process."""

import json
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from clew.embed.remote import OpenAIEmbedder

httpx2 = pytest.importorskip("httpx2", reason="needs the extra openai")


def vector(text: str) -> list[float]:
    """Return the server's vector of a text: not of length 1, on purpose."""
    seed = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
    return [float(x) for x in np.random.default_rng(seed).normal(0, 3, 16).round(6)]


def rows_of(request):
    texts = json.loads(request.content)["input"]
    return [{"index": i, "embedding": vector(text)} for i, text in enumerate(texts)]


def serve(request):
    """Answer as OpenAI does, but with the rows in reverse."""
    return httpx2.Response(200, json={"object": "list", "data": rows_of(request)[::-1]})


class Server:
    """Gives the scripted answers first, then works; remembers requests and waits."""

    def __init__(self, *answers) -> None:
        self.answers = list(answers)
        self.requests: list[Any] = []
        self.waits: list[float] = []

    def __call__(self, request):
        self.requests.append(request)
        if not self.answers:
            return serve(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def embedder(self, **options) -> OpenAIEmbedder:
        transport = httpx2.MockTransport(self)
        return OpenAIEmbedder("test", transport=transport, sleep=self.waits.append, **options)
