"""What the dialogues are about: names of phones and of their parts, brought to one spelling.

DiaASQ's annotators marked spans, so one phone is called "k40", "K40" and "redmi k40", and one part
"photo", "photos" and "taking pictures". Only names in these tables are used; a bare number ("the
12") or a maker alone ("Huawei") names no phone. Who makes a phone is stated in the dialogues; it is
part of the benchmark, not knowledge about the world.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

__all__ = ["ASPECTS", "Polarity", "aspect_of", "devices_of", "maker_of"]


class Polarity(StrEnum):
    """What somebody thinks of something."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"


_SPELLINGS = {
    "appearance": "appearance looks;look and feel;face value",
    "battery": "battery;batteries;battery capacity",
    "battery life": "battery life;endurance;standby;life",
    "camera": "camera;cameras;main camera;rear camera;camera modules;camera module",
    "charging": "charging;charge;charges;charging speed;charging experience",
    "colour": "color;colors;color difference;color cast",
    "configuration": "configuration;work configuration;hardware",
    "cooling": "heat;heat dissipation;heat control;hot;dissipates heat;temperature",
    "design": "design;craftsmanship",
    "display brightness": "brightness;bright screen fast",
    "fast charging": "fast charging;fast charge",
    "fluency": "fluency;smoothness;smooth",
    "memory": "memory;space",
    "performance": "performance;game performance;performance scheduling",
    "photos": "photos;photo;pictures;picture;taking pictures;take pictures;took pictures;"
    "taking photos;take photos;takes pictures;photography;basic photography;photo effect;images",
    "power consumption": "power consumption;consumes;power",
    "price": "price;cost;starting price",
    "processor": "processor;cpu;chip",
    "quality": "quality;quality control",
    "refresh rate": "refresh rate;high refresh rate;frame rate",
    "screen": "screen;screens;screen effect;screen quality;hard screen;lcd screen;oled screen",
    "signal": "signal;signals;signal experience;network",
    "sound": "sound quality;speakers;audio;dual-speaker",
    "system": "system;systems;ui;overall ui interaction;software;miui",
    "telephoto lens": "telephoto;5x telephoto;five-fold potential telephoto;telephoto solution",
    "texture": "texture;feel;feels;the feel;material;materials;grip",
    "video": "video;videos;video recording;shoot videos;shoot video;shooting video",
    "wireless charging": "wireless charging",
    "workmanship": "workmanship;quality of workmanship",
}
ASPECTS: Mapping[str, str] = {
    spelling: aspect for aspect, told in _SPELLINGS.items() for spelling in told.split(";")
}
"""Part of a phone by any of its spellings, lower case."""

_MAKERS = (
    ("Apple", r"iphone[\dxs]|1[123]p(romax)?$"),
    ("Samsung", r"samsung.|(galaxy)?s(8|10|20|21|22)|2[12]u?$|22\+"),
    ("Meizu", r"meizu."),
    ("Honor", r"honor.|magic\d|30pro\+$"),
    ("Huawei", r"huawei.|mate\d|p(30|40|50)|m40p|nova\d|40p"),
    ("vivo", r"vivo.|iqoo\w|neo\d|x(3|60|70)|nex|xplay"),
    ("OPPO", r"oppo.|findx|reno"),
    ("OnePlus", r"oneplus.|9p$"),
    ("Realme", r"realme.|gt(neo)?2"),
    ("Nubia", r"nubia.|z5"),
    ("Xiaomi", r"mi\d|mix\d|k(20|30|40)|civi|note\d|n1[01]p|1[012](u|x|s)$|10(p|ultra)$"),
)
_SAME = (
    (r"^the ", ""),
    (r"\bone plus\b", "oneplus"),
    (r"\breal me\b", "realme"),
    (r"^apple (?=1)", "iphone "),
    (r"^(xiaomi|redmi) (?=mi|mix|civi|note|redmi|k\d|n1)", ""),
    (r"^xiaomi (?=\d)", "mi "),
    (r"^(huawei|realme|iqoo) (?=mate|nova|gt|neo)", ""),
    (r"^iqoo(?=neo)", ""),
    (r" ", ""),
    (r"(?<=\d)pro(?!m)", "p"),
)
"""What makes two spellings one phone, applied in order to the lower-case name."""
_NO_PHONE = re.compile(r"series|version|edition|battery|ui$| i$|\d gb|\+\d", re.IGNORECASE)


def aspect_of(told: str) -> str | None:
    """Return the part of a phone that is meant, `None` when the table has none.

    >>> aspect_of("Taking pictures"), aspect_of("pie in the sky")
    ('photos', None)
    """
    return ASPECTS.get(" ".join(told.lower().split()))


def _phone_key(told: str) -> str:
    """Return what all spellings of a phone share.

    >>> _phone_key("Xiaomi Mi 11") == _phone_key("Xiaomi 11") == _phone_key("mi 11")
    True
    """
    key = " ".join(told.lower().replace("’", "'").split())
    for pattern, instead in _SAME:
        key = re.sub(pattern, instead, key)
    return key


def maker_of(told: str) -> str | None:
    """Return a phone's maker; `None` when the name tells none.

    >>> maker_of("redmi k40"), maker_of("12"), maker_of("Huawei")
    ('Xiaomi', None, None)
    """
    key = _phone_key(told)
    return next((maker for maker, begins in _MAKERS if re.match(begins, key)), None)


def devices_of(targets: Iterable[str]) -> dict[str, str]:
    """Return a name for each target that names a phone: its commonest spelling, then the first.

    Ranges of phones ("the 12 series") and names of more than three words are left out.
    """
    counts: dict[str, dict[str, int]] = {}
    for target in targets:
        plain = " ".join(target.split())
        if _is_phone(plain):
            spelt = counts.setdefault(_phone_key(plain), {})
            spelt[plain] = spelt.get(plain, 0) + 1
    best = {key: min(spelt, key=lambda one: (-spelt[one], one)) for key, spelt in counts.items()}
    return {target: best[key] for target in targets if (key := _phone_key(target)) in best}


def _is_phone(told: str) -> bool:
    if not re.fullmatch(r"[A-Za-z0-9+ ]+", told) or told.isdigit() or _NO_PHONE.search(told):
        return False
    return len(told.split()) <= 3 and maker_of(told) is not None
