"""A mind that reads one fact a line, "subject | relation | object", and no language at all."""

from clew.learn.tasks import Extract, ExtractedFact, Extraction, Replacement, Replacements, Revise
from clew.llm.rules import RuleModel

__all__ = ["line_reader"]


def line_reader(*single: str) -> RuleModel:
    """Return the mind; of the relations `single` a subject has one object at a time."""

    def revise(task: Revise) -> Replacements:
        return Replacements(
            pairs=tuple(
                Replacement(old=old.id, new=new.number)
                for new in task.statements
                for old in task.candidates
                if new.relation in single
                and (old.subject, old.relation) == (new.subject, new.relation)
                and old.object != new.object
            )
        )

    return RuleModel({Extract: _extract, Revise: revise}, name="lines")


def _extract(task: Extract) -> Extraction:
    rows = [line.split("|") for line in task.text.splitlines() if line.count("|") == 2]
    facts = [tuple(cell.strip() for cell in row) for row in rows]
    return Extraction(
        facts=tuple(ExtractedFact(subject=s, relation=r, object=o) for s, r, o in facts)
    )
