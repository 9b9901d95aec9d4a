"""Sentences: splitting that survives abbreviations, initials, decimals and quotations.

Linear in the length of the text: one pass over the places where a sentence might end.
"""

import re
from collections.abc import Iterator

from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["MAX_SENTENCE", "split_sentences"]

MAX_SENTENCE = 1200
"""Longer "sentences" (lists, logs, text without stops) are cut at a space."""

_END = Regex(
    r"[.!?…。！？]+[\"'”’)\]]*(?=\s|$)|[。！？]|\n[ \t]*\n\s*|\n(?=\s*(?:[-*•#>|]|\d+[.)]\s))"
)
_ABBREVIATIONS = word_list("abbreviations")
_NEVER_LAST = word_list("never_last")
_OPENS = Regex(
    r"\s+(?:I|It|He|She|We|You|They|My|His|Her|Our|Their|Its|The|This|These|There|In|On|At|As|After|From|By|For|When|While|Since|During|However|Both|A|An|One)(?![\w.])"
)
"""Words that are no names and open sentences."""
_LANDS = frozenset({"u.s", "u.k", "u.n", "d.c"})
"""What stands before a name more often than at the end of a sentence: "the U.S. Senate"."""
_OPENING = Regex(r"(?:^|[.!?\n]\s*)I$")
"""An "I" that no word of its sentence stands before, so with a stop it is an initial."""
_MAX_QUOTE = 600


def split_sentences(text: str) -> list[str]:
    """Split a text into sentences, in order; only white space is lost.

    A stop inside quotation marks does not split, unless the quotation runs over more than
    600 characters (then its marks are taken for noise).
    """
    bounds: list[int] = []
    quotes = _quotations(text)
    inside = 0
    for found in _END.finditer(text):
        paragraph = "\n" in found[0]
        if not paragraph and not _stops(text, found):
            continue
        while inside < len(quotes) and quotes[inside][1] < found.end():
            inside += 1
        if not paragraph and inside < len(quotes) and quotes[inside][0] < found.start():
            continue
        bounds.append(found.end())
    starts, ends = [0, *bounds], [*bounds, len(text)]
    return [
        piece for start, end in zip(starts, ends, strict=True) for piece in _pieces(text[start:end])
    ]


def _stops(text: str, found: re.Match[str]) -> bool:
    """Say whether a stop ends its sentence."""
    if found[0][0] != "." or (len(found[0]) > 1 and found[0][1] in "\"'”’)]"):
        return not text[found.end() : found.end() + 3].lstrip()[:1].islower()
    before = text[max(0, found.start() - 12) : found.start()]
    word = re.search(r"[\w.]*$", before)
    last = word[0].lower() if word else ""
    after = text[found.end() : found.end() + 3].lstrip()
    if last in _NEVER_LAST:
        return not after
    if len(last) == 1 and last.isalpha() and (last != "i" or _OPENING.search(before)):
        # An initial: "J. R. R. Tolkien", "Anna K. sang"; "Plan B. Then" is the price.
        return not after[:1].isalpha() or _OPENS.match(text, found.end()) is not None
    if re.fullmatch(r"(?:[A-Z]\.)+[A-Z]", word[0] if word else "") and last not in _ABBREVIATIONS:
        return not after or _OPENS.match(text, found.end()) is not None  # "O.P. Heggie"
    if last in _LANDS:
        return not after or _OPENS.match(text, found.end()) is not None
    if last in _ABBREVIATIONS or re.fullmatch(r"(?:[a-z]\.)+[a-z]", last):
        return not after or after[:1].isupper()
    return not after[:1].islower()


def _quotations(text: str) -> list[tuple[int, int]]:
    """Return the (opening, closing) offsets of quotations of at most 600 characters, in order."""
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for found in re.finditer('["“”]|\n\\s*\n', text):
        mark = found[0]
        if mark[0] == "\n":
            opened = None
        elif opened is not None and mark != "“":
            if found.start() - opened <= _MAX_QUOTE:
                spans.append((opened, found.start()))
                opened = None
            else:
                opened = found.start() if mark == '"' else None
        elif mark != "”":
            opened = found.start()
    return spans


def _pieces(text: str) -> Iterator[str]:
    """Strip a raw sentence and cut it where it is too long."""
    position = 0
    while position < len(text):
        end = min(position + MAX_SENTENCE, len(text))
        if end < len(text):
            space = text.rfind(" ", position + MAX_SENTENCE // 2, end)
            end = space if space > 0 else end
        if clean := text[position:end].strip():
            yield clean
        position = end
