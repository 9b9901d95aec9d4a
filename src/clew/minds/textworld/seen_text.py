"""Text-world output as rooms, sentences and lists of things; shared by the world rules.

A text world (TextWorld, Inform, Z-machine games) prints a room title, prose that lists things in
fixed phrases, and a prompt with a status line. This module splits the output; what the phrases
mean is in `exits`, `things`, `deeds` and `notes`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clew.learn.tasks import ExtractedFact, ExtractedThesis
from clew.regex import Regex

__all__ = [
    "ARTICLE",
    "DIRECTION",
    "FOOD_STATES",
    "STATES",
    "Act",
    "Draft",
    "Item",
    "Rule",
    "Scene",
    "clean_name",
    "read_items",
    "rules",
    "scenes",
    "sentences",
    "wording",
]

DIRECTION = (
    r"(?:north-?east|north-?west|south-?east|south-?west|northwards?|southwards?|eastwards?"
    r"|westwards?|north|south|east|west|upstairs|downstairs|upwards?|downwards?)"
)
"""Compass words and stairs. Not "in", "out", "up", "down": they are prepositions in prose."""
ARTICLE = r"(?:an|a|the|some|your|another|several|two|three|four|five|six|seven|eight|nine|\d+)"
STATES = {state: state for state in ("open", "closed", "locked", "unlocked")}
STATES |= {"opened": "open", "ajar": "open", "shut": "closed"}
"""Word for the state of a door or container -> the state."""
FOOD_STATES = ("raw", "fried", "roasted", "grilled", "burned", "sliced", "diced", "chopped")
"""States that Inform prints before the name of prepared food; not part of the name."""

_LONGEST_NAME = 80
_LONGEST_SENTENCE = 1500  # bounds the work of every pattern; worlds print shorter ones
_MARK = Regex(r"-=\s*(?P<room>[^\n]{1,80}?)\s*=-(?P<score>[ \t]*-?\d+/-?\d+)?")
_TITLE = Regex(
    r"(?:^|\n[ \t]*\n)[ \t]*(?P<room>[A-Z][\w'-]*(?: (?:of|the|in|on|at|to|and|by|[A-Z\d][\w'-]*))"
    r"{0,6})(?:[ \t]*\([^()\n]{1,40}\))?[ \t]*\n(?=[ \t]*\S[^\n]{12,})"
)
_STEP = Regex(r"\A\s*Game step #?\d+[ \t]*")
_NOISE_LINE = Regex(r"Navigation step: ?\d+|Observation:?|\$+|Score: ?-?\d+\s+Moves: ?\d+.*")
_END = Regex(r"(?<=[.!?])[\"')\]]*\s+|\s*\n\s*|(?<=[Oo]h well)\s+(?=[A-Z])")
_ABBREVIATION = Regex(r"(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|St|No|Prof)\.$")
_LEADING = Regex(rf"^{ARTICLE}\s+", re.I)
_LOOKING = Regex(r"^[\w-]+(?: [\w-]+)?[ -]looking (?=\w)", re.I)
"""A look is not part of a name: worlds with such names also accept the bare noun."""
_WHERE = Regex(
    r"(?:,?\s+(?:right there by you|in the (?:corner|room)|over (?:t?here|in [\w ]{3,20})|close by"
    r"|nearby|here|(?:up)?on the (?:floor|ground)|as well|too))+$",
    re.I,
)
_TAIL = Regex(r",? (?:so there's that|which (?:looks|is|has|seems)\b.*|that is\b.*)$", re.I)
_NOT_AN_ITEM = Regex(
    r"(?:which|that|who|made|with|where|when|so|but|as|if|because|though|looking|leading|standing"
    r"|sitting|lying|hanging|stretching|not|nor|you|it|there|here|nearby|etc)\b"
    r"|\w+(?:ing|ed) (?:of|to|from|with|like|in|on|at|by)\b",
    re.I,
)
_INNER = Regex(
    r"(?:in|on|inside|upon) (?:which|it) (?:is|are|you (?:can )?see) (?P<what>.+)", re.I | re.S
)


@dataclass(frozen=True, slots=True)
class Scene:
    """The output while the player is in one place; `room` is None if it is not named."""

    room: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a list: its name, the states printed with it, and what is in or on it."""

    name: str
    states: tuple[str, ...] = ()
    holds: tuple[tuple[str, str], ...] = ()
    """(relation, name) of each thing in or on it, from "(on which is a lamp)"."""

    @property
    def label(self) -> str:
        """The name with the states before it: "open box"."""
        return " ".join((*self.states, self.name))


