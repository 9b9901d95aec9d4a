"""`RemoteMemory`: most methods of `Memory` on a memory that `clew serve` has.

Arguments, results and errors are those of `Memory`: the JSON of the wire is read back into the same
values, and an error's code into its class. docs/server.md says which methods are missing, and why.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, Self, TypeVar
from urllib.parse import quote

from pydantic import TypeAdapter

from clew.addresses import checked, masked
from clew.ask.asking import Answer
from clew.ask.block import Block
from clew.ask.tasks import Style
from clew.errors import BusyError, ClewError, NotInstalledError, StoreError, UsageError, error_of
from clew.graph.filters import EVERYTHING, Filter, refuse_other, text_kinds
from clew.graph.times import axis_of
from clew.graph.types import AsOf, Entity, Episode, Fact, Kind, Thesis, Time
from clew.learn.conversation.chat_message import ChatMessage, Memorable, refuse_one
from clew.learn.forget import ForgetReceipt
from clew.learn.items.correcting import Corrected, Correction
from clew.learn.observe import Input, Receipt
from clew.learn.remembering.learning_jobs import LearningJob
from clew.learn.trusting import Conflict
from clew.recall.base import Recalled
from clew.recall.listing import Listing, Page
from clew.store.values import Change, Stats

__all__ = ["RemoteMemory"]

T = TypeVar("T")
_WAIT_S = 120.0
_OF_A_PAST = frozenset(
    {
        "recall", "ask", "context", "list", "entity", "facts", "history", "theses", "episode",
        "conflicts",
    }
)  # fmt: skip
"""Operations that read as of another time."""


class RemoteMemory:
    """A memory on a server, bound to one namespace. Threads may share one.

    Args:
        address: of the server, such as `http://localhost:8321`.
        namespace: which of its memories.
        token: made by `clew token add`, if the server wants one.
        client: an `httpx2.Client`, or what is like one; by default one of its own.

    Raises:
        NotInstalledError: httpx2 is missing, which the extra `client` brings.
        UsageError: the address is malformed.

    Every method raises `BusyError` where the server cannot be reached or gives no answer in time;
    what was sent may then have been done.
    """

    def __init__(
        self,
        address: str,
        *,
        namespace: str = "default",
        token: str | None = None,
        client: Any = None,
    ) -> None:
        self.address, self.namespace = checked(address).rstrip("/"), namespace
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        library = _httpx2(needed=client is None)
        self._line_errors: type[Exception] = library.TransportError if library else OSError
        self._client = library.Client(timeout=_WAIT_S) if client is None else client
        self._past = AsOf()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def as_of(self, valid: Time | None = None, known: int | None = None) -> Self:
        """Return this memory as of another time: what was true then, or was known then.

        It shares the connections; writing through it writes to the present.
        """
        if valid is not None:
            axis_of(valid)
        other = copy(self)
        other._past = AsOf(valid, known)
        return other

    # -- changing --------------------------------------------------------------------------

    def create(self) -> None:
        """Make the namespace, if the server has none of this name."""
        self._send("PUT", f"/v1/namespaces/{quote(self.namespace, safe='')}")

    def remember(
        self,
        text: Memorable,
        *,
        at: Time | None = None,
        source: str = "",
        conversation: str = "",
        metadata: Mapping[str, object] | None = None,
        once: bool = False,
        wait: bool = True,
    ) -> Receipt:
        """Remember a text or message; with `wait=False`, return when the server has it on disk."""
        said = {"source": source, "conversation": conversation, "at": at} | _said(text)
        said |= {"metadata": metadata} if metadata else {}
        said["at"] = _time(said["at"])
        return self._do(Receipt, "remember", **said, once=once, wait=wait)

    def remember_many(
        self,
        inputs: Iterable[Memorable],
        *,
        at: Time | None = None,
        source: str = "",
        conversation: str = "",
        once: bool = False,
        wait: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> list[Receipt]:
        """Remember texts in order, each in a request of its own; return receipts in that order.

        What an error comes after stays remembered; with `once`, the same call goes on from there.
        """
        refuse_one(inputs)
        receipts = []
        for one in inputs:
            receipts.append(
                self.remember(
                    one, at=at, source=source, conversation=conversation, once=once, wait=wait
                )
            )
            if progress is not None:
                progress(1)
        return receipts

    def jobs(
        self, episodes: Iterable[int] | None = None, *, wait_s: float = 0
    ) -> list[LearningJob]:
        """Return how far learning from these episodes is; by default from all not learned from."""
        wanted = None if episodes is None else list(episodes)
        return self._do(list[LearningJob], "jobs", episodes=wanted, wait_s=wait_s)

    def patch_metadata(self, episode: int, patch: Mapping[str, object]) -> dict[str, object]:
        """Change the metadata of an episode by a JSON merge patch; return them all."""
        return self._do(dict[str, object], "patch_metadata", episode=episode, patch=dict(patch))

    def correct(self, item: int, given: Correction, *, at: Time | None = None) -> Corrected:
        """Replace one fact or thesis by what is right from a moment on."""
        right = {each.name: getattr(given, each.name) for each in fields(given)}
        return self._do(Corrected, "correct", item=item, at=_time(at), **right)

    def retire(self, item: int) -> None:
        """Show one fact or thesis no more; `restore` undoes it."""
        self._call("retire", item=item)

    def restore(self, item: int) -> None:
        """Let a retired fact or thesis hold again."""
        self._call("restore", item=item)

    def merge(self, one: str | int, other: str | int) -> Entity:
        """Merge two entities; the first one's name is kept."""
        return self._do(Entity, "merge", one=_name(one), other=_name(other))

    def split(self, entity: str | int) -> Entity:
        """Undo the merge of an alias."""
        return self._do(Entity, "split", entity=_name(entity))

    def learn_pending(self) -> list[Receipt]:
        """Learn from every stored episode not learned from yet."""
        return self._do(list[Receipt], "learn_pending")

    def forget(
        self,
        *,
        episode: int | None = None,
        source: str | None = None,
        conversation: str | None = None,
        entity: str | int | None = None,
        listed: bool = False,
        keep: Iterable[int] = (),
        dry_run: bool = False,
    ) -> ForgetReceipt:
        """Erase an episode, source, conversation or entity, and all derived only from it."""
        texts = {"episode": episode, "source": source, "conversation": conversation}
        named = {"entity": None if entity is None else _name(entity), "listed": listed}
        how = {"keep": list(keep), "dry_run": dry_run}
        return self._do(ForgetReceipt, "forget", **texts, **named, **how)

    # -- reading ---------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        kinds: Iterable[Kind | str] | None = None,
        where: Filter = EVERYTHING,
    ) -> list[Recalled]:
        """Return the k facts, theses and episodes that best match a text, each with reasons."""
        wanted = _where(where)
        if kinds is not None:
            wanted["kinds"] = list(text_kinds(kinds))
        return self._do(list[Recalled], "recall", query=query, k=k, **wanted)

    def ask(
        self, question: str, *, style: Style | str = Style.SHORT, where: Filter = EVERYTHING
    ) -> Answer:
        """Answer a question from the memory, with sources, or say that it is not in it."""
        return self._do(Answer, "ask", question=question, style=style, **_where(where))

    def context(self, query: str, *, budget: int = 1500, where: Filter = EVERYTHING) -> Block:
        """Return what is remembered about a text as lines for a prompt, with citations."""
        return self._do(Block, "context", query=query, budget=budget, **_where(where))

    def browse(
        self,
        what: Listing | str,
        *,
        where: Filter = EVERYTHING,
        limit: int = 50,
        cursor: str | None = None,
        newest: bool = False,
        past: bool = False,
    ) -> Page:
        """Return a page of a list, in a stable order."""
        order = {"limit": limit, "cursor": cursor, "newest": newest, "past": past}
        return self._do(Page, "list", what=what, **order, **_where(where))

    def entity(self, name: str | int) -> Entity:
        """Return the entity of this name, alias or id."""
        return self._do(Entity, "entity", entity=_name(name))

    def facts(self, entity: str | int) -> list[Fact]:
        """Return the facts about an entity that hold now, newest first."""
        return self._do(list[Fact], "facts", entity=_name(entity))

    def history(self, entity: str | int) -> list[Fact]:
        """Return every fact ever true of an entity, oldest first."""
        return self._do(list[Fact], "history", entity=_name(entity))

    def theses(self, entity: str | int) -> list[Thesis]:
        """Return the theses about an entity that hold now, newest first."""
        return self._do(list[Thesis], "theses", entity=_name(entity))

    def episode(self, episode: int) -> Episode:
        """Return an episode, verbatim."""
        return self._do(Episode, "episode", episode=episode)

    def conflicts(self, *, decided: bool = False) -> list[Conflict]:
        """Return the facts of sources trusted less that exclude others, or the decided ones."""
        return self._do(list[Conflict], "conflicts", decided=decided)

    def changes(self, since: int = 0, *, limit: int = 1000) -> list[Change]:
        """Return what changed after a revision, oldest first."""
        return self._do(list[Change], "changes", since=since, limit=limit)

    def namespaces(self) -> list[str]:
        """Return the namespaces of the server that the token opens, sorted."""
        names: list[str] = self._send("GET", "/v1/namespaces")["namespaces"]
        return names

    def stats(self) -> Stats:
        """Return what the memory holds."""
        return self._do(Stats, "stats")

    def export(self) -> Iterator[str]:
        """Yield the namespace as JSON Lines, lossless."""
        path = f"{self.address}{self._route}/export"
        try:
            with self._client.stream("GET", path, headers=self._headers) as reply:
                if reply.status_code != 200:
                    reply.read()
                    raise _error(reply)
                yield from (line + "\n" for line in reply.iter_lines())
        except self._line_errors as error:
            raise self._unanswered(error) from error

    # -- inside ----------------------------------------------------------------------------

    @property
    def _route(self) -> str:
        """The namespace's own: in a name `?` and `#` are letters, not the end of the path."""
        return f"/v1/{quote(self.namespace, safe='')}"

    def _unanswered(self, error: Exception) -> BusyError:
        return BusyError(f"no answer from {masked(self.address)}: {error}")

    def _do(self, kind: type[T], operation: str, **given: object) -> T:
        found = self._call(operation, **given)
        wanted: Any = kind  # which mypy does not know to be hashable
        value: T = _reader(wanted).validate_python(found.get("results", found))
        return value

    def _call(self, operation: str, **given: object) -> Any:
        past = {"valid": _time(self._past.valid), "known": self._past.known}
        if operation in _OF_A_PAST:
            given |= past
        sent = {key: each for key, each in given.items() if each is not None}
        return self._send("POST", f"{self._route}/{operation}", sent)

    def _send(self, method: str, path: str, given: Mapping[str, object] | None = None) -> Any:
        try:
            reply = self._client.request(
                method, self.address + path, json=given, headers=self._headers
            )
        except self._line_errors as error:
            raise self._unanswered(error) from error
        except (ValueError, TypeError, RecursionError) as error:  # of what writes it as JSON
            raise UsageError(f"expected values that JSON can hold: {error}") from error
        if reply.status_code != 200:
            raise _error(reply)
        try:
            return reply.json()
        except ValueError as error:
            raise _no_answer(reply) from error


