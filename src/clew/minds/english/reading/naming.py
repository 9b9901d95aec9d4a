"""Whom the names of one text mean: the full name, the other names told, and who is a person."""

import re
from collections.abc import Collection, Iterable, Set
from dataclasses import dataclass, field

from clew.learn.tasks import ExtractedFact, Person
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.clause_types import Clause
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.other_names import told_apart
from clew.minds.english.words.people import THINGS, TITLES, gender_of, looks_personal
from clew.minds.english.words.person_nouns import PETS, is_person_noun, is_person_word
from clew.minds.english.words.word_lists import section, word_list

__all__ = ["Naming", "is_titled", "no_people", "people_among"]

_WRITER = frozenset({"i", "we", "me", "us", "my", "our"})
_NAMED_KIN = re.compile(r"(?P<owner>.+)['’]s (?P<noun>[a-z-]+) (?P<name>[A-Z][\w-]+ [A-Z].*)")
"""A relative with a full name: "Anna's son Tom Hill junior"."""
_PLACING = frozenset(section("at_a_place").strip().splitlines())
"""Relations whose object is a place."""
_BEFORE_THINGS = word_list("before_things") | THINGS | PETS
_MADE = (
    "robot|engine|locomotive|bell|song|printer|machine|statue|drone|goat|mare|hamster|tortoise|cow"
    "|goose|hen|donkey|pony|bird|parrot"
)
_THING = "|".join([*sorted(THINGS | PETS), _MADE])
_OF_THINGS = [
    re.compile(
        pattern.replace("NAMES", r"([A-Z][\w-]+\b(?: [A-Z][\w-]+\b){0,3})")
        .replace("NAME", r"([A-Z][\w-]+)\b(?! [A-Z])")
        .replace("THING", _THING)
    )
    for pattern in (
        r"\b[Ii]ts name is NAME",
        r"\b[Ii]t(?:['’]s| is| was) (?:called|named) NAME",
        r"\b(?:call|name|christen)(?:s|ed|d)? (?:the|our|my|his|her|their) [a-z-]+ NAME",
        r"\bNAME, (?:an?|the|our) (?:[a-z-]+ ){0,2}(?:THING)\b",
        r"\b[Tt]he NAME (?:THING)\b",
        r"\b(?:THING)(?: is| was)? (?:called|named) NAME",
        rf"(?i:\b(?:{_MADE})) NAME",
        r"\b(?!(?:look|laugh|smil|shout|yell|wav|star|point|thr|glanc|angry|mad|bark|scream|sw[eo]r"
        r"|good|back)[a-z]* )\w+ at NAME(?!['’])",
        r"\b(?:mov|travel|dr[io]v|fl[ye]|flew|sail|cycl|trip|train|flight|road|journey)[a-z]*"
        r" (?:to|through|into|for) NAME(?!['’])",
        r"(?i:\b(?:shares|customers|products|employees|head office)) (?:of|at) NAME(?!['’])",
        r"\bNAMES(?: [\w-]+){0,3} its\b",
        r"\b(?:owns?|owned|founded|runs|opened|closed|launched) NAMES(?!['’])",
        r"\bNAMES (?:makes|produces|manufactures|hires|hired|employs|exports|builds)\b",
        r"\b(?i:tried|use|using|installed|downloaded) NAME\?? (?:it['’]s|it is)\b",
    )
]
"""How a single name is told to be that of a thing, a place, a firm or an animal."""
_AFTER_WORD = re.compile(r"(?<![\w-])([\w-]+) (?=([^\W\d_][\w-]*)\b(?! [A-Z]))")
"""A word and the single word behind it."""

