"""The English words of questions: function words, and nouns by what they are.

Data, to be extended freely. Words that reading needs too are in `clew.minds.english.words`.
"""

from clew.minds.english.asking.stems import word_set
from clew.minds.english.words import lexicon
from clew.minds.english.words.word_lists import section, word_list, words_in_order

__all__ = ["AUXILIARIES", "CHANGES", "DETERMINERS", "EXCLUSIVE_STATES", "PEOPLE", "PLACES",
           "PLACE_PREPOSITIONS", "PREPOSITIONS", "TITLES", "VAGUE_HOMES"]  # fmt: skip

DETERMINERS = word_set("the a an his her its their my our your this that these those")
AUXILIARIES = word_set("having to").union(lexicon.AUXILIARIES)
PLACE_PREPOSITIONS = words_in_order("place_prepositions")
PREPOSITIONS = lexicon.PREPOSITIONS.union(PLACE_PREPOSITIONS)

TITLES = word_set("mr mrs ms miss dr doctor professor prof sir uncle aunt captain lady lord")

PEOPLE = word_list("people_nouns")
PLACES = word_list("place_nouns")
EXCLUSIVE_STATES = [word_set(line) for line in section("states_apart").strip().splitlines()]
"""States that exclude one another: a fact with one of them answers "no" to another."""

_CHANGES = (line.split(": ") for line in section("changes").strip().splitlines())
CHANGES = {kind: word_set(line) for kind, line in _CHANGES}

VAGUE_HOMES = word_list("vague_homes")
