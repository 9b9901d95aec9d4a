"""Houses to tidy: some things are out of place.

AriGraph's task (arXiv 2407.04363, section 4.1), with our own rooms, furniture and things, drawn
from the seed.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from clew.envs.blueprint import Blueprint, Form, Thing, layout
from clew.errors import UsageError

__all__ = ["ROOMS", "Furniture", "cleaning"]


@dataclass(frozen=True, slots=True)
class Furniture:
    """A piece of furniture and what belongs there."""

    name: str
    things: tuple[str, ...]
    form: Form = "support"


def _closed(name: str, *things: str) -> Furniture:
    return Furniture(name, things, "container")


def _open(name: str, *things: str) -> Furniture:
    return Furniture(name, things)


ROOMS: Mapping[str, tuple[Furniture, ...]] = {
    "Kitchen": (
        _closed("refrigerator", "bottle of milk", "piece of butter", "raw chicken", "yoghurt"),
        _closed("dishwasher", "dirty plate", "greasy pan", "dirty fork"),
        _open("spice rack", "jar of pepper", "jar of cinnamon", "salt shaker"),
        _open("knife block", "bread knife", "carving knife"),
    ),
    "Dining Room": (
        _open("dining table", "tablecloth", "candlestick", "napkin holder"),
        _closed("china cabinet", "wine glass", "soup tureen", "porcelain teapot"),
    ),
    "Living Room": (
        _open("sofa", "throw pillow", "plaid blanket"),
        _open("television stand", "television remote", "game console"),
        _open("fireplace mantel", "framed family photo", "brass clock"),
    ),
    "Bathroom": (
        _open("bathroom sink", "toothbrush", "tube of toothpaste", "bar of soap"),
        _open("towel rack", "bath towel", "wet washcloth"),
        _closed("medicine cabinet", "box of plasters", "bottle of cough syrup"),
    ),
    "Bedroom": (
        _closed("wardrobe", "business suit", "evening dress", "winter coat"),
        _open("double bed", "feather pillow", "quilt"),
        _open("bedside table", "alarm clock", "reading lamp"),
    ),
    "Kids Room": (
        _closed("toy chest", "toy car", "teddy bear", "toy sword", "building blocks"),
        _open("bunk bed", "night light", "cartoon pillowcase"),
        _open("school desk", "school notebook", "box of crayons"),
    ),
    "Library": (
        _open("bookcase", "detective novel", "fantasy novel", "poetry book", "atlas"),
        _open("reading table", "reading glasses", "bookmark"),
    ),
    "Gym": (
        _open("dumbbell stand", "dumbbell", "heavy kettlebell"),
        _closed("sports locker", "yoga mat", "jump rope", "boxing gloves"),
    ),
    "Swimming Pool": (
        _open("pool equipment rack", "swimming goggles", "swimming fins", "life ring"),
        _open("shelf of pool chemicals", "bottle of chlorine", "water test kit"),
    ),
    "Garage": (
        _open("workbench", "hammer", "cordless drill", "set of screwdrivers"),
        _closed("tool cabinet", "pipe wrench", "handsaw"),
        _open("bicycle stand", "mountain bike", "bicycle pump"),
    ),
    "Laundry Room": (
        _closed("washing machine", "dirty socks", "muddy trousers"),
        _open("ironing board", "steam iron", "wrinkled shirt"),
    ),
    "Study": (
        _open("writing desk", "laptop", "fountain pen", "desk calendar"),
        _closed("filing cabinet", "tax return", "insurance contract"),
    ),
    "Hallway": (
        _open("coat rack", "raincoat", "umbrella", "woollen scarf"),
        _open("shoe rack", "hiking boots", "leather shoes"),
    ),
    "Garden Shed": (
        _open("tool wall", "garden rake", "garden spade"),
        _open("potting bench", "flower pot", "bag of potting soil", "watering can"),
    ),
}
"""Rooms with their furniture, and what belongs there."""


def cleaning(seed: int, *, rooms: int = 9, misplaced: int = 11) -> Blueprint:
    """Return a house in which some things are out of place.

    Rooms lie on a grid, with most neighbours linked. Containers are closed. A misplaced thing lies
    on a support or on the floor of another room; everything else is where it belongs.

    Args:
        seed: determines everything.
        rooms: from 2 to all of `ROOMS`.
        misplaced: at least 1, at most half of the things in the rooms drawn.

    Raises:
        UsageError: a number is out of range.
    """
    if not 2 <= rooms <= len(ROOMS):
        raise UsageError(f"expected 2 to {len(ROOMS)} rooms, got {rooms}")
    rng = random.Random(f"cleaning {seed}")
    names = rng.sample(sorted(ROOMS), rooms)
    pieces = [(piece, room) for room in names for piece in ROOMS[room]]
    homes = {thing: (piece.name, room) for piece, room in pieces for thing in piece.things}
    if not 1 <= misplaced <= len(homes) // 2:
        raise UsageError(
            f"expected 1 to {len(homes) // 2} misplaced things in these {rooms} rooms "
            f"(seed {seed}), got {misplaced}"
        )
    now = {thing: piece for thing, (piece, _) in homes.items()}
    spots = [(room, room) for room in names]  # a room is its floor
    spots += [(piece.name, room) for piece, room in pieces if piece.form == "support"]
    for thing in rng.sample(sorted(homes), misplaced):
        home = homes[thing][1]
        now[thing] = rng.choice(sorted(spot for spot, room in spots if room != home))
    things = [
        Thing(
            piece.name,
            piece.form,
            room,
            text=f"An ordinary {piece.name}.",
            state="closed" if piece.form == "container" else "",
        )
        for piece, room in pieces
    ]
    things += [
        Thing(thing, "object", place, text=f"This is where one looks twice: {thing}.")
        for thing, place in now.items()
    ]
    return Blueprint(
        rooms=tuple(names),
        links=layout(names, rng, loops=0.8),
        start=names[0],
        things=tuple(things),
        homes=tuple((thing, piece) for thing, (piece, _) in homes.items()),
        instructions=(
            "Tidy the house: find the things that are out of place and bring each to where such "
            "a thing belongs. Leave alone what is in its place."
        ),
    )
