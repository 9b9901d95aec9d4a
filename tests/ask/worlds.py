"""A small memory made by hand, a model that answers by the rules, and one that fails."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any

from clew.ask.evidence import Source
from clew.graph.types import AsOf, Entity, Episode, Fact, Item, Kind, Time
from clew.llm.base import Failure, FailureKind
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.minds.english import RULES
from tests.plain_view import Edge, PlainView

NOW = datetime(2024, 6, 1, tzinfo=UTC)
MODEL = RuleModel(RULES)
BROKEN = ScriptedModel(lambda _: Failure(FailureKind.UNAVAILABLE, "no route"))


class TimedPlain(PlainView):
    """A plain view with `timeline`, over facts given once each."""

    def __init__(self, items: Sequence[Item], edges: Sequence[Edge] = (), **rest: Any) -> None:
        super().__init__(items, edges, **rest)
        self._all = [item for item in items if isinstance(item, Fact)]

    def timeline(self, entity_ids: Sequence[int]) -> list[Fact]:
        wanted = set(entity_ids)
        about = (fact for fact in self._all if {fact.subject, fact.object} & wanted)
        return [fact for fact in about if not fact.is_denied]

    def denied(self, entity_ids: Sequence[int]) -> list[Fact]:
        wanted = set(entity_ids)
        about = (fact for fact in self._all if {fact.subject, fact.object} & wanted)
        return [fact for fact in about if fact.is_denied]

    def entities(self) -> list[Item]:
        """Return every entity."""
        return self.items(self.ids(Kind.ENTITY))

    def episodes(self) -> list[Item]:
        """Return every episode."""
        return self.items(self.ids_of_episodes())

    def ids_of_episodes(self) -> tuple[int, ...]:
        """Return the id of every episode, ascending."""
        return tuple(self.ids(Kind.EPISODE))

    def at(self, as_of: AsOf) -> "TimedPlain":
        """Return itself: a world made by hand shows one time."""
        return self


def source(view: TimedPlain) -> Source:
    """Return a view as what is asked, without vectors."""
    return Source(lambda: nullcontext(view))


def day(text: str | None) -> datetime | None:
    """Read "2020", "2020-05" or "2020-05-03"; empty is unbounded."""
    if not text:
        return None
    year, month, date = [*text.split("-"), "1", "1"][:3]
    return datetime(int(year), int(month), int(date), tzinfo=UTC)


def world(
    lines: str,
    *,
    episodes: Sequence[tuple[str, Time | None]] = (),
    aliases: Mapping[str, tuple[str, ...]] | None = None,
    as_of: AsOf | None = None,
    now: Time | None = None,
) -> TimedPlain:
    """Build a view from lines "subject | relation | object [| from [| to]]"."""
    ids: dict[str, int] = {}
    rows = [[cell.strip() for cell in line.split("|")] for line in lines.strip().splitlines()]
    for row in rows:
        for name in (row[0], row[2]):
            ids.setdefault(name, len(ids) + 1)
    known = aliases or {}
    items: list[Item] = [
        Entity(id=id, name=name, aliases=known.get(name, ())) for name, id in ids.items()
    ]
    next_id = len(ids) + 1
    edges: list[Edge] = []
    for text, at in episodes:
        assert at is not None
        items.append(Episode(id=next_id, text=text, at=at, source="test", known_from=0))
        next_id += 1
    for row in rows:
        start, end = ([*row[3:], "", ""])[:2]
        steps = isinstance(now, int)
        items.append(
            Fact(
                id=next_id,
                subject=ids[row[0]],
                relation=row[1],
                object=ids[row[2]],
                subject_name=row[0],
                object_name=row[2],
                valid_from=(int(start) if start else None) if steps else day(start),
                valid_to=(int(end) if end else None) if steps else day(end),
            )
        )
        next_id += 1
    return TimedPlain(items, edges, as_of=as_of or AsOf(), now=now or NOW)
