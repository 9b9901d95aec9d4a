"""Words that were read as verbs and are none, or not of this subject.

"A global advertising agency" advertises no agency, in "plays guitar, pedal steel and drums" nobody
pedals, and "Red Salt, published in 1972, is a novel" does not say that Red Salt published anything.
"""

from collections.abc import Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.reading.misread.misread_parts import KINDS
from clew.minds.english.words.lexicon import ADJECTIVES, is_plural, past_tense
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import is_person_word
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["SHOWING", "as_told", "is_no_verb"]

_HAD_DOING = Regex(r"(?:has|have|had)(?: had)? \w+ing\b")
"""What one had: "has had recurring roles"."""
_YET = Regex(r"\byet to (?:be )?$")
_NAME_AHEAD = Regex(r"\b[A-Z][\w'’-]*(?: and| &| of)? $")
_THEN_VERB = Regex(r"[a-z]+(?:ed|en|wn) (?:include|includes|included|is|are|was|were|has|had)\b")
"""A participle before the verb of its sentence: "the places used include Voss"."""
_JOINED_QUALITY = Regex(r"\b[a-z]+-[a-z]+ $")
_LISTED_QUALITY = Regex(r"\b(?:[a-z]+ly [a-z-]+|([a-z-]+)), $")
_OF_EVENTS = frozenset({"begin", "mark", "cause", "end", "force", "bring"})
"""What a whole event does, behind a comma: "was crowned, beginning a new age"."""
_PART_OF = Regex(r"\bpart of (?:the )?[A-Z][^,;]{1,50}, which (?:[a-z]+ )?$")
"""What "which" means is the whole: "part of District 2, which has a pool"."""
_PLACE_AHEAD = Regex(r"[a-z,] (?:in|at|near|from) (?:[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3}), $")
"""A place before the land it is in: "born in Voss, Norland played" is not what Norland did."""
_DONE_TO = word_list("done_to_things")
"""What is done to things: behind a comma, no one does it."""
_ASIDE = Regex(r"(?: (?:in|of|at|on|near|from|for|by) [^,;]{1,50})?, ")
"""Between a name and a participle that is told of it: "the race in Voss, held in May, was won"."""
_NEEDS_OBJECT = word_list("need_object") | {"shoot"}
_LASTING = word_list("states") | word_list("always_state")
SHOWING = frozenset({"star", "feature"})
"""What a film does right behind its name: "Red Salt starring Ida Roy"."""
_FINISHED = word_list("finished_deeds")
"""Who began writing a book was writing it, and may not have written it."""
_BEGAN = Regex(r"(?:[a-z]+ ){0,2}(?:began|started|begun) ")
_YEAR = Regex(r"\b(?:1\d{3}|20\d\d)s?\b")
_NEAR = 80


