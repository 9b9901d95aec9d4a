"""Tags of words that may be verbs, told by more of the sentence than the words beside them."""

from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.calendar_rules import MONTHS
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    REPORTING,
    SUBORDINATORS,
    VERBS,
    is_plural,
)
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import word_list

__all__ = ["NO_NOUN_AFTER", "before_phrase", "tag_in_context"]

NO_NOUN_AFTER = frozenset("and or but not who the a an to".split())  # noqa: SIM905
_NO_NOUNS = (
    PREPOSITIONS
    | DETERMINERS
    | PRONOUNS
    | ADVERBS
    | SUBORDINATORS
    | AUXILIARIES.keys()
    | NO_NOUN_AFTER
)
_BOUNDS = frozenset({",", ";", ":", "(", "C", "S", "W"})
"""Tags between which a clause stands."""
_POINTING = DETERMINERS | PRONOUNS
_MAX_PHRASE = 25
_ONLY_VERBS = word_list("always_state") | word_list("verbs_only")
"""Verbs whose "-s" form is no noun behind "and": "left school and teaches"."""
_EVENTS = frozenset(
    {"meeting", "wedding", "training", "hearing", "briefing", "gathering", "outing"}
)
_WITNESSING = frozenset({"help", "see", "hear", "watch"})
_CAUSING = frozenset({"let", "make"})
_MEANING = frozenset({"make", "mean", "involve", "require", "find"})
"""Verbs behind which "talking" is what they tell of."""


def tag_in_context(tokens: list[Token], index: int) -> str:
    """Tag what may be a verb by more than its neighbours; "S" where it says what is not claimed."""
    token = tokens[index]
    if not token.text.islower():
        return ""
    if _of_its_kind(tokens, index) or _is_event(tokens, index) or _describes(tokens, index):
        return "N"
    if token.low not in VERBS:
        return ""
    if (
        _of_named_place(tokens, index)
        or _listed(tokens, index)
        or _in_compound(tokens, index)
        or _names_job(tokens, index)
        or _is_side(tokens, index)
        or _is_sort(tokens, index)
    ):
        return "N"
    if _agrees_with_head(tokens, index) or _likes(tokens, index):
        token.lemma, token.forms = VERBS[token.low]
        return "V"
    if _felt_doing(tokens, index):
        token.forms = "g"
        return "S"
    if verb := _helped(tokens, index):
        token.forms = "b"
        if verb.lemma in _CAUSING:
            verb.lemma = verb.low = "let"  # no deed: "made Anna laugh" is not "made Anna"
        return "S"
    return ""


def before_phrase(tokens: list[Token], end: int) -> int:
    """Return the place of the token before the noun phrase that ends before `end`.

    No phrase is longer than `_MAX_PHRASE`, which keeps the work on one sentence linear.
    """
    nominal = {"N", "M", "D", "G"}
    least = max(end - _MAX_PHRASE, -1)
    return next((at for at in range(end - 1, least, -1) if tokens[at].tag not in nominal), least)


def _of_its_kind(tokens: list[Token], index: int) -> bool:
    """Say whether "an American" stands before "animated series": it tells of which kind."""
    token, before = tokens[index], tokens[index - 1]
    if index + 1 == len(tokens) or not _is_noun(tokens[index + 1]):
        return False
    if token.low in ADJECTIVES:  # "won the Grand Slam mixed doubles", but "Ida closed shops"
        return before.tag in {"M", "N", "G"} and _behind_verb(tokens, index)
    kind = before.tag == "M" and index > 1 and tokens[index - 2].low in {"a", "an"}
    return kind and token.low.endswith(("ed", "ing"))


