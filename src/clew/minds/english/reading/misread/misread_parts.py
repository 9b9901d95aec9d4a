"""Objects and prepositions that say something else than they were read to say."""

import re
from dataclasses import replace
from itertools import pairwise, takewhile

from clew.minds.english.parsing.clause_types import Clause, Phrase, Prep, halves_joined
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    ADVERBS,
    KIN,
    PREPOSITIONS,
    is_plural,
    singular_noun,
)
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import PETS, is_person_noun, is_person_word
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["KINDS", "PICKED", "without_misread_parts"]

PICKED = Regex(
    r"(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|[a-z]{3,5}teen)th"
    r"|last|only|main|same|original|next|previous|defending|reigning|\d+(?:st|nd|rd|th)|older|elder|younger|latter"
    r"|former)\b"
)
"""What tells one of a kind from the others: "the first bridge"."""
KINDS = (
    THINGS | word_list("works_named") | word_list("told_works") | word_list("told_kinds")
) - word_list("no_one_kind")
"""Kinds of things of which a text has one as a rule: "the album", "the town"."""
_ARTS = word_list("fields") | {"film", "show"}
_FIELDS = KINDS | _ARTS
_HOLLOW = word_list("hollow")
"""Nouns that say nothing without what follows: "the reason", "the result"."""
_TWO_OBJECTS = word_list("two_objects_passive")
_BY_DOING = Regex(r"\bby [a-z]+ing [\"“]?$")
"""How it was done, and by nobody: "opened the year by showing Red Salt"."""
_IN = frozenset({"engaged", "involved"})
"""What says something else without what it is in: "is engaged in trade"."""
_PARTLY = Regex(r"\b(?:mainly|mostly|partly|largely|nearly|almost|virtually|practically) ")
"""What is so in part is not so: "was mainly a silent film"."""
_FUN = word_list("had_once")
"""What one has on one occasion, and is no state: "had a blast"."""
_SO_MUCH = frozenset({"ton", "tons", "lot", "lots", "bunch", "bit"})
_WITH_STATE = frozenset({"keep", "leave", "find", "make", "get"})
_LIKING = frozenset({"like", "love", "enjoy", "prefer"})
_LISTED = Regex(r"(?:, [a-z-]+){0,4},? and [a-z-]+ ([a-z]+(?: [a-z]+)?)\b")
_BEHIND = Regex(r" ([a-z]+)\b")
_MANNERS = frozenset({"name", "way", "means", "virtue", "hand", "majority", "volume", "weight"})
"""What stands behind "by" and did nothing."""
_GOING_ON = PREPOSITIONS | ADVERBS | {"and", "or", "but", "that", "which"}
_IDIOMS = word_list("in_idioms")
"""What stands behind "in" and is no place or thing: "made with a friend in mind"."""
_ON_IDIOMS = word_list("on_idioms")
_QUARRELS = word_list("quarrels")
_NOTED = frozenset(
    {"note", "know", "remember", "praise", "credit", "nominate", "recognize", "recognise"}
)
"""Verbs behind which "for" tells a reason, and what it is needs more words."""
_TIME = Regex(r"\btime since (?:the )?$")
_EMPTY_PREPS = frozenset({"as", "out"})


def without_misread_parts(clause: Clause, sentence: str) -> Clause:
    """Return a clause without the parts that are misread; it claims nothing if none is left."""
    clause = _without_all(clause)
    objects = tuple(_objects(clause, sentence))
    preps = tuple(_preps(clause, sentence))
    left = objects if clause.objects else preps or not clause.preps
    asserted = clause.asserted and bool(left)
    subjects = _subjects(clause)
    return replace(clause, subjects=subjects, objects=objects, preps=preps, asserted=asserted)


def _without_all(clause: Clause) -> Clause:
    """Drop "all over the land", which was read as "all": it says where, and of nothing else."""
    if clause.verb == "be" or [one.base for one in clause.objects] != ["all"]:
        return clause
    preps = tuple((prep, ones) for prep, ones in clause.preps if prep != "over")
    return replace(clause, objects=(), preps=preps)


