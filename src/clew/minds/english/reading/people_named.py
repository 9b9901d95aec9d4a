"""Which of the names in a text are people's, and by which title."""

from collections.abc import Collection, Iterable

from clew.learn.tasks import ExtractedFact, Person
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.words.people import TITLES, gender_of, looks_personal
from clew.minds.english.words.word_lists import word_phrases

__all__ = ["people_among"]

_PERSONAL = word_phrases("of_a_person")
"""Relations whose subject is a person."""
_PLACING = word_phrases("at_a_place")
"""Relations whose object is a place."""


def people_among(
    subjects: Iterable[str], facts: Collection[ExtractedFact], cast: Cast
) -> tuple[Person, ...]:
    """Return the people among the names of a text; `subjects` are those that do something."""
    places = {fact.object for fact in facts if fact.relation in _PLACING}
    sure = [fact.subject for fact in facts if fact.relation in _PERSONAL]
    doing = [*cast.people, *(fact.subject for fact in facts), *subjects]
    likely = [one for one in doing if looks_personal(one.partition(" (")[0]) and one not in places]
    met = dict.fromkeys([*filter(looks_personal, sure), *likely])
    return tuple(
        Person(name=name, title=_title(name)) for name in met if not _is_thing(name, cast)
    )


def _is_thing(name: str, cast: Cast) -> bool:
    return name in cast.no_people and not gender_of(name.partition(" ")[0])


def _title(name: str) -> str:
    first, _, rest = name.partition(" ")
    return first if rest and first.lower().rstrip(".") in TITLES else ""
