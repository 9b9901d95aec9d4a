"""Settings from the environment and `clew.toml`; no other module reads either.

In order of precedence: arguments (command line or Python), environment variables, `clew.toml` in
the current folder (or the file that `CLEW_CONFIG` names), defaults.

A `clew.toml` comes with its folder, which somebody else may have written. What it decides is known
(`ModelSettings.from_folder`) and announced, and no key goes to an address that only it names.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from clew.addresses import masked
from clew.errors import UsageError

__all__ = [
    "DEFAULT_FILE",
    "ModelSettings",
    "announcement",
    "api_key",
    "cache_folder",
    "child_environment",
    "embedding_server",
    "memory_path",
    "model_settings",
    "openai_address",
    "spin_no_threads",
    "threads_are_set",
]

DEFAULT_FILE = "memory.clew"
_CONFIG = "clew.toml"
_KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Which models answer, and within which limits: the table `[model]` of `clew.toml`."""

    name: str = "rules"
    """The model that answers and judges: `rules`, `rules:MIND` (`clew.plugins.MINDS`),
    `PROVIDER:MODEL`, `local:FILE.gguf` (clew.llm.open), or `person`, asked on the terminal."""
    memory: str | None = None
    """The model that learns; by default `name`, or `rules` when `name` is `person`."""
    judge: str | None = None
    """The model that judges answers; by default `name`."""
    base_url: str | None = field(default=None, repr=False)
    """Address of an OpenAI-compatible server; by default the provider's own."""
    extraction: str = "fused"
    """How texts are read: `fused`, in one call, or `separate`, with the papers' two prompts."""
    timeout: float = 60.0
    """Seconds before a request counts as failed."""
    workers: int = 4
    """Maximum number of concurrent requests."""
    images: bool = True
    """Whether a task's images are sent along with its text."""
    cache: bool = True
    """Whether replies are cached in the memory file, so that none is paid for twice."""
    trace: bool = False
    """Whether each request becomes an OpenTelemetry span (extra `trace`); spans hold no texts."""
    record: str | None = None
    """Cassette file to record every reply in."""
    replay: str | None = None
    """Cassette file that answers instead of the models."""
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    """Limits for one command or one open memory: requests, tokens in and out, US dollars."""
    daily: Mapping[str, Any] = field(default_factory=dict)
    """Limits for a day (UTC) and the whole file, whoever opens it: `calls`, `tokens`, `cost`."""
    daily_each: Mapping[str, Any] = field(default_factory=dict)
    """The same for each namespace of the file."""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `clew.llm.base.Sampling`; a table named after a task type applies to that type."""
    mind: str | None = None
    """A mind (`clew.plugins.MINDS`) whose rules are tried first wherever rules answer, such as an
    agent's own. Not read from the file; set by the code that opens the models."""
    from_folder: frozenset[str] = frozenset()
    """The settings that a `clew.toml` decided because it lies in the current folder."""

    @property
    def learner(self) -> str:
        """The model that learns: `memory`, else `name`, or `rules` when that is `person`."""
        return self.memory or ("rules" if self.name == "person" else self.name)

    @property
    def marker(self) -> str:
        """The model that judges: `judge`, else `name`."""
        return self.judge or self.name


def embedding_server() -> tuple[str | None, str | None]:
    """Return (base URL, key) of the embeddings server: `OPENAI_BASE_URL`, `OPENAI_API_KEY`."""
    return os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_KEY")


def memory_path(given: str | Path | None = None) -> Path:
    """Return the memory file: what was given, else `CLEW_MEMORY`, else `memory.clew` here."""
    return Path(given or os.environ.get("CLEW_MEMORY") or DEFAULT_FILE)


