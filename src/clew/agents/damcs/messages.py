"""Messages between agents, structured.

DAMCS, section 3.4 (S-CS): observation, status, resources, current goal, requests, and the
collaboration - whom the sender helps, how, and what that changes. Free-form messages, for
contrast, are plain text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from clew.envs.crafter.sight import Cell
from clew.recall.pack import count_tokens

__all__ = ["Message", "Report", "free_form"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """An agent's state at a step, as it reports it."""

    agent: str
    step: int
    position: Cell
    vitals: Mapping[str, int] = field(default_factory=dict)
    resources: Mapping[str, int] = field(default_factory=dict)
    """Its inventory."""
    goal: str = ""
    """What it is working on: a recipe's name, or "" for nothing yet."""
    target: Cell | None = None
    """The cell it is heading for."""

    @property
    def words(self) -> str:
        """The report in one line; vitals only if low."""
        held = ", ".join(f"{count} {item}" for item, count in self.resources.items())
        low = ", ".join(f"{name} {left}" for name, left in self.vitals.items() if left <= _LOW)
        aim = f"; {self.goal}" if self.goal else ""
        to = f" at {_place(self.target)}" if self.target and self.goal else ""
        return f"{self.agent} at {_place(self.position)} has {held or 'nothing'}{aim}{to}" + (
            f"; low: {low}" if low else ""
        )


_LOW = 3


def _place(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What one agent tells others at the end of a step."""

    sender: str
    to: tuple[str, ...]
    step: int
    """When it was sent; it arrives at the next step."""
    report: Report | None = None
    """Status, resources and current goal; none in a free-form message."""
    passed_on: tuple[Report, ...] = ()
    """What others reported to the sender, passed on by whom all tell."""
    seen: tuple[tuple[str, Cell], ...] = ()
    """Sightings that are new on the sender's own map."""
    requests: Mapping[str, int] = field(default_factory=dict)
    """Items the sender needs -> how many."""
    helps: str = ""
    """Whom it helps."""
    how: str = ""
    change: str = ""
    """What the help changes in its plan."""
    text: str = ""
    """Free text; the whole content of a free-form message."""

    @property
    def words(self) -> str:
        """The message as its receivers read it, one line per part."""
        lines = [f"{self.sender}, step {self.step}:"]
        lines += [self.report.words] if self.report else []
        lines += [f"passes on: {report.words}" for report in self.passed_on]
        if self.seen:
            places: dict[str, list[str]] = {}
            for name, cell in self.seen:
                places.setdefault(name, []).append(_place(cell))
            told = "; ".join(f"{name} {' '.join(cells)}" for name, cells in places.items())
            lines.append(f"saw {told}")
        if self.requests:
            wanted = ", ".join(f"{count} {item}" for item, count in self.requests.items())
            lines.append(f"needs {wanted}")
        if self.helps:
            lines.append(f"helps {self.helps}" + (f": {self.how}" if self.how else ""))
        lines += [f"so: {self.change}"] if self.change else []
        return "\n".join([*lines, *([self.text] if self.text else [])])

    @property
    def tokens(self) -> int:
        """Its length in tokens, by the estimate used to pack memories."""
        return count_tokens(self.words)


def free_form(message: Message) -> Message:
    """Return the message as plain text: without a schema nothing can be stored as data."""
    bare = Message(sender=message.sender, to=message.to, step=message.step, text=message.text)
    if message.text:
        return bare
    told = [message.report.words] if message.report else []
    told += [f"I help {message.helps}: {message.how}"] if message.helps else []
    return replace(bare, text=". ".join(told))
