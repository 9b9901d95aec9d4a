"""What kind of thing a name stands for, judged by its words and by the facts about it."""

import re
from collections.abc import Collection, Iterable, Sequence

from clew.minds.english.asking.parsed_question import Ask, Want
from clew.minds.english.asking.relation_phrases import is_event
from clew.minds.english.asking.stems import stem, stem_set, word_set
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import PEOPLE, PLACES
from clew.minds.english.words.lexicon import CONTINENTS, COUNTRIES
from clew.minds.english.words.lexicon import PLACES as KNOWN_PLACES
from clew.minds.english.words.people import gender_of
from clew.minds.english.words.quantities import is_clock
from clew.minds.english.words.word_lists import word_list, words_in_order
from clew.regex import Regex
from clew.text import NUMBER_WORDS, words

__all__ = ["amount", "are_rooms", "counted", "fits_kind", "gender_clash", "is_moment",
           "is_occupation", "noun_fits", "number_in", "numbered", "sex_clash",
           "sex_unknown"]  # fmt: skip

_MALE = word_list("of_men")
_FEMALE = word_list("of_women")
_NO_PLACES = word_list("no_place_nouns")
"""Nouns that stand after "in", "on" or "at" and name no place ("on loan", "for forty years")."""
_MEMBERS = {
    kind: word_list(f"{kind}s") for kind in ("instrument", "sport", "colour", "language", "vehicle")
}
_MEMBERS["pet"] = word_list("pets_asked")
_MEMBERS["animal"] = _MEMBERS["pet"] | word_list("pets") | {"chicken"}
"""Kind noun -> words that are of that kind; decides "which instrument" where facts do not say."""

_KIND_WORDS = word_list("kinds_shown")
"""Kinds that a name shows or a fact states: "which hospital" wants proof that it is one."""
_JOBS = word_list("jobs")
_JOB_ENDINGS = words_in_order("job_endings")

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MOMENT = Regex(
    rf"(?:(?:the )?(?:early |mid |late |spring |summer |autumn |winter )?(?:of )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:of )?(?:(?:{_MONTHS}) ?)?(?:\d{{1,2}}(?:st|nd|rd|th)?,? )?"
    rf"(?:1[0-9]|20)\d\d(?:s|-\d\d(?:-\d\d)?)?)|(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:of )?"
    rf"(?:{_MONTHS})(?: \d{{1,2}}(?:st|nd|rd|th)?)?|(?:{_DAYS})s?|yesterday|today|tomorrow"
    rf"|\d{{4}}-\d\d-\d\d.*|(?:christmas|easter)",
    re.IGNORECASE,
)
_TENS = "thirty forty fifty sixty seventy eighty ninety"
_NUMBERS = {name: number for number, name in enumerate(NUMBER_WORDS)} | {
    name: 10 * number for number, name in enumerate(_TENS.split(), 3)
}
_GENERIC = stem_set(
    "thing company firm organisation organization employer business job place one name person"
    " people man woman object item subject topic role position"
).union(map(stem, PLACES | PEOPLE))
_SETTLEMENTS = stem_set("city town village country state county province continent")
_LAND, _TOWNS = stem_set("country"), stem_set("city town village")
_CITY_STATES = frozenset({"singapore", "monaco", "luxembourg", "san marino", "hong kong", "macau"})
_INDOORS = stem_set("building house room")
_ROOMS = word_set(
    "room kitchen bedroom bathroom hall hallway corridor attic cellar basement pantry study library"
    " garage garden shed porch lounge parlour office bedchamber livingroom backyard driveway yard"
    " laundry workshop greenhouse foundry street supermarket"
)
_ROADS = word_set("street road lane avenue square")
_FIRMS = word_set("company firm business agency centre center road street lane house group")

_SPOUSES = frozenset(
    {"husband", "wife", "boyfriend", "girlfriend", "fiancé", "fiancée", "fiance", "fiancee"}
)
_KIN = word_set("sibling cousin parent grandparent child baby twin friend partner")
_NO_OCCUPATIONS = frozenset(map(stem, _KIN | _MALE | _FEMALE | word_list("no_jobs")))
_COMPLEMENT = Regex(r"\s(?:of|at|in|for|from|with|on|by|and|who)\s.*$")


def is_moment(name: str) -> bool:
    """Tell whether a name is a date or another expression of time.

    >>> is_moment("May 1987"), is_moment("Fridays"), is_moment("Lisbon")
    (True, True, False)
    """
    return _MOMENT.fullmatch(name.strip()) is not None


def number_in(name: str) -> int | None:
    """Return the number a name opens with ("two cats"), if any.

    >>> number_in("three cats"), number_in("cats"), number_in("12")
    (3, None, 12)
    """
    first = words(name)[:1]
    if not first:
        return None
    if first[0].isascii() and first[0].isdigit() and len(first[0]) < 10:
        return int(first[0])
    return _NUMBERS.get(first[0])


def fits_kind(want: Want, name: str) -> bool:
    """Tell whether a name may be of a kind: a date is no place and no person."""
    if want is Want.TIME:
        return is_moment(name) or is_clock(name)
    if want is Want.PLACE and words(name)[-1:] and words(name)[-1] in _NO_PLACES:
        return False
    if want is Want.PERSON and number_in(name) is not None:
        return False  # a place may have a number
    return want not in (Want.PLACE, Want.PERSON) or not is_moment(name)


