"""Nodes of one kind by their text, spaces and case folded.

A text is found by its hash, which is made when somebody asks for the first time, and then compared.
"""

import numpy as np

from clew.projection.columns import Grow
from clew.projection.multimap import Multimap
from clew.projection.nodes import Nodes

__all__ = ["SameText", "folded"]

_LOWER = bytes(range(256)).lower()
_SPACES = bytes(code for code in range(128) if chr(code).isspace())


def folded(text: str) -> str:
    """Return a text with its case and spaces folded: equal theses have it in common."""
    return " ".join(text.casefold().split())


class SameText:
    """Finds nodes by text.

    Args:
        nodes: have the texts.
        ids: the nodes to find, ascending; may grow.
    """

    def __init__(self, nodes: Nodes, ids: Grow) -> None:
        self._nodes, self._all = nodes, ids
        self._taken = 0
        """How many nodes are in the index."""
        self._ids = Multimap()

    def get(self, text: str) -> list[int]:
        """Return the nodes with this text (`folded`), ascending."""
        if self._taken != self._all.size:
            self._catch_up()
        wanted = folded(text)
        found = self._ids.get(_hash(wanted.encode("utf-8", "surrogatepass")))
        return [one for one in found if folded(self._nodes.text(one)) == wanted]

    def _catch_up(self) -> None:
        """Index the nodes that came since."""
        new = self._all.data[self._taken :]
        self._taken = self._all.size
        hashes = map(_hash, self._nodes.encoded(new))
        self._ids.extend(np.fromiter(hashes, np.int64, len(new)), new)


def _hash(text: bytes) -> int:
    if not text.isascii():
        text = folded(text.decode("utf-8", "surrogatepass")).encode("utf-8", "surrogatepass")
    return hash(text.translate(_LOWER, _SPACES)) >> 1  # so that the next number is one, too
