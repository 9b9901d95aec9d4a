"""Coreference by a Stanford CoreNLP server, over its HTTP interface.

The server is the user's, since it needs Java, 500 MB of jars and some GB of memory
(https://stanfordnlp.github.io/CoreNLP). This client needs the extra `corenlp` (`httpx2`).
"""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, ValidationError

from clew.addresses import checked, masked, secrets_in
from clew.errors import ModelError, NotInstalledError

if TYPE_CHECKING:
    import httpx2

__all__ = ["CoreNlp"]

_START = (
    "start one in the folder of its jars: java -mx4g -cp '*' "
    "edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port 9000"
)
_USUAL = "http://127.0.0.1:9000"
_ANNOTATORS = "tokenize,ssplit,pos,lemma,ner,depparse,coref"
_THIRD = frozenset({"he", "him", "his", "she", "her", "it", "its", "they", "them", "their"})
"""Pronouns that are replaced: with a name for "you" or "itself" the sentence would be wrong."""
_OWNING = "PRP$"
"""The tag of a pronoun that owns something."""
_ARTICLE = re.compile(r"(?:an?|some|the|th(?:is|at|ese|ose)) ", re.IGNORECASE)
_VAGUE = re.compile(r"(?:an?|some) ", re.IGNORECASE)
_LONGEST = 80
"""A mention of more characters is a clause rather than a name."""
_SHOWN = 200
_MAX_REPLY = 16 << 20
"""Bytes of one reply: a hundred times what a page of text gets."""


class _Token(BaseModel):
    begin: int = Field(alias="characterOffsetBegin", ge=0)
    end: int = Field(alias="characterOffsetEnd", ge=0)
    pos: str = ""


class _Sentence(BaseModel):
    tokens: tuple[_Token, ...]


class _Mention(BaseModel):
    type: str
    sentence: int = Field(alias="sentNum", ge=1)
    first: int = Field(alias="startIndex", ge=1)
    after: int = Field(alias="endIndex", ge=2)
    stands: bool = Field(alias="isRepresentativeMention")


class _Reply(BaseModel):
    sentences: tuple[_Sentence, ...]
    corefs: dict[str, tuple[_Mention, ...]] = {}

    def tokens(self, mention: _Mention) -> tuple[_Token, ...]:
        """Return the words of a mention; places count from 1.

        Raises:
            IndexError: there are no such words.
        """
        tokens = self.sentences[mention.sentence - 1].tokens
        found = tokens[mention.first - 1 : mention.after - 1]
        if len(found) != mention.after - mention.first or not found:
            raise IndexError(f"no words {mention.first} to {mention.after - 1} in the sentence")
        return found


