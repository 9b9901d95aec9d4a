"""Arguments and options that commands share, and the decorator that lets a command bundle them.

A command takes a `Place` (which memory, how to print) and, when it reads, a `When` (which point in
time). `bundled` exposes their fields to typer as options, so each is declared once. Each is
declared by its default (`option`, `flag`, `argument`); an option is named as its field.
"""

import inspect
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from enum import IntEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer

import clew
from clew.cli.output import print_json, say
from clew.errors import UsageError
from clew.graph.types import Time

__all__ = [
    "AS_JSON",
    "EMBEDDER",
    "ENTITY",
    "NAMESPACE",
    "Cut",
    "Exit",
    "Manner",
    "Marking",
    "Minds",
    "Misuse",
    "Place",
    "Search",
    "When",
    "Where",
    "argument",
    "as_json_object",
    "as_time",
    "bundled",
    "filter_fields",
    "filter_of",
    "flag",
    "option",
]

Misuse: type[Exception] = typer.BadParameter.__bases__[0]
"""Click's UsageError, exit code 2; newer typer versions bundle click and do not export it."""


class Exit(IntEnum):
    """Exit codes besides 0, 1 and 2; `clew.cli.main.EXIT_CODES` says what they mean."""

    NOTHING = 3
    PROBLEMS = 4
    KEPT = 5
    INTERRUPTED = 130


def option(
    metavar: str | None, about: str, default: object = None, *names: str, **more: Any
) -> Any:
    """Return the default of a field or parameter that is an option, by default named after it."""
    how = {"made": typer.Option, "names": names, "metavar": metavar, "help": about}
    return field(default=default, metadata=how | more)


def flag(about: str, *names: str) -> Any:
    """Return the default of a field or parameter that is an option without a value."""
    return option(None, about, False, *names)


def argument(metavar: str, about: str, default: object = ..., **more: Any) -> Any:
    """Return the default of a parameter that is an argument; `...` if it must be given."""
    how = {"made": typer.Argument, "metavar": metavar, "help": about, "show_default": False}
    return field(default=default, metadata=how | more)


