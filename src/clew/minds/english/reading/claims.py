"""Whether a sentence states what it says, or asks, hedges, supposes, wishes or orders it.

A sentence that hedges anywhere gives no facts at all: which of its clauses the hedge covers is
rarely safe to say.
"""

import re

from clew.minds.english.words.lexicon import VERBS
from clew.minds.english.words.word_lists import words_in_order

__all__ = ["first_doubt", "is_question", "without_speech"]

_MONTH_MAY = re.compile(
    r"\b(?:in|since|until|till|by|from|to|of|last|next|this|on|early|mid|late"
    r"|\d{1,2}(?:st|nd|rd|th)?) May\b|\bMay \d"
)


def _any_of(name: str) -> re.Pattern[str]:
    """Return a pattern for any entry of a list; "_" stands for a space in it."""
    patterns = "|".join(words_in_order(name)).replace("_", " ")
    return re.compile(rf"\b(?:{patterns})\b", re.IGNORECASE)


_HEDGE = _any_of("hedge_patterns")
_REPORT = _any_of("report_patterns")
_SPEECH = re.compile(r"[\"“«]([^\"“”«»]{2,600})[\"”»]")
_INVERTED = re.compile(r"(?:should|had|were) (?:the |an? |my |your |our )?\w+", re.IGNORECASE)
_ORDERS = frozenset({"please", "never", "always", "do", "don't", "don’t", "let", "let's", "let’s"})


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks.

    >>> is_question("Does Anna live in Oslo?"), is_question("Anna lives in Oslo.")
    (True, False)
    """
    return sentence.rstrip('"”’) ').endswith(("?", "？", "?!", "?…"))


def first_doubt(sentence: str) -> int | None:
    """Return where a sentence first hedges, reports, supposes or orders; `None` when it states.

    >>> first_doubt("Lea lives in Turin."), first_doubt("Lea might live in Turin.")
    (None, 4)
    """
    plain = _MONTH_MAY.sub(lambda found: "_" * len(found[0]), sentence)
    if _INVERTED.match(plain) or _orders(plain):
        return 0
    found = [one.start() for one in (_HEDGE.search(plain), _REPORT.search(plain)) if one]
    return min(found, default=None)


def _orders(sentence: str) -> bool:
    """Say whether a sentence tells its reader what to do: "Read this manual."."""
    words = sentence.split(maxsplit=2)
    first = words[0].rstrip(",").lower() if words else ""
    bare = "b" in VERBS.get(first, ("", ""))[1] and len(words) > 1
    return first in _ORDERS or (bare and not words[1][:1].isupper())


def without_speech(sentence: str) -> str:
    """Return a sentence without what it quotes of somebody's speech; quoted titles stay."""
    return _SPEECH.sub(" ", sentence) if _REPORT.search(_SPEECH.sub(" ", sentence)) else sentence
