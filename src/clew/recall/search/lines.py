"""Finds the lines of a text that name an entity: WaterCircles' text pruning (PersonalAI, 4)."""

from collections.abc import Sequence

from clew.graph.types import Entity, Episode, Thesis
from clew.graph.view import View
from clew.recall.base import Query
from clew.recall.search.walks import linked_groups
from clew.text import words

__all__ = ["Namer", "matching_lines"]


class Namer:
    """Finds entity groups in lines by names and aliases, as whole words, ignoring case."""

    def __init__(self, view: View, groups: Sequence[Sequence[int]]) -> None:
        self._names = [
            sorted({_key(name) for item in view.items(group) if isinstance(item, Entity)
                    for name in (item.name, *item.aliases)} - {_key("")})
            for group in groups
        ]  # fmt: skip

    def lines(self, text: str) -> list[tuple[str, frozenset[int]]]:
        """Return the non-blank lines of a text, each with the groups it names."""
        return [(line, self._groups_in(line)) for line in text.splitlines() if line.strip()]

    def _groups_in(self, line: str) -> frozenset[int]:
        key = _key(line)
        return frozenset(
            number for number, names in enumerate(self._names)
            if any(name in key for name in names)
        )  # fmt: skip


def matching_lines(view: View, query: Query, ids: Sequence[int]) -> list[str]:
    """Return each thesis or episode cut to the lines that name an entity of the question.

    If no line does, the whole text: the graph may know the mention by another word.
    """
    namer = Namer(view, linked_groups(view, query))
    cut = []
    for item in view.items(ids):
        assert isinstance(item, Thesis | Episode), item
        kept = [line for line, named in namer.lines(item.text) if named]
        cut.append("\n".join(kept) if kept else item.text)
    return cut


def _key(text: str) -> str:
    return f" {' '.join(words(text))} "