@dataclass(slots=True)
class Draft:
    """What has been read so far, and the room and thing that the next sentence may refer to."""

    room: str | None = None
    thing: str | None = None
    titled: bool = False
    """Whether a title or status line names the room, not the prose."""
    people: list[str] = field(default_factory=list)
    """Everybody told of, in order."""
    facts: list[ExtractedFact] = field(default_factory=list)
    theses: list[ExtractedThesis] = field(default_factory=list)
    _said: dict[str, int] = field(default_factory=dict)
    _known: set[tuple[str, str, str, bool]] = field(default_factory=set)

    def say(
        self,
        text: str,
        facts: Iterable[tuple[str, str, str]] = (),
        gone: Iterable[tuple[str, str, str]] = (),
    ) -> bool:
        """Add a thesis, the facts it states and the facts it ends; nothing is added twice.

        Return False, and add nothing, if a subject or object is empty: a name could not be read,
        so the rule's pattern matched too much and another rule may do better.
        """
        stated = [(*fact, False) for fact in facts] + [(*fact, True) for fact in gone]
        if not all(subject and object_ for subject, _, object_, _ in stated):
            return False
        whole = f"In {self.room}: {text}" if self.room else text[:1].upper() + text[1:]
        index = self._said.setdefault(whole, len(self.theses))
        if index == len(self.theses):
            names = dict.fromkeys(end for fact in stated for end in (fact[0], fact[2]))
            entities = dict.fromkeys([name for name in names if _is_name(name)])
            if self.room:
                entities.setdefault(self.room)
            self.theses.append(ExtractedThesis(text=whole[:2000], entities=tuple(entities)))
        for subject, relation, object_, ended in stated:
            self.state(subject, relation, object_, ended=ended, thesis=index)
        return True

    def state(
        self, subject: str, relation: str, object_: str, *, ended: bool = False, thesis: int | None
    ) -> None:
        """Add a fact, unless it relates a thing to itself, which is a misreading."""
        key = (subject.casefold(), relation, object_.casefold(), ended)
        if key[0] != key[2] and key not in self._known:
            self._known.add(key)
            self.facts.append(
                ExtractedFact(
                    subject=subject, relation=relation, object=object_, ended=ended, thesis=thesis
                )
            )

    def resolve(self, name: str) -> str:
        """Return the thing a pronoun refers to, or the cleaned name; "" if unknown."""
        if re.fullmatch(
            r"(?:it|(?:the )?thing|this|them|this very \w+|this \w+)", name.strip(), re.I
        ):
            return self.thing or ""
        return clean_name(name)


Act: TypeAlias = Callable[[Draft, "re.Match[str]"], bool]
Rule: TypeAlias = tuple[Regex, Act]
"""A pattern for a whole sentence, and its action; if that returns False, the next is tried."""


def rules(table: str, acts: Callable[[str], Act], parts: Mapping[str, str]) -> tuple[Rule, ...]:
    """Compile a table of rules; case is ignored, as `you` opens sentences and follows commas.

    A line is "action: pattern"; it goes on in the next one where that opens with a space.

    Args:
        table: the lines, to be tried in order.
        acts: returns what an action's text in the table stands for.
        parts: word in capitals in a pattern -> the pattern it stands for.
    """
    part = Regex(rf"\b(?:{'|'.join(parts)})\b")
    found = []
    for line in re.sub(r"\n +", "", table).strip().split("\n"):
        act, _, pattern = line.partition(": ")
        whole = part.sub(lambda word: parts[word[0]], pattern)
        found.append((Regex(whole, re.IGNORECASE), acts(act)))
    return tuple(found)


def _is_name(word: str) -> bool:
    low = word.casefold()
    return not (
        low in STATES or low in FOOD_STATES or low == "empty" or re.fullmatch(DIRECTION, low)
    )


def clean_name(name: str) -> str:
    """Return a name without article, place words and food states; "" if it is not a name.

    >>> clean_name("the Golden locker nearby"), clean_name("a sliced fried purple potato")
    ('Golden locker', 'purple potato')
    """
    name = _WHERE.sub("", " ".join(name.split()).strip(" .,;:!?\"'-"))
    name = _LEADING.sub("", name)
    name = _LOOKING.sub("", name)
    while (parts := name.split(" ", 1))[0].casefold() in FOOD_STATES and len(parts) == 2:
        name = parts[1]
    if len(name) > _LONGEST_NAME or re.search(r"[.!?:;\"\n]|\b(?:you|and start)\b", name, re.I):
        return ""
    return name


