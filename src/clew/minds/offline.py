"""The default mind: English prose and second-person text worlds, told apart by their text."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from clew.learn.revisions import Fills, ScopedRule
from clew.learn.tasks import Candidate, Extract, Extraction, NewStatement, Replacements, Revise
from clew.llm.base import Task
from clew.llm.rules import Partial, Rule
from clew.minds import english
from clew.minds.english.reading.prose import read_prose
from clew.minds.english.words import slots
from clew.minds.english.words.lexicon import CONTINENTS, COUNTRIES
from clew.minds.textworld import world_learning as worlds
from clew.minds.textworld.world_reader import looks_like_world
from clew.regex import Regex

__all__ = ["RULES"]

_ARTICLE = Regex(r"(?:the|an?|my|your|his|her|its|our|their)\b", re.IGNORECASE)
_LANDS = {*CONTINENTS, *COUNTRIES}


def _extract(task: Extract) -> Extraction | Partial:
    return worlds.extract(task) if looks_like_world(task.text) else read_prose(task)


def _revise(task: Revise) -> Replacements:
    """Pair new statements with old ones that they replace, in prose or in a text world."""
    statements = [one for one in task.statements if not _is_prose(one)]
    if not statements:
        return slots.revise_rules(task)
    candidates = [one for one in task.candidates if not _is_prose(one)]
    told_of_worlds = replace(task, statements=statements, candidates=candidates)
    found = [*slots.revise_rules(task).pairs, *worlds.revise(told_of_worlds).pairs]
    pairs = {(pair.new, pair.old): pair for pair in found}
    return Replacements(pairs=tuple(pairs[key] for key in sorted(pairs)))


def _is_prose(one: NewStatement | Candidate) -> bool:
    """Return whether a fact is surely of prose.

    In a world a thing has one place, however large. Anna can be on the sofa and in Oslo. A world's
    things have no article, no country, and no name of their own: "American gate".
    """
    return one.subject.rpartition(" ")[2][:1].isupper() or any(
        _ARTICLE.match(name) or name.casefold() in _LANDS for name in (one.subject, one.object)
    )


@lru_cache(maxsize=1 << 12)
def _fills(relation: str) -> Fills:
    english_slots, world_slots = slots.fills(relation), worlds.fills(relation)
    return Fills(english_slots.subject | world_slots.subject, english_slots.object)


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {**english.RULES, Extract: _extract, Revise: ScopedRule(_revise, _fills)}
)
"""The rules that `Memory.open` uses without a model."""