def _utf8(value: str) -> str:
    """Return a text whose bytes are UTF-8, whatever the locale says of them, or refuse it."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        try:
            return os.fsencode(value).decode()
        except UnicodeError:
            raise typer.BadParameter(f"not UTF-8 at character {error.start}: {value!r}") from None
    return value


ENTITY = "A name, an alias, or id:NUMBER."
NAMESPACE = "The namespace to use."
AS_JSON = "Print one JSON object and nothing else."
EMBEDDER = (
    "For a new memory: minilm, e5, hashing, sentence-transformers:MODEL, openai:MODEL, "
    "or none (keyword and graph recall only). A memory keeps the one it was made with."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Which memory, and how to print."""

    memory: Path | None = option(
        "FILE", "The memory file; else CLEW_MEMORY, else memory.clew in this folder."
    )
    namespace: str = option("NAME", NAMESPACE, "default")
    json: bool = flag(AS_JSON)

    def done(self, value: Mapping[str, object], line: str, aside: str = "") -> int:
        """Print what was done, as a JSON object or in one line; return the exit code."""
        if self.json:
            print_json(value)
        else:
            say(line, aside)
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Minds:
    """Which models learn and answer, and within what limits."""

    model: str | None = option(
        "NAME",
        "The model: rules (the default, offline; rules:MIND for one mind), "
        "openai:MODEL, anthropic:MODEL, ollama:MODEL, local:FILE.gguf, or person (asks you here). "
        "Else CLEW_MODEL, else clew.toml.",
    )
    memory_model: str | None = option("NAME", "The model that learns, if not --model.")
    base_url: str | None = option(
        "URL", "Address of an OpenAI-compatible server; else CLEW_BASE_URL, else clew.toml."
    )
    record: str | None = option("FILE", "Write every reply to a cassette.")
    replay: str | None = option("FILE", "Take replies from a cassette; call no model.")
    max_calls: int | None = option("N", "Stop after this many requests.", min=1)
    max_tokens: int | None = option("N", "Stop after this many tokens, in and out.", min=1)
    max_cost: float | None = option("DOLLARS", "Stop after this many US dollars.", min=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Which texts to read, and which kinds of items to return."""

    only: list[str] | None = option(
        "SOURCE", "Only texts of this source, or of sources that fit * and ?; repeatable."
    )
    conversation: list[str] | None = option("ID", "Only this conversation; repeatable.")
    since: str | None = option("TIME", "Only texts from then on.")
    until: str | None = option("TIME", "Only texts before then.")
    metadata: str | None = option(
        "JSON", 'Only texts with these metadata: \'{"team": "blue", "year": {"$gte": 2024}}\'.'
    )
    kind: list[str] | None = option("KIND", "Return only fact, thesis, episode; repeatable.")

    @property
    def narrowing(self) -> str:
        """The options that are given, as a user types them; empty if none is."""
        given = [each.name for each in fields(Where) if getattr(self, each.name)]
        return " and ".join(f"--{name}" for name in given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Where):
    """What to search, and how."""

    retriever: str | None = option(
        "NAME",
        "The retriever: hybrid (the default), bridge, keyword, dense, ppr, "
        "beam, circles, astar, personalai, ...; for an unknown name, suggests the nearest.",
    )
    skip: str | None = option(
        "KINDS", "Kinds to leave out of the search: episode, thesis, entity, comma-separated."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Which part of a ranking to show, and in which order."""

    rerank: str = option(
        "NAME",
        "The reranker: fit (words and vector of each line), none, or "
        "cross-encoder:MODEL (the extra sentence-transformers).",
        "fit",
    )
    threshold: float = option(
        "X", "Leave out what the reranker scores below this, 0 to 1.", 0.0, min=0, max=1
    )
    budget: int | None = option("N", "Most tokens in all lines together, estimated.", min=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How often to search for an answer, who names the entities, and how it is worded."""

    mode: str = option(
        "NAME",
        "adaptive (search again for what the model lacks), or plain (search once, answer).",
        "adaptive",
    )
    style: str = option(
        "NAME", "How much the answer says: short, sentence or full (with its grounds).", "short"
    )
    max_tasks: int = option(
        "N", "In adaptive mode: most model tasks, including the answer.", 4, min=1
    )
    budget: int | None = option(
        "N", "Most tokens of evidence in one prompt; 3500 for a language model.", min=0
    )
    name_entities: bool = flag(
        "Let the model name the question's entities; else names in it are looked up."
    )
    steps: bool = flag("Show what was done, step by step.")
    whole: bool = flag("Show all that the answer rests on.", "--all")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """Whether an answer is judged, and by whom."""

    gold: str | None = option("TEXT", "The right answer, to judge the given one.")
    judge: str | None = option(
        "NAME", "The judge, if not --model. Else CLEW_JUDGE, else clew.toml."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which point in time to read."""

    as_of: str | None = option(
        "TIME", "What was true then: 2024-05-03, 2024-05, 2024-05-03T10:00, or a step number."
    )
    known_at: int | None = option("REVISION", "What was known at that revision.", min=0)


def filter_fields(where: Where) -> dict[str, object]:
    """Return a filter as the operations of the table take it."""
    filter_of(where)  # refuses what a user mistyped
    return {
        "sources": where.only or [],
        "conversations": where.conversation or [],
        "since": where.since,
        "until": where.until,
        "metadata": as_json_object(where.metadata, "--metadata"),
        "kinds": where.kind or [],
    }


def filter_of(where: Where) -> clew.Filter:
    """Return a filter."""
    return clew.Filter(
        sources=tuple(where.only or ()),
        conversations=tuple(where.conversation or ()),
        since=None if where.since is None else as_time(where.since, "--since"),
        until=None if where.until is None else as_time(where.until, "--until"),
        metadata=as_json_object(where.metadata, "--metadata"),
        kinds=tuple(where.kind or ()),  # type: ignore[arg-type]
    )


def as_time(text: str, option: str, *, steps: bool = False) -> Time:
    """Return the time that a user typed."""
    try:
        return clew.parse_time(text, steps=steps)
    except UsageError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


def as_json_object(text: str | None, option: str) -> dict[str, object]:
    """Return the JSON object that a user typed; an empty one if nothing was."""
    try:
        found = json.loads(text or "{}")
    except ValueError as error:
        raise typer.BadParameter(
            f"expected a JSON object, got {text!r}: {error}", param_hint=option
        ) from None
    if not isinstance(found, dict):
        raise typer.BadParameter(f"expected a JSON object, got {text!r}", param_hint=option)
    return found


def bundled(command: Callable[..., int]) -> Callable[..., int]:
    """Return the command as typer reads it: bundles replaced by their fields, options named."""
    plain: list[inspect.Parameter] = []
    bundles: dict[str, type] = {}
    hints = get_type_hints(command)
    for parameter in inspect.signature(command).parameters.values():
        hint = hints[parameter.name]
        if is_dataclass(hint) and isinstance(hint, type):
            bundles[parameter.name] = hint
        else:
            plain.append(_parameter(parameter.name, hint, parameter.default))
    for bundle in bundles.values():
        hints = get_type_hints(bundle)
        plain += [_parameter(each.name, hints[each.name], each) for each in fields(bundle)]

    @wraps(command)
    def call(**given: Any) -> int:
        for name, bundle in bundles.items():
            given[name] = bundle(**{each.name: given.pop(each.name) for each in fields(bundle)})
        return command(**given)

    call.__signature__ = inspect.Signature(plain)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in plain}
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")  # typer keeps line ends
    call.__doc__ = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return call


def _parameter(name: str, hint: Any, default: Any) -> inspect.Parameter:
    """Return a parameter for typer, from the default of a parameter or a field."""
    if isinstance(default, Field):
        how = {"parser": _utf8 if _is_text(hint) else None, **default.metadata}
        made, names = how.pop("made"), how.pop("names", ())
        if made is typer.Option:
            names = names or (f"--{name.strip('_').replace('_', '-')}",)
        hint, default = Annotated[hint, made(*names, **how)], default.default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _is_text(hint: Any) -> bool:
    return hint is str or any(map(_is_text, get_args(hint)))
