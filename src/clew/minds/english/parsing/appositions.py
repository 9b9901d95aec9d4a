"""What stands beside a noun phrase between commas: another name of it, or somebody spoken to."""

from collections.abc import Sequence

from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.parsing.relative_clauses import ends_with_place
from clew.minds.english.words.lexicon import LASTING, singular_noun
from clew.minds.english.words.people import THINGS, gender_of, looks_personal
from clew.minds.english.words.person_nouns import ONE_NAMED, PETS, is_person_noun
from clew.minds.english.words.verb_groups import VerbGroup
from clew.minds.english.words.word_lists import word_list, words_in_order
from clew.regex import Regex

__all__ = ["apposition", "hangs_on_part", "is_rank", "tells_of_noun"]

_ARTICLES = frozenset({"a", "an", "the"})
_SPEAKERS = frozenset({"my", "your", "our", "his", "her", "their"})


_RANK = Regex(
    r"(?:\d+\w\w )?(?:{}) of ".format("|".join(map(str.title, words_in_order("noble_ranks"))))
)


def is_rank(name: str) -> bool:
    """Say whether a name is only the rank of somebody named before: "6th Earl of Voss"."""
    return _RANK.match(name) is not None


_REMARKS = word_list("remarks")
"""What is said of all before it: "in Voss, a surprise to everybody"."""


def apposition(first: Phrase, second: Phrase, *, ends: bool) -> tuple[Phrase, Phrase] | None:
    """Return (name, role) of an apposition, or `None` when the two are none.

    They may be a list. If the second one `ends` the sentence, it may be spoken to: "That's a great
    picture, Maria."
    """
    described = bool(second.of or second.owner or second.determiner in _ARTICLES)
    if (described and not second.named) or (not first.named and is_rank(second.name)):
        return first, second
    role = first.of or first.owner or first.determiner in _ARTICLES
    if not (role and second.named and not first.named):
        return None
    owned = first.owner and first.owner not in _SPEAKERS
    if not ends or owned or first.head in ONE_NAMED | PETS or is_person_noun(first.head):
        return second, first
    personal = gender_of(second.name.split(" ")[0]) or first.head not in THINGS
    spoken_to = personal and looks_personal(second.name)
    return None if spoken_to else (second, first)


def hangs_on_part(first: Phrase, second: Phrase) -> bool:
    """Say whether a description or name may be about a part: "the son of our boss, Mr Lund"."""
    part = bool(first.of) and first.of[:1].isupper() and not first.named
    if part and second.determiner in _ARTICLES and not second.named:
        return True
    if second.determiner in _ARTICLES and second.head in _REMARKS:
        return True  # "in Voss, a privilege given to few"
    *_, last = first.of.lower().split() or [""]
    somebody = is_person_noun(last) or is_person_noun(singular_noun(last))
    several = second.determiner == "the" and second.head.endswith("s")  # "my friends, the Lunds"
    both = is_person_noun(first.head) or several
    whole = " " in second.name and looks_personal(second.name)
    return somebody and second.named and (both or whole)


def tells_of_noun(group: VerbGroup, clauses: Sequence[Clause]) -> bool:
    """Say whether a participle behind a comma is about the noun before it.

    It is in "got a head, Rafael, living in Rome", not in "settled in Spain, living in a boat".
    """
    doing = group.forms == "g" and bool(clauses) and ends_with_place(clauses)
    return group.bare and group.verb in LASTING and not doing
