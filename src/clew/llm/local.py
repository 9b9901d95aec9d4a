"""`LocalModel`: runs a GGUF file in this process with llama.cpp; replies follow the schema."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from clew.clock import Clock, SystemClock
from clew.errors import ModelError, NotInstalledError
from clew.llm.base import Failure, FailureKind, Message, Result, Sampling, Task, Usage, of_kind
from clew.llm.batch import in_order
from clew.llm.insisting import Ladder, Said, Way, ask, schema_of

if TYPE_CHECKING:
    import xllamacpp

__all__ = ["LocalModel"]

_MAGIC = b"GGUF"
_SAMPLE = 1 << 20
_BLIND = "without images: only words go to a local file"


class LocalModel:
    """A local model. Threads may share one; it answers one request at a time.

    Generation is constrained to the JSON schema, so only the values of a reply can be wrong. No
    state is kept between requests, so the same task gets the same reply. If llama.cpp cannot use a
    type's schema, the schema is put into the prompt instead.

    The file is loaded with the first task. After Ctrl-C the process need not wait for a reply, but
    the running reply is still computed until the process ends.

    Args:
        path: the GGUF file.
        n_ctx: maximum tokens of prompt and reply together; memory use grows with it.
        threads: number of compute threads. On a busy machine more than one can be much slower.
        sampling: settings by type of task, or `Task` for all; missing types get the default.
        tries: requests per task, including those that show the model its error.
        clock: measures the seconds.

    Raises:
        NotInstalledError: the extra `local` is missing.
        ModelError: the file does not exist, or is not GGUF.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        n_ctx: int = 8192,
        threads: int = 1,
        sampling: Mapping[type[Task[Any]], Sampling] | None = None,
        tries: int = 2,
        clock: Clock | None = None,
    ) -> None:
        try:
            import xllamacpp  # extra
        except ImportError as error:
            raise NotInstalledError("xllamacpp", extra="local") from error
        self._llama = xllamacpp
        self._path = Path(path)
        self._name = f"local:{self._path.name}#{_digest(self._path)}"
        self._n_ctx, self._threads = n_ctx, threads
        self._sampling = sampling or {}
        self._tries = tries
        self._clock = clock or SystemClock()
        self._ladder = Ladder((Way.SCHEMA, Way.TEXT))
        self._turn = Lock()
        self._server: xllamacpp.Server | None = None

    @property
    def name(self) -> str:
        """The file's name and eight hex digits that depend on its contents."""
        return self._name

    def sampling(self, task: type[Task[Any]]) -> Sampling:
        """Return the settings for a type of task."""
        return of_kind(self._sampling, task) or Sampling()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order.

        Raises:
            ModelError: the file cannot be loaded, or a task has no prompt.
        """
        return in_order(self._answer, tasks, workers=1)

    def close(self) -> None:
        """Free the model's memory; the next task loads the file again."""
        with self._turn:
            self._server = None

    def _answer(self, task: Task[Any]) -> Result[Any]:
        sampling = self.sampling(type(task))
        send = partial(self._send, type(task), sampling)
        result = ask(task, send, self._ladder, tries=self._tries)
        return replace(result, model=self.name, sampling=sampling)

    def _send(
        self, task: type[Task[Any]], sampling: Sampling, messages: tuple[Message, ...], way: Way
    ) -> Said:
        request = _request(task, messages, sampling, way)
        how = f"{way}, {_BLIND}" if any(each.images for each in messages) else str(way)
        with self._turn:
            server = self._loaded()
            began = self._clock.now()
            try:
                reply = server.handle_chat_completions(request)
            except ValueError as error:  # llama.cpp has no grammar for part of the schema
                return Said(usage=Usage(1), strange=str(error))
            seconds = (self._clock.now() - began).total_seconds()
        return self._read(reply, how, seconds)

    def _read(self, reply: Any, how: str, seconds: float) -> Said:
        if error := reply.get("error"):
            message = f"{self.name}: {error.get('message')}"
            if error.get("type") == "exceed_context_size_error":
                message += f"; open the model with n_ctx above {self._n_ctx}"
            failure = Failure(FailureKind.REFUSED, message)
            return Said(usage=Usage(1, seconds=seconds), failure=failure)
        (choice,) = reply["choices"]
        said = choice["message"]
        tokens = reply["usage"]
        usage = Usage(1, tokens["prompt_tokens"], tokens["completion_tokens"], seconds)
        cut = ""
        if choice["finish_reason"] == "length":
            cut = f"after {tokens['completion_tokens']} tokens"
        text = said.get("content") or ""
        if not text and said.get("reasoning_content"):
            text, how = said["reasoning_content"], f"{how}, in the reasoning"
        return Said(text, usage, how, cut=cut)

    def _loaded(self) -> "xllamacpp.Server":
        if self._server is None:
            given = self._llama.CommonParams()
            given.model.path = str(self._path)
            given.n_ctx, given.n_parallel = self._n_ctx, 1
            given.cpuparams.n_threads = given.cpuparams_batch.n_threads = self._threads
            given.warmup = False
            given.verbosity = -1
            # It also listens on loopback: a random key keeps other processes out.
            given.api_keys = [secrets.token_hex(32)]
            given.ui = given.endpoint_slots = False
            try:
                self._server = self._llama.Server(given)
            except RuntimeError as error:
                message = f"llama.cpp cannot load {self._path}: {error}"
                raise ModelError(f"{message}; is the file whole, and is there memory?") from error
        return self._server


def _request(
    task: type[Task[Any]], messages: tuple[Message, ...], sampling: Sampling, way: Way
) -> dict[str, Any]:
    request: dict[str, Any] = {
        "messages": [{"role": each.role, "content": each.text} for each in messages],
        # With a cached prefix the prompt would be computed in other portions, and the reply could
        # differ.
        "cache_prompt": False,
        **{key: value for key, value in asdict(sampling).items() if value is not None},
    }
    if way is Way.SCHEMA:
        wanted = {"name": task.output_type.__name__, "schema": schema_of(task)}
        request["response_format"] = {"type": "json_schema", "json_schema": wanted}
    return request


def _digest(path: Path) -> str:
    """Return a digest of a file's ends and size, without reading all of it.

    Raises:
        ModelError: the file does not exist, or is not GGUF.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_SAMPLE)
            size = file.seek(0, 2)
            file.seek(max(0, size - _SAMPLE))
            tail = file.read()
    except OSError as error:
        raise ModelError(f"cannot read the model {str(path)!r}: {error.strerror}") from error
    if not head.startswith(_MAGIC):
        raise ModelError(f"expected a GGUF file, got {str(path)!r}; convert the model to GGUF")
    return sha256(head + tail + str(size).encode()).hexdigest()[:8]
