"""Tokens of an English sentence with coarse tags, from word lists and what stands before.

Tags: N noun, adjective or number; M part of a name; D determiner; P pronoun; G genitive 's;
I preposition; X auxiliary; V verb; A adverb; R negation; C and/or/but; S subordinator; W relative
word; T time expression; O the "to" of an infinitive; anything else is its own tag (",", "(", ";").
A word that can be a noun or a verb is a verb only where a verb can stand (`_is_verb`,
`tag_in_context`).
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from clew.minds.english.parsing.clause_types import JOINT
from clew.minds.english.parsing.context_tags import NO_NOUN_AFTER, before_phrase, tag_in_context
from clew.minds.english.parsing.liked_doings import with_doings
from clew.minds.english.parsing.word_tokens import Token, fixed_phrases, tokens_of
from clew.minds.english.words.dates import TimeSpan
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    NAME_LINKS,
    NOUNS_IN_ING,
    OFFICES,
    OPENERS,
    PREPOSITIONS,
    PRONOUNS,
    RANKS,
    ROLES,
    SUBORDINATORS,
    VERBS,
    is_plural,
)
from clew.minds.english.words.people import (
    NAMES_TOO,
    THINGS,
    TITLES,
    gender_of,
    opens_with_name,
    opens_with_order,
)
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import word_list

__all__ = ["names_among", "tokenise"]

_ABBREVIATED = frozenset({"US", "IT"})
"""No pronouns: "lives in the US", "is the director of IT"."""
_EPITHETS = word_list("epithets")
"""What a name ends with behind "the"."""


def tokenise(sentence: str, times: Sequence[TimeSpan] = ()) -> list[Token]:
    """Split a sentence into tagged tokens; each time expression is one token of tag T."""
    tokens: list[Token] = []
    position = 0
    for span in [*times, None]:
        end = span.start if span else len(sentence)
        tokens.extend(tokens_of(sentence, position, end))
        if span:
            text = sentence[span.start : span.end]
            tokens.append(Token(text, text.lower(), span.start, span.end, "T"))
            position = span.end
    tokens = fixed_phrases(tokens)
    for index in range(len(tokens)):
        _tag(tokens, index)
    return with_doings(tokens)


def names_among(sentence: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the runs of capitalised words: "Bank of England" is two of them."""
    for tag, run in groupby(tokens, key=lambda token: token.tag):
        words = list(run)
        if tag == "M":
            yield sentence[words[0].start : words[-1].end].strip('"“”')


def _tag(tokens: list[Token], index: int) -> None:
    token = tokens[index]
    if token.tag:
        return
    if index == 0 and (tag := _tag_opening(tokens)):
        token.tag = tag
        return
    if index and token.low in NAMES_TOO - {"may"} and token.text.istitle():
        token.tag = "M"  # "and Sue in Bath"
        return
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if index and (tag := tag_in_context(tokens, index)):
        token.tag = tag
        return
    for rule in (_tag_sign, _tag_closed, _tag_verb):
        token.tag = rule(token, before, after)
        if token.tag:
            return
    if before is not None and before.tag in {"N", "M"} and _coordinated(tokens, index):
        token.lemma, token.forms = VERBS.get(token.low, ("", ""))
        if "b" in token.forms and token.text.islower():
            token.tag = "V"
            return
    capital = any(letter.isupper() for letter in token.text) or token.text[:1] in '"“'
    capital = capital or (token.text.isalpha() and token.low == token.text.upper())  # no case
    named = all(one.text[0].isupper() for one in tokens[index + 1 : index + 3])
    role = token.low.isascii() and is_person_noun(token.low)
    job = token.low in ROLES or (role and not gender_of(token.low))
    firm = any(
        one.low in THINGS for one in tokens[index + 1 : index + 4]
    )  # "Tidewater Oil Company"
    of_somebody = named and job and not firm and token.low not in TITLES  # "Treasurer Eva Lund"
    common = index == 0 and (token.low in ADJECTIVES or of_somebody)
    office = token.low in OFFICES and _is_office(tokens, index)
    token.tag = "M" if capital and not (common or office) else "N"
    while (
        office
        and index
        and tokens[index - 1].tag == "M"
        and tokens[index - 1].low in RANKS | OFFICES
    ):
        index -= 1
        tokens[index].tag = "N"  # "Chief Executive Officer"


