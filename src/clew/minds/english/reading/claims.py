"""Whether a sentence states what it says, or asks, hedges, supposes, wishes or orders it.

A sentence that hedges anywhere gives no facts at all: which of its clauses the hedge covers is
rarely safe to say.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_reader import Parse
from clew.minds.english.parsing.clause_types import Clause
from clew.minds.english.words.lexicon import VERBS
from clew.minds.english.words.people import opens_with_name, opens_with_order
from clew.minds.english.words.person_nouns import is_person_word
from clew.minds.english.words.quantities import is_clock, is_counted, is_inexact
from clew.minds.english.words.word_lists import word_list, words_in_order
from clew.regex import Regex

__all__ = ["first_doubt", "instructs", "is_question", "supposes", "tells_of", "told_by",
           "without_speech"]  # fmt: skip

_MONTH_MAY = Regex(
    r"\b(?:in|since|until|till|by|from|to|of|last|next|this|on|early|mid|late"
    r"|\d{1,2}(?:st|nd|rd|th)?) May\b|\bMay \d"
)


def _any_of(name: str) -> Regex:
    """Return a pattern for any entry of a list; "_" stands for a space in it."""
    patterns = "|".join(words_in_order(name)).replace("_", " ")
    return Regex(rf"\b(?:{patterns})\b", re.IGNORECASE)


_HEDGE = _any_of("hedge_patterns")
_REPORT = _any_of("report_patterns")
_SPEECH = Regex(r"[\"“«]([^\"“”«»]{2,600})[\"”»]")
_INVERTED = Regex(r"(?:should|had|were) (?:the |an? |my |your |our )?\w+", re.IGNORECASE)
_CONDITION = Regex(
    r"\b(?:if|unless|in case|whenever|suppose|provided)\b|^(?:should|when|had|were)\b", re.I
)
_OUTCOME = Regex(
    r"^(?:when(?:ever)?|as soon as|every time|then|after (?:that|this|which)|afterwards?"
    r"|next(?! (?:\w+day|week\w*|month|year|spring|summer|autumn|fall|winter)\b)"
    r"|finally|in (?:that|this|which|such an?) (?:case|event)"
    r"|else|failing that|that way|if (?:so|not))\b", re.I)  # fmt: skip
_GOES_ON = Regex(r"\b(?:then|instead|so|therefore|in that case|automatically)\b", re.I)
_LASTS = Regex(
    r"\b(?:since|for|always|ever|long|so far|until now|to this day|all (?:my|his|her|their) li\w+"
    r"|over the (?:past|last)|these)\b",
    re.I,
)
_ASIDE = Regex(r", (?:who|which|where|whose) |,? because |, so that ")
"""What opens a clause whose doubts leave the main clause alone: "where everybody can read it"."""
_OWN_DOUBT = Regex(
    r"(?:and|;) (?!.*\b(?:that|this|it|so|if|unless|either|or)\b)[^;]*?"
    r"\b(?:can|could|may|might|must|shall|should|would|wants?|wanted|hopes?|plans?|expects?)\b"
)
"""A further main clause with a doubt that is about itself: "and you can call him"."""
_AGAIN = Regex(r"\b(?:again|resumed|relapsed|took (?:it|them) (?:back )?up)\b")
_WISH = Regex(r"\b(?:wants?|plans?|hopes?|intends?|decided) to(?= [a-z]+ )")
_ROLES_OF_ANYONE = word_list("roles_of_anyone")
_WHEN = word_list("when")
_NEEDS_OBJECT = word_list("needs_object")
_STANDING = word_list("always_state") | word_list("standing")
_NAMED_SO = Regex(rf"\b(?:{'|'.join(one.title() for one in words_in_order('names_too'))})\b")
_SMALL = Regex(r" [a-z]")
"""A sentence in capitals shows nothing by them."""
_NO_ORDERS = frozenset({"last", "like", "present"})
"""Verbs that open a sentence as something else: "Last week Ben left"."""
_ORDERS = frozenset({"please", "never", "always", "do", "don't", "don’t", "let", "let's", "let’s"})


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks.

    >>> is_question("Does Anna live in Oslo?"), is_question("Anna lives in Oslo.")
    (True, False)
    """
    marked = sentence.rstrip('"”’) ').endswith(("?", "？", "?!", "?…"))
    return marked or sentence.startswith(("May I ", "May we ", "Will I ", "Will we ", "Will you "))


def first_doubt(sentence: str) -> int | None:
    """Return where a sentence first hedges, reports, supposes or orders; `None` when it states.

    >>> first_doubt("Lea lives in Turin."), first_doubt("Lea might live in Turin.")
    (None, 4)
    """
    plain = _MONTH_MAY.sub(lambda found: "_" * len(found[0]), _without_names(sentence))
    if _INVERTED.match(plain) or _orders(plain):
        return 0
    found = [one.start() for one in (_HEDGE.search(plain), _REPORT.search(plain)) if one]
    return min(found, default=None)


def _without_names(sentence: str) -> str:
    """Return a sentence without names that are words of doubt: "Omar Said", "May lives here"."""
    if not _SMALL.search(sentence):
        return sentence
    opens = opens_with_name(sentence)
    return _NAMED_SO.sub(
        lambda found: "_" * len(found[0]) if found.start() or opens else found[0], sentence
    )


