"""What facts say, apart from when: facts with one content have one time line."""

from typing import NamedTuple

from clew.learn.draft import Draft
from clew.projection.image import Projection
from clew.projection.rows import EdgeRow
from clew.text import normalise_relation

__all__ = ["Content", "alike", "content", "raw_content"]


class Content(NamedTuple):
    """What a fact says, with the entities as they were named."""

    subject: int
    relation: str
    object: int
    planned: str


def raw_content(rows: Projection, fact: EdgeRow) -> Content:
    """Return the content of a stored fact."""
    planned = rows.edges.planned_for(fact.id)
    return Content(fact.source, normalise_relation(fact.relation or ""), fact.target, planned)


def content(draft: Draft, fact: int) -> Content:
    """Return what a fact of a draft says."""
    row = draft.fact(fact)
    return Content(
        row.source, normalise_relation(row.relation or ""), row.target, draft.planned(fact)
    )


def alike(rows: Projection, said: Content) -> list[EdgeRow]:
    """Return the stored facts with a content, ascending."""
    found = rows.stored_facts.with_key(*said[:3])
    return [rows.facts[one] for one in found if rows.edges.planned_for(one) == said.planned]
