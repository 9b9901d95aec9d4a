"""Whom the names of one text mean: the full name, the other names told, and who is a person."""

import re
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field

from clew.learn.tasks import ExtractedFact, Person
from clew.learn.who.called import SPEAKER
from clew.learn.who.lives import Life
from clew.minds.english.parsing.clause_types import Clause
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.line_shapes import capitalised
from clew.minds.english.reading.nameless import of_its_text
from clew.minds.english.reading.nameless_people import of_speaker
from clew.minds.english.reading.shown.introduced import YOUNG, introduced
from clew.minds.english.reading.shown.named_alike import named_after, named_alike
from clew.minds.english.reading.shown.named_things import things_told
from clew.minds.english.reading.shown.newcomers import (
    is_gone,
    is_so,
    marked,
    tells_of_another,
    tells_of_new,
)
from clew.minds.english.reading.shown.parts_of_names import may_be_short
from clew.minds.english.reading.shown.side_by_side import (
    behind_initials,
    initials_listed,
    listed_apart,
    shared_last_names,
)
from clew.minds.english.reading.shown.unlike_people import near_things, unlike_people
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.other_names import is_shared, told_apart
from clew.minds.english.words.people import THINGS, TITLES, gender_of, looks_personal, one_namesake
from clew.minds.english.words.person_nouns import PETS, is_person_noun, is_person_word, people_shown
from clew.minds.english.words.word_lists import section, word_list, words_in_order
from clew.minds.english.words.words_needed import Ways
from clew.regex import Regex
from clew.text import words

__all__ = ["Naming", "is_titled", "no_people", "people_among", "told_twice"]

_WRITER = frozenset({"i", "we", "me", "us", "my", "our"})
_NAMED_KIN = Regex(r"(?P<owner>.+)['’]s (?P<noun>[a-z-]+) (?P<name>[A-Z][\w-]+ [A-Z].*)")
"""A relative with a full name: "Anna's son Tom Hill junior"."""
_PLACING = frozenset(section("at_a_place").strip().splitlines())
"""Relations whose object is a place."""
_BEFORE_THINGS = word_list("before_things") | THINGS | PETS
_MADE = words_in_order("made_things")
_OF_THINGS = Ways(
    pattern.replace("NAMES", r"([A-Z][\w-]+\b(?: [A-Z][\w-]+\b){0,3})")
    .replace("NAME", r"([A-Z][\w-]+)\b(?! [A-Z])")
    .replace("THING", "|".join([*sorted(THINGS | PETS), *_MADE]))
    .replace("MADE", "|".join(_MADE))
    for pattern in section("of_things").strip().splitlines()
)
"""How a name is told to be a thing's or a firm's: "Ida Textiles builds", but not "Ida Hill"."""
_BRACKETED = Regex(r" \([^()]*\)")
_AFTER_WORD = Regex(r"(?<![\w-])([\w-]+) (?=([^\W\d_][\w-]*)\b(?! [A-Z]))")
"""A word and the single word behind it."""

