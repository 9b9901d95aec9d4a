"""Whether a sentence with its names marked tells another name plainly, and of whom."""

import re

from clew.minds.english.reading.claims import first_doubt
from clew.minds.english.reading.names_told.name_marks import MARK
from clew.regex import Regex

__all__ = ["has_whole_names", "in_part", "is_apart", "is_claimed", "is_denied", "is_doubtful",
           "is_known", "is_subject"]  # fmt: skip

_DOUBTFUL = Regex(
    r"\b(?:I|we|they|some) (?:think|thought|guess|believed?|suppose|gather|hear|heard|assume)\b"
    r"|\b(?:perhaps|maybe|possibly|probably|apparently|allegedly|supposedly|presumably|reportedly"
    r"|rumou?r\w*|seem\w*|(?:is|are|was|were) (?:said|believed|thought|alleged|supposed)"
    r"|(?:thought|believed|assumed|supposed|claimed|argued|suspected|speculated|held|considered)"
    r" that|appears? to (?:be|have)|roles? (?:as|of)|such [a-z]+ as|starring|stars as"
    r"|unclear|pretend\w*|jok(?:e|ed|ing)|mist(?:ook|aken)|wrongly|by mistake|confus\w+"
    r"|mix\w* up|not sure|so-called|if I (?:remember|recall)|namesake)\b"
    r"|\b(?:[Ii]n|of) (?:the|a|an|his|her|this) (?:[a-z]+ ){0,2}(?:film|movie|play|novel|opera"
    r"|series|game|story|musical|dream|sketch|comedy|drama)\b"
)
"""What leaves a sentence in doubt wherever it stands, or tells of an invented world."""
_NOT = Regex(
    r"\b(?:not|never|no|nobody|none|neither|nor|hardly|without|cannot|refuse[sd]?|unlike"
    r"|instead of|stopped|wrong)\b|n't\b",
    re.IGNORECASE,
)
_STILL_TOLD = Regex(
    r"(?:never anything|nothing|nobody|anything) but|(?:no|none) other than|no longer|not only"
    r"|(?:did|do|does|could|had)(?: not|n't)? (?:know|knew|known|realis\w+|realiz\w+|notic\w+)"
    r" (?:yet )?that|never (?:knew|realised|realized|noticed) that"
    r"|(?:nobody|no one|never) [^.;:§]{0,40}(?:§ )?anything (?:else )?but"
    r"|perhaps (?=better|best)",
    re.IGNORECASE,
)
"""Denials that leave what is told as it is."""
_INVITING = Regex(
    r"\b(?:you|we|they|people) (?:can|may|will|might|could|should)(?: also| always| still)?\b"
    r"|^(?:please )?(?:note|remember|be aware|mind|know) that\b|^please\b",
    re.IGNORECASE,
)
"""What asks somebody to use a name, or to keep it in mind: it is one."""
_KNOWN = Regex(r"(?:Did|Do) you (?:know|realise|realize|remember) that\b")
"""How a question begins that asks only whether something true is known."""
_CLAUSE = Regex(r'[;:"] |, (?:but|and|so|yet) ')
_WHOSE = r"[Tt]he|[Aa]n?|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Yy]our|[Tt]his|[Tt]hat"
_OPENS = Regex(
    r"(?:^(?:In|Among|Amongst|At|On|To|For|Since|After|Before|By|With|As|During|Until|From"
    r"|Within|Inside) (?:[^,;:.§]|§(?=[,']| [a-z])){1,50},? |^|[,;:.!?(\"] ?"
    r"|\b(?:and|but|that|because|since|so|when|while|as|though|although|where"
    r"|after|before|once|until|if|which|whom|who) )"
    rf"(?:(?:(?:{_WHOSE}) [a-z-]+'s|{_WHOSE}|§'s) )?"
    r"(?:(?:(?:[a-z]+ )?(?:town|city|village|river|port|lake|island|state|district|firm|ship) of )?"
    r"|(?:(?!(?:of|in|at|for|to|from|by|with|on|near|than|like|about|and|or) )[\w-]+ ){0,4})$"
)
"""What stands before the subject of a clause."""
_GOVERNED = Regex(
    rf"\b(?:{_WHOSE}|one|§'s) (?:[\w§-]+ ){{0,2}}(?P<head>[\w§-]+) "
    r"(?:of|in|at|near|from|for|between|on) (?:(?:the|a|an|his|her|our|my|their) )?"
    r"(?:[a-z-]+ ){0,2}$"
)
_KINDS = frozenset(
    ("town", "city", "village", "river", "lake", "island", "state", "name", "port", "district",
     "kingdom", "isle", "county", "province", "parish", "duchy", "republic", "hamlet", "castle")
)  # fmt: skip
"""Of what stands "of" before a name: "the town of Bonn"."""
_BEHIND = Regex(r"(?:§(?: \([^()]*\))?,|\d(?:st|nd|rd|th)) (?:the )?$")
_PLACED_FIRST = Regex(r"(?:In|At|On|From|For|Near|To) [^,§]*§, (?:the )?")
_TWO = Regex(r"§,? (?:and|or|&) (?:(?:the|his|her|our|my|their|a) (?:[a-z-]+ ){0,2})?$")
_GOES_ON = Regex(
    r"\"?,? and (?:(?:the|his|her) )?\"?§(?! (?:is|was|has|had|will)\b)| (?:the|of|of the) §"
)
"""Behind a name: a pen name, say, is that of two, or the name has a further part."""
_MORE = Regex(
    r" (?!(?:and|or|but|by|in|at|on|to|for|from|when|who|is|was|after|before|until|since"
    r"|because|as|with|all|these|again|now|though|while|if|ever|has|had|only)\b)[a-z]"
)
_IN_PART = Regex(
    r"\b(?:(?:maiden|married|family|last) name(?:,|:| is:?| was:?)?|n[ée]e?|born|formerly) $"
)
_NEAR = 80
"""How far back what a name is governed by is looked for."""


