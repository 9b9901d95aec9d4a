"""A block for a prompt: what is remembered about a text, within a budget, with citations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.ask.asking import FOR_LANGUAGE_MODELS, Asking
from clew.ask.evidence import DatedView, Passage
from clew.ask.gather import gather
from clew.ask.tasks import evidence_line
from clew.graph.types import Episode, Fact, Kind
from clew.graph.view import View
from clew.recall.pack import count_tokens
from clew.recall.query import Asked

__all__ = ["Block", "Citation", "block"]

_SOURCES_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """What the number of a line in a block stands for."""

    number: int
    kind: Kind
    id: int
    episodes: tuple[int, ...]
    sources: tuple[str, ...]
    """The names of the episodes' sources, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Numbered lines for a prompt, and what they cite."""

    text: str
    """Empty when nothing fits."""
    citations: tuple[Citation, ...]
    tokens: int
    left_out: int
    """Lines that were found and had no room."""


def block(view: DatedView, asked: Asked, how: Asking, budget: int) -> Block:
    """Return what fits into `budget` tokens of what is found for a text, facts first."""
    limits = replace(how.limits or FOR_LANGUAGE_MODELS, tokens=budget)
    task = gather(view, asked, replace(how, limits=limits))
    told: list[Fact | Passage] = [*task.facts, *task.passages]
    sources = _sources(view, told)
    lines: list[str] = []
    citations: list[Citation] = []
    tokens, left_out = 0, task.left_out
    for one in told:
        number = len(lines) + 1
        named = tuple(dict.fromkeys(sources[i] for i in one.episodes if sources.get(i)))
        shown = ", ".join(named[:_SOURCES_SHOWN]) + (" ..." if len(named) > _SOURCES_SHOWN else "")
        line = f"[{number}] {evidence_line(one, task.now)}" + (f" ({shown})" if shown else "")
        if tokens + count_tokens(line + "\n") > budget:
            left_out += 1
            continue
        tokens += count_tokens(line + "\n")
        lines.append(line)
        kind = Kind.FACT if isinstance(one, Fact) else one.kind
        citations.append(
            Citation(number=number, kind=kind, id=one.id, episodes=one.episodes, sources=named)
        )
    return Block(
        text="\n".join(lines), citations=tuple(citations), tokens=tokens, left_out=left_out
    )


def _sources(view: View, told: Sequence[Fact | Passage]) -> dict[int, str]:
    """Return the source of each episode that tells a line."""
    ids = list(dict.fromkeys(i for one in told for i in one.episodes))
    return {each.id: each.source for each in view.items(ids) if isinstance(each, Episode)}
