"""What can be done with a thing, by the word for it: a kind of world, not a game."""

from collections.abc import Iterator

__all__ = ["disturbing", "handling", "has_lock", "is_door", "is_person", "is_place"]

_OPENED = frozenset((
    "bag", "basket", "bin", "bottle", "box", "bucket", "cabinet", "can", "car", "case", "cauldron",
    "chest", "closet", "coffin", "container", "crate", "cupboard", "desk", "dishwasher", "door",
    "doors", "drawer", "drawers", "dresser", "envelope", "freezer", "fridge", "gate", "gates",
    "grate", "grill", "hatch", "jar", "kit", "locker", "lid", "mailbox", "oven", "package",
    "parcel", "pot", "purse", "refrigerator", "sack", "safe", "suitcase", "trapdoor", "trunk",
    "wallet", "wardrobe", "washer", "window", "windows",
))  # fmt: skip
_READ = frozenset((
    "advertisement", "article", "book", "brochure", "card", "catalog", "catalogue", "diary",
    "document", "file", "graffiti", "inscription", "journal", "label", "leaflet", "letter",
    "magazine", "manual", "map", "menu", "newspaper", "note", "notebook", "notice", "page",
    "pamphlet", "paper", "papers", "placard", "plaque", "postcard", "poster", "printout",
    "printouts", "scroll", "sheet", "sign", "signs", "tablet", "tag", "text", "words", "writing",
))  # fmt: skip
_PULLED = frozenset((
    "bell", "chain", "cloth", "cord", "curtain", "curtains", "handle", "lever", "rope",
    "string", "rug",
))  # fmt: skip
_PUSHED = frozenset((
    "bookcase", "bookshelf", "button", "buttons", "boulder", "pedestal", "statue", "cart",
))  # fmt: skip
_SWITCHED = frozenset((
    "computer", "fan", "flashlight", "lamp", "lantern", "machine", "phone", "radio", "switch",
    "television", "telephone", "torch", "tv",
))  # fmt: skip
_ENTERED = frozenset((
    "boat", "booth", "bus", "car", "carriage", "door", "doorway", "elevator", "entrance", "lift",
    "shower", "stairway", "taxi", "train", "transporter", "truck", "tunnel", "tub", "van",
))  # fmt: skip
_CLIMBED = frozenset((
    "fence", "ladder", "rope", "tree", "trees", "vine",
))  # fmt: skip
_WORN = frozenset((
    "apron", "boots", "cap", "cape", "cloak", "clothes", "clothing", "coat", "gloves", "gown",
    "hat", "helmet", "jacket", "mask", "necklace", "ring", "robe", "robes", "scarf", "shoes",
    "shirt", "suit", "trousers", "uniform", "watch",
))  # fmt: skip
_SEARCHED = frozenset((
    "bed", "bookshelf", "bush", "bushes", "debris", "desk", "dirt", "garbage", "hay", "leaves",
    "pile", "pocket", "pockets", "rubbish", "rug", "shelf", "shelves", "straw", "table",
    "tables", "trash",
))  # fmt: skip
_PLACES = frozenset((
    "alley", "attic", "avenue", "basement", "bathroom", "beach", "bedroom", "building", "bungalow",
    "castle", "cave", "cavern", "cellar", "church", "clearing", "compound", "corridor", "cottage",
    "courthouse", "courtyard", "department", "field", "forest", "garden", "hall", "hallway",
    "hill", "hotel", "house", "inn", "kitchen", "kitchenette", "lake", "lane", "library", "lobby",
    "meadow", "mountain", "mountains", "office", "park", "parking", "path", "pathway", "plaza",
    "porch", "quarters", "restaurant", "river", "road", "roof", "school", "sea", "shop",
    "sidewalk", "stairwell", "store", "street", "streets", "swamp", "tavern", "temple", "tower",
    "town", "trail", "valley", "village", "wood", "woods", "yard", "ceiling", "walls", "wall",
    "stairs", "steps", "stairway", "doorway",
))  # fmt: skip
_PEOPLE = frozenset((
    "actor", "assistant", "attendant", "baby", "barman", "bartender", "bear", "beggar", "bird",
    "boy", "brother", "captain", "cat", "chief", "child", "clerk", "cook", "cop", "daughter",
    "demon", "detective", "doctor", "dog", "dragon", "driver", "dwarf", "elf", "farmer", "father",
    "fairy", "fisherman", "friend", "ghost", "giant", "girl", "gnome", "goblin", "guard", "guide",
    "gypsy", "hermit", "horse", "husband", "innkeeper", "inspector", "janitor", "judge", "king",
    "kitten", "knight", "lady", "lawyer", "librarian", "lion", "mage", "maid", "man", "manager",
    "mayor", "men", "merchant", "monk", "monkey", "monster", "mother", "nun", "nurse", "officer",
    "ogre", "old-man", "owner", "parrot", "people", "person", "pet", "pirate", "policeman",
    "priest", "prince", "princess", "prisoner", "professor", "puppy", "queen", "receptionist",
    "robot", "sailor", "salesman", "scientist", "secretary", "sheriff", "shopkeeper", "sister",
    "soldier", "son", "stranger", "student", "teacher", "technician", "thief", "thug", "tiger",
    "traveller", "troll", "vendor", "waiter", "waitress", "wife", "witch", "wizard", "wolf",
    "woman", "worker",
))  # fmt: skip
_DOORS = frozenset(("door", "doors", "gate", "gates", "window", "windows"))
_EMPTIED = frozenset((
    "bag", "basket", "bin", "bottle", "bowl", "box", "bucket", "can", "case", "cup", "jar", "jug",
    "mug", "pail", "pot", "purse", "sack", "vase", "wallet",
))  # fmt: skip
_LOOKED_UNDER = frozenset((
    "bed", "bench", "bunk", "carpet", "chair", "couch", "cushion", "desk", "mat", "pillow", "rug",
    "sofa", "stairs", "table",
))  # fmt: skip
_TURNED = frozenset(("crank", "dial", "knob", "tap", "valve", "wheel"))


