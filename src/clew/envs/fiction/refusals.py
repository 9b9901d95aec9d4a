"""A game's own refusals, learned from what it replies again and again to different commands.

A parser that does not understand says the same to whatever it is told, and nothing changes. What is
accepted has many replies, and one reply ("Taken.") comes to few verbs. So a short reply that was
given to several verbs while place and inventory stayed the same is a refusal, in whatever words.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clew.envs.fiction.acceptance import Acceptance, acceptance

__all__ = ["Refusals", "changed"]

_VERBS, _SHARE = 3, 0.1
"""Fewest different verbs to which a refusal was given, and their share of all verbs tried."""
_LONGEST = 200
"""Characters of its first paragraph."""
_WAYS = frozenset((
    "n", "s", "e", "w", "ne", "nw", "se", "sw", "u", "d", "north", "south", "east", "west",
    "northeast", "northwest", "southeast", "southwest", "up", "down", "in", "out", "walk", "run",
))  # fmt: skip
"""Commands that say "go": one verb."""
_ASIDE = re.compile(r"\A(?:\([^()]*\)\s*)+")


@dataclass(slots=True)
class Refusals:
    """Counts replies of one game, and judges them."""

    _verbs: dict[str, set[str]] = field(default_factory=dict)
    """Reply -> verbs of the commands it was given to."""
    _tried: set[str] = field(default_factory=set)
    """All verbs."""
    _effective: set[str] = field(default_factory=set)
    """Replies after which something had changed."""

    def note(self, command: str, reply: str, *, changed: bool) -> None:
        """Count a reply.

        Args:
            command: what was typed.
            reply: what the game printed.
            changed: whether something that one sees has changed (`changed`).
        """
        told = _first(reply)
        word = command.strip().lower().partition(" ")[0]
        verb = "go" if word in _WAYS else word
        self._tried.add(verb)
        if changed:
            self._effective.add(told)
        elif told and len(told) <= _LONGEST:
            self._verbs.setdefault(told, set()).add(verb)

    def usual(self, reply: str) -> bool:
        """Return whether a reply is what the game says to whatever it does not understand."""
        told = _first(reply)
        needed = max(_VERBS, _SHARE * len(self._tried))
        return told not in self._effective and len(self._verbs.get(told, ())) >= needed

    def judge(self, reply: str) -> Acceptance:
        """Return how the command before a reply was taken: by its wording, then by its use."""
        judged = acceptance(reply)
        doubted = judged in {Acceptance.ACCEPTED, Acceptance.DOUBTFUL}
        return Acceptance.REFUSED if doubted and self.usual(reply) else judged


def changed(reply: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether one sees that a command did something, or that it showed the place anew.

    Args:
        reply: what the game printed.
        before: the environment's `info`, with `location` and `inventory` if it has them.
        after: the same, after the command.
    """
    place = str(after.get("location") or "").lower()
    headed = bool(place) and reply.strip().lower().startswith(place)
    return headed or any(before.get(key) != after.get(key) for key in ("location", "inventory"))


def _first(reply: str) -> str:
    return " ".join(_ASIDE.sub("", reply.strip()).split("\n\n", 1)[0].lower().split())
