"""`OracleReader`: stands in for a language model that reads perfectly and knows nothing else.

It measures what a memory shows and how often it is asked, without a model: an answer is right
exactly if its supporting texts stood in a prompt. Reports call it "oracle reader".
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from clew.llm.base import Origin, Result, Sampling, Task, Usage
from clew.llm.insisting import schema_of
from clew.llm.prompts import one_line
from clew.llm.reply.replies import read_reply

__all__ = ["Gold", "OracleReader", "Support"]

_LINE = re.compile(r"^(\d+) \| (.*)$", re.MULTILINE)
_HALF = 2


@dataclass(frozen=True, slots=True)
class Support:
    """One text that the answer rests on."""

    texts: tuple[str, ...]
    """The parts it is remembered in; it has been read if one of them stands in the prompt."""
    search: str
    """What to search for if it is missing."""
    after: tuple[str, ...] = ()
    """Names that the search is made of: the reader can write it only once it has read them, in the
    question or in a supporting text."""


@dataclass(frozen=True, slots=True)
class Gold:
    """What the reader would find out about one question."""

    question: str
    answer: str
    support: tuple[Support, ...]


class OracleReader:
    """Answers a question exactly if every text that supports its answer stands in the prompt.

    If only half of them or more do, it asks for the searches it can write and cites what it has
    read; otherwise it abstains. A task for another question is answered with an abstention.

    Args:
        gold: the questions, by their texts, which must differ.
        tokens: counts the tokens of a text, for `Result.usage`: of the prompt, of the schema that
            is sent with it, and of the reply.
    """

    name = "oracle reader"

    def __init__(self, gold: Iterable[Gold], tokens: Callable[[str], int]) -> None:
        self._gold = {one_line(one.question): one for one in gold}
        self._tokens = tokens

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return settings, as a language model does, whose limits of evidence it is to have."""
        return Sampling()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return [self._answer(task) for task in tasks]

    def _answer(self, task: Task[Any]) -> Result[Any]:
        *before, prompt = [message.text for message in task.messages()]
        asked = prompt.rpartition("\n")[2]
        found = [one for text, one in self._gold.items() if asked.endswith(text)]
        reply = _reply(max(found, key=lambda one: len(one.question)), prompt) if found else _NOTHING
        sent = (*before, prompt, json.dumps(schema_of(type(task))))
        usage = Usage(1, sum(map(self._tokens, sent)), self._tokens(str(reply)))
        return read_reply(task, reply, usage=usage, origin=Origin.SCRIPT)


_NOTHING: dict[str, object] = {"reasoning": "no line says so", "abstain": True}


def _reply(gold: Gold, prompt: str) -> dict[str, object]:
    lines = [(int(number), text) for number, text in _LINE.findall(prompt)]
    read = {
        support: [n for n, line in lines if any(one_line(text) in line for text in support.texts)]
        for support in gold.support
    }
    cited = [number for numbers in read.values() for number in numbers]
    missing = [support for support, numbers in read.items() if not numbers]
    if not missing:
        return {"reasoning": "all of it is there", "answer": gold.answer, "citations": cited}
    known = one_line(" ".join([gold.question, *(t for s in read if read[s] for t in s.texts)]))
    searches = [
        support.search
        for support in missing
        if all(name.casefold() in known.casefold() for name in support.after)
    ]
    if _HALF * len(missing) > len(gold.support) or not searches:
        return _NOTHING
    return {**_NOTHING, "searches": searches, "citations": cited}
