"""Who "she", "it" and "I" are: a pronoun is replaced only where one antecedent is possible.

Possible antecedents: people or things of the sentence so far and of the one before; only where
these have none, those of the text before. Where two fit, the pronoun stays and tells no fact.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.minds.english.parsing.clause_types import JOINT, Clause, Phrase
from clew.minds.english.reading.couples import group_of, is_person_label
from clew.minds.english.reading.nameless_people import (
    FAMILY,
    copula_subject,
    doer,
    nameless_people,
    names_given,
    offers_thing,
    relative_told,
)
from clew.minds.english.reading.pronouns import (
    EXPLETIVE,
    OF_THINGS,
    PLACED,
    PLACING,
    SPOKEN,
    WORD,
    capital_as,
    first_person,
    paired,
    possesses,
    things_of,
)
from clew.minds.english.reading.shown.whose_things import Owners
from clew.minds.english.words.lexicon import ADVERBS, KIN, is_firms, is_office
from clew.minds.english.words.people import (
    FEMALE_WORDS,
    MALE_WORDS,
    NOBODY,
    NOT_NAMES,
    THINGS,
    TITLES,
    gender_of,
    is_opener,
    looks_personal,
    opening_name,
    opens_with_order,
)
from clew.minds.english.words.person_nouns import PETS, is_person_word, people_shown
from clew.regex import Regex

__all__ = ["Cast", "Resolved"]

_MALE_PRONOUNS = frozenset({"he", "him", "his"})
_FEMALE_PRONOUNS = frozenset({"she", "her"})
_PLURAL_SPEECH = frozenset({"we", "us", "our", "ours"})
_EMPLOYED = frozenset({"play", "work", "sign", "ride", "drive", "race"})
"""Whom one does this for is a club or a firm."""
_MET = frozenset({"meet", "marry", "know", "love", "hire", "thank", "visit", "help", "hug", "call"})
"""Whom one does this to is a person."""
_OPENINGS = frozenset({"", "now", "today", "since then", "also", "and", "last week", "this week"})
_FULL_NAME = Regex(r"[\w-]+(?: (?:(?:de|da|van|von|der) )?[A-Z][\w-]+)*")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A sentence with its pronouns replaced: for the parser, and for reading."""

    text: str
    shown: str
    """Pronouns whose antecedent stands in the sentence itself are left alone."""


