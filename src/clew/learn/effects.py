"""What events change: "moved to Oslo" means living there, "sold the car" no longer owning it."""

from dataclasses import dataclass

__all__ = ["EFFECTS", "Effect"]

_Result = tuple[str, str, bool, bool]
"""(relation, preposition of the argument or "" for the object, ended, subject and object swapped)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The states one verb starts or ends."""

    results: tuple[_Result, ...] = ()
    transfer: str = ""
    """"in" or "out" when the object changes hands to or from the subject."""
    choosy: bool = False
    """The object decides which result holds: "left Oslo" (a home), "left Acme" (a job)."""


def _starts(relation: str, prep: str = "") -> _Result:
    return relation, prep, False, False


def _ends(relation: str, prep: str = "") -> _Result:
    return relation, prep, True, False


_MOVE = Effect((_ends("lives in", "from"), _starts("lives in", "to"), _starts("lives in", "into")))
_BUY = Effect((_starts("owns"),), transfer="in")
_SELL = Effect((_ends("owns"),), transfer="out")
_RESIGN = Effect((_ends("works at", "from"), _ends("works at")))

EFFECTS = {
    "move": _MOVE,
    "relocate": _MOVE,
    "emigrate": _MOVE,
    "immigrate": _MOVE,
    "migrate": _MOVE,
    "return": Effect(),
    "settle": Effect((_starts("lives in", "in"),)),
    "join": Effect((_starts("works at"),), choosy=True),
    "leave": Effect((_ends("lives in"), _ends("works at")), choosy=True),
    "quit": _RESIGN,
    "resign": _RESIGN,
    "retire": _RESIGN,
    "buy": _BUY,
    "purchase": _BUY,
    "acquire": _BUY,
    "inherit": _BUY,
    "sell": _SELL,
    "give": _SELL,
    "donate": _SELL,
    "lose": Effect((_ends("owns"),)),
    "marry": Effect((_starts("is married to"),)),
    "remarry": Effect((_starts("is married to"),)),
    "divorce": Effect((_ends("is married to"), _ends("is married to", "from"))),
    "wed": Effect((_starts("is married to"),)),
}
"""Lemma -> its effect."""
