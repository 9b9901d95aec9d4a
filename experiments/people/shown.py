"""What a perfect reader says that knows no more than what the prompt shows it.

That is the text, the earlier texts of its source that are shown with it, and the lines of known
names, of which it can tell whose each is. It uses a known name where the gold says that the text
means its owner, and a bracket for a namesake of somebody shown; else it keeps to the text. What it
wrote before it has forgotten, unless it is shown.
"""

from collections.abc import Mapping

from clew.learn.tasks import Extract
from clew.text import normalise_name
from experiments.people.dialogues import Dialogue, Mention
from experiments.people.ideal import reply, told_apart, within

__all__ = ["ShownReader"]


class ShownReader:
    """Reads the texts of one dialogue; `written` says whose the names are that it wrote."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self._written: dict[str, set[tuple[str, ...]]] = {}

    def read(self, task: Extract) -> dict[str, object]:
        """Return the reply on one text."""
        places = {text.text: number for number, text in enumerate(self._dialogue.texts)}
        text = self._dialogue.texts[places[task.text]]
        earlier = [self._dialogue.texts[places[one]] for one in task.context]
        shown = {one.name: whose for one in task.known if (whose := self._owner(one.name))}
        told = told_apart([*earlier, text])
        told |= {key: key[1] for key in told if key[1] in {alias for _, alias in text.told}}
        names = {one: _name(one, told[one.whose, one.name], shown) for one in text.mentions}
        for one, name in names.items():
            whose = one.whose if one.decided else ()
            self._written.setdefault(normalise_name(name), set()).add(whose)
        aliases = [_alias(one.name, name) for one, name in names.items() if name in shown]
        return reply(text, names, [*text.told, *filter(None, aliases)])

    def _owner(self, name: str) -> tuple[str, ...]:
        """Return whose a known name is; nobody's if it was written of several."""
        owners = self._written.get(normalise_name(name), set())
        return next(iter(owners)) if len(owners) == 1 else ()


def _name(one: Mention, told: str, shown: Mapping[str, tuple[str, ...]]) -> str:
    """Return how a mention is written, given how it is told apart from those in the texts."""
    if not one.decided:
        return one.name
    own = [name for name, whose in shown.items() if whose == one.whose]
    if own:
        return max(own, key=len)
    others = (name for name, whose in shown.items() if whose != one.whose)
    taken = any(within(one.name, name) or within(name, one.name) for name in others)
    return f"{one.name} ({one.whose[0]})" if taken else told


def _alias(name: str, known: str) -> tuple[str, str] | None:
    """Return a known name with the text's own, the fuller one first, if that is no part of it."""
    if within(name, known) or name.islower():
        return None
    return (name, known) if within(known, name) else (known, name)
