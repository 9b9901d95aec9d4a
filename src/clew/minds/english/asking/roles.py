"""Who holds a role, read from sentences: "our new plumber is Ida", "Ida, the plumber".

A role passes from hand to hand and is worded in many ways, few of which become facts of one
relation. Here each sentence that names the role is read for a holder; every reading is a claim
with a start, and the claims together are the role's history: the newest counts that had begun.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from clew.ask.evidence import Passage
from clew.graph.types import Kind, Time
from clew.minds.english.asking.kin import KIN_KEYS
from clew.minds.english.asking.kinds import is_moment, is_plural
from clew.minds.english.asking.phrases import DETERMINERS, noun_readings
from clew.minds.english.asking.questions import Order, Question
from clew.minds.english.asking.stems import word_set
from clew.minds.english.asking.windows import find_window
from clew.minds.english.words.dates import find_times
from clew.text import STOP_WORDS, words

__all__ = [
    "NAME_PATTERN",
    "Claim",
    "RoleAsked",
    "claims",
    "current",
    "role_asked",
    "same_holder",
    "sentences_of",
    "start_of",
]

_ASKED = re.compile(
    r"\s*who(?:['’]s| is| was| has been| had been)\s+(?:now |currently )?"
    r"(?:(?P<mine>my|our)\s+|the\s+|(?P<owner>.{2,60}?)['’]s?\s+)"
    r"(?P<role>[\w-]+(?: (?!(?:of|at|in|for|to|on|before|after|by|that|who|with|from)\b)[\w-]+)"
    r"{0,2})"
    r"(?:\s+(?:of|at|in|for)\s+(?P<of>.{2,60}?))?"
    r"(?:\s+(?:before|after)\s+.{2,60}?)?\s*\?*\s*",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:new|current|present|former|previous|now|currently|today)\b"
    r"|\bat (?:the moment|present)\b",
    re.IGNORECASE,
)
_CAPITAL = r"[^\W\d_a-zß-ÿ][\w'’-]*"
NAME_PATTERN = (
    rf"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.?\s)?{_CAPITAL}"
    rf"(?:\s(?:(?:de|van|von|der|den|di|da|la|el|of)\s)*{_CAPITAL}){{0,3}}"
)
_SPLIT = re.compile(
    r"(?<=[.!?])(?<!\bMr\.)(?<!\bDr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bNo\.)\s+|\n+"
)
_FRESH = r"(?:(?:new|newest|current|present|own|next)\s+)?"
_OWNER = (
    rf"(?:the\s+|an?\s+|its\s+|his\s+|her\s+|their\s+|my\s+|our\s+|(?:the\s+)?(?P<owner>{_CAPITAL}"
    rf"(?:\s{_CAPITAL}){{0,3}}|[\w-]+)['’]s?\s+)?"
)
_TAIL = (
    r"(?:\s+(?:of|at|in|for)\s+(?P<of>(?:the\s+|our\s+|its\s+)?[\w'’-]+(?:\s(?!(?:is|was|has|and"
    r"|since|from|until|will|in|on|who)\b)[\w'’-]+){0,4})|\s+there|\s+here)?"
)
_BECOMES = (
    r"(?:is|was|are|has been|became|becomes|has become|will be|will become|serves as|works as"
    r"|(?:was|has been|is) (?:appointed|elected|named|made|chosen as|promoted to|hired as)(?: as)?"
    r"|(?:took|takes|has taken) over(?: from [\w'’ -]{2,30}?)? as|acts as|began as|started as"
    r"|(?:has )?(?:succeeded|succeeds|replaced|replaces|followed) [\w'’ -]{2,30}? as)"
)
_LOST = (
    r"(?:resigned|resigns|stepped down|steps down|retired|retires|gave up [\w ]{2,15}|quit"
    r"|has resigned|has retired|has stepped down|was dismissed|was fired) (?:as|from)"
)
_PRONOUN = r"(?:he|she)"
_DENIED = re.compile(r"\b(?:not|never|no longer|nobody|used to be|almost|nearly)\b|n['’]t\b", re.I)
_OVER = re.compile(r"\b(?:former|ex|old|previous|late|retired)\s*-?\s*$", re.I)
_LONGEST = 1500
"""Characters of a sentence that are read: the patterns take quadratic time on endless ones."""
_MODIFIED = re.compile(r"[a-z-]\s$")
_NO_NAME = word_set(
    "i he she it we they you there here this that mr mrs dr the a an and but his her"
)


@dataclass(frozen=True, slots=True)
class RoleAsked:
    """A role and whose it is: "our plumber", "the head teacher of Ansel's school"."""

    role: str
    owner: str = ""
    mine: bool = False
    kin: bool = False
    """A kinship or friendship: several may hold it at once, and none passes it on."""
    inner: bool = False
    """The owner is only described ("Ansel's school"): a text must say all of the description."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody holds (or, `ended`, gave up) the role from `start` on."""

    holder: str
    start: Time | None
    passage: int
    ended: bool = False