def cache_folder() -> Path:
    """Return the folder for files that can be recreated: `CLEW_CACHE`, else the user's cache."""
    if given := os.environ.get("CLEW_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clew"


def spin_no_threads() -> None:
    """Let OpenBLAS compute in the thread that asks, unless the environment says otherwise.

    Its threads wait by spinning, which costs several times the work on texts of a few words, and a
    hundred times where others use the processor. For commands, whose process is theirs; to be
    called before numpy is imported. In a library see `clew.embed.one_thread`.
    """
    if not threads_are_set():
        os.environ["OPENBLAS_NUM_THREADS"] = "1"


def threads_are_set() -> bool:
    """Return whether the environment says how many threads OpenBLAS may use."""
    return bool({"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"} & os.environ.keys())


def child_environment(**given: str) -> dict[str, str]:
    """Return the environment for a child process, with some variables set."""
    return {**os.environ, **given}


def api_key(provider: str, base_url: str | None = None, *, found: bool = False) -> str | None:
    """Return the key for a provider: `CLEW_API_KEY`, else the provider's own variable.

    A provider's own key is sent only to the provider or to `OPENAI_BASE_URL`. With `found` the
    address is from a `clew.toml` that happens to lie in the current folder, and gets no key.

    Raises:
        UsageError: `CLEW_API_KEY` is set, and the address was found.
    """
    own = base_url is None or base_url == openai_address(provider)
    if key := os.environ.get("CLEW_API_KEY"):
        if found and not own:
            raise UsageError(
                f"CLEW_API_KEY is not sent to {masked(base_url or '')}, which only {_CONFIG} in "
                "this folder names; if you trust that server, name it yourself with --base-url or "
                "CLEW_BASE_URL, else unset CLEW_API_KEY"
            )
        return key
    if not own:
        return None
    return os.environ.get(_KEYS.get(provider, ""))


def openai_address(provider: str) -> str | None:
    """Return `OPENAI_BASE_URL` for the provider `openai`, `None` for any other."""
    return os.environ.get("OPENAI_BASE_URL") or None if provider == "openai" else None


def model_settings(**given: object) -> ModelSettings:
    """Return the settings of the models; given values other than `None` win.

    Environment: `CLEW_MODEL`, `CLEW_MEMORY_MODEL`, `CLEW_JUDGE`, `CLEW_BASE_URL`; empty variables
    are ignored.

    Raises:
        UsageError: `clew.toml` cannot be read, or holds an unknown setting or a value of the wrong
            type; the message names the file and the setting.
    """
    environment = {
        "name": os.environ.get("CLEW_MODEL") or None,
        "memory": os.environ.get("CLEW_MEMORY_MODEL") or None,
        "judge": os.environ.get("CLEW_JUDGE") or None,
        "base_url": os.environ.get("CLEW_BASE_URL") or None,
    }
    chosen = _from_file()
    found = set() if os.environ.get("CLEW_CONFIG") else set(chosen)
    for layer in (environment, given):
        stated = {key: value for key, value in layer.items() if value is not None}
        chosen |= stated
        found -= set(stated)
    return ModelSettings(**chosen, from_folder=frozenset(found))


def announcement(settings: ModelSettings) -> str | None:
    """Return what a `clew.toml` of the current folder decides about models, to be shown first."""
    told = [
        f"{name} = {masked(str(getattr(settings, name)))!r}"
        for name in ("name", "memory", "judge", "base_url", "record", "replay")
        if name in settings.from_folder
    ]
    return f"{_CONFIG} in this folder sets {', '.join(told)}" if told else None


def _from_file() -> dict[str, Any]:
    named = os.environ.get("CLEW_CONFIG")
    path = Path(named or _CONFIG)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if named:
            raise UsageError(f"CLEW_CONFIG names {named!r}, which does not exist") from None
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {error}") from error
    if unknown := sorted(set(table) - {"model"}):
        raise UsageError(f"{path}: expected the table [model], got {unknown[0]!r}")
    return _checked(table.get("model", {}), path)


_Check = tuple[Callable[[Any], bool], str]
_TEXT: _Check = (lambda value: isinstance(value, str) and value.strip() != "", "a text")
_COUNT: _Check = (lambda value: type(value) is int and value > 0, "a whole number above 0")
_NUMBER: _Check = (lambda value: type(value) in (int, float) and value > 0, "a number above 0")
_SWITCH: _Check = (lambda value: isinstance(value, bool), "true or false")
_TABLE: _Check = (lambda value: isinstance(value, dict), "a table")
_DAILY: Mapping[str, _Check] = {"calls": _COUNT, "tokens": _COUNT, "cost": _NUMBER}
_CEILING: _Check = (
    lambda value: (
        isinstance(value, dict)
        and all(key in _DAILY and _DAILY[key][0](each) for key, each in value.items())
    ),
    f"a table of numbers above 0 ({', '.join(_DAILY)})",
)
_CHECKS: Mapping[str, _Check] = {
    **dict.fromkeys(("name", "memory", "judge", "base_url", "record", "replay"), _TEXT),
    **dict.fromkeys(("workers", "max_calls", "max_tokens"), _COUNT),
    **dict.fromkeys(("timeout", "max_cost"), _NUMBER),
    **dict.fromkeys(("cache", "images", "trace"), _SWITCH),
    "extraction": (lambda value: value in ("fused", "separate"), "fused or separate"),
    "sampling": _TABLE,
    **dict.fromkeys(("daily", "daily_each"), _CEILING),
}
"""For each setting in `clew.toml`: a check, and what it expects, for the error message."""


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
