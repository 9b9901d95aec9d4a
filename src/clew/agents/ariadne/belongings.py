"""Where things of a household belong: common knowledge, by kinds of thing and of furniture."""

import re
from collections.abc import Sequence

__all__ = ["belongs", "home_of"]

_KINDS: tuple[tuple[str, str], ...] = (
    # thing, furniture; the first that fits a thing counts
    (r"dirty (?:plate|fork|spoon|pan|cup|dish)|greasy|used (?:cup|plate|glass)", r"dishwasher"),
    (r"dirty socks?|muddy|dirty (?:shirt|trousers|laundry|towel)", r"washing machine|laundry"),
    (r"milk|butter|yogh?urt|cheese|(?:raw )?(?:meat|chicken|fish|beef|pork)|eggs?|juice",
     r"refrigerator|fridge"),
    (r"pepper|cinnamon|salt|spices?|paprika", r"spice rack|dining table|counter"),
    (r"(?:bread|carving|kitchen) knife", r"knife block"),
    (r"tooth ?brush|toothpaste|soap|deodorant|razor|shampoo", r"bathroom sink|sink|washbasin"),
    (r"towel|washcloth", r"towel rack"),
    (r"plasters?|syrup|pills?|medicine|bandages?", r"medicine cabinet"),
    (r"dumbbell|kettlebell|weights?", r"dumbbell stand|weight rack"),
    (r"yoga mat|jump rope|boxing gloves?", r"(?:sports?|equipment|gym) .*locker|sports locker"),
    (r"swimming|fins|goggles|life (?:ring|jacket|vest)", r"pool (?:equipment )?rack|pool rack"),
    (r"chlorine|pool chemicals?|water test", r"pool chemicals"),
    (r"toys?|teddy|doll|building blocks?", r"toy (?:storage cabinet|chest|box)|toy"),
    (r"school|crayons?|felt tip pens?|exercise book", r"(?:school|study) (?:desk|table)|desk"),
    (r"novel|books?|atlas|poetry|encyclop", r"bookcase|bookshel(?:f|ves)"),
    (r"reading glasses|bookmark", r"reading table"),
    (r"suit|dress|coat|blouse|jacket|gown", r"wardrobe|closet|coat rack"),
    (r"raincoat|umbrella|scarf", r"coat rack"),
    (r"boots?|shoes?", r"shoe rack"),
    (r"alarm clock|(?:reading|sleeping|bedside) lamp", r"bedside table|nightstand"),
    (r"night light|pillowcase", r"(?:bunk|kids?) bed"),
    (r"throw pillow|decorative pillow|plaid|blanket", r"sofa|couch"),
    (r"pillow|quilt|duvet", r"(?:double|king size|master) bed"),
    (r"remote|television|\btv\b", r"tv (?:table|stand)|television stand"),
    (r"(?:game|gaming) consoles?|gaming consol", r"game consol|television stand"),
    (r"tablecloth|table runner|candles?|candlestick|napkin|centerpiece|shakers?", r"dining table"),
    (r"wine glass|tureen|teapot|porcelain", r"china cabinet"),
    (r"photo|brass clock", r"mantel"),
    (r"wrench|handsaw|pliers", r"tool cabinet|tool"),
    (r"hammer|drill|screwdrivers?", r"workbench|tool"),
    (r"bicycle|bike", r"bicycle stand"),
    (r"\biron\b|wrinkled", r"ironing board"),
    (r"laptop|fountain pen|desk calendar", r"writing desk"),
    (r"tax|contract|invoice|insurance", r"filing cabinet"),
    (r"rake|spade|shovel", r"tool wall"),
    (r"flower ?pot|potting|watering can|seeds", r"potting bench"),
    (r"toilet paper", r"toilet"),
)  # fmt: skip
_THINGS = [(re.compile(rf"\b(?:{thing})\b"), re.compile(place)) for thing, place in _KINDS]


def _place(thing: str) -> re.Pattern[str] | None:
    return next((place for kind, place in _THINGS if kind.search(thing)), None)


def belongs(thing: str, place: str) -> bool:
    """Tell whether a thing may stay where it is; what is of no known kind may.

    >>> belongs("wet towel", "towel rack"), belongs("wet towel", "sofa"), belongs("orb", "sofa")
    (True, False, True)
    """
    home = _place(thing)
    return home is None or home.search(place) is not None


def home_of(thing: str, places: Sequence[str]) -> str | None:
    """Return the first place that such a thing belongs to, if there is one.

    >>> home_of("toy car", ["sofa", "toy chest"])
    'toy chest'
    """
    home = _place(thing)
    if home is None:
        return None
    return next((place for place in places if place != thing and home.search(place)), None)
