"""What was tried: which forms of commands a game took, and which it refused."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from clew.agents.fiction.forms import UNIVERSAL, form_of
from clew.envs.fiction.acceptance import Acceptance

__all__ = ["Evidence", "Keeps", "Tried"]

_FORMS, _COMMANDS = 300, 100
"""Most forms, and most refused commands word by word, that are kept."""
_SHOWN = 40
"""Most forms, and most refused commands, of one prompt."""


@dataclass(slots=True)
class Evidence:
    """How often a form was accepted and refused; what other games say counts once for each."""

    accepted: int = 0
    refused: int = 0

    @property
    def valid(self) -> bool:
        """Whether the form was accepted at least as often as it was refused."""
        return self.accepted >= self.refused


class Keeps(Protocol):
    """Keeps what is known of forms beyond a game."""

    def votes(self) -> Mapping[str, Evidence]:
        """Return in how many games each form was accepted and refused, oldest first."""
        ...

    def note(self, form: str, *, valid: bool) -> None:
        """Note that a form is valid in this game, or is not; it may have been otherwise before."""
        ...


@dataclass(slots=True)
class Tried:
    """The valid and the invalid forms (the paper's two caches), and commands refused lately.

    A form is in one of them, by what there is more evidence for; so it moves when that changes. A
    command about a thing that is not there says nothing of its form. Both are bounded: of forms
    the one seen least, then least lately, goes first.

    Args:
        kept: where forms outlast the game (ASV-P); `None`: they do not (ASV-I).
    """

    kept: Keeps | None = None
    _forms: "OrderedDict[str, Evidence]" = field(default_factory=OrderedDict)
    """The one seen last is the last."""
    _own: dict[str, Evidence] = field(default_factory=dict)
    """Of this game alone."""
    _refused: "OrderedDict[tuple[str, str], Acceptance]" = field(default_factory=OrderedDict)
    """(command, place) -> how."""

    def __post_init__(self) -> None:
        if self.kept is not None:
            self._forms.update(self.kept.votes())
        for form in UNIVERSAL:
            self._forms.setdefault(form, Evidence()).accepted += 1
        self._bound()

    def add(self, command: str, how: Acceptance, place: str) -> None:
        """Count a command that was given at a place; a doubtful answer counts as none."""
        key = command.lower(), place
        self._refused.pop(key, None)
        if how in (Acceptance.REFUSED, Acceptance.ABSENT):
            self._refused[key] = how
        if how in (Acceptance.REFUSED, Acceptance.ACCEPTED):
            self._count(form_of(command), how is Acceptance.ACCEPTED)
        self._bound()

    def _count(self, form: str, accepted: bool) -> None:
        evidence, own = self._forms.pop(form, Evidence()), self._own.get(form)
        self._forms[form] = evidence
        was = None if own is None else own.valid
        own = self._own.setdefault(form, Evidence())
        for each in (evidence, own):
            each.accepted += accepted
            each.refused += not accepted
        if self.kept is not None and own.valid is not was:
            self.kept.note(form, valid=own.valid)

    def _bound(self) -> None:
        while len(self._forms) > _FORMS:
            least = min(self._forms, key=lambda one: sum(_counts(self._forms[one])))
            del self._forms[least]
            self._own.pop(least, None)
        while len(self._refused) > _COMMANDS:
            self._refused.popitem(last=False)

    def refuses(self, command: str, place: str) -> bool:
        """Return whether the game has refused this very command at this place."""
        return (command.lower(), place) in self._refused

    def valid(self, most: int = _SHOWN) -> tuple[str, ...]:
        """Return the valid forms with how often they were accepted, the most usual first."""
        return self._listed(True, most)

    def invalid(self, most: int = _SHOWN) -> tuple[str, ...]:
        """Return the invalid forms with how often they were refused, the most usual first."""
        return self._listed(False, most)

    def _listed(self, valid: bool, most: int) -> tuple[str, ...]:
        found = [(form, one) for form, one in self._forms.items() if one.valid is valid]
        found.sort(key=lambda pair: -sum(_counts(pair[1])))
        return tuple(
            f"{form} ({one.accepted} of {sum(_counts(one))})" for form, one in found[:most]
        )

    def refused_at(self, place: str, most: int = _SHOWN) -> tuple[str, ...]:
        """Return the commands refused at a place, the last ones, oldest first."""
        found = [f"{key[0]} ({how})" for key, how in self._refused.items() if key[1] == place]
        return tuple(found[-most:])


def _counts(evidence: Evidence) -> tuple[int, int]:
    return evidence.accepted, evidence.refused
