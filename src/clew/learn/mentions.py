"""Who "she", "it" and "I" are: a cast of what a text has named so far, and safe replacements.

No model: the last subject, recency, the gender of names and kinship words, the speaker of a
dialogue line and the title of a text. A pronoun with no compatible antecedent, and every "they"
that is not a named group, stays as it is. Offline coreference of better quality has no weights
on PyPI (research/offline.md, section 3).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.learn.grammar import Clause, Phrase
from clew.learn.lexicon import ADVERBS, KIN, PREPOSITIONS, VERBS, singular_verb
from clew.learn.names import NOT_NAMES, THINGS
from clew.learn.people import (
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


_WORD = re.compile(r"[^\W_]+(?:[-.][^\W_]+)*|['’][a-z]+")
_AGREE = {"am": "is", "'m": " is", "’m": " is", "are": "is", "'re": " is", "’re": " is",
          "have": "has", "'ve": " has", "’ve": " has", "do": "does", "don't": "doesn't",
          "don’t": "doesn't", "aren't": "isn't", "haven't": "hasn't", "were": "was"}  # fmt: skip
_AFTER_I = re.compile(
    r"(['’](?:m|ve|re)\b| +(?:(?:really|also|just|always|often|still|now|never|usually|only|even"
    r"|actually|absolutely|currently|recently) +)?)([\w'’]*)"
)
_SPOKEN = frozenset(("i", "me", "my", "mine", "you", "your", "yours", "we", "us", "our", "ours"))
_NOT_AFTER_POSSESSIVE = (
    PREPOSITIONS
    | ADVERBS
    | frozenset(
        """
    and or but a an the that if when because while is was has had will would who which what
    yesterday today tomorrow last next this every some any no to""".split()  # noqa: SIM905
    )
)
_EXPLETIVE = re.compile(
    r" ?(?:is|was|'s|’s|has been|will be|became|becomes|seems?|seemed|appears?|turned out|turns out"
    r"|takes?|took|rains?|rained|snowed|rained|is said|happened)\b"
    r"(?: (?:not|very|quite|also|now|so|too|more|clear|easy|hard|difficult|important|possible"
    r"|impossible|likely|true|late|early|raining|snowing|cold|hot|dark|time|said|known|believed"
    r"|reported|in|on|only|a (?:pity|shame|fact|pleasure)|that|as|to|out|the|because|about|for"
    r"|\d+))*"
    r"(?: (?:that|to|who|when|for|if|raining|snowing|dark|late|cold|time|as if)\b|[.!,])"
)

_THERE = re.compile(
    r"\b(works?|worked|teach(?:es)?|taught|stud(?:y|ies|ied)|lives?|lived|stays?|stayed|plays?|played)"
    r" there\b"
)


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
    spot: str = ""
    """Where "there" is: "at Delta Soft", "in Oslo"."""
    things: set[str] = field(default_factory=set)
    """Names known to be no person's; never iterated."""
    gender: dict[str, str] = field(default_factory=dict)
    present: list[str] = field(default_factory=list)
    """People the sentence being resolved has named so far, owners left out."""

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
        if self.spot:
            sentence = _THERE.sub(lambda found: f"{found[1]} {self.spot}", sentence)
        parts: list[str] = []
        shown: list[str] = []
        seen: dict[str, None] = {}
        self.present = []
        position = 0
        for found in _WORD.finditer(sentence):
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
            shown += [between, sentence[found.start() : end] if own else text]
            seen[name] = None
            position = end
        parts.append(sentence[position:])
        shown.append(sentence[position:])
        return Resolved(_capital("".join(parts), sentence), _capital("".join(shown), sentence))

    def note(self, clauses: Sequence[Clause]) -> None:
        """Remember what a sentence was about, for the pronouns of the next one."""
        main = [clause for clause in clauses if clause.subjects and clause.verb != "appos"]
        if not main:
            return
        first = main[0]
        subject = first.subjects[0]
        self.group = _group(first)
        subject = _introduced(first) or subject
        if first.verb == "be" and any(p.head in THINGS for p in first.objects):
            self._unmeet(subject.name)
        if subject.name.lower() not in NOBODY:
            self.subject = subject.name
            self.title = self.title or subject.name
            if self._person(subject, subject=True):
                self._meet(subject.name)
                self._lead(subject.name)
        for clause in main:
            for phrase in clause.objects if clause.verb != "be" else ():
                if self._person(phrase):
                    self._meet(phrase.name)
            for phrase in (*clause.subjects, *clause.objects):
                self._learn_gender(phrase)
        self.spot = _spot(main) or self.spot
        self._learn_roles(clauses)
        self._note_thing(main)

    def _learn_roles(self, clauses: Sequence[Clause]) -> None:
        """Learn gender from "Duncan is my brother", and who somebody was with."""
        for clause in clauses:
            heads = {phrase.head for phrase in clause.objects if not phrase.named}
            if clause.verb in {"be", "appos", "become"} and len(clause.subjects) == 1:
                sex = "f" if heads & FEMALE_WORDS else "m" if heads & MALE_WORDS else ""
                if sex and clause.subjects[0].named:
                    self.gender[clause.subjects[0].name] = sex
            for prep, governed in clause.preps:
                for phrase in governed if prep in {"with", "by"} else ():
                    if phrase.named and " " in phrase.name and looks_personal(phrase.name):
                        self._meet(phrase.name)

    def _note_thing(self, main: Sequence[Clause]) -> None:
        """Keep what "it" may mean next: the subject if it is a thing, else an object."""
        subject = main[0].subjects[0]
        pointed = bool(subject.named or subject.determiner or subject.owner)
        personal = self._person(subject, subject=True) or subject.name.lower() in NOBODY
        if pointed and not personal:
            self._set_thing(subject)
            return
        self.thing = ""
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
        self.several = _definite(phrase) if plural else ""
        self.thing = "" if plural else _definite(phrase)

    # --- one pronoun ------------------------------------------------------------------------------

    def _stand_in(
        self, sentence: str, found: re.Match[str], seen: tuple[str, ...]
    ) -> tuple[str, str, int] | None:
        """Return (name, replacement, end of what it replaces) for a pronoun, else `None`."""
        low, after = found[0].lower(), sentence[found.end() : found.end() + 40]
        if low in _SPOKEN:
            name = self.listener if low[0] == "y" else self.speaker
            return self._first_person(name, low, found, after, sentence) if name else None
        if low in {"he", "him", "his", "she", "her"}:
            name = self._antecedent("m" if low in {"he", "him", "his"} else "f")
            if not name:
                return None
            owned = low == "his" or (low == "her" and _possesses(after))
            return name, _owned(name) if owned else name, found.end()
        if low in {"it", "its"}:
            thing = self._thing_meant(low, sentence[: found.start()], after)
            return (thing, _owned(thing) if low == "its" else thing, found.end()) if thing else None
        if low in {"they", "them"}:
            group = self.group or (seen if len(seen) == 2 else (self.several,))
            return (group[0], " and ".join(group), found.end()) if group[0] else None
        return None

    def _thing_meant(self, low: str, before: str, after: str) -> str:
        """Return what "it" is: the last thing, unless this sentence has offered one since."""
        if low == "it" and _EXPLETIVE.match(after):
            return ""
        thing = self.thing
        if not thing and self.subject and self._gender(self.subject) == "":
            thing = self.subject
        offered = re.search(r"\b(?:the|an?|my|his|her|their|our|this|\w+['’]s) \w", before.lower())
        return "" if offered and low == "it" else thing

    def _first_person(
        self, name: str, low: str, found: re.Match[str], after: str, sentence: str
    ) -> tuple[str, str, int]:
        if low in {"my", "your", "our"}:
            return name, _owned(name), found.end()
        if low in {"mine", "yours", "ours"}:
            of = sentence[: found.start()].rstrip().endswith(" of")
            return name, name if of else f"owned by {name}", found.end()
        if low not in {"i", "you", "we"}:
            return name, name, found.end()
        verb = _AFTER_I.match(after)
        if verb is None:
            return name, name, found.end()
        if verb[1][0] in "'’":
            return name, name + _AGREE[verb[1]], found.end() + len(verb[1])
        if low == "you" and sentence[: found.start()].rstrip().endswith(("to", "for", "with")):
            return name, name, found.end()
        agreed = _agree(verb[2])
        return name, f"{name}{verb[1]}{agreed}", found.end() + len(verb[0])

    def _antecedent(self, gender: str) -> str:
        """Return the person meant: the known gender first, the last subject before the others."""
        ordered = [*self.present, *reversed(self.leads), *reversed(self.people)]
        ordered = [name for name in ordered if name not in {self.speaker, self.listener}]
        known = [name for name in ordered if self._gender(name) == gender]
        unknown = [name for name in ordered if not self._gender(name)]
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
            known = bool(self._gender(phrase.name)) or phrase.label.split(" ")[-1].lower() in KIN
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