@dataclass(slots=True)
class Cast:
    """What has been mentioned; changes as sentences are read, lives for one text."""

    title: str = ""
    """What the text is about: its heading, or its first subject."""
    heading: str = ""
    """A heading of which no word is a pronoun: "It Rains"."""
    about: str = ""
    """The person whom an article is about."""
    speaker: str = ""
    listener: str = ""
    heard: frozenset[str] = frozenset()
    """Who speaks as "Mum" or "Dad": no mother of the others is meant by it."""
    plural: bool = False
    """"We" is a firm or a club, not the speaker and somebody else."""
    people: list[str] = field(default_factory=list)
    """Everybody met, each once, most recent last."""
    recent: list[str] = field(default_factory=list)
    """The people of the sentence before."""
    present: list[str] = field(default_factory=list)
    """The people of the sentence being resolved, so far."""
    nameless: list[str] = field(default_factory=list)
    """Genders of people these two sentences tell of without a name: "my father"."""
    subject: str = ""
    """The subject of the sentence before, where it has one name."""
    unplaced: list[str] = field(default_factory=list)
    """Genders of the pronouns of the sentence that stay as they are."""
    lost: frozenset[str] = frozenset()
    """Those of the sentence before."""
    things: list[str] = field(default_factory=list)
    """What "it" may mean: the things of the sentence before."""
    group: tuple[str, ...] = ()
    """Whom "they" means: several subjects, or a couple."""
    no_people: set[str] = field(default_factory=set)
    """Names known to be no person's; never iterated."""
    namesakes: set[str] = field(default_factory=set)
    """Names of things that people may have too; never iterated."""
    gender: dict[str, str] = field(default_factory=dict)
    relative: str = ""
    """Who may be meant by "he" though he has no name: "my father"."""
    referred: bool = False
    """Whether this sentence meant that one."""
    owners: Owners = field(default_factory=Owners)

    @property
    def firsts(self) -> frozenset[str]:
        """First names of the people met by two names."""
        return frozenset(name.split(" ", 1)[0] for name in self.people if " " in name)

    def topic(self, title: str) -> None:
        """Take a title for what the text is about."""
        self.title = title
        if looks_personal(title) and " " in title:
            self._meet(title)
        else:
            self.things = [title]

    def speak(self, name: str) -> None:
        """Somebody starts to speak."""
        if name and name != self.speaker:
            self.listener, self.speaker = self.speaker, name
        if name:
            self._meet(name)

    def hush(self) -> None:
        """Nobody speaks any more: a letter ends with its signature."""
        self.speaker = self.listener = ""

    def forget_things(self, text: str, shown: frozenset[str]) -> None:
        """Forget who had a dog, and which names are of things where a text shows people.

        `shown` are its single names that are shown to be people's.
        """
        self.owners.begin_text()
        self.no_people -= (people := people_shown(text) | shown)
        self.namesakes -= people

    def resolve(self, sentence: str) -> Resolved:
        """Replace the pronouns that have one possible antecedent, from left to right."""
        parts, shown, seen = list[str](), list[str](), set[str]()
        self.present, self.unplaced, self.referred, position, inside = [], [], False, 0, 0
        at = sentence.find(self.heading) if self.heading else -1
        for found in WORD.finditer(sentence):
            named = at >= 0 and at <= found.start() < at + len(self.heading)
            if named or found.start() < max(position, inside):
                continue
            if found[0][0].isupper() and (name := self._name_at(sentence, found)):
                seen.add(name)
                self._attend(name)
                inside = found.start() + len(name) * sentence.startswith(name, found.start())
                continue
            stand_in = self._stand_in(sentence, found)
            if stand_in is None:
                continue
            name, text, end = stand_in
            between = sentence[position : found.start()]
            parts += [between, text]
            own = name in seen and name != self.speaker
            kept = sentence[found.start() : end] if own else text.replace(JOINT, " and ")
            shown += [between, kept]
            seen.add(name)
            position = end
        parts.append(sentence[position:])
        shown.append(sentence[position:])
        return Resolved(capital_as("".join(parts), sentence), capital_as("".join(shown), sentence))

    def note(self, clauses: Sequence[Clause]) -> None:
        """Remember what a sentence was about, for the pronouns of the next one."""
        main = [clause for clause in clauses if clause.subjects and clause.verb != "appos"]
        for clause in clauses:
            self._learn_people(clause)
            self.owners.learn(clause, self.people)
        self.nameless = nameless_people(clauses) or (self.nameless if self.referred else [])
        self.lost = frozenset(self.unplaced)
        self.relative = relative_told(main) or (self.relative if self.referred else "")
        # "Sami has two dogs, Poppy and Rolf. He ...": "he" is none of two.
        listed = {one.name for clause in main if clause.objects[1:] for one in clause.objects}
        self.recent = [name for name in self.present if name not in self.no_people | listed]
        self.subject = ""
        if not main:
            self.group, self.things = (), []
            return
        subject = main[0].subjects[0]
        named = [one for one in (subject, *names_given(main[0])) if one.named]
        if len(main[0].subjects) == 1 and named and main[0].verb not in _MET:
            self.subject = named[0].name
        still = self.group if subject.named and subject.name in self.group else ()
        self.group = group_of(main[0]) or still
        if subject.name.lower() not in NOBODY:
            self.title = self.title or subject.name
        ends = [(one, each) for each in main for one in (*each.subjects, *each.objects)]
        people = {one for one, each in ends if self._person(one, subject=one in each.subjects)}
        self.things = things_of(main, self.things, people)

    def _learn_people(self, clause: Clause) -> None:
        """Learn who is a person, and of which gender, from one clause."""
        if clause.verb == "be" and any(phrase.head in THINGS for phrase in clause.objects):
            for subject in clause.subjects:
                self._unmeet(subject.name)
        for phrase in clause.governed("for", "at") if clause.verb in _EMPLOYED else ():
            self._unmeet(phrase.name)
        heads = {phrase.head for phrase in clause.objects if not phrase.named}
        sex = "f" if heads & FEMALE_WORDS else "m" if heads & MALE_WORDS else ""
        if sex and clause.verb in {"be", "appos", "become"} and len(clause.subjects) == 1:
            self.gender.setdefault(clause.subjects[0].name, sex)
        free = [("", one) for one in (*clause.subjects, *clause.objects)]
        for prep, phrase in (*free, *clause.complements):
            self._learn_gender(phrase)
            acts = any(phrase is one for one in clause.subjects)
            role = clause.verb == "appos" and any(map(is_person_word, clause.objects))
            if prep in PLACING and not self.sex_of(phrase.name):
                continue
            met = clause.verb in _MET and any(phrase is one for one in clause.objects)
            beside = prep == "with" or (prep == "by" and clause.verb not in {"employ", "hire"})
            if self._person(phrase, subject=acts or met or role or beside):
                self._attend(phrase.name)

    # --- one pronoun ------------------------------------------------------------------------------

    def _stand_in(self, sentence: str, found: re.Match[str]) -> tuple[str, str, int] | None:
        """Return (name, replacement, end of what it replaces) for a pronoun, else `None`."""
        low, after = found[0].lower(), sentence[found.end() : found.end() + 40]
        if low in SPOKEN and not (low == "us" and found[0] == "US"):
            name = self.listener if low[0] == "y" else self.speaker
            office = low == "our" and after.split(" ")[1:2]
            if (self.plural and low in _PLURAL_SPEECH) or (office and is_firms(office[0])):
                return None
            return first_person(name, low, found, after, sentence) if name else None
        if low in _MALE_PRONOUNS | _FEMALE_PRONOUNS:
            theirs = low == "his" or (low == "her" and possesses(after))
            before, acted_on = sentence[: found.start()], low in {"him", "her"} and not theirs
            sex = "m" if low in _MALE_PRONOUNS else "f"
            name = self._antecedent(sex, before, doer(before) if acted_on else "")
            self.unplaced += [] if name else [sex]
            if after[1:].partition(" ")[0].rstrip(".,;:!?") in name.split():
                return None  # "called him Theo": he was no Theo before
            return (name, f"{name}'s" if theirs else name, found.end()) if name else None
        if low in {"it", "its"}:
            thing = self._thing_meant(low, sentence[: found.start()], after)
            return (thing, f"{thing}'s" if low == "its" else thing, found.end()) if thing else None
        if low in {"they", "their"} and self.group and not self.present:
            text = f"{JOINT.join(self.group)}'s" if low == "their" else " and ".join(self.group)
            return (self.group[0], text, found.end()) if low == "they" or possesses(after) else None
        return None

    def _thing_meant(self, low: str, before: str, after: str) -> str:
        """Return what "it" is: the one thing told of, when this sentence has offered none since."""
        if (low == "it" and EXPLETIVE.match(after)) or offers_thing(before):
            return ""
        return self.things[0] if len(self.things) == 1 else ""

    def _antecedent(self, gender: str, before: str, doer: str = "") -> str:
        """Return the one person meant, or nothing when two may be; never who does it, `doer`."""
        if (pair := paired(before)) and self.sex_of(pair) in ("", gender):
            self._attend(pair)
            return pair
        own = copula_subject(before) or doer
        words = MALE_WORDS if gender == "m" else FEMALE_WORDS
        told = {*re.findall(r"[a-z]+", before)} - _MALE_PRONOUNS - _FEMALE_PRONOUNS
        if any(
            word in words and not re.search(rf"\b{word},? [A-Z]", before) for word in sorted(told)
        ):
            return ""  # "my father ..., he": somebody without a name
        if {gender, "?"} & {*self.nameless}:
            return self._relative(gender)
        if self._is_about(gender, before):
            self._attend(self.about)
            return self.about
        ship = not self.present and re.search(r"\b[Tt]he [A-Z]", before)
        if gender in self.lost or told & PETS or ship:
            return ""  # "a puppy, and her name is Plum", "the Kittiwake is old, and she leaks"
        return self._fitting(gender, before, {own, self.full_name(own)})

    def _fitting(self, gender: str, before: str, own: set[str]) -> str:
        """Return the one person of this gender whom these sentences or the text tell of."""
        near, out = [*self.present, *self.recent], {self.speaker, self.listener, *own}
        for names in (near, self.people):
            fits = [
                n for n in dict.fromkeys(names) if n not in out and self.sex_of(n) in ("", gender)
            ]
            if len(fits) == 1 and "~" not in self.nameless:
                self.gender.setdefault(fits[0], gender)
                self._attend(fits[0])
                return fits[0]
            if fits and (name := self._opener(fits, gender, before)):
                self._attend(name)
                return name
            if fits:
                break
        return ""

    def _relative(self, gender: str) -> str:
        """Return "my father" if nobody else may be meant of whom the text has just told.

        Of "my neighbour", whom nothing shows to be a man, it may be anybody of the text.
        """
        sexes, near = {*self.nameless}, [*self.present, *self.recent]
        others = near if gender in sexes else self.people
        fits = [one for one in others if one != self.speaker and self.sex_of(one) in ("", gender)]
        if fits or not (self.relative and sexes <= {gender, "?"}):
            return ""
        self.referred = True
        return self.relative

    def _is_about(self, gender: str, before: str) -> bool:
        """Say whether a sentence opens with whom an article is about: nobody else was subject."""
        alone = self.about and self.sex_of(self.about) in ("", gender) and not self.present
        opens = before.strip(" ,").lower() in _OPENINGS
        return bool(alone) and opens and self.full_name(self.subject) in ("", self.about)

    def _opener(self, fits: Sequence[str], gender: str, before: str) -> str:
        """Return the subject of the sentence before, where a pronoun opens this one.

        Not where somebody else is known to be of this gender.
        """
        name = self.full_name(self.subject)
        others = [one for one in fits if one != name and self.sex_of(one) == gender]
        plain = before.strip(" ,").lower() in _OPENINGS
        return name if name in fits and plain and not (others or self.present) else ""

    # --- people and their gender --------------------------------------------------------------

    def _name_at(self, sentence: str, found: re.Match[str]) -> str:
        """Note a capitalised name; return it when it names a person."""
        word = found[0]
        ordered = not found.start() and opens_with_order(sentence)
        if ordered or word in self.no_people or word.lower() == "i" or word.lower() in NOT_NAMES:
            return ""
        before = sentence[max(0, found.start() - 20) : found.start()]
        kin = re.search(r"\b([a-z-]+) $", before)
        if kin and kin[1] in KIN:
            male = "m" if kin[1] in MALE_WORDS else ""
            self.gender[word] = "f" if kin[1] in FEMALE_WORDS else male
        if is_opener(word) and not before.strip(' "“‘(') and not gender_of(word):
            return ""  # "Yesterday Kim crashed the van"
        full = _FULL_NAME.match(sentence, found.start())
        name = full[0] if full else word
        lone, placed = " " not in name, PLACED.search(before)
        personal = lone or looks_personal(name)
        double = not lone and personal and word.lower() not in ADVERBS and not placed
        thing = not personal or OF_THINGS.search(before)
        known = gender_of(word) and (not thing or word.lower() in TITLES)
        told = word in self.gender or known or name in self.people or double
        if told and not is_office(name):
            self._meet(name)
            return name
        if lone and not kin and (sex := FAMILY.get(word)):
            self.gender[word] = sex
            self._meet(word)
            return word
        if not (lone or personal):
            return ""  # "Ida Hall Road", after a text with Ida Hall
        met = [name for name in self.people if word in name.split() and not placed]
        return met[0] if len(met) == 1 else ("" if found.start() else opening_name(sentence))

    def _meet(self, name: str) -> None:
        fits = [one for one in self.people if one.split()[0] == name]
        known = fits[0] if len(fits) == 1 else name
        if known in self.people:
            self.people.remove(known)
        self.people.append(known)

    def _attend(self, name: str) -> None:
        """Note that the sentence tells of a person."""
        self._meet(name)
        if (name := self.full_name(name)) not in self.present:
            self.present.append(name)

    def full_name(self, name: str) -> str:
        """Return the one person met whose first or last name this is, else the name itself.

        >>> cast = Cast(people=["Anna Berg"])
        >>> cast.full_name("Anna"), cast.full_name("Ben")
        ('Anna Berg', 'Ben')
        """
        if " " in name:
            return name
        fits = [one for one in self.people if name in (one.split()[0], one.split()[-1])]
        return fits[0] if len(fits) == 1 else name

    def _unmeet(self, name: str) -> None:
        """Learn that a name is no person's: "is a 1954 film"."""
        self.no_people.add(name)
        for names in (self.people, self.present, self.recent):
            if name in names:
                names.remove(name)

    def sex_of(self, name: str, *, titled: bool = False) -> str:
        """Return "f" or "m" as a title tells, or the text or the first name, else ""."""
        if known := "" if titled else self.gender.get(name, ""):
            return known
        words = name.split()
        first = gender_of(words[0]) if words else ""
        named = len(words) > 2 and words[0].lower().rstrip(".") in TITLES  # "Dr Ida Roy"
        return first or (gender_of(words[1]) if named else "")

    def _person(self, phrase: Phrase, *, subject: bool = False) -> bool:
        known = phrase.name in self.people or self.sex_of(phrase.name) or is_person_label(phrase)
        known = bool(known) or (subject and looks_personal(phrase.name))
        return known and phrase.named and phrase.name not in self.no_people

    def _learn_gender(self, phrase: Phrase) -> None:
        words = {*phrase.label.lower().split(), *([] if phrase.named else [phrase.head])}
        if sex := "f" if words & FEMALE_WORDS else "m" if words & MALE_WORDS else "":
            self.gender[phrase.name] = sex
