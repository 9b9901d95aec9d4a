"""One request to one chat model, through pydantic-ai; no other module sends requests with it.

pydantic-ai is asynchronous, and its HTTP client belongs to one event loop. So each model has a
`Line`: a thread that runs the loop and owns the client. Any thread, even one with its own loop
(a notebook), sends through it and waits.
"""

from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any, cast

from clew.errors import ModelError, NotInstalledError
from clew.llm.base import Message, Sampling, Task
from clew.llm.insisting import Way, schema_of

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from pydantic_ai import messages as talk
    from pydantic_ai.models import Model as ClientModel
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

__all__ = ["Endpoint", "Line", "connect", "price"]

_ODD = (
    AttributeError,
    CancelledError,
    LookupError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
    Warning,
)
"""Errors from the client library other than its own: it indexes server replies unchecked (no
choices, a choice that is a number), may raise warnings about negative counts as errors, and runs
nothing on a closed line."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model's address and its name there."""

    provider: str
    model: str
    url: str
    key: str | None
    local: bool
    """Whether this is some OpenAI-compatible server instead of a provider's own."""
    timeout: float


class Line:
    """A thread with an event loop that owns a client's connections.

    Threads may share one. `close` may be called from any thread, and more than once.
    """

    def __init__(self, endpoint: Endpoint, model: "ClientModel", client: Any) -> None:
        self._endpoint, self._model = endpoint, model
        self._closed = False
        ready: Future[BlockingPortal] = Future()
        # A daemon: a model that nobody closed must not keep the process alive.
        self._thread = Thread(
            target=_serve, args=(client, ready), daemon=True, name="clew-connections"
        )
        self._thread.start()
        self._portal = ready.result()

    @property
    def takes_schema(self) -> bool:
        """Whether the model is known to support JSON schemas."""
        return bool(self._model.profile.get("supports_json_schema_output", False))

    def send(
        self, task: type[Task[Any]], messages: Sequence[Message], way: Way, sampling: Sampling
    ) -> "talk.ModelResponse":
        """Send one request and wait for the reply.

        Raises:
            AgentRunError: pydantic-ai's error; the request or the reply failed.
            ModelError: the line was closed, or the server redirects to another one.
            ReplyTooLongError: the reply was not read to its end.
        """
        from pydantic_ai.direct import model_request  # extra
        from pydantic_ai.exceptions import AgentRunError, UnexpectedModelBehavior  # extra

        call = partial(
            model_request,
            self._model,
            _talk(messages),
            model_settings=self._settings(sampling),
            model_request_parameters=self._parameters(task, way),
            instrument=False,
        )
        try:
            return self._portal.call(call)
        except AgentRunError:
            raise
        except _ODD as error:
            if self._closed:
                raise ModelError("the model was closed while it was asked") from error
            raise UnexpectedModelBehavior(f"{type(error).__name__}: {error}") from error

    def _settings(self, sampling: Sampling) -> "ModelSettings":
        """Return the settings that the model supports."""
        profile = self._model.profile
        given = {key: value for key, value in asdict(sampling).items() if value is not None}
        silent = set(self._model.unsupported_settings)
        # Reasoning models refuse a temperature, unless reasoning is off by default.
        if profile.get("openai_supports_reasoning") and (
            profile.get("thinking_enabled_by_default")
            or not profile.get("openai_supports_reasoning_effort_none")
        ):
            silent |= {"temperature", "top_p"}
        if self._endpoint.local and "top_k" in given:
            given["extra_body"] = {"top_k": given["top_k"]}  # not in OpenAI's API, but common
        kept = {key: value for key, value in given.items() if key not in silent}
        return cast("ModelSettings", kept | {"request_timeout": self._endpoint.timeout})

    def _parameters(self, task: type[Task[Any]], way: Way) -> "ModelRequestParameters":
        from pydantic_ai.models import ModelRequestParameters  # extra
        from pydantic_ai.output import OutputObjectDefinition  # extra
        from pydantic_ai.tools import ToolDefinition  # extra

        if way is Way.TEXT:
            return ModelRequestParameters(output_mode="text")
        schema, name = schema_of(task), task.output_type.__name__
        if way is Way.SCHEMA:
            strict = True if self._endpoint.provider == "openai" else None  # enforces the schema
            wanted = OutputObjectDefinition(schema, name=name, strict=strict)
            return ModelRequestParameters(output_mode="native", output_object=wanted)
        tool = ToolDefinition(
            name="answer", description="Give the answer.", parameters_json_schema=schema
        )
        return ModelRequestParameters(
            output_mode="tool", output_tools=[tool], allow_text_output=False
        )

    def close(self) -> None:
        """Abort running requests and close the connections."""
        if current_thread() is self._thread:  # garbage collected there; it cannot join itself
            Thread(target=self.close).start()
            return
        self._closed = True
        with suppress(RuntimeError):  # already closed
            self._portal.call(self._portal.stop, True)
        self._thread.join()


