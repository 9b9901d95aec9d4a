"""Texts whose facts are known: `Anna|lives in|Oslo; Ben|likes|tea`, one fact in each clause.

For measurements and tests that must know every fact a memory should have learned.
"""

from clew.learn.tasks import Extract, ExtractedFact, ExtractedThesis, Extraction
from clew.llm.rules import RuleModel
from clew.minds.offline import RULES

__all__ = ["piped_facts_model", "read", "triples"]


def triples(text: str) -> list[tuple[str, str, str]]:
    """Return the facts of a text, in order.

    >>> triples("Anna|lives in|Oslo; just words")
    [('Anna', 'lives in', 'Oslo')]
    """
    clauses = [[part.strip() for part in clause.split("|")] for clause in text.split(";")]
    return [(parts[0], parts[1], parts[2]) for parts in clauses if len(parts) == 3]


def read(task: Extract) -> Extraction:
    """Return the facts of a text, and one thesis that states them all."""
    said = triples(task.text)
    facts = tuple(
        ExtractedFact(subject=subject, relation=relation, object=target, thesis=0)
        for subject, relation, target in said
    )
    names = tuple(dict.fromkeys(name for each in said for name in (each[0], each[2])))
    words = "; ".join(" ".join(each) for each in said)
    theses = (ExtractedThesis(text=words, entities=names),) if said else ()
    return Extraction(facts=facts, theses=theses)


def piped_facts_model() -> RuleModel:
    """Return a model that reads with `read` and revises as the English mind does."""
    return RuleModel({**RULES, Extract: read})
