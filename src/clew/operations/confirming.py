"""Two steps before something is destroyed: a preview with a token, then the token.

A token is good for one call with the same arguments in the same namespace that would erase the same
things, for some minutes, in the process that gave it.
"""

import hmac
import json
from collections.abc import Mapping
from secrets import token_bytes
from time import monotonic

from clew.errors import UsageError
from clew.learn.forget import ForgetReceipt
from clew.text import whole_number

__all__ = ["Confirming"]

_GOOD_FOR_S = 600.0


class Confirming:
    """Gives and checks the tokens of one process."""

    def __init__(self) -> None:
        self._key = token_bytes(32)
        self._used: dict[str, int] = {}
        """Mark of a token, which can be written in one way only -> until when it was good."""

    def token(self, given: Mapping[str, object], preview: ForgetReceipt) -> str:
        """Return a token for going through with what a preview shows.

        `given` is all that is agreed to: ids alone would mean something else in another namespace.
        """
        until = int(monotonic() + _GOOD_FOR_S)
        return f"{until}-{self._mark(until, given, preview)}"

    def check(self, token: str, given: Mapping[str, object], preview: ForgetReceipt) -> None:
        """Use a token up.

        Raises:
            UsageError: it is not for this, too old, or was used.
        """
        until, _, mark = token.partition("-")
        end, now = whole_number(until) or 0, monotonic()
        right = self._mark(end, given, preview).encode()
        if mark in self._used or not hmac.compare_digest(mark.encode(errors="replace"), right):
            raise UsageError(
                "expected the token of a preview of exactly this; call again without a token, show "
                "the user what it says, and use the token it gives"
            )
        if end < now:
            raise UsageError("the token is too old; call again without one for a new preview")
        self._used = {one: till for one, till in self._used.items() if till >= now} | {mark: end}

    def _mark(self, until: int, given: Mapping[str, object], preview: ForgetReceipt) -> str:
        gone = (preview.episodes, preview.facts, preview.theses, preview.goals, preview.entities)
        text = json.dumps([until, given, gone], sort_keys=True)
        return hmac.new(self._key, text.encode(), "sha256").hexdigest()[:32]