def _subjects(clause: Clause) -> tuple[Phrase, ...]:
    """Drop "heart" of "moments of effort and heart are": it may belong to the moments.

    In "the house and garage were sold" both have the article.
    """
    first, *more = clause.subjects or (None,)
    if first is not None and first.determiner == "the" and not (first.named or first.of):
        return (first, *map(_with_article, more))
    if first is None or not (first.owner or (first.of and first.of[:1].islower())):
        return clause.subjects
    kept = (one for one in more if one.named or one.owner or one.determiner)
    return (first, *kept)


def _with_article(phrase: Phrase) -> Phrase:
    """Return "the garage" for a bare "garage"."""
    if phrase.named or phrase.owner or phrase.of or phrase.determiner or is_plural(phrase.head):
        return phrase
    return replace(phrase, name=f"the {phrase.name}", determiner="the")


def _objects(clause: Clause, sentence: str) -> list[Phrase]:
    placed = any(prep == "in" and ones[0].named for prep, ones in clause.preps[:1])
    whole = [_as_amount(one) for one in clause.objects if not one.name.startswith("such ")]
    told = [_as_kin(one if placed else _as_kind(one), clause) for one in whole]
    if clause.verb in {"be", "appos"}:
        told = [one for one in told if not _PARTLY.search(sentence, clause.start, one.start)]
        if clause.verb == "appos" and len(clause.subjects) == 1:
            told = [one for one in told if one.named or not is_plural(one.head)]
        mixed = len(told) > 1 and is_person_word(told[-1])
        sites = [one for one in told if placed and one.head in THINGS]  # "the first bridge in Bonn"
        little = [one for one in told if one not in sites and _says_little(one)]
        # "the older of the sons of Ida and Tom" is not Tom, "a town in Voss, Hill and Dale" no hill
        cut = any(one.of for one in little) or _is_described(told)
        told = told if cut else _of_both_arts(_of_each(told))
        refused = [
            *little,
            *(one for one in told if one.base in _IN and sentence.startswith(" in ", one.end)),
            *(one for one in told if mixed and _is_half(one, told)),
            *(one for one in told if _is_field(one, sentence)),
            *(one for one in told if cut and (one.named or not one.determiner)),
        ]
        return [one for one in told if one not in refused]
    if clause.passive and clause.verb not in _TWO_OBJECTS:
        return []  # "was noted for the rise of a rich style"
    listed = _as_whole(_of_both_arts(_of_first(_in_one_list(_with_last_names(told), sentence))))
    kept = [one for one in listed if not _is_occasion(one, clause, sentence)]
    return [one for one in kept if not (_is_so_much(one) or _is_hollow_alone(one))]


def _is_so_much(phrase: Phrase) -> bool:
    """Say whether an object only says how much: "raised a ton", "has a few plans"."""
    bare = not (phrase.named or phrase.of or phrase.owner)
    return bare and (phrase.name in _SO_MUCH or phrase.name.startswith("few "))


def _is_hollow_alone(phrase: Phrase) -> bool:
    """Say whether a noun needs the words that were not read: "the reasons", "the purpose"."""
    return singular_noun(phrase.head) in _HOLLOW and not (phrase.named or phrase.of or phrase.owner)


def _of_each(told: list[Phrase]) -> list[Phrase]:
    """Return "friend of Tom" for "Tom" in "a friend of Ida, Tom and Eva".

    Who is "head of the Academy of Film and Television" heads no television.
    """
    first = told[0] if told else None
    if first is not None and " of " in first.of:
        return [one for one in told if one is first or one.determiner or not one.named]
    if first is None or not first.of[:1].isupper() or first.named:
        return told
    return [
        replace(
            first, name=f"{first.base} of {one.name}", of=one.name, start=one.start, end=one.end
        )
        if one.named and not (one.of or one.determiner or one.label)
        else one
        for one in told
    ]


def _with_last_names(told: list[Phrase]) -> list[Phrase]:
    """Drop "Dan" of "the actors Dan and Ida Berg", whose last name may stand behind "and"."""
    cut = [
        one
        for one, after in pairwise(told)
        if is_plural(one.label) and " " not in one.name and " " in after.name
    ]
    return [one for one in told if one not in cut]


def _of_first(told: list[Phrase]) -> list[Phrase]:
    """Drop names behind "parts of Voss": more may be told in part, "parts of Voss and Rona"."""
    first = told[0] if told else None
    if first is None or not first.of[:1].isupper() or first.named or first.owner:
        return told
    return [one for one in told if one is first or not one.named or one.determiner]


