"""Make the world: who says what about which phone, when, in which dialogue and wording.

Each usable opinion of DiaASQ (`phones` knows the phone and the part) becomes one statement: its
speaker gets a name drawn from `PEOPLE`, one for each dialogue, and its dialogue a time. More
statements are then drawn, from the seed alone:

- **chimes**: up to three others give an opinion of the same part some time later;
- **follow-ups**: up to three times, 7 to 400 days after the last, the same person gives their
  opinion again: the same with probability `_STAY`, else one of the two others.

Statements are worded by templates (`sentences`), so that what the text says is known exactly.
DiaASQ's own sentences stand between them as distractors, but only those without an annotated
opinion and without a phone's name: any other would say things that no statement records ("I
recently got an x70pro+" says who uses what). Whoever first speaks of a phone also says that they
use it; a phone's maker is stated once, when it is first mentioned.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from operator import attrgetter
from random import Random

from clew.errors import UnknownNameError, UsageError
from experiments.diaasq.phones import Polarity, aspect_of, devices_of, maker_of
from experiments.diaasq.sentences import LEXICONS, made_sentence, opinion_sentence, use_sentence
from experiments.diaasq.source import Dialogue

__all__ = ["PEOPLE", "Act", "Statement", "Turn", "World", "make_world"]

PEOPLE = tuple(
    """
    Abigail Albert Amber Anton Beatrice Boris Bridget Calvin Clara Conrad Daphne Derek Edith Elmer
    Fiona Floyd Gemma Gordon Harriet Hugo Imogen Isaac Jasmine Julian Kirsten Leopold Lydia Marcus
    Nadia Oliver Paula Quincy Ruth Stefan Tessa Victor Agnes Alfred Anita Basil Bella Bruno Carmen
    Cedric Celia Clive Cora Cyril Delia Desmond Dora Edgar Elaine Emil Esther Felix Flora Frank
    Gilbert Greta Gustav Hannah Harvey Helga Henry Hilda Horace Ida Igor Irene Ivan Jacob Janet
    Jerome Joan Jonas Judith Karl Katrina Kenneth Laura Leonard Linda Louis Mabel Martin Miriam
    Morris Naomi Nelson Nora Olga Oscar Patricia Percy Petra Philip Ralph""".split()  # noqa: SIM905
)
_TALKERS = 24
"""How many people, from the first, speak three times as often as others."""
_START = datetime(2020, 1, 1, tzinfo=UTC)
_DAYS = 500
"""Days over which the original dialogues are spread."""
_STAY = 0.35
_TOGETHER = 3
"""Later statements that share a dialogue."""


class Act(StrEnum):
    """What a statement does."""

    OPINION = "opinion"
    USE = "use"
    MADE = "made"


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that is said, as it is meant."""

    act: Act
    person: str
    """Who says it (of a maker it does not matter)."""
    device: str
    aspect: str
    """Empty unless an opinion."""
    value: str
    """A polarity, a maker, or empty."""
    at: datetime
    turn: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance; `id` is "d12:3", the dialogue and the place in it."""

    id: str
    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class World:
    """All turns and all statements in the order of time."""

    turns: tuple[Turn, ...]
    statements: tuple[Statement, ...]
    people: tuple[str, ...] = PEOPLE


@dataclass(frozen=True, slots=True)
class _Said:
    """An opinion before it has words."""

    person: str
    device: str
    aspect: str
    polarity: Polarity
    at: datetime

    @property
    def key(self) -> tuple[str, str, str]:
        """Whose opinion of what it is."""
        return self.person, self.device, self.aspect


@dataclass(frozen=True, slots=True)
class _Scene:
    """One dialogue before it has words."""

    at: datetime
    said: tuple[_Said, ...]
    plain: tuple[tuple[str, str], ...]
    """(speaker, sentence)."""


def make_world(dialogues: Sequence[Dialogue], seed: int, wordings: str = "main") -> World:
    """Return the world of a seed; the same dialogues and seed give the same world everywhere.

    Raises:
        UnknownNameError: no lexicon of that name.
        UsageError: no dialogue has an opinion about a known part of a known phone.
    """
    if wordings not in LEXICONS:
        raise UnknownNameError("lexicon", wordings, list(LEXICONS))
    rng = Random(seed)
    names = devices_of([quad.target for each in dialogues for quad in each.quads])
    phones = _spellings(names)
    scenes: list[_Scene] = []
    spare: list[tuple[str, str]] = []
    for dialogue in dialogues:
        scene = _original(rng, dialogue, names, phones)
        if scene.said:
            scenes.append(scene)
        else:
            spare += scene.plain
    if not scenes:
        raise UsageError(
            "expected opinions about phones that `experiments.diaasq.phones` knows, found none in "
            f"{len(dialogues)} dialogues; give the English DiaASQ files"
        )
    later = _later(rng, [said for scene in scenes for said in scene.said])
    scenes += _gathered(later, spare)
    return _worded(rng, sorted(scenes, key=attrgetter("at")), LEXICONS[wordings])


def _spellings(names: dict[str, str]) -> re.Pattern[str]:
    """Return a pattern that finds any phone in a text, ignoring blanks and case."""
    spelt = sorted({"".join(name.lower().split()) for pair in names.items() for name in pair})
    blanks = (r"\s*".join(re.escape(letter) for letter in name) for name in spelt)
    return re.compile(rf"(?<!\w)(?:{'|'.join(blanks)})(?!\w)", re.IGNORECASE)


def _original(
    rng: Random, dialogue: Dialogue, names: dict[str, str], phones: re.Pattern[str]
) -> _Scene:
    at = _START + timedelta(minutes=rng.randrange(_DAYS * 24 * 60))
    numbers = sorted({quad.speaker for quad in dialogue.quads} | {by for by, _ in dialogue.plain})
    called = dict(zip(numbers, _some_people(rng, len(numbers)), strict=True))
    said: dict[tuple[str, str, str], _Said] = {}
    for quad in dialogue.quads:
        aspect = aspect_of(quad.aspect)
        if aspect is not None and quad.target in names:
            one = _Said(called[quad.speaker], names[quad.target], aspect, quad.polarity, at)
            said.setdefault(one.key, one)
    plain = tuple((called[by], text) for by, text in dialogue.plain if not phones.search(text))
    return _Scene(at, tuple(said.values()), plain)


def _some_people(rng: Random, count: int) -> list[str]:
    """Return this many different people."""
    found: list[str] = []
    while len(found) < count:
        person = rng.choice((*PEOPLE[:_TALKERS] * 2, *PEOPLE))
        if person not in found:
            found.append(person)
    return found


def _later(rng: Random, first: Sequence[_Said]) -> list[_Said]:
    """Return chimes and all follow-ups, by time."""
    made: list[_Said] = []
    held = {said.key for said in first}
    for said in first:
        made += _follow_ups(rng, said, rng.choice((0, 1, 1, 2, 3)))
        for person in _some_people(rng, rng.choice((0, 1, 2, 3))):
            chime = _Said(
                person, said.device, said.aspect, rng.choice(tuple(Polarity)), _after(rng, said.at)
            )
            if chime.key not in held:
                held.add(chime.key)
                made += [chime, *_follow_ups(rng, chime, rng.choice((0, 0, 1, 2)))]
    return sorted(made, key=attrgetter("at"))


def _after(rng: Random, at: datetime) -> datetime:
    return at + timedelta(days=rng.randint(7, 400))


def _follow_ups(rng: Random, said: _Said, count: int) -> Iterator[_Said]:
    at, polarity = said.at, said.polarity
    for _ in range(count):
        at = _after(rng, at)
        if rng.random() >= _STAY:
            polarity = rng.choice([other for other in Polarity if other is not polarity])
        yield _Said(said.person, said.device, said.aspect, polarity, at)


def _gathered(later: Sequence[_Said], spare: Sequence[tuple[str, str]]) -> list[_Scene]:
    """Put statements that are near in time into dialogues, and spread the spare sentences."""
    groups = [later[at : at + _TOGETHER] for at in range(0, len(later), _TOGETHER)]
    return [
        _Scene(group[0].at, tuple(group), tuple(spare[number :: len(groups)]))
        for number, group in enumerate(groups)
    ]


def _worded(
    rng: Random, scenes: Iterable[_Scene], wordings: Mapping[Polarity, tuple[str, ...]]
) -> World:
    """Give every statement its words and its turn."""
    turns: list[Turn] = []
    statements: list[Statement] = []
    before: dict[tuple[str, str, str], _Said] = {}
    using: set[tuple[str, str]] = set()
    told: set[str] = set()
    for number, scene in enumerate(scenes, 1):
        script: list[tuple[str, str, tuple[tuple[Act, _Said], ...]]] = []
        for said in scene.said:
            last = before.get(said.key)
            if last is not None and scene.at - last.at < timedelta(days=2):
                continue  # a day holds one opinion of each, so that "on that day" is one answer
            before[said.key] = _Said(*said.key, said.polarity, scene.at)
            acts: list[tuple[Act, _Said]] = []
            text = ""
            if (said.person, said.device) not in using:
                using.add((said.person, said.device))
                text = use_sentence(rng, said.device) + " "
                acts.append((Act.USE, said))
            was = None if last is None else last.polarity
            text += opinion_sentence(rng, said.aspect, said.device, said.polarity, was, wordings)
            script.append((said.person, text, (*acts, (Act.OPINION, said))))
            if said.device not in told:
                told.add(said.device)
                maker = maker_of(said.device) or ""
                text = made_sentence(rng, said.device, maker)
                script.append((rng.choice(scene.said).person, text, ((Act.MADE, said),)))
        for speaker, text in scene.plain:
            script.insert(rng.randint(0, len(script)), (speaker, text, ()))
        for place, (speaker, text, acts_of) in enumerate(script, 1):
            turn = Turn(f"d{number}:{place}", scene.at + timedelta(minutes=place), speaker, text)
            turns.append(turn)
            statements += [_statement(act, said, turn) for act, said in acts_of]
    turns.sort(key=attrgetter("at"))
    statements.sort(key=attrgetter("at"))
    return World(tuple(turns), tuple(statements))


def _statement(act: Act, said: _Said, turn: Turn) -> Statement:
    if act is Act.OPINION:
        aspect, value = said.aspect, str(said.polarity)
    else:
        aspect, value = "", (maker_of(said.device) or "") if act is Act.MADE else ""
    return Statement(act, turn.speaker, said.device, aspect, value, turn.at, turn.id)
