"""Where household things belong: common knowledge by kind of thing, for no particular house.

A thing's use and state say more than its name: a dirty plate goes to the dishwasher, a toy car to
the toy chest. Otherwise the noun decides: the longest first ("wine glass" before "glass"), then
the last in the name (a "family photo" is a photo). Furniture is of a kind if its name has all
words of the kind: a "toy storage cabinet" is a "toy cabinet".
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from clew.text import words

__all__ = ["belongs", "home_of", "homes"]

_Table: TypeAlias = tuple[tuple[str, str], ...]
"""(kinds of thing, kinds of furniture, likeliest first), each a comma-separated list."""

_NEEDS_WASHING = "dirty, greasy, used, unwashed, muddy, sweaty, stained, smelly, soiled, sticky"
_NEEDS_IRONING = "wrinkled, creased, crumpled, unironed"
_DISHES = (
    "plate, pan, pot, saucepan, cup, mug, fork, spoon, knife, bowl, dish, glass, saucer, cutlery, "
    "tray, ladle, spatula, lunch box"
)
_CLOTHES = (
    "suit, dress, coat, blouse, jacket, gown, skirt, shirt, t shirt, trousers, pants, jeans, "
    "shorts, sweater, pullover, jumper, cardigan, hoodie, waistcoat, tie, uniform, leggings, vest, "
    "costume, tuxedo"
)
_UNDERWEAR = "sock, stocking, tights, underwear, underpants, bra, pyjamas, pajamas, nightgown"
_BEDDING = (
    "pillow, pillowcase, quilt, duvet, blanket, bed sheet, bedsheet, bedspread, comforter, "
    "mattress, eiderdown"
)

_BY_STATE: tuple[tuple[str, str, str], ...] = (
    (_NEEDS_WASHING, _DISHES, "dishwasher, kitchen sink"),
    (_NEEDS_WASHING, f"{_CLOTHES}, {_UNDERWEAR}, {_BEDDING}, clothes, laundry, towel, apron",
     "washing machine, laundry basket, hamper"),
    (_NEEDS_IRONING, f"{_CLOTHES}, {_BEDDING}, clothes, laundry, tablecloth", "ironing board"),
)  # fmt: skip
"""(states, kinds of thing, where they belong)."""

_BY_USE: _Table = (
    ("toy, teddy, doll, dollhouse, stuffed animal, plush, building block, puzzle, rattle, yo yo, "
     "spinning top, marble, rocking horse, board game, action figure",
     "toy chest, toy box, toy cabinet, toy shelf, toy basket"),
    ("chlorine, algaecide, pool chemical, pool cleaner, water test", "chemical shelf, "
     "chemical table, chemical cabinet"),
    ("swim, swimming, swimsuit, snorkel, goggles, diving mask, fin, flipper, kickboard, life ring, "
     "life jacket, life vest, life belt, pool noodle, water wings",
     "pool rack, pool locker, equipment rack"),
    ("school, homework, exercise book, crayon, felt tip, coloured pencil, colored pencil, "
     "pencil case, satchel, wax pastel", "school desk, study desk, study table, kids desk"),
    ("garden rake, garden spade, rake, spade, shovel, hoe, pitchfork, garden fork, hedge shears, "
     "scythe, pruning saw, leaf blower", "tool wall, garden tool rack, tool rack"),
    ("flower pot, flowerpot, plant pot, potting, watering can, seed, seedling, fertilizer, "
     "fertiliser, compost, trowel, gardening gloves, bulb planter, secateurs",
     "potting bench, potting table"),
    ("night light, nightlight, cartoon pillowcase, kids pillow, kids blanket, cartoon blanket, "
     "baby blanket", "bunk bed, kids bed, crib, cot"),
)  # fmt: skip
"""A thing's use takes precedence over its noun."""

