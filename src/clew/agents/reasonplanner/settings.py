"""How ReasonPlanner works."""

from dataclasses import dataclass

from clew.errors import UnknownNameError, UsageError

__all__ = ["PLANS", "Settings"]

PLANS = ("fused", "calls")
"""All steps of a plan in one reply; or the paper's way, call by call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The numbers are the paper's where it gives them (section 4.2.1).

    Raises:
        UnknownNameError: there is no such way to plan.
        UsageError: a number is too small.
    """

    plan: str = "fused"
    """One of `PLANS`."""
    ahead: int = 5
    """Steps imagined (L)."""
    queries: int = 3
    """Most questions to the world model for one prediction (k); a `fused` plan is one prediction.
    0 is the ablation without a world model (table 2)."""
    hops: int = 1
    """How often the path between two entities is expanded for an answer."""
    score: bool = True
    """Whether the score is shown, which the paper's critic compares; other agents never see it."""
    tries: int = 3
    """How often the actor is asked for a command that the world takes."""
    recent: int = 5
    """How many of the last commands with their responses are shown."""
    remembered: int = 10
    """How many of the last answers of the world model are shown."""

    def __post_init__(self) -> None:
        if self.plan not in PLANS:
            raise UnknownNameError("way to plan", self.plan, PLANS)
        least = {"queries": 0, "hops": 0, "ahead": 1, "tries": 1, "recent": 1, "remembered": 1}
        for name, lowest in least.items():
            if (value := getattr(self, name)) < lowest:
                raise UsageError(f"expected {name} of at least {lowest}, got {value}")