_CHILD = "eldest|oldest|youngest|son|daughter|child|boy|girl|grandson|granddaughter"
_YOUNG = frozenset({"boy", "girl", "lad", "baby"})
_FAMILY = (
    "mother|father|sister|brother|son|daughter|wife|husband|uncle|aunt|cousin|nephew|niece"
    "|grandmother|grandfather|grandson|granddaughter|boss"
)
"""What one and the same person is not twice to the writer."""
_MINE = re.compile(rf"\b[Mm]y (?:[a-z-]+ )?({_FAMILY}),? ([\w-]+(?:['’][A-Z]\w+)?)\b(?! [A-Z])")
# Below, Name_ stands for the name asked about, so that no pattern is made for each name.
_OWN = re.compile(r"\bName_['’]s ([a-z-]+),? Name_\b(?! [A-Z])")
_BESIDE = re.compile(r"(?:\b([a-z-]+) )?\bName_\b(?: the ([a-z-]+)\b)?(?!(?: the)? [A-Z])")
_LABELLED = re.compile(r"\bName_ (\((?:[a-z-]+ ){0,3}([a-z-]+)\))")
_ANOTHER = re.compile(
    r"\b(?:(?:name is|named|called) Name_,? (?:too|as well)"
    r"|(?:(?:also|likewise) (?:named|called)|[Aa]nother|different|[Tt]he other|second) Name_)"
    r"\b(?! [A-Z])"
)
"""Somebody of whom a sentence says that others have the name too."""
_FROM = re.compile(r"(?:^|[,;:] |\band )Name_ (from (?:the )?[\w-]+)")
_LISTED = re.compile(
    rf"\b((?:{'|'.join(KIN)})s?),? (?:[A-Z][\w-]+(?:, | and )){{0,4}}Name_\b(?!(?: the)? [A-Z])"
)
"""A relative behind a noun: "a granddaughter, Rosa," and "his sons Rolf and Max"."""
_OWN_CHILD = re.compile(rf"\bName_, (?:his|her|their|[\w ]{{1,40}}['’]s) (?:\w+ )?({_CHILD})\b")
_LONGER = re.compile(r"[A-Z]\w+\.? Name_ [A-Z]")


@dataclass(slots=True)
class Naming:
    """The names of one text, as far as it is read."""

    cast: Cast
    text: str = ""
    several: bool = False
    """"We" speaks for more than the writer: nobody says "I"."""
    aliases: dict[tuple[str, str], None] = field(default_factory=dict)
    meant: dict[str, str] = field(default_factory=dict)
    """What the names mean that are somebody else's too."""
    said: str = ""
    """The sentence being read."""
    _known: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def full(self, name: str) -> str:
        """Return the full name the text gave a person; the short one becomes an alias of it."""
        short = name.strip()
        if (kin := _NAMED_KIN.match(short)) and kin["noun"] in KIN:
            short = kin["name"]
            alike = short == kin["owner"] or self.text.count(short) > 1
            return f"{short} ({kin['noun']})" if alike else short
        if short in self.cast.namesakes:
            return short
        if short.lower() in _WRITER:
            return "" if self.several else "I"
        owner, mark, thing = short.partition("'s ")
        if mark and owner in self.cast.firsts:
            return f"{self.full(owner)}{mark}{thing}"
        full = self.cast.full_name(short)
        meant = self._meant_here(short, full)
        if meant == f"{short} (another)":
            return self.meant.setdefault(short, meant)
        if meant not in {short, full}:
            if full != short:
                self.meant[short] = meant
            return meant
        if short in self.meant:
            return self.meant[short]
        meant = full if full in self.text else short
        if meant != short:
            self.aliases[full, short] = None
        return meant

    def _meant_here(self, short: str, full: str) -> str:
        """Return whom a name means in the sentence being read, which is searched once for it."""
        asked = short, full, self.said
        if asked not in self._known:
            self._known[asked] = _who_is(*asked)
        return self._known[asked]

    def tell(self, pairs: Iterable[tuple[str, str]], sentence: str) -> None:
        """Note the other names that a sentence tells."""
        for name, other in pairs:
            apart = told_apart(name, other, sentence)
            self.aliases[name, apart] = None
            if apart != other:
                self.meant[other] = apart

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
    names: Iterable[str], facts: Collection[ExtractedFact], things: Set[str], text: str
) -> tuple[Person, ...]:
    """Return the people among the names that a text has; `things` are no people's names."""
    places = {fact.object for fact in facts if fact.relation in _PLACING} | things
    objects = [one.object for one in facts if " " in one.object or gender_of(one.object)]
    doing = [*names, *(one.subject for one in facts), *objects]
    # Single names of things: "in Florence", "the Alma", "Storm Agnes".
    low = text.lower()
    pairs = (found.groups() for found in _AFTER_WORD.finditer(text))
    places |= {name for before, name in pairs if before.lower() in _BEFORE_THINGS}
    places |= {name for pattern in _OF_THINGS for name in pattern.findall(text)}
    mine = {name: f"my {kin}" for kin, name in reversed(_MINE.findall(text))}
    return tuple(
        Person(name=name, title=_title(name) or mine.get(name, ""))
        for name in dict.fromkeys(doing)
        if name not in places and looks_personal(_bare(name)) and _bare(name).lower() in low
    )


