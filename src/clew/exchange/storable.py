"""What a memory can hold of what a file holds: whole characters, and metadata that it can store."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from clew.errors import UsageError
from clew.exchange.arrived import Arrived, Read
from clew.learn.observe import Input
from clew.projection.noted import metadata_json

__all__ = ["HALVES", "UNSTORABLE", "storable"]

HALVES = "texts with halves of characters (lone surrogates), replaced by U+FFFD"
UNSTORABLE = "metadata too deep, not a number, or with halves of characters"
_HALF = re.compile("[\ud800-\udfff]")


def storable(arrived: Arrived) -> Arrived:
    """Return what a memory can hold; one odd text or value does not keep a whole file out."""
    dropped = Counter(arrived.dropped)
    texts, read = [*map(_whole_input, arrived.texts)], [*map(_whole_read, arrived.read)]
    pairs = [*zip(texts, arrived.texts, strict=True), *zip(read, arrived.read, strict=True)]
    dropped[HALVES] += sum(new != old for new, old in pairs)
    texts = [replace(one, metadata=_metadata(one.metadata, dropped)) for one in texts]
    return Arrived(texts, read, dropped)


def _whole(text: str) -> str:
    return _HALF.sub("\ufffd", text)


def _whole_input(one: Input) -> Input:
    return replace(
        one, text=_whole(one.text), source=_whole(one.source), conversation=_whole(one.conversation)
    )


def _whole_read(one: Read) -> Read:
    facts = tuple(
        replace(
            fact,
            subject=_whole(fact.subject),
            relation=_whole(fact.relation),
            object=_whole(fact.object),
        )
        for fact in one.facts
    )
    said = tuple((_whole(text), tuple(map(_whole, about))) for text, about in one.statements)
    return replace(
        one, text=_whole(one.text), source=_whole(one.source), facts=facts, statements=said
    )


def _metadata(given: Mapping[str, object], dropped: Counter[str]) -> dict[str, object]:
    """Return the values that can be stored; count the others."""
    kept = {}
    for key, value in given.items():
        try:
            metadata_json({key: value})
        except UsageError:
            dropped[UNSTORABLE] += 1
        else:
            kept[key] = value
    return kept
