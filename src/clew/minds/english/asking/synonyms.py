"""The synonym table: which relations say the same thing, and which nouns ask for them.

A group joins relations that an answer may swap: a question about one is answered by a fact stated
with another. What is not listed still matches by the stem of its verb or noun; the table only adds
synonyms. Extend it freely, one meaning for each group, and never join jobs, kinships or states
that differ.

    =name: phrases      the group's subject is their subject ("works at"); `~` for symmetric ones
    > more of them
    < phrases           the group's subject is their object ("employs")
    s nouns             ask for the subject: "the employees of X" are the subjects of "works at X"
    o nouns             ask for the object: "the employer of X"

`|` stands between phrases, `/` between last words ("lives in/at"), ` ; ` between parts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from clew.minds.english.asking.stems import stem
from clew.minds.english.words.word_lists import section, word_list

__all__ = ["BETWEEN_PEOPLE", "GENERAL", "GROUPS", "SINGLE_ENDS", "Group"]


@dataclass(frozen=True, slots=True)
class Group:
    """Relations with one meaning."""

    name: str
    symmetric: bool = False
    forward: list[str] = field(default_factory=list)
    """With the group's subject as subject: "works at"."""
    backward: list[str] = field(default_factory=list)
    """With it as object: "employs"."""
    subject_nouns: list[str] = field(default_factory=list)
    object_nouns: list[str] = field(default_factory=list)


def _groups(table: str) -> Iterator[Group]:
    group = Group("")
    for part in table.strip().replace("\n", " ; ").split(" ; "):
        mark, _, rest = part.partition(" ")
        if part[0] in "=~":
            name, _, rest = part[1:].partition(":")
            group = Group(name, part[0] == "~")
            yield group
        marked = {"<": group.backward, "s": group.subject_nouns, "o": group.object_nouns}
        for phrase in filter(None, rest.strip().split("|")):
            head, _, last = phrase.rpartition(" ")
            found = marked.get(mark, group.forward)
            found += [f"{head} {word}".strip() for word in last.split("/")]


GROUPS = tuple(_groups(section("synonyms")))
"""Every group; a phrase may stand in several where English is ambiguous ("was born in")."""

SINGLE_ENDS = {
    **dict.fromkeys(("work", "live", "place", "drive"), "o"),
    **dict.fromkeys(("own", "~hav", "lead", "direct", "manage", "chair", "carry"), "s"),
    "spouse": "so",
}
"""Ends that have one value at a time: of several current ones the newest counts.

Revision closes the older one where it sees the conflict; this is for what it could not see."""

BETWEEN_PEOPLE = word_list("between_people")
"""Groups that several people may stand in to one, and that nobody hands on."""

_GENERAL_WORDS = """
work: work employ | occupation: work | live: live reside | own: own have possess keep belong
spouse: marry spouse wed | sibling: sibling | parent: parent child kid
grandparent: grandparent grandchild | aunt: | lead: lead run head charge boss leader
supervise: supervise supervisor | study: study | subject: study | like: like
fear: fear afraid scared frightened | dislike: dislike | member: member part | leave: leave
give: give
"""
GENERAL = {
    name.strip(): frozenset(f"~{stem(word)}" for word in general.split())
    for name, _, general in (
        part.partition(":") for part in _GENERAL_WORDS.replace("\n", "|").split("|") if part.strip()
    )
}
"""Of groups whose members say more or less, those that all the others imply: who teaches at a
school works there, who works there need not teach. The members of the other groups are equal."""
