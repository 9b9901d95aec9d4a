"""The facts that the English rules read from a note or a chat, as lines without times."""

from datetime import UTC, datetime

from clew import Memory
from clew.graph.types import Fact

__all__ = ["facts_told"]

_AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts_told(told: str | list[tuple[str, str]]) -> set[str]:
    """Return what is read of a text, or of turns with their speakers; the past included."""
    with Memory.open(":memory:", embedder=None) as memory:
        if isinstance(told, str):
            memory.remember(told, at=_AT, source="x")
        else:
            said = [{"role": "user", "name": who, "content": what, "at": "2023-05-08"}
                    for who, what in told]  # fmt: skip
            memory.remember_many(said, conversation="c", source="s")
        found = memory.browse("facts", past=True).items
        return {fact.text for fact in found if isinstance(fact, Fact)}
