"""What our chat server says when it behaves: it reads simple sentences, and moves replace."""

import json
import re

from tests.llm.server import Answer, Asked, says

__all__ = ["good", "is_about", "put"]

_SENTENCE = re.compile(r"(\w+) (lives in|works at|likes) (\w+)\.")
_PARTS = r" \| ([^|]+) \| ([^|]+) \| ([^|\n]+)"
_STORED = re.compile(r"^stored (-?\d+)" + _PARTS, re.MULTILINE)
_NEW = re.compile(r"^new (\d+)(?: \(as old: -\d+\))?" + _PARTS, re.MULTILINE)
_ONLY_ONE = ("lives in", "works at")


def put(asked: Asked) -> str:
    """Return the task's inputs, also when the request shows an earlier reply and its error."""
    messages = asked.body["messages"]
    return str(next(each["content"] for each in messages if each["role"] == "user"))


def is_about(asked: Asked, words: str) -> bool:
    """Tell whether a request is to read a text with these words, not to revise."""
    text = put(asked)
    return not _NEW.search(text) and words in text.rpartition("The text:")[2]


def good(asked: Asked) -> Answer:
    """Answer an extraction or a revision as a careful model would; abstain from any question."""
    text = put(asked)
    if "\nQuestion" in text:
        return says(json.dumps({"reasoning": "not told", "abstain": True, "answer": None}))
    new = [(int(number), *map(str.strip, rest)) for number, *rest in _NEW.findall(text)]
    if not new:
        names = ("subject", "relation", "object")
        found = _SENTENCE.findall(text.rpartition("The text:")[2])
        facts = [dict(zip(names, parts, strict=True)) for parts in found]
        return says(json.dumps({"theses": [], "facts": facts, "aliases": []}))
    pairs = [
        {"old": int(old), "new": number}
        for number, subject, relation, thing in new
        for old, *rest in _STORED.findall(text)
        if [subject, relation] == [part.strip() for part in rest[:2]]
        and relation in _ONLY_ONE
        and thing != rest[2].strip()
    ]
    return says(json.dumps({"pairs": pairs}))
