"""Pronouns and the words around them: what may stand behind "her", how "I am" becomes "Ida is"."""

import re
from collections.abc import Container, Sequence

from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.words.lexicon import ADVERBS, PREPOSITIONS, VERBS, singular_verb
from clew.minds.english.words.people import CAPITAL, NOBODY
from clew.minds.english.words.person_nouns import is_person_word
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["EXPLETIVE", "OF_THINGS", "PLACED", "PLACING", "SPOKEN", "WORD", "capital_as",
           "definite", "first_person", "is_no_thing", "paired", "possesses",
           "things_of"]  # fmt: skip

WORD = Regex(r"[^\W_]+(?:[-.][^\W_]+)*|['’][a-z]+")
_AGREE = {"am": "is", "'m": " is", "’m": " is", "are": "is", "'re": " is", "’re": " is",
          "have": "has", "'ve": " has", "’ve": " has", "do": "does", "don't": "doesn't",
          "don’t": "doesn't", "aren't": "isn't", "haven't": "hasn't", "were": "was"}  # fmt: skip
_AFTER_I = Regex(
    r"(['’](?:m|ve|re)\b| +(?:(?:really|also|just|always|often|still|now|never|usually|only|even"
    r"|actually|absolutely|currently|recently) +)?)([\w'’]*)"
)
PLACING = frozenset({"in", "at", "to", "into", "near", "from", "on", "through", "towards"})
"""What stands behind one of these is a place rather than a person."""
PLACED = Regex(rf"\b(?:{'|'.join(sorted(PLACING))}) $")
OF_THINGS = Regex(r"\b(?:[Tt]he|St\.?|Saint) $")
"""What stands before the name of a ship or a church rather than a person's."""
_PAIR = Regex(
    rf"(?:(?:Today|Yesterday|Tomorrow|Then|So|Now|Later|Once|And|But),? )?"
    rf"(?P<name>{CAPITAL}[\w'’-]*(?: {CAPITAL}[\w'’-]*){{0,3}}) and "
)
SPOKEN = frozenset(("i", "me", "my", "mine", "you", "your", "yours", "we", "us", "our", "ours"))
_NOT_AFTER_POSSESSIVE = PREPOSITIONS | ADVERBS | word_list("not_after_possessive")
EXPLETIVE = Regex(
    r" ?(?:is|was|'s|’s|has been|will be|became|becomes|seems?|seemed|appears?|turned out|turns out"
    r"|takes?|took|rains?|rained|snowed|rained|is said|happened)\b"
    r"(?: (?:not|very|quite|also|now|so|too|more|clear|easy|hard|difficult|important|possible"
    r"|impossible|likely|true|late|early|raining|snowing|cold|hot|dark|time|said|known|believed"
    r"|reported|in|on|only|a (?:pity|shame|fact|pleasure)|that|as|to|out|the|because|about|for"
    r"|\d+))*"
    r"(?: (?:that|to|who|when|for|if|raining|snowing|dark|late|cold|time|as if)\b|[.!,])"
    r"|(?: is| was|['’]s)(?: only)? the (?:first|second|third|fourth|fifth|last|only|\d+th)"
    r" (?:time\b|(?:[a-z-]+ ){1,4}(?:since|so far|in a row|this (?:week|month|year)"
    r"|in (?:[\w-]+ ){1,2}(?:days|weeks|months|years))\b)"
    r"|(?: is| was|['’]s)(?: not|n['’]t)? [A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2} (?:who|that)\b"
)


_NO_THINGS = word_list("no_things")
_LEAVING = Regex(r"\b(?:leav(?:e|es|ing)|left) $")


def is_no_thing(phrase: Phrase) -> bool:
    """Say whether "it" cannot mean a noun phrase: a person, "the difference", "a chance"."""
    return phrase.head in _NO_THINGS or is_person_word(phrase)


def possesses(after: str) -> bool:
    """Say whether "her" owns what follows: "her brother" does, "her and" does not."""
    following = re.match(r" +([\w'’-]+)", after)
    return following is not None and following[1].lower() not in _NOT_AFTER_POSSESSIVE


def paired(before: str) -> str:
    """Return who opens a sentence before a "her" that is of nobody else: "Gita and her brother".

    >>> paired("Gita Rao and "), paired("Eva met Gita and ")
    ('Gita Rao', '')
    """
    found = _PAIR.fullmatch(before)
    return found["name"] if found else ""


def definite(phrase: Phrase) -> str:
    """Return the name that points at a thing told of before: "the car" for "a car"."""
    if phrase.named or phrase.owner or phrase.name.lower().startswith("the "):
        return phrase.name
    return f"the {phrase.name.removeprefix('this ').removeprefix('that ')}"


def _agreed_with(verb: str) -> str:
    """Return the verb of "I" or "you" as a name takes it: "am" as "is"."""
    low = verb.lower()
    if low in _AGREE:
        return _AGREE[low]
    lemma, forms = VERBS.get(low, ("", ""))
    return singular_verb(lemma) if "b" in forms and "d" not in forms else verb


def capital_as(text: str, original: str) -> str:
    """Return the text with a capital first where the original has one."""
    return text[:1].upper() + text[1:] if original[:1].isupper() else text


def first_person(
    name: str, low: str, found: re.Match[str], after: str, sentence: str
) -> tuple[str, str, int]:
    """Return (name, what stands for "I", "my" or "you", end of what it replaces)."""
    if low in {"my", "your", "our"}:
        return name, f"{name}'s", found.end()
    if low in {"mine", "yours", "ours"}:
        of = sentence[: found.start()].rstrip().endswith(" of")
        return name, name if of else f"owned by {name}", found.end()
    if low == "us" and _LEAVING.search(sentence, max(0, found.start() - 10), found.start()):
        return name, found[0], found.end()  # who "is leaving us" leaves a firm, or a team
    if low not in {"i", "you", "we"}:
        return name, name, found.end()
    verb = _AFTER_I.match(after)
    if verb is None:
        return name, name, found.end()
    if verb[1][0] in "'’":
        return name, name + _AGREE[verb[1]], found.end() + len(verb[1])
    if low == "you" and sentence[: found.start()].rstrip().endswith(("to", "for", "with")):
        return name, name, found.end()
    agreed = _agreed_with(verb[2])
    return name, f"{name}{verb[1]}{agreed}", found.end() + len(verb[0])


def things_of(
    main: Sequence[Clause], before: Sequence[str], people: Container[Phrase]
) -> list[str]:
    """Return what "it" may mean next: subjects and objects that are things, in the singular.

    Args:
        main: the clauses of a sentence that tell of something.
        before: what "it" could mean in them.
        people: their phrases that are people's.
    """
    found: dict[str, None] = {}
    for clause in main:
        if any(one.name.lower() == "it" for one in clause.subjects):
            return []  # what "it" was is not known, and may be meant again
        kept = clause.objects if clause.verb not in {"be", "appos"} else ()
        for phrase in (*clause.subjects, *kept):
            pointed = phrase.named or phrase.determiner or phrase.owner
            several = phrase.head.endswith("s") and not phrase.head.endswith("ss")
            personal = phrase in people or phrase.name.lower() in NOBODY
            personal |= not phrase.named and is_no_thing(phrase)
            if pointed and not personal and (phrase.named or not several):
                found[definite(phrase)] = None
    owners = {one.owner for clause in main for _, one in clause.complements if found}
    told = [one for one in before if {one, "its"} & owners and one not in found]
    return [*found, *told] if told or "its" not in owners else []