def _tag_opening(tokens: list[Token]) -> str:
    """Tag a first word that may be a name or a verb: "May lives here", "Call Anna"."""
    said, first = " ".join(one.text for one in tokens[:5]), tokens[0]
    if first.low in NAMES_TOO and opens_with_name(said):
        return "M"
    if not opens_with_order(said):
        return ""
    first.lemma, first.forms = first.low, "b"
    return "V"


def _is_office(tokens: list[Token], index: int) -> bool:
    """Say whether a capitalised office is no name: "the CEO of Acme", "Acme's President Ida Lie".

    Behind another name it is a last name: "Anna Bishop of Acme".
    """
    before = tokens[index - 1] if index else None
    near = range(index - 1, max(index - 4, -1), -1)
    first = next((at for at in near if tokens[at].low not in RANKS), -1)
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if before is None or after is None:
        return after is not None and after.low in {"of", "at"}
    if before.tag == "M" and before.low not in RANKS:
        return False
    named = after.text[0].isupper()
    pointed = first >= 0 and tokens[first].tag in {"D", "G"} and tokens[first].low != "no"
    pointed = pointed and not (first > 0 and tokens[first - 1].low in OFFICES)  # "the King's Head"
    return after.low in {"of", "at"} or (pointed and not (named and tokens[index].low in TITLES))


def _coordinated(tokens: list[Token], index: int) -> bool:
    """Say whether "Anna and Ben" stands right before: a plural, which takes a base form."""
    joint = before_phrase(tokens, index)
    if joint < 1 or tokens[joint].low != "and":
        return False
    start = before_phrase(tokens, joint)
    return start < 0 or tokens[start].tag in {",", "C", "S", ";", "T", "A"}


def _tag_sign(token: Token, before: Token | None, after: Token | None) -> str:
    low = token.low
    if low == JOINT.strip():
        return "M"
    if low == "'s":
        if before is None or before.tag not in {"N", "M"}:
            return "X"
        be = {"a", "an", "the", "not", "been", "going", "in", "at", "on", "from", "now", "very",
              "always", "never", "still", "also", "just", "really", "so", "too"}  # fmt: skip
        return "X" if after is not None and after.low in be else "G"
    if low == "'" and before is not None and before.low.endswith("s") and after is not None:
        return "G" if after.text[0].isalpha() else low
    if low[0].isalnum() or len(low) > 1 or low == "&":
        return ""
    return ";" if low in ";:—–" else low


def _tag_closed(token: Token, before: Token | None, after: Token | None) -> str:
    """Tag a function word."""
    low = token.low
    short_of = low in {"almost", "nearly"} and after is not None and after.low in VERBS
    if short_of or low in {"not", "never", "n't", "neither", "hardly", "scarcely", "barely"}:
        return "R"
    for rule in (_tag_link, _tag_pointer, _tag_preposition):
        if tag := rule(token, before, after):
            return tag
    named = (token.text[0].isupper() and before is not None) or (
        before is not None and before.tag in {"D", "G"} and low in _NOUNS_TOO
    )
    if low == "forward" and before is not None and before.low in _GAMES:
        return ""  # "a football forward"
    if low == "right" and after is not None and after.low == "now":
        return "A"
    if low == "home" and before is not None:
        named = named or before.tag == "N" or before.low == "from"
    opens = before is None and token.text[0].isupper() and _is_ly(low) and low not in ADVERBS
    if opens and after is not None and {*"sd"} & {*VERBS.get(after.low, ("", ""))[1]}:
        return ""  # "Lally lives in Cork"
    opener = before is None and low in OPENERS and after is not None and after.text[0].isupper()
    return "A" if opener or (not named and (low in ADVERBS or _is_ly(low))) else ""