def _spot(clauses: Sequence[Clause]) -> str:
    """Return where "there" is in the next sentence: a named place, or the thing told of."""
    for clause in reversed(clauses):
        subject = clause.subjects[0]
        is_thing = clause.verb == "be" and any(p.head in THINGS for p in clause.objects)
        if is_thing and subject.named:
            return f"at {subject.name}"
        for prep, governed in clause.preps:
            where = "in" if (clause.verb, prep) == ("move", "to") else prep
            if where in {"at", "in"} and governed and governed[0].named:
                return f"{where} {governed[0].name}"
    return ""


def _group(clause: Clause) -> tuple[str, ...]:
    """Return whom "they" means in the next sentence: several subjects, or a couple."""
    subject = clause.subjects[0]
    if len(clause.subjects) > 1:
        return tuple(phrase.name for phrase in clause.subjects)
    if subject.named and subject.owner and KIN & set(subject.label.split()):
        return subject.owner, subject.name  # "Her husband Tom is a cook. They ..."
    if any(phrase.head == "married" for phrase in clause.objects):
        spouses = [p.name for prep, governed in clause.preps for p in governed if prep == "to"]
        return (subject.name, *spouses[:1]) if spouses else ()
    return ()


def _introduced(clause: Clause) -> Phrase | None:
    """Return Renske from "our cleaner is called Renske": she is who it goes on about."""
    introduces = clause.verb in {"be", "call", "name"} and len(clause.objects) == 1
    if not introduces or clause.subjects[0].named or not clause.objects[0].named:
        return None
    return clause.objects[0]


def _possesses(after: str) -> bool:
    following = re.match(r" +([\w'’-]+)", after)
    return following is not None and following[1].lower() not in _NOT_AFTER_POSSESSIVE


def _owned(name: str) -> str:
    return f"{name}'s"


def _definite(phrase: Phrase) -> str:
    if phrase.named or phrase.owner or phrase.name.lower().startswith("the "):
        return phrase.name
    return f"the {phrase.name}"


def _agree(verb: str) -> str:
    low = verb.lower()
    if low in _AGREE:
        return _AGREE[low]
    lemma, forms = VERBS.get(low, ("", ""))
    return singular_verb(lemma) if "b" in forms and "d" not in forms else verb


def _capital(text: str, original: str) -> str:
    return text[:1].upper() + text[1:] if original[:1].isupper() else text
