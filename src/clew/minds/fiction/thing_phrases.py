"""The noun phrases of a sentence in a parser game, each with its determiner."""

from collections.abc import Iterator, Sequence

from clew.minds.english.parsing.tagging import tokenise
from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.lexicon import ADJECTIVES, VERBS, is_plural

__all__ = ["thing_phrases"]

_LONGEST = 600
"""Characters of a sentence that are read."""
_SHORTEST, _SHORT = 3, 4
_MEASURES = frozenset((
    "array", "assortment", "bank", "blast", "bunch", "couple", "flight", "group", "handful", "host",
    "lot", "number", "pair", "piece", "range", "row", "rows", "series", "swarm", "variety",
))  # fmt: skip
"""Nouns before "of" that are not the thing: "a bank of printers"."""
_ENDINGS = ("ed", "ful", "ous", "ive", "less", "able")
_NOUNS_TOO = frozenset((
    "archive", "bed", "breed", "cable", "captive", "constable", "detective", "drive", "feed",
    "hive", "native", "olive", "reed", "relative", "seed", "stable", "table", "vegetable", "weed",
))  # fmt: skip
"""Nouns that end like adjectives."""
_ONE = frozenset(("a", "an"))
_HERE = frozenset(("close", "nearby", "right"))
"""Words after a thing that tell where it is: "a locker close by", "a key right there"."""


def thing_phrases(sentence: str) -> Iterator[tuple[str, list[str]]]:
    """Yield determiner and words of each noun phrase, lower-case; a bare list has "see:" for one.

    >>> [words[-1] for _, words in thing_phrases("A bank of printers hums by a massive, old desk.")]
    ['printers', 'desk']
    """
    if sentence.startswith("see: "):
        yield "see:", sentence.split()[1:]
        return
    determiner, words, goes_on = "", list[str](), ""
    tokens = [*tokenise(sentence[:_LONGEST])]
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if _names(token, determiner, words, following):
            words.append(token.low)
        elif words and _continues(determiner, words, token, following):
            continue
        elif words and ((token.low == "of" and words[-1] in _MEASURES) or token.low == "one"):
            words = []
        else:
            words = _without_verb(determiner, _numbered(words), token)
            if len(words) == 1 and not determiner and _acts(tokens, index - 2):
                words = []
            if _is_thing(determiner or goes_on, words):
                yield determiner or goes_on, words
                goes_on = (determiner or goes_on) if token.tag in {",", "C"} else ""
            elif token.tag not in {",", "C"}:
                goes_on = ""
            words = []
            determiner = token.low if token.tag in {"D", "P"} else ""
    words = _numbered(words)
    if _is_thing(determiner or goes_on, words):
        yield determiner or goes_on, words


def _numbered(words: list[str]) -> list[str]:
    """Return a phrase whose number is part of its noun: "key 1"."""
    if len(words) > 1 and words[-1].isdigit():
        return [*words[:-2], f"{words[-2]} {words[-1]}"]
    return words


def _names(token: Token, determiner: str, words: Sequence[str], following: Token | None) -> bool:
    if words and token.low in _HERE and (following is None or following.tag in {"I", "A", "."}):
        return False
    if token.tag == "N" or (token.tag == "M" and (determiner or words)):
        return True
    ends = following is None or following.tag in {".", ",", "C", ")", "!", "I"}
    ends = ends or (following is not None and following.low in {"here", "there"})
    return token.low == "can" and bool(words or determiner in _ONE) and ends  # "one shiny can"


def _continues(
    determiner: str, words: Sequence[str], token: Token, following: Token | None
) -> bool:
    """Say whether what stands between adjectives: "a green and yellow box", "odd looking dog"."""
    more = following is not None and following.tag == "N"
    between = token.low in {"looking", "sized"}  # what stands before them describes
    between = between or (token.tag in {",", "C"} and _describes(words[-1]))
    return between and more and bool(determiner)


def _without_verb(determiner: str, words: list[str], token: Token) -> list[str]:
    """Return a phrase without a verb taken for its last noun: "a door bars the way"."""
    after = {"D", "P", "S"} | ({"I", "A"} if determiner in {*_ONE, ""} else set())
    if len(words) > 1 and is_plural(words[-1]) and token.tag in after:
        return words[:-1]
    return words


def _acts(tokens: Sequence[Token], before: int) -> bool:
    """Say whether a word without a determiner is what somebody does: "Anna growls"."""
    return before >= 0 and tokens[before].tag in {"M", "P", "A", "W"}


def _is_thing(determiner: str, words: Sequence[str]) -> bool:
    if not words or len(words[-1]) < _SHORTEST or words[-1][0].isdigit():
        return False
    if _describes(words[-1]) or determiner == "no":
        return False
    if determiner == "all":
        return is_plural(words[-1])
    return bool(determiner) or (is_plural(words[-1]) and words[-1] not in VERBS)


def _describes(word: str) -> bool:
    ends = len(word) > _SHORT and word.endswith(_ENDINGS) and word not in _NOUNS_TOO
    return word in ADJECTIVES or ends
