"""Where somebody lives, works or studies, read from sentences in the order of time.

"Ida, who is a nurse at the hospital", "Per: I work for Brightlark now": each sentence that tells
the home or the work of the person is a claim with a start, as in `clew.minds.english.asking.roles`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.ask.evidence import Passage
from clew.graph.types import Kind, Time
from clew.minds.english.asking.kinds import fits_kind, is_moment, noun_fits
from clew.minds.english.asking.phrases import PREPOSITIONS
from clew.minds.english.asking.questions import Want
from clew.minds.english.asking.roles import NAME_PATTERN, Claim, sentences_of, start_of
from clew.minds.english.asking.tracks import is_after, rank, writers
from clew.minds.english.asking.windows import find_window
from clew.text import STOP_WORDS, words

__all__ = ["HomeAsked", "home_asked", "homes"]

_ASKED = re.compile(
    r"\s*(?:(?P<where>where)|who|whom|for whom|(?:at |for |in )?(?:which|what) (?P<noun>\w+))\s+"
    r"(?:does|did|do)\s+(?P<who>.{2,60}?)\s+(?P<verb>live|work|study)(?:\s+(?:for|at|in))?"
    r"\s*\?*\s*",
    re.IGNORECASE,
)
_TIMELY = re.compile(r"\b(?:now|currently|today|nowadays|still|at the moment)\b", re.IGNORECASE)
_STOP = (
    r"(?:and|but|since|until|from|for|by|when|where|which|who|that|because|before|after|to|again"
    r"|now|yesterday|today|with|as|so|is|was|has|this|last|instead|too|again|these|next)"
)
_PLACE = rf"(?P<value>[\w'’&.-]+(?:\s(?!{_STOP}\b)[\w'’&-]+){{0,7}})"
_AS = r"(?:\s+as\s+(?:(?:an?|the)\s+)?(?:[\w-]+\s?){1,3}?)?"
_MID = r"(?:(?:now|then|also|still|already|has|have|had|is|was|am|are|been|['’]ve|['’]m)\s*)*"
_TELLS = {
    "work": (
        rf"(?:works?|worked|working|employed|hired|teach(?:es)?|got a job|found a job"
        rf"|taken a job|took a job|started|starts?){_AS}\s+(?:at|for|in|with|aboard)\s+",
        r"(?:is|was|am|as|became|['’]m)\s+(?:an?|the)\s+(?:[\w-]+\s){1,3}?(?:at|with|for)\s+",
        r"(?:has joined|joined)\s+",
    ),
    "live": (
        r"(?:lives?|lived|living|moved|settled|resides?|staying|stays)"
        r"(?:\s+back)?\s+(?:in|to|at|into|on)\s+",
        r"(?:rents?|rented|renting|shares?)\s+(?:an?|the)\s+(?:[\w-]+\s){1,2}(?:in|at|on)\s+",
    ),
    "study": (
        r"(?:stud(?:y|ies|ied|ying)(?:\s+[\w-]+){0,3}?|enrolled|a (?:pupil|student))"
        r"\s+(?:at|in)\s+",
    ),
}
_DENIED = re.compile(
    r"\b(?:not|never|no longer|used to|if|would|might)\b|n['’]t\b|\?", re.IGNORECASE
)
_WITH = r"(?:\s+and\s+\w+)?(?:,[^,;]{2,40},|,?\s+who)?"
_SPEAKER = re.compile(r"^([^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?): ")


@dataclass(frozen=True, slots=True)
class HomeAsked:
    """Whose home (`live`), work or school (`study`) is asked for."""

    who: str
    verb: str
    where: bool
    """Asked as "where", so a place without a name will do."""
    noun: str = ""
    """What kind of place: "which *hospital*"."""


def home_asked(question: str, now: Time | None) -> HomeAsked | None:
    """Return whose home or work a question asks for, `None` for other questions.

    >>> home_asked("Where does Ida Moss work now?", None)
    HomeAsked(who='Ida Moss', verb='work', where=True, noun='')
    """
    _, bare = find_window(question[:300], now)
    match = _ASKED.fullmatch(" ".join(_TIMELY.sub("", bare).split()))
    if match is None or (match["noun"] and match["noun"] in {"city", "town", "country", "street"}):
        return None
    return HomeAsked(
        match["who"], match["verb"].casefold(), bool(match["where"]), match["noun"] or ""
    )


def homes(
    asked: HomeAsked, names: Sequence[str], passages: Sequence[Passage], now: Time | None
) -> list[Claim]:
    """Return the history of where the person lived or worked, oldest first.

    Args:
        asked: what is wanted.
        names: every name of the person.
        passages: episodes, and theses whose episode is not among them.
        now: the moment the question is asked from.
    """
    called = {name for name in names if name[:1].isupper()}
    called |= {name.split()[0] for name in called if len(name.split()) > 1 and len(name) > 3}
    called -= {"Mr", "Mrs", "Dr", "Ms", "The", "Uncle", "Aunt"}
    if not called:
        return []
    spelled = "|".join(re.escape(name) for name in sorted(called, key=lambda one: (-len(one), one)))
    person = re.compile(rf"\b(?:{spelled})\b(?!['’]s)")
    episodes = {one.id for one in passages if one.kind is Kind.EPISODE}
    found: list[Claim] = []
    writer = writers(passages)
    for number, passage in enumerate(passages):
        if passage.kind is Kind.THESIS and episodes & set(passage.episodes):
            continue
        for value, sentence, match in _read(asked.verb, person, passage.text, writer[number]):
            place = _place(value, asked)
            if place:
                found.append(Claim(place, start_of(sentence, match, passage), number))
    known = [claim for claim in found if not is_after(claim.start, now)]
    return sorted(known, key=lambda claim: rank(claim.start))


def _read(
    verb: str, person: re.Pattern[str], text: str, speaker: str
) -> Iterator[tuple[str, str, re.Match[str]]]:
    before = ""
    for sentence in sentences_of(text):
        if (said := _SPEAKER.match(sentence)) is not None:
            speaker, before = said[1], ""
            sentence = sentence[said.end() :]
        subject = rf"\b(?P<who>{person.pattern}|[Hh]e|[Ss]he|I)\b{_WITH}"
        for tells in _TELLS[verb]:
            for match in re.finditer(rf"{subject}\s*{_MID}\s*{tells}{_PLACE}", sentence):
                who = match["who"]
                if _DENIED.search(match[0]):
                    continue
                mine = who == "I" and person.match(speaker) is not None
                theirs = who.casefold() in {"he", "she"} and _only(person, before)
                theirs = theirs and not _names(sentence[: match.start()])
                if person.fullmatch(who) or mine or theirs:
                    yield match["value"], sentence, match
        before = sentence


def _only(person: re.Pattern[str], sentence: str) -> bool:
    """Tell whether a sentence names the person first, so that "she" in the next one is them."""
    names = _names(sentence)
    return bool(names) and person.fullmatch(names[0]) is not None


def _names(sentence: str) -> list[str]:
    found = [name for name in re.findall(NAME_PATTERN, sentence) if not is_moment(name)]
    return [name for name in found if words(name)[0] not in STOP_WORDS]


def _place(value: str, asked: HomeAsked) -> str:
    place = re.sub(r"\s(?:in|on|at|of|the|a|an)$", "", value.rstrip(".,'’"))
    low = words(place)
    if not low or is_moment(place) or not fits_kind(Want.PLACE, place):
        return ""
    if low[0] in PREPOSITIONS or noun_fits(asked.noun, place, ()) is False:
        return ""
    named = any(word[:1].isupper() for word in place.split())
    led = low[0] in {"the", "a", "an", "his", "her", "their", "our", "my"}
    return place if named or (led and asked.where and len(low) > 1) else ""
