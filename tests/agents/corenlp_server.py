"""A pretend CoreNLP server, in process: replies of the form that CoreNLP documents.

Words and offsets are made as its tokeniser does; who means whom is given by hand.
"""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from clew.agents.corenlp import CoreNlp

httpx2 = pytest.importorskip("httpx2", reason="needs the extra corenlp")
PRONOUNS = {"it": "PRP", "its": "PRP$", "she": "PRP", "they": "PRP", "you": "PRP", "itself": "PRP"}
_WORD = re.compile(r"\w+|[^\w\s]")


def units(text: str) -> int:
    """Return a length as Java counts it."""
    return len(text.encode("utf-16-le")) // 2


def sentences(text: str) -> list[dict[str, Any]]:
    """Return the sentences of a text as CoreNLP's JSON has them; a line break ends one."""
    found: list[dict[str, Any]] = []
    for sentence in re.finditer(r"[^.\n]+\.?", text):
        tokens = [
            {
                "index": number,
                "word": word[0],
                "originalText": word[0],
                "characterOffsetBegin": units(text[: sentence.start() + word.start()]),
                "characterOffsetEnd": units(text[: sentence.start() + word.end()]),
                "pos": PRONOUNS.get(word[0].casefold(), "NN"),
            }
            for number, word in enumerate(_WORD.finditer(sentence[0]), 1)
        ]
        if tokens:
            found.append({"index": len(found), "tokens": tokens})
    return found


def mentions(phrase: str, told: list[dict[str, Any]], ident: int) -> list[dict[str, Any]]:
    """Return every place of a phrase, as a mention."""
    wanted = _WORD.findall(phrase)
    found: list[dict[str, Any]] = []
    for sentence in told:
        words = [one["word"] for one in sentence["tokens"]]
        found += [
            {
                "id": ident,
                "text": phrase,
                "type": "PRONOMINAL" if phrase.casefold() in PRONOUNS else "NOMINAL",
                "number": "SINGULAR",
                "gender": "NEUTRAL",
                "animacy": "INANIMATE",
                "startIndex": at + 1,
                "endIndex": at + 1 + len(wanted),
                "headIndex": at + len(wanted),
                "sentNum": sentence["index"] + 1,
                "position": [sentence["index"] + 1, ident],
                "isRepresentativeMention": False,
            }
            for at in range(len(words) - len(wanted) + 1)
            if words[at : at + len(wanted)] == wanted
        ]
    return found


def annotated(text: str, *chains: tuple[str, ...]) -> dict[str, Any]:
    """Return CoreNLP's JSON for a text; the first phrase of a chain is the representative."""
    told = sentences(text)
    corefs: dict[str, Any] = {}
    for number, chain in enumerate(chains):
        every = [one for phrase in dict.fromkeys(chain) for one in mentions(phrase, told, number)]
        if every:
            every[0]["isRepresentativeMention"] = True
            corefs[str(number)] = every
    return {"sentences": told, "corefs": corefs}


class Server:
    """Gives the scripted answers first, then reads; remembers the requests."""

    def __init__(self, *chains: tuple[str, ...]) -> None:
        self.chains = chains
        self.answers: list[Any] = []
        self.requests: list[Any] = []

    def __call__(self, request):
        self.requests.append(request)
        if request.method == "GET":
            return httpx2.Response(200, text="live\n")
        if not self.answers:
            return httpx2.Response(200, json=annotated(request.content.decode(), *self.chains))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def resolver(self, **options) -> CoreNlp:
        return CoreNlp(transport=httpx2.MockTransport(self), **options)

    def wanted(self) -> dict[str, str]:
        """Return the properties of the last request."""
        query = parse_qs(urlsplit(str(self.requests[-1].url)).query)
        properties: dict[str, str] = json.loads(query["properties"][0])
        return properties
