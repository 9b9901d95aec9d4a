"""Things of one kind that a text tells apart by where they are: "the bakery on Hill Street".

What is said of one of two bakeries holds of no bakery in general, and the phrases that tell them
apart are no names. So nothing is read from a clause about one of them.
"""

from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["several_of_kind", "without_either"]

_WHICH = Regex(
    r"\b(?:[Tt]he|[Mm]y|[Oo]ur) (?:[a-z-]+ )?(?P<noun>[a-z-]+) (?:in|on|at|near|by) "
    r"(?P<where>(?:the |our |my )?[\w-]+(?: \d+)?)"
)
_OTHER_ONE = Regex(r"\b[Tt]he (?:other )?one (?:in|on|at|near|by) ")
_WHEN = word_list("when")
_MOST = 400
"""So many phrases are looked at; a text with more is no note about two shops."""


def several_of_kind(text: str) -> frozenset[str]:
    """Return the nouns of which a text tells two apart by their places.

    >>> sorted(several_of_kind("The bakery on Hill Lane is shut. The bakery on Mill Lane is open."))
    ['bakery']
    >>> sorted(several_of_kind("The office in Bonn has 30 people, the one in Rome 12."))
    ['office']
    >>> sorted(several_of_kind("The office in Bonn is big. The office in Bonn has 30 people."))
    []
    """
    places: dict[str, set[str]] = {}
    for _, found in zip(range(_MOST), _WHICH.finditer(text), strict=False):
        other = found["noun"] == "one" or found["where"].split()[-1].lower() in _WHEN
        if not other:
            places.setdefault(found["noun"], set()).add(found["where"].lower())
        if _OTHER_ONE.search(text, found.end(), found.end() + 80):
            places.setdefault(found["noun"], set()).add("the other")
    return frozenset(noun for noun, where in places.items() if len(where) > 1)


def without_either(clause: Clause, several: frozenset[str]) -> Clause:
    """Return a clause that claims nothing where its subject may be either of two."""
    either = any(
        one.head in several and not (one.named or one.of or one.owner[:1].isupper())
        for one in clause.subjects
    )
    return replace(clause, asserted=False) if either else clause
