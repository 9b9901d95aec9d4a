"""Whether a careful reader would write a triple down: both names name, the relation reads."""

import re

from clew.minds.english.parsing.appositions import is_rank
from clew.minds.english.parsing.clause_types import EMPTY, Triple
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    KIN,
    MEASURES,
    PREPOSITIONS,
    VERBS,
    singular_noun,
)
from clew.minds.english.words.people import THINGS, gender_of
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import word_list, word_table
from clew.regex import Regex

__all__ = ["is_sound"]


def _each(nouns: str) -> frozenset[str]:
    """Return the nouns of a line as `_is_deed` compares them."""
    return frozenset(map(singular_noun, nouns.split()))


_POSSESSIVE = Regex(r"(?:our|your|his|her|its|their|whose|this|that|these|those) ")
_NO_NAMES = word_list("no_names")
"""Times, orders and counts, which name nothing by themselves."""
_NTH = Regex(r"\d+(?:st|nd|rd|th)")
_PRONOUN = Regex(
    r"\b(?:he|she|it|they|them|him|her|his|its|their|us|we|me|you|your|our|which|who|what|that|there)\b"
)
_LOOSE_OF = Regex(r"(?!is |was |are |were |has a )\w+ .*\bof|(?!consists|dies|died|is|was)\w+ of")
_EMPTY_VERBS = word_list("empty_verbs")
"""Verbs that say little without the rest of their sentence."""
_DEEDS = {verb: _each(nouns) for verb, nouns in word_table("deeds_of_people").items()}
"""Those that are deeds where a person does them to a thing: "took the train", not "took part"."""
_DEEDS_WITH = {verb: _each(nouns) for verb, nouns in word_table("deeds_with").items()}
"""Those that are so with few things: "got a promotion"."""
_FOUND_SO = ADJECTIVES | {"asleep", "awake", "alone", "dead", "gone", "boring"}
_ON_PEOPLE = frozenset({"called", "calls"})
"""Those that are so where they are done to people: "called it a lie" calls nobody."""
_NUMBERED = Regex(r"(?:^is|^was|\b(?:in|on|is|since|until|by|at|costs|weighs))$")
"""Relations whose object may be a bare number."""
_QUALITIES = ADJECTIVES - word_list("also_things")
"""Adjectives, without those that a thing may be called by: "has a cold", "writes for a weekly"."""
_OF_DOING = Regex(r"\bof ([a-z]+ing)\b")
"""Says what is done: "the importance of relying on others"."""
_CLEAR_WITH = frozenset({"to", "from", "place on", "place in", "place at"})
_OF_PEOPLE = Regex(
    r"(?:works|worked) (?:at|as|for|in|with)|(?:studies|studied)\b.*|attends|is married to"
)
"""What only people do: a bus that stops at a school does not work or study there."""
_FOLK = word_list("folk")


def is_sound(triple: Triple) -> bool:
    """Say whether both ends name something and the relation can be read without its sentence.

    >>> is_sound(Triple("Anna", "lives in", "Oslo")), is_sound(Triple("4", "was caught in", "May"))
    (True, False)
    """
    if any(one.count('"') % 2 for one in (triple.subject, triple.object)):
        return False  # half of what was quoted
    if triple.object in _DIRECTIONS or _PRIZE.match(triple.subject) or _is_trade(triple.subject):
        return False
    if triple.relation == "is" and _CUT.match(triple.object):
        return False
    nameless = triple.object.islower() and is_person_noun(triple.object)
    if is_kinship(triple.relation) and (nameless or is_rank(triple.subject)):
        return False  # "the father of naturalist", who has a name
    named = triple.subject == "we" or _names(triple.subject)  # those who write a note
    if not (named and re.search(r"[^\W\d_]{2}|^I$", triple.subject)):
        return False
    if _is_of_itself(triple):
        return False
    if _is_cut_quality(triple):
        return False
    if triple.object.isdigit() and not _NUMBERED.search(triple.relation):
        return False
    if _OF_PEOPLE.fullmatch(triple.relation) and not _may_be_person(triple.subject):
        return False
    return _names(triple.object) and (_reads(triple.relation) or _is_deed(triple))


_DIRECTIONS = word_list("directions")
_PRIZE = Regex(r"(?:Best|Most|Outstanding) [A-Z]\w+(?: [A-Z]\w+)?$")
"""What somebody won is nobody: "Best Actor"."""
_CUT = Regex(r"(?:year|season|generation|term|grade|division|class) [a-z]")
"""What "a second year student" leaves without its number."""
_PLACED = Regex(r" (?:in|at|on|from|to|of|near)$")
"""The University of Oslo may be in Oslo."""


_OF_QUALITY = Regex(
    r"(?:is|was|are|were|looks?|feels?|felt|seems?|becomes?|became|likes?|loves?|prefers?|hates?|dislikes?"
    r"|wears?|wore|painted|dyed|turned|remains?|stays?|stayed|goes|went|gets|got|[\w ]+ is)\b"
)
"""Relations whose object may be a quality."""


_BEHIND = Regex(r"\b(?:by|with|from|for|as|to|at|into)$")
_DONE = Regex(r"(?!hund)[a-z]{3,}(?<!e)ed")
_MOST = Regex(r".*(?:['’]s|['’]) (?:[a-z]+ )?(?:most|best|worst|([a-z]+?)(?:e?st))")