def _httpx2(*, needed: bool) -> Any:
    """Return the library, or `None` where it is missing and a client was given."""
    try:
        import httpx2  # extra
    except ImportError as error:
        if needed:
            raise NotInstalledError("httpx2", extra="client") from error
        return None
    return httpx2


def _error(reply: Any) -> ClewError:
    """Return the error that a reply tells."""
    try:
        told = reply.json()
        return error_of(str(told["code"]), str(told["message"]))
    except (ValueError, KeyError, TypeError):
        return _no_answer(reply)


def _no_answer(reply: Any) -> ClewError:
    """Return the error of a reply that no clew has written."""
    kind = reply.headers.get("content-type", "nothing")
    return StoreError(
        f"expected an answer of clew serve, got {kind} with the status {reply.status_code}; check "
        "the address"
    )


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _said(text: Memorable) -> dict[str, Any]:
    """Return what a text, a message or an input says of itself, as arguments of `remember`."""
    given = ChatMessage.of(text) if isinstance(text, Mapping) else text
    if isinstance(given, ChatMessage):
        said = {"text": given.content, "role": given.role, "name": given.name, "at": given.at}
    elif isinstance(given, Input):
        speaker = given.speaker or given.role
        begin = f"{speaker}: " if speaker else ""
        if not given.text.startswith(begin):
            raise UsageError(
                f"expected the text of a message by {speaker!r} to begin with {begin!r}, as clew "
                f"keeps it, got {given.text[:40]!r}: put that before it, or send a ChatMessage"
            )
        said = {
            "text": given.text.removeprefix(begin),
            "role": given.role,
            "name": given.speaker,
            "at": given.at,
        }
        said |= {name: getattr(given, name) for name in ("source", "conversation", "metadata")}
    else:
        said = {"text": given}
    return {name: one for name, one in said.items() if name == "text" or one not in (None, "", {})}


def _time(at: Time | None) -> int | str | None:
    if at is not None:
        axis_of(at)  # a text is refused as `Memory` refuses it
    return at.isoformat() if isinstance(at, datetime) else at


def _name(entity: str | int) -> str:
    return f"id:{entity}" if isinstance(entity, int) else entity


def _where(where: Filter) -> dict[str, object]:
    refuse_other(where)
    return {
        "sources": list(where.sources),
        "conversations": list(where.conversations),
        "since": _time(where.since),
        "until": _time(where.until),
        "metadata": dict(where.metadata),
        "kinds": list(where.kinds),
    }
