"""What a text says that an entity is: the role on the edge from its episode."""

from clew.projection.image import Projection

__all__ = ["CALLED", "PERSON", "THING", "title_told"]

PERSON = "person"
"""The role of a person in a text; the title comes behind it."""
THING = "thing"
"""The role of what a text says is no person, though a person could have its name."""
CALLED = "called"
"""The role of another name that a text tells; whose, by id, comes behind it, then any other."""


def title_told(projection: Projection, entity: int) -> str | None:
    """Return the longest title of a person, maybe empty; `None` if no text tells of a person."""
    roles = [role.partition(PERSON)[1:] for role in projection.told_as(entity)]
    return max((title.strip() for person, title in roles if person), key=len, default=None)
