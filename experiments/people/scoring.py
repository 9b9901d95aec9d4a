"""Which entity of a memory each mention is in, and what that is worth.

An entity is a mention's if the mention's text tells of it and it has the mention's name; what tells
it from others of the name, "(son)" of "Rolf (son)", does not count. Failing
that (a reader writes "Anna Weber" for "Anna"), it is the only entity of a fuller or shorter name of
which the text states the mention's fact.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from clew.graph.types import Entity, Kind
from clew.memory import Memory
from clew.text import normalise_name, words
from experiments.people.dialogues import Dialogue, Mention

__all__ = ["Finding", "Placed", "findings", "placed", "totals"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A mention, the number of its text, and the entity that it is in, if any."""

    text: int
    mention: Mention
    entity: int | None


@dataclass(frozen=True, slots=True)
class Finding:
    """Two mentions compared; `verdict` is what they count as.

    `linked` or `missed` for two of one person, `merged` or `apart` for two people, `guessed` or
    `open` for one that cannot be decided and one whose it cannot be.
    """

    one: Placed
    other: Placed
    verdict: str

    @property
    def spelled_alike(self) -> bool:
        """Whether both mentions have the same name."""
        return normalise_name(self.one.mention.name) == normalise_name(self.other.mention.name)


@dataclass(frozen=True, slots=True)
class _Told:
    """What one text tells of one entity: all its names, and what its statements say besides."""

    entity: int
    names: frozenset[str]
    said: str


def placed(memory: Memory, dialogue: Dialogue, episodes: Sequence[int]) -> list[Placed]:
    """Return where the mentions of a remembered dialogue are.

    Args:
        memory: remembers the dialogue and nothing else.
        dialogue: its texts.
        episodes: the episode of each text.
    """
    with memory.view() as view:
        found = view.items(view.ids(Kind.ENTITY))
    entities = [one for one in found if isinstance(one, Entity)]
    told = {episode: [*_told(memory, entities, episode)] for episode in episodes}
    return [
        Placed(number, mention, _place(mention, told[episode]))
        for number, (text, episode) in enumerate(zip(dialogue.texts, episodes, strict=True))
        for mention in text.mentions
    ]


def _told(memory: Memory, entities: Iterable[Entity], episode: int) -> Iterator[_Told]:
    for entity in entities:
        facts = [one for one in memory.history(entity.id) if episode in one.episodes]
        theses = [one for one in memory.theses(entity.id) if episode in one.episodes]
        if facts or theses or episode in entity.episodes:
            ends = [each for one in facts for each in (one.subject_name, one.object_name)]
            names = (entity.name, *entity.aliases)
            own = frozenset(normalise_name(name.partition(" (")[0]) for name in names)
            others = [name for name in ends if normalise_name(name) not in own]
            said = " ".join([*others, *(one.text for one in theses)])
            yield _Told(entity.id, own, normalise_name(said))


def _place(mention: Mention, told: Iterable[_Told]) -> int | None:
    name = normalise_name(mention.name)
    clue = normalise_name(mention.clue)
    named = [one for one in told if name in one.names]
    if len(named) == 1:
        return named[0].entity
    likely = named or [one for one in told if any(_akin(name, each) for each in one.names)]
    fitting = [one for one in likely if clue in one.said]
    return fitting[0].entity if len(fitting) == 1 else None


def _akin(one: str, other: str) -> bool:
    """Return whether the words of one name are among those of the other."""
    first, second = set(words(one)), set(words(other))
    return bool(first and second) and (first <= second or second <= first)


def findings(places: Iterable[Placed]) -> list[Finding]:
    """Compare every two mentions of a dialogue of which something is known."""
    return [
        Finding(one, other, verdict)
        for one, other in combinations(places, 2)
        if (verdict := _verdict(one, other))
    ]


def _verdict(one: Placed, other: Placed) -> str:
    together = one.entity is not None and one.entity == other.entity
    both = set(one.mention.whose) & set(other.mention.whose)
    if one.mention.decided and other.mention.decided:
        same, different = ("linked", "missed"), ("merged", "apart")
        return (same if both else different)[0 if together else 1]
    if both:
        return ""
    return "guessed" if together else "open"


def totals(found: Iterable[Finding]) -> dict[str, int]:
    """Count the verdicts, and apart from that those of two mentions that are spelled alike."""
    counts: Counter[str] = Counter()
    for one in found:
        counts[one.verdict] += 1
        counts[f"{one.verdict} alike"] += one.spelled_alike
    names = ("linked", "missed", "merged", "apart", "guessed", "open")
    return {key: counts[key] for name in names for key in (name, f"{name} alike")}
