"""Patterns to rows: every fact of a view that matches, none left out and none ranked.

Relations match as questions match them (`clew.minds.english.asking.phrases`), in either direction; opinions match
by stance, thing and aspect (`clew.minds.english.asking.stances`).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from clew.ask.evidence import TimedView
from clew.ask.sets.matched import Row, Span, Value, ends, latest, taken
from clew.ask.sets.plans import End, Join, Pattern, Period, WantedStance, moment
from clew.graph.times import order_key
from clew.graph.types import Entity, Episode, Fact, Kind, Time
from clew.minds.english.asking.kinds import fits_noun
from clew.minds.english.asking.matcher import Matcher
from clew.minds.english.asking.mentions import Find
from clew.minds.english.asking.parse import parse
from clew.minds.english.asking.phrases import Reading, is_event, parse_phrase, readings
from clew.minds.english.asking.stances import aspect_key, read_opinion, target_of
from clew.minds.english.asking.stems import stem
from clew.text import normalise_name, words

__all__ = ["Selector"]

_MANY = 5000
"""Entities looked up by a name that theirs may contain ("the battery life of the Lumo 4")."""


class Selector:
    """Selects rows of one view; looks each name and each entity up once."""

    def __init__(self, view: TimedView, find: Find) -> None:
        self.view = view
        self._find = find
        self._facts: dict[tuple[int, ...], list[Fact]] = {}
        self._keys: dict[str, frozenset[int | str]] = {}
        self._kinds: dict[int, tuple[str, ...]] = {}

    # -- names -----------------------------------------------------------------------------

    def ids(self, name: str) -> tuple[int, ...]:
        """Return what a name stands for: an entity, or "Anna's sister" as the facts tell."""
        if found := self._find(name):
            return found
        if "'s " not in name and " of " not in name:
            return ()
        question = parse(f"Who is {name}?", self._find, self.view.as_of.valid)
        if question.term is None or any(not one.ids for one in question.names):
            return ()
        matcher = Matcher(self.about, self.view.as_of.valid, (), self._find)
        return matcher.values(question.term)

    def keys(self, name: str) -> frozenset[int | str]:
        """Return the keys of the values that a name may mean."""
        if name not in self._keys:
            self._keys[name] = frozenset((*self.ids(name), normalise_name(name)))
        return self._keys[name]

    def knows(self, name: str) -> bool:
        """Tell whether memory knows anything by a name, be it inside of longer names."""
        return bool(self.ids(name) or self._naming(name))

    def _naming(self, name: str) -> tuple[int, ...]:
        """Return entities whose names contain a name: "the screen of the Lumo 4"."""
        wanted = words(normalise_name(name))
        if not wanted:
            return ()
        hits = self.view.match(name, _MANY, kind=Kind.ENTITY)
        return tuple(
            item.id
            for item in self.view.items([id for id, _ in hits])
            if isinstance(item, Entity) and _within(wanted, words(item.name))
        )

    def about(self, ids: Sequence[int]) -> list[Fact]:
        """Return every fact known of some entities, by id."""
        asked = tuple(ids)
        if asked not in self._facts:
            self._facts[asked] = self.view.timeline(asked)
        return self._facts[asked]

    def episodes(self, facts: Collection[int]) -> tuple[int, ...]:
        """Return the episodes that told some facts which were selected, ascending."""
        wanted = frozenset(facts)
        found = {
            episode
            for known in self._facts.values()
            for fact in known
            if fact.id in wanted
            for episode in fact.episodes
        }
        return tuple(sorted(found))

    # -- rows ------------------------------------------------------------------------------

    def rows(self, pattern: Pattern) -> list[Row]:
        """Return the rows of a pattern, by time and then fact id."""
        pattern = self._targeted(pattern)
        at = Span(
            moment(pattern.start) if pattern.start else None,
            moment(pattern.end) if pattern.end else None,
            self.view.as_of.valid,
        )
        pool = self._pool(pattern)
        found = self._related(pattern, pool, at) + self._opinions(pattern, pool, at)
        if pattern.join is not None:
            found = [row for one in found for row in self._joined(one, pattern.join, at)]
        return sorted(found, key=lambda row: (order_key(row.time), row.facts, str(row.value.key)))

    def _targeted(self, pattern: Pattern) -> Pattern:
        """Return a pattern with the aspect taken out of "the battery life of the Lumo 4"."""
        if pattern.stance is None or pattern.aspect or len(pattern.object.names) != 1:
            return pattern
        target = target_of(pattern.object.names[0])
        if not target.aspect or not self.knows(target.thing):
            return pattern
        thing = pattern.object.model_copy(update={"names": (target.thing,)})
        return pattern.model_copy(update={"object": thing, "aspect": target.aspect})

    def _pool(self, pattern: Pattern) -> list[Fact]:
        if pattern.subject.names:
            return self.about([id for name in pattern.subject.names for id in self.ids(name)])
        if pattern.object.names:
            ids = [id for name in pattern.object.names for id in self.ids(name)]
            if pattern.stance is not None:
                ids += [id for name in pattern.object.names for id in self._naming(name)]
            return self.about(sorted(set(ids)))
        return self.about(self.view.ids(Kind.ENTITY))

    def _related(self, pattern: Pattern, pool: Sequence[Fact], at: Span) -> list[Row]:
        """Return the rows by relation; without relations and stance, by any relation."""
        if not pattern.relations and pattern.stance is not None:
            return []
        asked = [one for text in pattern.relations for one in readings(text)]
        rows = [row for fact in pool if not _rates(fact) for row in ends(fact, asked)]
        rows = [row for row in rows if _in_time(row, pattern, at) and self._fits(row, pattern)]
        rows = self._surest(rows, pattern)
        if pattern.relations and all(is_event(text) for text in pattern.relations):
            rows = [row for row in rows if row.said] or rows
        elif pattern.period is Period.NOW:
            # "moved to" tells where one lived once; who is known to live somewhere, lives there
            known = self._settled(rows, asked)
            rows = [row for row in rows if not (row.event and row.subject.key in known)]
        return taken(rows, pattern.take)

    def _settled(self, rows: Sequence[Row], asked: Sequence[Reading]) -> set[int | str]:
        """Return of whom some state was ever told in the asked relation."""
        keys = {row.subject.key for row in rows if row.event}
        people = sorted(key for key in keys if isinstance(key, int))
        found = [row for fact in self.about(people) for row in ends(fact, asked)]
        return {row.subject.key for row in found if not row.event}

    def _opinions(self, pattern: Pattern, pool: Sequence[Fact], at: Span) -> list[Row]:
        if pattern.stance is None:
            return []
        wanted = aspect_key(pattern.aspect)
        rows = [row for fact in pool for row in self._stances(fact)]
        rows = [row for row in rows if not wanted or row.aspect == wanted]
        rows = [row for row in rows if at.begun(row.time) and self._fits(row, pattern)]
        if pattern.period is Period.NOW:
            rows = latest(rows, at)
        else:
            rows = [row for row in rows if at.inside(row.time)]
        if pattern.stance is not WantedStance.ANY:
            rows = [row for row in rows if row.stance == pattern.stance.value]
        return taken(rows, pattern.take)

    def _stances(self, fact: Fact) -> list[Row]:
        """Return the opinion that a fact states, once for each time it was said."""
        opinion = read_opinion(fact.relation, fact.object_name)
        if opinion is None:
            return []
        thing = Value(fact.object, fact.object_name)
        if not opinion.whole:
            thing = self._thing(opinion.target.thing)
        holder, aspect = Value(fact.subject, fact.subject_name), aspect_key(opinion.target.aspect)
        return [
            Row(holder, thing, thing, time, (fact.id,), opinion.stance, aspect, fact.valid_to)
            for time in self._stated(fact)
        ]

    def _thing(self, name: str) -> Value:
        found = self.view.find(name)
        return Value(found[0] if found else normalise_name(name), _bare(name))

    def _stated(self, fact: Fact) -> list[Time | None]:
        """Return when a fact was said: at its start, and again by every later episode."""
        if len(fact.episodes) < 2:
            return [fact.valid_from]
        items = self.view.items(fact.episodes)
        told = sorted({one.at for one in items if isinstance(one, Episode)}, key=order_key)
        return [fact.valid_from, *told[1:]]

    # -- kinds and joins -------------------------------------------------------------------

    def _fits(self, row: Row, pattern: Pattern) -> bool:
        both = ((row.subject, pattern.subject), (row.object, pattern.object))
        return all(self._is(value, end, row) for value, end in both)

    def _is(self, value: Value, end: End, row: Row) -> bool:
        if end.names and not any(value.key in self.keys(name) for name in end.names):
            return False
        return self._of_kind(value, end, row) is not False

    def _of_kind(self, value: Value, end: End, row: Row) -> bool | None:
        """Tell whether a value is of the asked kind; of what is judged it is taken on trust."""
        if not end.kind or row.said == f"~{stem(end.kind.split()[-1])}":  # "is the colleague of"
            return True
        fit = fits_noun(end.kind, value.name, self._called(value))
        return None if fit is False and row.stance is not None else fit

    def _surest(self, rows: list[Row], pattern: Pattern) -> list[Row]:
        """Keep the rows whose ends are proven to be of the kind.

        Of the end that is the value, and of people, those that may be are kept where none is
        proven: "Bob's books" are what he has, where nothing says which of it are books.
        """
        for at, end in (("subject", pattern.subject), ("object", pattern.object)):
            if end.kind and not end.names:
                sure = [row for row in rows if self._of_kind(getattr(row, at), end, row)]
                lenient = at == pattern.take or end.kind == "person"
                rows = sure or (rows if lenient else [])
        return rows

    def _called(self, value: Value) -> tuple[str, ...]:
        """Return what facts call an entity: objects of "is"."""
        if not isinstance(value.key, int):
            return ()
        if value.key not in self._kinds:  # many rows may have one end, and that many facts
            self._kinds[value.key] = tuple(
                fact.object_name
                for fact in self.about((value.key,))
                if fact.subject == value.key
                and parse_phrase(fact.relation).head == "be"
                and not parse_phrase(fact.relation).preposition
            )
        return self._kinds[value.key]

    def _joined(self, row: Row, join: Join, at: Span) -> list[Row]:
        """Return a row for each thing that its value is joined to.

        To what holds at that time, else to what came later, else to what ended before: who made
        something once is its maker.
        """
        if not isinstance(row.value.key, int):
            return []
        asked = readings(join.relation)
        near = [
            one
            for fact in self.about((row.value.key,))
            for one in ends(fact, asked)
            if one.subject.key == row.value.key
        ]
        near = [one for one in near if not at.over(one.until)] or near
        begun = [one for one in near if at.begun(one.time)] or near
        return [
            replace(row, value=one.object, facts=tuple(sorted({*row.facts, *one.facts})))
            for one in begun
            if self._is(one.object, join.to, one)
        ]


def _in_time(row: Row, pattern: Pattern, at: Span) -> bool:
    """Tell whether a fact holds, or happened, in the time that a pattern is about."""
    if row.event:
        return at.inside(row.time)
    if not at.begun(row.time) or at.before(row.until):
        return False
    return at.start is not None or pattern.period is Period.EVER or not at.over(row.until)


def _rates(fact: Fact) -> bool:
    """Tell whether what somebody "has" is an opinion."""
    keys = {one.key for one in readings(fact.relation)}
    return "own" in keys and read_opinion(fact.relation, fact.object_name) is not None


def _within(wanted: list[str], said: list[str]) -> bool:
    size = len(wanted)
    return any(said[at : at + size] == wanted for at in range(len(said) - size + 1))


def _bare(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if first.casefold() in {"the", "a", "an"} and rest else name
