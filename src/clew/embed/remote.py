"""Embeddings from a server with OpenAI's `/embeddings` API: OpenAI, Ollama, vLLM, llama.cpp.

Needs the extra `openai` (`httpx2`); the request is too small to need a client library.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ValidationError

from clew.addresses import checked, masked, secrets_in
from clew.embed.base import TextKind, embed_written
from clew.errors import ModelError, NotInstalledError
from clew.graph.view import Float32

if TYPE_CHECKING:
    import httpx2

__all__ = ["OpenAIEmbedder", "Retry"]

_OPENAI = "https://api.openai.com/v1"
_MAX_CHARACTERS = 8_000  # OpenAI's limit is 8,192 tokens, in dense scripts one per character
_BATCH_TEXTS, _BATCH_CHARACTERS = 256, 200_000  # OpenAI's limits: 2,048 texts, 300,000 tokens
_BUSY = frozenset({408, 409, 429})
_SHOWN = 200
_MAX_REPLY = 64 << 20
"""Bytes of one reply: ten times what a batch of the longest vectors takes."""


@dataclass(frozen=True, slots=True)
class Retry:
    """How often, and after how many seconds, a request is retried."""

    attempts: int = 4
    """Maximum number of tries."""
    first: float = 0.5
    """Seconds before the second try; the wait doubles with each further try."""
    longest: float = 30.0
    """Maximum seconds of one wait, even if `Retry-After` asks for more."""
    timeout: float = 60.0
    """Seconds before a try counts as failed."""

    def wait(self, tries: int, asked: str | None) -> float:
        """Return the seconds to wait after `tries` tries; `asked` is the Retry-After header."""
        try:
            seconds = float(asked or "")
        except ValueError:  # absent, or a date
            seconds = self.first * 2 ** (tries - 1)
        return min(max(0.0, seconds), self.longest)  # in this order NaN is 0


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Reply(BaseModel):
    data: list[_Row]


class OpenAIEmbedder:
    """The embedder. Threads may share one. Passages and queries are embedded alike.

    Only the first 8,000 characters of a text are sent. A busy or broken server (408, 409, 429,
    5xx) or connection is retried a bounded number of times; any other status is an error at once.

    Args:
        model: the model's name on the server, e.g. `text-embedding-3-small`.
        base_url: the API's address; by default OpenAI.
        key: the API key, if the server requires one. It is sent only to `base_url`.
        retry: how often a request is tried.
        sleep: waits for a number of seconds.
        transport: carries the requests in tests; by default the network.

    Raises:
        NotInstalledError: httpx2 is missing.
        UsageError: the address is malformed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key: str | None = None,
        retry: Retry | None = None,
        sleep: Callable[[float], None] = time.sleep,
        transport: "httpx2.BaseTransport | None" = None,
    ) -> None:
        try:
            import httpx2  # extra
        except ImportError as error:
            raise NotInstalledError("httpx2", extra="openai") from error
        self.name = f"openai:{model}"
        self._model, self._retry, self._sleep = model, retry or Retry(), sleep
        self._url, self._key = checked(base_url or _OPENAI), key
        self._line_errors: type[Exception] = httpx2.TransportError
        self._client: Any = httpx2.Client(
            base_url=self._url,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=self._retry.timeout,
            transport=transport,
        )
        self._dimension: int | None = None

    @property
    def dimension(self) -> int:
        """Length of a vector; the first access asks the server.

        Raises:
            ModelError: the server cannot answer.
        """
        if self._dimension is None:
            self._dimension = len(self._ask(["dimension"])[0])
        return self._dimension

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:  # noqa: ARG002
        """Return unit rows, (len(texts), dimension); see `Embedder`."""
        return embed_written(texts, self.dimension, self._embed)

    def close(self) -> None:
        """Close the connections to the server."""
        self._client.close()

    def _embed(self, texts: list[str]) -> Float32:
        rows = [row for batch in _batches(texts) for row in self._ask(batch)]
        wrong = next((len(row) for row in rows if len(row) != self.dimension), None)
        if wrong is not None:
            raise self._error(f"expected vectors of length {self.dimension}, got one of {wrong}")
        found = np.array(rows, dtype=np.float32)
        if not np.isfinite(found).all():
            raise self._error("expected finite numbers, got a vector with NaN or infinity")
        return found

    def _ask(self, texts: list[str]) -> list[list[float]]:
        """Return the server's vectors in the order of the texts."""
        body: dict[str, object] = {"model": self._model, "input": texts, "encoding_format": "float"}
        try:
            rows = _Reply.model_validate_json(self._post(body)).data
        except ValidationError as error:
            raise self._error(f"expected a list of embeddings, got {error}") from error
        by_index = {row.index: row.embedding for row in rows}
        if len(rows) != len(texts) or sorted(by_index) != list(range(len(texts))):
            came = [row.index for row in rows][:10]
            raise self._error(f"expected indexes 0 to {len(texts) - 1}, got {came}")
        return [by_index[i] for i in range(len(texts))]

    def _post(self, body: dict[str, object]) -> bytes:
        problem = ""
        for tries in range(1, self._retry.attempts + 1):
            asked = None
            try:
                with self._client.stream("POST", "embeddings", json=body) as response:
                    content = self._content(response)
            except self._line_errors as error:
                problem = f"no answer ({type(error).__name__}: {error})"
            else:
                if response.is_success:
                    return content
                said = content[: 4 * _SHOWN].decode("utf-8", "replace")[:_SHOWN]
                problem = f"status {response.status_code}: {said!r}"
                if response.status_code not in _BUSY and response.status_code < 500:
                    raise self._error(problem)
                asked = response.headers.get("Retry-After")
            if tries < self._retry.attempts:
                self._sleep(self._retry.wait(tries, asked))
        raise self._error(f"gave up after {self._retry.attempts} tries; the last: {problem}")

    def _content(self, response: "httpx2.Response") -> bytes:
        content = bytearray()
        for chunk in response.iter_bytes():
            content += chunk
            if len(content) > _MAX_REPLY:
                raise self._error(f"a reply of more than {_MAX_REPLY >> 20} MiB")
        return bytes(content)

    def _error(self, problem: str) -> ModelError:
        said = masked(problem, self._key, *secrets_in(self._url))
        return ModelError(
            f"{masked(self._url)} could not embed with {self._model!r}: {said}; "
            "check the address, the model's name and the key"
        )


def _batches(texts: list[str]) -> Iterator[list[str]]:
    """Truncate texts and split them into batches that servers accept."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        # httpx2 cannot send a lone surrogate, which UTF-8 cannot encode.
        plain = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode()
        if batch and (len(batch) == _BATCH_TEXTS or characters + len(plain) > _BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(plain)
        characters += len(plain)
    if batch:
        yield batch
