"""Noun phrases that point at things: "Anna's brother", "the company Tom works at".

Each rule rewrites part of a token list into one term, innermost first, until none applies; what
remains is a main clause over plain words and terms. A chain such as "the wife of the director of
the mint" becomes nested `Ask` values.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from clew.minds.english.asking.parsed_question import Ask, Both, Name, Term
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.relation_phrases import (
    Phrase,
    Reading,
    noun_readings,
    parse_phrase,
    readings_of,
)
from clew.minds.english.asking.stems import is_past, stem, word_set
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    PLACE_PREPOSITIONS,
    PREPOSITIONS,
)
from clew.text import normalise_name

__all__ = ["Node", "ask_holder", "ask_noun", "low_at",
           "reduce_terms", "verb_readings", "words_of"]  # fmt: skip

Node: TypeAlias = Token | Name | Ask | Both
_RELATIVE = word_set("who that which where whom")
_STOPS = AUXILIARIES | PREPOSITIONS | _RELATIVE | word_set("what when and or 's , ;")
_ARTICLES = frozenset({"the", "a", "an"})
FORMER = word_set("former previous ex earlier")
_IDIOMS = word_set("charge front place")
_ROUNDS = 12


def words_of(nodes: Sequence[Node]) -> list[str]:
    """Return the words among nodes that are no terms, casefolded."""
    return [node.low for node in nodes if isinstance(node, Token)]


def low_at(nodes: Sequence[Node], at: int) -> str:
    """Return the word at a place, casefolded; empty for a term and outside."""
    if not 0 <= at < len(nodes):
        return ""
    node = nodes[at]
    return node.low if isinstance(node, Token) else ""


def _is_term(node: Node | None) -> bool:
    """Tell whether a node stands for things."""
    return isinstance(node, Name | Ask | Both)


def verb_readings(verb: str, prepositions: Sequence[str], *, passive: bool) -> tuple[Reading, ...]:
    """Return the readings of a verb stem with any of some prepositions ("" for a direct object)."""
    found = [
        reading
        for preposition in prepositions
        for reading in readings_of(Phrase(verb, preposition, passive))
    ]
    return tuple(dict.fromkeys(found))


def ask_noun(noun: str, owner: Term) -> Term:
    """Return the term for "the `noun` of `owner`"; "name" and "names" are the owner itself.

    Not where the owner is who asks: "I" is no answer to "what is my name".
    "former" and the like are no part of the noun, they mark the term.
    """
    mine = isinstance(owner, Name) and owner.text.casefold() in {"my", "our"}
    if stem(noun.split()[-1]) in {"nam", "kind", "typ", "part"} and not mine:
        return owner
    first, _, rest = noun.partition(" ")
    former = first in FORMER and bool(rest)
    noun = rest if former else noun
    return Ask(noun_readings(noun), None, owner, noun=noun, possessed=True, former=former)


def ask_holder(noun: str) -> Ask:
    """Return the term for "the `noun`" where no owner is named."""
    return Ask(noun_readings(noun), None, None, noun=noun, possessed=True)


def reduce_terms(
    nodes: Sequence[Node], *, verb_follows: bool, apposition: bool = True
) -> list[Node]:
    """Rewrite noun phrases into terms.

    Args:
        nodes: words and linked names.
        verb_follows: the clause is of the form "does TERM verb", so a phrase must leave a verb.
        apposition: read "Anna's brother Tom" as Tom; not in "is Anna's brother Tom?".
    """
    found = list(nodes)
    for _ in range(_ROUNDS):
        changed = (
            _possessive(found, verb_follows)
            or (_apposed(found) if apposition else None)
            or _of(found)
            or _relative(found)
            or _reduced(found)
            or _role_holder(found)
        )
        if changed is None:
            break
        found = changed
    return found


def _role_holder(nodes: list[Node]) -> list[Node] | None:
    """The words 's -> TERM: whoever holds a role, in "the coach's partner", "... of the coach"."""
    for at in range(2, len(nodes) + 1):
        first = _noun_start(nodes, at)
        owner = low_at(nodes, at) == "'s" or (at == len(nodes) and low_at(nodes, first - 2) == "of")
        if owner and first < at and low_at(nodes, first - 1) == "the":
            role = ask_holder(" ".join(words_of(nodes[first:at])))
            return _put(nodes, first - 1, at, role)
    return None


