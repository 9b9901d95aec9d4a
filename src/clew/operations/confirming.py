"""Two steps before something is destroyed: a preview with a token, then the token.

A token is good for one call with the same arguments in the same namespace that would erase the same
things, for some minutes, in the process that gave it.
"""

import hmac
import json
import re
from collections.abc import Mapping
from secrets import token_bytes
from time import monotonic

from clew.errors import UsageError
from clew.learn.forget import ForgetReceipt

__all__ = ["Confirming"]

_GOOD_FOR_S = 600.0


class Confirming:
    """Gives and checks the tokens of one process."""

    def __init__(self) -> None:
        self._key = token_bytes(32)
        self._used: set[str] = set()

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
        good = re.fullmatch("[0-9]{1,18}", until) and token not in self._used
        if not good or not hmac.compare_digest(mark, self._mark(int(until), given, preview)):
            raise UsageError(
                "expected the token of a preview of exactly this; call again without a token, show "
                "the user what it says, and use the token it gives"
            )
        if int(until) < monotonic():
            raise UsageError("the token is too old; call again without one for a new preview")
        now = monotonic()
        self._used = {one for one in self._used if int(one.partition("-")[0]) >= now} | {token}

    def _mark(self, until: int, given: Mapping[str, object], preview: ForgetReceipt) -> str:
        gone = (preview.episodes, preview.facts, preview.theses, preview.goals, preview.entities)
        text = json.dumps([until, given, gone], sort_keys=True)
        return hmac.new(self._key, text.encode(), "sha256").hexdigest()[:32]
