"""The briefing an agent gets about its world, generated from the rules.

DAMCS, appendix A, in our own words. Changed recipes change it.
"""

from clew.agents.damcs.response import World
from clew.envs.crafter.tech_tree import Recipe

__all__ = ["briefing"]

_AT = {"near": "next to"}
"""How a station is used, in words; any other value as in the rules."""


def briefing(world: World) -> str:
    """Return goal, recipes by depth, other recipes, tips and rules of a world."""
    rules = world.rules
    tree = rules.tree
    lines = [_goal(world), "", "What it takes, the first things first:"]
    lines += [
        f"{depth}. {_recipe(rules.recipe(name), rules.adjacency)}" for name, depth in tree.items()
    ]
    others = [recipe for recipe in rules.recipes if recipe.name not in tree]
    also = [_recipe(recipe, rules.adjacency) for recipe in others]
    also += ["eat_cow: face cow, do, several times; gives food"] if "cow" in world.creatures else []
    for title, each in (("Also", also), ("Rules", _rules(world))):
        lines += ["", f"{title}:", *(f"- {line}" for line in each)] if each else []
    return "\n".join(lines)


def _goal(world: World) -> str:
    team = f"The {world.agents} agents win together: as" if world.agents > 1 else "As"
    who = "one of them" if world.agents > 1 else "you"
    kind = "agents" if world.agents > 1 else "an agent alone"
    return (
        f"A world of cells for {kind}: gather, craft, survive. {team} soon as {who} has done "
        f"{world.rules.goal}, the run is won. Every step counts."
    )


def _recipe(recipe: Recipe, adjacency: str) -> str:
    """Return a recipe in one line: where, with what, and the result."""
    wants = ["face " + " or ".join(recipe.facing)] if recipe.facing else []
    wants += [f"{_AT.get(adjacency, adjacency)} {name}" for name in recipe.stations]
    wants += [f"have {recipe.tool}"] if recipe.tool else []
    if recipe.uses:
        wants.append("pay " + ", ".join(f"{count} {item}" for item, count in recipe.uses.items()))
    gives = ", ".join(f"{count} {item}" for item, count in recipe.gives.items())
    got = f"; gives {gives}" if gives else f"; leaves {recipe.leaves}" if recipe.leaves else ""
    chance = f" (works {recipe.chance:.0%} of the time)" if recipe.chance < 1 else ""
    return f"{recipe.name}: {recipe.action}; {', '.join(wants) or 'anywhere'}{got}{chance}"


def _rules(world: World) -> list[str]:
    rules = world.rules
    stations = tuple(dict.fromkeys(name for each in rules.recipes for name in each.stations))
    told = [
        "Know, do not guess: what you have, face and lack is told below. Check it before you act.",
        "An action without all it needs does nothing and costs a step.",
        "A move turns you, and takes you there if the cell is free to walk on.",
        "navigate walks, in as many steps as it takes, to the nearest place of that kind that you "
        "know of and that nobody nearer is going to, and faces it; the place is told below. "
        "unexplored leads to where nobody of you has looked, look after look, until you find "
        "something or are asked again.",
        "What you need again is gathered before you walk back.",
    ]
    if stations:
        told.append(
            f"One {' and one '.join(stations)} may be enough: place another only where the way "
            "back costs more."
        )
    needs = ["eat a cow when food is low"] if "cow" in world.creatures else []
    if any("drink" in recipe.gives for recipe in rules.recipes):
        needs.append("drink when drink is low")
    told.append(
        f"Survive: {', '.join([*needs, 'sleep when energy is low'])}; at 0 health goes down."
    )
    if any(name in world.creatures for name in ("zombie", "skeleton")):
        told.append(
            "What attacks you can be fought with do, facing it; sleep only where it is shut out."
        )
    told.append("Lava kills whoever steps on it.")
    if world.agents > 1:
        told += [
            f"share gives one unit to one agent: {', '.join(rules.shareable)}. What a receiver "
            "cannot carry stays with you.",
            "Do not do twice what one of you does: say what you work on, ask for what you lack, "
            "give what others ask for.",
            "Messages arrive at the next step.",
        ]
    return told
