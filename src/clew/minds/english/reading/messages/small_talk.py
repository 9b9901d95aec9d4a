"""What a turn of small talk plainly tells of its speaker.

"Wow, that's great! I joined a gym last week!" says one thing that is worth a fact. Read is what
somebody says they did, are or have; not how they feel just now, what they ask or would do, what is
about whom they talk to, and what "it" is, which in a chat may be anything.
"""

from collections.abc import Iterator
from itertools import groupby

from clew.minds.english.reading.messages.chat_words import without_opener
from clew.minds.english.reading.sentences import split_sentences
from clew.minds.english.words.word_lists import words_in_order
from clew.regex import Regex

__all__ = ["is_service_line", "runs_of"]

_FEELINGS = "|".join(words_in_order("passing_feelings"))
_WHEN = r"(?:[Jj]ust )?[Yy]esterday|Today|(?:Last|This|Next) \w+|Recently|Lately"
_OF_ONESELF = Regex(
    rf"(?:(?:{_WHEN}|Also|Unfortunately|Luckily|Finally),? )?(?:I|We|My)\b(?! see\b)"
)
_ELSE = Regex(
    r"\?|\w/\w|\[shares |\b[Tt]h(?:at|is)['’]s\b|\b[Yy]ou(?:rs?)?\b"
    r"|(?<!\bI)(?<!\bWe)['’]ve\b|['’](?:re|ll|d)\b"
    rf"|\b(?:I|[Ww]e)(?:['’]m| am| was| were| feel| felt)(?: \w+){{0,2}} (?:{_FEELINGS})\b"
)
_OF_WHAT_IS_SHOWN = Regex(
    r"\b(?:lik|lov|enjoy)(?:e|es|ed|ing)?\b (?:the|this|these|those) (?!.* of\b)|\bcheers for\b"
)
"""Of what both see: "I love the color"; and thanks."""
_OF_IT = Regex(
    r"(?:\w+ ){0,2}?(?:I|[Ww]e|My)(?: \w+){1,3} (?:(?:it|him|them|those)\b"
    r"|(?:her|this|that)\b(?! \w+(?:[,.!]| (?:in|at|from|for)\b)))"
)
"""Done to it or to them: "I talked to him"; "her dog in May" and "this one" go on."""
_DASH = Regex(r"(?<= [-–—]) (?=(?:I|[Ww]e)\b)")


_SERVICE = Regex(
    r"(?:joined|left|entered|created|(?:was|were) (?:added to|removed from)) (?:the|this) "
    r"(?:chat|group|channel|conversation|call|room)\.?$"
)


def is_service_line(line: str) -> bool:
    """Say whether the program writes a line, and not a speaker.

    >>> is_service_line("Visitor 12 joined the chat."), is_service_line("I joined the choir.")
    (True, False)
    """
    return _SERVICE.search(line.rstrip()) is not None


def runs_of(said: str) -> Iterator[tuple[bool, str]]:
    """Yield the runs of a turn in order, and whether each tells of its speaker.

    A sentence is taken apart at a dash: "So much has happened - I moved to Oslo."

    >>> [*runs_of("Great! I moved to Oslo. We bought a flat! How are you?")]
    [(False, 'Great!'), (True, 'I moved to Oslo. We bought a flat!'), (False, 'How are you?')]
    """
    parts = [part for one in split_sentences(said) for part in _DASH.split(one)]
    for of_oneself, run in groupby(parts, key=_is_of_oneself):
        yield of_oneself, " ".join(run)


def _is_of_oneself(sentence: str) -> bool:
    """Say whether a sentence of small talk plainly tells what its speaker does or did.

    >>> _is_of_oneself("Oh, I joined a gym last week!"), _is_of_oneself("That was great!")
    (True, False)
    >>> _is_of_oneself("I'm so excited!"), _is_of_oneself("I missed it.")
    (False, False)
    """
    bare = without_opener(sentence)
    plain = _OF_ONESELF.match(bare) is not None and _ELSE.search(sentence) is None
    shown = _OF_IT.match(bare) or _OF_WHAT_IS_SHOWN.search(bare)
    return plain and shown is None
