"""CrewAI's memory, kept in a memory that learns from it: both find what was told.

Needs `pip install 'clew[crewai]'`. Scope, categories and importance are given and the search is
shallow, so that no model is asked; clew's own embedder makes the vectors.
"""

import crewai

from clew import Memory
from clew.embed.base import TextKind
from clew.integrations.crewai import ClewStorage


def main() -> None:
    with Memory.open(":memory:") as memory:
        embedder = memory.embedder
        assert embedder is not None
        crew = crewai.Memory(
            storage=ClewStorage(memory),
            embedder=lambda texts: embedder.embed(list(texts), kind=TextKind.PASSAGE).tolist(),
            llm="none",
        )
        told = {"scope": "/crew", "categories": ["people"], "importance": 0.5, "metadata": {}}
        crew.remember("Anna lives in Oslo.", **told)
        found = crew.recall("Where does Anna live?", depth="shallow")
        print("found:", [match.record.content for match in found])
        print("the memory:", memory.ask("Where does Anna live?").text)


if __name__ == "__main__":
    main()