_BEFORE_NAME = Regex(r"(?<![\w-])([^\W\d_][\w’-]*) (?=[A-Z])")
_ANOTHERS = " (another)"
_MAX_NAME = 150
_OWNED = Regex(r"['’]s? ")
"""What stands in the name of somebody's: "Anna's cats"."""
_CHILD = "eldest|oldest|youngest|son|daughter|child|boy|girl|grandson|granddaughter"
_PUBLIC, _PRIVATE = word_list("public"), word_list("private")
"""Words of sources that tell of the whole world, where another Captain Roy is another as often as
not, and of those that do not: "my paper diary"."""
_FAMILY = "|".join(words_in_order("family"))
"""What one and the same person is not twice to the writer."""
_MINE = Regex(rf"\b[Mm]y (?:[a-z-]+ )?({_FAMILY}),? ([\w-]+(?:['’][A-Z]\w+)?)\b(?! [A-Z])")
# Below, Name_ stands for the name asked about, so that no pattern is made for each name.
_OWN = Regex(r"\bName_['’]s ([a-z-]+),? Name_\b(?! [A-Z])")
_BESIDE = Regex(r"(?:\b([a-z-]+) )?\bName_\b(?: the ([a-z-]+)\b)?(?!(?: the)? [A-Z])")
_LABELLED = Regex(r"\bName_ (\((?:[a-z-]+ ){0,3}([a-z-]+)\))")
_ANOTHER = Ways(section("another").strip().splitlines())
"""Somebody of whom a sentence says that others have the name too."""
_ORIGIN = Regex(r"\b([A-Z][\w-]+(?: [A-Z][\w-]+){0,3}) ((?:from (?:the )?|with the )[\w-]+)")
_FROM = Regex(r"(?:^|[,;:] |\band )Name_(?:, the one)? ((?:from (?:the )?|with the )[\w-]+)")
_LISTED = Regex(
    rf"\b((?:{'|'.join(KIN)})s?),? (?:[A-Z][\w-]+(?:, | and )){{0,4}}Name_\b(?!(?: the)? [A-Z])"
)
"""A relative behind a noun: "a granddaughter, Rosa," and "his sons Rolf and Max"."""
_OWN_CHILD = Regex(
    rf"\bName_, (?:(?:his|her|their|[\w ]{{1,40}}['’]s) (?:\w+ )?({_CHILD})"
    rf"|(?:his|her|their|Name_ [A-Z][\w-]+['’]s) (?:\w+ )?({'|'.join(sorted(KIN))}))\b"
)
"""A relative of somebody named before, who is hardly a relative of himself."""
_NAMED_BY = Regex(
    r"(?<!\bis )(?<!\bam )(?<!['’]m )(?<!['’]s )(?<![-–—] )\bName_ (?!here|speaking|again)[a-z]"
)
"""A speaker says a name as somebody else's: "Erik ate the sofa"."""
_LONGER = Regex(r"(?:(?!Name_).)*Name_ [A-Z]", re.DOTALL)
"""A text that tells a longer name first."""


