"""Retrieval of observations as an agent's memory: recency, importance and relevance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clew.agents.memory import BUDGET, Brought, with_action
from clew.agents.memory_tasks import Importance
from clew.embed.base import Embedder, TextKind
from clew.errors import UsageError
from clew.graph.view import Float32
from clew.llm.base import OUT_OF_REACH, Model, Usage
from clew.recall.pack import count_tokens

__all__ = ["RagMemory"]

_LEAST = 1
_DECAY = 0.99


@dataclass(frozen=True, slots=True)
class _Seen:
    """A text, as of the last time it was seen."""

    number: int
    """Running number: later texts have greater ones."""
    step: int
    text: str
    action: str
    vector: Float32


class RagMemory:
    """Recalls the texts with the highest sum of recency, importance and relevance.

    The memory stream of Generative Agents (arXiv 2304.03442, section 4.1), as AriGraph's baseline
    has it (its section 4.2 and code): recency is `_DECAY` to the power of the age in steps;
    importance is rated by the model, once per text; relevance is the similarity between the newest
    text with the current plan and the text with the plan of its time. Each part is scaled to 0..1
    over the candidates, unless all are equal, and all weigh the same. Ties go to the newer text.

    The last observations are in working memory anyway and are not candidates, so the five texts
    recalled come on top of them. A repeated text is one memory, dated by its last occurrence.
    Importance is rated against the beginning of the run, not the plan as in the authors' code, so
    that a rating stays valid. A text that the model cannot rate gets the lowest importance.

    Args:
        model: rates texts.
        embedder: turns texts into vectors.
        budget: tokens for all texts together.
        retrieved: how many texts are recalled.

    Raises:
        UsageError: no embedder.
    """

    def __init__(
        self, model: Model, embedder: Embedder | None, *, budget: int = BUDGET, retrieved: int = 5
    ) -> None:
        if embedder is None:
            raise UsageError("rag compares vectors; expected a memory with an embedder, not none")
        self._model, self._embedder = model, embedder
        self._budget, self._retrieved = budget, retrieved
        self._seen: dict[str, _Seen] = {}
        self._ratings: dict[str, int] = {}
        self._plan = self._beginning = ""
        self._count = 0
        self._usage = Usage()

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Store a text with the current plan."""
        self._beginning = self._beginning or text
        self._count += 1
        vector = self._embedder.embed([f"{text}\n{self._plan}"], kind=TextKind.PASSAGE)[0]
        self._seen.pop(text, None)  # so that the newest comes last
        self._seen[text] = _Seen(self._count, step, text, action, vector)

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return the best texts, oldest first; one that does not fit is skipped."""
        del focus
        self._plan = plan
        known = set(recent)
        found = [one for one in self._seen.values() if one.text not in known]
        if not found:
            return Brought()
        room = self._budget
        kept: list[_Seen] = []
        for one in self._ranked(found)[: self._retrieved]:
            cost = count_tokens(with_action(one.text, one.action) + "\n")
            if cost <= room:
                room -= cost
                kept.append(one)
        kept.sort(key=lambda one: one.number)
        return Brought(texts=tuple(with_action(one.text, one.action) for one in kept))

    def spent(self) -> Usage:
        """Return the usage of ratings since the last call."""
        spent, self._usage = self._usage, Usage()
        return spent

    def _ranked(self, found: Sequence[_Seen]) -> list[_Seen]:
        newest = next(reversed(self._seen.values()))
        asked = f"{newest.text}\n{self._plan}"
        now = self._embedder.embed([asked], kind=TextKind.QUERY)[0]
        ages = np.array([newest.step - one.step for one in found], dtype=float)
        parts = (
            _DECAY**ages,
            np.array(self._rated(found), dtype=float),
            np.array([float(one.vector @ now) for one in found]),
        )
        scores = np.round(sum(_scaled(part) for part in parts), 6)
        order = sorted(range(len(found)), key=lambda i: (-scores[i], -found[i].number))
        return [found[i] for i in order]

    def _rated(self, found: Sequence[_Seen]) -> list[int]:
        """Return the importance of each text, rating new ones in one batch."""
        fresh = [one.text for one in found if one.text not in self._ratings]
        if fresh:
            results = self._model.run([Importance(self._beginning, text) for text in fresh])
            for text, result in zip(fresh, results, strict=True):
                self._usage += result.usage
                if result.value is not None:
                    self._ratings[text] = result.value.importance
                elif result.failure is not None and result.failure.kind not in OUT_OF_REACH:
                    self._ratings[text] = _LEAST
        return [self._ratings.get(one.text, _LEAST) for one in found]


def _scaled(values: np.ndarray) -> np.ndarray:
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