def role_asked(question: str, now: Time | None) -> RoleAsked | None:
    """Return the role a who-question asks for, `None` for any other question.

    >>> role_asked("Who is our plumber?", None)
    RoleAsked(role='plumber', owner='', mine=True, kin=False, inner=False)
    >>> role_asked("Who was the head of the Mint in May 2020?", None)
    RoleAsked(role='head', owner='the Mint', mine=False, kin=False, inner=False)
    """
    _, bare = find_window(question[:300], now)
    match = _ASKED.fullmatch(" ".join(_ASIDE.sub("", bare).split()))
    if match is None:
        return None
    role = match["role"].casefold()
    last = role.split()[-1]
    if is_plural(last) or last in STOP_WORDS or match["role"][:1].isupper():
        return None
    kin = any(reading.key in KIN_KEYS for reading in noun_readings(last))
    return RoleAsked(role, match["owner"] or match["of"] or "", bool(match["mine"]), kin)


def claims(
    asked: RoleAsked, owners: Sequence[str], passages: Sequence[Passage], now: Time | None
) -> list[Claim]:
    """Return who held the role, oldest first.

    Args:
        asked: the role.
        owners: every name of what the role belongs to; none where the question names nothing.
        passages: theses and episodes; those after `now` are not read.
        now: the moment the question is asked from.
    """
    *kinds, head = map(re.escape, asked.role.split())
    role = r"\s+".join((*kinds, head))
    short = rf"(?:{' '.join(kinds)}\s+)?{head}" if kinds else role  # said in full once before
    patterns = {Kind.THESIS: _patterns(role), Kind.EPISODE: _patterns(short)}
    texts = {one.id: one.text for one in passages if one.kind is Kind.EPISODE}
    wanted = {word for name in owners for word in words(name) if word not in STOP_WORDS}
    found: list[Claim] = []
    for number, passage in enumerate(passages):
        if not re.search(rf"\b{role}\b", passage.text, re.I) or _later(passage.valid_from, now):
            continue
        around = " ".join([passage.text, *(texts.get(id, "") for id in passage.episodes)])
        for holder, text, match, ended in _read(patterns[passage.kind], passage.text):
            if _owned(match, wanted, around, asked):
                found.append(Claim(holder, start_of(text, match, passage), number, ended))
    known = [claim for claim in found if not _later(claim.start, now)]
    return sorted(known, key=lambda claim: (_number(claim.start), claim.ended, claim.passage))


def current(known: Sequence[Claim], question: Question, than: Sequence[str]) -> Claim | None:
    """Return the claim a question means, `None` where it means none or two equally.

    Args:
        known: the history, oldest first.
        question: gives the time window and the order.
        than: names of whom "before" and "after" compare with.
    """
    history: list[Claim] = []
    window = question.window
    for claim in known:
        if window is not None and (
            window.kind != "in" or _later(claim.start, window.end, last=True)
        ):
            continue
        history = [one for one in history if not same_holder(one.holder, claim.holder)] + [claim]
    ended = [claim for claim in history if claim.ended]
    if question.order is Order.BEFORE:
        return _before([claim for claim in known if not claim.ended], than)
    if question.order is not None or not history:
        return None
    held = [claim for claim in history if not claim.ended]
    if not held or (ended and ended[-1] is history[-1] and len(held) == 0):
        return None
    tied = [claim for claim in held if claim.start == held[-1].start]
    return held[-1] if len(tied) == 1 else None


