"""Items as lines of a prompt, what they cost in tokens, and which of a ranking fit a budget."""

from collections.abc import Sequence

from clew.graph.times import shown_time
from clew.graph.types import Entity, Episode, Item, Precision, Time
from clew.graph.view import View
from clew.recall.base import Scored

__all__ = ["count_tokens", "pack", "render"]


def count_tokens(text: str) -> int:
    """Estimate the tokens of a text: its UTF-8 bytes over four, rounded up.

    The same for every model, so memories are compared under one budget; for English within about
    a fifth of common tokenizers.

    >>> count_tokens("a key"), count_tokens(""), count_tokens("ключ")
    (2, 0, 2)
    """
    return -(-len(text.encode("utf-8", errors="surrogatepass")) // 4)


def render(item: Item) -> str:
    """Return an item as one line, with its time or period if it has one."""
    text = " ".join(item.text.split())
    if isinstance(item, Entity):
        return text
    if isinstance(item, Episode):
        return f"{text} [{_time(item.at)}]"
    if item.valid_from is None and item.valid_to is None:
        return text
    told_from, told_to = item.told
    began = "said" if told_from is Precision.SAID else "since"
    since = "" if item.valid_from is None else f"{began} {_time(item.valid_from, told_from)}"
    until = "" if item.valid_to is None else f"until {_time(item.valid_to, told_to)}"
    return f"{text} [{' '.join(filter(None, (since, until)))}]"


def _time(time: Time, precision: Precision = Precision.MOMENT) -> str:
    if isinstance(time, int) or precision is not Precision.MOMENT:
        return shown_time(time, precision)
    return time.isoformat(" ", "minutes")


def pack(view: View, scored: Sequence[Scored], budget: int) -> list[Scored]:
    """Return the rows whose lines fit into `budget` tokens, in the order of the ranking.

    A line that does not fit is skipped, and later, shorter ones may still fit. A line break counts
    with the line before it.
    """
    kept = []
    items = view.items([one.id for one in scored])
    for one, item in zip(scored, items, strict=True):
        if (cost := count_tokens(render(item) + "\n")) <= budget:
            kept.append(one)
            budget -= cost
    return kept