def _is_cut_quality(triple: Triple) -> bool:
    """Say whether only a quality was read of an object: "served as political", "cut from mapped".

    "Has a primary and a secondary school" is about a school, and "the world's largest" lacks what
    it is the largest of.
    """
    thing = triple.object
    if thing.lower() in _QUALITIES and not _OF_QUALITY.match(triple.relation):
        return True
    if (most := _MOST.fullmatch(thing)) and not thing.endswith("s"):
        stem = most[1] or ""
        return not stem or not ADJECTIVES.isdisjoint({stem, f"{stem}e", f"{stem[:-1]}y", stem[:-1]})
    if thing.rpartition(" of ")[2] in ADJECTIVES and " of " in thing:
        return True  # "a handful of political", losses
    if " " in thing or not _BEHIND.search(triple.relation):
        return False
    return thing in _QUALITIES or _DONE.fullmatch(thing) is not None


_KIN_OF = Regex(rf"is (?:an?|the) (?:[\w-]+ )*(?:{'|'.join(sorted(KIN))}) of")


def is_kinship(relation: str) -> bool:
    """Say whether a relation is one of kin: "is the elder sister of"."""
    return _KIN_OF.fullmatch(relation) is not None


def _is_of_itself(triple: Triple) -> bool:
    """Say whether both ends may be one: "Tom Reed met Reed", also "Tom Reed met Reed in Voss"."""
    said = triple.relation.partition(" ")[2].rpartition(" ")[0]
    alike = _is_part(triple.subject, triple.object) or _is_part(triple.object, triple.subject)
    return _is_part(said, triple.subject) or (alike and not _PLACED.search(triple.relation))


def _is_trade(name: str) -> bool:
    """Say whether a name in capitals is what somebody does: "Political Scientist"."""
    first, _, last = name.partition(" ")
    titled = first.istitle() and last.istitle()
    return titled and first.lower() in ADJECTIVES and is_person_noun(last.lower())


def _is_part(name: str, whole: str) -> bool:
    """Say whether a name is the end of another, and so may be the same: "Hill" of "Ida Hill".

    A thing is another one: "Rosa owns Cafe Rosa".
    """
    is_thing = whole.partition(" ")[0].lower() in THINGS
    return not is_thing and name[:1].isupper() and whole.endswith(f" {name}") and whole[0].isupper()


def _may_be_person(name: str) -> bool:
    """Say whether a name may be that of a person or of people: "the cook" is, "the van" is not."""
    last = name.partition(" (")[0].rpartition(" ")[2]
    low = singular_noun(last.lower())
    if last[:1].isupper():
        return low not in THINGS and (not name.startswith("the ") or last.endswith("s"))
    return low in _FOLK or is_person_noun(low)


def _names(name: str) -> bool:
    low = name.lower()
    head = low.rpartition(" ")[2]
    bare = low.removeprefix("the ")
    if name == "IT":
        return True  # a trade, no pronoun
    if {low, bare} & (EMPTY | _NO_NAMES) or _NTH.fullmatch(bare):
        return False
    letter = len(low) == 1 and low.isalpha() and low != "i"
    cut = low.endswith(("'s", "’s", "s'", "s’"))  # "Lund's", of "Lund's song"
    if letter or cut or low.startswith("other "):
        return False
    if head in {"one", "ones"} or (head in MEASURES and not low[0].isdigit()):
        return False
    if _POSSESSIVE.match(low) or _PRONOUN.search(name) or name.startswith(("a ", "an ", "some ")):
        return False
    doing = _OF_DOING.search(low)
    return doing is None or "g" not in VERBS.get(doing[1], ("", ""))[1]


def _is_deed(triple: Triple) -> bool:
    """Say whether somebody with a name did something to a thing: "Mia takes aspirin"."""
    verb, *rest = triple.relation.split(" ")
    doer = triple.subject.partition(" ")[0]
    if not (doer in {"I", "we"} or gender_of(doer)) or _PRONOUN.search(triple.relation):
        return False
    if rest and rest[0] in PREPOSITIONS and rest[:-1] != ["to"]:  # but "wants to buy"
        return False  # "started at the clinic"
    told = {singular_noun(one.lower()) for one in (*rest, *triple.object.split(" "))}
    if verb in _ON_PEOPLE:
        return gender_of(triple.object.partition(" ")[0]) != "" or any(map(is_person_noun, told))
    first, last = triple.object.partition(" ")[0], triple.object.rpartition(" ")[2]
    if verb in {"takes", "took"} and (gender_of(first) or any(map(is_person_noun, told))):
        return False  # "took Tom for a fool", "took the kids to a show"
    if verb in {"found", "finds"} and last in _FOUND_SO:
        return False  # "found Tom asleep", "found the film boring"
    idle, few = _DEEDS.get(verb), _DEEDS_WITH.get(verb, frozenset())
    return bool(told & few) or (idle is not None and idle.isdisjoint(told))


def _reads(relation: str) -> bool:
    verb, _, rest = relation.partition(" ")
    if verb in _EMPTY_VERBS and rest not in _CLEAR_WITH:
        return False
    return not _PRONOUN.search(relation) and not _LOOSE_OF.fullmatch(relation)