def _is_described(told: list[Phrase]) -> bool:
    """Say whether bare names stand behind "a town": where it lies, and not what else is told."""
    described = told[:1] and told[0].determiner in {"a", "an"} and told[0].of != ""
    placed = described and not KINDS.isdisjoint(told[0].base.split())
    return bool(placed) and any(one.named for one in told[1:])


def _as_whole(told: list[Phrase]) -> list[Phrase]:
    """Return "a film and music company" as one thing, and other lists as they are."""
    if len(told) != 2 or any(one.named or one.of or one.owner for one in told):
        return told
    first, last = told
    more, _, noun = last.base.partition(" ")
    fields = first.determiner in {"a", "an"} and not last.determiner and noun != ""
    if not fields or more in ADJECTIVES or first.head in PETS or is_person_word(first):
        return told
    return [halves_joined(first, last)]


def _of_both_arts(told: list[Phrase]) -> list[Phrase]:
    """Return "film and television music" as one thing, and "a composer of" it as one."""
    if len(told) != 2 or any(one.named or one.owner for one in told) or told[1].of:
        return told
    first, last = told
    more, _, noun = last.base.partition(" ")
    art = first.of or (first.base if not first.determiner else "")
    if not noun or more not in _ARTS or art not in _ARTS:
        return told
    if not first.of:
        return [halves_joined(first, last)]
    of = f"{first.of} and {last.base}"
    return [replace(first, name=f"{first.base} of {of}", of=of, end=last.end)]


def _in_one_list(told: list[Phrase], sentence: str) -> list[Phrase]:
    """Return the objects up to where others' words stand between: "Jo, son of Karl and Ada"."""
    for at, (one, other) in enumerate(pairwise(told), start=1):
        between = sentence[one.end : other.start] if one.end <= other.start else ""
        if re.search(r"\b(?:of|who|which|that|by)\b", between):
            return told[:at]
    return told


def _as_amount(phrase: Phrase) -> Phrase:
    """Return "19 goals" for "a total of 19 goals"."""
    total = phrase.base == "total" and phrase.of[:1].isdigit()
    return replace(phrase, name=phrase.of, base=phrase.of, of="") if total else phrase


def _as_kind(phrase: Phrase) -> Phrase:
    """Return "album" for "the third album", which needs to be told whose third it is."""
    picked = PICKED.match(phrase.base)
    bare = phrase.determiner == "the" and not (phrase.named or phrase.of or phrase.owner)
    if not (picked and bare and phrase.head in KINDS):
        return phrase
    base = phrase.base[picked.end() :].strip()
    return replace(phrase, name=base, base=base, determiner="a") if base else phrase


def _as_kin(phrase: Phrase, clause: Clause) -> Phrase:
    """Return "mother to Ida" as "mother of Ida"."""
    to = next((ones for prep, ones in clause.preps if prep == "to"), ())
    own = phrase.head in KIN and not (phrase.named or phrase.of or phrase.owner)
    if clause.verb not in {"be", "appos"} or not own or not to or not to[0].named:
        return phrase
    return replace(phrase, name=f"{phrase.base} of {to[0].name}", of=to[0].name)


def _says_little(phrase: Phrase) -> bool:
    """Say whether what somebody is said to be needs more: "the third daughter", "both tall"."""
    if {phrase.determiner, phrase.of.partition(" ")[0]} & {"both", "either", "neither"}:
        return True
    if phrase.named or phrase.owner:
        return False
    picked = PICKED.match(phrase.base)
    if phrase.of:
        return picked is not None and picked.end() == len(phrase.base)
    alone = phrase.head in KIN and not phrase.determiner and " " not in phrase.base
    return bool(picked and phrase.determiner == "the") or alone or phrase.head in _HOLLOW


def _is_half(phrase: Phrase, told: list[Phrase]) -> bool:
    """Say whether "an American film" is half of "an American film and stage actor"."""
    plain = not (phrase.named or phrase.of or phrase.owner) and phrase.head in _FIELDS
    more = all(not one.determiner for one in told[1:])
    return plain and more and not is_person_word(phrase) and phrase.determiner in {"a", "an", ""}