def _is_event(tokens: list[Token], index: int) -> bool:
    """Say whether "the team" stands before "meeting is": an event, nobody who meets.

    So it is behind "the May", if nobody is met there.
    """
    low, before = tokens[index].low, tokens[index - 1]
    if before.tag == "M" and index > 1 and tokens[index - 2].tag == "D":
        event = low in _EVENTS or (before.low in MONTHS and low.endswith("ing"))
        return event and not (index + 1 < len(tokens) and _opens_object(tokens[index + 1]))
    after = tokens[index + 1].low if index + 1 < len(tokens) else ""
    opens = AUXILIARIES.get(after, ("", ""))[0] in {"be", "have"}
    kind = before.tag == "N" and not is_person_noun(before.low)  # "the man training is Tom"
    return low in _EVENTS and kind and opens


def _opens_object(token: Token) -> bool:
    return token.low in _POINTING or token.text[0].isupper() or _is_noun(token)


def _is_noun(token: Token) -> bool:
    """Say whether a word in small letters, not tagged yet, is no function word."""
    small = token.tag == "" and token.text.isalpha() and token.text.islower()
    return small and token.low not in _NO_NOUNS


def _behind_verb(tokens: list[Token], index: int) -> bool:
    """Say whether the clause of a word has its verb before it, and hardly needs another one.

    Behind a verb of saying another clause may have begun: "says a friend from work lives here".
    """
    for at in range(index - 1, max(index - _MAX_PHRASE, -1), -1):
        if tokens[at].tag in _BOUNDS:
            return False
        if tokens[at].tag in {"V", "X"}:
            return tokens[at].lemma not in REPORTING
    return False


def _in_compound(tokens: list[Token], index: int) -> bool:
    """Say whether a word is a noun behind a noun: "the film is about bird" before "attacks"."""
    word = tokens[index].low
    if word in AUXILIARIES or "s" not in VERBS[word][1] or tokens[index - 1].tag != "N":
        return False
    first = before_phrase(tokens, index) + 1
    bare = all(one.tag == "N" and one.text.islower() for one in tokens[first:index])
    return bare and _behind_verb(tokens, index)


def _of_named_place(tokens: list[Token], index: int) -> bool:
    """Say whether "manages the Leeds" stands before "store": what is there, behind a verb."""
    first = index
    while first and tokens[first - 1].tag == "M":
        first -= 1
    pointed = 0 < first < index and tokens[first - 1].tag == "D"
    return pointed and "b" in VERBS[tokens[index].low][1] and _behind_verb(tokens, index)


def _listed(tokens: list[Token], index: int) -> bool:
    """Say whether "raised awareness and" stands before "funds": after a past tense no verb.

    It is one if it is seldom a noun or has an object: "left school and works", "and plays chess".
    """
    if index < 3 or tokens[index - 1].low != "and" or VERBS[tokens[index].low][0] in _ONLY_VERBS:
        return False
    if tokens[index].low in AUXILIARIES:
        return False  # "changed jobs and is"
    verb, noun = tokens[index - 3], tokens[index - 2]
    past = verb.tag == "V" and "d" in verb.forms and "s" not in verb.forms
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    acts = after is not None and _opens_object(after)
    return past and noun.tag == "N" and "s" in VERBS[tokens[index].low][1] and not acts


def _names_job(tokens: list[Token], index: int) -> bool:
    """Say whether "film" stands before "director": one person behind a verb needs an article."""
    if index + 1 == len(tokens) or tokens[index - 1].tag not in {",", "C", "N", "M"}:
        return False
    after, forms = tokens[index + 1], VERBS[tokens[index].low][1]
    if "g" in forms and not is_plural(after.low):  # "a show jumping rider"
        kind = is_person_noun(after.low) or after.low in THINGS  # "a stone holding company"
        return kind and _in_phrase(tokens, index)
    return _is_noun(after) and "b" in forms and is_person_noun(after.low)


def _in_phrase(tokens: list[Token], index: int) -> bool:
    """Say whether nothing but small words stand between an article and a word."""
    first = before_phrase(tokens, index) + 1
    opened = tokens[first].tag == "D"
    return opened and all(
        one.tag == "N" and one.text.islower() for one in tokens[first + 1 : index]
    )