def is_no_verb(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether a clause was read of a word that is no verb of its subject."""
    ahead = sentence[max(clause.start - _NEAR, 0) : clause.start]
    if _YET.search(ahead):
        return True  # "has yet to be built"
    if _NAME_AHEAD.search(ahead) and sentence[clause.start].isupper():
        return True  # "the Rock and Roll Hall"
    return (
        _is_one_of_two(clause, sentence)
        or _has_verb_behind(clause, sentence)
        or _is_doing_noun(clause, sentence, before)
        or _is_listed(clause, ahead, before)
        or _of_event(clause, ahead, before)
        or _of_land(clause, sentence, before)
        or _PART_OF.search(ahead) is not None
    )


def as_told(clause: Clause, sentence: str, before: Sequence[Clause]) -> Clause:
    """Return a clause with the voice and the tense that its sentence tells.

    "Began writing songs" is no more than what somebody did then, and so is "came first, winning a
    cup"; who began working or living somewhere still does.
    """
    if clause.bare and clause.verb in SHOWING:
        return _as_shown(clause, sentence, before)
    if clause.verb in _LASTING or not clause.said.endswith("ing") or clause.tense != "present":
        return _as_done_to(clause, sentence, before)
    begun = _BEGAN.match(sentence, clause.start) is not None
    if (
        clause.bare
        and before
        and sentence.endswith((", ", "while ", "while also "), 0, clause.start)
    ):
        main = before[-1]
        deed = main.perfect or (main.tense == "past" and main.verb != "have")
        deed = deed and main.verb not in {"be", "appos"}
        begun = deed or _YEAR.search(sentence, clause.start, clause.end + _NEAR) is not None
    if not begun:
        return clause
    unfinished = clause.verb in _FINISHED and not clause.bare
    said = clause.said if unfinished else past_tense(clause.verb)
    return replace(clause, tense="past", said=said)


def _as_shown(clause: Clause, sentence: str, before: Sequence[Clause]) -> Clause:
    """Return "a film directed by Ida Roy starring Eva" as told of the film, not of Ida Roy."""
    made = any(sentence.endswith(" by ", 0, one.start) for one in clause.subjects)
    thing = _thing_told(before)
    if not made or thing is None:
        return clause
    return replace(clause, subjects=thing.subjects)


def _thing_told(before: Sequence[Clause]) -> Clause | None:
    """Return the clause that told what a thing is: "Red Salt is a film"."""
    be = (one for one in reversed(before) if one.verb == "be")
    told = next((one for one in be if any(each.determiner for each in one.objects)), None)
    return None if told is None or any(map(is_person_word, told.objects)) else told


def _as_done_to(clause: Clause, sentence: str, before: Sequence[Clause]) -> Clause:
    """Return "X, published in 1972," as what was done to X: a comma stands before no other verb.

    Behind "X is a film by Y" it is told of X, and behind other verbs nobody knows of what.
    """
    alone = bool(clause.subjects) and not (clause.objects or clause.passive or clause.bare)
    past = clause.tense == "past" and not (clause.perfect or clause.negated or clause.chain)
    if not (alone and past):
        return clause
    subject, ahead = clause.subjects[-1], sentence[max(clause.start - 6, 0) : clause.start]
    beside = _ASIDE.fullmatch(sentence, subject.end, clause.start) is not None
    if beside and not sentence.endswith(", ", 0, subject.start):  # "the deputy, Ida Roy, resigned"
        return replace(clause, passive=True)
    agent = clause.preps[0][1][0] if clause.preps and clause.preps[0][0] == "by" else None
    done = agent is not None and agent.named and clause.said.endswith("ed")
    listed = clause.verb in _DONE_TO and ahead.endswith((", ", ", and ", '" ', "” "))
    if not (done or listed):
        return clause
    thing = _thing_told(before)
    same = thing is not None and thing.subjects == clause.subjects
    told = same or clause.start == subject.end + 1
    return replace(clause, passive=told, asserted=clause.asserted and told)


def _is_one_of_two(clause: Clause, sentence: str) -> bool:
    """Say whether one of two nouns or qualities was read as a verb: "economic and trade barriers".

    So was one of a list: "Karl Roy, film critic".
    """
    one = clause.subjects[0] if len(clause.subjects) == 1 else None
    if one is None or clause.verb == "be" or clause.passive or clause.bare or clause.chain:
        return False
    base = clause.said == clause.verb and clause.tense == "present" and not clause.negated
    if not base or is_plural(one.head):
        return False
    gap, bare = clause.start - one.end, not (one.determiner or one.owner)
    joined = bare and gap == len(" and ") and sentence.endswith(" and ", 0, clause.start)
    return joined or (gap > len(", ") and sentence.endswith(", ", 0, clause.start))


def _has_verb_behind(clause: Clause, sentence: str) -> bool:
    """Say whether the verb of "the places used include Voss" stands behind what was read as it."""
    ahead = any(one.start > clause.start for one in clause.objects)
    return ahead and not clause.passive and _THEN_VERB.match(sentence, clause.start) is not None


def _is_doing_noun(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether an "-ing" describes the noun behind it: "an advertising agency"."""
    if not clause.said.endswith("ing") or clause.passive:
        return False
    ahead = sentence[max(clause.start - _NEAR, 0) : clause.start]
    if _HAD_DOING.match(sentence, clause.start) and not clause.bare:
        return True
    if not clause.bare:
        return False
    quality = _LISTED_QUALITY.search(ahead)
    if quality and (quality[1] is None or quality[1] in ADJECTIVES):
        return True  # "low, rolling hills"
    if _JOINED_QUALITY.search(ahead):
        return True  # "the on-air broadcasting lineup"
    joined = ahead.endswith(" and ") and bool(before) and not before[-1].bare
    joined = joined and clause.verb not in SHOWING
    if joined and not before[-1].said.partition(" ")[0].endswith("ing"):
        return True  # "storage and loading facility"
    if before and before[-1].verb in _NEEDS_OBJECT and not (before[-1].objects or before[-1].preps):
        return True  # "has shot advertising films"
    beside = ahead[-1:] == " " and ahead[-2:-1].isalnum()
    if not clause.objects:
        return beside and any(prep == "by" and ones[0].named for prep, ones in clause.preps[:1])
    return beside and _is_one(clause.objects[0])


def _is_one(phrase: Phrase) -> bool:
    """Say whether a noun needs an article and has none: "an advertising agency"."""
    bare = not (phrase.named or phrase.owner or phrase.of or phrase.determiner)
    kind = phrase.head in THINGS or phrase.head in KINDS or is_person_word(phrase)
    return bare and kind and not is_plural(phrase.head)


def _is_listed(clause: Clause, ahead: str, before: Sequence[Clause]) -> bool:
    """Say whether a noun of a list was read as a verb: "plays guitar, pedal steel and drums"."""
    base = clause.said == clause.verb and clause.tense == "present" and clause.verb != "be"
    if not base or clause.passive or clause.bare or clause.chain or not (before and clause.objects):
        return False
    first = before[-1]
    other = first.tense == "present" and first.said != first.verb and first.said.endswith("s")
    listed = (*first.objects[:1], clause.objects[0])
    plain = not any(one.determiner or one.named for one in listed)
    return other and bool(first.objects) and plain and ahead.endswith(", ")


def _of_event(clause: Clause, ahead: str, before: Sequence[Clause]) -> bool:
    """Say whether a participle behind a comma tells of all that was said before."""
    doing = clause.bare and clause.said.endswith("ing") and clause.verb in _OF_EVENTS
    tells = bool(before) and before[-1].verb not in {"be", "appos"}
    return doing and tells and ahead.endswith(", ")


def _of_land(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether the subject is the land behind a place: "born in Voss, Norland played"."""
    subject = clause.subjects[0] if len(clause.subjects) == 1 else None
    if subject is None or not subject.named or clause.start != subject.end + 1 or not before:
        return False
    place = _PLACE_AHEAD.search(sentence, max(subject.start - _NEAR, 0), subject.start)
    return place is not None and before[-1].start < place.start()
