"""Relation phrases as readings: what a verb or noun phrase says, and in which direction.

The same functions read the relations of facts and the verbs of questions, so both meet in one
form. A `Reading` names a meaning (a group of the synonym table, or `~stem` for words outside it)
and the roles of the two ends; two phrases agree when they share a reading.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from clew.minds.english.asking.stems import is_past, stem, stem_set, word_set
from clew.minds.english.asking.synonyms import GROUPS
from clew.minds.english.asking.vocabulary import AUXILIARIES, DETERMINERS, PREPOSITIONS
from clew.minds.english.words.word_lists import section
from clew.text import words

__all__ = ["FAMILY", "LIKE_KIN", "OTHER_ROLES", "Phrase", "Reading", "deed_wished", "is_event",
           "is_going_on", "is_of_old", "noun_readings", "parse_phrase", "readings", "readings_of",
           "wish_for"]  # fmt: skip

_ADVERBS = word_set(
    "now then still already also currently once again never always often later soon just really"
    " very most best originally no longer not even ever today back away together both"
)
LIKE_KIN = stem_set("host work office step foster stage screen tv pretend imaginary honorary")
"""Words before a relative that make another tie of it: the work wife is no wife."""
FAMILY = stem_set(
    "wife husband spouse partner mother father mum mom dad parent brother sister sibling son"
    " daughter child kid aunt uncle grandmother grandfather grandma grandpa family"
)
OTHER_ROLES = stem_set("vice deputy assistant former ex honorary acting")
"""Words that make another role of one: the deputy head is not the head."""
_OF_OLD = stem_set("ex former previous last late prior")
_FIRST = stem_set("first")
_FIRST_OF_SEVERAL = stem_set(
    "husband wife spouse girlfriend boyfriend partner boss landlord landlady teacher employer job"
    " dog cat horse car bike flat house address phone number"
)
"""Of these the first one is followed by another; a first son stays one, a first mayor may."""
_OLD = stem_set("old")
_LEFT_BEHIND = stem_set(section("left_behind"))
"""Who or what is called old is rather one of before: "my old boss"; an old friend is a friend."""
_COPULAS = frozenset(stem(word) for word in ("be", "have", "become", "remain", "get", "used"))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relation phrase taken apart: "was written by" is (writ, by, passive)."""

    head: str
    preposition: str = ""
    passive: bool = False
    extras: frozenset[str] = frozenset()
    """Stems of further content words, such as "older" in "is the older sister of"."""
    attribute: bool = False
    """A noun with its verb, "favourite colour is": the object is the subject's colour."""
    going: bool = False
    """It goes on and need not get done: "is buying" gives nothing to own yet."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A meaning and the roles of subject and object in it; `exact` when not by the table."""

    key: str
    subject: str
    object: str
    exact: bool = False


@lru_cache(maxsize=20_000)
def parse_phrase(text: str) -> Phrase:
    """Take a relation phrase apart.

    >>> parse_phrase("was written by").passive, parse_phrase("is the sister of").head
    (True, 'sister')
    >>> parse_phrase("is in")  # doctest: +NORMALIZE_WHITESPACE
    Phrase(head='be', preposition='in', passive=False, extras=frozenset(), attribute=False,
           going=False)
    """
    names = [word for word in words(text) if word not in _ADVERBS]
    if names[1:2] == ["to"] and len(names) > 2 and (wish := wish_for(names[0], names[2])):
        return Phrase(wish, names[-1] if names[-1] in PREPOSITIONS else "")
    preposition = ""
    if len(names) > 1 and names[-1] in PREPOSITIONS:
        preposition = names.pop()
        while len(names) > 1 and names[-1] in PREPOSITIONS:  # "up in", "next to", "out of"
            preposition = names.pop() if names[-1] == "next" else preposition
            if names[-1] in PREPOSITIONS and len(names) > 1:
                names.pop()
    content = [word for word in names if word not in AUXILIARIES | DETERMINERS]
    content = [word for word in content if word not in PREPOSITIONS or len(content) == 1]
    if not content:
        bare = [word for word in names if word not in DETERMINERS and word != "to"]
        return Phrase(stem(bare[-1]) if bare else "", preposition)
    if stem(names[-1]) == "be" and names[-2:-1] == content[-1:]:
        extras = frozenset(stem(word) for word in content[:-1])
        return Phrase(stem(content[-1]), "", extras=extras, attribute=True)
    head = content[-1] if _closing_head(names, content) else content[0]
    be = any(stem(word) == "be" for word in names)
    nominal = any(word in DETERMINERS for word in names)
    passive = be and not nominal and _is_participle(head)
    others = content[:-1] if head == content[-1] else content[1:]
    extras = frozenset(stem(word) for word in others)
    return Phrase(stem(head), preposition, passive, extras, going=be and is_going_on(text))


def wish_for(verb: str, deed: str) -> str:
    """Return the head of "wants to buy", which is no buying; empty if the verb is no wish.

    >>> wish_for("wants", "buy"), wish_for("used", "live")
    ('want to buy', '')
    """
    return f"{stem(verb)} to {stem(deed)}" if stem(verb) in _WISHES else ""


def deed_wished(relation: str) -> str:
    """Return the stem of what a relation says to be wished or due; empty if it is something else.

    >>> deed_wished("wants to move to"), deed_wished("decided to sell"), deed_wished("moved to")
    ('mov', 'sel', '')
    """
    return parse_phrase(relation).head.partition(" to ")[2]


_WISHES = stem_set(
    "want plan hope intend decide have need try attempt aim refuse agree promise offer wish expect"
    " prepare ask seek fail threaten"
)
"""Verbs in front of a deed that need not have been done."""


