"""Set phrases made plain before parsing: "was appointed director of" says "became director of".

Only phrases that occur in real prose are listed. The rewritten sentence is parsed, never shown.
"""

import re

from clew.minds.english.words.names import CAPITAL

__all__ = ["plain_phrases"]

_NAME = rf"{CAPITAL}[\w’'.-]*(?: (?:(?:de|van|von|der|da|of|the) )?{CAPITAL}[\w’'.-]*){{0,4}}"
_OWNER = r"(?:an?|the|one|my|your|his|her|its|our|their|[\w’'.-]{1,30}['’]s)"
_KIN = (
    r"(?:wife|husband|brother|sister|mother|father|son|daughter|uncle|aunt|cousin|niece|nephew"
    r"|partner|girlfriend|boyfriend|(?:mother|father|brother|sister|son|daughter)-in-law)"
)
_OFFICE = (
    r"(?=(?:the |its |an? )?(?:new )?(?:\w+ )?(?:director|head|president|chair\w*|[Cc][Ee][Oo]"
    r"|manager|captain|editor|leader|chief|secretary|treasurer|principal|mayor|coach|king|queen"
    r"|bishop|pope|chancellor|minister|governor|rector|dean|ambassador|professor|conductor|curator"
    r"|member)\b)"
)
_HIRED = r"\b(?:was|were|has been|have been|got) (?:hired|employed|recruited)"
_JOB = r"(?:a |an |the |his |her |their )?(?:new |permanent |part-time |full-time |summer )?"
_RULES = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"^(?i:hi|hello|hey|oh|well|yes|yeah|no|ok|okay|thanks|sure|wow|so|anyway|actually|also"
         r"|by the way|and|but|then)(?:[,:!] ?| - )(?=\w)", ""),
        # What the writer passes on as known; "I heard that" stays.
        (r"^(?i:(?:also|and|so)?,? ?(?:please )?(?:(?:note|remember|bear in mind|don['’]t forget)"
         r"|I (?:also )?(?:forgot to (?:note|mention|say|add|write down|tell you)|remember|know|see"
         r"|learned|learnt|found out|noticed|realised|realized)(?: (?:today|only now|just now))?)"
         r" that )(?=\w)", ""),
        (r"\b(?:got|gets|were) married(?: to)?\b", "married"),
        (r"\b(?:got|were|was) divorced(?: from)?\b", "divorced"),
        (rf"\b(?:got|took|taken|found|accepted|landed|took up|started) {_JOB}"
         r"(?:job|position|post|role) (?:(?:for|in)(?= (?:the )?[A-Z])|at|with)(?= \w)",
         "started working at"),
        (rf"{_HIRED} by\b", "started working at"),
        (rf"{_HIRED} as\b", "started working as"),
        (r"\b(?:has |have |had )?(?:took|taken|takes) over as\b", "became"),
        (r"\b(?:was|were|has been|got|is) (?:appointed|elected|named|made|promoted|chosen|crowned)"
         rf"(?: as| to)? {_OFFICE}", "became "),
        (rf"(?P<old>{_NAME}) (?:was|is|has been) (?:succeeded|replaced)"
         rf"(?P<role> as [^,.;]{{3,60}}?)? by (?:the |an? )?(?P<new>{_NAME})(?<!\.)"
         rf"(?![\w’'-]| {CAPITAL}|,? wh)(?P<late> as\b[^,.;]{{3,60}})?",
         r"\g<new> succeeded \g<old>\g<role>\g<late>"),
        # How often says nothing of since when.
        (r"(?<!is)(?<!are)(?<!was)(?<!were) (?:every|each) (?:second )?(?:[A-Z][a-z]+day|day"
         r"|week|month|year|morning|evening|night|weekend|summer|winter)(?=[ .,;])", ""),
        # A relative's name behind a comma: one phrase.
        (rf"(?P<kin>\b{_OWNER} (?:(?:older|younger|elder|eldest|youngest|late) )?{_KIN}),"
         rf" (?P<who>{_NAME})(?=\.$|;"
         rf"|, (?!(?:and|or) (?:{CAPITAL}|(?:the|an?|my|our|his|her|their)\b)))",
         r"\g<kin> \g<who>"),
        (rf"(?P<of>\b{_KIN} of ){_OWNER} {_KIN} (?={CAPITAL})", r"\g<of>"),
        (r"\b(?:do|does) ?n[o’']t (?:really |much |particularly )?like\b", "dislikes"),
        (r"\bpassed away\b", "died"),
        (r"\b([Ww]e|[Tt]hey) all (?=[a-z])", r"\1 "),
        (r"\b(?:set up(?! (?:at|on|beside|near|next|against|under|in (?!\d{4}))\b)|co-founded)\b",
         "founded"),
        # "a dog named Rex" says what "the dog Rex" says; "is named Rex" stays.
        (rf"(?<!\w)({_OWNER}(?: (?!is\b|was\b|were\b|are\b|been\b|also\b)[a-zà-ÿ-]+){{1,4}}),?"
         r" (?:named|called|nicknamed) (?=[A-Z])", r"\1 ")
    )
)  # fmt: skip


def plain_phrases(sentence: str) -> str:
    """Return the sentence with its set phrases made plain.

    >>> plain_phrases("Anna has a dog named Rex."), plain_phrases("Oh, Ben got married to Eva.")
    ('Anna has a dog Rex.', 'Ben married Eva.')
    """
    for pattern, plain in _RULES:
        sentence = pattern.sub(plain, sentence)
    return sentence
