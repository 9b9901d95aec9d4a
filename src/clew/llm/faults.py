"""Classifies a failed request: failure of the task, error of the model, or wrong way of asking.

A wrong key or model name is not caused by the task: it is a `ModelError`. Faults that another try
may cure are `UNAVAILABLE` with `retry`. Everything else is a failure of this one task.
"""

from typing import TYPE_CHECKING

from clew.addresses import masked, secrets_in
from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind
from clew.llm.wire import Endpoint

if TYPE_CHECKING:
    from pydantic_ai.exceptions import ModelHTTPError

__all__ = ["about_images", "failure_of"]

_BUSY = frozenset({408, 409, 425, 429})
_NOT_TAKEN = frozenset({400, 415, 422, 501})
_WAYS = ("response_format", "json_schema", "json schema", "grammar", "tool")
_IMAGES = ("image input", "image_url", "images", "multimodal", "multi-modal", "vision")
_TOO_LONG = ("context size", "context length", "context window", "prompt is too long")
_FILTERED = ("content_filter", "content management policy", "content_policy", "invalid_prompt")
_SHOWN = 300


def about_images(said: str) -> bool:
    """Return whether a server's message refuses a request because of its images."""
    return any(word in said.lower() for word in _IMAGES)


def failure_of(error: Exception, endpoint: Endpoint) -> Failure | str:
    """Return the task's failure, or the server's message if the way of asking is at fault.

    Raises:
        ModelError: no task can be answered, because the key, name or address is wrong.
    """
    from pydantic_ai.exceptions import (  # extra
        ModelConnectionError,
        ModelHTTPError,
        ModelRequestTimeout,
    )

    who = f"{endpoint.provider}:{endpoint.model} at {masked(endpoint.url)}"
    if isinstance(error, ModelHTTPError):
        return _of_status(error, endpoint, who)
    if isinstance(error, ModelRequestTimeout):
        return _unavailable(f"{who} gave no answer within {endpoint.timeout:g} s")
    said = _short(error, endpoint)
    if isinstance(error, ModelConnectionError):
        cause = error.__cause__.__cause__ if error.__cause__ is not None else None
        return _unavailable(f"no connection to {who}: {_short(cause or error, endpoint)}")
    return _unavailable(f"{who} sent no chat reply: {said}")


def _of_status(error: "ModelHTTPError", endpoint: Endpoint, who: str) -> Failure | str:
    from pydantic_ai.exceptions import (  # extra
        ModelAuthenticationError,
        ModelContextWindowExceededError,
        ModelQuotaExceededError,
    )

    status, said = error.status_code, _short(error.body, endpoint)
    about_the_way = about_images(said) or any(word in said.lower() for word in _WAYS)
    too_long = status in (400, 413, 422) and any(word in said.lower() for word in _TOO_LONG)
    if too_long or isinstance(error, ModelContextWindowExceededError):
        message = f"the text is longer than {who} can read: {said}"
        return Failure(FailureKind.REFUSED, message)
    if isinstance(error, ModelQuotaExceededError):
        return Failure(FailureKind.BUDGET, f"the account at {who} has nothing left: {said}")
    if isinstance(error, ModelAuthenticationError):
        raise ModelError(f"{who} refused the key ({status}: {said}); check the API key")
    filtered = any(word in f"{error.provider_error_code} {said}".lower() for word in _FILTERED)
    if filtered or status in (403, 413):  # a filter in front of the model; too many bytes
        return Failure(FailureKind.REFUSED, f"{who} refused the text ({status}: {said})")
    if status in _NOT_TAKEN or (about_the_way and (status == 404 or status >= 500)):
        return f"{status}: {said}"
    if status in _BUSY or status >= 500:
        wait = error.retry_after
        return Failure(FailureKind.UNAVAILABLE, f"{who} answered {status}: {said}", True, wait)
    raise ModelError(f"{who} answered {status}: {said}; check the model's name and the address")


def _unavailable(message: str) -> Failure:
    return Failure(FailureKind.UNAVAILABLE, message, retry=True)


def _short(said: object, endpoint: Endpoint) -> str:
    """Return a server's message as one short line, without the key and the address's secrets."""
    while isinstance(said, dict):
        untold = "" if "message" in said else str(said)
        said = said.get("message") or said.get("error") or untold
    text = " ".join(f"{said}".split())
    if not text:
        text = type(said).__name__ if isinstance(said, Exception) else "an empty reply"
    text = masked(text, endpoint.key, *secrets_in(endpoint.url))
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