_BY_NOUN: _Table = (
    # food and the kitchen
    ("milk, butter, margarine, yoghurt, yogurt, cheese, cream, egg, meat, chicken, beef, pork, "
     "lamb, ham, bacon, sausage, fish, salmon, shrimp, mayonnaise, lettuce, leftovers, tofu, "
     "orange juice, mustard, ketchup, salad, custard, pudding",
     "refrigerator, fridge"),
    ("ice cream, ice cube, frozen peas, frozen pizza, frozen berry", "freezer, refrigerator, "
     "fridge"),
    ("salt, salt shaker, pepper, pepper mill, cinnamon, spice, paprika, curry, oregano, basil, "
     "thyme, turmeric, cumin, nutmeg, clove, vanilla, chilli powder, saffron", "spice rack, "
     "spice shelf"),
    ("flour, sugar, rice, pasta, noodle, cereal, oats, lentil, bean, canned soup, tin, honey, jam, "
     "olive oil, vinegar, cracker, biscuit, cookie, tea bag, coffee bean, peanut butter",
     "pantry, kitchen cupboard, kitchen cabinet"),
    ("apple, banana, orange, pear, peach, plum, mango", "fruit bowl, fruit basket"),
    ("bread, loaf, baguette, bun", "bread box, bread bin, pantry"),
    ("knife, bread knife, carving knife, cleaver, knife sharpener", "knife block, "
     "kitchen drawer, cutlery drawer"),
    ("fork, spoon, chopsticks, cutlery, silverware, ladle, spatula, whisk, peeler, can opener, "
     "corkscrew, grater", "cutlery drawer, kitchen drawer"),
    ("plate, bowl, cup, mug, glass, dish, saucer, pan, pot, saucepan, wok, colander, baking tray, "
     "cutting board, kettle", "kitchen cupboard, kitchen cabinet, dish rack"),
    ("wine glass, champagne glass, goblet, decanter, tureen, teapot, porcelain, bone china, "
     "china cup, gravy boat, crystal bowl, silver platter", "china cabinet, sideboard, cupboard"),
    ("tablecloth, table runner, placemat, place mat, napkin, napkin holder, napkin ring, candle, "
     "candlestick, candelabra, centrepiece, centerpiece, coaster", "dining table, sideboard"),
    ("dish soap, sponge, scouring pad, rubber gloves", "kitchen sink"),
    # living and sleeping
    ("throw pillow, decorative pillow, sofa pillow, cushion, plaid, plaid blanket, throw blanket, "
     "afghan", "sofa, couch, armchair"),
    (_BEDDING, "double bed, king bed, queen bed, master bed, bed"),
    ("remote, remote control, television remote, game console, games console, video game, "
     "game controller, joystick, set top box, dvd, dvd player", "television stand, tv stand, "
     "tv table, media cabinet, entertainment center"),
    ("photo, photograph, picture frame, framed picture, clock, figurine, trophy, vase, music box",
     "mantel, mantelpiece, display shelf"),
    ("alarm clock, bedside lamp, reading lamp, table lamp, sleep mask, sleeping mask, earplug",
     "bedside table, nightstand, night stand"),
    ("book, novel, atlas, encyclopedia, encyclopaedia, dictionary, comic, biography, anthology, "
     "textbook, guidebook, thesaurus, bible, poetry, fairy tale", "bookcase, bookshelf, "
     "book shelf"),
    ("reading glasses, bookmark, magnifying glass", "reading table"),
    ("newspaper, magazine", "magazine rack, coffee table"),
    # washing and health
    ("toothbrush, tooth brush, toothpaste, tooth paste, dental floss, mouthwash, soap, razor, "
     "shaving foam, shaving cream, deodorant, shampoo, conditioner, hair brush, hairbrush, comb, "
     "body lotion, face cream, hand cream, make up, lipstick, perfume, cotton bud",
     "bathroom sink, washbasin, bathroom cabinet, bathroom shelf, vanity"),
    ("plaster, bandage, cough syrup, pill, tablet, medicine, ointment, aspirin, painkiller, "
     "antiseptic, eye drops, vitamin, clinical thermometer, inhaler", "medicine cabinet, "
     "first aid box, bathroom cabinet"),
    ("towel, bath towel, hand towel, washcloth, flannel, bathrobe", "towel rack, towel rail, "
     "linen closet"),
    ("toilet paper, toilet roll, toilet brush", "toilet"),
    ("detergent, fabric softener, bleach, stain remover", "laundry shelf, washing machine"),
    ("steam iron, clothes iron, flat iron, spray starch", "ironing board"),
    # clothes
    (f"{_CLOTHES}, winter coat, ball gown", "wardrobe, closet"),
    (_UNDERWEAR, "dresser, chest of drawers, wardrobe, closet"),
    ("raincoat, rain coat, umbrella, scarf, cap, hat, beanie, mittens, walking stick", "coat rack, "
     "coat stand, hat stand, coat hook"),
    ("boot, shoe, sandal, slipper, sneaker, trainers, loafer, high heels, wellingtons, clog, "
     "flip flop", "shoe rack, shoe cabinet, shoe shelf"),
    ("ring, necklace, bracelet, earring, brooch", "jewelry box, jewellery box"),
    # work and play
    ("laptop, computer, pen, fountain pen, pencil, stapler, desk calendar, notepad, notebook, "
     "paper clip, ruler, eraser, ink, envelope, calculator, sticky tape, scissors, printer paper",
     "writing desk, office desk, computer desk"),
    ("tax, tax return, contract, insurance, insurance contract, invoice, receipt, certificate, "
     "bank statement, deed, warranty, payslip, bill", "filing cabinet, file cabinet"),
    ("hammer, mallet, drill, screwdriver, screw, nail, sander, sandpaper, soldering iron, "
     "glue gun, vice, vise, chisel, plane, electric saw",
     "workbench, toolbox, tool box, tool chest"),
    ("wrench, spanner, saw, handsaw, hand saw, hacksaw, pliers, pincers, crowbar, axe, hatchet, "
     "spirit level, tape measure, bolt cutter", "tool cabinet, toolbox, tool box, tool chest"),
    ("bicycle, bike, bicycle pump, bike pump, bicycle helmet, bike helmet, tricycle, unicycle",
     "bicycle stand, bike stand, bicycle rack, bike rack"),
    ("dumbbell, dumb bell, kettlebell, kettle bell, barbell, weight plate, weight", "dumbbell "
     "stand, dumbbell rack, weight rack"),
    ("yoga mat, exercise mat, jump rope, jumping rope, skipping rope, boxing glove, tennis racket, "
     "tennis ball, football, basketball, volleyball, hockey stick, resistance band, headband, "
     "shin guards, whistle", "sports locker, gym locker, locker"),
    ("broom, mop, dustpan, bucket, duster, vacuum cleaner", "broom closet, cleaning cupboard"),
    ("mail, letter tray, house key, car key", "hall table, key rack, key hook"),
)  # fmt: skip

