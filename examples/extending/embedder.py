"""An embedder: texts are alike when they share letters. It knows no meaning, and needs no weights.

python examples/extending/embedder.py
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from clew import Memory
from clew.embed.base import TextKind
from clew.plugins import EMBEDDERS


class Letters:
    """Counts letters; rows have length 1, a blank text a row of zeros.

    A file records the name, and looks it up when it is opened again.
    """

    name, dimension = "letters", 26

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                if "a" <= letter <= "z":
                    row[ord(letter) - ord("a")] += 1
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(lengths == 0, 1, lengths)


if __name__ == "__main__":
    EMBEDDERS.add("letters", Letters)
    with Memory.open(":memory:", embedder="letters") as memory:
        for text in ("The ferry sails at noon.", "Olle built the pier.", "Mira runs the ferry."):
            memory.remember(text, at=datetime(2025, 5, 1, tzinfo=UTC))
        for found in memory.recall("ferries", k=2, retriever="dense"):
            print(found.item.text)
