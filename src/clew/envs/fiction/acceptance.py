"""Whether a game's parser accepted a command, judged by what the game replied.

A parser's complaints come before anything happens, so only the beginning of the reply counts. The
wordings are those of the libraries most games are written with (Inform 6 and 7, ZIL, TADS, Hugo),
and of what parsers speak about when they complain: words, verbs, nouns, sentences.
"""

import re
from enum import StrEnum

__all__ = ["Acceptance", "acceptance"]


class Acceptance(StrEnum):
    """What a reply says of the command before it."""

    ACCEPTED = "accepted"
    """The game tried to do it, with success or not ("The door is locked.")."""
    REFUSED = "refused"
    """The parser did not understand it, or asks for the rest of it."""
    ABSENT = "absent"
    """The parser knows such commands, but not the thing that it names, or not here."""
    DOUBTFUL = "doubtful"
    """The reply may be either."""


_ASIDE = re.compile(r"\A(?:\([^()]*\)\s*)+")
"""What the parser took the command to mean: "(the fire axe)"."""
_COMPLAINTS = re.compile(
    r"""
    that(?:'s|\ is)\ not\ (?:a\ verb|something\ you\ need\ to\ refer\ to)
    | i\ only\ understood\ you\ as\ far\ as
    | i\ (?:did\ ?n[o']t|do\ ?n[o']t|didn't|don't|can't|cannot)\ (?:quite\ )?
      (?:understand|recogni[sz]e|know\ (?:the\ word|how\ to|that\ word|what\ you\ mean))
    | i(?:'m|\ am)\ not\ sure\ what\ .{1,40}\ refers?\ to
    | you\ used\ the\ word
    | you\ seem\ to\ (?:want\ to\ talk\ to\ someone|have\ said\ too\ little)
    | you\ (?:can't|cannot)\ (?:use\ (?:multiple|several|more\ than\ one)\b|refer\ to
      |begin\ with\ a\ comma|talk\ to\ the\b)
    | you\ can\ only\ (?:do\ that\ to\ something\ animate|use\ multiple\ objects|have\ one\ item)
    | you\ (?:can\ hardly\ repeat\ that|excepted\ something\ not\ included)
    | you(?:'ll)?\ (?:must|may\ not|need\ to|have\ to)\ (?:supply\ a|name\ something
      |be\ (?:more\ )?specific|specify|tell\ me|say\ (?:what|which|who))
    | (?:please\ )?be\ (?:more\ )?specific
    | you\ (?:don't|do\ not)\ need\ to\ (?:use\ the\ word|refer\ to)
    | i\ (?:could\ ?n[o']t|couldn't|was\ unable\ to|have\ no\ idea\ (?:how|what))\b
    | (?:that|it)\ (?:doesn't|does\ not|didn't|did\ not|makes?\ no|made\ no)\ (?:make\ )?
      (?:any\ |much\ )?sense
    | (?:unknown|invalid|unrecogni[sz]ed)\ (?:verb|word|command|noun|object|input)
    | (?:no\ such|not\ a\ valid)\ (?:verb|word|command|noun|object|thing)
    | (?:verb|word|command|input)\ (?:is\ )?(?:unknown|not\ |error)
    | (?:what|eh|huh|pardon|come\ again|sorry)\?\s*\Z
    | \w+\ (?:\w+\ ){0,4}(?:what|whom)\?\s*\Z
    | to\ (?:talk\ to\ someone|repeat\ a\ command)
    | (?:this|that)\ (?:story|game|verb|command|word|sentence|noun|phrase)\b
      .{0,30}(?:n't|not|cannot)\b
    | the\ word\ ["'“]?\w+["'”]?\ (?:is|isn't)\b
    | (?:sorry,\ )?(?:but\ )?(?:the\ word|this\ story\ does|i\ don't\ understand)
    | there\ (?:seems?\ to\ be|was|were|are|is)\ (?:a\ noun\ missing|no\ verb|too\ many\ nouns
      |none\ at\ all\ available|words\ after)
    | it's\ not\ clear\ what\ you're\ referring
    | nothing\ to\ do!
    | i\ beg\ your\ pardon
    | please\ (?:answer|give\ one\ of|try\ to\ rephrase|rephrase|type)
    | better\ start\ with\ a\ verb
    | (?:what|who|whom|where|which\ way|in\ which\ direction)\ do\ you\ want\b[^.!]{0,80}\?
    | (?:which|who|whom)\ do\ you\ mean\b
    | did\ you\ mean\b
    | sorry,\ you\ can\ only\ have\ one\ item
    | oops\ can\ only
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ABSENT = re.compile(
    r"""
    you\ (?:can't|cannot|can\ not|don't)\ see\ (?:any\ |anything\ like|"?\w+"?\ \(|that\ here)
    | you\ see\ no\ [\w'\ -]{1,60}\ here
    | i\ (?:see\ no|(?:don't|can't|cannot|do\ not)\ see\ (?:any\ |that\b|a\ |the\ ))
    | you\ (?:don't|can't|cannot|do\ not)\ see\ [\w'\ -]{1,60}\ here\b
    | you\ aren't\ holding\ that!
    | (?:none|only\ \w+)\ of\ those\ (?:is|are)\ available
    | nouns?\ error
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ABOUT_WORDS = re.compile(
    r"\b(?:understand|understood|recogni[sz]ed?|rephrase|verbs?|nouns?|vocabulary|parser|syntax)\b",
    re.IGNORECASE,
)
_PUZZLED = re.compile(
    r"\b(?:pardon|huh|rephrase|what do you mean|referring to)\b|\A\W*what\?", re.I
)
_BRACKETS = "[{<*"
_FRAMES = "[({<*!: "
_QUOTES = "\"'“‘"
_SHORT = 200
"""Characters of the longest reply that may be nothing but a complaint in a game's own words."""


def acceptance(reply: str) -> Acceptance:
    r"""Judge by a game's reply whether its parser accepted the command.

    An empty reply is doubtful, and so is a short one that speaks of words in the game's own way.

    >>> acceptance("That's not a verb I recognise.").value
    'refused'
    >>> acceptance("You can't see any such thing.").value
    'absent'
    >>> acceptance("The door is locked.").value
    'accepted'
    >>> acceptance('"Huh?" says the wolf.').value
    'doubtful'
    """
    told = _ASIDE.sub("", reply.replace("’", "'").strip())
    first = told.split("\n\n", 1)[0].lstrip(_FRAMES)
    if _ABSENT.match(first):
        return Acceptance.ABSENT
    if _COMPLAINTS.match(first) or (told[:1] in {*_BRACKETS} and _ABOUT_WORDS.search(first)):
        return Acceptance.REFUSED
    if not told or _COMPLAINTS.match(first.lstrip(_QUOTES)):  # in quotes: somebody says it
        return Acceptance.DOUBTFUL
    if len(told) <= _SHORT and (_ABOUT_WORDS.search(first) or _PUZZLED.search(first)):
        return Acceptance.DOUBTFUL
    return Acceptance.ACCEPTED