def no_people(clause: Clause) -> set[str]:
    """Return names that are likely to be no people's in a clause: "Rex is a wonder", "in Rex"."""
    what = clause.objects[:1] if clause.verb in {"be", "appos"} else ()
    is_thing = any(
        one.determiner in {"a", "an", "the"} and not one.named and not is_person_word(one)
        for one in what
    )
    found = {one.name for one in clause.subjects if one.named and is_thing and " " not in one.name}
    at = ("in", "into", "to") if clause.verb == "be" else ("in", "into")
    return found | {one.name for one in clause.governed(*at)}


def _who_is(short: str, full: str, said: str) -> str:
    """Return whom a name means, if the sentence tells, or else the fuller name.

    "His grandson Matthias" is not the Matthias Orth of the text, "Rosa the baker" is a name.
    """
    if not short or short not in said:
        return full
    said = _marked(short, said)
    own, told, labelled = (one.search(said) for one in (_OWN, _BESIDE, _LABELLED))
    kin, trade = told.groups() if told else (None, None)
    if own and own[1] in KIN:
        return f"{short} ({own[1]})"
    if trade and is_person_noun(trade):
        return f"{short} the {trade}"
    if labelled and is_person_noun(labelled[2]):
        return f"{short} {labelled[1]}"
    if " " not in short and _ANOTHER.search(said):
        return f"{short} (another)"
    place = _FROM.search(said)
    if gender_of(short) and " " not in full and place:
        return f"{short} ({place[1]})"
    listed, own_child = _LISTED.search(said), _OWN_CHILD.search(said)
    kin = listed[1].removesuffix("s") if listed else kin
    kin = own_child[1] if own_child else kin
    shared = full != short or _LONGER.search(said)
    if kin in {"another", "young", "younger", "elder"} or (
        shared and (own_child or kin in KIN | _YOUNG)
    ):
        return f"{short} ({kin})"
    return full


def _marked(name: str, said: str) -> str:
    """Return a sentence with "Name_" in place of a name wherever that is a whole word.

    >>> _marked("son", "Her son and her grandson")
    'Her Name_ and her grandson'
    """
    first, *rest = said.split(name)
    for part in rest:
        within = first[-1:].isalnum() or part[:1].isalnum()
        first += (name if within else "Name_") + part
    return first


def _bare(name: str) -> str:
    return name.partition(" (")[0]


def is_titled(name: str) -> bool:
    """Say whether a name is sure to be a person's by its first word: "Dr Weber", "Anna Weber"."""
    first, _, rest = name.partition(" ")
    return bool(_title(name) or (rest[:1].isupper() and gender_of(first)))


def _title(name: str) -> str:
    first, _, rest = name.partition(" ")
    return first if rest and first.lower().rstrip(".") in TITLES else ""
