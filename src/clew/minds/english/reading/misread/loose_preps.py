"""Prepositions behind a verb that tell of something else: "relies on Tom for support".

Who relies on Tom for support does not "rely for support", and who works on building a house does
not "work on building".
"""

from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Phrase, Prep
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["without_loose_preps"]

_BOUND = word_list("bound_to_prep")
"""Verbs that mean something only with their preposition, which comes first."""
_NO_OBJECT = frozenset({"consist", "depend", "participate", "rely"})
"""What has an object only where it was misread: "consists of meeting the needs of people"."""
_OTHERS = frozenset({"for", "as", "with", "to", "by"})
"""What behind it tells how or why, or belongs to the noun: "participated in a march for rights"."""
_OBJECT = Regex(r" (?:up|out|down|off|away|the|an?|my|our|your|his|her|its|their)\b")
"""What a deed has behind it: "working on building up confidence"."""
_FORWARD = Regex(r"(?:\w+ ){1,3}forward to\b")


def without_loose_preps(clause: Clause, sentence: str) -> Clause:
    """Return a clause without such prepositions; it claims nothing if none is left.

    >>> from clew.minds.english.parsing.clause_reader import parse_light
    >>> said = "Ida relies on Tom for support."
    >>> without_loose_preps(parse_light(said).clauses[0], said).preps[-1][0]
    'on'
    """
    kept: list[Prep] = []
    if clause.verb in _NO_OBJECT and not clause.passive:
        clause = replace(clause, objects=())
    for prep, ones in clause.preps:
        if any(_is_deed(one, sentence) for one in ones):
            break
        if not (kept and clause.verb in _BOUND and prep in _OTHERS):
            kept.append((prep, ones))
    if _FORWARD.match(sentence, clause.start, clause.start + 40):
        kept = []
    left = clause.objects or kept or not (clause.preps or clause.verb in _NO_OBJECT)
    return replace(clause, preps=tuple(kept), asserted=clause.asserted and bool(left))


def _is_deed(phrase: Phrase, sentence: str) -> bool:
    """Say whether "building" is what somebody does to what stands behind it."""
    bare = not (phrase.named or phrase.owner or phrase.determiner) and phrase.name == phrase.base
    doing = bare and phrase.name.endswith("ing") and " " not in phrase.name
    return doing and _OBJECT.match(sentence, phrase.end, phrase.end + 20) is not None
