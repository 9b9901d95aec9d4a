"""The dialogues about people with shared names, read from a plain text format and checked.

    # id | situation | style
    > 2024-03-01 mail
    Anna Weber starts at Norlux on Monday. Everybody calls her Nan.
    @ Anna Weber = weber: starts at | Norlux
    @ Nan = weber
    @ Anna ? weber cousin: likes | tea
    = Anna Weber | Nan
    ~ Anna Weber | A. Weber

A dialogue has two to eight texts, each with a day and a source. `@` marks a mention: a name as it
stands in the text, whose it is, and one fact that the text states of it. With `?` a careful reader
cannot decide, and the mention may be anybody's of those listed, or of nobody known. `=` is an alias
that the text itself tells; `~` is one that a perfect reader knows from the earlier texts.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

from clew.errors import UsageError
from clew.text import normalise_name

__all__ = ["PARTS", "Dialogue", "Mention", "Text", "load", "parsed"]

PARTS = ("dev", "registers", "fresh", "others", "held_out", "others_held_out")
_MENTION = re.compile(r"@ (.+?) ([=?]) ([\w ]+?)(?:: (.+?) \| (.+))?$")
_ALIAS = re.compile(r"[=~] (.+?) \| (.+)$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in one text, whose it is, and a fact that the text states of its owner."""

    name: str
    whose: tuple[str, ...]
    """The person, or all whom it may mean if a careful reader could not decide."""
    decided: bool = True
    relation: str = ""
    object: str = ""

    @property
    def clue(self) -> str:
        """What a statement about it says besides its name; see `command` for one without a fact."""
        return self.object or f"{self.name} is named"


@dataclass(frozen=True, slots=True)
class Text:
    """One text to remember, with its mentions and the aliases that it tells."""

    at: datetime
    source: str
    text: str
    mentions: tuple[Mention, ...]
    told: tuple[tuple[str, str], ...]
    """Aliases that the text itself tells."""
    known: tuple[tuple[str, str], ...]
    """Aliases that only the earlier texts give away."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Texts about a few people, in the order in which they are remembered."""

    id: str
    situation: str
    style: str
    texts: tuple[Text, ...]


def load(part: str) -> list[Dialogue]:
    """Return the dialogues of a part, in file order.

    Args:
        part: "dev", "registers", "fresh" or "others" (look, tune), or "held_out" and
            "others_held_out" (report their totals only).

    Raises:
        UsageError: `part` is neither, or the file breaks the format; the message has the place.
    """
    if part not in PARTS:
        raise UsageError(f"expected a part, one of {', '.join(PARTS)}; got {part!r}")
    return parsed((files(__package__) / f"{part}.txt").read_text(encoding="utf-8"))


def parsed(content: str) -> list[Dialogue]:
    """Return the dialogues that a text in the format above holds.

    Raises:
        UsageError: it breaks the format; the message names the dialogue.
    """
    blocks = re.split(r"^# ", content, flags=re.MULTILINE)[1:]
    found = [_dialogue(block) for block in blocks]
    if twice := {one.id for one in found if [each.id for each in found].count(one.id) > 1}:
        raise UsageError(f"expected an id for each dialogue, got {sorted(twice)} twice; rename one")
    return found


def _dialogue(block: str) -> Dialogue:
    head, _, body = block.partition("\n")
    parts = [part.strip() for part in head.split("|")]
    if len(parts) != 3:
        raise UsageError(f"expected '# id | situation | style', got '# {head}'; correct the file")
    texts = tuple(_text(parts[0], one) for one in re.split(r"^> ", body, flags=re.MULTILINE)[1:])
    if not 2 <= len(texts) <= 8:
        raise _wrong(parts[0], "two to eight texts", str(len(texts)))
    if [one.at for one in texts] != sorted(one.at for one in texts):
        raise _wrong(parts[0], "texts in the order of their days", "another order")
    if len({one.text for one in texts}) < len(texts):
        raise _wrong(parts[0], "texts that differ", "one of them twice")
    id, situation, style = parts
    return Dialogue(id, situation, style, texts)


def _text(dialogue: str, block: str) -> Text:
    head, *lines = block.strip().splitlines()
    day, _, source = head.partition(" ")
    try:
        at = datetime.fromisoformat(day).replace(tzinfo=UTC)
    except ValueError:
        raise _wrong(dialogue, "'> day source'", f"'> {head}'") from None
    marks = [line for line in lines if line[:2] in {"@ ", "= ", "~ "}]
    text = "\n".join(line for line in lines if line not in marks)
    mentions = tuple(_mentions(dialogue, text, marks))
    if not mentions or not source:
        raise _wrong(dialogue, "a source and a mention in each text", f"'> {head}' without one")
    told, known = (tuple(_aliases(dialogue, marks, sign)) for sign in "=~")
    return Text(at, source, text, mentions, told, known)


def _mentions(dialogue: str, text: str, marks: Iterable[str]) -> Iterator[Mention]:
    for line in marks:
        if line.startswith("@"):
            found = _MENTION.match(line)
            if found is None:
                raise _wrong(dialogue, "'@ name = person: relation | object'", repr(line))
            name, sign, whose, relation, thing = found.groups()
            for each in (name, thing or ""):
                if normalise_name(each) not in normalise_name(text):
                    raise _wrong(dialogue, "a name that stands in its text", repr(each))
            people = tuple(whose.split())
            if sign == "=" and len(people) > 1:
                raise _wrong(dialogue, "one person after '='", repr(line))
            yield Mention(name, people, sign == "=", relation or "", thing or "")


def _aliases(dialogue: str, marks: Iterable[str], sign: str) -> Iterator[tuple[str, str]]:
    for line in marks:
        if line.startswith(sign):
            found = _ALIAS.match(line)
            if found is None:
                raise _wrong(dialogue, "'= name | alias'", repr(line))
            yield found[1], found[2]


def _wrong(dialogue: str, expected: str, got: str) -> UsageError:
    return UsageError(f"{dialogue}: expected {expected}, got {got}; correct the file")