def _describes(tokens: list[Token], index: int) -> bool:
    """Say whether "the only" or "Ida's aptly" stands before "named boat": which boat it is."""
    low, before = tokens[index].low, tokens[index - 1]
    done = {"n", "g"} & {*VERBS.get(low, ("", ""))[1]} or low.endswith("ed")
    closer = before.low == "only" or (before.tag == "A" and before.low.endswith("ly"))
    if index < 2 or not (closer and done) or index + 1 == len(tokens):
        return False
    if tokens[index - 2].tag not in {"D", "G"} or not _is_noun(tokens[index + 1]):
        return False
    before.tag = "N"  # so that the phrase is one
    return True


def _is_side(tokens: list[Token], index: int) -> bool:
    """Say whether "left" tells a side: "the upper left tooth", "the far left lane"."""
    beside = tokens[index - 1].low in _SIDES and tokens[index].low == "left"
    return beside and index + 1 < len(tokens) and _is_noun(tokens[index + 1])


_SIDES = frozenset("upper lower top bottom front back rear far outer inner".split())  # noqa: SIM905


def _likes(tokens: list[Token], index: int) -> bool:
    """Say whether "like" is a verb: "I really like tea", "Anna and Ben like tea"."""
    if tokens[index].low != "like":
        return False
    at = index - 1
    while at > 0 and tokens[at].tag == "A":
        at -= 1
    if tokens[at].low in _LIKERS:
        return True
    if tokens[index - 1].tag != "M":
        return False
    joint = before_phrase(tokens, index)
    return joint > 0 and tokens[joint].low == "and" and before_phrase(tokens, joint) < 0


_LIKERS = frozenset({"i", "you", "we", "they"})


def _is_sort(tokens: list[Token], index: int) -> bool:
    """Say whether "was an immediate" stands before "hit in Oslo": nobody hits there."""
    if index < 3 or tokens[index - 2].low not in {"a", "an"} or tokens[index - 1].tag != "N":
        return False
    after = tokens[index + 1].tag if index + 1 < len(tokens) else "."
    after = after or ("I" if tokens[index + 1].low in PREPOSITIONS else "")
    copula = AUXILIARIES.get(tokens[index - 3].low, ("", ""))[0] == "be"
    copula = copula and not is_person_noun(tokens[index - 1].low)  # "is a friend cut in half"
    return copula and {"b", "d"} <= {*VERBS[tokens[index].low][1]} and after in {"I", ".", ",", ""}


def _agrees_with_head(tokens: list[Token], index: int) -> bool:
    """Say whether "the range of subjects" stands before "includes", the verb of the range."""
    word = tokens[index].low
    if word in AUXILIARIES or "s" not in VERBS[word][1] or not is_plural(tokens[index - 1].low):
        return False
    of = before_phrase(tokens, index)
    head = tokens[of - 1] if of > 0 and tokens[of].low == "of" else None
    one = head is not None and head.tag == "N" and not is_plural(head.low)
    return one and tokens[index - 1].tag == "N" and not _behind_verb(tokens, index)


def _felt_doing(tokens: list[Token], index: int) -> bool:
    """Say whether "it was great" stands before "having people": how something felt, not a deed.

    So it is behind "makes": "which makes talking to him hard".
    """
    if index < 2 or "g" not in VERBS[tokens[index].low][1]:
        return False
    if tokens[index - 1].tag == "V" and tokens[index - 1].lemma in _MEANING:
        return True
    copula = AUXILIARIES.get(tokens[index - 2].low, ("", ""))[0] == "be"
    return copula and tokens[index - 1].tag == "N" and tokens[index - 1].low in ADJECTIVES


def _helped(tokens: list[Token], index: int) -> Token | None:
    """Return the verb of "helped Ben" right before a verb's base form, which says what Ben did."""
    before = tokens[index - 1]
    if "b" not in VERBS[tokens[index].low][1] or before.tag not in {"N", "M", "P"}:
        return None
    first = index - 2 if before.tag == "P" else before_phrase(tokens, index)
    verb = tokens[first] if 0 <= first < index else before
    return verb if verb.tag == "V" and verb.lemma in _WITNESSING | _CAUSING else None
