"""Parse an English question into a `Question` with one pass of small rules.

    text -> tokens, names linked -> time and order taken out -> noun phrases reduced to terms
         -> the main clause, by its question word and its auxiliary

What the rules cannot read becomes `Form.UNKNOWN`; nothing raises.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.graph.types import Time
from clew.minds.english.asking.main_clauses import Head, be_clause, do_clause, subject_clause
from clew.minds.english.asking.noun_phrases import FORMER, Node, low_at, reduce_terms, words_of
from clew.minds.english.asking.parsed_question import Ask, Form, Name, Order, Question, Tense, Want
from clew.minds.english.asking.question_names import Find, Token, mentions, tokens
from clew.minds.english.asking.stems import is_past, stem, word_set
from clew.minds.english.asking.time_windows import find_window
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    PEOPLE,
    PLACES,
    PREPOSITIONS,
)
from clew.regex import Regex
from clew.text import STOP_WORDS

__all__ = ["parse"]

_FILLER = Regex(
    r"^\s*(?:(?:please|hey|hi|so|and|now|well|ok|okay|also)\b[\s,]*"
    r"|(?:(?:can|could|would|will) you )?(?:please )?(?:tell me|remind me|say)(?: about)?\b[\s,]*"
    r"|do you (?:know|remember)\b[\s,]*|i(?: would|'d) like to know\b[\s,]*)+",
    re.IGNORECASE,
)
_NAMING = Regex(r"\bnames?\b|\bcalled\b|\bnamed\b", re.IGNORECASE)
_REWRITES = tuple(
    (Regex(pattern, re.IGNORECASE), text)
    for pattern, text in (
        (r"^(\s*(?:who|what|where|when|how))['’]s\b", r"\1 is"),
        (r"^\s*(?:list|name|give me|show me)\b(?:\s+all)?(?:\s+the)?", "what are the"),
        (r"\bdate of birth\b", "birthday"),
        (r"\b(what|which) (?:kind|type|sort) of\b", r"\1"),
        (r"\buse to\b", "used to"),
        (r"^\s*(?:at )?what time\b", "when"),
        (r"^\s*how long (?=ha(?:s|ve) )", "since when "),
        (
            r"^\s*where (has|have) (.{1,40}?) (?:ever )?been(?: to)?(?=[ ?.]*$)",
            r"which places \1 \2 visited",
        ),
        (r"\b(has|have) (.{1,40}?) (?:ever )?been to\b", r"\1 \2 visited"),
        (r"\b(like|love|enjoy|hate|prefer) (?:to do|doing)\b", r"\1"),
        (
            r"^(\s*what) (?:do(?:es)?n['’]t (.{1,40}?)|do(?:es)? (.{1,40}?) not)"
            r" (?:like|love|enjoy)\b",
            r"\1 does \2\3 dislike",
        ),
        (
            r"^\s*(?:what|which) ([\w-]+) do(?:es)? (.{1,40}?) (?:like|prefer) (?:most|best)\b",
            r"what is \2's favourite \1",
        ),
        (
            r"^\s*where (?:did|do|have) (?:i|we) (?:put|left|leave|park(?:ed)?|hide|hidden|stored?"
            r"|keep) (?=(?:my|our|the) )",
            "where is ",
        ),
        (r"\bGP\b", "gp"),
    )
)
_WH = word_set("who whom whose what which where when how")
_NOW = word_set("now currently today nowadays presently still")
_EVER = word_set("ever already")
_FIRST = word_set("first original originally initially earliest")
_POINTERS = DETERMINERS | {"'s"}
_BEFORE = word_set("previous previously former formerly earlier")
_LAST = word_set("last latest recently")
_CURRENT = word_set("current present new")
_SPANNING = Regex(r"\b(?:over the years|so far|until now|over time)\b")
"""Words that ask for every version there was."""
_MOMENT = Regex(
    rf"\b(?:at the moment|these days|up to now|at present|in the past|at the time|right now)\b"
    rf"|{_SPANNING.pattern}"
)
_POINTING = word_set("that this then now")
_HOLDERS = frozenset({Want.PERSON, Want.ANY})
_TIME_NOUNS = word_set("day date year month week weekend time weekday")


@dataclass(slots=True)
class _Draft:
    """Tense and order, collected while words are taken out of the clause."""

    tense: Tense = Tense.PRESENT
    order: Order | None = None
    than: Node | None = None
    unread: bool = False
    """A clause of time about something named, which these rules cannot date."""


def parse(text: str, find: Find, now: Time | None = None, *, compound: bool = True) -> Question:
    """Read a question."""
    window, bare = find_window(text, now)
    spanning = _SPANNING.search(bare)
    for pattern in (_FILLER, _MOMENT):
        bare = pattern.sub(lambda match: " " * len(match[0]), bare)
    for pattern, better in _REWRITES:
        bare = pattern.sub(better, bare)
    words = tokens(bare)
    nodes, names = _link(bare, words, find, compound)
    by_name = _NAMING.search(text) is not None
    question = Question(
        text, Form.UNKNOWN, None, window=window, names=names, by_name=by_name, bare=bare
    )
    if not nodes:
        return question
    draft = _Draft()
    nodes = _adverbs(nodes, draft)
    draft.tense = Tense.PERFECT if spanning else draft.tense
    nodes = _cut_order(nodes, draft)
    read = _main(nodes, question, draft)
    if draft.unread:
        return question
    if isinstance(read.term, Ask) and read.term.former:
        draft.order = draft.order or Order.BEFORE
    than = None if isinstance(draft.than, Token) else draft.than
    due = read.form is Form.WHEN and draft.tense is Tense.PRESENT  # "when does she fly to Rome"
    if isinstance(read.term, Ask) and (due or draft.tense is Tense.FUTURE):
        read = replace(read, term=replace(read.term, ahead=True))
    return replace(read, tense=draft.tense, order=draft.order, than=than)


def _link(
    text: str, words: Sequence[Token], find: Find, compound: bool
) -> tuple[list[Node], tuple[Name, ...]]:
    nodes: list[Node] = []
    names: list[Name] = []
    at = 0
    for mention in mentions(text, words, find, compound=compound):
        nodes += words[at : mention.first]
        span = (words[mention.first].start, words[mention.last - 1].end)
        name = Name(mention.text, mention.ids, span)
        nodes.append(name)
        names.append(name)
        if mention.text.casefold() in {"my", "our"}:
            nodes.append(Token("'s", 0, 0))
        at = mention.last
    nodes += words[at:]
    nodes = [node for node in nodes if not (isinstance(node, Token) and node.low in ",;")]
    return nodes, tuple(names)


def _adverbs(nodes: Sequence[Node], draft: _Draft) -> list[Node]:
    """Take out words that only say which version is meant."""
    kept: list[Node] = []
    for at, node in enumerate(nodes):
        low = node.low if isinstance(node, Token) else ""
        following = nodes[at + 1] if at + 1 < len(nodes) else None
        if low in _EVER:
            draft.tense = Tense.PERFECT
        elif low in _FIRST and at > 0:
            draft.order = Order.FIRST
        elif low in FORMER and low_at(nodes, at - 1) in _POINTERS and low_at(nodes, at + 1):
            kept.append(node)  # "the former director": which term it is of is seen later
        elif low in _BEFORE:
            draft.order = Order.BEFORE
        elif low in _LAST and isinstance(following, Token):
            draft.order = Order.LAST
        elif low == "used" and isinstance(following, Token) and following.low == "to":
            draft.tense = Tense.PAST
        elif low in _NOW or low in _CURRENT or (low == "to" and low_at(nodes, at - 1) == "used"):
            continue
        else:
            kept.append(node)
    return kept


def _cut_order(nodes: list[Node], draft: _Draft) -> list[Node]:
    """Take out a tail such as "before Acme", "before she joined Acme", "when it broke"."""
    for at in range(len(nodes) - 1, 1, -1):
        low = low_at(nodes, at)
        if low not in {"before", "after", "when", "while"} or at + 1 >= len(nodes):
            continue
        named = [node for node in nodes[at + 1 :] if isinstance(node, Name)]
        if low in {"before", "after"}:
            draft.order = Order.BEFORE if low == "before" else Order.AFTER
            draft.than = named[-1] if named else None
            draft.unread = not named and not set(words_of(nodes[at + 1 :])) <= _POINTING
        else:
            draft.unread = bool(named)
        return nodes[:at]
    return nodes


def _main(nodes: list[Node], question: Question, draft: _Draft) -> Question:
    head, rest = _question_word(nodes)
    verb = low_at(rest, 0)
    question = replace(question, want=head.want)
    if not rest:
        return question
    if not head.word and verb not in AUXILIARIES:  # "Anna's employer?"
        return be_clause([Token("is", 0, 0), *nodes], Head("what"), question)
    _set_tense(rest, draft)
    kind = stem(verb)
    if kind == "hav" and "been" in {low_at(rest, at) for at in (1, 2, 3)}:
        draft.tense = Tense.PERFECT
        rest = [node for node in rest[1:] if not (isinstance(node, Token) and node.low == "been")]
        return be_clause([Token("been", 0, 0), *rest], head, question)
    if kind == "be":
        return be_clause(rest, head, question)
    if head.word and kind == "hav" and head.want in _HOLDERS and _one_term(rest[1:]):
        return subject_clause(rest, head, question)  # "who has TERM", "who has the TERM"
    if verb in AUXILIARIES and (kind == "do" or (_subject_follows(rest) and _verbal(rest))):
        return do_clause(rest, head, question)
    if head.word and not isinstance(rest[0], Token) and len(rest) > 1:
        return do_clause([Token("does", 0, 0), *rest], head, question)  # "tell me where X lives"
    return subject_clause(rest, head, question) if head.word else question


def _one_term(nodes: Sequence[Node]) -> bool:
    """Tell whether nodes are one noun phrase: "who has *Tom's old camera*"."""
    reduced = reduce_terms(nodes, verb_follows=False)
    last = reduced[-1] if reduced else None
    return last is not None and not isinstance(last, Token) and len(words_of(reduced)) < 2


def _set_tense(rest: Sequence[Node], draft: _Draft) -> None:
    """Read the tense off the first verb, unless an adverb has told it already."""
    verb = low_at(rest, 0)
    if draft.tense is not Tense.PRESENT:
        return
    if verb in {"will", "shall"} and len(rest) > 1:
        draft.tense = Tense.FUTURE
    elif verb in {"did", "was", "were", "had"} or (verb not in AUXILIARIES and is_past(verb)):
        draft.tense = Tense.PAST
    elif stem(verb) == "hav" and _verbal(rest) and not _has_anothers(rest):
        draft.tense = Tense.PERFECT


def _has_anothers(rest: Sequence[Node]) -> bool:
    """Tell whether "has" is the whole verb: "who has *Tom's bike*"."""
    return low_at(rest, 2) == "'s" and _one_term(rest[1:])


def _subject_follows(rest: Sequence[Node]) -> bool:
    named = len(rest) > 2 and not isinstance(rest[1], Token)
    return named or low_at(rest, 1) in {"the", "a", "an", "my", "our"}


def _verbal(rest: Sequence[Node]) -> bool:
    """Tell whether a plain word follows the subject ("has TERM worked"), not "has TERM"."""
    return any(isinstance(node, Token) and node.low not in STOP_WORDS for node in rest[2:])


def _question_word(nodes: list[Node]) -> tuple[Head, list[Node]]:
    """Read "(prep) WH (kind noun)"; without a question word the head is empty."""
    preposition = low_at(nodes, 0) if low_at(nodes, 0) in PREPOSITIONS else ""
    at = 1 if preposition and low_at(nodes, 1) in _WH else 0
    preposition = preposition if at else ""
    word, following = low_at(nodes, at), low_at(nodes, at + 1)
    if word not in _WH:
        return Head(), nodes
    at += 1
    if word == "how" and following in {"many", "much"}:
        noun, last = _kind_noun(nodes, at + 1)
        return Head("how many", noun, "", Want.NUMBER), nodes[last:]
    if word == "how":
        return Head(f"how {following}".strip(), "", "", Want.NUMBER), nodes[at + 1 :]
    noun = ""
    verb = word == "what" and low_at(nodes, at + 1) in PREPOSITIONS | DETERMINERS | {""}
    if word in {"what", "which", "whose"} and following not in PREPOSITIONS and not verb:
        noun, at = _kind_noun(nodes, at)  # else "what unlocks the door"
    return Head(word, noun, preposition, _want(word, noun)), nodes[at:]


def _kind_noun(nodes: Sequence[Node], first: int) -> tuple[str, int]:
    """Return the noun after "which" or "how many", and where it ends."""
    last = first
    while low_at(nodes, last) and low_at(nodes, last) not in AUXILIARIES:
        if last > first and not _still_noun(nodes, last):
            break
        last += 1
    return " ".join(low_at(nodes, place) for place in range(first, last)), last


def _still_noun(nodes: Sequence[Node], at: int) -> bool:
    """Tell whether the kind noun goes on: some auxiliary must still follow directly after it."""
    for place in range(at, min(at + 3, len(nodes))):
        if low_at(nodes, place) in AUXILIARIES:
            return True
        if not low_at(nodes, place) or low_at(nodes, place) in PREPOSITIONS - {"or"}:
            return False
    return False


def _want(word: str, noun: str) -> Want:
    last = noun.split()[-1] if noun else ""
    if word in {"who", "whom"} or last in PEOPLE:
        return Want.PERSON
    if word == "where" or last in PLACES or stem(last) in {stem(name) for name in PLACES}:
        return Want.PLACE
    if word == "when" or last in _TIME_NOUNS:
        return Want.TIME
    return Want.ANY
