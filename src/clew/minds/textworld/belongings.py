"""Where things of a household belong: common knowledge, by kinds of thing and of furniture.

It knows kinds ("milk", "a coat"), no house. A piece of furniture is of a kind when all words of
the kind's name are in its name: a "toy storage cabinet" is a "toy cabinet".
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from clew.text import words

__all__ = ["belongs", "home_of", "homes"]

_KINDS: tuple[tuple[str, str], ...] = (
    # thing: furniture, the likeliest first; the first line that fits a thing counts
    (r"(?:dirty|greasy|used|unwashed) (?:plates?|pans?|pots?|cups?|forks?|spoons?|bowls?"
     r"|dish(?:es)?|glass(?:es)?|mugs?)", "dishwasher, kitchen sink"),
    (r"(?:dirty|muddy|sweaty|stained) (?:socks?|shirts?|trousers|clothes|laundry|towels?|jeans)",
     "washing machine, laundry basket, hamper"),
    (r"wrinkled|creased|steam iron|clothes iron", "ironing board"),
    (r"milk|butter|yogh?urt|cheese|meat|chicken|fish|beef|pork|eggs?|cream|ham",
     "refrigerator, fridge"),
    (r"throw pillows?|decorative pillows?|cushions?|plaid|throw blanket", "sofa, couch"),
    (r"(?:salt|pepper|papper)[\w ]* shakers", "dining table"),
    (r"pepper|cinnamon|salt|spices?|paprika|curry", "spice rack"),
    (r"(?:bread|carving|kitchen|chef's|paring) kni(?:fe|ves)", "knife block"),
    (r"tablecloth|table runner|candles?|candlesticks?|napkins?|cent(?:er|re)pieces?",
     "dining table"),
    (r"wine glass(?:es)?|tureen|teapot|porcelain|china cups?", "china cabinet, cupboard"),
    (r"tooth ?brush(?:es)?|tooth ?paste|soap|deodorant|razor|shampoo|hair ?brush",
     "bathroom sink, washbasin"),
    (r"toilet paper", "toilet"),
    (r"plasters?|cough syrup|pills?|medicine|bandages?|ointment|aspirin", "medicine cabinet"),
    (r"swim\w*|fins|life (?:ring|jacket|vest)|flippers",
     "pool equipment rack, pool rack, equipment rack"),
    (r"chlorine|pool chemicals?|water test", "shelf pool chemicals, table pool chemicals"),
    (r"towels?|washcloths?", "towel rack, towel rail"),
    (r"dumb-?bells?|kettle-?bells?|weights?|barbell", "dumbbell stand, weight rack"),
    (r"yoga mat|jump(?:ing)? rope|boxing gloves|skipping rope",
     "sports locker, sport locker, gym locker"),
    (r"toys?|teddy|dolls?|building blocks|puzzle", "toy chest, toy box, toy cabinet, toy shelf"),
    (r"night ?light|(?:cartoon|kids?'?) pillowcase", "bunk bed, kids bed"),
    (r"school|crayons|felt.tip pens?|exercise books?|homework",
     "school desk, study table, study desk"),
    (r"reading glasses|bookmarks?", "reading table"),
    (r"bicycle|bike", "bicycle stand, bike stand"),
    (r"rain ?coat|umbrella|scarf|cap", "coat rack"),
    (r"suit|dress|coat|blouse|jacket|gown|skirt", "wardrobe, closet"),
    (r"boots|shoes|sandals|slippers", "shoe rack"),
    (r"alarm clock|(?:reading|sleeping|bedside) lamp", "bedside table, nightstand"),
    (r"pillow|quilt|duvet|blanket|bed ?sheets?", "double bed, king bed, master bed, bed"),
    (r"game consoles?|gam(?:e|ing) consoles?|gam(?:e|ing) consol", "game console cabinet, game "
     "consol cabinet, television stand, tv stand"),
    (r"remote|television|\btv", "television stand, tv stand, tv table"),
    (r"family photo|brass clock|framed", "mantel, mantelpiece"),
    (r"wrench|handsaw|saw|pliers", "tool cabinet, tool box, toolbox, workbench"),
    (r"hammer|drill|screwdrivers?|nails", "workbench, toolbox, tool box"),
    (r"laptop|fountain pen|desk calendar|stapler", "writing desk, office desk"),
    (r"tax|contracts?|invoices?|insurance", "filing cabinet"),
    (r"rake|spade|shovel|hoe", "tool wall, tool rack"),
    (r"flower ?pots?|potting|watering can|seeds", "potting bench"),
    (r"novels?|books?|atlas|encyclopa?edia|comics?", "bookcase, bookshelf, book shelf"),
)  # fmt: skip
_THINGS = [
    (re.compile(rf"\b(?:{thing})\b"), tuple(place.strip() for place in places.split(",")))
    for thing, places in _KINDS
]
_FURNITURE = tuple(dict.fromkeys(place for _, places in _THINGS for place in places))


@lru_cache(maxsize=1 << 12)
def homes(thing: str) -> tuple[str, ...]:
    """Return the kinds of furniture where a thing belongs; furniture and the unknown have none.

    >>> homes("wet towel"), homes("orb")
    (('towel rack', 'towel rail'), ())
    """
    key = thing.casefold()
    if any(_is_a(key, kind) and words(key)[-1:] == words(kind)[-1:] for kind in _FURNITURE):
        return ()  # a towel rack is no towel
    return next((places for kind, places in _THINGS if kind.search(key)), ())


def belongs(thing: str, place: str) -> bool:
    """Tell whether a thing may stay where it is; what is of no known kind may.

    >>> belongs("wet towel", "towel rack"), belongs("wet towel", "sofa"), belongs("orb", "sofa")
    (True, False, True)
    """
    kinds = homes(thing)
    return not kinds or any(_is_a(place, kind) for kind in kinds)


def home_of(thing: str, places: Iterable[str]) -> str | None:
    """Return the place where such a thing belongs: of the likeliest kind; ties by the order given.

    >>> home_of("toy car", ["sofa", "toy storage cabinet"])
    'toy storage cabinet'
    """
    every = [place for place in places if place != thing]
    for kind in homes(thing):
        for place in every:
            if _is_a(place, kind):
                return place
    return None


@lru_cache(maxsize=1 << 14)
def _is_a(place: str, kind: str) -> bool:
    has = set(words(place))
    return all(word in has or f"{word}s" in has for word in words(kind))
