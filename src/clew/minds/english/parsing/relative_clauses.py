"""Relative clauses without a relative word, and those that are about a whole clause.

"The dog Tom kept" is read as "the dog that Tom kept"; a noun before a name is otherwise what the
name is one of: "the painter Monet". In "she married Ben, which is a surprise", Ben is none.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from clew.minds.english.parsing.clause_types import Clause, Phrase, last_phrases
from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    KIN,
    LASTING,
    PARTICLES,
    VERBS,
    is_plural,
    singular_noun,
)
from clew.minds.english.words.people import FEMALE_WORDS, MALE_WORDS, gender_of, looks_personal
from clew.minds.english.words.person_nouns import PETS, is_person_noun, is_person_word
from clew.minds.english.words.verb_groups import read_verb_group
from clew.minds.english.words.word_lists import word_list

__all__ = ["ends_with_place", "leaves_doer_open", "meant", "with_relative_words"]

_NEED_OBJECT = word_list("need_object")
"""Verbs with an object: without one behind them, it stands before them."""
_WITH_OBJECT = word_list("need_object") | word_list("with_object")
"""Verbs that may have one."""
_GIVING = frozenset({"give", "send", "lend", "bring", "buy", "make"})
"""Verbs that may have a receiver before their object: "the mug Anna gave me"."""
_PEOPLE = word_list("plain_people")
"""Nouns that no name follows: "the woman Tom married"."""
_REMARKS, _REMARKING = word_list("remarks"), word_list("remarking")
"""What is said of a whole clause: that it "is a surprise", that it "annoyed" somebody."""
_FELT = ADJECTIVES | word_list("needing")
"""A clause behind one of these says what somebody feels or believes."""
_FOLK = word_list("folk") | word_list("sorts_of_people") | PETS
_WHERE = frozenset({"at", "in", "on", "near", "outside"})
_MINDING = frozenset({"remember", "recall", "imagine", "picture", "mention", "describe", "miss"})
"""What somebody does is told behind one of these, and not when."""
_OWNERS = frozenset({"my", "your", "his", "her", "its", "our", "their"})
_SUBJECTS = frozenset({"i", "he", "she", "we", "they"})
_ENDS = frozenset({"", ".", ",", ";", "!", "?", ")", "C"})
_MAX_BEHIND = 8


def with_relative_words(tokens: list[Token]) -> list[Token]:
    """Return the tokens with a "that" of no width before each bare relative clause."""
    done: list[Token] = []
    for index, token in enumerate(tokens):
        done.append(token)
        if token.low == "that" and index and tokens[index - 1].low in _FELT:
            token.tag = "S"  # "is afraid that the roof leaks"
        if token.tag == "W":
            _verbs_behind(tokens, index)
        if token.tag == "N" and _opens_relative(tokens, index):
            done.append(Token("that", "that", token.end, token.end, "W"))
    return done


def _opens_relative(tokens: list[Token], noun: int) -> bool:
    """Say whether a relative clause without its word stands behind a noun."""
    near = range(noun, max(noun - _MAX_BEHIND, -1), -1)
    first = next((at for at in near if tokens[at].tag not in {"N", "G"}), -1)
    pointed = first >= 0 and tokens[first].tag == "D" and tokens[first].low not in _OWNERS
    if (
        pointed
        and first
        and tokens[first - 1].tag == "I"
        and (first < 2 or tokens[first - 2].tag in {",", ";", "C"})
    ):
        return False  # "in the evening Tom baked"
    verb = _behind_subject(tokens, noun + 1)
    if not verb or not (pointed or is_plural(tokens[noun].low)):
        return False
    group = read_verb_group(tokens, verb)
    if group is None or group.bare or group.passive or group.verb == "be":
        return False
    known = gender_of(tokens[noun + 1].text) != "" and not is_person_noun(tokens[noun].low)
    behind = first > 0 and tokens[first - 1].tag in {"I", "V", "X"}  # it is no subject itself
    if _cannot_be(tokens, noun, verb) or (known and behind and group.verb in _WITH_OBJECT):
        return True
    at = verb + group.size
    while _tag(tokens, at) in {"A", "T"}:
        at += 1
    plain = tokens[noun].low in _PEOPLE
    _tag_verb_of_noun(tokens, at, sure=plain or (known and group.verb in _WITH_OBJECT))
    if _tag(tokens, at) == "I":
        _tag_verb_of_noun(tokens, at + 1, sure=plain or known)
    loose = _tag(tokens, at) == "I" and tokens[at].low in PARTICLES
    if _finite(tokens, at + loose) or _finite(tokens, _behind_preposition(tokens, at)):
        return True
    if plain and group.verb in _WITH_OBJECT:
        return True
    given = group.verb in _GIVING and _tag(tokens, at) in {"P", "M"}
    lacks = group.verb in _NEED_OBJECT
    return lacks and not loose and _tag(tokens, at + given) in _ENDS | {"I"}


def _cannot_be(tokens: list[Token], noun: int, verb: int) -> bool:
    """Say whether a noun cannot be what the name behind it is: "roses Anna", "pony Father"."""
    thing = not is_person_noun(singular_noun(tokens[noun].low))
    several = is_plural(tokens[noun].low) and all(one.tag == "M" for one in tokens[noun + 1 : verb])
    return thing and (several or tokens[noun + 1].low in FEMALE_WORDS | MALE_WORDS)


def _verbs_behind(tokens: list[Token], word: int) -> None:
    """Tag the main verb behind "the firm that Eva works for", where a noun may be none."""
    verb = _behind_subject(tokens, word + 1)
    group = read_verb_group(tokens, verb) if verb else None
    if group is not None and _tag(tokens, verb + group.size) == "I":
        _tag_verb_of_noun(tokens, verb + group.size + 1, sure=True)


def _tag_verb_of_noun(tokens: list[Token], at: int, *, sure: bool) -> None:
    """Tag the verb in "the woman Tom met lives here", which looks like a plural noun."""
    lemma, forms = VERBS.get(tokens[at].low, ("", "")) if _tag(tokens, at) == "N" else ("", "")
    if sure and "s" in forms and _tag(tokens, at + 1) in {"I", "D", "A", "T", "N", ".", ""}:
        tokens[at].tag, tokens[at].lemma, tokens[at].forms = "V", lemma, forms


def _tag(tokens: list[Token], at: int) -> str:
    return tokens[at].tag if at < len(tokens) else ""


def _behind_subject(tokens: list[Token], at: int) -> int:
    """Return where the verb of "Tom kept", "Tom and Eva kept", "Tom's son kept" stands, or 0."""
    if _tag(tokens, at) == "P" and tokens[at].low in _SUBJECTS:
        return at + 1
    start = at
    while at < start + _MAX_BEHIND and (
        _tag(tokens, at) == "M" or (at > start and _tag(tokens, at) == "C")
    ):
        at += 1
    if at == start or _tag(tokens, at - 1) != "M":
        return 0
    whose = at
    while _tag(tokens, at) == ("G" if at == whose else "N") and at < whose + _MAX_BEHIND:
        at += 1
    return at if at != whose + 1 else 0


def _behind_preposition(tokens: list[Token], at: int) -> int:
    """Return where "to on Sunday" has ended, with a preposition alone; else out of reach."""
    if _tag(tokens, at) != "I" or _tag(tokens, at + 1) in {"D", "N", "M", "P", "G"}:
        return len(tokens)
    end = at + 1
    while _tag(tokens, end) in {"I", "T", "A"} and end < at + _MAX_BEHIND:
        end += 1
    return end


def _finite(tokens: list[Token], at: int) -> bool:
    group = read_verb_group(tokens, at) if _tag(tokens, at) in {"X", "V", "R"} else None
    return group is not None and not group.bare


def meant(tokens: Sequence[Token], at: int, last: Phrase, clauses: Sequence[Clause]) -> Phrase:
    """Return what the relative word before `at` means: the `last` phrase, or no one phrase.

    "Which" may mean all that was said, "that" in "the house in Kinsale that Ada saw" the house.
    """
    word, before = tokens[at - 1], clauses[-1:]
    other = word.low == "which" and _remarks(tokens, at, last, before)
    if last.named or last.label:
        near = (one for one in reversed(tokens[max(at - _MAX_BEHIND, 0) : at - 1]))
        ahead = next((one for one in near if one.tag not in {"M", "C", ","}), None)
        other = other or (word.low == "who" and _is_placed(last, ahead))
        other = other or (word.low == "which" and _is_person(last))
    elif word.low == "who":
        if last.of and (_has_people_behind(last) or _has_person_behind(last)):
            named = last.of[:1].isupper()
            return replace(
                last, name=last.of, base=last.of, of="", owner="", determiner="", named=named
            )
        # "people with asthma who"; behind no preposition there is nobody else: "the firm who"
        ahead = next((one for one in reversed(tokens[: at - 1]) if one.start < last.start), None)
        governed = ahead is not None and ahead.tag == "I"
        other = governed and not _are_people(last.head)
    elif word.low == "which":
        other = other or is_person_word(last)
    if word.low == "that" and last.named:
        other = any(last is one for clause in before for _, one in clause.complements)
    return Phrase(word.low, word.low, word.low, start=word.start, end=word.end) if other else last


def _has_people_behind(phrase: Phrase) -> bool:
    """Say whether "the club of old sailors who" means the sailors."""
    return not _are_people(phrase.head) and _are_people(phrase.of.rpartition(" ")[2])


def _has_person_behind(phrase: Phrase) -> bool:
    """Say whether "the father of Otto Lind, who" or "a life of Otto Lind, who" means Otto Lind."""
    kin = singular_noun(phrase.head) in KIN
    return (kin or not _are_people(phrase.head)) and looks_personal(phrase.of)


def _is_person(name: Phrase) -> bool:
    """Say whether a name is a known person's, whom "which" never means."""
    first, _, more = name.name.partition(" ")
    return name.named and more != "" and gender_of(first) != "" and looks_personal(name.name)


