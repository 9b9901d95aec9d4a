"""A mind: rules that read one kind of text, "Anna owes Ben: 5 euros", and leave the rest to clew's.

python examples/extending/mind.py
(cd examples/extending && echo "Anna owes Ben: 5 euros" | clew remember - --model rules:mind:RULES)
"""

import re
from datetime import UTC, datetime

from clew import Memory, mind_named
from clew.learn.tasks import Extract, ExtractedFact, Extraction
from clew.minds.offline import RULES as OFFLINE
from clew.plugins import MINDS

DEBT = re.compile(r"(\w+) owes (\w+): (.+?)\.?$", re.MULTILINE)


def extract(task: Extract) -> Extraction:
    """Read debts; a text without one is read as clew reads it."""
    facts = tuple(
        ExtractedFact(subject=one, relation=f"owes {other}", object=much)
        for one, other, much in DEBT.findall(task.text)
    )
    return Extraction(facts=facts) if facts else OFFLINE[Extract](task)


RULES = {**OFFLINE, Extract: extract}

if __name__ == "__main__":
    MINDS.add("debts", RULES)
    with Memory.open(":memory:", embedder=None, model=mind_named("debts")) as memory:
        memory.remember("Anna owes Ben: 5 euros", at=datetime(2025, 5, 1, tzinfo=UTC))
        for fact in memory.facts("Anna"):
            print(fact.text)
