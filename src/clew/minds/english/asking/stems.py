"""Word stems for matching verbs and nouns across their forms.

A stem is not a word: "moved", "moves" and "moving" all become "mov". It only has to be the same
for the forms of one word and different for different words, on both sides of a comparison.
"""

from functools import lru_cache

from clew.minds.english.words.lexicon import VERBS, singular_noun
from clew.minds.english.words.word_lists import section
from clew.regex import Regex

__all__ = ["is_past", "stem", "stem_set", "word_set"]


def word_set(text: str) -> frozenset[str]:
    """Return the words of a constant as a set: word lists read better as text."""
    return frozenset(text.split())


_FORMS = {form: lemma for form, (lemma, _) in VERBS.items()} | {
    form: group.split()[0]
    for group in section("more_forms").strip().replace("\n", "|").split("|")
    for form in group.split()
}
_VOWEL = Regex(r"[aeiouy]")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the stem of one word; words of other scripts come back casefolded.

    >>> [stem(word) for word in ("moved", "moving", "planned", "studies", "study", "wrote")]
    ['mov', 'mov', 'plan', 'study', 'study', 'writ']
    """
    low = word.casefold()
    if low in _FORMS:
        return _trimmed(_FORMS[low])
    if not low.isascii() or not low.isalpha():
        return low
    return _trimmed(_strip(low, "ing") or _strip(low, "ed") or singular_noun(low))


def _trimmed(bare: str) -> str:
    if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "aeiou":
        bare = bare[:-1]
    if len(bare) > 2 and bare.endswith("e"):
        bare = bare[:-1]
    return bare[:-1] + "y" if len(bare) > 2 and bare.endswith("i") else bare


def _strip(word: str, ending: str) -> str | None:
    bare = word[: -len(ending)]
    if word.endswith(ending) and len(bare) >= 3 and _VOWEL.search(bare):
        return bare
    return None


def stem_set(text: str) -> frozenset[str]:
    """Return the stems of the words of a constant."""
    return frozenset(map(stem, text.split()))


def is_past(word: str) -> bool:
    """Tell whether a verb as read is a past form ("bought", "visited"), so names an event.

    >>> is_past("bought"), is_past("visited"), is_past("works"), is_past("needs")
    (True, True, False, False)
    """
    low = word.casefold()
    lemma, forms = VERBS.get(low, ("", ""))
    if lemma:
        return lemma != "be" and bool({*forms} & {"d", "n"}) and "b" not in forms
    return low.endswith("ed") and len(low) > 4 and low not in _FORMS