def noun_fits(noun: str, name: str, descriptions: Collection[str]) -> bool | None:
    """Tell whether a thing is a `noun`: proven, disproven, or (`None`) open.

    >>> noun_fits("hospital", "Mercy Hospital", ()), noun_fits("hospital", "Liffey Water", ())
    (True, False)
    >>> noun_fits("company", "Liffey Water", ())
    """
    if not noun:
        return None
    last = noun.split()[-1]
    wanted = stem(last)
    said = {stem(word) for text in (name, *descriptions) for word in words(text)}
    if wanted in said:
        return True
    if wanted in _SETTLEMENTS and not _may_settle(name, descriptions):
        return False
    place = name.casefold()
    if wanted in _LAND and place in COUNTRIES | KNOWN_PLACES:
        return place in COUNTRIES
    if wanted in _TOWNS and place in (COUNTRIES | CONTINENTS) - _CITY_STATES:
        return False
    if wanted in _INDOORS and words(name)[-1:] and words(name)[-1] in _ROADS:
        return False
    singular = next((kind for kind in _MEMBERS if stem(kind) == wanted), None)
    if singular is not None and said & {stem(word) for word in _MEMBERS[singular]}:
        return True
    if wanted in _GENERIC:
        return None
    return False if singular or wanted in {stem(word) for word in _KIND_WORDS} else None


def _may_settle(name: str, descriptions: Collection[str]) -> bool:
    """Tell whether a thing may be a town or a country: a capital, and nothing else by its words."""
    bare = re.sub(r"^(?:the|a|an) ", "", name)
    last = [words(text)[-1] for text in (name, *descriptions) if words(text)]
    return bare[:1].isupper() and not any(word in _KIND_WORDS | _FIRMS for word in last)


def are_rooms(*names: str) -> bool:
    """Tell whether all names are those of rooms and the like, which are not in one another.

    >>> are_rooms("the kitchen", "Room A"), are_rooms("the kitchen", "the drawer")
    (True, False)
    """
    said = [words(name) for name in names]
    return all(one and (one[-1] in _ROOMS or "room" in one[:2]) for one in said)


def gender_clash(noun: str, descriptions: Iterable[str]) -> bool:
    """Tell whether kinship nouns stated of somebody exclude a noun of the other sex."""
    last = noun.split()[-1] if noun else ""
    other = _FEMALE if last in _MALE else _MALE if last in _FEMALE else frozenset()
    return any(word in other for text in descriptions for word in words(text))


def sex_unknown(noun: str, name: str, descriptions: Iterable[str]) -> bool:
    """Tell whether a noun names a sex that nothing shows: Lou, whose sister is Kim, as a brother.

    >>> sex_unknown("brother", "Lou", ()), sex_unknown("brother", "Tom", ())
    (True, False)
    """
    last = noun.split()[-1] if noun else ""
    same = _MALE if last in _MALE else _FEMALE if last in _FEMALE else frozenset()
    same = frozenset() if last in _SPOUSES else same  # one asks for a husband who knows of one
    shown = gender_of(name.split(" ")[0]) or any(
        word in same for text in descriptions for word in words(text)
    )
    return bool(same) and not shown


def sex_clash(noun: str, name: str) -> bool:
    """Tell whether a first name is one of the other sex than a kinship noun.

    >>> sex_clash("mother", "Tom Reed"), sex_clash("mother", "Anna"), sex_clash("boss", "Tom")
    (True, False, False)
    """
    last, first = noun.rpartition(" ")[2], name.split(" ")[0]
    sex = "m" if last in _MALE else "f" if last in _FEMALE else ""
    return {sex, gender_of(first)} == {"m", "f"}


def is_occupation(name: str) -> bool:
    """Tell whether a description names a job: decided by its head noun.

    >>> [is_occupation(name) for name in ("baker", "vet", "piano teacher", "lawyer at Bell & Co")]
    [True, True, True, True]
    >>> [is_occupation(name) for name in ("mother", "big brother", "German", "dead", "member")]
    [False, False, False, False, False]
    """
    said = words(_COMPLEMENT.sub("", name.casefold()))
    if not said or len(said) > 5:
        return False
    head = said[-1]
    if stem(head) in _NO_OCCUPATIONS:
        return False
    return head in _JOBS or (len(head) > 4 and head.endswith(_JOB_ENDINGS))


def amount(chosen: Sequence[Match]) -> tuple[str, Sequence[Match]]:
    """Return how much it is, with its unit ("71 kg"); nothing where no number is told."""
    told = [match for match in chosen if number_in(match.name) is not None]
    return (told[-1].name, told[-1:]) if told else ("", ())


def numbered(matches: Iterable[Match]) -> list[Match]:
    """Return the matches that tell a number: "34", "four metres", "20 euros"."""
    return [match for match in matches if any(map(_is_number, words(match.name)))]


def _is_number(word: str) -> bool:
    return word[0].isdigit() or number_in(word) is not None


def counted(chosen: Sequence[Match], ask: Ask) -> tuple[str, Sequence[Match]]:
    """Return how many things match, as stated ("two" cats), and the facts.

    Deeds are not counted where no number is told, nor who is in a place: nobody tells of all.
    """
    noun = stem(words(ask.noun)[-1]) if words(ask.noun) else ""
    for match in chosen:
        said = words(match.name)
        fits = ask.possessed or len(said) < 2 or noun in map(stem, said)
        if number_in(match.name) is not None and fits:
            return said[0], (match,)
    sure = ask.possessed or "place" not in ask.keys
    sure = sure and not any(is_event(match.fact.relation) for match in chosen)
    return (str(len({match.value for match in chosen})), chosen) if sure else ("", ())