def _talk(messages: Sequence[Message]) -> "list[talk.ModelMessage]":
    """Return a conversation in pydantic-ai's form: alternating requests and responses."""
    from pydantic_ai import messages as talk  # extra

    turns: list[talk.ModelMessage] = []
    parts: list[talk.ModelRequestPart] = []
    for each in messages:
        if each.role == "assistant":
            turns += [talk.ModelRequest(parts), talk.ModelResponse([talk.TextPart(each.text)])]
            parts = []
        elif each.role == "system":
            parts.append(talk.SystemPromptPart(each.text))
        else:
            shown = [talk.BinaryContent(image, media_type="image/png") for image in each.images]
            parts.append(talk.UserPromptPart([each.text, *shown] if shown else each.text))
    return [*turns, talk.ModelRequest(parts)]


def _serve(client: Any, ready: "Future[BlockingPortal]") -> None:
    import anyio  # extra
    from anyio.from_thread import BlockingPortal  # extra

    async def serve() -> None:
        async with client, BlockingPortal() as portal:
            ready.set_result(portal)
            await portal.sleep_until_stopped()

    try:
        anyio.run(serve)
    except BaseException as error:
        if ready.done():
            raise
        ready.set_exception(error)


def connect(endpoint: Endpoint) -> Line:
    """Return a new line to a model, without sending anything.

    Raises:
        NotInstalledError: the extra `llm`, or for Anthropic's models `anthropic`, is missing.
    """
    if endpoint.provider == "anthropic":
        return _anthropic(endpoint)
    try:
        from openai import AsyncOpenAI  # extra
        from pydantic_ai.models.openai import OpenAIChatModel  # extra
        from pydantic_ai.profiles.openai import OpenAIModelProfile  # extra
        from pydantic_ai.providers.openai import OpenAIProvider  # extra

        from clew.llm.guarded import guarded_client  # extra
    except ImportError as error:
        raise NotInstalledError("pydantic-ai-slim[openai]", extra="llm") from error
    client = AsyncOpenAI(
        base_url=endpoint.url,
        api_key=endpoint.key or "none",  # the client requires one, local servers do not
        timeout=endpoint.timeout,
        max_retries=0,  # else the client retries by itself
        http_client=guarded_client(),
    )
    # Other servers than OpenAI's want `max_tokens`, an unmodified schema, and a temperature even
    # if the model is named like one that takes none.
    common = OpenAIModelProfile(
        supports_json_schema_output=True,
        json_schema_transformer=None,
        openai_supports_strict_tool_definition=False,
        openai_chat_supports_max_completion_tokens=False,
        openai_supports_reasoning=False,
    )
    profile = common if endpoint.local else None
    provider = OpenAIProvider(openai_client=client)
    model = OpenAIChatModel(endpoint.model, provider=provider, profile=profile)
    return Line(endpoint, model, client)


def _anthropic(endpoint: Endpoint) -> Line:
    try:
        from anthropic import AsyncAnthropic  # extra
        from pydantic_ai.models.anthropic import AnthropicModel  # extra
        from pydantic_ai.providers.anthropic import AnthropicProvider  # extra
    except ImportError as error:
        raise NotInstalledError("anthropic", extra="anthropic") from error
    client = AsyncAnthropic(
        base_url=endpoint.url, api_key=endpoint.key, timeout=endpoint.timeout, max_retries=0
    )
    provider = AnthropicProvider(anthropic_client=client)
    return Line(endpoint, AnthropicModel(endpoint.model, provider=provider), client)


def price(url: str, model: str, sent: int = 0, got: int = 0) -> float | None:
    """Return the price in US dollars of input and output tokens, from genai-prices.

    `None` if it does not know the address, as for a local server, or the model. Cheaper tokens
    (from a provider's cache) count in full, so the price is never too low.
    """
    from genai_prices import Usage as Tokens  # extra
    from genai_prices import calc_price  # extra

    tokens = Tokens(input_tokens=sent, output_tokens=got)
    try:
        return float(calc_price(tokens, model, provider_api_url=url).total_price)
    except LookupError:
        return None
