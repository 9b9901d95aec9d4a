"""What an agent adds to learning about the kind of text that it reads."""

from dataclasses import dataclass
from enum import StrEnum

from clew.errors import UsageError

__all__ = ["PLAIN", "Domain", "Kept"]


class Kept(StrEnum):
    """Which theses are learned beside the facts."""

    ALL = "all"
    """They cover the whole text."""
    REST = "rest"
    """Only what the facts do not say."""
    NONE = "none"
    """None: the facts, and the text itself."""


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
    theses: Kept = Kept.ALL
    """Which theses are learned."""
    window: int = 8
    """How many turns of a conversation a language model reads in one call."""

    def __post_init__(self) -> None:
        if self.window < 1:
            raise UsageError(f"a window has at least one turn; got window={self.window!r}")
        if not isinstance(self.theses, Kept):
            if self.theses not in list(Kept):
                raise UsageError(f"theses are all, rest or none; got theses={self.theses!r}")
            object.__setattr__(self, "theses", Kept(self.theses))


PLAIN = Domain()
"""Any text: nothing is protected, and no advice is given."""