class CoreNlp:
    """A resolver that asks a CoreNLP server. Every text is sent to it; it reads English.

    A pronoun of the third person is replaced by the representative mention of its chain, unless
    that is a pronoun, too, or a whole clause. Each line of a text is read as its own sentence.

    Args:
        url: the server's address.
        timeout: seconds for one text. The first takes longest: the server loads its models.
        transport: carries the requests in tests; by default the network.

    Raises:
        NotInstalledError: httpx2 is missing.
        UsageError: the address is malformed.
        ModelError: no server answers there.
    """

    def __init__(
        self,
        url: str = _USUAL,
        *,
        timeout: float = 120.0,
        transport: "httpx2.BaseTransport | None" = None,
    ) -> None:
        try:
            import httpx2  # extra
        except ImportError as error:
            raise NotInstalledError("httpx2", extra="corenlp") from error
        self._url, self._timeout = checked(url).rstrip("/"), timeout
        self.name = f"Stanford CoreNLP at {masked(url)}"
        self._late: type[Exception] = httpx2.TimeoutException
        self._broken: type[Exception] = httpx2.TransportError
        self._client: Any = httpx2.Client(timeout=timeout, transport=transport)
        self._asked("GET", "/live")

    def resolve(self, text: str, before: str = "") -> str:
        """Return the text with names for its pronouns; see `Resolver`.

        Raises:
            ModelError: the server is gone, takes too long, refuses the text, or does not answer
                with CoreNLP's JSON.
        """
        if not text.strip():
            return text
        head = f"{before.strip()}\n\n" if before.strip() else ""
        whole = _Offsets((head + text).encode("utf-8", "replace").decode())
        wanted = {
            "annotators": _ANNOTATORS,
            "outputFormat": "json",
            "ssplit.newlineIsSentenceBreak": "always",
            "timeout": str(int(1000 * self._timeout)),
        }
        said = self._asked(
            "POST",
            "/",
            params={"properties": json.dumps(wanted)},
            headers={"Content-Type": "text/plain; charset=utf-8"},
            content=whole.text.encode(),
        )
        try:
            edits = sorted(_edits(_Reply.model_validate_json(said), whole))
        except (ValidationError, IndexError) as error:
            why = " ".join(str(error).split())[:_SHOWN]
            raise self._error(f"did not answer with CoreNLP's JSON ({why}); {_START}") from None
        return whole.replaced(edits, _units(head))

    def _asked(self, method: str, path: str, **request: Any) -> bytes:
        content = bytearray()
        try:
            with self._client.stream(method, self._url + path, **request) as response:
                for chunk in response.iter_bytes():
                    content += chunk
                    if len(content) > _MAX_REPLY:
                        raise self._error(f"sent more than {_MAX_REPLY >> 20} MiB for one text")
        except self._late:
            raise self._error(
                f"took more than {self._timeout:g} s; give it more memory (-mx4g), or more time"
            ) from None
        except self._broken as error:
            raise self._error(
                f"does not answer ({type(error).__name__}: {error}); {_START}"
            ) from None
        if not response.is_success:
            shown = content[: 4 * _SHOWN].decode("utf-8", "replace").strip()[:_SHOWN]
            raise self._error(f"refused the text with status {response.status_code}: {shown!r}")
        return bytes(content)

    def _error(self, problem: str) -> ModelError:
        return ModelError(f"{self.name} {masked(problem, *secrets_in(self._url))}")


class _Offsets:
    """A text by Java's offsets, which count UTF-16 units."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._units = text.encode("utf-16-le")

    def between(self, begin: int, end: int) -> str:
        """Return a part of the text.

        Raises:
            IndexError: the text does not have it.
        """
        if not begin < end <= len(self._units) // 2:
            raise IndexError(f"no characters {begin} to {end}")
        return self._units[2 * begin : 2 * end].decode("utf-16-le", "replace")

    def replaced(self, edits: list[tuple[int, int, str]], start: int) -> str:
        """Return the text from a unit on, with (begin, end, instead) carried out, in order."""
        pieces, at = [], start
        for begin, end, instead in edits:
            if begin >= at:
                pieces += [self._from(at, begin), instead]
                at = end
        return "".join([*pieces, self._from(at, len(self._units) // 2)])

    def _from(self, begin: int, end: int) -> str:
        return self.between(begin, end) if begin < end else ""


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2


def _edits(reply: _Reply, whole: _Offsets) -> Iterator[tuple[int, int, str]]:
    """Yield (begin, end, instead) of each pronoun that a name can stand for."""
    for chain in reply.corefs.values():
        names = [one for one in chain if one.stands and one.type != "PRONOMINAL"]
        if not names:
            continue
        tokens = reply.tokens(names[0])
        first, last = tokens[0].begin, tokens[-1].end
        name = " ".join(whole.between(first, last).split())
        for mention in chain:
            pronoun, *more = reply.tokens(mention)
            word = whole.between(pronoun.begin, pronoun.end)
            inside = first <= pronoun.begin < last
            if more or inside or word.casefold() not in _THIRD or len(name) > _LONGEST:
                continue
            yield pronoun.begin, pronoun.end, _worded(name, word, owns=pronoun.pos == _OWNING)


def _worded(name: str, pronoun: str, *, owns: bool) -> str:
    """Return a name as it stands in a pronoun's place: "The cup's" for "Its", after "a cup"."""
    name = _VAGUE.sub("the ", name, count=1) if _VAGUE.match(name) else name
    if _ARTICLE.match(name):
        name = (name[0].upper() if pronoun[0].isupper() else name[0].lower()) + name[1:]
    return f"{name}'s" if owns and not name.endswith(("'s", "’s")) else name
