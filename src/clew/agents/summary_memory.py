"""A summary as an agent's memory: rewritten with every text, and all there is."""

from collections.abc import Sequence

from clew.agents.memory import BUDGET, Brought, with_action
from clew.agents.memory_tasks import PARAGRAPHS, Summarise
from clew.llm.base import Model, Usage
from clew.recall.pack import count_tokens

__all__ = ["SummaryMemory"]


class SummaryMemory:
    """Keeps a summary of at most three paragraphs (AriGraph, section 4.2, "Summarization").

    With each text the model writes it anew from the summary before and the text. A text that the
    model fails at waits, and goes in with the next; `failed` counts. What comes back is the
    summary, cut at the end where it would not fit into the budget.

    Args:
        model: who summarises.
        budget: tokens of the summary.
    """

    def __init__(self, model: Model, *, budget: int = BUDGET) -> None:
        self._model, self._budget = model, budget
        self._summary = ""
        self._waiting: list[str] = []
        self._usage = Usage()
        self.failed = 0
        """Times that the model gave no summary."""

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Work a text into the summary."""
        del step
        self._waiting.append(with_action(text, action))
        (result,) = self._model.run([Summarise(self._summary, tuple(self._waiting))])
        self._usage += result.usage
        if result.value is None:
            self.failed += 1
            return
        self._summary = _few_paragraphs(result.value.summary)
        self._waiting.clear()

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return the summary."""
        del focus, plan
        text = _cut(self._summary, self._budget)
        return Brought(texts=(text,) if text and text not in recent else ())

    def spent(self) -> Usage:
        """Return what summaries have cost since the last call."""
        spent, self._usage = self._usage, Usage()
        return spent


def _few_paragraphs(text: str) -> str:
    """Return a text with its last paragraphs joined, where there are too many."""
    parts = [part.strip() for part in text.split("\n\n") if part.strip()]
    return "\n\n".join([*parts[: PARAGRAPHS - 1], " ".join(parts[PARAGRAPHS - 1 :])]).strip()


def _cut(text: str, budget: int) -> str:
    """Return the beginning that fits, at the end of a word."""
    if count_tokens(text + "\n") <= budget:
        return text
    bytes_left = max(4 * budget - 1, 0)
    head = text.encode("utf-8", errors="surrogatepass")[:bytes_left].decode("utf-8", "ignore")
    return head.rsplit(" ", 1)[0]