def _is_placed(name: Phrase, before: Token | None) -> bool:
    """Say whether a name is that of a place: who lives "in Bonn, who" is somebody else.

    "From" stands before people as well, and they mostly have two names.
    """
    low = before.low if before is not None else ""
    placed = low in {"in", "into", "near", "at"} or (low == "from" and " " not in name.name)
    return placed and name.named and not gender_of(name.name.split(" ")[0])


def _are_people(noun: str) -> bool:
    one = singular_noun(noun.lower())
    return one in _FOLK or is_person_noun(one) or noun == "people"


def leaves_doer_open(verb: str, clauses: Sequence[Clause]) -> bool:
    """Say whether who does what "-ing" says, or when, is not told.

    "Ida spent a day at the shelter helping out", "Tom remembers Ida living in Rome".
    """
    minded = clauses[-1].verb in _MINDING and not clauses[-1].preps
    return minded or (verb not in LASTING and ends_with_place(clauses))


def ends_with_place(clauses: Sequence[Clause]) -> bool:
    """Say whether the last phrase is where something is done: "at the shelter"."""
    preps, last = clauses[-1].preps, last_phrases(clauses)
    place = bool(preps) and preps[-1][1] == last and preps[-1][0] in _WHERE
    return place and not is_person_word(last[-1])


def _remarks(tokens: Sequence[Token], at: int, last: Phrase, before: Sequence[Clause]) -> bool:
    """Say whether a "which" means all that was said: "Anna married Ben, which is a surprise"."""
    if at < 2 or tokens[at - 2].tag != ",":
        return False
    acted_on = any(last is one for clause in before for one in clause.objects)
    if acted_on and last.named and gender_of(last.name.split(" ")[0]):
        return looks_personal(last.name)  # "which" is nobody
    group = read_verb_group([*tokens], at)
    if group is None:
        return False
    low, plural = tokens[at].low, not last.named and is_plural(last.head)
    one = low in {"is", "was", "has"} or (group.forms == "s" and group.size == 1)
    if (plural and one) or (low in {"are", "were", "have"} and not (plural or last.named)):
        return True
    if group.verb != "be":
        return group.verb in _REMARKING
    ahead = tokens[at + group.size : at + group.size + 5]
    said = takewhile(lambda each: each.tag in {"D", "N", "A", "V"}, ahead)
    return not _REMARKS.isdisjoint(each.low for each in said)
