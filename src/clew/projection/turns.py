"""Which episodes are turns of which conversation, and who speaks."""

from collections.abc import Iterable, Sequence

from clew.projection.rows import TurnRow

__all__ = ["Turns"]

_NONE = TurnRow(0, "", "", "")


class Turns:
    """The turns of all conversations of a namespace."""

    def __init__(self) -> None:
        self._rows: dict[int, TurnRow] = {}
        self._told: dict[str, list[int]] = {}

    def add(self, rows: Iterable[TurnRow]) -> None:
        """Add turns, ascending."""
        for row in rows:
            self._rows[row.id] = row
            if row.conversation:
                self._told.setdefault(row.conversation, []).append(row.id)

    def __getitem__(self, episode: int) -> TurnRow:
        """Return what is known of an episode as a turn; all is empty for one that is none."""
        return self._rows.get(episode, _NONE)

    def said(self, episode: int) -> dict[str, str]:
        """Return the same as fields of an `Episode`; none for one that is no turn."""
        row = self._rows.get(episode)
        return {} if row is None else dict(zip(row._fields[1:], row[1:], strict=True))

    def of(self, conversation: str) -> Sequence[int]:
        """Return the episodes of a conversation, ascending; none if the id is empty."""
        return self._told.get(conversation, ())

    def conversations(self) -> Sequence[str]:
        """Return the ids of all conversations, in the order in which they began."""
        return [*self._told]