def is_going_on(relation: str) -> bool:
    """Tell whether a relation is of a deed that need not have been finished.

    >>> is_going_on("is building"), is_going_on("is in"), is_going_on("built")
    (True, False, False)
    """
    first, _, rest = relation.partition(" ")
    return first in _BEING and rest.partition(" ")[0].endswith("ing")


_BEING = frozenset({"is", "are", "was", "were", "am"})


def _closing_head(names: list[str], content: list[str]) -> bool:
    """Tell whether the last content word carries the meaning.

    It does in "is the director of", "started working at", "decided to move to"; not in a verb
    with its object, "bought a kayak from".
    """
    copula = stem(names[0]) in _COPULAS or names[0] in AUXILIARIES or names[0] in DETERMINERS
    chain = content[-1].endswith("ing") or names[names.index(content[-1]) - 1] == "to"
    return copula or chain or names[0] not in content


def _is_participle(word: str) -> bool:
    return is_past(word) or word.endswith("en") or word in {"made", "put", "set", "cut", "read"}


def readings(relation: str) -> tuple[Reading, ...]:
    """Return what a relation phrase may mean, the literal reading first.

    >>> [reading.key for reading in readings("is employed by")]
    ['~employ', 'work']
    """
    return readings_of(parse_phrase(relation))


@lru_cache(maxsize=20_000)
def readings_of(phrase: Phrase) -> tuple[Reading, ...]:
    """Return what a phrase may mean, the literal reading first, then those of the table."""
    table, nouns = _build()
    if phrase.attribute:
        found = (Reading(f"~{phrase.head}", "agent", "of", exact=True), *nouns.get(phrase.head, ()))
        return tuple(Reading(one.key, one.object, one.subject, one.exact) for one in found)
    if phrase.passive:
        roles = ("patient", "agent" if phrase.preposition == "by" else phrase.preposition)
    else:
        roles = ("agent", phrase.preposition or "patient")
    literal = Reading(f"~{phrase.head}", *roles, exact=True)
    key = (phrase.head, phrase.preposition, phrase.passive)
    listed = table.get((*key, phrase.extras)) or table.get((*key, _NONE), ())
    if phrase.extras & LIKE_KIN and phrase.head in FAMILY:
        return (literal,)  # a host mother is no parent
    if phrase.going:
        listed = tuple(one for one in listed if one.key != "own")
    return (literal, *listed)


@lru_cache(maxsize=20_000)
def noun_readings(noun: str) -> tuple[Reading, ...]:
    """Return what "the `noun` of X" may mean, with the wanted end as `subject`, X as `object`."""
    head = stem(words(noun)[-1]) if words(noun) else ""
    literal = Reading(f"~{head}", "agent", "of", exact=True)
    return (literal, *_build()[1].get(head, ()))


@lru_cache(maxsize=20_000)
def is_event(relation: str) -> bool:
    """Tell whether a relation names something that happened, not a state that lasts.

    >>> is_event("bought"), is_event("was built in"), is_event("was the director of")
    (True, True, False)
    """
    names = [word for word in words(relation) if word not in _ADVERBS]
    if not names:
        return False
    if names[0] in {"was", "were"}:
        return parse_phrase(relation).passive
    return is_past(names[0]) and names[0] not in {"had", "used"}


def is_of_old(relation: str, asked: str) -> bool:
    """Tell whether a relation tells of what was before, and a question does not say so.

    >>> is_of_old("is the previous landlord of", "Who is Anna's landlord?")
    True
    >>> is_of_old("is the previous landlord of", "Who is Anna's previous landlord?")
    False
    """
    phrase = parse_phrase(relation)
    return bool(_of_old(phrase) - stem_set(" ".join(words(asked))))


def _of_old(phrase: Phrase) -> frozenset[str]:
    told = _OF_OLD
    if phrase.head in _FIRST_OF_SEVERAL and len(phrase.extras) == 1:
        told |= _FIRST
    if phrase.head in _LEFT_BEHIND:
        told |= _OLD
    return phrase.extras & told


_NONE: frozenset[str] = frozenset()
_Key: TypeAlias = tuple[str, str, bool, frozenset[str]]


@cache
def _build() -> tuple[dict[_Key, tuple[Reading, ...]], dict[str, tuple[Reading, ...]]]:
    """Return the readings of phrases and of nouns; made when first asked, not at import."""
    table: dict[_Key, tuple[Reading, ...]] = {}
    nouns: dict[str, tuple[Reading, ...]] = {}

    def add(text: str, *found: Reading) -> None:
        phrase = parse_phrase(text)
        key = (phrase.head, phrase.preposition, phrase.passive, phrase.extras)
        table[key] = tuple(dict.fromkeys((*table.get(key, ()), *found)))

    def add_noun(noun: str, *found: Reading) -> None:
        head = stem(words(noun)[-1])
        nouns[head] = tuple(dict.fromkeys((*nouns.get(head, ()), *found)))

    for group in GROUPS:
        forward, backward = Reading(group.name, "s", "o"), Reading(group.name, "o", "s")
        ahead = (forward, backward) if group.symmetric else (forward,)
        behind = (backward, forward) if group.symmetric else (backward,)
        for text in group.forward:
            add(text, *ahead)
        for text in group.backward:
            add(text, *behind)
        for noun in group.subject_nouns:
            for preposition in ("of", "at", "to", "in"):
                add(f"is the {noun} {preposition}", *ahead)
            add(f"has the {noun}", *behind)
            add_noun(noun, *ahead)
        for noun in group.object_nouns:
            add(f"is the {noun} of", *behind)
            add(f"has the {noun}", *ahead)
            add_noun(noun, *behind)
    return table, nouns
