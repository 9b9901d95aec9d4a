"""How ReasonPlanner works."""

from dataclasses import dataclass

from clew.errors import UnknownNameError, UsageError

__all__ = ["PLANS", "Settings"]

PLANS = ("calls", "fused")
"""The paper's plan, call by call; or all steps of it in one reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The defaults are the paper's where it gives them (section 4.2.1).

    Raises:
        UnknownNameError: there is no such way to plan.
        UsageError: a number is too small.
    """

    plan: str = "calls"
    """One of `PLANS`."""
    ahead: int = 5
    """Steps imagined (L)."""
    queries: int = 3
    """Most questions to the world model for one prediction (k); a `fused` plan is one prediction.
    0 is the ablation without a world model (table 2)."""
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
        if self.queries < 0:
            raise UsageError(f"expected queries of at least 0, got {self.queries}")
        for name in ("ahead", "tries", "recent", "remembered"):
            if getattr(self, name) < 1:
                raise UsageError(f"expected {name} of at least 1, got {getattr(self, name)}")
