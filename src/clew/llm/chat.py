"""`ChatModel`: tasks answered by a hosted model, or one behind an OpenAI-compatible server."""

import json
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from clew.addresses import checked
from clew.clock import Clock, SystemClock
from clew.errors import UnknownNameError, UsageError
from clew.llm.base import Failure, FailureKind, Message, Result, Sampling, Task, Usage, of_kind
from clew.llm.batch import in_order
from clew.llm.faults import about_images, failure_of
from clew.llm.insisting import Ladder, Said, Way, ask
from clew.llm.wire import Endpoint, Line, connect, price

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

__all__ = ["PROVIDERS", "ChatModel", "provider_of"]

PROVIDERS = {
    "anthropic": "https://api.anthropic.com",
    "ollama": "http://localhost:11434/v1",
    "openai": "https://api.openai.com/v1",
}
"""Providers and their default addresses."""


class ChatModel:
    """A chat model, by `PROVIDER:MODEL`. Threads may share one.

    Each request is sent once; no hidden waits or retries.

    1. **Format.** A JSON schema; if the server refuses that, a tool call; else JSON in the text,
       with the schema in the prompt. Servers other than the provider's own skip tool calls, at
       which small models fail. The accepted way is kept per type of task and never depends on
       replies, so the same task gets the same request. `Result.how` names it.
    2. **Repair.** An unusable reply is shown to the model with the error, once if `tries` is 2; a
       truncated reply is reported as such. See `clew.llm.insisting.ask`.
    3. **Failures.** A busy, broken, silent or unreachable server is `UNAVAILABLE` with `retry`,
       for `clew.llm.retry.Retried`. A refusal, a content filter, a text too long for the model and
       a request refused in every way are `REFUSED`; an exhausted account is `BUDGET`.

    Usage counts every request sent. A reply without token counts adds no tokens, and a model
    missing from the price list (genai-prices) costs 0.

    Ollama silently truncates prompts beyond its context (4,096 tokens): raise
    `OLLAMA_CONTEXT_LENGTH` where it runs.

    Connections stay open until `close`, garbage collection or the end of the process; after `close`
    the next task opens new ones.

    Args:
        name: `openai:gpt-4o`, `anthropic:...`, `ollama:qwen3:8b`; `openai:ANY` with a `base_url`
            for any OpenAI-compatible server (vLLM, llama.cpp, LM Studio). Or an `Endpoint`, which
            replaces `base_url`, `api_key` and `timeout`: for a proxy that should be treated as the
            provider itself.
        base_url: the server's address; by default the provider's own.
        api_key: sent to that address only. Required for a provider's own address.
        sampling: settings by type of task, or `Task` for all; missing types get the default.
            Unsupported settings (a seed, a temperature when it reasons) are not sent.
        timeout: seconds before a request counts as failed.
        workers: maximum number of concurrent requests, over all threads.
        images: whether the images of a task are sent. If not, or once the server has refused
            images, only the text is sent, and `Result.how` says so.
        tries: requests per task, including those that show the model its error.
        clock: measures the seconds.

    Raises:
        UsageError: the model, key or address is missing or malformed.
        UnknownNameError: an unknown provider.
        NotInstalledError: the extra `llm`, or for Anthropic's models `anthropic`, is missing.
    """

    def __init__(  # noqa: PLR0913 - all but the name optional, each its own matter
        self,
        name: str | Endpoint,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        sampling: Mapping[type[Task[Any]], Sampling] | None = None,
        timeout: float = 60.0,
        workers: int = 4,
        images: bool = True,
        tries: int = 2,
        clock: Clock | None = None,
    ) -> None:
        if workers < 1 or tries < 1 or timeout <= 0:
            raise UsageError(
                f"expected workers and tries from 1 and a timeout above 0, "
                f"got {workers}, {tries} and {timeout:g}"
            )
        self._endpoint = (
            name if isinstance(name, Endpoint) else _endpoint(name, base_url, api_key, timeout)
        )
        self._sampling = sampling or {}
        self._workers, self._tries = workers, tries
        self._blind = "" if images else "not to be sent any"
        """Why no images are sent; empty if they are."""
        self._clock = clock or SystemClock()
        self._room = BoundedSemaphore(workers)
        self._lock = Lock()
        self._line: Line | None = None
        self._end: Callable[[], object] | None = None
        self._refuse_top_k()
        self._ladder = Ladder(_ways(self._endpoint, self._connected()))

    @property
    def name(self) -> str:
        """`PROVIDER:MODEL`, with the address for an OpenAI-compatible server."""
        at = self._endpoint
        if at.provider != "openai" or not at.local:
            return f"{at.provider}:{at.model}"
        parts = urlsplit(at.url)
        place = f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"
        return f"{at.provider}:{at.model}@{place}{parts.path.rstrip('/')}"

    def sampling(self, task: type[Task[Any]]) -> Sampling:
        """Return the settings for a type of task."""
        return of_kind(self._sampling, task) or Sampling()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order, several at a time.

        Raises:
            ModelError: wrong key, model or address, or a task without a prompt.
        """
        return in_order(self._answer, tasks, self._workers)

    def close(self) -> None:
        """Abort running requests and close the connections."""
        with self._lock:
            if self._end is not None:
                self._end()
            self._line = self._end = None

    def _answer(self, task: Task[Any]) -> Result[Any]:
        sampling = self.sampling(type(task))
        send = partial(self._timed, type(task), sampling)
        result = ask(task, send, self._ladder, tries=self._tries)
        return replace(result, model=self.name, sampling=sampling)

    def _timed(
        self, task: type[Task[Any]], sampling: Sampling, messages: tuple[Message, ...], way: Way
    ) -> Said:
        """Send when fewer than `workers` requests run; measures the request alone."""
        with self._room:
            began = self._clock.now()
            said = self._send(task, sampling, messages, way)
            seconds = (self._clock.now() - began).total_seconds()
        return replace(said, usage=replace(said.usage, seconds=seconds))

    def _send(
        self, task: type[Task[Any]], sampling: Sampling, messages: tuple[Message, ...], way: Way
    ) -> Said:
        """Send in one way, without the images if they are off or were refused before."""
        pictured, spent = any(each.images for each in messages), Usage()
        if pictured and not self._blind:
            said = self._request(task, sampling, messages, way)
            if not about_images(said.strange):
                return said
            self._blind, spent = f"refused with {said.strange}", said.usage
        words = tuple(replace(each, images=()) for each in messages)
        said = self._request(task, sampling, words, way)
        how = f"{said.how}, without images: {self._blind}" if pictured else said.how
        return replace(said, usage=spent + said.usage, how=how)

    def _request(
        self, task: type[Task[Any]], sampling: Sampling, messages: tuple[Message, ...], way: Way
    ) -> Said:
        from pydantic_ai.exceptions import AgentRunError  # extra

        from clew.llm.guarded import ReplyTooLongError  # extra

        try:
            response = self._connected().send(task, messages, way, sampling)
        except AgentRunError as error:
            failure = failure_of(error, self._endpoint)
            if isinstance(failure, str):
                return Said(usage=Usage(1), strange=f"{self.name} answered {failure}")
            return Said(usage=Usage(1), failure=failure)
        except ReplyTooLongError as error:
            message = f"{self.name} sent {error}; check the address and the model"
            return Said(usage=Usage(1), failure=Failure(FailureKind.UNAVAILABLE, message))
        tokens = response.usage
        usage = Usage(1, tokens.input_tokens, tokens.output_tokens)
        sent, got = usage.input_tokens, usage.output_tokens
        cost = price(self._endpoint.url, response.model_name or self._endpoint.model, sent, got)
        usage = replace(usage, cost=cost or 0.0)
        said = self._read(response, way, usage)
        if response.finish_reason == "length":
            return replace(said, cut=f"after {sampling.max_tokens or tokens.output_tokens} tokens")
        if response.finish_reason == "content_filter":
            return replace(said, cut="by the server's content filter")
        return said

    def _read(self, response: "ModelResponse", way: Way, usage: Usage) -> Said:
        """Return the text of a reply, or its failure."""
        from pydantic_ai.messages import TextPart, ThinkingPart, ToolCallPart  # extra

        parts = response.parts
        calls = [each.args for each in parts if isinstance(each, ToolCallPart)]
        words = "".join(each.content for each in parts if isinstance(each, TextPart)).strip()
        thoughts = "".join(each.content for each in parts if isinstance(each, ThinkingPart))
        refusal = (response.provider_details or {}).get("refusal")
        how = way.value
        given = calls[0] if calls else words  # further calls repeat the first or are invented
        text = given if isinstance(given, str) else json.dumps(given)
        if refusal or (response.finish_reason == "content_filter" and not text):
            message = f"{self.name} refused: {refusal or 'its content filter stopped the reply'}"
            failure = Failure(FailureKind.REFUSED, message)
            return Said(usage=usage, how=how, failure=failure)
        if not text and thoughts:  # some servers classify the whole reply as reasoning
            text, how = thoughts, f"{how}, in the reasoning"
        return Said(text, usage, how)

    def _connected(self) -> Line:
        with self._lock:
            if self._line is None:
                self._line = connect(self._endpoint)
                self._end = weakref.finalize(self, self._line.close)
            return self._line

    def _refuse_top_k(self) -> None:
        own = self._endpoint.provider == "openai" and not self._endpoint.local
        if own and any(each.top_k is not None for each in self._sampling.values()):
            raise UsageError(f"{self.name} takes no top_k; leave it out or use top_p")


def _ways(endpoint: Endpoint, line: Line) -> list[Way]:
    """Return the ways to try, without those the model is known to lack."""
    lacking = {Way.TOOL} if endpoint.local else set()
    return [
        way for way in Way if way not in lacking and (way is not Way.SCHEMA or line.takes_schema)
    ]


def provider_of(name: str) -> str:
    """Return the provider in the name of a model.

    Raises:
        UsageError: the name is not of the form `PROVIDER:MODEL`.
        UnknownNameError: an unknown provider.
    """
    provider, _, model = name.partition(":")
    if not model:
        raise UsageError(
            f"expected a model as PROVIDER:MODEL, such as openai:gpt-4o, or rules, got {name!r}"
        )
    if provider not in PROVIDERS:
        raise UnknownNameError("model provider", provider, [*PROVIDERS, "local"])
    return provider


def _endpoint(name: str, base_url: str | None, api_key: str | None, timeout: float) -> Endpoint:
    provider, model = provider_of(name), name.partition(":")[2]
    url = checked(base_url or PROVIDERS[provider])
    local = provider == "ollama" or (provider == "openai" and url != PROVIDERS["openai"])
    if not api_key and not local:
        raise UsageError(f"{name} needs a key: set {provider.upper()}_API_KEY")
    if api_key and not (api_key.isascii() and api_key.isprintable()):
        raise UsageError("the API key contains invalid characters; copy it again")
    return Endpoint(provider, model, url, api_key, local, timeout)
