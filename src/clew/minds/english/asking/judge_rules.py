"""Offline rules for judging an answer and for finding the names in a question.

Baselines, cheap and deterministic. The mark compares words and numbers, no meaning; names are
found by capitals, digits and what stands before them, in no dictionary.
"""

from collections.abc import Iterator, Sequence

from clew.ask.tasks import (
    EntityDepth,
    EntityDepths,
    EntityNames,
    Judge,
    QueryEntities,
    QuestionEntities,
    Verdict,
)
from clew.minds.english.asking.question_names import Token, tokens
from clew.minds.english.asking.stems import word_set
from clew.minds.english.asking.vocabulary import AUXILIARIES, DETERMINERS, PREPOSITIONS
from clew.text import NUMBER_WORDS, STOP_WORDS, normalise_name, words

__all__ = ["judge", "query_entities", "question_entities"]

_NUMBERS = {word: str(number) for number, word in enumerate(NUMBER_WORDS)}
_ARTICLES = frozenset({"a", "an", "the"})
_DENIALS = word_set("not no never neither nor without nobody none nothing unknown or cannot")
_DENIALS |= {"t"}  # of "didn't"
_STEPS = word_set("'s of that who whose which where whom")
_SMALL = STOP_WORDS | AUXILIARIES | DETERMINERS | PREPOSITIONS | {"'s", ",", ";"}
_DEEPEST = 3


def judge(task: Judge) -> Verdict:
    """Mark an answer 1 if it has the words of a right one in a row, or the same words.

    Case, punctuation, articles and the way in which numbers are written do not count, nor does
    what stands around ("in Bonn, since May"), unless that denies or leaves a choice. To a question
    for a number, the answer has no number but the right ones. Paraphrases are marked 0.
    """
    said = _said(task.answer)
    for wording in (task.gold, *task.also):
        gold = _said(wording)
        if gold and gold == said:
            return Verdict(reason="the same words", score=1)
        if not gold or (set(said) - set(gold)) & _DENIALS:
            continue
        if "how many" in task.question.casefold() and _figures(said) != _figures(gold):
            continue
        if any(said[at : at + len(gold)] == gold for at in range(len(said) - len(gold) + 1)):
            return Verdict(reason="the words of the right answer, with others", score=1)
    return Verdict(reason="other words", score=0)


def _said(text: str) -> list[str]:
    said = [_NUMBERS.get(word, word) for word in words(text)]
    return [word for word in said if word not in _ARTICLES] or said  # "A" may be an answer


def _figures(said: Sequence[str]) -> set[str]:
    return {word for word in said if word.isdigit()}


def question_entities(task: QuestionEntities) -> EntityNames:
    """Return the names and noun phrases of a question, each once, in order."""
    return EntityNames(entities=tuple(_names(task.question)))


def query_entities(task: QueryEntities) -> EntityDepths:
    """Return the names of a text; one edge further for each step told of ("'s", "of", "who")."""
    steps = sum(token.low in _STEPS for token in tokens(task.text)[1:])
    depth = min(_DEEPEST, 1 + steps)
    found = [EntityDepth(name=name, depth=depth) for name in _names(task.text)]
    return EntityDepths(entities=tuple(found))


def _names(text: str) -> list[str]:
    found: dict[str, str] = {}
    read = tokens(text)
    for first, last in _runs(text, read):
        run = read[first:last]
        told = first > 0 and read[first - 1].low in DETERMINERS | PREPOSITIONS
        strong = [token.capital or any(c.isdigit() for c in token.text) for token in run]
        if first == 0 and len(read) > 1 and read[1].low in DETERMINERS:
            strong[0] = False  # "Find the key": a capital of the sentence only
        if not told and any(strong):
            run = run[strong.index(True) : len(strong) - strong[::-1].index(True)]
        if told or any(strong):
            name = text[run[0].start : run[-1].end][:300]
            found.setdefault(normalise_name(name), name)
    return list(found.values())


def _runs(text: str, read: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield runs of content words that no punctuation interrupts."""
    first = 0
    for at, token in enumerate(read):
        gap = text[read[at - 1].end : token.start] if at else ""
        if at > first and gap.strip() not in {"", gap}:  # "life: Apple", but not "25.11.2020"
            yield first, at
            first = at
        if _is_small(read, at):
            if at > first:
                yield first, at
            first = at + 1
    if first < len(read):
        yield first, len(read)


def _is_small(read: Sequence[Token], at: int) -> bool:
    token = read[at]
    if token.low == "of" and 0 < at < len(read) - 1:  # "University of Oslo"
        return not (read[at - 1].capital and read[at + 1].capital)
    named = at > 0 and token.capital and len(token.text) > 1  # "May"
    return token.low in _SMALL and not named
