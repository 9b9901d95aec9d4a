"""People that a sentence tells of without a name: with one of them, a pronoun may mean two.

"My father", "Dad's boss", "a nurse": who comes next as "he" or "she" may be one of these.
"""

import re
from collections.abc import Sequence

from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.words.lexicon import KIN, OFFICES, singular_noun
from clew.minds.english.words.people import FEMALE_WORDS, MALE_WORDS
from clew.minds.english.words.person_nouns import PETS, is_person_noun
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["FAMILY", "copula_subject", "doer", "family_heard", "nameless_people", "names_given",
           "of_speaker", "offers_thing", "relative_told"]  # fmt: skip

FAMILY = {
    **dict.fromkeys(("Dad", "Daddy", "Grandpa", "Grandad", "Granddad"), "m"),
    **dict.fromkeys(("Mum", "Mom", "Mummy", "Mommy", "Grandma", "Granny", "Gran", "Nana"), "f"),
}
"""What one calls one's own: a name in one family."""
_ONES_OWN = Regex(
    r"(?<![\w’'-])(?<!['’]s )(?<!\bmy )(?<!\b[Mm]y )(?<!\bhis )(?<!\bher )(?<!\b[Oo]ur )"
    rf"(?:{'|'.join(FAMILY)})(?=['’]s |[ .;:)]|$)(?! [A-Z])"
)
_POINTED = Regex(r"\b(?:the|an?|my|his|her|their|our|this|\w+['’]s) (\w+)")
_NOBODY = frozenset("capital headquarters head chair model guide guard police".split())  # noqa: SIM905
_SOMEBODY = (KIN - PETS) | ((OFFICES | word_list("somebody") | word_list("jobs")) - _NOBODY)
"""Nouns that mean one person: not a head, nor a family."""
_PRONOUNS = frozenset({"he", "him", "she", "her"})


_HEARD = Regex(rf"^({'|'.join(FAMILY)}): ", re.MULTILINE)
"""Where somebody speaks who is called so."""


def family_heard(texts: Sequence[str]) -> frozenset[str]:
    """Return who of a family speaks in some texts: "Mum: I am late."."""
    return frozenset(found[1] for text in texts for found in _HEARD.finditer(text))


def of_speaker(said: str, speaker: str, heard: frozenset[str] = frozenset()) -> str:
    """Return what somebody says with their own family told apart from others'.

    Whoever is `heard` to speak by such a name is meant by it.

    >>> of_speaker("Mum lives in Cork.", "Nora"), of_speaker("Mum, I am late.", "Nora")
    ("Nora's mum lives in Cork.", 'Mum, I am late.')
    """
    if speaker in {"", *FAMILY}:
        return said
    return _ONES_OWN.sub(
        lambda found: found[0] if found[0] in heard else f"{speaker}'s {found[0].lower()}", said
    )


def nameless_people(clauses: Sequence[Clause]) -> list[str]:
    """Return the genders of the people told of without a name.

    "?" is somebody of an unknown one who acts or is acted on, "~" one told of by the way.
    """
    told = [each for clause in clauses if clause.verb != "appos" for each in _told(clause)]
    found = {_gender_of(noun) or ("?" if near else "~") for noun, near in told if _is_one(noun)}
    return [sex for sex in ("m", "f", "?", "~") if sex in found]


def relative_told(clauses: Sequence[Clause]) -> str:
    """Return the subject of a sentence if it is somebody's, like "my father", and has no name.

    Nobody else without a name may be told of, and only one may be the subject.
    """
    first = clauses[0].subjects if clauses else ()
    told = {noun for clause in clauses for noun, _ in _told(clause) if _is_one(noun)}
    told |= {one.head for clause in clauses for one in clause.phrases} & PETS
    own = len(first) == 1 and first[0].owner != "" and not first[0].named
    return first[0].name if own and told == {first[0].head} else ""


def _told(clause: Clause) -> list[tuple[str, bool]]:
    """Return the nouns of a clause that may mean somebody: not what it says somebody is."""
    near = [] if clause.subjects and names_given(clause) else [*clause.subjects]
    near += [*clause.receiver, *(clause.objects if clause.verb not in {"be", "become"} else ())]
    aside = [one for prep, one in clause.complements if prep != "as"]
    whose = [text for one in clause.phrases for text in (one.owner, one.of) if " " in text]
    nouns = [(one.head, one in near) for one in (*near, *aside) if not one.named]
    return [*nouns, *((text.rpartition(" ")[2], False) for text in whose)]


def _gender_of(noun: str) -> str:
    return "m" if noun in MALE_WORDS else "f" if noun in FEMALE_WORDS else ""


def _is_one(noun: str) -> bool:
    """Say whether a noun is somebody: "brother", "nurse"; not "nurses", nor "Dad", a name."""
    if noun in MALE_WORDS | FEMALE_WORDS:
        return noun not in _PRONOUNS
    return noun in _SOMEBODY and noun == singular_noun(noun)


def names_given(clause: Clause) -> list[Phrase]:
    """Return the name in "Ruth's husband is called Pieter" and "our baker is Simone"."""
    naming = clause.verb in {"be", "call", "name"} and not clause.subjects[0].named
    return [one for one in clause.objects[:1] if naming and one.named]


def offers_thing(before: str) -> bool:
    """Say whether a sentence has named a thing so far: "a beekeeper" is none."""
    return any(not is_person_noun(found[1]) for found in _POINTED.finditer(before.lower()))


_COPULA = Regex(
    r"(?:^|, |; )([^\W\d_][\w’'-]*(?: [^\W\d_][\w’'-]*){0,2})"
    r" (?:is|was|became|remains|has been)(?: (?:also|now|still|once|then))? $"
)


def copula_subject(before: str) -> str:
    """Return Joost from "Joost is " (his best friend), else an empty text."""
    found = _COPULA.search(before)
    return found[1] if found and found[1][:1].isupper() else ""


_DOER = Regex(
    r"(?:^|[ (\"“])((?:[A-Z][\w-]+ ?)+)(?: (?!and\b|or\b|but\b|that\b|who\b)[a-z]+){1,2} $"
)


def doer(before: str) -> str:
    """Return Hugh from "Hugh met " (him): he did not meet himself."""
    found = _DOER.search(before)
    return found[1].strip() if found else ""
