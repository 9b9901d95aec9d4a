"""A chat assistant that remembers: it answers from what it was told, and says by whom.

For every turn it recalls what fits: the block to put into the prompt of a chat model. Questions are
answered with their sources, all else is remembered. Offline rules read and answer by default; any
language model can take their place: `--model openai:gpt-4o-mini`, `--model ollama:qwen3:8b`.
"""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from clew import ClewError, Kind, Memory

TURNS = (
    ("Eva", "Mia lives in Bergen. Mia works at the aquarium."),
    ("Eva", "The car is at the garage on Harbour Street."),
    ("Eva", "Where does Mia live?"),
    ("Jonas", "Mia moved to Oslo. Mia works at the city library now."),
    ("Jonas", "Where is the car?"),
    ("Eva", "Where does Mia live?"),
    ("Eva", "Where does Mia work?"),
    ("Eva", "Who paid the garage?"),
)
START = datetime(2024, 3, 1, 9, tzinfo=UTC)


def context(memory: Memory, text: str) -> list[str]:
    """Return what the memory holds that fits a text, as lines for a prompt."""
    lines = []
    for hit in memory.recall(text, k=2, kinds=[Kind.FACT]):
        told = ", ".join(memory.episode(id).source for id in hit.why.episodes)
        since = f"since {hit.why.valid_from:%Y-%m-%d}; " if hit.why.valid_from else ""
        lines.append(f"{hit.item.text} ({since}{told})")
    return lines


def reply(memory: Memory, speaker: str, text: str, number: int) -> str:
    """Answer a question with its sources; remember anything else."""
    if not text.endswith("?"):
        at = START + timedelta(days=number)
        receipt = memory.remember(text, at=at, source=f"{speaker}, turn {number}")
        if receipt.pending:
            return f"Kept, but not understood yet: {receipt.error}"
        return "Noted, and something I knew is out of date." if receipt.superseded else "Noted."
    answer = memory.ask(text)
    if answer.failure is not None:
        return f"I could not think: {answer.failure.message}"
    if answer.abstained:
        closest = [item.text for item in answer.closest]
        return f"Nobody told me. Closest: {closest[0]}" if closest else "Nobody told me."
    told = ", ".join(memory.episode(id).source for id in answer.episodes)
    return f"{answer.text} (told by {told})"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="rules", help="who reads and answers")
    options = parser.parse_args(arguments)
    with Memory.open(":memory:", model=options.model) as memory:
        for number, (speaker, text) in enumerate(TURNS, 1):
            print(f"{speaker}: {text}")
            for line in context(memory, text):
                print(f"    recalled: {line}")
            print(f"  clew: {reply(memory, speaker, text, number)}\n")


if __name__ == "__main__":
    try:
        main()
    except ClewError as error:  # no such model, or its extra or its key is missing
        raise SystemExit(f"error: {error}") from error