_Phrase: TypeAlias = tuple[str, ...]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _forms(phrase: str) -> Iterator[_Phrase]:
    """Yield a phrase in the singular and in the plural."""
    *first, last = phrase.split()
    yield (*first, last)
    yield (*first, f"{last}s")
    yield (*first, f"{last}es")
    for end, plural in (("y", "ies"), ("fe", "ves"), ("f", "ves")):
        if last.endswith(end):
            yield (*first, last.removesuffix(end) + plural)


def _by_phrase(table: _Table) -> Mapping[_Phrase, tuple[str, ...]]:
    """Return phrase -> furniture; if two rows have the same phrase, the first counts."""
    found: dict[_Phrase, tuple[str, ...]] = {}
    for things, places in table:
        for thing in _listed(things):
            for form in _forms(thing):
                found.setdefault(form, _listed(places))
    return found


_STATES = tuple(
    (frozenset(_listed(states)), _by_phrase(((things, places),)))
    for states, things, places in _BY_STATE
)
_USES, _NOUNS = _by_phrase(_BY_USE), _by_phrase(_BY_NOUN)
_FURNITURE = tuple(
    dict.fromkeys(
        place
        for table in (*(table for _, table in _STATES), _USES, _NOUNS)
        for places in table.values()
        for place in places
    )
)


@lru_cache(maxsize=1 << 12)
def homes(thing: str) -> tuple[str, ...]:
    """Return the kinds of furniture where a thing belongs; none for furniture and unknown things.

    >>> homes("wet towel")[0], homes("dirty towel")[0], homes("orb")
    ('towel rack', 'washing machine', ())
    """
    if any(_is_a(thing, kind) and _head(thing) == _head(kind) for kind in _FURNITURE):
        return ()  # a towel rack is no towel
    said = tuple(words(thing))
    for states, kinds in _STATES:
        if states.intersection(said) and (found := _best(said, kinds)):
            return found
    return _best(said, _USES) or _best(said, _NOUNS)


def _best(said: _Phrase, table: Mapping[_Phrase, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the furniture of the longest phrase in a name, or the last of equally long ones."""
    for length in range(min(3, len(said)), 0, -1):
        for end in range(len(said), length - 1, -1):
            if found := table.get(said[end - length : end]):
                return found
    return ()


def _head(name: str) -> str:
    """Return the head noun: "rack" of "towel rack", "shelf" of "shelf of chemicals"."""
    return "".join(words(name.partition(" of ")[0])[-1:])


def belongs(thing: str, place: str) -> bool:
    """Return whether a thing may stay where it is; things of unknown kinds always may.

    >>> belongs("wet towel", "towel rack"), belongs("wet towel", "sofa"), belongs("orb", "sofa")
    (True, False, True)
    """
    kinds = homes(thing)
    return not kinds or any(_is_a(place, kind) for kind in kinds)


def home_of(thing: str, places: Iterable[str]) -> str | None:
    """Return the place where a thing belongs: the likeliest kind, ties by the order given.

    >>> home_of("toy car", ["sofa", "toy storage cabinet"])
    'toy storage cabinet'
    """
    every = [place for place in places if place != thing]
    for kind in homes(thing):
        for place in every:
            if _is_a(place, kind):
                return place
    return None


def _is_a(place: str, kind: str) -> bool:
    return kind in _kinds_of(place)


@lru_cache(maxsize=1 << 12)
def _kinds_of(place: str) -> frozenset[str]:
    """Return a piece's kinds of furniture: a bunk bed is a "bunk bed", not a "bed"."""
    has = set(words(place))
    fit = [kind for kind in _FURNITURE if all(w in has or f"{w}s" in has for w in words(kind))]
    return frozenset(
        kind for kind in fit if not any(set(words(kind)) < set(words(other)) for other in fit)
    )
