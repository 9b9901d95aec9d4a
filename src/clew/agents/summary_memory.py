"""A summary as an agent's only memory, rewritten with every text."""

from collections.abc import Sequence

from clew.agents.memory import BUDGET, Brought, with_action
from clew.agents.memory_tasks import PARAGRAPHS, Summarise
from clew.llm.base import Model, Usage
from clew.recall.pack import count_tokens

__all__ = ["SummaryMemory"]


class SummaryMemory:
    """Keeps a summary of at most three paragraphs (AriGraph, section 4.2, "Summarization").

    For each text the model rewrites the summary from the previous one and the text. If the model
    fails, the text is added with the next one. Recall returns the summary, truncated to the budget.
    """

    def __init__(self, model: Model, *, budget: int = BUDGET) -> None:
        self._model, self._budget = model, budget
        self._summary = ""
        self._waiting: list[str] = []
        self._usage = Usage()

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Add a text to the summary."""
        del step
        self._waiting.append(with_action(text, action))
        (result,) = self._model.run([Summarise(self._summary, tuple(self._waiting))])
        self._usage += result.usage
        if result.value is None:
            return
        self._summary = _few_paragraphs(result.value.summary)
        self._waiting.clear()

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return the summary."""
        del focus, plan
        text = _cut(self._summary, self._budget)
        return Brought(texts=(text,) if text and text not in recent else ())

    def spent(self) -> Usage:
        """Return the usage of summaries since the last call."""
        spent, self._usage = self._usage, Usage()
        return spent


def _few_paragraphs(text: str) -> str:
    """Return a text with surplus paragraphs joined into the last one allowed."""
    parts = [part.strip() for part in text.split("\n\n") if part.strip()]
    return "\n\n".join([*parts[: PARAGRAPHS - 1], " ".join(parts[PARAGRAPHS - 1 :])]).strip()


def _cut(text: str, budget: int) -> str:
    """Return the longest beginning that fits, cut at a word boundary."""
    if count_tokens(text + "\n") <= budget:
        return text
    bytes_left = max(4 * budget - 1, 0)
    head = text.encode("utf-8", errors="surrogatepass")[:bytes_left].decode("utf-8", "ignore")
    return head.rsplit(" ", 1)[0]
