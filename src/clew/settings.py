"""The only reader of the environment, and of `clew.toml`.

What is given on the command line or in Python wins over the environment, that over `clew.toml` in
the current folder (or the file that `CLEW_CONFIG` names), that over the defaults.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from clew.errors import UsageError

__all__ = [
    "DEFAULT_FILE",
    "ModelSettings",
    "api_key",
    "cache_folder",
    "child_environment",
    "embedding_server",
    "memory_path",
    "model_settings",
    "openai_address",
]

DEFAULT_FILE = "memory.clew"
_CONFIG = "clew.toml"
_KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Which models answer, and within what bounds: the table `[model]` of `clew.toml`."""

    name: str = "rules"
    """Who answers and judges: `rules`, `rules:MIND` (`clew.plugins.MINDS`), `PROVIDER:MODEL`,
    `local:FILE.gguf` (clew.llm.open), or `person`, who is asked on the terminal."""
    memory: str | None = None
    """Who learns; by default `name`, for a person the rules."""
    judge: str | None = None
    """Who judges answers; by default `name`."""
    base_url: str | None = None
    """Where an OpenAI-compatible server is; by default the provider's own."""
    extraction: str = "fused"
    """How texts are read: `fused` in one call, or `separate`, the papers' two prompts."""
    timeout: float = 60.0
    """Seconds until a request counts as failed."""
    workers: int = 4
    """Most requests at one time."""
    images: bool = True
    """Whether models are sent the images of a task, beside its words."""
    cache: bool = True
    """Whether replies are kept in the memory's file and not paid for twice."""
    trace: bool = False
    """Whether every request is an OpenTelemetry span (the extra `trace`); no texts are in it."""
    record: str | None = None
    """A cassette file that every reply is written to."""
    replay: str | None = None
    """A cassette file that answers instead of the models."""
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    """Bounds of one command or one open memory: requests, tokens in and out, US dollars."""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    """Settings of `clew.llm.base.Sampling`; a table named like a task type is for that type."""
    mind: str | None = None
    """A mind (`clew.plugins.MINDS`) whose rules come first in the roles that rules play: an
    agent's own. No setting of the file; who opens the models adds it."""

    @property
    def learner(self) -> str:
        """Who learns: `memory`, else `name`, but for a person the rules."""
        return self.memory or ("rules" if self.name == "person" else self.name)

    @property
    def marker(self) -> str:
        """Who judges: `judge`, else `name`."""
        return self.judge or self.name


def embedding_server() -> tuple[str | None, str | None]:
    """Return (base URL, key) of the embeddings server: `OPENAI_BASE_URL`, `OPENAI_API_KEY`."""
    return os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_KEY")


def memory_path(given: str | Path | None = None) -> Path:
    """Return the memory file: what was given, else `CLEW_MEMORY`, else `memory.clew` here."""
    return Path(given or os.environ.get("CLEW_MEMORY") or DEFAULT_FILE)


def cache_folder() -> Path:
    """Return where things that can be made again are kept: `CLEW_CACHE`, else the user's cache."""
    if given := os.environ.get("CLEW_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clew"


def child_environment(**given: str) -> dict[str, str]:
    """Return the environment for a process of ours, with some variables set."""
    return {**os.environ, **given}


def api_key(provider: str, base_url: str | None = None) -> str | None:
    """Return the key for a provider: `CLEW_API_KEY`, else the provider's own variable.

    A provider's own key goes to the provider or to `OPENAI_BASE_URL`, never to an address that a
    `clew.toml` found in some folder names.
    """
    if key := os.environ.get("CLEW_API_KEY"):
        return key
    if base_url is not None and base_url != openai_address(provider):
        return None
    return os.environ.get(_KEYS.get(provider, ""))


def openai_address(provider: str) -> str | None:
    """Return `OPENAI_BASE_URL` for `openai:` models, which it is the address of; else nothing."""
    return os.environ.get("OPENAI_BASE_URL") or None if provider == "openai" else None


def model_settings(**given: object) -> ModelSettings:
    """Return the settings of the models; what is given and not `None` wins.

    Environment: `CLEW_MODEL`, `CLEW_MEMORY_MODEL`, `CLEW_JUDGE`; an empty one says nothing.

    Raises:
        UsageError: `clew.toml` cannot be read, or holds a setting that is not known or not of its
            type; the message names file and setting.
    """
    environment = {
        "name": os.environ.get("CLEW_MODEL") or None,
        "memory": os.environ.get("CLEW_MEMORY_MODEL") or None,
        "judge": os.environ.get("CLEW_JUDGE") or None,
    }
    chosen = _from_file()
    for layer in (environment, given):
        chosen |= {key: value for key, value in layer.items() if value is not None}
    return ModelSettings(**chosen)


def _from_file() -> dict[str, Any]:
    named = os.environ.get("CLEW_CONFIG")
    path = Path(named or _CONFIG)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if named:
            raise UsageError(f"CLEW_CONFIG names {named!r}, which is not there") from None
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {error}") from error
    if unknown := sorted(set(table) - {"model"}):
        raise UsageError(f"{path}: expected the table [model], got {unknown[0]!r}")
    return _checked(table.get("model", {}), path)


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


_Check = tuple[Callable[[Any], bool], str]
_TEXT: _Check = (lambda value: isinstance(value, str) and value.strip() != "", "a text")
_COUNT: _Check = (lambda value: type(value) is int and value > 0, "a whole number above 0")
_NUMBER: _Check = (lambda value: _is_number(value) and value > 0, "a number above 0")
_SWITCH: _Check = (lambda value: isinstance(value, bool), "true or false")
_TABLE: _Check = (lambda value: isinstance(value, dict), "a table")
_CHECKS: Mapping[str, _Check] = {
    **dict.fromkeys(("name", "memory", "judge", "base_url", "record", "replay"), _TEXT),
    **dict.fromkeys(("workers", "max_calls", "max_tokens"), _COUNT),
    **dict.fromkeys(("timeout", "max_cost"), _NUMBER),
    **dict.fromkeys(("cache", "images", "trace"), _SWITCH),
    "extraction": (lambda value: value in ("fused", "separate"), "fused or separate"),
    "sampling": _TABLE,
}
"""What a setting in `clew.toml` must be."""


def _checked(table: object, path: Path) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise UsageError(f"{path}: expected a table [model], got {table!r}")
    for key, value in table.items():
        if key not in _CHECKS:
            near = get_close_matches(key, _CHECKS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(_CHECKS)}"
            raise UsageError(f"{path}: no setting {key!r} in [model]; {hint}")
        fits, wanted = _CHECKS[key]
        if not fits(value):
            raise UsageError(f"{path}: expected {wanted} for {key!r} in [model], got {value!r}")
    return table
