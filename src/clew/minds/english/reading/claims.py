"""Whether a sentence states what it says, or asks, hedges, supposes, wishes or orders it.

A sentence that hedges anywhere gives no facts at all: which of its clauses the hedge covers is
rarely safe to say.
"""

import re

from clew.minds.english.words.lexicon import VERBS

__all__ = ["first_doubt", "is_question", "without_speech"]

_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probabl[ey]|possibl[ey]|allegedly|reportedly|supposed(?:ly)?|apparent(?:ly)?"
    r"|presumably|likely|unlikely|rumou?r\w*|purported\w*|hopefully|potential(?:ly)?|seem\w*|appears?"
    r"|appeared|unclear|uncertain|unsure|unconfirmed|undecided|doubt\w*|guess\w*|suspect\w*|suppos\w+"
    r"|assum\w+|imagin\w+|pretend\w*|dream\w*|wish\w*|hop(?:e[sd]?|ing)|wonder(?:s|ed)?|think(?:s|ing)?"
    r"|thought|believ\w+|fear(?:s|ed)?|reckon\w*|suggest\w*|claim\w*|alleg\w+|den(?:y|ies|ied|ying)"
    r"|accus\w+|insist\w*|predict\w*|expect\w*|forecast\w*|speculat\w+|consider(?:s|ed|ing)?|intend\w*"
    r"|aim(?:s|ed|ing)? to|plan(?:s|ned|ning)? (?:to|on|for)|want(?:s|ed)?|would|could|might|should|shall|must|ought"
    r"|may|can|cannot|can't|can’t|if|unless|whether|lest|otherwise|as if|as though|in case|or so|so-called|fictional|for example"
    r"|according to|is said|are said|was said|were said|is told|by all accounts|it is unknown"
    r"|not (?:sure|certain|known|confirmed|clear|decided)|no ?(?:body|one) knows|who knows|supposing"
    r"|provided that|imagine|in theory|proposed?|propos(?:es|al)|promis\w+|threaten\w*|offer(?:s|ed)? to|going to|about to"
    r"|tr(?:y|ies|ied|ying) to|need(?:s|ed)? to|hypothe\w+|estimat\w+|in my opinion|as far as|to my knowledge"
    r"|I(?:'d|’d| bet| feel| gather| hear| heard)|['’]d (?:like|have|be|love|rather)|we['’]d|was to|were to|are to|is to)\b",
    re.IGNORECASE,
)
_MONTH_MAY = re.compile(
    r"\b(?:in|since|until|till|by|from|to|of|last|next|this|on|early|mid|late|\d{1,2}(?:st|nd|rd|th)?) May\b|\bMay \d"
)
_REPORT = re.compile(
    r"\b(?:sa(?:y|ys|id)|t(?:ell|ells|old)|ask(?:s|ed)?|announc(?:es|ed)|report(?:s|ed)?|state[sd]?|repl(?:y|ies|ied)"
    r"|answer(?:s|ed)|argue[sd]?|warn(?:s|ed)?|declar(?:es|ed)|confirm(?:s|ed)|admit(?:s|ted)|explain(?:s|ed)"
    r"|add(?:s|ed)? that|wr(?:ites|ote) that|complain(?:s|ed)?|joke[sd]?|joking|swears?|swore|tweeted|remind(?:s|ed)|decid(?:es|ed)"
    r"|refus(?:es|ed)|agree(?:s|d)|declin(?:es|ed)|vow(?:s|ed)|pledg(?:es|ed))\b",
    re.IGNORECASE,
)
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