_GAMES = frozenset({"football", "soccer", "basketball", "hockey", "rugby", "centre", "center"})
_NOUNS_TOO = word_list("nouns_too")
"""Adverbs that are nouns or adjectives behind a determiner: "the first album"."""


def _tag_link(token: Token, before: Token | None, after: Token | None) -> str:
    """Tag what joins phrases and clauses, and auxiliaries."""
    low = token.low
    if low == "yet" and before is not None and before.tag in {"R", "X"}:
        return "R"  # "does not yet live in Oslo", "has yet to move"
    if low in {"and", "or", "but", "nor", "yet", "&"}:
        named = before is not None and before.tag == "M" and after is not None
        joins = named and after and (after.text[0].isupper() or after.low in NAME_LINKS)
        return "M" if low == "&" and joins else "C"
    if low == "what" and before is not None:
        return "S"
    if low in {"who", "whom", "which", "whose", "where"} and before is not None:
        told = before.tag in {"N", "M", ",", "I", "T"} or before.low in _ANYBODY
        return "W" if told else "S"
    if low == "to" and after is not None and "b" in VERBS.get(after.low, ("", ""))[1]:
        return "O" if after.text.islower() else "I"
    if low == "am" and before is not None and before.text[0].isdigit():
        return "N"  # "at 10 am on Friday"
    named = low in {"may", "will", "ain"} and token.text[0].isupper() and before is not None
    return "X" if low in AUXILIARIES and not named else ""


_ANYBODY = frozenset({"someone", "somebody", "anyone", "anybody", "everyone", "everybody", "those"})


def _tag_pointer(token: Token, before: Token | None, after: Token | None) -> str:
    """Tag determiners and pronouns; "that" may open a clause as well."""
    low = token.low
    if low == "the" and before and before.tag == "M" and after and after.text in _EPITHETS:
        return "M"
    if low == "that" and before is not None and before.low in _BEING and _opens_clause(after):
        return "S"  # "the problem is that Ben left"
    if low == "that" and before is not None and before.tag in {"N", "M", "V"}:
        return "S" if before.tag == "V" else "W"
    if low == "both" and after is not None and "b" in VERBS.get(after.low, ("", ""))[1]:
        return "P"
    if low in {"her", "his", "that", "this", "these", "those", "one", "no", "all", "both"}:
        return "D" if after is not None and _opens_noun(after) else "P"
    if low in DETERMINERS:
        return "D"
    if low == "i" and before is not None and before.tag == "M":
        return "M"  # Otto I
    if low == "there" and (after is None or AUXILIARIES.get(after.low, ("",))[0] != "be"):
        return "A"
    return "P" if low in PRONOUNS and token.text not in _ABBREVIATED else ""


def _tag_preposition(token: Token, before: Token | None, after: Token | None) -> str:
    """Tag prepositions and subordinators; "after", "since" are one or the other."""
    low = token.low
    if low == "since" and before is not None and before.low in {"has", "have", "had"}:
        return "A"
    if low in SUBORDINATORS and low in PREPOSITIONS and low != "as":
        clause = {"he", "she", "they", "i", "we", "it", "there"}
        return "S" if after is not None and after.low in clause else "I"
    if low in SUBORDINATORS and low != "as":
        return "S"
    return "I" if low in PREPOSITIONS and (token.text.islower() or before is None) else ""


def _opens_clause(after: Token | None) -> bool:
    """Say whether a name, a pronoun or a determiner follows, as a subject does."""
    closed = PRONOUNS | DETERMINERS
    return after is not None and (after.text[0].isupper() or after.low in closed)


_LY_NOT_ADVERBS = word_list("ly_not_adverbs")


def _is_ly(low: str) -> bool:
    return len(low) > 4 and low.endswith("ly") and low not in _LY_NOT_ADVERBS


def _opens_noun(token: Token) -> bool:
    if token.text[0].isupper() or token.low in ADJECTIVES:
        return True
    closed = AUXILIARIES.keys() | PREPOSITIONS | PRONOUNS | ADVERBS | NO_NOUN_AFTER
    small = token.low in closed or _is_ly(token.low)
    return token.text[0].isalpha() and not small and "d" not in VERBS.get(token.low, ("", ""))[1]


