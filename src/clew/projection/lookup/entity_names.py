"""Entities by their names: exactly, by words, and by what a name may be short for.

Nothing is computed for each name but the numbers of its words, of all names at once, when somebody
asks for the first time. So the first write after opening 100,000 facts waits for tens of
milliseconds, not for more than a second.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from clew.projection.columns import Grow
from clew.projection.lookup.word_sums import split, sum_of_name, sum_of_word, sums_of, sums_of_one
from clew.projection.multimap import Multimap
from clew.projection.nodes import Nodes
from clew.projection.rows import Int64, distinct
from clew.text import normalise_name

__all__ = ["KeyedNames", "NameKeys", "Names"]

NameKeys = Callable[[str], Iterable[str]]
"""Returns the keys under which a name is found: a sign and words of the name, all for "="."""
_FEW = 64
"""So few new names are looked at one by one."""
_FEW_OWNERS = 4
_AT_ONCE = 4096
"""Names whose letters are looked at together: few enough for the processor's own memory."""
_MOST_KEPT = 1 << 16


class Names:
    """The names of a projection's entities.

    Args:
        nodes: have the texts.
        entities: the ids of entities, ascending; may grow.
    """

    def __init__(self, nodes: Nodes, entities: Grow) -> None:
        self._nodes, self._entities = nodes, entities
        self._taken = 0
        """How many entities are in the index."""
        self._ids = Multimap()
        self._exact: dict[str, list[int]] = {}
        """What was asked for since the last new name."""
        self._keyed: dict[NameKeys, KeyedNames] = {}

    def get(self, name: str, default: Sequence[int] = ()) -> list[int]:
        """Return the entities with a normalised name, ascending."""
        self.catch_up()
        found = self._exact.get(name)
        if found is None:
            alike = self.called(split(name))
            found = [one for one in alike if normalise_name(self.text(one)) == name]
            self._exact[name] = found
        return found or list(default)

    def __contains__(self, name: str) -> bool:
        return bool(self.get(name))

    def by(self, keys: NameKeys) -> "KeyedNames":
        """Return the same entities by keys of their names."""
        found = self._keyed.get(keys)
        if found is None:
            found = self._keyed[keys] = KeyedNames(self, keys)
        return found

    def text(self, entity: int) -> str:
        """Return the name of an entity."""
        return self._nodes.text(entity)

    def called(self, words: Sequence[str]) -> list[int]:
        """Return the entities whose names have exactly these words, and perhaps a few others."""
        self.catch_up()
        return sorted({*self._ids.get(sum_of_name(words))})

    def having(self, words: Iterable[str]) -> list[int]:
        """Return the entities whose names have all of these words, and perhaps a few others."""
        self.catch_up()
        counted = sorted((self._ids.count(key), key) for key in map(sum_of_word, words))
        found: set[int] = set()
        for place, (count, key) in enumerate(counted):
            if not count:
                return []
            # A first name has hundreds of owners, and a last name few: these are all that may be.
            if place and len(found) <= _FEW_OWNERS:
                break
            held = self._ids.get(key)
            found = found.intersection(held) if place else {*held}
        return sorted(found)

    def catch_up(self) -> None:
        """Index the entities that came since."""
        if self._taken == self._entities.size:
            return
        new = self._entities.data[self._taken :]
        self._taken = self._entities.size
        self._exact.clear()
        few = new
        if len(new) > _FEW:
            few = self._take(new)
        for entity, name in zip(few.tolist(), self._nodes.encoded(few), strict=True):
            self._ids.add((each, entity) for each in sums_of_one(name))
        for keyed in self._keyed.values():
            keyed.add(new.tolist())

    def _take(self, new: Int64) -> Int64:
        """Index many names at once; return the entities whose names are not in ASCII."""
        sums, ids, others = [], [], []
        for start in range(0, len(new), _AT_ONCE):
            some = new[start : start + _AT_ONCE]
            letters, begins = self._nodes.joined(some)
            foreign = np.searchsorted(begins, np.flatnonzero(letters > 127), "right") - 1
            if len(foreign):
                others.append(some[distinct(foreign)])
                some = np.delete(some, foreign)
                letters, begins = self._nodes.joined(some)
            found, places = sums_of(letters, begins)
            sums.append(found)
            ids.append(some[places])
        self._ids.extend(np.concatenate(sums), np.concatenate(ids))
        return np.concatenate([*others, new[:0]])


class KeyedNames:
    """Entities by keys of their names, found when they are asked for and then kept."""

    def __init__(self, names: Names, keys: NameKeys) -> None:
        self._names, self._keys = names, keys
        self._kept: dict[str, list[int]] = {}
        self._whole: set[frozenset[str]] = set()
        """Words, of which everything is kept under all keys but "="."""

    def get(self, key: str) -> list[int]:
        """Return the entities whose names have a key, ascending. Do not change the list."""
        self._names.catch_up()
        found = self._kept.get(key)
        return self._look_up(key) if found is None else found

    def among(self, keys: Iterable[str], more: Mapping[str, Sequence[int]]) -> list[int]:
        """Return the entities with any of the keys, and `more` by their keys, each once."""
        self._names.catch_up()
        kept, found, whole = self._kept, dict[int, None](), ""
        for key in keys:
            known = kept.get(key)
            if known is None and (key[0] == "=" or key[1:] != whole):
                known = self._look_up(key)
                # Keys of the same words behind another sign have been looked up along with it.
                whole = whole if key[0] == "=" else key[1:]
            if known:
                found.update(dict.fromkeys(known))
            if key in more:
                found.update(dict.fromkeys(more[key]))
        return [*found]

    def add(self, entities: Sequence[int]) -> None:
        """Note new entities under what is kept."""
        if len(entities) > len(self._kept):
            self._kept.clear()
            self._whole.clear()
            return
        for entity in entities:
            for key in self._keys_of(entity):
                if key in self._kept or (key[0] != "=" and frozenset(split(key)) in self._whole):
                    self._kept.setdefault(key, []).append(entity)

    def _look_up(self, key: str) -> list[int]:
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
            self._whole.clear()
        words = split(key)
        if key[0] == "=":
            of = self._names.called(words)
            self._kept[key] = [one for one in of if key in self._keys_of(one)]
        elif (held := frozenset(words)) not in self._whole:
            self._whole.add(held)
            for entity in self._names.having(held):
                for each in self._keys_of(entity):
                    if each[0] != "=" and held == frozenset(split(each)):
                        self._kept.setdefault(each, []).append(entity)
        return self._kept.setdefault(key, [])

    def _keys_of(self, entity: int) -> dict[str, None]:
        return dict.fromkeys(self._keys(self._names.text(entity)))
