"""Arguments and options that commands share, and the decorator that lets a command bundle them.

A command takes a `Place` (which memory, how to print) and, when it reads, a `When` (which point in
time). `bundled` exposes their fields to typer as options, so each is declared once.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

__all__ = [
    "Alias",
    "AsJson",
    "Cut",
    "EmbedderName",
    "EntityName",
    "FirstName",
    "Manner",
    "Marking",
    "Minds",
    "Misuse",
    "NamespaceName",
    "Place",
    "Question",
    "Search",
    "SecondName",
    "Text",
    "When",
    "bundled",
    "option",
    "text_option",
    "utf8",
]

Misuse: type[Exception] = typer.BadParameter.__bases__[0]
"""Click's UsageError, exit code 2; newer typer versions bundle click and do not export it."""


def utf8(value: str) -> str:
    """Return an argument, or refuse one whose bytes were not UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise typer.BadParameter(f"not UTF-8 at character {error.start}: {value!r}") from None
    return value


def option(name: str, metavar: str, about: str, **more: Any) -> Any:
    """Return an option that takes a value."""
    return typer.Option(name, metavar=metavar, help=about, **more)


def text_option(name: str, metavar: str, about: str) -> Any:
    """Return an option that takes a text."""
    return option(name, metavar, about, parser=utf8)


def _argument(metavar: str, about: str) -> Any:
    return typer.Argument(metavar=metavar, help=about, parser=utf8, show_default=False)


_NAME = "A name, an alias, or id:NUMBER."
Text = Annotated[str, _argument("TEXT", "Any words.")]
Question = Annotated[str, _argument("QUESTION", "Any question.")]
EntityName = Annotated[str, _argument("ENTITY", _NAME)]
FirstName = Annotated[str, _argument("A", _NAME)]
SecondName = Annotated[str, _argument("B", _NAME)]
Alias = Annotated[str, _argument("ALIAS", "The name of an entity that was merged, or id:NUMBER.")]
NamespaceName = Annotated[str, text_option("--namespace", "NAME", "The namespace to use.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
EmbedderName = Annotated[
    str | None,
    option(
        "--embedder",
        "NAME",
        "For a new memory: minilm, e5, hashing, sentence-transformers:MODEL, openai:MODEL, "
        "or none (keyword and graph recall only). A memory keeps the one it was made with.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Which memory, and how to print."""

    memory: Annotated[
        Path | None,
        option(
            "--memory",
            "FILE",
            "The memory file; else CLEW_MEMORY, else memory.clew in this folder.",
        ),
    ] = None
    namespace: NamespaceName = "default"
    json: AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Minds:
    """Which models learn and answer, and within what limits."""

    model: Annotated[
        str | None,
        text_option(
            "--model",
            "NAME",
            "The model: rules (the default, offline; rules:MIND for one mind), "
            "openai:MODEL, "
            "anthropic:MODEL, ollama:MODEL, local:FILE.gguf, or person (asks you here). "
            "Else CLEW_MODEL, else clew.toml.",
        ),
    ] = None
    memory_model: Annotated[
        str | None,
        text_option("--memory-model", "NAME", "The model that learns, if not --model."),
    ] = None
    base_url: Annotated[
        str | None,
        text_option(
            "--base-url",
            "URL",
            "Address of an OpenAI-compatible server; else CLEW_BASE_URL, else clew.toml.",
        ),
    ] = None
    record: Annotated[
        str | None, text_option("--record", "FILE", "Write every reply to a cassette.")
    ] = None
    replay: Annotated[
        str | None,
        text_option("--replay", "FILE", "Take replies from a cassette; call no model."),
    ] = None
    max_calls: Annotated[
        int | None, option("--max-calls", "N", "Stop after this many requests.", min=1)
    ] = None
    max_tokens: Annotated[
        int | None, option("--max-tokens", "N", "Stop after this many tokens, in and out.", min=1)
    ] = None
    max_cost: Annotated[
        float | None, option("--max-cost", "DOLLARS", "Stop after this many US dollars.", min=0)
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What to search, and how."""

    retriever: Annotated[
        str | None,
        text_option(
            "--retriever",
            "NAME",
            "The retriever: hybrid+bridge (the default), hybrid, bridge, keyword, dense, ppr, "
            "beam, circles, astar, personalai, ...; for an unknown name, suggests the nearest.",
        ),
    ] = None
    skip: Annotated[
        str | None,
        text_option(
            "--skip",
            "KINDS",
            "Kinds to leave out of the search: episode, thesis, entity, comma-separated.",
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Which part of a ranking to show, and in which order."""

    rerank: Annotated[
        str,
        text_option(
            "--rerank",
            "NAME",
            "The reranker: fit (words and vector of each line), none, or "
            "cross-encoder:MODEL (the extra sentence-transformers).",
        ),
    ] = "fit"
    threshold: Annotated[
        float,
        option(
            "--threshold",
            "X",
            "Leave out what the reranker scores below this, 0 to 1.",
            min=0,
            max=1,
        ),
    ] = 0.0
    budget: Annotated[
        int | None,
        option("--budget", "N", "Most tokens in all lines together, estimated.", min=0),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How often to search the memory for an answer, and who names the entities."""

    mode: Annotated[
        str,
        text_option(
            "--mode",
            "NAME",
            "plain (search once, answer), or iterative (judge the evidence, search again).",
        ),
    ] = "plain"
    max_tasks: Annotated[
        int,
        option(
            "--max-tasks", "N", "In iterative mode: most model tasks, including the answer.", min=1
        ),
    ] = 6
    name_entities: Annotated[
        bool,
        typer.Option(
            "--name-entities",
            help="Let the model name the question's entities; else names in it are looked up.",
        ),
    ] = False
    steps: Annotated[bool, typer.Option("--steps", help="Show what was done, step by step.")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """Whether an answer is judged, and by whom."""

    gold: Annotated[
        str | None,
        text_option("--gold", "TEXT", "The right answer, to judge the given one."),
    ] = None
    judge: Annotated[
        str | None,
        text_option(
            "--judge", "NAME", "The judge, if not --model. Else CLEW_JUDGE, else clew.toml."
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which point in time to read."""

    as_of: Annotated[
        str | None,
        option(
            "--as-of",
            "TIME",
            "What was true then: 2024-05-03, 2024-05, 2024-05-03T10:00, or a step number.",
        ),
    ] = None
    known_at: Annotated[
        int | None,
        option("--known-at", "REVISION", "What was known at that revision.", min=0),
    ] = None


def bundled(command: Callable[..., int]) -> Callable[..., int]:
    """Return the command with every dataclass parameter replaced by that dataclass's fields."""
    plain: list[inspect.Parameter] = []
    bundles: dict[str, type] = {}
    hints = get_type_hints(command, include_extras=True)
    for parameter in inspect.signature(command).parameters.values():
        hint = hints[parameter.name]
        if is_dataclass(hint) and isinstance(hint, type):
            bundles[parameter.name] = hint
        else:
            plain.append(parameter.replace(annotation=hint, kind=parameter.KEYWORD_ONLY))
    for bundle in bundles.values():
        hints = get_type_hints(bundle, include_extras=True)
        plain += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=hints[field.name],
            )
            for field in fields(bundle)
        ]

    @wraps(command)
    def call(**given: Any) -> int:
        for name, bundle in bundles.items():
            given[name] = bundle(**{field.name: given.pop(field.name) for field in fields(bundle)})
        return command(**given)

    call.__signature__ = inspect.Signature(plain)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in plain}
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")  # typer keeps line ends
    call.__doc__ = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return call
