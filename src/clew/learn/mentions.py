"""The names in a text and whose they are: a person's, a thing's, or another name of somebody.

That is the role on the edge from the text's episode to the entity.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import reduce

from clew.learn.spelling import (
    familiar_form,
    is_two_of_three,
    lacks_first,
    respelt,
    short_for,
    turned,
)
from clew.learn.who.called import Called
from clew.learn.who.lives import Life
from clew.projection.image import Projection
from clew.text import place_of

__all__ = ["PERSON", "THING", "Mentions", "person_role", "person_told"]

PERSON = "person"
"""The role of a person in a text; the gender comes behind it, if told, and the title."""
THING = "thing"
"""The role of what a text says is no person, though a person could have its name."""


@dataclass(slots=True)
class Mentions:
    """The names in one text, and what they turn out to mean."""

    episode: int
    """The text, on record as the source of a merge."""
    at: int
    text: str
    people: Mapping[str, Called]
    """Those of people, by their normalised forms."""
    things: Set[str] = frozenset()
    """Those that a person could have but has not here, normalised; never iterated."""
    all_people: bool = False
    """A single name that is none of people's may be that of a thing."""
    shown: Mapping[str, int] = field(default_factory=dict)
    """What the known names mean that its reader was shown, by their normalised forms."""
    meant: dict[str, int] = field(default_factory=dict)
    """The entity of each name met so far; within one text a name means one thing."""
    roles: dict[int, str] = field(default_factory=dict)
    """Which of the entities met are people, with their titles, and which the text says are not."""

    def tells_first(self, name: str, other: str) -> bool:
        """Return whether the text has a name, and another only behind it, if at all."""
        first, second = (place_of(one, self.text) for one in (name, other))
        return first >= 0 and (second < 0 or first < second)

    def respells(self, one: Called, other: Called) -> bool:
        """Return whether two names of the text are of two, though one may be short for the other.

        They differ in accents or in their order, "Dr Hall" or "Gwen" stands before "Dr Ida Hall" or
        "Gwendolyn Hall", or "Jan Hall" beside "Janet Hall". In one sentence the other order may be
        explained, "Craig Merton, or Merton Craig", and "Kovács Dániel" needs no explanation.
        """
        pairs = (one, other), (other, one)
        if respelt(one, other) or any(self._is_first(*pair) for pair in pairs):
            return True
        if not turned(one, other) or any(short_for(*pair) for pair in pairs):
            return False
        each = re.split(r"(?<!\b[^\W\d_])[.!?;\n]", self.text)
        return not any(one.name in said and other.name in said for said in each)

    def _is_first(self, short: Called, full: Called) -> bool:
        familiar = familiar_form(short, full) != ""
        alone = familiar and " " in short.name
        shorter = familiar or (lacks_first(short, full) and self._whole_names(short) < 2)
        return alone or (shorter and self.tells_first(short.name, full.name))

    def _whole_names(self, short: Called) -> int:
        """Return how many of the text have a first name that a title and a last name lack."""
        return sum(lacks_first(short, one) for one in self.people.values())

    def before(self, called: Called) -> list[Called]:
        """Return the fuller names that the text has before a name stands for itself."""
        if called.is_new:
            return []  # "Ida Roy is a judge. His mother is Mrs Roy."
        text = self.text
        fuller = [
            one
            for one in self.people.values()
            if short_for(called, one, here=True) and not is_two_of_three(called, one)
        ]
        for one in fuller:
            text = text.replace(one.name, "\0")
        own, first = place_of(called.name, text), text.find("\0")
        return fuller if first >= 0 and (own < 0 or first < own) else []


def person_role(called: Called) -> str:
    """Return the role of a person, "person:GENDER:SEX:BORN:DIED:GUESS:NEW:..." and title, as told.

    What `Life` has besides comes behind it, and whether it may be another comes last.
    """
    guess, new = "guess" if called.is_guess else "", "new" if called.is_new else ""
    another = "another" if called.may_be_another else ""
    parts = ("", called.gender, *called.life[:3], guess, new, *called.life[3:], another)
    told = ":".join(str(one or "") for one in parts)
    return f"{PERSON}{told.rstrip(':')} {called.title}".strip()


def person_told(projection: Projection, entity: int) -> Called | None:
    """Return a person's name with the longest title, and with what the texts tell of its owner.

    `None` if no text tells of a person. There is no gender if the texts tell two.
    """
    roles = [role.partition(PERSON)[1:] for role in projection.told_as(entity)]
    told = [rest.partition(" ")[::2] for person, rest in roles if person]
    if not told:
        return None
    name = projection.nodes[entity].text
    each = [_from_role(name, *one) for one in told]
    genders = {one.gender for one in each} - {""}
    gender = genders.pop() if len(genders) == 1 else ""
    return reduce(Called.told_with, each)._replace(gender=gender)


def _from_role(name: str, marks: str, title: str) -> Called:
    _, gender, sex, born, died, guess, new, *more = f"{marks}::::::::::".split(":")
    life = Life(sex, *(int(one or 0) for one in (born, died, *more[:3])))
    return Called(name, title, gender, life, guess != "", new != "", more[3] != "")