def _is_field(phrase: Phrase, sentence: str) -> bool:
    """Say whether "an American film" stands before ", stage and television actor"."""
    if phrase.named or phrase.of or is_person_word(phrase) or phrase.end <= phrase.start:
        return False
    if sentence[phrase.end : phrase.end + 1] == "/":
        return True  # "a fantasy/adventure film"
    listed = _LISTED.match(sentence, phrase.end, phrase.end + 100)
    return listed is not None and any(map(is_person_noun, listed[1].split()))


def _is_occasion(phrase: Phrase, clause: Clause, sentence: str) -> bool:
    """Say whether an object tells of one time, any such thing, or what it was made to be."""
    done = clause.tense == "past" or clause.perfect or clause.said.endswith("ing")
    if clause.verb == "have" and done and not phrase.named:
        return not _FUN.isdisjoint((phrase.head, phrase.of, phrase.base.partition(" ")[0]))
    if clause.verb in _LIKING and phrase.determiner in {"a", "an"} and not phrase.named:
        return True
    if clause.verb not in _WITH_STATE or clause.receiver or clause.start > phrase.start:
        return False
    behind = _BEHIND.match(sentence, phrase.end, phrase.end + 40)
    if behind is None or behind[1] in _GOING_ON:
        return False
    return behind[1] in ADJECTIVES or behind[1].endswith(("ing", "ed"))


def _preps(clause: Clause, sentence: str) -> list[Prep]:
    kept: list[Prep] = []
    for prep, ones in clause.preps[: _told_until(clause, sentence)]:
        said = tuple(one for one in ones if not _is_hollow(prep, one, clause))
        if said[1:] and said[0].named:  # "born in Voss, the son of Ida and Tom"
            said = tuple(takewhile(lambda one: one.named or not is_person_word(one), said))
        if said and _is_doing(said[0]):  # "keen on improving schools and roads"
            said = tuple(takewhile(_is_doing, said))
        said = tuple(one for one in said if not _BY_DOING.search(sentence[: one.start][-40:]))
        if prep == "by" and said[:1] and said[0].named:  # "made by Ida and the old plan that ..."
            said = tuple(one for one in said if one.named or one.owner)
        if said and not _is_quarrel(prep, kept):
            kept.append((prep, said))
    return kept


def _is_doing(phrase: Phrase) -> bool:
    """Say whether a phrase tells a deed with what it is done to: "improving schools"."""
    doing, _, thing = phrase.name.partition(" ")
    return doing.endswith("ing") and thing != ""


def _told_until(clause: Clause, sentence: str) -> int:
    """Return how many prepositions are told of the verb, and not of a noun behind it.

    "Is known for her part as Eva in Low Sun" tells of her part, "a film about men in Voss" of men.
    "As diverse as Red Salt", "in such films as", "the first time since" tell nothing of the verb.
    """
    for number, (prep, ones) in enumerate(clause.preps):
        alike = prep == "as" and sentence.startswith(" as ", ones[0].end)
        first = prep == "since" and _TIME.search(
            sentence, max(ones[0].start - 20, 0), ones[0].start
        )
        such = any(one.name.startswith("such ") for one in ones)
        if such or alike or first or (prep == "about" and clause.passive):
            return number
        reason = prep == "for" and clause.verb in _NOTED and not ones[0].named
        subject = prep == "about" and clause.verb == "be"
        if reason or subject:
            return number + 1
    return len(clause.preps)


def _is_quarrel(prep: str, before: list[Prep]) -> bool:
    """Say whether "with Tom" tells of a noun ahead: "was hurt in a fight with Tom"."""
    return prep == "with" and any(one.head in _QUARRELS for _, ones in before for one in ones)


def _is_hollow(prep: str, phrase: Phrase, clause: Clause) -> bool:
    if prep == "by":
        return phrase.head in _MANNERS and not phrase.named
    if prep == "in" and phrase.base == phrase.name and phrase.base in _IDIOMS:
        return True
    if prep == "among" and clause.verb == "be" and phrase.determiner == "the" and not phrase.of:
        return not phrase.named  # "is among the winners", of what?
    if prep == "on" and clause.verb == "be" and phrase.name.removeprefix("the ") in _ON_IDIOMS:
        return True  # "is on the hunt for" something
    if _is_hollow_alone(phrase):
        return True  # "was founded for the purpose of", and what
    if clause.verb != "be" or clause.objects:
        return False
    someone = any(one.named or one.owner for one in clause.subjects) and prep == "for"
    return prep in _EMPTY_PREPS or someone