@dataclass(slots=True)
class Naming:
    """The names of one text, as far as it is read."""

    cast: Cast
    text: str = ""
    twice: frozenset[str] = frozenset()
    """Names of which this text and those before it tell two."""
    mark: str = ""
    """What tells this text's own things from those of others."""
    several: bool = False
    """"We" speaks for more than the writer: nobody says "I"."""
    aliases: dict[tuple[str, str], None] = field(default_factory=dict)
    meant: dict[str, str] = field(default_factory=dict)
    """What the names mean that are somebody else's too."""
    said: str = ""
    """The sentence being read."""
    family: dict[str, str] = field(default_factory=dict)
    """The full names of those whom the text has with their family's last name."""
    shown: frozenset[str] = frozenset()
    """Single names that this text shows to be people's."""
    alike: dict[str, None] = field(default_factory=dict)
    """Those of two of one name in one sentence."""
    initials: frozenset[str] = frozenset()
    """Names with an initial that a list has beside the whole name, and those."""
    _known: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note who stands in lists, and who is told with a family."""
        apart, self.initials = listed_apart(self.text), initials_listed(self.text)
        self.meant |= {one: f"{one}{_ANOTHERS}" for one in apart}
        longer = {*_BEFORE_NAME.findall(self.text)}
        told = shared_last_names(self.text)
        told = (pair for pair in told if len(pair[1]) <= _MAX_NAME)
        self.family = {short: full for short, full in told if short not in longer}

    def full(self, name: str) -> str:
        """Return the full name the text gave a person; the short one becomes an alias of it."""
        short = of_speaker(name.strip(), self.cast.speaker, self.cast.heard)
        if (kin := _NAMED_KIN.match(short)) and kin["noun"] in KIN:
            short = kin["name"]
            alike = short == kin["owner"] or self.text.count(short) > 1
            return f"{short} ({kin['noun']})" if alike else short
        if short in self.cast.namesakes:
            return short
        if short.lower() in _WRITER:
            return ("we" if short.lower() == "we" else "") if self.several else "I"
        owner, mark, thing = short.partition("'s ")
        if mark and owner in self.cast.firsts:
            return f"{self.full(owner)}{mark}{thing}"
        full = self._fuller(short)
        meant = self._meant_here(short, full)
        if meant == f"{short} (another)":
            return self.meant.setdefault(short, meant)
        if meant not in {short, full}:
            if full != short:
                self.meant[short] = meant
            return meant
        if short in self.meant:
            return self.meant[short]
        meant = full if full in self.text and not self._is_first(short, full) else short
        if meant != short:
            self.aliases[full, short] = None
        return meant

    def _fuller(self, short: str) -> str:
        full = self.cast.full_name(short)
        same = full == short or may_be_short(short, full, self.text, self.cast.sex_of(full))
        return full if same else short

    def _is_first(self, short: str, full: str) -> bool:
        """Return whether the text has a last name alone before the full one: perhaps a firm's."""
        at, end = self.text.find(short), self.text.find(short) + len(short)
        is_word = not self.text[end : end + 1].isalnum()
        return full.endswith(short) and is_word and 0 <= at < self.text.find(full)

    def beside(self, names: Iterable[str]) -> dict[str, None]:
        """Return whom a sentence tells of besides: with a family, or as an entry of a list."""
        found = dict.fromkeys(self.family[one] for one in names if one in self.family)
        entry = self.said.strip(" .,;")
        is_listed = entry in self.initials or self.meant.get(entry) == f"{entry}{_ANOTHERS}"
        alike = dict.fromkeys(named_alike(self.said))
        self.alike |= alike
        alike |= dict.fromkeys(named_after(self.said))
        return found | alike | ({self.meant.get(entry, entry): None} if is_listed else {})

    def in_line(self, line: str) -> tuple[str, ...]:
        """Return the names in a line that is no sentence."""
        named = [one for one in capitalised(line) if len(one) < _MAX_NAME]
        self.said = line
        known = [one for one in named if is_titled(one) or "." in one or not one.isascii()]
        return (*known, *self.beside(known))

    def apart(self, name: str) -> str:
        """Return a name as that of another, if the sentence only says so, else an empty text."""
        another = self._meant_here(name, self.cast.full_name(name)).endswith(" (another)")
        return self.full(name) if another and name not in self.meant else ""

    def _meant_here(self, short: str, full: str) -> str:
        """Return whom a name means in the sentence being read, which is searched once for it."""
        asked = short, full, self.said
        if asked not in self._known:
            self._known[asked] = _who_is(*asked, self.text, two=short in self.twice)
        return self._known[asked]

    def hear(self, speaker: str, said: str) -> None:
        """Note who speaks: who says their own name speaks of a namesake, unless they say "I am"."""
        first = speaker.partition(" ")[0]
        if re.search(rf"\b{re.escape(speaker)} [A-Z]", said):
            self.meant[speaker] = f"{speaker} (speaker)"
        elif first in said and _NAMED_BY.search(marked(first, said)):
            self.meant[first] = f"{first} (another)"

    def tell(self, pairs: Iterable[tuple[str, str]], sentence: str) -> None:
        """Note the other names that a sentence tells."""
        for name, other in pairs:
            if is_shared(name, sentence):
                continue
            apart, name = told_apart(name, other, sentence), self._whose(name, other)
            self.aliases[name, apart] = None
            if apart != other:
                self.meant[other] = apart

    def _whose(self, name: str, other: str) -> str:
        """Return whose another name is: "his son Tom, called Junior" is no Tom Hill."""
        if name not in other:
            meant = self._meant_here(name, self.cast.full_name(name))
            name = meant if meant.startswith(f"{name} (") else self.meant.get(name, name)
        return of_its_text(name, self.text, self.mark)

    def ends(self, subject: str, thing: str) -> tuple[str, str]:
        """Return the full names of the two ends of a fact: one person is not both."""
        full = self.full(subject), self.full(thing)
        if full[0] != full[1] or subject == thing:
            return full
        short, longer = sorted((subject.strip(), thing.strip()), key=len)
        self.meant[short] = short  # "Emma Strand likes Emma"
        self.aliases.pop((longer, short), None)
        self.cast.namesakes.add(short)
        return subject.strip(), thing.strip()


