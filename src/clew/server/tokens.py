"""Tokens of a REST server: who may do what in which namespaces; only their hashes are kept.

They are in a file beside the memory, readable by its owner alone. A token has 256 random bits, so
a plain hash is as safe as a slow one.
"""

import hmac
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic, sleep
from typing import IO, Protocol

from clew.errors import StoreError, UnknownNameError, UsageError
from clew.operations.scope import Scope
from clew.text import fits_pattern

__all__ = ["ANYBODY", "Holder", "Keys", "OpenUntilAsked", "Tokens"]

_BEGINS = "clew_"
_PATIENCE_S = 2.0
"""How long one command waits for another that changes the tokens."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever has a token."""

    name: str
    scopes: tuple[Scope, ...]
    namespaces: tuple[str, ...]
    """By name, or by a pattern with `*` or `?`."""
    hash: str = ""

    def may(self, scope: Scope, namespace: str) -> bool:
        """Return whether they may do something in a namespace."""
        return scope in self.scopes and self.sees(namespace)

    def sees(self, namespace: str) -> bool:
        """Return whether a namespace is among theirs."""
        return any(fits_pattern(namespace, pattern) for pattern in self.namespaces)


ANYBODY = Holder("anybody", tuple(Scope), ("*",))
"""Whoever asks where there are no tokens."""


class Keys(Protocol):
    """What tells who asks."""

    def find(self, token: str) -> Holder | None:
        """Return who has a token; `None` if nobody has."""
        ...


class Tokens:
    """The tokens in a file, which is read anew for each question: a revoked one ends at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def beside(cls, memory: Path) -> "Tokens":
        """Return the tokens of a memory file."""
        return cls(memory.with_name(memory.name + ".tokens.json"))

    def holders(self) -> list[Holder]:
        """Return who has a token, by name.

        Raises:
            StoreError: the file cannot be read as one of tokens.
        """
        if not self.path.exists():
            return []
        try:
            rows = json.loads(self.path.read_text(encoding="utf-8"))
            return [
                Holder(
                    row["name"],
                    tuple(map(Scope, row["scopes"])),
                    tuple(row["namespaces"]),
                    row["hash"],
                )
                for row in rows
            ]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(
                f"cannot read {self.path.name} ({error}); remove it and make the tokens anew"
            ) from error

    def find(self, token: str) -> Holder | None:
        """Return who has a token."""
        given, found = _hash(token), None
        for holder in self.holders():  # all are compared, so that time tells nothing
            if hmac.compare_digest(holder.hash, given):
                found = holder
        return found

    def add(self, name: str, scopes: Sequence[Scope], namespaces: Sequence[str]) -> str:
        """Make a token and return it; it is shown nowhere else.

        Raises:
            UsageError: the name is empty or taken, or no scope or namespace is given.
        """
        if not scopes or not namespaces or not all(map(str.strip, namespaces)):
            raise UsageError("expected at least one scope and one namespace for the token")
        token = _BEGINS + token_urlsafe(32)
        with self._changing() as holders:
            if not name.strip() or name in holders:
                raise UsageError(f"expected a new name for the token, got {name!r}")
            holders[name] = Holder(name, tuple(scopes), tuple(namespaces), _hash(token))
        return token

    def rotate(self, name: str) -> str:
        """Replace a token by a new one with the same rights; return that.

        Raises:
            UnknownNameError: there is no token of this name.
        """
        token = _BEGINS + token_urlsafe(32)
        with self._changing(name) as holders:
            holders[name] = replace(holders[name], hash=_hash(token))
        return token

    def revoke(self, name: str) -> None:
        """Let a token be good for nothing from now on.

        Raises:
            UnknownNameError: there is no token of this name.
        """
        with self._changing(name) as holders:
            del holders[name]

    @contextmanager
    def _changing(self, known: str | None = None) -> Iterator[dict[str, Holder]]:
        """Yield the tokens by name, to be changed; at the end they replace the file as a whole.

        The file that is written to beside it lets one command at a time change them: a token that
        another command makes or revokes meanwhile stays so.

        Raises:
            StoreError: another command changes them, or the file cannot be written.
            UnknownNameError: `known` is none of them.
        """
        beside = self.path.with_name(f"{self.path.name}.new")
        with self._made(beside) as file:
            holders = {each.name: each for each in self.holders()}
            if known is not None and known not in holders:
                raise UnknownNameError("token", known, holders)
            yield holders
            file.write(json.dumps([asdict(each) for each in holders.values()], indent=1))
            file.flush()
            os.fsync(file.fileno())
            file.close()  # which Windows wants before it is moved
            beside.replace(self.path)

    @contextmanager
    def _made(self, path: Path) -> Iterator[IO[str]]:
        """Make a file that only its owner can read; it is removed if the block fails."""
        try:
            handle = _claimed(path)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    yield file
            except BaseException:  # an interrupt, too, must not leave it: it would stop the next
                path.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise StoreError(
                f"cannot write {self.path}: {error.strerror}; no token was changed"
            ) from error


def _claimed(path: Path) -> int:
    """Return the handle of a file that is made here, once no other command has it."""
    deadline = monotonic() + _PATIENCE_S
    while True:
        try:
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            if monotonic() >= deadline:
                raise StoreError(
                    f"another command is changing the tokens; if none is, remove {path}"
                ) from None
            sleep(0.01)


class OpenUntilAsked:
    """Lets anybody in until there is a first token; from then on it asks, also without one left."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._asks = False

    def find(self, token: str) -> Holder | None:
        """Return who has a token, or `ANYBODY`."""
        self._asks = self._asks or bool(self._tokens.holders())
        return self._tokens.find(token) if self._asks else ANYBODY


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
