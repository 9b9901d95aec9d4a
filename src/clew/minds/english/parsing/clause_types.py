"""Clauses, noun phrases and triples: what the parser hands on, and facts are made of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clew.minds.english.words.lexicon import ADJECTIVES
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["EMPTY", "JOINT", "Clause", "Phrase", "Prep", "Triple", "Word",
           "adjoins", "agreeing", "existing", "firm_places", "halves_joined", "in_small",
           "is_distance", "last_phrases", "make_phrase", "owned", "usable"]  # fmt: skip


_SHORT = frozenset({"ceo", "cto", "cfo", "coo"})


@dataclass(frozen=True, slots=True)
class Word:
    """One token of a noun phrase: its text, and whether it is part of a proper name."""

    text: str
    named: bool = False
    spaced: bool = True
    """Whether a space stands before it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase taken apart.

    "Anna's younger brother Tom" has name "Tom", label "younger brother", owner "Anna"; "the capital
    of Norway" has base "capital" and of "Norway".
    """

    name: str
    """What a fact calls it: "Tom", "the capital of Norway", "red car" (from "a red car")."""
    base: str
    """Lower-case noun part without determiner, owner and of-part; the name when it is a name."""
    head: str
    """Last word of the base, lower case."""
    named: bool = False
    owner: str = ""
    of: str = ""
    label: str = ""
    determiner: str = ""
    start: int = 0
    end: int = 0

    @property
    def pointed(self) -> bool:
        """Whether it points at one thing: "Acme", "her car", "the car"."""
        return bool(self.named or self.owner or self.determiner == "the")

    @property
    def hides_verb(self) -> bool:
        """Whether its last word may be a verb that is not known: "Ben dreads"."""
        first, *more = self.name.split(" ")
        return first.istitle() and not self.named and len(more) == 1 and more[0].endswith("s")


Prep = tuple[str, tuple[Phrase, ...]]
"""A preposition and what it governs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Subject, verb and what follows; `asserted` is false for what the text does not claim."""

    subjects: tuple[Phrase, ...]
    verb: str
    """Lemma; "be" for a copula, "appos" for "X, the Y of Z"."""
    said: str = ""
    """The verb as read, auxiliaries off: "moved"."""
    tense: str = "present"
    """"present", "past" or "future"."""
    perfect: bool = False
    always: bool = False
    """It has been so, or not, for as long as anybody knows: "has always lived", "never lived"."""
    passive: bool = False
    negated: bool = False
    bare: bool = False
    """A participle without auxiliary: "a firm selling shoes"."""
    ended: bool = False
    """It held before and does no longer ("no longer", "used to", "stopped")."""
    asserted: bool = True
    chain: str = ""
    """A second verb the first one only wishes for: "to visit" in "wants to visit"."""
    objects: tuple[Phrase, ...] = ()
    receiver: tuple[Phrase, ...] = ()
    """Indirect objects."""
    preps: tuple[Prep, ...] = ()
    beside: bool = False
    """It is so besides what was told before: "also works at Lidl"."""
    closing: str = ""
    """"until", "till" or "before" where it may tell the end of the clause before."""
    start: int = 0
    end: int = 0

    @property
    def complements(self) -> list[tuple[str, Phrase]]:
        """Every phrase behind a preposition, with it."""
        return [(prep, one) for prep, governed in self.preps for one in governed]

    def governed(self, *preps: str) -> tuple[Phrase, ...]:
        """Return the phrases behind these prepositions."""
        return tuple(one for prep, one in self.complements if prep in preps)

    def lists(self, phrase: Phrase) -> bool:
        """Say whether a phrase is one of several: "the painters Monet and Manet"."""
        groups = (self.subjects, self.objects, self.receiver, *(ones for _, ones in self.preps))
        return any(len(ones) > 1 and any(phrase is one for one in ones) for ones in groups)

    @property
    def phrases(self) -> list[Phrase]:
        """Every noun phrase: subjects, objects, who receives them, what prepositions govern."""
        behind = [one for _, one in self.complements]
        return [*self.subjects, *self.objects, *self.receiver, *behind]


def halves_joined(first: Phrase, last: Phrase) -> Phrase:
    """Return "red and white boat" for "a red" and "white boat", which are one thing."""
    name = f"{first.base} and {last.base}"
    return replace(last, name=name, base=name, determiner=first.determiner, start=first.start)


def owned(clause: Clause, owners: Mapping[Phrase, str]) -> Clause:
    """Return a clause with "Anna's dog" for "the dog", by whose it is."""
    if not owners:
        return clause

    def told(one: Phrase) -> Phrase:
        name = f"{owners[one]}'s {one.base}" if one in owners else ""
        return replace(one, name=name, owner=owners[one], determiner="") if name else one

    subjects, objects = (tuple(map(told, ones)) for ones in (clause.subjects, clause.objects))
    preps = tuple((prep, tuple(map(told, governed))) for prep, governed in clause.preps)
    return replace(clause, subjects=subjects, objects=objects, preps=preps)


@dataclass(frozen=True, slots=True)
class Triple:
    """A fact before its times; `ended` as in `ExtractedFact`."""

    subject: str
    relation: str
    object: str
    ended: bool = False
    past: bool = False
    """A state in the past tense: whether it still holds depends on how the text is told."""
    state: bool = False
    """It holds over time (an event does not)."""
    timeless: bool = False
    """The times of its clause say nothing of it: "in June they sold it to a museum in Bergen"."""


JOINT = " ＆ "
"""Between the owners that "their" stands for: "Ida ＆ Tom's son Max" is the son of both."""
EMPTY = word_list("empty") | {"each other", "one another", "no one"}
"""Heads that name nothing by themselves."""


def usable(phrase: Phrase) -> bool:
    """Say whether a phrase can be an end of a fact: it names something, and is not negated."""
    nameless = phrase.head in {"one", "ones"} and not phrase.named
    return phrase.name.lower() not in EMPTY and phrase.determiner != "no" and not nameless


_DETERMINER = Regex(
    r"(?:the|an?|this|that|these|those|my|your|his|her|its|our|their|some|any|no|every|each|both"
    r"|all|many|much|few|several|another|either|neither)", re.IGNORECASE)  # fmt: skip
_OF_SEVERAL = Regex(r"^(?:both|all|each|either|neither) (?:of )?(?=[A-Z])", re.IGNORECASE)
"""What stands before an owner: "both Anna's brothers"."""
_POSSESSIVE = {"my", "your", "his", "her", "its", "our", "their", "whose"}
_GENITIVES = {"'s", "’s", "'", "’"}


def _joined(tokens: list[Word]) -> str:
    text = "".join((" " if token.spaced else "") + token.text for token in tokens)
    return text.strip(' ,;:."“”')


def make_phrase(tokens: list[Word], start: int = 0, end: int = 0) -> Phrase | None:
    """Take a noun phrase apart; `None` when nothing but a determiner is left."""
    cut = next((i for i, token in enumerate(tokens) if i and token.text.lower() == "of"), None)
    core, of = (tokens[:cut], _joined(tokens[cut + 1 :])) if cut else (tokens, "")
    links = {"of", "the"}
    proper = cut and all(token.named or token.text.lower() in links for token in tokens[1:])
    proper = proper and core[-1].named
    if proper:
        # "Bank of England", "the University of Oslo": a name, nothing to take apart.
        core, of = [tokens[0], *(replace(one, named=True) for one in tokens[1:])], ""
    genitive = next((i for i in range(len(core) - 1, 0, -1) if core[i].text in _GENITIVES), None)
    owner, determiner = "", ""
    if genitive is not None and genitive < len(core) - 1:
        owner, core = _joined(core[:genitive]), core[genitive + 1 :]
        owner = f"the {owner[4:]}" if owner.startswith("The ") else _OF_SEVERAL.sub("", owner)
    elif core and _DETERMINER.fullmatch(core[0].text) and len(core) > 1:
        determiner, core = core[0].text.lower(), core[1:]
        owner = determiner if determiner in _POSSESSIVE else ""
    if owner and len(core) > 1 and core[0].text == "own":
        core = core[1:]
    if not core or not _joined(core) or (len(core) == 1 and _DETERMINER.fullmatch(core[0].text)):
        return None
    label, core = _label(core) if not of else ("", core)
    base = _joined(core)
    named = core[-1].named
    whole = base if label or (named and not owner) else _whole(base, owner, of, determiner)
    return Phrase(
        name=f"the {base}" if named and not label and determiner == "the" else whole,
        base=base if named else in_small(base),
        head=core[-1].text.lower(),
        named=named and not of,
        owner=re.sub(r"^(?:a|an) ", "", owner),
        of=of,
        label=label,
        determiner=determiner,
        start=start,
        end=end,
    )


def in_small(text: str) -> str:
    """Return a noun in lower case, but "CEO" as it is written."""
    words = text.split(" ")
    return " ".join(w if w.isupper() and w.lower() in _SHORT else w.lower() for w in words)


def _label(core: list[Word]) -> tuple[str, list[Word]]:
    """Split "younger brother Tom" and "French painter Monet" into label and name."""
    first = len(core)
    while first > 0 and core[first - 1].named:
        first -= 1
    before = core[:first]
    if not before or first == len(core) or before[-1].text.lower() in ADJECTIVES:
        return "", core
    if not before[-1].text.isalpha() and "-" not in before[-1].text:
        return "", core
    return _joined(before), core[first:]


def _whole(base: str, owner: str, of: str, determiner: str) -> str:
    text = f"{owner}'s {base}" if owner and owner not in _POSSESSIVE else base
    if owner in _POSSESSIVE or determiner in {"the", "this", "that", "these", "those"}:
        text = f"{owner or determiner} {base}"
    return f"{text} of {of}" if of else text


def adjoins(prep: str, noun: Phrase, place: Phrase) -> bool:
    """Say whether a place belongs to the noun before it: "moved into the home in Lindau"."""
    return prep in {"in", "on", "at", "near", "above"} and 0 < place.start - noun.end <= 14


_ALONG = frozenset(
    {"across", "down", "up", "along", "over", "opposite", "around", "past", "beyond"}
)


def is_distance(prep: str, before: Sequence[Prep]) -> bool:
    """Say whether a "from" says how far off a place is: "across the street from Eva"."""
    return prep == "from" and any(one in _ALONG for one, _ in before)


def firm_places(preps: tuple[Prep, ...]) -> tuple[Prep, ...]:
    """Return places as one would find them: of "on a nail in the woodshed" only the woodshed."""
    done: list[Prep] = []
    for prep, ones in preps:
        first = ones[0]
        last = done[-1] if done and first.pointed and prep != "near" else None
        if last and last[1][-1].determiner in {"a", "an"} and adjoins(prep, last[1][-1], first):
            prep = last[0] if last[0] in {"to", "into", "from"} else prep
            done.pop()
        done.append((prep, ones))
    return tuple(done)


_WHERE = frozenset({"in", "on", "at", "under", "behind", "above", "inside", "near", "below"})


def existing(clause: Clause) -> Clause:
    """Return "there is a key on the hook" as "a key is on the hook"; it says no more than that."""
    places = tuple(
        (prep, governed)
        for prep, governed in clause.preps
        if prep in _WHERE and all(one.pointed for one in governed)
    )
    told = clause.asserted and clause.tense == "present"
    return replace(
        clause, subjects=clause.objects, objects=(), preps=places, asserted=told and bool(places)
    )


def last_phrases(clauses: Sequence[Clause]) -> tuple[Phrase, ...]:
    """Return the list of phrases that was read last; of an apposition, the name."""
    if not clauses:
        return ()
    clause = clauses[-1]
    if clause.verb == "appos":
        return clause.subjects
    groups = [clause.subjects, clause.objects, *(governed for _, governed in clause.preps)]
    return max((group for group in groups if group), key=lambda group: group[-1].end, default=())


_OF_ONE = frozenset({"is", "was", "has"})


def agreeing(subjects: tuple[Phrase, ...], verb: str) -> tuple[Phrase, ...]:
    """Return the subjects; before the verb of one, several are a title: "Peter and the Egg is".

    A title begins with a capital, and with nobody's own: "Ida and her dog was seen" has two.
    """
    title = len(subjects) > 1 and verb in _OF_ONE and subjects[0].named
    if not title or any(one.owner or one.name == "I" for one in subjects):
        return subjects
    *most, last = [one.name for one in subjects]
    name = f"{', '.join(most)} and {last}"
    return (Phrase(name, name, subjects[-1].head, named=True, start=subjects[0].start,
                   end=subjects[-1].end),)  # fmt: skip