def _tag_verb(token: Token, before: Token | None, after: Token | None) -> str:
    low = token.low
    if before is not None and before.low == "whose":
        return ""
    ing = (low[:-3], "g") if low in NOUNS_IN_ING and before and before.tag == "I" else None
    lemma, forms = VERBS.get(low) or ing or _guess(token, before)
    if not forms or (
        token.text[0].isupper() and before is not None and before.tag not in {"S", "C"}
    ):
        return ""
    if not _is_verb(token, forms, before, after):
        return ""
    token.lemma, token.forms = lemma, forms
    return "V"


_BEING = frozenset({"is", "are", "was", "were", "am", "been", "'m", "'re"})


def _guess(token: Token, before: Token | None) -> tuple[str, str]:
    """Guess an unlisted verb from its ending, where hardly anything but a verb can stand."""
    low = token.low
    if before is not None and before.low == "used to" and low.isalpha() and token.text == low:
        return low, "b"
    if before is None or not low.isalpha() or len(low) < 5:
        return "", ""
    if low.endswith("ed") and before.tag in {"X", "M", "P", "W", "A", "R"}:
        return low[:-1] if low.endswith(("ced", "sed", "ved", "zed", "ged")) else low[:-2], "dn"
    if low.endswith("ing") and before.tag == "X" and before.low in _BEING:
        return low[:-3], "g"
    if low.endswith("s") and not low.endswith("ss") and before.low in {"he", "she", "it", "who"}:
        return low[:-1], "s"
    return "", ""


def _is_verb(token: Token, forms: str, before: Token | None, after: Token | None) -> bool:
    """Say whether a word that can be a verb is one here."""
    if before is None:
        named = after is not None and after.text[0].isupper() and gender_of(after.text) != ""
        named = named and token.low not in TITLES and not is_person_noun(token.low)
        opens = bool({*"dgn"} & {*forms}) or ("b" in forms and named)  # "Pay Bill the rest."
        capital = token.text[0].isupper() and after is not None and after.tag == ""
        return not capital or (opens and not gender_of(token.text))
    if before.tag == "I" and forms == "g" and after is not None:
        # "without telling Ben", "with getting everything ready"
        return after.low in _GERUNDS_OBJECTS or after.text[0].isupper()
    if before.tag in {"D", "G", "I"}:
        return False
    if token.low in ADJECTIVES and (
        before.tag in {"A", "C"}
        or (before.tag == "," and "d" not in forms)
        or AUXILIARIES.get(before.low, ("",))[0] == "be"
    ):
        return after is not None and after.low == "by"
    if before.tag == "N" and (before.low in ADJECTIVES or before.low[0].isdigit()):
        return "d" in forms and before.low[0].isdigit()
    if forms == "b":
        return _takes_base(before)
    if "s" in forms:
        several = before.tag == "N" and is_plural(before.low)
        return before.tag not in {"O", "V", "X"} and not several
    if forms == "g" and before.low in _DEGREES:
        return False  # "is so captivating"
    if forms == "g":
        return before.tag in {"X", "A", ",", "V", "N", "M", "R", "C", "T", "S"}
    return True


_DEGREES = frozenset({"so", "very", "super", "too", "quite", "pretty", "rather"})
_GERUNDS_OBJECTS = DETERMINERS | PRONOUNS | {"to", "everything", "everyone", "something", "someone"}


def _takes_base(before: Token) -> bool:
    """Say whether a base form can follow: after "to", an auxiliary, or a plural subject."""
    if before.tag in {"O", "R", "A", "C", ","}:
        return True
    if before.tag == "X":
        return AUXILIARIES[before.low][0] not in {"be", "have"}
    if before.tag == "P":
        return before.low in {"i", "you", "we", "they", "who", "these", "those"}
    return before.tag in {"N", "W", "M"} and (before.tag == "W" or is_plural(before.low))
