"""Opens a language model by name: `PROVIDER:MODEL`, or `local:FILE.gguf`."""

from collections.abc import Mapping
from typing import Any

from clew.errors import UsageError
from clew.llm.base import Sampling, Task
from clew.llm.chat import ChatModel, provider_of
from clew.llm.local import LocalModel
from clew.llm.retry import Patience, Retried

__all__ = ["check_name", "open_model"]

_LOCAL = "local:"


def check_name(name: str) -> None:
    """Refuse what is no language model's name, without opening one.

    Raises:
        UsageError: it is not of the form `PROVIDER:MODEL`.
        UnknownNameError: an unknown provider.
    """
    if name == _LOCAL:
        raise UsageError(f"expected local:FILE.gguf, got {name!r}")
    if not name.startswith(_LOCAL):
        provider_of(name)


def open_model(  # noqa: PLR0913 - all but the name optional, each its own matter
    name: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    sampling: Mapping[type[Task[Any]], Sampling] | None = None,
    timeout: float = 60.0,
    workers: int = 4,
    images: bool = True,
    patience: Patience | None = None,
) -> Retried | LocalModel:
    """Return a language model; `close()` frees its resources. For rules see `clew.wiring`.

    >>> open_model("opneai:gpt-4o")
    Traceback (most recent call last):
    clew.errors.UnknownNameError: no model provider named 'opneai'; did you mean 'openai'?

    Args:
        name: `openai:gpt-4o`, `anthropic:...`, `ollama:qwen3:8b`, `openai:ANY` with a `base_url`,
            or `local:` and the path of a GGUF file.
        base_url: the server's address; a `local:` model has none.
        api_key: the key, for hosted models.
        sampling: the settings by type of task, or `Task` for all.
        timeout: seconds before a request counts as failed; ignored for a `local:` model.
        workers: maximum number of concurrent requests; a `local:` model answers one at a time.
        images: whether the images of a task are sent to a hosted model; a `local:` one gets none.
        patience: how often a busy or unreachable server is asked again.

    Raises:
        UsageError: the model, key or address is missing or malformed.
        UnknownNameError: an unknown provider.
        NotInstalledError: an extra is missing.
        ModelError: no such file, or it is not GGUF.
    """
    check_name(name)
    if name.startswith(_LOCAL):
        if base_url is not None:
            raise UsageError(f"expected local:FILE.gguf without an address, got {base_url!r}")
        return LocalModel(name.removeprefix(_LOCAL), sampling=sampling)
    chat = ChatModel(
        name,
        base_url=base_url,
        api_key=api_key,
        sampling=sampling,
        timeout=timeout,
        workers=workers,
        images=images,
    )
    return Retried(chat, patience=patience)
