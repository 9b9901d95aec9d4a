"""The English words of questions: function words, and nouns by what they are.

Data, to be extended freely. Words that reading needs too are in `clew.minds.english.words`.
"""

from clew.minds.english.asking.stems import word_set
from clew.minds.english.words import lexicon
from clew.minds.english.words.word_lists import section, word_list, words_in_order

__all__ = ["AUXILIARIES", "CHANGES", "DETERMINERS", "EXCLUSIVE_STATES", "FEMALE",
           "JOBS", "JOB_ENDINGS", "KIND_WORDS", "MALE", "MEMBERS", "NO_JOBS",
           "NO_PLACES", "PEOPLE", "PLACES", "PLACE_PREPOSITIONS", "PREPOSITIONS",
           "TITLES", "VAGUE_HOMES"]  # fmt: skip

DETERMINERS = word_set("the a an his her its their my our your this that these those")
AUXILIARIES = word_set("having to").union(lexicon.AUXILIARIES)
PLACE_PREPOSITIONS = """
    in at on near inside under behind beside above below within to into over from beneath around
    outside towards next aboard""".split()  # noqa: SIM905
PREPOSITIONS = lexicon.PREPOSITIONS.union(PLACE_PREPOSITIONS)

TITLES = word_set("mr mrs ms miss dr doctor professor prof sir uncle aunt captain lady lord")

MALE = word_list("of_men")
FEMALE = word_list("of_women")
PEOPLE = word_list("people_nouns")
PLACES = word_list("place_nouns")
NO_PLACES = word_list("no_place_nouns")
"""Nouns that stand after "in", "on" or "at" and name no place ("on loan", "for forty years")."""
MEMBERS = {
    kind: word_list(f"{kind}s") for kind in ("instrument", "sport", "colour", "language", "vehicle")
}
MEMBERS["pet"] = word_list("pets_asked")
MEMBERS["animal"] = MEMBERS["pet"] | word_list("pets") | {"chicken"}
"""Kind noun -> words that are of that kind; decides "which instrument" where facts do not say."""

KIND_WORDS = word_list("kinds_shown")
"""Kinds that a name shows or a fact states: "which hospital" wants proof that it is one."""

EXCLUSIVE_STATES = [word_set(line) for line in section("states_apart").strip().splitlines()]
"""States that exclude one another: a fact with one of them answers "no" to another."""

_CHANGES = (line.split(": ") for line in section("changes").strip().splitlines())
CHANGES = {kind: word_set(line) for kind, line in _CHANGES}

VAGUE_HOMES = word_set(
    "flat house apartment home room place building town village city country cottage floor"
)

JOBS = word_list("jobs")
JOB_ENDINGS = words_in_order("job_endings")
NO_JOBS = word_list("no_jobs")
