"""Treasure hunts: keys in lockers, each with a note that says which locker the key fits.

AriGraph's task (arXiv 2407.04363, section 4.1 and appendix C), generated from the seed.
"""

import random
from string import ascii_uppercase

from clew.envs.blueprint import Blueprint, Thing, layout, steps_from
from clew.errors import UsageError

__all__ = ["COLOURS", "LEVELS", "treasure_hunt"]

LEVELS = {"easy": (12, 4), "hard": (16, 5)}
"""Rooms and keys."""
COLOURS = (
    "white", "red", "cyan", "blue", "yellow", "grey", "green", "orange", "brown", "crimson",
    "silver", "bronze", "purple", "pink", "black", "violet", "turquoise", "beige", "scarlet",
    "olive", "ivory", "navy", "copper", "maroon", "teal", "lilac", "amber", "indigo", "magenta",
    "coral", "emerald", "sapphire", "ruby", "lavender", "peach", "mint", "khaki", "azure",
    "chestnut", "lime",
)  # fmt: skip
_LETTERS = (*ascii_uppercase, *(f"A{letter}" for letter in ascii_uppercase))
_LOOPS = 0.15
_GOLDEN = "golden locker"


def treasure_hunt(seed: int, *, rooms: int = 12, keys: int = 4, far: bool = False) -> Blueprint:
    """Return a treasure hunt.

    The player starts next to key 1 and is told which locker it fits. Each locker of the chain
    holds the next key and a note on which locker that one fits; the last holds the golden key. The
    golden locker, with the treasure, is in the first room. Every other room has one locked locker;
    those outside the chain are empty. Each key and the treasure are worth a point, so the maximum
    is `keys` + 1, as in the paper.

    Args:
        seed: determines everything.
        rooms: at least 2, at most one more than there are `COLOURS`.
        keys: from 2 to `rooms`, including the golden key.
        far: whether key 2 is in the room farthest from the start (the paper's hard map).

    Raises:
        UsageError: a number is out of range.
    """
    if not 2 <= rooms <= len(COLOURS) + 1:
        raise UsageError(f"expected 2 to {len(COLOURS) + 1} rooms, got {rooms}")
    if not 2 <= keys <= rooms:
        raise UsageError(f"expected 2 to {rooms} keys in {rooms} rooms, got {keys}")
    rng = random.Random(f"treasure hunt {seed}")
    names = [f"Room {letters}" for letters in _LETTERS[:rooms]]
    start, *others = names
    links = layout(names, rng, _LOOPS)
    colours = rng.sample(COLOURS, rooms - 1)
    lockers = {room: f"{colour} locker" for room, colour in zip(others, colours, strict=True)}
    chain = rng.sample(others, keys - 1)
    if far:
        steps = steps_from(start, links)
        farthest = max(others, key=lambda room: (steps[room], room))
        chain = [farthest, *(room for room in chain if room != farthest)][: keys - 1]
    things = [Thing(_GOLDEN, "container", start, state="locked")]
    things += [Thing(name, "container", room, state="locked") for room, name in lockers.items()]
    opened = [*(lockers[room] for room in chain), _GOLDEN]
    keyed = [f"key {number}" for number in range(1, keys)] + ["golden key"]
    for number, (key, locker) in enumerate(zip(keyed, opened, strict=True)):
        place = start if number == 0 else opened[number - 1]
        things.append(Thing(key, "key", place, opens=locker))
        if 0 < number < keys - 1:
            told = f"Key {number + 1} unlocks the {locker}."
            things.append(Thing(f"note {number + 1}", "object", place, told))
    things.append(Thing("treasure", "object", _GOLDEN))
    return Blueprint(
        rooms=tuple(names),
        links=links,
        start=start,
        things=tuple(things),
        goals=(*keyed, "treasure"),
        instructions=(
            "Find the treasure. It is in the golden locker, which is locked. The golden key "
            "unlocks the golden locker. The golden key is in one of the other lockers; each of "
            f"them is locked and has a key of its own. Key 1 unlocks the {opened[0]}. Read the "
            "notes that you find: they say what to do next."
        ),
    )