def _before(known: Sequence[Claim], than: Sequence[str]) -> Claim | None:
    names = list(than) or ([known[-1].holder] if known else [])
    starts = [
        at for at, one in enumerate(known) if any(same_holder(one.holder, name) for name in names)
    ]
    earlier = known[: starts[0]] if starts else []
    return earlier[-1] if earlier else None


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text, cut at `_LONGEST`; titles such as "Dr." end none."""
    return [sentence[:_LONGEST] for sentence in _SPLIT.split(text)]


def same_holder(one: str, other: str) -> bool:
    """Tell whether two names may be one person's: "Ida", "Ida Moss", "Dr Moss".

    >>> same_holder("Dr Moss", "Ida Moss"), same_holder("Ida", "Per")
    (True, False)
    """
    left, right = words(one), words(other)
    return bool(left and right) and (left[-1] == right[-1] or left == right[: len(left)])


def _number(moment: Time | None) -> float:
    if moment is None:
        return float("-inf")
    return float(moment) if isinstance(moment, int) else moment.timestamp()


def _later(moment: Time | None, than: Time | None, *, last: bool = False) -> bool:
    if moment is None or than is None:
        return False
    return _number(moment) >= _number(than) if last else _number(moment) > _number(than)


def _patterns(role: str) -> list[tuple[re.Pattern[str], bool]]:
    """Return patterns with a holder, and whether they tell that the role was given up."""
    held = rf"{_OWNER}{_FRESH}{role}\b"
    flags = re.UNICODE
    holder = rf"(?P<holder>{NAME_PATTERN})"
    either = rf"(?P<holder>{NAME_PATTERN}|\b(?i:{_PRONOUN})\b)"
    texts = [
        (
            rf"(?i:\b{held}{_TAIL}(?:\s+(?:is now|is|was|has been|will be|became)))\s+"
            r"(?:a certain\s+|none other than\s+)?"
            rf"(?:(?:now|called|currently|again|her|his|our|my|the)\s+(?:[a-z]+,?\s+)?)*{holder}",
            False,
        ),
        (
            rf"{holder},\s+(?:(?:now|then|currently)\s+)?(?i:{held}{_TAIL})"
            r"(?=[,.;:!?)]|$|\s(?:since|who|and|for))",
            False,
        ),
        (rf"(?i:\b{held})(?:(?i:{_TAIL}),|,|)\s+{holder}", False),
        (
            rf"{either}(?:,[^,;]{{2,60}},|\s+who)?\s+(?:also\s+|now\s+|still\s+)?"
            rf"(?:{_BECOMES})\s+(?:now\s+|also\s+|still\s+)?(?i:{held}{_TAIL})",
            False,
        ),
        (
            rf"(?i:\b{held}{_TAIL}),?\s+{holder},?\s+(?:has\s+|is\s+)?(?:retire[sd]|retiring|left"
            r"|leaves|leaving|resign(?:s|ed)|die[sd]|quits?)\b",
            True,
        ),
        (rf"{either}(?:\s+has|\s+is)?\s+{_LOST}\s+(?i:{held}{_TAIL})", True),
    ]
    return [(re.compile(text, flags), ended) for text, ended in texts]


def _read(
    patterns: Sequence[tuple[re.Pattern[str], bool]], text: str
) -> Iterator[tuple[str, str, re.Match[str], bool]]:
    """Yield holder, sentence, match and whether it is given up, in the order of the text."""
    before = ""
    for sentence in sentences_of(text):
        for pattern, ended in patterns:
            for match in pattern.finditer(sentence):
                holder = _holder(match, sentence, before)
                if holder and not _DENIED.search(match[0]):
                    yield holder, sentence, match, ended
        before = sentence


def _holder(match: re.Match[str], sentence: str, before: str) -> str:
    name, ahead = match["holder"], sentence[: match.start()]
    led = match.start("holder") == match.start() or words(match[0])[0] in DETERMINERS
    if name.casefold() in {"he", "she"}:
        people = [one for one in re.findall(NAME_PATTERN, before) if words(one)[0] not in _NO_NAME]
        people = [one for one in people if not is_moment(one) and " " in one]
        name = people[-1] if len(set(people)) == 1 else ""
    low = words(name)
    if (
        not low
        or low[0] in _NO_NAME - {"mr", "mrs", "dr"}
        or is_moment(name)
        or low[0] in STOP_WORDS
    ):
        return ""
    if (
        not led
        and not match["owner"]
        and _MODIFIED.search(ahead)
        and words(ahead)[-1] not in STOP_WORDS
    ):
        return ""  # "the deputy head, Ida": a word before the role makes it another one
    return "" if _OVER.search(ahead) or re.search(r"['’]s?$", name) else name


def _owned(match: re.Match[str], wanted: set[str], around: str, asked: RoleAsked) -> bool:
    """Tell whether the role in a sentence is the one asked for: whose it is must not differ."""
    said = [text for text in (match["owner"], match["of"]) if text]
    if not wanted:
        return not asked.mine or not any(text[:1].isupper() for text in said)
    if said and any(wanted & set(words(text)) for text in said):
        return True
    if asked.kin or any(text[:1].isupper() or " " in text for text in said):
        return False
    present = set(words(around))
    return wanted <= present if asked.inner else bool(wanted & present)


def start_of(text: str, match: re.Match[str], passage: Passage) -> Time | None:
    """Return the date that the clause around a match names, else that of the passage."""
    if not isinstance(passage.valid_from, datetime):
        return passage.valid_from
    clause = text[max(text.rfind(";", 0, match.start()), 0) : match.end() + 40]
    for said in (clause, text):
        spans, _ = find_times(said, passage.valid_from)
        dated = [one for one in spans if one.first is not None and one.prep not in {"until", "for"}]
        near = [one for one in dated if one.grain in {"day", "month", "year"}]
        if len(near) == 1:
            return datetime.combine(date.fromisoformat(str(near[0].first)[:10]), time(), UTC)
        if near:
            break
    return passage.valid_from