def is_person(name: str) -> bool:
    """Return whether a word is for a person or an animal."""
    return name.rpartition(" ")[2] in _PEOPLE


def is_door(name: str) -> bool:
    """Return whether a word is for something that one may knock on."""
    return name.rpartition(" ")[2] in _DOORS


def is_place(name: str) -> bool:
    """Return whether a word is for something that one is in or on, not something to take."""
    return name in _PLACES


def has_lock(name: str) -> bool:
    """Return whether a word is for something that may be locked: what can be opened."""
    return name.rpartition(" ")[2] in _OPENED


def handling(name: str, *, held: bool) -> Iterator[tuple[str, str]]:
    """Yield kind and command for what is usually done with such a thing, the likeliest first.

    >>> [*handling("mailbox", held=False)]
    [('open', 'open mailbox')]
    >>> [*handling("note 2", held=True)]
    [('read', 'read note 2')]
    """
    noun = name.rstrip(" 0123456789").rpartition(" ")[2]
    for words, kind, verb in (
        (_OPENED, "open", "open"),
        (_READ, "read", "read"),
        (_PULLED, "handle", "pull"),
        (_PUSHED, "handle", "push"),
        (_SWITCHED, "handle", "turn on"),
        (_TURNED, "handle", "turn"),
        (_SEARCHED, "search", "search"),
        (_LOOKED_UNDER, "search", "look under"),
    ):
        if noun in words:
            yield kind, f"{verb} {name}"
    if held and noun in _WORN:
        yield "wear", f"wear {name}"
    if held and noun in _EMPTIED:
        yield "empty", f"empty {name}"
    if not held:
        if noun in _ENTERED:
            yield "enter", f"enter {name}"
        if noun in _CLIMBED:
            yield "enter", f"climb {name}"


def disturbing(name: str) -> Iterator[str]:
    """Yield what may wake somebody who is asleep."""
    for verb in ("wake", "push", "pull", "kiss"):
        yield f"{verb} {name}"
