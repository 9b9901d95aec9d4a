"""Set phrases rewritten to plain clauses before parsing: "got married to" says "married".

Each rule is a linear regular expression over one sentence whose pronouns are already replaced.
The rewritten sentence is only parsed, never shown.
"""

import re

from clew.minds.english.words.names import CAPITAL
from clew.minds.english.words.opinions import AVERAGE, BAD, GOOD

__all__ = ["plain_english"]

_NAME = rf"{CAPITAL}[\w’'.-]*(?: (?:(?:de|van|von|der|da|of|the) )?{CAPITAL}[\w’'.-]*){{0,4}}"
_DET = r"(?:an?|the|one|my|your|his|her|its|our|their|[\w’'.-]{1,30}['’]s)"
_KIN = (
    r"(?:wife|husband|brother|sister|mother|father|son|daughter|uncle|aunt|cousin|niece|nephew"
    r"|partner|girlfriend|boyfriend|(?:mother|father|brother|sister|son|daughter)-in-law)"
)
_JOB = r"(?:a |an |the |his |her |their )?(?:new |permanent |part-time |full-time |summer )?"
_GOT_JOB = rf"\b(?:got|took|taken|found|accepted|landed|has|took up|started) {_JOB}"
_OFFICE = (
    r"(?=(?:the |its |an? )?(?:new )?(?:\w+ )?(?:director|head|president|chair\w*"
    r"|[Cc][Ee][Oo]|manager|captain|editor|leader|chief|secretary|treasurer|principal|mayor|coach|king|queen|bishop|pope"
    r"|chancellor|minister|governor|rector|dean|ambassador|professor|conductor|curator|member)\b)"
)
_NEW_HOLDER = (
    rf"(?:has got|got|gets|has) a new (?P<role>{_OFFICE}[\w ]{{3,30}}), (?P<who>{_NAME})(?<!\.)"
)
_HIRED = r"\b(?:was|were|has been|have been|got) (?:hired|employed|recruited)"

