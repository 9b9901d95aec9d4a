"""Which single names a text shows to be no people's, though it says "he" or "she" of them.

By what only animals, plants, vessels and machines have, do and undergo. This speaks against a
pronoun and a common verb; a text that says outright who somebody is, is believed.
"""

import re

from clew.minds.english.reading.shown.about_names import Telling, windows
from clew.minds.english.words.word_lists import section, word_list, words_in_order
from clew.regex import Regex

__all__ = ["near_things", "unlike_people"]


def _forms(name: str) -> str:
    """Return a pattern of the verbs of a list, in all forms that end as regular ones do."""
    stems = (f"{word.removesuffix('e')}{word[-1]}?" for word in words_in_order(name))
    return f"(?:{'|'.join(stems)})(?:e|es|ed|s|ing)?"


_ADVERBS = "has|had|is|was|been|just|still|always|often|never|already|also|keeps|then|soon|now"
_UNDERGO = _forms("unlike_people_undergo")
_BE = r"(?:(?:has|had|was|is|being|been|gets?|got|needs?|to|be|not|never|just|finally) ){1,3}"
_WAYS = rf"(?:[\w-]+ ){{0,3}}(?:{'|'.join(section('unlike_people_say').strip().splitlines())})"
_TELLING = Telling(
    rf"(?:[\w-]+ ){{0,2}}(?:{'|'.join(words_in_order('unlike_people_have'))})\b",
    rf"(?:(?:{_ADVERBS}|[a-z]+ly) ){{0,2}}{_forms('unlike_people_do')}\b|{_BE}{_UNDERGO}\b|{_WAYS}",
)
_DONE_TO = Regex(rf"\b{_UNDERGO} (?:up |out |down |back )?$", re.IGNORECASE)
_NEAR = word_list("unlike_people_near") | word_list("unlike_people_have")


def unlike_people(text: str) -> frozenset[str]:
    """Return the names whose owners have, do or undergo what no people do.

    >>> sorted(unlike_people("Rosa has shed her leaves. Otto limps. His hooves are long."))
    ['Otto', 'Rosa']
    >>> unlike_people("Rosa trims his hooves. We pruned the pear. Milk Ida likes.")
    frozenset()
    """
    told = [*windows(text)]
    undergo = (
        one[0]
        for window in told
        for one in window.names
        if _DONE_TO.search(window.said, 0, one.start())
    )
    return frozenset((*_TELLING.names(told), *undergo))


def near_things(text: str) -> frozenset[str]:
    """Return the names that stand near words that are seldom said of people.

    >>> sorted(near_things("Otto has aphids. Rosa is ill. She needs a petal. Tom is ill."))
    ['Otto', 'Rosa']
    """
    return frozenset(
        one[0]
        for window in windows(text)
        if not _NEAR.isdisjoint(re.findall(r"[\w-]+", window.said.lower()))
        for one in window.names
    )
