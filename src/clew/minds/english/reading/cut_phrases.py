"""Phrases that the parser cut wrongly: "flight" of "flight testing", "the team in Oslo".

What stands right behind a phrase shows it. Half a phrase is no thing, so no fact is made of it.
"""

from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Phrase, adjoins
from clew.minds.english.reading.misread.misread_parts import KINDS
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    VERBS,
    is_quality,
)
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import is_person_word
from clew.minds.english.words.quantities import NUMBERS, is_counted
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["leads_part", "with_place", "without_cut", "without_likeness"]

_LEADING = frozenset({"lead", "head", "chair", "manage", "run", "direct"})

_DOING = Regex(r" ([a-z]+ing)\b(?: ([a-z]+)\b|(?=[.,;]|$))")
_FIRMS = THINGS | word_list("employers")
_MADE_BY = Regex(r" [a-z]+ing by [A-Z]")
_NO_NOUN = DETERMINERS | (PREPOSITIONS - {"of"}) | PRONOUNS | {"that", "to", "how", "and", "or"}
_TELLING = word_list("telling_of_nouns")
"""What a noun does behind which one may stand: "a firm selling shoes"."""
_COMPARED = Regex(r"\b(?:more|fewer|less|too|so)(?: many| much)? $")
_THAN_OTHER = Regex(
    r" (?:more|less|fewer|extra|(?:long|old|young|tall|short|heavi|light|cheap|dear|earli|lat|high"
    r"|low|deep|wid|larg|bigg|small|fast|slow)er)\b"
)
_SOME = Regex(r"\b(?:most|some|half|much|many|few|part|more|several|none|both|all) of $")
"""How much of it: "burned most of her letters", which is not to burn "after her death"."""
_NEAR = 16
"""So many characters before a phrase these words may begin."""
_NAME_BEHIND = Regex(r" (?:and|&) [A-Z](?=[a-z]+ [A-Z])")
"""What may be the rest of a name: "the Rock" before "and Roll Hall"."""
_BORN = Regex(r"[ -]born\b")
_TWO = Regex(r" and (?!other\b)[a-z-]+ ([a-z-]+)")
_BEHIND = Regex(r" ([a-z][a-z’'-]+)\b(?: ([a-z][a-z’'-]+)\b)?")
_NO_PART = frozenset(
    {"of", *_NO_NOUN, *ADVERBS, *SUBORDINATORS, *NUMBERS, *ADJECTIVES, *AUXILIARIES}
) | word_list("behind_nouns")
"""What stands behind a whole noun phrase, and is no part of it."""


def without_cut(clause: Clause, sentence: str) -> Clause:
    """Return a clause without the phrases of which only a part was read.

    A clause that loses all its objects claims nothing.
    """
    objects = tuple(one for one in clause.objects if not _is_cut(one, clause, sentence))
    preps = tuple(
        (prep, whole)
        for prep, ones in clause.preps
        if (whole := tuple(one for one in ones if not _is_cut(one, clause, sentence)))
    )
    lost = bool(clause.objects) and not objects
    lost = lost or (bool(clause.preps) and not (preps or clause.objects))
    lost = lost or any(
        prep == "of" and _SOME.search(sentence, max(ones[0].start - _NEAR, 0), ones[0].start)
        for prep, ones in clause.preps
    )
    lost = lost or any(
        _is_half_a_name(one, clause, sentence) for one in clause.subjects if one.named
    )
    acts = (one for one in clause.subjects if not one.named and 0 <= one.end < clause.start)
    lost = lost or any(_before_doing(sentence[one.end : one.end + 60]) for one in acts)
    return replace(clause, objects=objects, preps=preps, asserted=clause.asserted and not lost)


def _is_cut(phrase: Phrase, clause: Clause, sentence: str) -> bool:
    if phrase.end <= phrase.start:
        return False
    if _is_half_a_name(phrase, clause, sentence):
        return True
    if phrase.named:
        return False
    if _COMPARED.search(sentence, max(phrase.start - _NEAR, 0), phrase.start):
        return True  # "had more men" than another
    behind, pointed = sentence[phrase.end : phrase.end + 60], phrase.determiner or phrase.owner
    if is_counted(phrase.name) and _THAN_OTHER.match(behind):
        return True  # "weighs 10 kg more"
    return (
        _before_doing(behind, alone=not pointed)
        or _is_half(phrase, clause, behind)
        or _goes_on(phrase, clause, behind)
    )


def _before_doing(behind: str, *, alone: bool = True) -> bool:
    """Say whether "testing" follows "conducted flight": a noun, nothing that a flight does.

    Unless it may end there `alone`, it is what somebody did: "broke his arm skiing".
    """
    found = _DOING.match(behind)
    if found and (found[2] in _FIRMS or _MADE_BY.match(behind)):
        return True  # "a furniture making firm", "an oil painting by Ida"
    if found is None or found[1] in _TELLING or not (found[2] or alone):
        return False
    return found[2] not in _NO_NOUN


