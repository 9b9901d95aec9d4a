"""What somebody likes to do as one thing: "hates flying", "loves playing the guitar"."""

from dataclasses import replace

from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.lexicon import PARTICLES
from clew.minds.english.words.word_lists import word_list

__all__ = ["with_doings"]

_LIKING = word_list("liking")
"""Verbs whose object may be a doing."""
_AROUND = frozenset({".", "!", ",", ";", "C", "T"})
"""What may stand behind a doing; a name in front of another verb is somebody who does it."""
_THINGS = frozenset({"D", "N", "M"})


def with_doings(tokens: list[Token]) -> list[Token]:
    """Return tokens in which a doing behind a verb of liking is one noun, with what it is done to.

    "Watching Tom play" stays as it is: Tom plays.
    """
    done: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _doing_end(tokens, at) if _follows_liking(done, tokens[at]) else at
        if end > at:
            said = tokens[at:end]
            text = " ".join(one.text for one in said)
            whole = replace(said[0], text=text, low=text.lower(), end=said[-1].end, tag="N",
                            lemma="", forms="")  # fmt: skip
            done.append(whole)
        else:
            done.append(tokens[at])
        at = max(end, at + 1)
    return done


def _follows_liking(done: list[Token], token: Token) -> bool:
    """Say whether a doing stands right behind a verb of liking, or joins one that does."""
    if not (token.tag == "V" and "g" in token.forms and done):
        return False
    last = done[-1]
    if last.tag == "C" and len(done) > 2:
        return done[-2].tag == "N" and done[-3].tag == "V" and done[-3].lemma in _LIKING
    return last.tag == "V" and last.lemma in _LIKING


def _doing_end(tokens: list[Token], at: int) -> int:
    """Return where a doing ends with all that belongs to it; `at` where that is not clear.

    "Hiking" is too much to say of who loves "hiking in the Alps".
    """
    end = at + 1
    while end < len(tokens) and (tokens[end].tag in _THINGS or _governs(tokens, end)):
        end += 1
    after = tokens[end] if end < len(tokens) else None
    return end if after is None or after.tag in _AROUND else at


def _governs(tokens: list[Token], at: int) -> bool:
    """Say whether a preposition stands here in front of what it governs: not "breaking up work"."""
    plain = tokens[at].tag == "I" and tokens[at].low not in PARTICLES
    return plain and at + 1 < len(tokens) and tokens[at + 1].tag in _THINGS
