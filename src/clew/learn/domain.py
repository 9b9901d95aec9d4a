"""What an agent adds to learning about the kind of text that it reads."""

from dataclasses import dataclass

__all__ = ["PLAIN", "Domain"]


@dataclass(frozen=True, slots=True)
class Domain:
    """A kind of text: how it is read, and what in it never changes.

    The core knows no kind of text. Whoever does, an agent in a world of its own, gives a memory
    this value (`Memory.using`).
    """

    protected: tuple[str, ...] = ()
    """Relations that are never offered for replacement: a new fact never closes such an old one."""
    state: tuple[str, ...] = ()
    """Relations that are over when a run ends (`learn.runs`): where things are, what is open."""
    reading: str = ""
    """How a language model is to read such texts; shown with every text."""
    context: int = 4
    """How many earlier texts of the same conversation or document are shown with a text."""
    known: int = 8
    """How many known names are shown with a text; 0 where a name means one thing only."""


PLAIN = Domain()
"""Any text: nothing is protected, and no advice is given."""