def _is_half_a_name(phrase: Phrase, clause: Clause, sentence: str) -> bool:
    """Say whether half a name was read: "Norland" of "the Norland/Voss border".

    So is "Irish" of "an Irish born man" and "Rock" of "the Rock and Roll Hall".
    """
    more = phrase.determiner == "the" and _NAME_BEHIND.match(sentence, phrase.end)
    if more and more.end() - 1 not in {one.start for one in clause.phrases}:
        return True
    if is_person_word(phrase):
        return False
    if _BORN.match(sentence, phrase.end):
        return clause.verb in {"be", "appos"}
    return sentence.startswith("/", phrase.end)


def _goes_on(phrase: Phrase, clause: Clause, behind: str) -> bool:
    """Say whether a noun that is not known follows: "split sundae" behind "the banana"."""
    found = _BEHIND.match(behind)
    if found is None or phrase.start < clause.start:
        return False  # "the lamp", which a later "it" means, stands before its verb
    word, more = found.groups()
    if word in _NO_PART or word.endswith("ly"):
        return False
    if word.endswith("ing"):
        return is_quality(phrase.head) and word not in _TELLING
    if more == "ago":
        return False  # "mended the boat years ago"
    alone = more is None or more in _NO_PART or more.endswith("ly")
    if word.endswith("ed") or "n" in VERBS.get(word, ("", ""))[1]:
        return not alone  # "formatted radio station", but "published yesterday"
    return not alone if word in VERBS and clause.verb == "be" else word not in VERBS


def _is_half(phrase: Phrase, clause: Clause, behind: str) -> bool:
    """Say whether "and gritty tone" follows "the fluid": two words for one tone."""
    two = _TWO.match(behind)
    if (
        two is None
        or two[1] in _NO_NOUN | {"of"}
        or (two[1] in VERBS and not two[1].endswith("ing"))
        or (" " in phrase.base and not _shares_noun(phrase, clause, two[1]))
        or phrase.of
    ):
        return False
    if is_person_word(phrase):
        return False
    one = phrase.determiner in {"a", "an"}
    if one and (phrase.head in ADJECTIVES or phrase.head.endswith("ing")):
        return True  # "an amazing and emotional wedding"
    quality = is_quality(phrase.head) or (one and clause.verb == "be")
    return quality and phrase.head not in THINGS | ADJECTIVES


def _shares_noun(phrase: Phrase, clause: Clause, noun: str) -> bool:
    """Say whether "an American country" has the noun of "and pop song"."""
    return clause.verb == "be" and noun in KINDS and phrase.head not in KINDS


def without_likeness(clause: Clause) -> Clause:
    """Drop what is only told beside another's: "lives in the same street as Ida", "older than Ida".

    Without whom it is compared with, "Nina is two years older" says nothing.
    """
    if clause.governed("than"):
        objects = tuple(one for one in clause.objects if not _is_more(one))
        clause = replace(
            clause,
            objects=objects,
            asserted=clause.asserted and bool(objects or not clause.objects),
        )
    if not any(one.base.startswith("same ") for one in clause.phrases):
        return clause
    alike, preps = [one for one in clause.objects if not one.base.startswith("same ")], []
    for prep, governed in clause.preps:
        if prep != "as" and not governed[0].base.startswith("same "):
            preps.append((prep, governed))
    return replace(clause, objects=tuple(alike), preps=tuple(preps))


def _is_more(phrase: Phrase) -> bool:
    """Say whether a phrase says by how much: "two years older", "tennis better", "happier"."""
    last = phrase.head
    stems = {last[:-2], last[:-1], last[:-3], f"{last[:-3]}y"} if last.endswith("er") else set()
    return last in _MORE or not stems.isdisjoint(ADJECTIVES)


_MORE = frozenset({"more", "less", "fewer", "better", "worse", "further", "farther", "elder"})
_PARTS = frozenset("team department division branch unit section squad crew chapter".split())  # noqa: SIM905
"""Of what a firm has one in each town; there may be one post office."""


def leads_part(clause: Clause) -> bool:
    """Say whether somebody leads what a firm has in many towns: "the team in Oslo"."""
    return clause.verb in _LEADING and any(one.head in _PARTS for one in clause.objects)


def with_place(clause: Clause) -> Clause:
    """Return "leads the team in Oslo" with "the team in Oslo" as one thing: Rome has another."""
    if not leads_part(clause) or len(clause.objects) != 1 or not clause.preps:
        return clause
    thing, (prep, governed) = clause.objects[0], clause.preps[0]
    place = governed[0]
    own = thing.determiner == "the" and not (thing.named or thing.of) and place.named
    if not own or len(governed) > 1 or not adjoins(prep, thing, place):
        return clause
    name = f"{thing.name} {prep} {place.name}"
    return replace(clause, objects=(replace(thing, name=name),), preps=clause.preps[1:])
