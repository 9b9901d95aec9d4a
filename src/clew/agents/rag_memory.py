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


@dataclass(frozen=True, slots=True)
class _Seen:
    """A text as it was seen last."""

    number: int
    """Of the texts learned; later ones are greater."""
    step: int
    text: str
    action: str
    vector: Float32


class RagMemory:
    """Brings up the texts with the highest sum of recency, importance and relevance.

    The memory stream of Generative Agents (arXiv 2304.03442, section 4.1), as AriGraph's baseline
    has it (its section 4.2 and code): recency is `decay` to the power of the age in steps;
    importance is rated by the model, once for each text; relevance is the likeness of the newest
    text with the plan to the text with the plan of its time. Each part is scaled to 0..1 over the
    candidates, where they differ, and all count the same. The newer text wins a tie.

    The last observations are in the agent's working memory anyway and are no candidates, so the
    five that are brought up are five more. A text that was seen again is one memory, as of the
    last time. Importance is asked for with the beginning of the run, not with the plan as the
    authors do, so that a rating stays good. A text that the model cannot rate counts as least
    important; `failed` counts these.

    Args:
        model: who rates texts.
        embedder: turns texts into vectors.
        budget: tokens of the texts together.
        retrieved: how many are brought up.
        decay: of recency, for each step.

    Raises:
        UsageError: no embedder.
    """

    def __init__(
        self,
        model: Model,
        embedder: Embedder | None,
        *,
        budget: int = BUDGET,
        retrieved: int = 5,
        decay: float = 0.99,
    ) -> None:
        if embedder is None:
            raise UsageError("rag compares vectors; expected a memory with an embedder, not none")
        self._model, self._embedder = model, embedder
        self._budget, self._retrieved, self._decay = budget, retrieved, decay
        self._seen: dict[str, _Seen] = {}
        self._ratings: dict[str, int] = {}
        self._plan = self._beginning = ""
        self._count = 0
        self._usage = Usage()
        self.failed = 0
        """Texts that the model could not rate."""

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Keep a text with the plan of its time."""
        self._beginning = self._beginning or text
        self._count += 1
        vector = self._embedder.embed([f"{text}\n{self._plan}"], kind=TextKind.PASSAGE)[0]
        self._seen.pop(text, None)  # so that the newest comes last
        self._seen[text] = _Seen(self._count, step, text, action, vector)

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return the best texts, the oldest first; one that does not fit leaves room for others."""
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
        """Return what ratings have cost since the last call."""
        spent, self._usage = self._usage, Usage()
        return spent

    def _ranked(self, found: Sequence[_Seen]) -> list[_Seen]:
        newest = next(reversed(self._seen.values()))
        asked = f"{newest.text}\n{self._plan}"
        now = self._embedder.embed([asked], kind=TextKind.QUERY)[0]
        ages = np.array([newest.step - one.step for one in found], dtype=float)
        parts = (
            self._decay**ages,
            np.array(self._rated(found), dtype=float),
            np.array([float(one.vector @ now) for one in found]),
        )
        scores = np.round(sum(_scaled(part) for part in parts), 6)
        order = sorted(range(len(found)), key=lambda i: (-scores[i], -found[i].number))
        return [found[i] for i in order]

    def _rated(self, found: Sequence[_Seen]) -> list[int]:
        """Return the importance of each text; those not rated yet are asked for at once."""
        fresh = [one.text for one in found if one.text not in self._ratings]
        if fresh:
            results = self._model.run([Importance(self._beginning, text) for text in fresh])
            for text, result in zip(fresh, results, strict=True):
                self._usage += result.usage
                if result.value is not None:
                    self._ratings[text] = result.value.importance
                    continue
                self.failed += 1
                if result.failure is not None and result.failure.kind not in OUT_OF_REACH:
                    self._ratings[text] = _LEAST
        return [self._ratings.get(one.text, _LEAST) for one in found]


def _scaled(values: np.ndarray) -> np.ndarray:
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
