"""Messages of a chat that take something back, and what was said just before them.

"Sorry, that's wrong." names nothing that a search would find it by, and what it corrects may be
unread. So the turns behind those that facts were read from are looked at.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set

from clew.ask.evidence import Passage
from clew.graph.types import Episode, Fact, Kind
from clew.graph.view import View
from clew.minds.english.reading.messages.corrections import takes_back

__all__ = ["is_taken_back", "taking_back"]

_TURNS = 12
"""So many texts on, a correction of a chat is looked for; others may chat in between."""
_MOST = 64


def taking_back(view: View, told: Iterable[int], read: Set[int]) -> Iterator[Passage]:
    """Yield messages that take back what was said before them, and that no fact was read from.

    Args:
        view: has the texts.
        told: the texts that facts were read from.
        read: the texts that some fact is from.

    Returns:
        Passages whose episodes are the message and those that it may take back.
    """
    every = view.ids(Kind.EPISODE)
    newest = sorted(set(told), reverse=True)[:_MOST]
    there = [one for one in newest if every[(n := bisect_left(every, one)) : n + 1] == [one]]
    found: dict[int, tuple[Episode, list[int]]] = {}
    for turn in view.items(there):
        if isinstance(turn, Episode) and turn.conversation:
            start = bisect_right(every, turn.id)
            for one in _corrections(turn, view.items(every[start : start + _TURNS])):
                if one.id not in read:
                    found.setdefault(one.id, (one, []))[1].append(turn.id)
    for one, before in found.values():
        yield Passage(Kind.EPISODE, one.id, one.text, one.at, None, (one.id, *before))


def _corrections(turn: Episode, later: Sequence[object]) -> Iterator[Episode]:
    """Yield the corrections behind a turn, until somebody goes on; an assistant's reply is none."""
    for one in later:
        if not isinstance(one, Episode) or one.conversation != turn.conversation:
            continue
        if takes_back(one.text, turn.text):
            yield one
        elif one.role != "assistant":
            return


def is_taken_back(facts: Iterable[Fact], passages: Sequence[Passage]) -> bool:
    """Tell whether the last text that tells one of some facts may have been taken back."""
    told = tuple(facts)
    back = [one for one in passages if one.kind is Kind.EPISODE and len(one.episodes) > 1]
    return any(
        max(fact.episodes, default=0) in one.episodes[1:] and takes_back(one.text, fact.text)
        for one in back
        for fact in told
    )