def people_among(
    names: Iterable[str],
    facts: Collection[ExtractedFact],
    things: Set[str],
    naming: Naming,
    lives: Mapping[str, Life],
) -> tuple[Person, ...]:
    """Return the people among the names that a text has; `things` are no people's names.

    A single name is a person's if the text shows it, or an earlier one has a full name with it.
    `lives` is what the text tells of people, by their names.
    """
    text, cast = naming.text, naming.cast
    places = _names_of_things(text, facts) | things
    objects = [one.object for one in facts if " " in one.object or gender_of(one.object)]
    others = [one for one in naming.meant.values() if one.endswith(_ANOTHERS)]
    family = [*naming.family.values()]
    doing = [*names, *others, *(one.subject for one in facts), *objects, *family]
    doing += [*naming.initials, *behind_initials(text), *naming.alike]
    doing += sorted(sure := people_shown(text))
    read = {*doing}
    low = text.lower() + _BRACKETED.sub("", text).lower()
    given = {*cast.gender, *(one for one in doing if " " not in one and gender_of(one))}
    likely = naming.shown.union(given - near_things(text)) - unlike_people(text)
    shown = likely.union(cast.firsts, naming.family, *naming.aliases)
    mine = {name: f"my {kin}" for kin, name in reversed(_MINE.findall(text))}
    mine = {one: role for one, role in (mine | introduced(text)).items() if f"{one}: " not in text}
    source = {*words(naming.mark)}
    public = bool(_PUBLIC & source) and not _PRIVATE & source
    return tuple(
        Person(
            name=name,
            title=_title(name, text) or mine.get(name, "") or _speaks(name, text),
            gender=cast.sex_of(name, titled=" " not in name or _title(name) != ""),
            is_new=_is_new(name, text),
            may_be_another=tells_of_another(_bare(name), text, single=" " not in name),
            is_guess=_is_short(name) and ((public and " " in name) or is_so(is_gone, name, text)),
            **lives.get(_bare(name), Life())._asdict(),
        )
        for name in dict.fromkeys(doing)
        if len(name) <= _MAX_NAME and name not in places
        if name in sure or looks_personal(_bare(name))
        if _bare(name).lower() in low or name in family
        if name.partition(" ")[0].lower() not in _BEFORE_THINGS - TITLES
        if not _has_job(name, read)
        if (" " in name or name in shown or name in mine or _is_new(name, text))
        and f"{name} (another)" != naming.meant.get(name)
    )


def _names_of_things(text: str, facts: Iterable[ExtractedFact]) -> set[str]:
    """Return names that are things' in a text: "in Florence", "the Alma", "Storm Agnes"."""
    places = {fact.object for fact in facts if fact.relation in _PLACING}
    places |= {name for word, name in _AFTER_WORD.findall(text) if word.lower() in _BEFORE_THINGS}
    made = {one[1] for one in _OF_THINGS.finditer(text)}
    made = {one for one in made if one[-1] == "s" or not is_titled(one)}
    return places | things_told(text) | made


def _speaks(name: str, text: str) -> str:
    return SPEAKER if f"\n{name}: " in f"\n{text}" else ""


def _has_job(name: str, names: Set[str]) -> bool:
    """Return whether a name has what its owner is before it: "Owner Ida Roy", "Ida Roy"."""
    first, _, rest = name.partition(" ")
    is_job = first.lower() not in TITLES and is_person_noun(first.lower())
    return " " in rest and is_job and rest in names


def _is_new(name: str, text: str) -> bool:
    """Return whether a text tells of somebody as nobody whom earlier texts had."""
    return tells_of_new(_bare(name), text, single=" " not in name) or _is_aunt(name)


def _is_aunt(name: str) -> bool:
    """Return whether a name is a relative's in full: "Aunt Mia Roy" is no Mia Roy known before."""
    return _title(name).lower() in KIN and len(name.split()) > 2


def no_people(clause: Clause) -> set[str]:
    """Return names that are likely to be no people's in a clause: "Rex is a wonder", "in Rex"."""
    things = PETS | THINGS
    found = {n.name for n in clause.phrases if _BEFORE_THINGS & {*n.label.lower().split()}}
    what = clause.objects[:1] if clause.verb in {"be", "appos"} else ()
    kind = any(one.head in things for one in what)
    is_thing = kind or any(
        one.determiner in {"a", "an", "the"} and not one.named and not is_person_word(one)
        for one in what
    )
    named = [one.name for one in clause.subjects if one.named and is_thing]
    found |= {name for name in named if kind or " " not in name}
    goes = clause.verb == "be" and not clause.objects  # not "be nice to Ida"
    placed = clause.governed(*(("in", "into", "to") if goes else ("in", "into")))
    return found | {one.name for one in placed if not is_titled(one.name)}


