"""What a text tells of people that holds for life: their sex, and when they were born and died."""

from collections.abc import Iterator
from datetime import datetime

from clew.graph.types import Time
from clew.learn.who.lives import GROWN, Life
from clew.minds.english.reading.pronouns import possesses
from clew.minds.english.reading.shown.stages_told import stages_told
from clew.minds.english.words.people import FEMALE_WORDS, MALE_WORDS, gender_of
from clew.minds.english.words.word_lists import section, words_in_order
from clew.regex import Regex
from clew.text import NUMBER_WORDS

__all__ = ["ages_told", "lives_told"]

_NAME = r"(?<![\w-])(?P<name>[A-Z][\w-]*\.?(?: [A-Z][\w-]*\.?){0,3})(?!['’\w-])"
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_TENS = {one: 20 + 10 * at for at, one in enumerate(("twenty", *words_in_order("tens")[:7]))}
_SMALL = "|".join(NUMBER_WORDS[2:20])
_LONG = 10
"""Years for which only somebody grown up has done something."""
_SEX, _YEARS = (
    [
        Regex(
            line.replace("_", " ")
            .replace("NAME", _NAME)
            .replace("WORD", "|".join(sorted(FEMALE_WORDS | MALE_WORDS)))
            .replace("AGE", rf"(?:\d{{1,2}}|(?:{'|'.join(_TENS)})(?:-[a-z]+)?|{_SMALL})")
            .replace("LOW", rf"(?:[^.;:!?\n\"“A-Z]|\b(?:{_MONTHS}))")
        )
        for line in section(name).strip().splitlines()
    ]
    for name in ("tells_sex", "tells_years")
)
_SEXES = {"he": "m", "his": "m", "himself": "m"} | dict.fromkeys(
    ("she", "her", "herself", "pregnant", "maternity"), "f"
)


def lives_told(text: str, at: Time) -> dict[str, Life]:
    """Return what a text tells of people by their names, each as it stands there.

    An age counts back from the time of the text. Of the sexes only those that a first name or a
    title does not tell; none where a text tells two.

    >>> lives_told("Kim (1890-1944) sold her car.", 0)
    {'Kim': Life(sex='f', born=1890, died=1944, born_since=0, born_until=0, alive=0)}
    """
    found: dict[str, Life] = {}
    stages = stages_told(text, at.year) if isinstance(at, datetime) else ()
    for name, life in (*_sexes(text), *_years(text, at), *stages):
        found[name] = found[name].told_with(life) if name in found else life
    return found


_CHILD = r"[A-Z][\w’'-]*(?: [A-Z][\w’'-]*){0,2}"
_AGES = Regex(
    rf"\b(?:{'|'.join(words_in_order('young_kin'))})(?:,|:| are| is| called| named)? "
    rf"(?P<all>{_CHILD} \(\d{{1,2}}\)(?:(?:, and |, | and ){_CHILD} \(\d{{1,2}}\)){{0,8}})"
)
_AGE = Regex(rf"({_CHILD}) \((\d{{1,2}})\)")


def ages_told(sentence: str) -> list[tuple[str, str]]:
    """Return names and ages of a family's young, which stand in brackets.

    >>> ages_told("I have two sons, Jo (9) and Max (5)."), ages_told("Jo (9) scored.")
    ([('Jo', '9'), ('Max', '5')], [])
    """
    return [one for found in _AGES.finditer(sentence) for one in _AGE.findall(found["all"])]


def _sexes(text: str) -> Iterator[tuple[str, Life]]:
    for pattern in _SEX:
        for one in pattern.finditer(text):
            word = one["word"].lower()
            known = word in _SEXES or word in FEMALE_WORDS | MALE_WORDS
            owned = word != "her" or possesses(text[one.end() : one.end() + 40])
            if known and owned and not gender_of(one["name"].split()[0]):
                yield one["name"], Life(_SEXES.get(word) or ("f" if word in FEMALE_WORDS else "m"))


def _years(text: str, at: Time) -> Iterator[tuple[str, Life]]:
    now = at.year if isinstance(at, datetime) else 0
    for pattern in _YEARS:
        for one in pattern.finditer(text):
            told = one.groupdict()
            born, died, age = (_number(told.get(key)) for key in ("born", "died", "age"))
            born = now - age if now and (age or "newborn" in told) else born
            since = now - GROWN - _number(told.get("long")) if now and told.get("long") else 0
            since = since if 0 < since <= now - GROWN - _LONG else 0
            yield one["name"], Life("", born, now if "now" in told else died, born_until=since)


def _number(told: str | None) -> int:
    """Return the number that figures or words are of: "thirty-four"."""
    tens, _, ones = (told or "").partition("-")
    if tens in _TENS:
        return _TENS[tens] + (NUMBER_WORDS.index(ones) if ones in NUMBER_WORDS else 0)
    return NUMBER_WORDS.index(told) if told in NUMBER_WORDS else int(told or 0)
