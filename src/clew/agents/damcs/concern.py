"""Whether something happened that concerns an agent that is carrying out a decision."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clew.agents.damcs.lacks import lacking
from clew.agents.damcs.messages import Message, Report
from clew.agents.damcs.navigator import clearable
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import EAT
from clew.envs.crafter.sight import Cell, Sight, apart
from clew.envs.crafter.tech_tree import Recipe, Rules

__all__ = ["Moment", "concerned"]

_LOW, _FULL = 3, 7
_EATING = Recipe(name=EAT, action="do", facing=("cow",), gives={"food": 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What an agent knows at a step, as far as it may concern it."""

    sight: Sight
    mates: Mapping[str, Report] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    """Material on the way to the goal -> how many places are known."""

    asked: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Agent -> the items that it asks for, by its last message."""

    @classmethod
    def of(
        cls,
        rules: Rules,
        sight: Sight,
        known: OwnMap,
        messages: Iterable[Message],
        was: "Moment | None",
    ) -> "Moment":
        """Return the present moment, given the messages received now and the moment before."""
        said = {message.sender: frozenset(message.requests) for message in messages}
        return cls(
            sight=sight,
            mates=known.mates,
            places={name: len(known.where(name)) for name in _wanted(rules)},
            asked={**(was.asked if was is not None else {}), **said},
        )


def concerned(
    rules: Rules,
    was: Moment,
    now: Moment,
    news: Iterable[tuple[str, Cell]],
    *,
    destination: str = "",
    target: Cell | None = None,
) -> bool:
    """Return whether a decision should be made anew.

    That is so if the agent was hurt, a need became low or it woke up; if it can make something that
    it could not make before, or came to where it can do something that its team lacks, or can eat
    or drink; if another agent got the one thing that it is going for; if something
    was found that is for it; if others newly ask for what it has. That others move or find does not
    concern it.

    Args:
        rules: of the world.
        was: the moment before.
        now: this moment.
        news: what the agent newly saw or was told, with the places.
        destination: where the decision leads; "" for nowhere.
        target: the cell of it.
    """
    return (
        _hurt(was.sight, now.sight)
        or bool(_able(rules, now.sight) - _able(rules, was.sight))
        or bool(_at_hand(rules, now) - _at_hand(rules, was))
        or bool(_relief(rules, now.sight) - _relief(rules, was.sight))
        or _taken(rules, was, now, destination)
        or _found(rules, was, now, news, destination, target)
        or _asked(was, now)
    )


def _wanted(rules: Rules) -> tuple[str, ...]:
    """Return the materials on the way to the goal, and its stations."""
    recipes = [rules.recipe(name) for name in rules.tree]
    found = [name for one in recipes if one.action == "do" for name in one.facing]
    return tuple(dict.fromkeys([*found, *(name for one in recipes for name in one.stations)]))


def _hurt(was: Sight, now: Sight) -> bool:
    """Return whether health fell, a need became low, or the agent woke up."""
    old, new = was.vitals, now.vitals
    low = any(left <= _LOW and left < old.get(name, left) for name, left in new.items())
    woke = was.sleeping and not now.sleeping
    return low or woke or new.get("health", 0) < old.get("health", 0)


def _able(rules: Rules, sight: Sight) -> frozenset[str]:
    """Return what on the way to the goal the agent has all items for."""
    return frozenset(name for name in rules.tree if not rules.missing(name, sight.inventory).items)


def _at_hand(rules: Rules, moment: Moment) -> frozenset[str]:
    """Return what its team lacks and the agent can do where it stands.

    What it can cut through is left out: who faces that is about to take it.
    """
    sight, near, faced = moment.sight, moment.sight.near(), moment.sight.faced()
    pool = Counter(sight.inventory)
    for report in moment.mates.values():
        pool.update(report.resources)
    lack = lacking(rules, pool, near)
    wanted = [*lack.steps]
    if faced not in clearable(rules, sight.inventory):
        raw = {item for item, count in lack.raw.items() if count}
        wanted += [one.name for one in rules.recipes if raw & {*one.gives}]
    return frozenset(
        name for name in wanted if not rules.missing(name, sight.inventory, near=near, facing=faced)
    )


def _relief(rules: Rules, sight: Sight) -> frozenset[str]:
    """Return the needs that the agent can meet where it stands; low ones, as far as it sees."""
    seen, faced, found = {*sight.cells().values()}, sight.faced(), []
    for recipe in (*rules.recipes, _EATING):
        for need in recipe.gives:
            left = sight.vitals.get(need, _FULL)
            there = seen if left <= _LOW else {faced}
            if left < _FULL and there & {*recipe.facing}:
                found.append(need)
    return frozenset(found)


def _taken(rules: Rules, was: Moment, now: Moment, destination: str) -> bool:
    """Return whether another agent got the one thing that this one is going for."""
    single = {item for item, count in lacking(rules, {}, ()).raw.items() if count == 1}
    items = {
        item
        for recipe in rules.recipes
        if recipe.action == "do" and destination in recipe.facing
        for item in recipe.gives
    }
    return any(_count(now, item) > _count(was, item) for item in items & single)


def _count(moment: Moment, item: str) -> int:
    return sum(report.resources.get(item, 0) for report in moment.mates.values())


def _found(
    rules: Rules,
    was: Moment,
    now: Moment,
    news: Iterable[tuple[str, Cell]],
    destination: str,
    target: Cell | None,
) -> bool:
    """Return whether something wanted was found that is for this agent.

    Of a kind without a known place it is, if no other is nearer, or none that has the tool for it;
    of the kind that it is going to, if it is nearer than the target.
    """
    here = now.sight.position
    for name, cell in news:
        far = apart(here, cell)
        if name == destination and target is not None:
            if far < apart(here, target):
                return True
        elif name in now.places and not was.places.get(name):
            nearer = [one for one in now.mates.values() if apart(one.position, cell) < far]
            if not nearer or any(
                now.sight.inventory.get(tool) and not any(one.resources.get(tool) for one in nearer)
                for tool in _tools(rules, name)
            ):
                return True
    return False


def _tools(rules: Rules, name: str) -> list[str]:
    return [recipe.tool for recipe in rules.recipes if recipe.tool and name in recipe.facing]


def _asked(was: Moment, now: Moment) -> bool:
    """Return whether another agent newly asks for what this one has."""
    return any(
        now.sight.inventory.get(item) and item not in was.asked.get(agent, ())
        for agent, items in now.asked.items()
        for item in items
    )
