"""A ticket that lets one window in, once: what `clew view` opens a browser with.

The address of a page is seen by others: in lists of processes, in histories. So it holds no key,
only a ticket, which is worth nothing once the page has changed it for one.
"""

from collections.abc import Callable, Sequence
from hmac import compare_digest
from secrets import token_urlsafe

from clew.operations.scope import Scope
from clew.server.tokens import Holder

__all__ = ["Tickets"]


class Tickets:
    """Keys for windows on this machine, handed out for tickets; all end with the process.

    Args:
        scopes: what a window may do.
        say: tells a new ticket when the one before is used.
    """

    def __init__(self, scopes: Sequence[Scope], say: Callable[[str], None]) -> None:
        self._viewer = Holder("viewer", tuple(scopes), ("*",))
        self._say = say
        self._ticket = token_urlsafe(32)
        self._keys: list[str] = []

    @property
    def ticket(self) -> str:
        """The ticket that is good now."""
        return self._ticket

    def tell(self) -> None:
        """Tell the ticket that is good now."""
        self._say(self._ticket)

    def find(self, token: str) -> Holder | None:
        """Return who has a key."""
        known = [compare_digest(key.encode(), token.encode()) for key in self._keys]
        return self._viewer if any(known) else None

    def enter(self, ticket: str) -> str | None:
        """Return a key for the ticket, which ends it; `None` if it is not good."""
        if not compare_digest(self._ticket.encode(), ticket.encode()):
            return None
        self._ticket = token_urlsafe(32)
        self._keys.append(token_urlsafe(32))
        self.tell()
        return self._keys[-1]