def _apposed(nodes: list[Node]) -> list[Node] | None:
    """TERM Name -> Name, where the term is somebody's: "Anna's brother Tom"."""
    for at in range(len(nodes) - 1):
        named = nodes[at + 1]
        if isinstance(nodes[at], Ask) and isinstance(named, Name) and named.text[:1].isupper():
            return [*nodes[:at], *nodes[at + 1 :]]
    return None


def _put(nodes: Sequence[Node], first: int, last: int, term: Term) -> list[Node]:
    """Replace nodes by the term they form, which keeps their span."""
    start, end = _span(nodes[first])[0], _span(nodes[last - 1])[1]
    return [*nodes[:first], replace(term, span=(start, end)), *nodes[last:]]


def _span(node: Node) -> tuple[int, int]:
    return (node.start, node.end) if isinstance(node, Token) else node.span


def _known_noun(word: str) -> bool:
    return len(noun_readings(word)) > 1


def _possessive(nodes: list[Node], verb_follows: bool) -> list[Node] | None:
    """TERM 's words -> TERM."""
    for at, node in enumerate(nodes[:-2]):
        if not (_is_term(node) and low_at(nodes, at + 1) == "'s"):
            continue
        first = last = at + 2
        while last < len(nodes) and _is_noun_word(nodes, last, first):
            last += 1
            if _known_noun(low_at(nodes, last - 1)) and not _known_noun(low_at(nodes, last)):
                break
        if last == first:
            continue
        if verb_follows and last - first > 1 and not _known_noun(low_at(nodes, last - 1)):
            last -= 1
        noun = " ".join(words_of(nodes[first:last]))
        both = _both(nodes, at - 2)
        owner, at = (both, at - 2) if both else (_as_term(node), at)
        found = ask_noun(noun, owner)
        if low_at(nodes, last) == "and" and _known_noun(low_at(nodes, last + 1)):
            found = Both((found, ask_noun(low_at(nodes, last + 1), owner)))
            last += 2
        return _put(nodes, at, last, found)
    return None


def _is_noun_word(nodes: Sequence[Node], at: int, first: int) -> bool:
    word = low_at(nodes, at)
    if not word or word in _STOPS:
        return False
    return at == first or not is_past(word)


def _of(nodes: list[Node]) -> list[Node] | None:
    """(the) words of TERM -> TERM."""
    for at in range(len(nodes) - 1, 0, -1):
        after = at + 2 if low_at(nodes, at + 1) in DETERMINERS else at + 1
        owner = _at(nodes, after)
        if low_at(nodes, at) != "of" or owner is None or isinstance(owner, Token):
            continue
        if low_at(nodes, after + 1) == "'s" or _goes_on(nodes, after):
            continue
        first = _noun_start(nodes, at)
        idiom = low_at(nodes, first - 1) in PREPOSITIONS and low_at(nodes, at - 1) in _IDIOMS
        if first == at or idiom:  # "in charge of" is a relation, not a thing
            continue
        noun = " ".join(words_of(nodes[first:at]))
        first -= low_at(nodes, first - 1) in DETERMINERS
        both = _both(nodes, after)
        term = ask_noun(noun, both or owner)
        return _put(nodes, first, after + (3 if both else 1), term)
    return None


def _both(nodes: Sequence[Node], at: int) -> Both | None:
    """Read "Anna and Tom" at `at`."""
    one, other = _at(nodes, at), _at(nodes, at + 2)
    if isinstance(one, Name) and isinstance(other, Name) and low_at(nodes, at + 1) == "and":
        return Both((one, other))
    return None


def _goes_on(nodes: Sequence[Node], at: int) -> bool:
    """Tell whether a common name is the head of a clause: "the company *where* Ida works"."""
    named = nodes[at]
    if not isinstance(named, Name) or named.text != named.text.casefold():
        return False
    verb = low_at(nodes, at + 2)
    reduced = _is_term(_at(nodes, at + 1)) and verb and verb not in _STOPS
    return low_at(nodes, at + 1) in _RELATIVE or bool(reduced) or verb == "by"


def _noun_start(nodes: Sequence[Node], end: int) -> int:
    """Return where the noun words that end before `end` start; `end` when there are none."""
    first = end
    while first > 0 and end - first < 4:
        word = low_at(nodes, first - 1)
        if not word or word in _STOPS or word in DETERMINERS:
            break
        first -= 1
    return first