_RULES: tuple[tuple[re.Pattern[str], str, tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), replacement, tuple(hint[0].split("|")) if hint else ())
    for pattern, replacement, *hint in (
        # Openers that assert nothing themselves.
        (r"^(?:(?i:hi|hello|hey|oh|well|yes|yeah|no|ok|okay|thanks|sure|wow|so|anyway|actually|also"
         r"|by the way|congratulations|and|but|then|note for later|news|update|correction))"
         r"(?:[,:!] ?| - )(?=\w)", ""),
        (r"\b(?:should|must|have to|has to|ought to|forgot to|can|want to|wants to|wanted to)"
         r"(?: also| just)? (?:say|tell (?:you|\w+)|mention|add|confess|admit|report|note"
         r"|write(?: down)?) that ",
         "THAT "),
        # Marriage and its ends.
        (r"\b(?:got|gets) married to\b", "married"),
        (r"\b(?:got|were) married\b", "married"),
        (r"\btied the knot with\b", "married"),
        (r"\b(?:got|became) engaged to\b", "is engaged to"),
        (r"\b(?:got|were|was) divorced from\b", "divorced"),
        (r"\bgot divorced\b", "divorced"),
        # Jobs.
        (r"\b(?:handed|gave|put) in (?:\w+['’]s |\w+ )?notice (?:at|to)\b", "resigned from"),
        (r"\b(?:was|were) (?:fired|dismissed|laid off|let go|sacked) (?:from|by|at)\b",
         "resigned from"),
        (r"\bstepped down (?:as|from)\b", "resigned as"),
        (rf"{_GOT_JOB}(?:job|position|post|role)"
         r" (?:(?:for|in)(?= (?:the )?[A-Z])|at|with)(?= \w)",
         "started working at"),
        (rf"{_GOT_JOB}(?:job|position|post|role) as\b", "started working as"),
        (rf"{_HIRED} by\b", "started working at"),
        (rf"{_HIRED} as\b", "started working as"),
        (r"\b(?:has |have |had )?(?:took|taken|takes) over as\b", "became"),
        (r"\b(?:was|were|has been|got|is) (?:appointed|elected|named|made|promoted|chosen|crowned)"
         rf"(?: as| to)? {_OFFICE}", "became "),
        (r"^(?:.{0,80}? )?(?:appointed|named|elected|made|chose|promoted) "
         rf"(?P<who>{_NAME}) (?:as |to )?{_OFFICE}", r"\g<who> became ",
         "appointed|named|elected|made|chose|promoted"),
        (rf"(?P<old>{_NAME}) (?:was|is|has been|will be) (?:succeeded|replaced)"
         rf"(?P<role> as [^,.;]{{3,60}}?)? by (?:the |an? )?(?P<new>{_NAME})(?<!\.)"
         rf"(?![\w’'-]| {CAPITAL}|,? wh)"
         r"(?P<late> as\b[^,.;]{3,60})?",
         r"\g<new> succeeded \g<old>\g<role>\g<late>", "succeeded|replaced"),
        (rf"(?P<old>{_NAME}|[Hh]is|[Hh]er)(?<!['’]s)(?:['’]s)? place"
         rf" (?:was|is|has been|will be) taken by (?P<new>{_NAME})(?<!\.)",
         r"\g<new> succeeded \g<old>", "taken by"),
        (rf"\b(?:has |have |had )?(?:took|taken|takes) over from (?P<old>{_NAME}) as\b",
         r"succeeded \g<old> as", "over from"),
        (r"\bresigned the (?=chair\w*\b|presidency\b|directorship\b)", "resigned as "),
        (r"\b(?:gave up|left|resigned|quit) (?:the|his|her|their|(?:[\w’']+ ){0,2}[\w’']+['’]s)"
         r" (?:job|post|position|office|role) (?:as|of)\b", "resigned as"),
        (r"\b(?:gave up|left|quit|resigned from)"
         r" (?:the|his|her|their|(?:[\w’']+ ){0,2}[\w’']+['’]s)"
         r" (?:job|post|position) (?:at|with|in)\b", "resigned from", "job|post|position"),
        # How often says nothing of since when.
        (r"(?<!is)(?<!are)(?<!was)(?<!were) (?:every|each) (?:second )?(?:[A-Z][a-z]+day|day"
         r"|week|month|year|morning|evening|night|weekend|summer|winter)(?=[ .,;])",
         "", "every|each"),
        (r"\b(they |both )?both of (?:them|us|whom)\b", "both", "both of"),
        (r"\b(?:took up|was given|accepted|got|took) (?:the|his|her) "
         r"(?:job|post|position|office|role) of\b", "became"),
        (rf"\b[Tt]he (?P<org>(?:[\w-]+ ){{0,3}}[\w-]+) {_NEW_HOLDER}",
         r"\g<who> became the \g<role> of the \g<org>", "a new"),
        (rf"(?P<org>{_NAME}) {_NEW_HOLDER}", r"\g<who> became the \g<role> of \g<org>", "a new"),
        # Kin with a name behind a comma: one phrase.
        (rf"(?P<kin>\b{_DET} (?:(?:older|younger|elder|eldest|youngest|late) )?{_KIN}),"
         rf" (?P<who>{_NAME})(?=\.$|;"
         rf"|, (?!(?:and|or) (?:{CAPITAL}|(?:the|an?|my|our|his|her|their)\b)))",
         r"\g<kin> \g<who>"),
        (rf"(?P<of>\b{_KIN} of ){_DET} {_KIN} (?={CAPITAL})", r"\g<of>"),
        (r"\b(?P<deed>gave|lent|sold|left|handed|sent) "
         r"(?P<one>(?:his|her|the|an?|my|their|\w+['’]s) [\w -]{2,30}?) to"
         r" (?P<who>[\w’' ]{1,30}?) and (?P<other>(?:his|her|the|an?|my|their|\w+['’]s)"
         r" [\w -]{2,30}?) to (?=\w)",
         r"\g<deed> \g<one> to \g<who> and \g<deed> \g<other> to ", " to "),
        (r"\b(?P<of>members? of [^,.;]{3,60}?) and of (?=\w)", r"\g<of> and ", " and of "),
        # Likes and dislikes.
        (r"\b(?:do|does) ?n[o’']t (?:really |much |particularly )?like\b", "dislikes", "n"),
        (r"\bneither likes? nor dislikes?\b", "is neutral about", "neither"),
        (r"\b(?:has|have|had|'ve) mixed feelings (?:about|on|towards?|over)\b",
         "is ambivalent about", "mixed feelings"),
        (rf"\b(?:thinks?|believes?|finds?|feels?) (?:that )?(?P<what>(?:the|this|my|his|her|their"
         rf"|{CAPITAL})[^,.;!?]{{1,80}}?) (?:(?:is|are) )?(?:\w+ly |very |rather |just |quite )?"
         rf"(?P<side>{'|'.join(sorted(GOOD | BAD | AVERAGE))})(?=[.,;!]|$)",
         r"has a \g<side> opinion of \g<what>", "think|believe|find|feel"),
        # Living and leaving.
        (r"\b(?:has |have )?left us for (?=an? |the |[A-Z])", "started working at "),
        (r"\b(?:made|makes|found) (?:his|her|their|its|a|[\w’']+['’]s) (?:new )?home in\b",
         "settled in"),
        (r"\bpassed away\b", "died"),
        (r"\bgot rid of\b", "lost"),
        (r"\b(?:no longer has|no longer have)\b", "no longer owns"),
        (r"\b(?:set up|co-founded)\b", "founded"),
        # A name that stands behind the place: "a cafe in Wels called the Anker".
        (rf"\b(?P<what>(?:an?|the|his|her|their|our|my) (?:[a-zà-ÿ-]+ ){{0,3}}[a-zà-ÿ-]+)"
         rf" (?P<where>in|near|on|from) (?P<place>{_NAME}),? (?:called|named) (?:the )?"
         rf"(?P<name>{_NAME})(?<!\.)", r"\g<what> \g<name> \g<where> \g<place>", "called|named"),
        (rf"\b(?P<be>is|are|was|were) (?P<deed>[a-z]+) by (?P<one>{_NAME}),? and"
         r" (?P<what>(?:(?:the|an?|his|her|their|our) )?[a-z]+(?: [a-z]+){0,2})"
         rf" by (?={CAPITAL})",
         r"\g<be> \g<deed> by \g<one> and \g<what> \g<be> \g<deed> by ", "by "),
        # "a dog named Rex" says what "the dog Rex" says; "is named Rex" stays.
        (rf"(?<!\w)({_DET}(?: (?!is\b|was\b|were\b|are\b|been\b|also\b)[a-zà-ÿ-]+){{1,4}}),?"
         r" (?:named|called|nicknamed) (?=[A-Z])", r"\1 ", "named|called"),
    )
)  # fmt: skip


def plain_english(sentence: str) -> str:
    """Return the sentence with its set phrases made plain.

    >>> plain_english("Anna has a dog named Rex."), plain_english("Oh, Ben got married to Eva.")
    ('Anna has a dog Rex.', 'Ben married Eva.')
    """
    for pattern, replacement, hints in _RULES:
        if not hints or any(hint in sentence for hint in hints):
            sentence = pattern.sub(replacement, sentence)
    if "THAT " in sentence:
        sentence = sentence.split("THAT ", 1)[1]
    return sentence
