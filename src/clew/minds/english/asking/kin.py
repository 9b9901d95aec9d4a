"""Kinship that follows from other kinship: the mother of a mother is a grandmother.

So do a boss, who leads whom somebody works for, and colleagues, who work there too.

A path is a chain of steps over the groups of `clew.minds.english.asking.relations`, each from somebody to their
parent, child, sibling or spouse. Paths are walked only where no fact states the kinship itself.
Full siblings are assumed to share their parents; nothing else is.
"""

from collections.abc import Mapping
from types import MappingProxyType

from clew.minds.english.asking.phrases import Reading
from clew.minds.english.asking.stems import stem, word_set
from clew.text import words

__all__ = ["KIN_KEYS", "Path", "paths"]

_UP = Reading("parent", "s", "o")
_DOWN = Reading("parent", "o", "s")
_BESIDE = Reading("sibling", "s", "o")
_WED = Reading("spouse", "s", "o")
_FIRM = Reading("work", "o", "s")
_STAFF = Reading("work", "s", "o")
_HEAD = Reading("lead", "s", "o")

Path = tuple[Reading, ...]
"""Steps whose `subject` is the end that is gone to."""

KIN_KEYS = word_set(
    "spouse fiance sibling parent grandparent aunt cousin friend neighbour colleague"
)
"""Groups that several people may hold towards one, and none hands on."""

_PATHS: Mapping[str, tuple[Path, ...]] = MappingProxyType(
    {
        "grandmother grandfather grandparent grandma grandpa": ((_UP, _UP),),
        "grandson granddaughter grandchild grandchildren": ((_DOWN, _DOWN),),
        "brother sister sibling": ((_UP, _DOWN), (_BESIDE, _BESIDE)),
        "aunt": ((_UP, _BESIDE), (_UP, _BESIDE, _WED)),
        "uncle": ((_UP, _BESIDE), (_UP, _BESIDE, _WED)),
        "nephew niece": ((_BESIDE, _DOWN), (_WED, _BESIDE, _DOWN)),
        "cousin": ((_UP, _BESIDE, _DOWN),),
        "mother father parent mum dad": ((_BESIDE, _UP),),
        "mother-in-law father-in-law": ((_WED, _UP),),
        "brother-in-law sister-in-law": ((_WED, _BESIDE), (_BESIDE, _WED)),
        "son-in-law daughter-in-law": ((_DOWN, _WED),),
        "boss": ((_FIRM, _HEAD),),
        "colleague coworker": ((_FIRM, _STAFF),),
    }
)
_BY_STEM = {stem(noun): found for nouns, found in _PATHS.items() for noun in nouns.split()}


def paths(noun: str) -> tuple[Path, ...]:
    """Return the chains that make somebody's `noun`; none for other nouns.

    >>> len(paths("grandmother")), len(paths("older brothers")), paths("dentist")
    (1, 2, ())
    """
    last = noun.split()[-1] if words(noun) else ""
    return _BY_STEM.get(stem(last), ())
