"""Nameless things that are only those of their text: "the dog (letter)"."""

import re
from datetime import datetime

from clew.learn.tasks import Extract
from clew.minds.english.parsing.clause_types import Clause
from clew.minds.english.words.lexicon import ADJECTIVES
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["OWNING", "TRADING", "of_its_text", "text_mark"]

OWNING = frozenset({"have", "own", "buy", "get", "adopt"})
"""Verbs by which a thing belongs to somebody: "Anna's dog" says more than "the dog"."""
TRADING = OWNING | word_list("trading")
"""Verbs of having and giving: whose a thing is tells enough of it."""
_EVERYBODYS = word_list("everybodys")
_ALSO_NAMES = word_list("also_names")
"""Things that are first names, too: Bill paid the bill."""
_NAMELESS = Regex(r"((?:the|this|that) )?((?:[a-z-]+ ){0,2}[a-z-]+)")


def text_mark(task: Extract) -> str:
    """Return what tells a text's own things from others: its source, or else its day.

    Texts dated by steps have none: in a world, a name means one thing.
    """
    if not isinstance(task.at, datetime):
        return ""
    source = " ".join(re.sub(r"[()]", " ", task.source).split())
    return source[-60:].strip() or task.at.date().isoformat()


def of_its_text(
    name: str, text: str, mark: str, clause: Clause | None = None, *, acts: bool = True
) -> str:
    """Return "the dog (letter)" for a dog that only this text tells of, else the name.

    "A dog" is one if it did something, or if the text goes on about "the dog". What somebody has,
    gets or gives, or does usually, is any such thing: "dog". `acts`: it is a fact's subject.
    """
    found = _NAMELESS.fullmatch(name) if mark else None
    *before, head = found[2].split() if found else [""]
    kind = clause is not None and clause.verb == "be" and not acts  # "it is a rose"
    if found and head in _ALSO_NAMES and not (before or kind):
        return f"{name} ({mark})"
    if found is None or head not in _EVERYBODYS or not ADJECTIVES.issuperset(before):
        return name
    if clause and clause.verb in TRADING and not acts:
        return found[2]
    again = acts or re.search(rf"\b(?:the|this|that) {found[2]}\b", text, re.IGNORECASE)
    happened = clause and clause.tense == "past" and clause.verb not in {*OWNING, "be"}
    said = clause.phrases if clause and happened and again else ()
    one = any(each.name == name and each.determiner in {"a", "an"} for each in said)
    return f"the {found[2]} ({mark})" if found[1] or one else name
