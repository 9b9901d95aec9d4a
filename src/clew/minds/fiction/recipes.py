"""The steps of a recipe that a text tells: gather, work on each ingredient, prepare, eat.

A kind of world, not a game: what is fried is cooked with the stove, what is cut needs a knife.
"""

import re
from collections.abc import Iterator

from clew.minds.fiction.told_steps import ToldStep
from clew.regex import Regex

__all__ = ["recipe_steps"]

_RECIPE = Regex(
    r"^\s*Ingredients:?\s*\n(?P<ingredients>(?:[ \t]*[^\n.:]{2,80}\n)+?)\s*"
    r"Directions:?\s*\n(?P<directions>(?:[ \t]*[^\n.:]{2,80}(?:\n|\Z))+)",
    re.MULTILINE | re.IGNORECASE,
)
_ARTICLE = Regex(r"\A(?:an?|the|some) ", re.IGNORECASE)
_STEP = Regex(r"(?P<verb>[a-z]+) (?:an? |the |some )?(?P<what>.+)", re.IGNORECASE)
_CUT = {"chop": "chopped", "slice": "sliced", "dice": "diced", "cut": "cut"}
_HEAT = {
    "fry": ("fried", "stove"),
    "roast": ("roasted", "oven"),
    "bake": ("baked", "oven"),
    "grill": ("grilled", "bbq"),
}
_MEAL, _WHERE = "meal", "kitchen"


def recipe_steps(text: str) -> tuple[ToldStep, ...]:
    r"""Return the steps of the recipe in a text, in order; none if it has none.

    >>> [one.command for one in recipe_steps(
    ...     "Ingredients:\n  red onion\n\nDirections:\n  chop the red onion\n  prepare meal\n")]
    ['take red onion', 'chop red onion with knife', 'prepare meal', 'eat meal']
    """
    found = _RECIPE.search(text)
    if found is None:
        return ()
    names = [line.strip() for line in found["ingredients"].splitlines() if line.strip()]
    names = [_ARTICLE.sub("", one) for one in names]
    steps = [ToldStep(f"take {one}", (one,), done="carried") for one in names]
    for line in found["directions"].splitlines():
        if match := _STEP.fullmatch(line.strip()):
            steps += _direction(match["verb"].lower(), match["what"].strip())
    return tuple(steps)


def _direction(verb: str, what: str) -> Iterator[ToldStep]:
    if verb in _CUT:
        yield ToldStep(f"{verb} {what} with knife", (what,), tool="knife", done=_CUT[verb])
    elif verb in _HEAT:
        done, heat = _HEAT[verb]
        yield ToldStep(f"cook {what} with {heat}", (what,), at=heat, done=done)
    elif what == _MEAL:
        yield ToldStep(f"{verb} {what}", (what,), at=_WHERE)
        yield ToldStep(f"eat {what}", (what,))
