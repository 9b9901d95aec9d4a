"""Clauses that were read wrongly, by what stands around them in their sentence.

"Is a school in Voss, Norland, that teaches boats" says nothing of Norland, and "a pilot and flying
ace" nobody flies. Such a clause claims nothing, and what only its objects show is dropped.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from clew.minds.english.parsing.appositions import is_rank
from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.reading.misread.loose_preps import without_loose_preps
from clew.minds.english.reading.misread.misread_parts import PICKED, without_misread_parts
from clew.minds.english.reading.misread.no_verbs import SHOWING, as_told, is_no_verb
from clew.minds.english.reading.nameless import TRADING
from clew.minds.english.words.lexicon import ADJECTIVES, KIN, is_plural
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import is_person_noun, is_person_word
from clew.minds.english.words.quantities import NUMBERS
from clew.regex import Regex

__all__ = ["without_misread"]

_MEETING = TRADING | {"meet", "know", "marry", "hire"}
"""Verbs by which there is one such, though it has no name: "Ida has a firm selling shoes"."""
_POINTING = frozenset({"the", "this", "that", "these", "those"})
_SOME = frozenset({"some", "both", "several", "many", "few", "most", "various", "numerous"})
_SHARES = frozenset({"part", "portion", "number", "couple", "handful", "majority", "minority"})
_ANYBODY = frozenset({"people", "folks", "others"})
_BOUND = Regex(
    r"\b(?:than|least|most|almost|nearly|about|around|approximately|up to) $", re.IGNORECASE
)
"""What stands before a number that is none: "less than 3 % of the boats"."""
_KNOWN = frozenset({"i", "we", "police", "parliament", "congress", "management", "customs"})
"""What is known without an article."""
_YOUNG = frozenset({"baby", "boy", "child", "girl", "kid", "teen", "teenager", "toddler"})
_NAMING = frozenset({"name", "call", "nickname", "title"})
_PREPOSITION = (
    r"(?:in|for|from|with|on|at|between|by|about|to|among|under|over|against|near|behind)"
)
_LOST = Regex(rf" {_PREPOSITION} [\w'’]")
"""What a subject has behind it that was not read: "education | in Voss"."""
_ABSTRACT = Regex(r"[A-Z][a-z]+(?:tion|ment|ness|ity|ism|ure|ance|ence|ship|ics|logy|sic|ing)")
"""What is no name though it opens a sentence: "Education in Voss is free"."""
_DOING = Regex(r" [a-z]+ing ")
_RELATIVE = Regex(r"\b(?:which|that)\b")
_PLACED = Regex(
    r"\b(?:in|near|at|of|on|from|by) (?:the )?(?:[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3}, )?$"
)
_OF_WHICH = Regex(r"\bof (?:which|whom) [^,;]{0,15}$")
_BETWEEN = Regex(r"\bbetween [^,;.]{1,60} and (?:the )?$")
_INSIDE = Regex(r"(?:,| and| in| of| the) $")
_DESCRIBED = Regex(r", (?:an?|the) ")
_OPENED = Regex(r"\b(?:the|an?|its|his|her|their) (?:[\w-]+ ){0,3}$")
"""A phrase that ends where a verb was read: "from the third and fourth | films"."""
_PARTICLE = Regex(r"(?:[\w’']+ ){0,3}?([\w-]+) (off|out|up|down|through|apart) (?:to|with|on)\b")
_IN = Regex(r"\b(?:in|at|near|from) (?:the )?$")
_NEAR = 120
"""Between a subject and its verb no more characters are looked at."""
_MOVING = frozenset("move go come walk run drive ride fly travel climb set head sail".split())  # noqa: SIM905


def without_misread(clause: Clause, sentence: str, before: Sequence[Clause]) -> Clause:
    """Return a clause without what was misread of it; `before` are those ahead of it, in order."""
    wrong = (
        _of_nobody_known(clause, before)
        or _of_some(clause, sentence)
        or _of_any(clause, sentence, before)
        or _of_childhood(clause, sentence)
        or _of_whenever(clause, sentence)
        or _of_description(clause, sentence, before)
        or _of_place(clause, sentence, before)
        or _lacks_part(clause, sentence)
        or _is_noun(clause, sentence, before)
        or _disagrees(clause, sentence)
        or _goes_on(clause, sentence, before)
        or _is_choice(clause, sentence)
        or _is_rank(clause)
        or is_no_verb(clause, sentence, before)
        or _lost_particle(clause, sentence)
    )
    if wrong:
        return replace(clause, asserted=False)
    clause = as_told(_as_born(clause, sentence, before), sentence, before)
    return without_misread_parts(without_loose_preps(clause, sentence), sentence)


def _as_born(clause: Clause, sentence: str, before: Sequence[Clause]) -> Clause:
    """Return "born in Voss, the son of Tom" as told of who was born, and not of Voss."""
    kin = clause.verb == "appos" and any(one.head in KIN for one in clause.objects)
    placed = kin and any(_IN.search(sentence[: one.start][-9:]) for one in clause.subjects)
    if not placed:
        return clause
    born = next((one for one in reversed(before) if one.verb != "appos"), clause)
    named = born.passive and len(born.subjects) == 1 and born.subjects[0].named
    return replace(clause, subjects=born.subjects, asserted=clause.asserted and named)


def _disagrees(clause: Clause, sentence: str) -> bool:
    """Say whether a verb is not that of what it was read of: "the clubs in the county that own"."""
    base = clause.said == clause.verb and clause.tense == "present" and not clause.negated
    if not base or clause.bare or len(clause.subjects) != 1 or clause.verb in {"be", "have"}:
        return False
    one = clause.subjects[0]
    gap = _between(one, clause, sentence)
    return not (is_plural(one.head) or one.base == one.head == "people") and bool(
        _RELATIVE.search(gap)
    )


def _between(subject: Phrase, clause: Clause, sentence: str) -> str:
    """Return what stands between a subject and its verb, if that is not much."""
    near = 0 < subject.end < clause.start <= subject.end + _NEAR
    return sentence[subject.end : clause.start] if near else ""


def _same(one: Phrase, other: Phrase) -> bool:
    return (one.start, one.end) == (other.start, other.end) and one.end > one.start


def _of_nobody_known(clause: Clause, before: Sequence[Clause]) -> bool:
    """Say whether a clause tells of any such one that was only mentioned: "a firm that sells tea".

    What is called so has a name; what is somebody's, or "the firm", can be found again.
    """
    if clause.verb in _NAMING and clause.passive:
        return False
    behind = [
        one
        for each in before
        for one in (
            *(one for one in each.objects if each.verb not in _MEETING or _is_had(one, each)),
            *(p for _, p in each.complements),
        )
        if each.verb != "appos"
    ]
    return any(
        not (one.named or one.owner or one.label or one.determiner in _POINTING)
        and any(_same(one, each) for each in behind)
        for one in clause.subjects
    )


def _is_had(phrase: Phrase, clause: Clause) -> bool:
    """Say whether somebody only has "people who are kind"; whom she met are there."""
    return clause.verb == "have" and phrase.name in _ANYBODY


def _of_some(clause: Clause, sentence: str) -> bool:
    """Say whether a clause tells of some of a kind, and not of which: "both villages lie low"."""
    return any(
        not one.named
        and (
            one.determiner in _SOME
            or one.base in NUMBERS
            or (one.base in _SHARES and one.of and one.determiner != "the")
            or _ends_early(one)
            or _BOUND.search(sentence, max(one.start - 20, 0), one.start)
            or (is_plural(one.head) and one.of[:1].isupper() and len(clause.subjects) > 1)
        )
        for one in clause.subjects
    )


def _of_childhood(clause: Clause, sentence: str) -> bool:
    """Say whether a clause only says when: "since she was a child", "when she was 16 years old"."""
    if clause.verb != "be":
        return False
    young = any(one.head in _YOUNG for one in clause.objects)
    old = clause.tense == "past" and any("years old" in one.name for one in clause.objects)
    since = (*(["since "] if young else []), *(["when ", "When "] if old else []))
    return any(sentence.endswith(since, 0, one.start) for one in clause.subjects)


def _of_whenever(clause: Clause, sentence: str) -> bool:
    """Say whether a clause tells when something is so: "drinks tea when she is tired"."""
    now = clause.tense == "present" and not clause.perfect
    return now and any(sentence.endswith("when ", 0, one.start) for one in clause.subjects)


def _of_any(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether a clause tells of any such thing at one time: "weapons were found in Bonn".

    What was told of before is known: "Eva bought shoes that were made in Bonn". "First prize" and
    "Room 4" are one of a kind.
    """
    first = clause.subjects[0] if clause.subjects else None
    if first is None or (clause.tense == "present" and not clause.perfect):
        return False
    if first.pointed or first.determiner or first.label or first.of or first.head in _KNOWN:
        return False
    told = any(_same(first, one) for each in before for one in each.phrases)
    ahead = sentence[max(first.start - 15, 0) : first.start].lower().split()[-1:]
    picked = any(map(PICKED.match, (first.base, *ahead)))
    return not (told or picked or any(map(str.isdigit, first.name)))