def _orders(sentence: str) -> bool:
    """Say whether a sentence tells its reader what to do: "Read this manual."."""
    words = sentence.split(maxsplit=2)
    first = words[0].rstrip(",").lower() if words else ""
    verb = first not in _NO_ORDERS and "b" in VERBS.get(first, ("", ""))[1]
    bare = verb and len(words) > 1
    if bare and words[1][:1].isupper():
        return opens_with_order(sentence)
    return first in _ORDERS or (bare and not opens_with_name(sentence))


def without_speech(sentence: str) -> str:
    """Return a sentence without what it quotes of somebody's speech; quoted titles stay."""
    return _SPEECH.sub(" ", sentence) if _REPORT.search(_SPEECH.sub(" ", sentence)) else sentence


def supposes(sentence: str) -> bool:
    """Say whether a sentence names a condition, which the next one may still stand under."""
    return _CONDITION.search(sentence) is not None


def instructs(sentences: Iterable[str]) -> bool:
    """Say whether a text tells its reader how something is done: two orders or more."""
    bare = (sentence.lstrip("-*•#0123456789.) ") for sentence in sentences)
    return sum(_orders(one) or one.startswith(("You ", "Your ")) for one in bare if one) > 1


def tells_of(clause: Clause, sentence: str, *, supposed: bool, instructing: bool) -> Clause:
    """Return a clause as the text claims it: unasserted where it only says what would or should be.

    `supposed`: the sentence before named a condition; `instructing`: the text says how to do it.
    """
    present = clause.tense == "present"
    if present and clause.perfect and not _LASTS.search(sentence):
        # "has run to the bus" happened; it is no habit.
        clause, present = replace(clause, tense="past"), False
    outcome = _OUTCOME.search(sentence) or (supposed and _GOES_ON.search(sentence))
    habit = present and not clause.perfect and not clause.passive
    generic = habit and _is_generic(clause, instructing=instructing)
    unsaid = (outcome and clause.tense != "past") or generic or _is_note(clause)
    governed = [one for _, one in clause.complements]
    counted = any(is_counted(one.name) for one in (*clause.objects, *governed))
    then = any(one.head in _WHEN or is_clock(one.name) for one in governed)
    timed = clause.verb == "be" and clause.objects and then  # "open on Mondays"
    unsaid = unsaid or timed or (counted and is_inexact(sentence))
    again = clause.ended and _AGAIN.search(sentence, clause.start) is not None
    unsaid = unsaid or again  # "stopped smoking but started again"
    return replace(clause, asserted=False) if unsaid else clause


def told_by(clauses: Sequence[Clause], sentence: str, parse: Parse, name: str = "") -> list[Clause]:
    """Return the clauses that state facts: all, or who somebody is that a doubt is about.

    What opens with a quotation is somebody's speech, unless that is the `name` of a thing.
    """
    doubt = first_doubt(sentence)
    opening = sentence[1:] if name and sentence.startswith(f'"{name}"') else sentence
    if opening[:1].islower() or not opening[:1].isalnum():
        return []
    if parse.whole and (doubt is None or _is_wish(clauses, sentence)):
        return list(clauses)
    if parse.whole and doubt is not None:
        starts = [aside.start()] if (aside := _ASIDE.search(sentence)) else []
        starts += [at for at in parse.parts if _OWN_DOUBT.match(sentence, at)]
        if cut := min((at for at in starts if 0 < at < doubt), default=0):
            return [one if one.start < cut else replace(one, asserted=False) for one in clauses]
    first = [one for one in clauses[:1] if one.verb == "appos" and one.start < 5]
    return [replace(one, asserted=True) for one in first if doubt is not None and one.end < doubt]


def _is_wish(clauses: Sequence[Clause], sentence: str) -> bool:
    """Say whether a sentence only tells what somebody wants or has decided to do."""
    wish = _WISH.search(sentence)
    if wish is None or len(clauses) != 1 or not clauses[0].chain or clauses[0].negated:
        return False
    return first_doubt(f"{sentence[: wish.start()]}{sentence[wish.end() :]}") is None


def _is_generic(clause: Clause, *, instructing: bool) -> bool:
    """Say whether a clause tells of any such one: "a user opens the door", "the user opens"."""
    anyone = any(
        one.head in _ROLES_OF_ANYONE
        or (one.determiner in {"a", "an", "any", "every", "each"} and is_person_word(one))
        for one in clause.subjects
    )
    unnamed = all(not one.named and not one.label for one in clause.subjects)
    acts = clause.verb not in _STANDING and unnamed
    return acts and (anyone or instructing)


def _is_note(clause: Clause) -> bool:
    """Say whether a clause is a note without its "was": "crane rented from Acme"."""
    bare = all(not one.named and not one.determiner for one in clause.objects)
    gone = clause.objects and not (bare and clause.verb in {"elect", "appoint"})
    plain = not (clause.passive or clause.perfect or gone or clause.ended)
    return plain and clause.tense == "past" and clause.verb in _NEEDS_OBJECT
