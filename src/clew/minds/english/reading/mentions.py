"""Who "she", "it" and "I" are: a cast of what a text has named so far, and safe replacements.

No model: the last subject, recency, the gender of names and kinship words, the speaker of a
dialogue line and the title of a text. A pronoun with no compatible antecedent, and every "they"
that is not a named group, stays as it is. Offline coreference of better quality has no weights
on PyPI (research/offline.md, section 3).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.minds.english.reading.grammar import JOINT, Clause, Phrase
from clew.minds.english.reading.groups import (
    are_two,
    clause_of_thing,
    copula_subject,
    couples,
    group_of,
    house_of,
    introduced,
    is_house,
    is_person_label,
    kin_subject,
    offers_thing,
    opening_thing,
    partner_before,
    spot_of,
    with_pairs,
    with_places,
)
from clew.minds.english.reading.pronouns import (
    EXPLETIVE,
    SPOKEN,
    WORD,
    capital_as,
    definite,
    first_person,
    owned,
    possesses,
)
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.members import is_person_word
from clew.minds.english.words.names import NOT_NAMES, THINGS
from clew.minds.english.words.people import (
    FEMALE_WORDS,
    MALE_WORDS,
    NOBODY,
    gender_of,
    looks_personal,
    opening_name,
)

__all__ = ["Cast", "Resolved"]


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
    speaker: str = ""
    listener: str = ""
    people: list[str] = field(default_factory=list)
    """Most recent last, each once."""
    leads: list[str] = field(default_factory=list)
    """People that sentences were about, most recent last; a title counts."""
    subject: str = ""
    """The person or thing the last sentence was about."""
    thing: str = ""
    several: str = ""
    """The last thing in the plural."""
    group: tuple[str, ...] = ()
    duo: tuple[str, ...] = ()
    """The two told of together last."""
    spot: str = ""
    """Where "there" is: "at Delta Soft", "in Oslo"."""
    partners: dict[str, str] = field(default_factory=dict)
    """Who is whose husband, wife or partner, both ways."""
    house: str = ""
    """The club, firm or school told of last: whose "the treasurer" is."""
    pair: tuple[str, ...] = ()
    """The couple named last: "the couple"."""
    things: set[str] = field(default_factory=set)
    """Names known to be no person's; never iterated."""
    gender: dict[str, str] = field(default_factory=dict)
    plural: tuple[str, ...] = ()
    """Whom "they" or "their" meant in the sentence being resolved."""
    present: list[str] = field(default_factory=list)
    """People the sentence being resolved has named so far, owners left out."""

    @property
    def home(self) -> str:
        """What a bare office belongs to: the title, unless it is a person's, else the house."""
        return self.title if self.title not in self.people and is_house(self.title) else self.house

    @property
    def firsts(self) -> frozenset[str]:
        """First names of the people met by two names."""
        return frozenset(name.split(" ", 1)[0] for name in self.people if " " in name)

    def topic(self, title: str) -> None:
        """Take a title for what the text is about."""
        self.subject = self.thing = self.title = title
        if looks_personal(title):
            self._meet(title)
            self._lead(title)

    def speak(self, name: str) -> None:
        """Somebody starts to speak."""
        if name != self.speaker:
            self.listener, self.speaker = self.speaker, name
        self._meet(name)

    def hush(self) -> None:
        """Nobody speaks any more: a letter ends with its signature."""
        self.speaker = self.listener = ""

    def resolve(self, sentence: str) -> Resolved:
        """Replace the pronouns that have a safe antecedent, from left to right."""
        sentence = with_pairs(with_places(sentence, self.spot), self.pair, self.group)
        parts: list[str] = []
        shown: list[str] = []
        seen: dict[str, None] = {}
        self.present, self.plural = [], ()
        position = 0
        for found in WORD.finditer(sentence):
            if found.start() < position:
                continue
            if found[0][0].isupper() and (name := self._name_at(sentence, found)):
                seen[name] = None
                if not re.match(r"(?: [A-Z][\w-]+){0,3}['’]", sentence[found.end() :]):
                    self.present.append(name)
                continue
            stand_in = self._stand_in(sentence, found, tuple(seen))
            if stand_in is None:
                continue
            name, text, end = stand_in
            between = sentence[position : found.start()]
            parts += [between, text]
            own = name in seen and name != self.speaker
            readable = text.replace(JOINT, " and ")
            shown += [between, sentence[found.start() : end] if own else readable]
            seen[name] = None
            position = end
        parts.append(sentence[position:])
        shown.append(sentence[position:])
        return Resolved(capital_as("".join(parts), sentence), capital_as("".join(shown), sentence))

    def note(self, clauses: Sequence[Clause]) -> None:
        """Remember what a sentence was about, for the pronouns of the next one."""
        main = [clause for clause in clauses if clause.subjects and clause.verb != "appos"]
        if not main:
            return
        first = main[0]
        subject = first.subjects[0]
        self.group = group_of(first)
        self.duo = self.group if len(self.group) == 2 else self.duo
        subject = introduced(first) or subject
        self._learn_couples(clauses)
        if first.verb == "be" and any(p.head in THINGS for p in first.objects):
            self._unmeet(subject.name)
        if subject.name.lower() not in NOBODY:
            self.subject = subject.name
            self.title = self.title or subject.name
            if self._person(subject, subject=True):
                self._meet(subject.name)
                self._lead(subject.name)
            elif subject.owner and self.full_name(subject.owner) in self.people:
                self._lead(subject.owner)
        for clause in main:
            for phrase in clause.objects if clause.verb != "be" else ():
                if self._person(phrase, subject=clause.verb in {"marry", "wed", "remarry"}):
                    self._meet(phrase.name)
            for phrase in (*clause.subjects, *clause.objects):
                self._learn_gender(phrase)
            self._lead_agents(clause)
        self.spot = spot_of(main) or self.spot
        self._learn_roles(clauses)
        self.house = house_of(clauses) or self.house
        self._note_thing(main)

    def _learn_roles(self, clauses: Sequence[Clause]) -> None:
        """Learn gender from "Duncan is my brother", and who somebody was with."""
        for clause in clauses:
            heads = {phrase.head for phrase in clause.objects if not phrase.named}
            if clause.verb in {"be", "appos", "become"} and len(clause.subjects) == 1:
                sex = "f" if heads & FEMALE_WORDS else "m" if heads & MALE_WORDS else ""
                if sex and clause.subjects[0].named:
                    self.gender[clause.subjects[0].name] = sex
            known = clause.verb == "appos" and any(map(is_person_word, clause.objects))
            for prep, governed in (("by", clause.subjects if known else ()), *clause.preps):
                for phrase in governed:
                    told = prep in {"with", "by"} or is_person_label(phrase)
                    if told and phrase.named and " " in phrase.name and looks_personal(phrase.name):
                        self._meet(phrase.name)

    def _lead_agents(self, clause: Clause) -> None:
        """Let who did it lead: "The costumes are made by Olga. She ..."."""
        if clause.passive and not any(self._person(one) for one in clause.subjects):
            for prep, governed in clause.preps:
                if prep == "by" and len(governed) == 1 and self._person(governed[0], subject=True):
                    self._lead(governed[0].name)

    def _learn_couples(self, clauses: Sequence[Clause]) -> None:
        for clause in clauses:
            for one, other in couples(clause):
                left, right = self.full_name(one), self.full_name(other)
                self.partners[left], self.partners[right] = right, left
                self.pair = (left, right)

    def _note_thing(self, main: Sequence[Clause]) -> None:
        """Keep what "it" may mean next: the subject if it is a thing, else an object."""
        subject = introduced(main[0]) or main[0].subjects[0]
        pointed = bool(subject.named or subject.determiner or subject.owner)
        personal = self._person(subject, subject=True) or subject.name.lower() in NOBODY
        if pointed and not personal:
            self._set_thing(subject)
            return
        self.thing = ""
        if subject.named and clause_of_thing(main[0], self.subject, self._gender(subject.name)):
            self.thing = subject.name
            return
        for clause in main:
            governed = [phrase for _, phrases in clause.preps for phrase in phrases]
            objects = clause.objects if clause.verb not in {"be", "appos"} else ()
            governed = [] if clause.verb in {"live", "work", "move"} else governed
            for phrase in (*objects, *governed):
                if not self._person(phrase) and (phrase.named or phrase.determiner or phrase.owner):
                    self._set_thing(phrase)
                    return

    def _set_thing(self, phrase: Phrase) -> None:
        plural = phrase.head.endswith("s") and not phrase.head.endswith("ss") and not phrase.named
        self.several = definite(phrase) if plural else ""
        self.thing = "" if plural else definite(phrase)

    # --- one pronoun ------------------------------------------------------------------------------

    def _stand_in(
        self, sentence: str, found: re.Match[str], seen: tuple[str, ...]
    ) -> tuple[str, str, int] | None:
        """Return (name, replacement, end of what it replaces) for a pronoun, else `None`."""
        low, after = found[0].lower(), sentence[found.end() : found.end() + 40]
        if low in SPOKEN:
            name = self.listener if low[0] == "y" else self.speaker
            return first_person(name, low, found, after, sentence) if name else None
        if low in {"he", "him", "his", "she", "her"}:
            if kin_subject(sentence[: found.start()], low in {"he", "him", "his"}):
                return None
            name = self._antecedent(
                "m" if low in {"he", "him", "his"} else "f",
                copula_subject(sentence[: found.start()]),
            )
            if not name:
                return None
            theirs = low == "his" or (low == "her" and possesses(after))
            return name, owned(name) if theirs else name, found.end()
        if low in {"it", "its"}:
            thing = self._thing_meant(low, sentence[: found.start()], after)
            return (thing, owned(thing) if low == "its" else thing, found.end()) if thing else None
        if low in {"they", "them", "their"}:
            group = self._spouses(sentence[: found.start()]) if low == "their" else ()
            group = group or self.plural or self._several_meant(low, seen)
            self.plural = group
            if not group or (low == "their" and not possesses(after)):
                return None
            text = owned(JOINT.join(group)) if low == "their" else " and ".join(group)
            return group[0], text, found.end()
        return None

    def _spouses(self, before: str) -> tuple[str, ...]:
        """Return Max and Eva before the end of "Max lives with his wife Eva and their sons"."""
        met = partner_before(before)
        if met not in self.present:
            return ()
        place = self.present.index(met)
        others = self.present[place - 1 : place] or [*self._couple(met)[1:], *self.leads[-1:]]
        return (others[0], met) if others and others[0] != met else ()

    def _several_meant(self, low: str, seen: tuple[str, ...]) -> tuple[str, ...]:
        """Return whom "they" means: those of the last sentence, two just named, a couple."""
        couple = next((self._couple(name) for name in reversed(seen) if self._couple(name)), ())
        if low == "them" and couple and not self.group:
            return couple
        if len(seen) == 2 and (low == "their" or not self.group):
            return seen
        if self.group:
            return self.group
        if self.several:
            return (self.several,) if low != "their" else ()
        duo = self.duo if self.full_name(self.subject) in self.duo else ()
        return couple or self._couple(self.subject) or duo or (() if seen else self._recent())

    def _recent(self) -> tuple[str, ...]:
        """Return the two people told of last, when "they" may mean just them."""
        told = tuple(self.leads[-2:])
        last = len(told) == 2 and self.full_name(self.subject) == told[1]
        return told if last and are_two(told, [self._gender(name) for name in told]) else ()

    def _couple(self, name: str) -> tuple[str, ...]:
        full = self.full_name(name)
        return (full, self.partners[full]) if full in self.partners else ()

    def _thing_meant(self, low: str, before: str, after: str) -> str:
        """Return what "it" is: the last thing, unless this sentence has offered one since."""
        if low == "it" and EXPLETIVE.match(after):
            return ""
        thing = (low == "its" and opening_thing(before)) or self.thing
        if not thing and self.subject and self._gender(self.subject) == "":
            thing = self.subject
        offered = offers_thing(before)
        return "" if offered and low == "it" else thing

    def _antecedent(self, gender: str, but: str = "") -> str:
        """Return the person meant, never `but`: known gender first, the last subject first."""
        ordered = [*self.present, *reversed(self.leads), *reversed(self.people)]
        out = {self.speaker, self.listener, but, self.full_name(but)}
        ordered = [name for name in ordered if name not in out]
        known = [name for name in ordered if self._gender(name) == gender]
        unknown = [name for name in ordered if not self._gender(name)]
        if unknown and unknown[0] == self.subject and " " in self.subject:
            # A person nobody could place, but the one the last sentence was about.
            known = [name for name in known if name in self.present]
        if known and (known[0] in self.present or not {*unknown} & {*self.present[:1]}):
            return known[0]
        if unknown:
            self.gender[unknown[0]] = gender
            return unknown[0]
        return ""

    # --- people and their gender --------------------------------------------------------------

    def _name_at(self, sentence: str, found: re.Match[str]) -> str:
        """Note a capitalised name; return it when it names a person."""
        word = found[0]
        if word.lower() in NOT_NAMES or word.lower() in {"i"}:
            return ""
        kin = re.search(r"\b([a-z-]+) $", sentence[max(0, found.start() - 20) : found.start()])
        if kin and kin[1] in KIN:
            self.gender[word] = (
                "f" if kin[1] in FEMALE_WORDS else "m" if kin[1] in MALE_WORDS else ""
            )
        if word in self.gender or gender_of(word):
            full = re.match(
                r"[\w-]+(?: (?:(?:de|da|van|von|der) )?[A-Z][\w-]+)*", sentence[found.start() :]
            )
            name = full[0] if full else word
            self._meet(name)
            return name
        known = next((name for name in self.people if name.split()[0] == word), "")
        return known or ("" if found.start() else opening_name(sentence))

    def _meet(self, name: str) -> None:
        known = next((one for one in self.people if one.split()[0] == name), name)
        if known in self.people:
            self.people.remove(known)
        self.people.append(known)

    def _lead(self, name: str) -> None:
        name = self.full_name(name)
        if name in self.leads:
            self.leads.remove(name)
        self.leads.append(name)

    def full_name(self, name: str) -> str:
        """Return the one person met whose first or last name this is, else the name itself.

        >>> cast = Cast(people=["Anna Berg"])
        >>> cast.full_name("Anna"), cast.full_name("Ben")
        ('Anna Berg', 'Ben')
        """
        if " " in name:
            return name
        fits = [
            one for one in self.people if " " in one and name in (one.split()[0], one.split()[-1])
        ]
        return fits[0] if len(fits) == 1 and name not in self.people else name

    def _unmeet(self, name: str) -> None:
        """Learn that a name is no person's: "is a 1954 film"."""
        self.things.add(name)
        for names in (self.people, self.leads):
            if name in names:
                names.remove(name)

    def _gender(self, name: str) -> str:
        return self.gender.get(name) or gender_of(name.split()[0]) if name else ""

    def _person(self, phrase: Phrase, *, subject: bool = False) -> bool:
        if phrase.name in self.things:
            return False
        if phrase.name in self.people:
            return True
        if phrase.named:
            known = bool(self._gender(phrase.name)) or is_person_label(phrase)
            return known or (subject and looks_personal(phrase.name))
        return phrase.head in KIN | FEMALE_WORDS | MALE_WORDS and phrase.head not in {
            "cat",
            "dog",
            "pet",
        }

    def _learn_gender(self, phrase: Phrase) -> None:
        words = {*phrase.label.lower().split(), *([] if phrase.named else [phrase.head])}
        if words & FEMALE_WORDS:
            self.gender[phrase.name] = "f"
        elif words & MALE_WORDS:
            self.gender[phrase.name] = "m"