def told_twice(text: str) -> frozenset[str]:
    """Return the names of which a text tells two: "my mother Eva" and "my aunt Eva"."""
    ways = {(name, kin) for kin, name in _MINE.findall(text)} | {*_ORIGIN.findall(text)}
    names = [name for name, _ in ways]
    return frozenset(name for name in names if names.count(name) > 1)


def _who_is(short: str, full: str, said: str, text: str, *, two: bool) -> str:
    """Return whom a name means, if the sentence of a text tells, or else the fuller name.

    "His grandson Matthias" is not the Matthias Orth of the text, "Rosa the baker" is a name.
    """
    if not short or short not in said:
        return full
    said = marked(short, said)
    own, told, labelled = (one.search(said) for one in (_OWN, _BESIDE, _LABELLED))
    kin, trade = told.groups() if told else (None, None)
    if own and own[1] in KIN:
        return f"{short} ({own[1]})"
    if trade and is_person_noun(trade):
        return f"{short} ({trade})" if _is_short(short) or _title(short) else f"{short} the {trade}"
    if labelled and is_person_noun(labelled[2]):
        return f"{short} {labelled[1]}"
    last = short.rpartition(" ")[2]  # no name of anybody's: "Danish actor"
    is_name = short[0].isupper() and last[:1].isupper() and not _OWNED.search(short)
    another = _ANOTHER.search(said) if is_name else None
    if another and another[0][:-1].endswith(" Name_ ") and not _stands(another[0], short, text):
        another = None
    alone = said.endswith(("relation.", "related.")) and short.count(" ") > 1  # of nobody named
    is_kin = another and another.groupdict().get("kin")
    sharing = is_kin and " " in short and (alone or not _title(short))
    if another and not sharing:  # else only a surname is shared
        return f"{one_namesake(short)} (another)"
    place = _FROM.search(said)
    if place and (two or gender_of(short) or full != short or _titled_too(short, text)):
        return f"{short} ({place[1]})"
    listed, own_child = _LISTED.search(said), _OWN_CHILD.search(said)
    kin = listed[1].removesuffix("s") if listed else kin
    kin = own_child[1] or own_child[2] if own_child else kin
    shared = two or full != short or _LONGER.match(marked(short, text)) or _titled_too(short, text)
    if kin in {"another", "young", "younger", "elder"} or (
        shared and (own_child or kin in KIN | YOUNG)
    ):
        return f"{short} ({kin})"
    return full


def _stands(said: str, name: str, text: str) -> bool:
    """Return whether a text has a part of a sentence as it is, with no pronoun replaced."""
    return said.replace("Name_", name) in text


def _is_short(name: str) -> bool:
    """Return whether a name is a single one, or a title and one."""
    return " " not in name or (_title(name) != "" and name.count(" ") == 1)


def _titled_too(name: str, text: str) -> bool:
    """Return whether a text has a title and a last name with a first name between them, too."""
    title, _, last = name.partition(" ")
    between = rf"\b{re.escape(title)} [A-Z][\w-]+ {re.escape(last)}\b"
    return _title(name) != "" and re.search(between, text) is not None


def _bare(name: str) -> str:
    return name.partition(" (")[0]


def is_titled(name: str) -> bool:
    """Say whether a name is sure to be a person's by its first word: "Dr Weber", "Anna Weber"."""
    first, _, rest = name.partition(" ")
    younger = name.lower().rstrip(".").endswith((" jr", " sr", " junior", " senior"))
    return bool(_title(name) or younger or (rest[:1].isupper() and gender_of(first)))


def _title(name: str, text: str = "") -> str:
    first, _, rest = name.partition(" ")
    if not rest or first.lower().rstrip(".") not in TITLES:
        return ""
    # "Judge Roy is a driver. His first name is Judge."
    own = re.search(rf"\bfirst name is {re.escape(first)}(?![\w-])", text)
    return "" if own else first
