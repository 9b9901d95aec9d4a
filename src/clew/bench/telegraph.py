"""Texts that say exactly what they say: `Anna|lives in|Oslo; Ben|likes|tea`, one fact a clause.

For measurements and tests that need to know every fact a memory ought to have learned.
"""

from clew.learn.tasks import Extract, ExtractedFact, ExtractedThesis, Extraction
from clew.llm.rules import RuleModel
from clew.minds.offline import RULES

__all__ = ["read", "telegraph_model", "triples"]


def triples(text: str) -> list[tuple[str, str, str]]:
    """Return what a text says, in order.

    >>> triples("Anna|lives in|Oslo; just words")
    [('Anna', 'lives in', 'Oslo')]
    """
    clauses = [[part.strip() for part in clause.split("|")] for clause in text.split(";")]
    return [(parts[0], parts[1], parts[2]) for parts in clauses if len(parts) == 3]


def read(task: Extract) -> Extraction:
    """Return the facts of a text, and a thesis that states all of them."""
    said = triples(task.text)
    facts = tuple(
        ExtractedFact(subject=subject, relation=relation, object=target, thesis=0)
        for subject, relation, target in said
    )
    names = tuple(dict.fromkeys(name for each in said for name in (each[0], each[2])))
    words = "; ".join(" ".join(each) for each in said)
    theses = (ExtractedThesis(text=words, entities=names),) if said else ()
    return Extraction(facts=facts, theses=theses)


def telegraph_model() -> RuleModel:
    """Return the offline model with `read` in place of its reading of prose."""
    return RuleModel({**RULES, Extract: read})