def read_items(text: str) -> list[Item]:
    """Return the things of "a lamp, two keys and an open box (in which is a coin)", in order.

    "and" splits where an article follows, so that "a salt and pepper mill" stays one thing; in a
    list without any article it splits at the last one.

    >>> [item.name for item in read_items("a mug, a salt and pepper mill and an open box")]
    ['mug', 'salt and pepper mill', 'box']
    """
    stash: list[str] = []

    def hide(match: re.Match[str]) -> str:
        stash.append(match[1])
        return f" \0{len(stash) - 1}\0"

    text = " ".join(text.replace("\0", " ").split())
    text = re.sub(r" ?\(([^()]{1,200})\)", hide, text)
    text = _TAIL.sub("", re.sub(r", which looks ([\w -]{1,30}?),", "", text))
    parts = re.split(r",\s*(?:and\s+)?|;\s*", text)
    parts = [piece for part in parts for piece in re.split(rf"\s+and\s+(?={ARTICLE}\s)", part)]
    if parts and not any(_LEADING.match(part) for part in parts):
        parts[-1:] = re.split(r"\s+and\s+(?!.*\sand\s)", parts[-1])
    return [item for part in parts for item in _read_item(part, stash)]


def _read_item(part: str, stash: Sequence[str]) -> Iterator[Item]:
    notes = [stash[int(number)] for number in re.findall("\0(\\d+)\0", part)]
    bare = re.sub("\\s*\0\\d+\0", "", part).strip()
    if not bare or _NOT_AN_ITEM.match(bare):
        return
    states: list[str] = []
    bare = _LEADING.sub("", _WHERE.sub("", bare))
    while True:
        first, _, rest = bare.partition(" ")
        low = first.casefold()
        if not rest or (low not in STATES and low not in FOOD_STATES):
            break
        states.append(STATES.get(low, low))
        bare = rest
    name = clean_name(bare)
    holds: list[tuple[str, str]] = []
    for note in notes:
        if inner := _INNER.fullmatch(note.strip()):
            relation = "is on" if note.lstrip()[:2].casefold() in {"on", "up"} else "is in"
            holds += [(relation, item.name) for item in read_items(inner["what"])]
        else:
            words = re.findall(r"[a-z]+", note.casefold())
            states += [STATES.get(word, word) for word in words if word in (*STATES, "empty")]
    if name:
        yield Item(name, tuple(dict.fromkeys(states)), tuple(holds))


def scenes(text: str) -> list[Scene]:
    """Return the text cut at room titles, in order, without prompts, status lines and banners.

    A status line (`-= Room =-1/5`) names the room of the text before it when no title does.
    """
    text = re.sub(r"[^\S\n]|[\x00-\x08\x0b-\x1f\x7f]", " ", re.sub(r"\r\n?", "\n", text))
    text = _STEP.sub("", text)
    out: list[tuple[str | None, str]] = []
    room, start = None, 0
    marks = [match for match in _MARK.finditer(text) if not match["score"]]
    if not marks:
        marks = list(_TITLE.finditer(text))
    for mark in marks:
        out.append((room, text[start : mark.start()]))
        room, start = mark["room"].strip(" -="), mark.end()
    out.append((room, text[start:]))
    found = []
    for place, body in out:
        status = next((m["room"] for m in _MARK.finditer(body) if m["score"]), None)
        lines = [line for line in map(_line, body.split("\n")) if line is not None]
        joined = "\n".join(lines).strip()
        if joined or place:
            name = " ".join((place or status or "").split())
            found.append(Scene(name or None, joined))
    return found


def _line(line: str) -> str | None:
    """Return a line of text, or None for a prompt, status line, marker or drawing."""
    bare = _MARK.sub("", line).strip()
    if bare.startswith(">") or _NOISE_LINE.fullmatch(bare):
        return None
    if bare and not re.search(r"[^\W\d_]{2}", bare):
        return None
    return bare.removeprefix("$").strip()


def sentences(text: str) -> list[str]:
    """Return the sentences of a scene with their end marks, except overlong ones."""
    text = re.sub(r"([Ll]ook over there)! (?=an? )", r"\1, ", text.replace("’", "'"))
    text = re.sub(r"\bThere's (?=(?:an?|some|the|one) )", "There is ", text)
    found: list[str] = []
    for piece in _END.split(text):
        piece = piece.strip()
        if found and _ABBREVIATION.search(found[-1]) and piece:
            found[-1] = f"{found[-1]} {piece}"
        elif piece:
            found.append(piece)
    return [piece for piece in found if len(piece) <= _LONGEST_SENTENCE]


def wording(names: Sequence[str]) -> str:
    """Return names as an English list without articles.

    >>> wording(["lamp", "urn", "keys"])
    'lamp, urn and keys'
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