def _ends_early(phrase: Phrase) -> bool:
    """Say whether a noun behind an "of" was read as a verb: "some of the town's old | houses"."""
    last = phrase.of.rpartition(" ")[2]
    return " " in phrase.of and last in ADJECTIVES


def _of_description(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether a participle is about a description that was passed over.

    "The editor of Dark Care, a book published in Bonn" was not published.
    """
    read = [one.start for each in before if each.verb == "appos" for one in each.objects]
    return clause.bare and any(
        _DESCRIBED.search(_between(one, clause, sentence))
        and not any(one.end < start < clause.start for start in read)
        for one in clause.subjects
    )


def _of_place(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether "that" behind a place means what is there: "a school in Voss that teaches boats".

    Nor does a participle tell of who made the thing before it: "an album by Bask released in May".
    """
    if _OF_WHICH.search(sentence[max(clause.start - 30, 0) : clause.start]):
        return True  # "bombs, most of which failed": not who dropped them
    for subject in clause.subjects:
        known = subject.named or subject.of[:1].isupper()
        if not known or subject.label or subject.end >= clause.start:
            continue
        told = bool(before) and bool(before[-1].objects)
        placed = told and _PLACED.search(sentence[max(subject.start - 120, 0) : subject.start])
        gap = _between(subject, clause, sentence)
        relative = _RELATIVE.search(gap)
        made = clause.bare and clause.passive and clause.verb != "bear"
        made = made and sentence.endswith(" by ", 0, subject.start)
        several = " and " in subject.name and clause.verb in {"be", "have"}
        if _BETWEEN.search(sentence, max(subject.start - _NEAR, 0), subject.start):
            return True  # "the road between Voss and Rona is shut"
        inside = _INSIDE.search(sentence[max(subject.start - 5, 0) : subject.start])
        # "raised in Voss, Norland but has lived in Rona": not what Norland has
        behind = sentence.endswith(", ", 0, subject.start) and gap in {" and ", " but "}
        behind = behind and not any(_same(subject, one) for each in before for one in each.subjects)
        if (placed and relative) or made or (several and inside) or behind:
            return True
    return False


def _lacks_part(clause: Clause, sentence: str) -> bool:
    """Say whether a nameless subject has more words than were read: "education in Voss is free"."""
    first = clause.subjects[0] if clause.subjects else None
    bare = first and not (first.pointed or first.determiner)
    single = first and (clause.bare or not is_plural(first.head))
    if first and bare and single and sentence.endswith((" and ", "/", ", "), 0, first.start):
        return True  # "a producer and director of television | programs"
    last = max(clause.subjects, key=lambda one: one.end, default=None)
    if last is None or not 0 < last.end < clause.start:
        return False
    if _DOING.fullmatch(sentence, last.end, clause.start):
        return True  # "strength | training is good"
    if last.owner or last.determiner in _POINTING:
        return False
    if last.named and not _ABSTRACT.fullmatch(last.name):
        return False
    return _LOST.match(sentence, last.end, clause.start) is not None


def _is_noun(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether a verb is none: "the third and fourth films", "a pilot and flying ace"."""
    ahead = sentence[max(clause.start - 60, 0) : clause.start]
    subject = clause.subjects[-1] if clause.subjects else None
    if subject is None or clause.verb in {"be", "appos"}:
        return False
    gap = _between(subject, clause, sentence)
    apart = any(subject.end <= one.start < clause.start for one in before)
    lost = not (apart or _RELATIVE.search(gap)) and _LOST.match(gap)
    if subject.named and lost and _OPENED.search(gap):
        return True
    if subject.named and subject.determiner in {"a", "an"} and gap == " ":
        return True  # "a Norse Union trust territory"
    label = subject.label.rpartition(" ")[2]
    if clause.bare and gap == " " and label and not (is_person_noun(label) or label in THINGS):
        return True  # "with money Ida borrowed", "the first Dane born in Voss"
    doing = clause.bare and clause.said.endswith("ing")
    if subject.named and any(_describes(each, subject) for each in (*before, clause)):
        return True  # "World War flying ace Ida won"
    tells = bool(before) and before[-1].verb in {"be", "appos"} and bool(before[-1].objects)
    if tells and doing and ahead.endswith(", "):
        role = is_person_word(before[-1].objects[0])
        return role and bool(clause.objects) and _is_bare(clause.objects[0])
    return tells and doing and ahead.endswith(" and ")


def _describes(clause: Clause, name: Phrase) -> bool:
    """Say whether an "-ing" right behind a name is no verb: "flying" in "World War flying ace"."""
    beside = clause.start == name.end + 1 and any(_same(name, one) for one in clause.subjects)
    doing = clause.bare and clause.said.endswith("ing") and clause.verb not in SHOWING
    return beside and doing and bool(clause.objects) and not clause.objects[0].determiner


def _is_bare(phrase: Phrase) -> bool:
    """Say whether a noun has no article and should: "flying ace" says nothing of what is flown."""
    named = phrase.named or phrase.owner or phrase.of or phrase.determiner
    return not named and not is_plural(phrase.head)


def _goes_on(clause: Clause, sentence: str, before: Sequence[Clause]) -> bool:
    """Say whether a verb stands under an earlier one: "couldn't play or help"."""
    if clause.tense != "present" or clause.said != clause.verb or clause.passive:
        return False
    if not sentence.endswith((" or ", " and ", ", "), 0, clause.start):
        return False
    films = bool(clause.objects) and not clause.objects[0].determiner
    films = films and is_plural(clause.objects[0].head)
    if films and before and before[-1].verb == "be" and any(one.of for one in before[-1].objects):
        return True  # "a director of television programs and feature films"
    for one in reversed(before):
        if one.tense == "future" or one.chain or one.negated or not one.asserted:
            return one.subjects == clause.subjects
        if one.said != one.verb:
            return False
    return False


def _is_choice(clause: Clause, sentence: str) -> bool:
    """Say whether a verb is one of two that may be: "is keen on painting or working with wood"."""
    return clause.said.endswith("ing") and sentence.endswith(" or ", 0, clause.start)


def _is_rank(clause: Clause) -> bool:
    """Say whether an apposition tells of a rank alone, or of something without a name."""
    if any(one.named and is_rank(one.name) for one in clause.subjects):
        return True
    nameless = (not (one.named or one.owner or one.label) for one in clause.subjects)
    return clause.verb == "appos" and any(nameless)


def _lost_particle(clause: Clause, sentence: str) -> bool:
    """Say whether a verb was read without its particle: "got off to a bad start"."""
    found = _PARTICLE.match(sentence, clause.start, clause.start + 60)
    return found is not None and found[1] == clause.said and clause.verb not in _MOVING
