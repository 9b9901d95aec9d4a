"""Which theses state a fact: as their attributes say, found from the fact."""

import json

import numpy as np

from clew.projection.columns import Grow
from clew.projection.multimap import Multimap
from clew.projection.nodes import Nodes
from clew.projection.rows import Int64, NodeRow

__all__ = ["Stating", "stated_facts", "stated_in"]

_HEAD, _FOOT = (np.frombuffer(each, np.uint8) for each in (b'{"facts": [', b"]}"))
"""What stands around the facts in nearly all attributes of theses, as they are stored."""
_IS_DIGIT = np.array([chr(code) in "0123456789" for code in range(256)])
_IN_LIST = _IS_DIGIT | np.array([chr(code) in ", " for code in range(256)])
_OTHERS = int(np.count_nonzero(~_IN_LIST[np.concatenate([_HEAD, _FOOT])]))
_EMPTY = len(_HEAD) + len(_FOOT)
_FEW = 16


def stated_facts(thesis: NodeRow) -> list[int]:
    """Return the facts a thesis states, as recorded when it was learned."""
    return stated_in(thesis.attributes)


def stated_in(attributes: str | None) -> list[int]:
    """Return the facts that the attributes of a thesis say it states."""
    return list(json.loads(attributes).get("facts", [])) if attributes else []


class Stating:
    """Finds the theses that state a fact.

    Args:
        nodes: have the attributes.
        theses: the ids of theses, ascending; may grow.
    """

    def __init__(self, nodes: Nodes, theses: Grow) -> None:
        self._nodes, self._theses = nodes, theses
        self._taken = 0
        """How many theses are in the index."""
        self._by_fact = Multimap()

    def get(self, fact: int) -> list[int]:
        """Return the theses that state a fact, ascending."""
        if self._taken != self._theses.size:
            self._catch_up()
        return sorted(self._by_fact.get(fact))

    def _catch_up(self) -> None:
        """Index the theses that came since."""
        new = self._theses.data[self._taken :]
        self._taken = self._theses.size
        if len(new) > _FEW:
            new = self._take(new)
        rows = self._nodes.rows(new)
        self._by_fact.add((each, row.id) for row in rows for each in stated_facts(row))

    def _take(self, new: Int64) -> Int64:
        """Index the theses with no other attributes; return the rest."""
        letters, begins = self._nodes.attributes(new)
        starts, stops = begins[:-1], begins[1:] - 1
        head = letters.take(starts[:, None] + np.arange(len(_HEAD)), mode="clip")
        foot = letters.take(stops[:, None] - np.arange(len(_FOOT), 0, -1), mode="clip")
        plain = (head == _HEAD).all(axis=1) & (foot == _FOOT).all(axis=1)
        others = np.concatenate([[0], np.cumsum(~_IN_LIST[letters])])
        plain &= (others[stops] - others[starts] == _OTHERS) & (stops - starts > _EMPTY)
        commas = np.concatenate([[0], np.cumsum(letters == ord(","))])
        counts = (commas[stops] - commas[starts] + 1)[plain]
        digits = _IS_DIGIT[letters] & np.repeat(plain, np.diff(begins))
        text = np.where(digits, letters, ord(" ")).tobytes().decode("ascii")
        if plain.any():
            facts = np.fromstring(text, np.int64, sep=" ")
            self._by_fact.extend(facts, np.repeat(new[plain], counts))
        rest: Int64 = new[~plain & (stops > starts)]
        return rest
