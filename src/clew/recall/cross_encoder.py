"""Reranking by a cross-encoder, a model that reads question and line together.

Needs the extra `sentence-transformers`, which installs PyTorch. Unless the model name is a local
folder, the library downloads the model from the Hugging Face hub on first use.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from clew.errors import ModelError, NotInstalledError, UsageError
from clew.graph.view import Float32
from clew.recall.base import Query

__all__ = ["PairFit", "cross_encoder"]

Scorer: TypeAlias = Callable[[list[tuple[str, str]]], Sequence[float]]
"""(question, line) pairs -> log-odds, in order."""
_MAX_CHARACTERS = 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFit:
    """Marks lines by a scorer's log-odds for (question, line), as probabilities.

    NaN counts as 0. All lines go in one call; for a blank question all marks are 0, without a call.
    """

    score: Scorer
    name: str = "pairs"
    trust: float = 1.0
    """1 by default: a cross-encoder orders lines better than the retriever."""

    def __post_init__(self) -> None:
        if not 0 <= self.trust <= 1:
            raise UsageError(f"trust is in [0, 1]; got {self.trust!r}")

    def fits(self, query: Query, lines: Sequence[str], vectors: Float32) -> list[float]:  # noqa: ARG002
        """Return the marks.

        Raises:
            ModelError: the scorer returned a different number of scores than there are lines.
        """
        if not lines or not query.text.strip():
            return [0.0] * len(lines)
        pairs = [(_plain(query.text), _plain(line)) for line in lines]
        odds = np.asarray(self.score(pairs), dtype=np.float64)
        if odds.shape != (len(lines),):
            raise ModelError(
                f"expected a score for each of {len(lines)} lines from {self.name}, got shape "
                f"{odds.shape}; take a cross-encoder with one output"
            )
        safe = np.clip(np.nan_to_num(odds, nan=-np.inf, neginf=-700.0, posinf=700.0), -700.0, 700.0)
        marks: list[float] = (1.0 / (1.0 + np.exp(-safe))).tolist()
        return marks


def _plain(text: str) -> str:
    return text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode()


def cross_encoder(model_name: str) -> PairFit:
    """Load a cross-encoder with the sentence-transformers library.

    Threads may share it; their calls run one at a time.

    Args:
        model_name: name on the hub (`cross-encoder/ms-marco-MiniLM-L6-v2`), or a folder.

    Raises:
        NotInstalledError: sentence-transformers is missing.
        ModelError: the model cannot be loaded.
    """
    try:
        from sentence_transformers import CrossEncoder  # extra
        from torch.nn import Identity  # extra
    except ImportError as error:
        raise NotInstalledError("sentence-transformers", extra="sentence-transformers") from error
    try:
        model: Any = CrossEncoder(model_name)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(f"cannot load the model {model_name!r}: {error}") from error
    lock = Lock()

    def score(pairs: list[tuple[str, str]]) -> Sequence[float]:
        with lock:
            odds: Sequence[float] = model.predict(
                pairs, activation_fn=Identity(), show_progress_bar=False
            )
        return odds

    return PairFit(score=score, name=f"cross-encoder:{model_name}")
