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
    "Cut",
    "EmbedderName",
    "EntityName",
    "FirstName",
    "Manner",
    "Marking",
    "Minds",
    "Misuse",
    "Place",
    "Question",
    "Search",
    "SecondName",
    "Text",
    "When",
    "bundled",
    "option",
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
    """Return an option without a default in its help."""
    return typer.Option(name, metavar=metavar, show_default=False, help=about, **more)


def _argument(metavar: str, about: str) -> Any:
    return typer.Argument(metavar=metavar, help=about, parser=utf8, show_default=False)


_NAME = "A name, an alias, or id:NUMBER."
Text = Annotated[str, _argument("TEXT", "Any words.")]
Question = Annotated[str, _argument("QUESTION", "Any question.")]
EntityName = Annotated[str, _argument("ENTITY", _NAME)]
FirstName = Annotated[str, _argument("A", _NAME)]
SecondName = Annotated[str, _argument("B", _NAME)]
Alias = Annotated[str, _argument("ALIAS", "The name of an entity that was merged, or id:NUMBER.")]
EmbedderName = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="NAME",
        show_default=False,
        help="For a new memory: minilm, e5, hashing, sentence-transformers:MODEL, openai:MODEL, "
        "or none (keyword and graph recall only). A memory keeps the one it was made with.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Which memory, and how to print."""

    memory: Annotated[
        Path | None,
        typer.Option(
            "--memory",
            metavar="FILE",
            show_default=False,
            help="The memory file; else CLEW_MEMORY, else memory.clew in this folder.",
        ),
    ] = None
    namespace: Annotated[
        str,
        typer.Option("--namespace", metavar="NAME", parser=utf8, help="The namespace to use."),
    ] = "default"
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Minds:
    """Which models learn and answer, and within what limits."""

    model: Annotated[
        str | None,
        option(
            "--model",
            "NAME",
            "The model: rules (the default, offline; rules:MIND for one mind), "
            "openai:MODEL, "
            "anthropic:MODEL, ollama:MODEL, local:FILE.gguf, or person (asks you here). "
            "Else CLEW_MODEL, else clew.toml.",
            parser=utf8,
        ),
    ] = None
    memory_model: Annotated[
        str | None,
        option("--memory-model", "NAME", "The model that learns, if not --model.", parser=utf8),
    ] = None
    base_url: Annotated[
        str | None,
        option(
            "--base-url",
            "URL",
            "Address of an OpenAI-compatible server; else CLEW_BASE_URL, else clew.toml.",
            parser=utf8,
        ),
    ] = None
    record: Annotated[
        str | None, option("--record", "FILE", "Write every reply to a cassette.", parser=utf8)
    ] = None
    replay: Annotated[
        str | None,
        option("--replay", "FILE", "Take replies from a cassette; call no model.", parser=utf8),
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
        option(
            "--retriever",
            "NAME",
            "The retriever: hybrid+bridge (the default), hybrid, bridge, keyword, dense, ppr, "
            "beam, circles, astar, personalai, ...; for an unknown name, suggests the nearest.",
            parser=utf8,
        ),
    ] = None
    skip: Annotated[
        str | None,
        option(
            "--skip",
            "KINDS",
            "Kinds to leave out of the search: episode, thesis, entity, comma-separated.",
            parser=utf8,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Which part of a ranking to show, and in which order."""

    rerank: Annotated[
        str,
        typer.Option(
            "--rerank",
            metavar="NAME",
            help="The reranker: fit (words and vector of each line), none, or "
            "cross-encoder:MODEL (the extra sentence-transformers).",
            parser=utf8,
        ),
    ] = "fit"
    threshold: Annotated[
        float,
        typer.Option(
            "--threshold",
            metavar="X",
            min=0,
            max=1,
            help="Leave out what the reranker scores below this, 0 to 1.",
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
        typer.Option(
            "--mode",
            metavar="NAME",
            help="plain (search once, answer), or iterative (judge the evidence, search again).",
            parser=utf8,
        ),
    ] = "plain"
    max_tasks: Annotated[
        int,
        typer.Option(
            "--max-tasks",
            metavar="N",
            min=1,
            help="In iterative mode: most model tasks, including the answer.",
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
        option("--gold", "TEXT", "The right answer, to judge the given one.", parser=utf8),
    ] = None
    judge: Annotated[
        str | None,
        option(
            "--judge",
            "NAME",
            "The judge, if not --model. Else CLEW_JUDGE, else clew.toml.",
            parser=utf8,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which point in time to read."""

    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="TIME",
            show_default=False,
            help="What was true then: 2024-05-03, 2024-05, 2024-05-03T10:00, or a step number.",
        ),
    ] = None
    known_at: Annotated[
        int | None,
        typer.Option(
            "--known-at",
            metavar="REVISION",
            min=0,
            show_default=False,
            help="What was known at that revision.",
        ),
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