def _relative(nodes: list[Node]) -> list[Node] | None:
    """(the) words who|that|which ... -> TERM."""
    for at in range(len(nodes) - 1, 0, -1):
        if low_at(nodes, at) not in _RELATIVE:
            continue
        first = _noun_start(nodes, at)
        named = nodes[at - 1]
        if isinstance(named, Name):
            first = at - 1
        if first == at or low_at(nodes, first - 1) in {"which", "what"}:
            continue
        found = _clause(nodes, at + 1)
        if found is None:
            continue
        ask, last = found
        if isinstance(named, Name):
            if named.text != named.text.casefold():
                return [*nodes[:at], *nodes[last:]]  # a proper name needs no clause to be found
            noun = normalise_name(named.text)
        else:
            noun = " ".join(words_of(nodes[first:at]))
        first -= low_at(nodes, first - 1) in DETERMINERS
        return _put(nodes, first, last, replace(ask, noun=noun))
    return None


def _clause(nodes: Sequence[Node], at: int) -> tuple[Ask, int] | None:
    """Read "TERM verb (prep)" or "verb (prep) TERM" at `at`; return it and where it ends."""
    at += low_at(nodes, at) in DETERMINERS
    if at < len(nodes) and _is_term(nodes[at]):
        return _object_clause(nodes, at)
    last = at
    while last < len(nodes) and last - at < 5 and not _is_term(nodes[last]):
        last += 1
    words = words_of(nodes[at:last])
    if last == len(nodes) or not _is_term(nodes[last]) or not words:
        return None
    phrase = parse_phrase(" ".join(word for word in words if word not in _ARTICLES))
    if phrase.head == "be" and not phrase.preposition:
        return None
    past = is_past(words[0]) or words[0] in {"was", "were", "had"}
    return Ask(readings_of(phrase), None, _as_term(nodes[last]), past=past), last + 1


def _as_term(node: Node) -> Term:
    assert not isinstance(node, Token)
    return node


def _object_clause(nodes: Sequence[Node], at: int) -> tuple[Ask, int] | None:
    """Read "TERM verb (prep)" at `at`."""
    subject = _as_term(nodes[at])
    first = last = at + 1
    while low_at(nodes, last) in AUXILIARIES:
        last += 1
    if not low_at(nodes, last) or low_at(nodes, last) in PREPOSITIONS | {"'s"}:
        return None
    passive = last > first and stem(low_at(nodes, first)) == "be"
    past = is_past(low_at(nodes, last)) and not passive
    verb = stem(low_at(nodes, last))
    last += 1
    prepositions: Sequence[str] = ("", *PLACE_PREPOSITIONS)
    if low_at(nodes, last) in PREPOSITIONS and not _is_term(_at(nodes, last + 1)):
        prepositions = (low_at(nodes, last),)
        last += 1
    found = verb_readings(verb, prepositions, passive=passive)
    return Ask(found, subject, None, past=past), last


def _at(nodes: Sequence[Node], at: int) -> Node | None:
    return nodes[at] if 0 <= at < len(nodes) else None


def _reduced(nodes: list[Node]) -> list[Node] | None:
    """(the) words TERM verb (prep) -> TERM: "the company Tom works at"."""
    for at in range(1, len(nodes)):
        follows = low_at(nodes, at + 1)
        if not _is_term(nodes[at]) or follows in {"", "'s", "of", "and"} | AUXILIARIES:
            continue
        first, noun = _head_noun(nodes, at)
        found = _object_clause(nodes, at) if noun else None
        if found is not None:
            ask, last = found
            return _put(nodes, first, last, replace(ask, noun=noun))
    return None


def _head_noun(nodes: Sequence[Node], at: int) -> tuple[int, str]:
    """Return where "the <noun>" before `at` starts and its noun; no noun: an empty text."""
    named = nodes[at - 1]
    if isinstance(named, Name):
        common = named.text == named.text.casefold() and _is_term(nodes[at])
        start = at - 2 if low_at(nodes, at - 2) in _ARTICLES else at - 1
        return start, normalise_name(named.text) if common else ""
    first = _noun_start(nodes, at)
    if first == at or low_at(nodes, first - 1) not in _ARTICLES:
        return at, ""
    return first - 1, " ".join(words_of(nodes[first:at]))
