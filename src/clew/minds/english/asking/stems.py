"""Word stems for matching verbs and nouns across their forms, with no dictionary.

A stem is not a word: "moved", "moves" and "moving" all become "mov". It only has to be the same
for the forms of one word and different for different words, on both sides of a comparison.
"""

import re
from functools import lru_cache

__all__ = ["is_past", "stem", "word_set"]


def word_set(text: str) -> frozenset[str]:
    """Return the words of a constant as a set: word lists read better as text."""
    return frozenset(text.split())


_IRREGULAR_FORMS = """
be am is are was were been being 's 're|have has had having|do does did done|go goes went gone
become became become|begin began begun|bear born borne|bite bit bitten|blow blew blown
break broke broken|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen
come came|cut|deal dealt|die died dying dies|dig dug|draw drew drawn|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
flee fled|fly flew flown|forget forgot forgotten|freeze froze frozen|get got gotten|give gave given
grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|lay laid
lead led|learn learnt|leave left|lend lent|lie lay lain lying lies|lose lost|make made|mean meant
meet met|pay paid|put|read|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw
seen|seek sought|sell sold|send sent|set|sew sewn|shake shook shaken|shine shone|shoot shot
show showed shown|shut|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken
spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore|swim swam swum
take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
understand understood|wake woke woken|wear wore worn|weave wove woven|win won|wind wound
write wrote written|child children|man men|woman women|person people|wife wives|mouse mice
foot feet|tooth teeth|knife knives|leaf leaves|shelf shelves|life lives_|half halves
found_ founded founds founding|marry married|wed wedded
use used uses using|age aged|owe owed owes owing|own owned owns|need needed needs
"""
_NOT_PAST = word_set("be is are am 's 're have has do does go goes cut put read set shut")
_VOWEL = re.compile(r"[aeiouy]")


def _irregular() -> tuple[dict[str, str], frozenset[str]]:
    forms: dict[str, str] = {}
    past: set[str] = set()
    for group in _IRREGULAR_FORMS.replace("\n", "|").split("|"):
        names = group.split()
        for name in names:
            forms.setdefault(name, names[0])
        past.update(name for name in names[1:] if not name.endswith(("ing", "s")))
    return forms, frozenset(past - _NOT_PAST)


_FORMS, _PAST = _irregular()


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the stem of one word; words of other scripts come back casefolded.

    >>> [stem(word) for word in ("moved", "moving", "planned", "studies", "study", "wrote")]
    ['mov', 'mov', 'plan', 'study', 'study', 'writ']
    """
    low = word.casefold()
    if low in _FORMS:
        low = _FORMS[low]
    return _regular(low)


def _regular(low: str) -> str:
    if not low.isascii() or not low.isalpha():
        return low
    bare = _strip(low, "ing") or _strip(low, "ed") or _plural(low)
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


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return word[:-2]
    if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def is_past(word: str) -> bool:
    """Tell whether a verb as read is a past form ("bought", "visited"), so names an event.

    >>> is_past("bought"), is_past("visited"), is_past("works"), is_past("needs")
    (True, True, False, False)
    """
    low = word.casefold()
    if low in _PAST:
        return True
    return low.endswith("ed") and len(low) > 4 and low not in _FORMS
