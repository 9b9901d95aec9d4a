"""Which commands a world takes, as far as it tells."""

import re
from dataclasses import dataclass

from clew.agents.base import Info
from clew.text import normalise_name

__all__ = ["LOOKS", "Permitted"]

_SLOT = re.compile(r"\b[A-Z]{2,}\b")
_TYPED = re.compile(r"[ -\[\]-~]{1,200}")
"""What can be typed: printable ASCII without backslash, which parsers of text worlds refuse."""
LOOKS = ("look around", "look")
"""Commands that show the surroundings and do nothing else."""


@dataclass(frozen=True, slots=True)
class Permitted:
    """The commands that are possible now."""

    actions: tuple[str, ...] = ()
    """All of them, if the world lists them."""
    templates: tuple[str, ...] = ()
    """Their forms, with words in capitals for things and places ("put OBJ in OBJ")."""
    choices: tuple[str, ...] = ()
    """What the world asks to choose from by number; then nothing else is possible."""

    @classmethod
    def read(cls, info: Info) -> "Permitted":
        """Return what `info` tells: `admissible_actions`, `templates`, `choices`; all optional."""
        keys = ("admissible_actions", "templates", "choices")
        return cls(*(tuple(info.get(key) or ()) for key in keys))

    def find(self, command: str) -> str | None:
        """Return a command as the world takes it, or `None`; a world that tells nothing takes all.

        Letter case and spaces do not count; a choice may be given by its number or its words.
        Things in a form are not checked: the world does that.
        """
        command = " ".join(command.split())
        if not _TYPED.fullmatch(command):
            return None
        if self.choices:
            numbers = {str(number): str(number) for number in range(len(self.choices))}
            words = {normalise_name(one): str(n) for n, one in enumerate(self.choices)}
            return {**words, **numbers}.get(normalise_name(command))
        listed = {normalise_name(action): action for action in reversed(self.actions)}
        if (action := listed.get(normalise_name(command))) is not None:
            return action
        fits = any(_pattern(form).fullmatch(command) for form in self.templates)
        return command if fits or not (self.actions or self.templates) else None

    @property
    def idle(self) -> str:
        """A command that does little: to look around, if possible."""
        if self.choices:
            return "0"
        told = self.actions or self.templates
        # Who tells nothing is a parser, and parsers know "look" without "around".
        looks = (one for one in map(self.find, LOOKS if told else LOOKS[::-1]) if one is not None)
        return next(looks, (*self.actions, LOOKS[0])[0])


def _pattern(form: str) -> re.Pattern[str]:
    parts = map(re.escape, _SLOT.split(" ".join(form.split())))
    return re.compile(".+".join(parts), re.IGNORECASE)
