"""What a text says once all of it is read: each fact once, and past states over where they are.

A story is told in the past tense of what holds in it. So a state of the past is over only where the
text tells of the present too, or of a death, or is no story: a note of one sentence about a life.
"""

from collections.abc import Mapping, Sequence

from clew.learn.tasks import ExtractedFact
from clew.minds.english.parsing.clause_types import Triple
from clew.minds.english.reading.fact_checks import is_kinship
from clew.minds.english.words.slots import is_office
from clew.regex import Regex

__all__ = ["settled"]

_LIFE = Regex(
    r"(?:lives|works|studies|resides)\b.*|is married to|plays for|attends"
    r"|is the (?:wife|husband|spouse|partner|girlfriend|boyfriend|fiancée?|fiancee?|boss|landlord"
    r"|landlady|flatmate|roommate|housemate) of"
)
"""What a note in the past tense says to be over: "Tom worked at the mill"."""
_FELT = frozenset({"loves", "likes", "enjoys", "dislikes", "hates"})
"""Who loved a book has not stopped when the book is read."""
_BORN = frozenset({"baby", "baby boy", "baby girl", "boy", "girl", "little boy", "little girl"})
_BORN |= {"son", "daughter", "twins", "triplets"}
"""Who had a baby still has one."""


def settled(
    pending: Sequence[tuple[Triple, ExtractedFact]], text: str, *, present: bool, note: bool
) -> tuple[ExtractedFact, ...]:
    """Return the facts of a text; it tells of the `present` somewhere, or is but a short `note`."""
    pending = _still_open(pending)
    dead = {one.subject: one.valid_from for _, one in pending if _tells_death(one)}
    past = {(triple.subject, fact.subject) for triple, fact in pending if triple.past}
    over = {full: year for short, full in sorted(past) if (year := _last_year(short, text))}
    return _once([_settle(triple, fact, present, note, dead, over) for triple, fact in pending])


def _still_open(
    pending: Sequence[tuple[Triple, ExtractedFact]],
) -> Sequence[tuple[Triple, ExtractedFact]]:
    """Drop a state without times that a later sentence dates the end of: it is told to be over.

    "Tom works at Bask. He resigned last week": not since the day of the text. What is told again
    after its end is so again.
    """
    ends = {
        _said(fact): number
        for number, (_, fact) in enumerate(pending)
        if fact.ended and fact.valid_to and not fact.denied
    }
    return [
        (triple, fact)
        for number, (triple, fact) in enumerate(pending)
        if (fact.valid_from, fact.valid_to, fact.ended) != (None, None, False)
        or number > ends.get(_said(fact), -1)
    ]


def _said(fact: ExtractedFact) -> tuple[str, str, str]:
    return fact.subject, fact.relation, fact.object


_PLACES = 4
_YEARS = Regex(
    r" ?\((?:[^()]{0,120}?\b)?\d{3,4}(?: in [^()\d–—]{1,40}?)?"
    r" ?(?:[-–—]|[,;][^()\d]{0,40}?\bd(?:ied|\.)) ?"
    r"(?:[^()]{0,60}?\b)?(1\d{3}|20\d\d)\b[^()\d]{0,40}\)"
)
"""From when to when somebody lived, or something was: "(3 May 1880 – 1962)"."""


def _last_year(name: str, text: str) -> str:
    r"""Return the year behind a name that says how long its owner lived, or an empty text.

    A title may have the name without the years, so its first few places are looked at.

    >>> _last_year("Ida Roy", "Ida Roy\nIda Roy (3 May 1880 – 1 June 1962) was a painter.")
    '1962'
    """
    low, short = text.lower(), name.lower()
    at = low.find(short)
    for _ in range(_PLACES):
        if at < 0:
            return ""
        end = at + len(short)
        if years := _YEARS.match(text, end, end + 240):
            return years[1] or ""
        at = low.find(short, end)
    return ""


def _tells_death(fact: ExtractedFact) -> bool:
    return (fact.relation, fact.object) == ("is", "dead") and not (fact.ended or fact.denied)


def _once(facts: Sequence[ExtractedFact]) -> tuple[ExtractedFact, ...]:
    """Keep each fact once, at its first place; a dated telling is preferred to an undated one."""
    kept: dict[tuple[str, str, str, bool], ExtractedFact] = {}
    again: list[ExtractedFact] = []
    for fact in facts:
        key = (fact.subject, fact.relation, fact.object, fact.ended)
        old = kept.setdefault(key, fact)
        if old is fact or fact == old or (fact.valid_from, fact.valid_to) == (None, None):
            continue
        if (old.valid_from, old.valid_to) in {(None, None), (fact.valid_from, fact.valid_to)}:
            kept[key] = fact
        elif all((fact.valid_from, fact.valid_to) != (f.valid_from, f.valid_to) for f in again):
            again.append(fact)
    return (*kept.values(), *again)


def _settle(
    triple: Triple,
    fact: ExtractedFact,
    present: bool,
    note: bool,
    dead: Mapping[str, str | None],
    over: Mapping[str, str],
) -> ExtractedFact:
    """Close a past-tense state without times where the text shows that it is over."""
    life = _LIFE.fullmatch(fact.relation) is not None or is_office(fact.relation)
    gone = fact.subject in dead and life
    if not triple.past or fact.valid_from is not None or fact.valid_to is not None:
        return fact
    past = fact.subject in over and not is_kinship(fact.relation)  # the dead are still daughters
    goes_on = fact.relation in _FELT or (fact.relation == "has" and fact.object in _BORN)
    if not ((present and not goes_on) or gone or past or (note and life)):
        return fact
    end = dead.get(fact.subject) or over.get(fact.subject)
    return fact.model_copy(update={"valid_from": "unknown", "valid_to": end, "ended": True})
