"""Written information in a text world: keys and locks, hiding places, tasks and recipes."""

import re

from clew.minds.textworld.seen_text import Draft, clean_name, rules, wording
from clew.minds.textworld.things import relation_to
from clew.regex import Regex

__all__ = ["NOTE_RULES", "read_recipe"]

_X = r"(?P<x>[^.,!?;:\"]{1,80}?)"
_A = r"(?:the |an? )?"
_PARTS = {"X": _X, "A_X": f"{_A}{_X}", "A_Y": f"{_A}{_X.replace('x', 'y', 1)}"}
_RECIPE = Regex(
    r"^Ingredients:?[ \t]*\n(?P<ingredients>(?:[ \t]*[^\n.:]{2,80}\n)+?)\s*"
    r"^Directions:?[ \t]*\n(?P<directions>(?:[ \t]*[^\n.:]{2,80}(?:\n|$))+)",
    re.M,
)
_RECIPE_NAME = Regex(r"^(?:Recipe(?: #?\d+| for [\w ]{1,40})?)(?=[ \t]*$)", re.M)
_BOOK = Regex(r"\bopen the copy of ['\"](?P<title>[^'\"\n]{1,80})['\"]")
_STEP = Regex(r"(?P<verb>[a-z]+) (?:the |an? )?(?P<what>.+)", re.I)
_DONE = {
    "chop": "chopped", "slice": "sliced", "dice": "diced", "fry": "fried", "grill": "grilled",
    "roast": "roasted", "bake": "baked", "boil": "boiled", "cook": "cooked", "cut": "cut",
    "peel": "peeled", "mash": "mashed", "wash": "washed", "mix": "mixed", "stir": "stirred",
}  # fmt: skip


def _unlocks(draft: Draft, match: re.Match[str]) -> bool:
    key, lock = clean_name(match["x"]), draft.resolve(match["y"])
    if re.match(r"(?:you|they|it|that|this|all|each)\b", key, re.I):
        return False
    return draft.say(f"the {key} unlocks the {lock}.", [(key, "unlocks", lock)])


def _hidden(draft: Draft, match: re.Match[str]) -> bool:
    name, place = clean_name(match["x"]), clean_name(match["y"])
    if re.match(r"(?:one|some|any|all|each)\b", place, re.I):
        return False
    draft.thing = place or draft.thing
    return draft.say(f"the {name} is hidden in the {place}.", [(name, "is in", place)])


def _instruction(draft: Draft, match: re.Match[str]) -> bool:
    """Handle an instruction, "Check the ledger in the study": it says where the thing is."""
    name, place = clean_name(match["x"]), clean_name(match["y"])
    relation = relation_to(place, match["how"] if match["how"].casefold() != "from" else "")
    return draft.say(f"the {name} {relation} the {place}.", [(name, relation, place)])


def _written(draft: Draft, match: re.Match[str]) -> bool:
    """Keep a task, rule or piece of news verbatim."""
    return draft.say(f"{match[0]}.")


def read_recipe(draft: Draft, text: str) -> str:
    """Add the facts of the recipes in a text and return the text without them.

    Ingredient: (recipe, "requires", ingredient); direction: (ingredient, "needs to be", "diced").
    The thesis keeps the order of the directions.
    """

    def keep(match: re.Match[str]) -> str:
        titles = _RECIPE_NAME.findall(text[max(0, match.start() - 400) : match.start()])
        name = titles[-1] if titles else "Recipe"
        books = _BOOK.findall(text[max(0, match.start() - 400) : match.start()])
        wants = [clean_name(line) for line in match["ingredients"].splitlines() if line.strip()]
        steps = [line.strip() for line in match["directions"].splitlines() if line.strip()]
        wants = [want for want in wants if want]
        if books:
            draft.say(f"{name} is in {books[-1]}.", [(name, "is in", books[-1])])
        draft.say(f"{name} requires {wording(wants)}.", [(name, "requires", w) for w in wants])
        draft.say(f"the directions of {name} are: {'; '.join(steps)}.", _needs(steps))
        return "\n"

    return _RECIPE.sub(keep, text)


def _needs(steps: list[str]) -> list[tuple[str, str, str]]:
    needs = []
    for step in steps:
        match = _STEP.fullmatch(step)
        if match and (done := _DONE.get(match["verb"].casefold())):
            needs.append((clean_name(match["what"]), "needs to be", done))
    return needs


# "The key 1 you found in the attic unlocks the chest": the clause is not the key's name.
_TABLE = r"""
unlocks: (?:the )?X (?:that )?you (?:have )?(?:found|got) [^.]{0,60}?\b(?:unlocks|opens|fits) A_Y
unlocks: (?:the )?X (?:unlocks|opens(?! up| out| onto| to)|fits(?: into| in)?) A_Y
unlocks: (?:You(?: will|'ll)? need|It (?:needs|requires)) A_X to (?:unlock|open) A_Y
hidden: A_X is (?:hidden|concealed|locked up|kept|stored) (?:in|inside) A_Y
instruction: (?!You\b)(?:.*\b)?(?:check|read|find|fetch|take|get|grab|retrieve|recover|pick[ -]up
    |lift) the (?P<x>[^.,!?;:\"]{1,60}?) (?:that's )?(?P<how>in|inside|within|on|from)
    (?: the floor of)? the (?P<y>[^.,!?;:\"]{1,60}?)(?: for .+| first)?
written: Your (?:task|goal|objective|mission|quest|job|score) (?:is|has)\b.+
written: All [^.]{1,80} (?:are|require)\b.+
written: The key is hidden in one of\b.+
"""
_ACTS = {
    "unlocks": _unlocks, "hidden": _hidden, "instruction": _instruction, "written": _written,
}  # fmt: skip

NOTE_RULES = rules(_TABLE, _ACTS.__getitem__, _PARTS)
"""Tried in order on one sentence without its end mark."""