def is_doubtful(text: str) -> bool:
    """Say whether nothing that a sentence tells of names counts: "..., I think"."""
    return _DOUBTFUL.search(_STILL_TOLD.sub("", text)) is not None


def is_known(text: str) -> bool:
    """Say whether a question takes what it asks about for true: "Did you know that ...?"."""
    return _KNOWN.match(text) is not None


def is_denied(text: str, found: re.Match[str]) -> bool:
    """Say whether the clause of a telling denies it: "nobody calls her Dot"."""
    text = _STILL_TOLD.sub(lambda one: "_" * len(one[0]), text)
    return _NOT.search(text, _clause(text, found), found.end()) is not None


def is_claimed(text: str, found: re.Match[str]) -> bool:
    """Say whether a sentence states what it tells: it neither denies nor doubts it."""
    before = text[_clause(text, found) : found.start()].replace(MARK, "Ida").strip()
    before = _INVITING.sub("", _KNOWN.sub("", before))
    return not is_denied(text, found) and first_doubt(before) is None


def _clause(text: str, found: re.Match[str]) -> int:
    """Return where the clause of a telling begins."""
    return max((one.end() for one in _CLAUSE.finditer(text, 0, found.start())), default=0)


def is_subject(text: str, found: re.Match[str]) -> bool:
    """Say whether the name that a telling begins with is the subject of its clause."""
    before = text[max(0, found.start() - _NEAR) : found.start()]
    return _OPENS.search(before) is not None and _TWO.search(before) is None


def is_apart(text: str, found: re.Match[str]) -> bool:
    """Say whether what is told in passing may be told of somebody else than whose name is near.

    Of the son in "a son of Ida, known as Tom", of Ida in "Ida Roy, Lady Hall, known as Dot", and of
    both in "Ida and Tom, known as the Larks".
    """
    before = text[max(0, found.start() - _NEAR) : found.start()]
    governed = _GOVERNED.search(before)
    if governed and governed["head"].lower() not in _KINDS:
        return True
    if _BEHIND.search(before) and not _PLACED_FIRST.fullmatch(before):
        return True
    return found["b"].lstrip('"').startswith("the ") and _TWO.search(before) is not None


def has_whole_names(text: str, found: re.Match[str]) -> bool:
    """Say whether the names of a telling are whole: not in "called Rex and Bello"."""
    if text[: found.start("a")].endswith(f'"{MARK}" '):
        return False  # 'Ida "Dot" Roy, née Hall'
    if any(_GOES_ON.match(text, found.end(group)) for group in ("b", "a")[: 1 + _turned(found)]):
        return False
    # "the Old Oak tree"; "writes as Tom Hill asked".
    goes_on = found["b"].startswith("the ") or text[: found.start("b")].rstrip('"').endswith(" as ")
    return not (goes_on and _MORE.match(text, found.end("b")))


def _turned(found: re.Match[str]) -> bool:
    return found.end("a") > found.end("b")


def in_part(text: str, found: re.Match[str]) -> bool:
    """Say whether the other name may be a last name alone: "née Hall"."""
    return _IN_PART.search(text[: found.start("b")].rstrip('"')) is not None
