"""Forgetting for good: a source goes, with all that only it said, and no byte of it is left.

Forgetting is not superseding: what was learned from the source is erased from the file, from its
journal and from every past (`as_of`). What only the source had ended is true again.
"""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from clew import Memory

PAGES = (
    ("march", datetime(2024, 3, 2, tzinfo=UTC), "The brass key is in the lamp room."),
    ("may", datetime(2024, 5, 20, tzinfo=UTC), "The brass key is in the schoolhouse now."),
    ("private", datetime(2024, 6, 20, tzinfo=UTC),
     "The brass key is in the boathouse now. The code of the safe is 447136."),
)  # fmt: skip
SECRET = b"447136"


def copies(file: Path) -> int:
    """Count the secret in the bytes of the memory's file and of the journal beside it."""
    files = sorted(file.parent.glob(f"{file.name}*"))
    return sum(path.read_bytes().count(SECRET) for path in files)


def show(memory: Memory, file: Path) -> None:
    """Print where the key is, and what is left of the secret."""
    print(f"  Where is the brass key?     {memory.ask('Where is the brass key?').text}")
    code = memory.ask("What is the code of the safe?").text
    print(f"  What is the code?           {code or 'no fact answers this'}")
    print(f"  Copies of the code on disk: {copies(file)}")


def main() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "island.clew"
        with Memory.open(file) as memory:
            for source, at, text in PAGES:
                memory.remember(text, at=at, source=source)
            print("Before")
            show(memory, file)

            planned = memory.forget(source="private", dry_run=True)
            print(f"\nTo forget: {len(planned.episodes)} episode, {len(planned.facts)} facts")
            receipt = memory.forget(source="private")
            back = [fact.text for fact in memory.facts("brass key") if fact.id in receipt.reopened]
            print(f"  erased completely: {receipt.complete}")
            print(f"  true again: {', '.join(back)}")
            print(f"  not touched, and yours to delete: {'; '.join(receipt.not_erased)}")

            print("\nAfter")
            show(memory, file)
            past = memory.as_of(datetime(2024, 7, 1, tzinfo=UTC))
            print(f"  ... and as of 1 July 2024:  {past.ask('Where is the brass key?').text}")
            print(f"  problems found in the file: {len(memory.check())}")


if __name__ == "__main__":
    main()
