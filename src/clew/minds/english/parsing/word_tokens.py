"""An English text cut into tokens: words, numbers, signs, and a few phrases that are one word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.minds.english.words.lexicon import AUXILIARIES
from clew.minds.english.words.word_lists import word_table
from clew.regex import Regex

__all__ = ["Token", "fixed_phrases", "tokens_of"]


@dataclass(slots=True)
class Token:
    """One token; `tag`, `lemma` and `forms` are filled by the tagger."""

    text: str
    low: str
    start: int
    end: int
    tag: str = ""
    lemma: str = ""
    forms: str = ""


_PHRASES = {tuple(words.split()): tag for words, tag in word_table("fixed_phrases").items()}
_OPENERS = frozenset(words[0] for words in _PHRASES)
_PIECE = Regex(
    r"\"[^\"“”]{1,120}\"|“[^“”\"]{1,120}”"
    r"|\bNo\. ?\d+[a-z]?\b"
    r"|\+?\d+(?:[.,:/-]\d+)*(?:%|(?:st|nd|rd|th)?(?:-[^\W\d_]+)*)|[\w.+-]{1,60}@[\w.-]{1,60}\w"
    r"|\b(?:A/S|S/A)(?!\w)|(?:[A-Z]\.){1,4}|\b(?:Mr|Mrs|Ms|Dr|Prof|Cllr|Capt|Rev|Sgt|St|Jr|Sr|Inc|Ltd|Co|Mt)\."
    r"|['’](?:s|re|ve|ll|d|m)\b|n['’]t\b|[^\W\d_]+(?:[-'’](?!(?:s|re|ve|ll|d|m|t)\b)\w+)*(?=n['’]t\b)"
    r"|\w+(?:[-'’](?!(?:s|re|ve|ll|d|m)\b)\w+)*(?:\+{1,2}(?!\w))?|[^\w\s]"
)
_NT = Regex(
    r"(?i)(is|are|was|were|do|does|did|has|have|had|wo|ca|could|would|should|need|must)n['’]t"
)

_SLURRED = {"gonna": "going", "wanna": "want", "gotta": "got"}
"""Two words said as one; the second is "to"."""


def tokens_of(text: str, start: int, end: int) -> Iterator[Token]:
    """Yield the tokens of a part of a text, without tags."""
    for found in _PIECE.finditer(text, start, end):
        yield from _split(found)


def _split(found: re.Match[str]) -> list[Token]:
    text, start = found[0], found.start()
    if contracted := _NT.fullmatch(text):
        cut = contracted.end(1)
        return [
            Token(text[:cut], text[:cut].lower(), start, start + cut),
            Token("not", "not", start + cut, found.end()),
        ]
    low = text.lower().replace("’", "'")
    if slurred := _SLURRED.get(low):
        cut = start + len(slurred)
        rest = Token("to", "to", cut, found.end())
        return [Token(slurred, slurred, start, cut), rest]
    return [Token(text, low, start, found.end())]


def fixed_phrases(tokens: list[Token]) -> list[Token]:
    """Make one token of each fixed phrase ("no longer", "used to")."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        if tokens[index].low not in _OPENERS:
            done.append(tokens[index])
            index += 1
            continue
        for size in (3, 2):
            group = tokens[index : index + size]
            key = tuple(token.low for token in group)
            if key in _PHRASES and not (key == ("used", "to") and _be_before(done)):
                low = " ".join(key)
                text = " ".join(token.text for token in group)
                done.append(Token(text, low, group[0].start, group[-1].end, _PHRASES[key]))
                index += size
                break
        else:
            done.append(tokens[index])
            index += 1
    return done


def _be_before(done: list[Token]) -> bool:
    return bool(done) and AUXILIARIES.get(done[-1].low, ("", ""))[0] in {"be", "have"}
