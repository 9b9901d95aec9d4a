"""Where a thing has been and who has had it, read from sentences in the order of time.

"I gave the key to Ida", "the key hangs in the garage": each sentence that moves the thing or
tells its place is a claim with a start, as in `clew.minds.english.asking.roles`; the newest that had begun counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.ask.evidence import Passage
from clew.graph.types import Kind, Time
from clew.minds.english.asking.kinds import fits_kind, is_moment
from clew.minds.english.asking.phrases import DETERMINERS
from clew.minds.english.asking.questions import Want
from clew.minds.english.asking.roles import NAME_PATTERN, Claim, same_holder, sentences_of, start_of
from clew.minds.english.asking.stems import word_set
from clew.minds.english.asking.windows import find_window
from clew.text import STOP_WORDS, words

__all__ = ["TrackAsked", "is_after", "latest", "rank", "track_asked", "tracks", "writers"]

_DET = r"(?:(?:(?:the|my|our|his|her|their|a|an|your|[^\W\d_][\w-]*['’]s)\s+){1,2})"
_TIMELY = re.compile(r"\b(?:now|currently|today|nowadays|still|right now|at the moment)\b", re.I)
_THING = r"(?P<thing>[\w.'’-]+(?: (?!(?:on|in|at|of|from|with|by)\b)[\w.'’-]+){0,3})"
_WHO = re.compile(
    rf"\s*who (?P<verb>has|had|owns|owned|holds|held|keeps|kept) {_DET}?{_THING}"
    r"(?: (?:on|in|at|of) [\w '’.-]{2,40})?\s*\?*\s*",
    re.IGNORECASE,
)
_WHERE = re.compile(
    rf"\s*(?:where|in (?:which|what) (?P<noun>\w+)) (?:is|was|are|were) {_DET}?{_THING}?"
    r"(?: (?:kept|stored|housed|moored|parked|displayed|hidden|standing))?\s*\?*\s*",
    re.IGNORECASE,
)
_WHOM = (
    rf"(?:{_DET}(?:[\w-]+\s+){{0,2}}?[\w-]+,?\s+)?(?P<value>{NAME_PATTERN}|\b(?:I|me|us|him|her)\b)"
)
_SUBJECT = rf"(?P<value>{NAME_PATTERN}|\bI\b)(?:,[^,;.]{{2,40}},|,)?"
_PLACE = (
    r"(?P<value>(?:in|on|at|to|under|behind|inside|into|near|beside|above|below|beneath|onto)\s+"
    r"(?!(?:the end|the meantime|order|fact|case|time|once|last|least|first)\b)"
    r"[\w'’.-]+(?:\s(?!(?:and|but|since|until|from|for|by|when|where|which|who|that|because|before"
    r"|after|to|again|now|yesterday|today|with|as|so|is|was|has|this|last|so)\b)[\w'’-]+){0,7})"
)
_WHEN = r"(?:\s+(?:in|on|at|since)\s+(?:\d{1,2}\s)?[A-Z0-9]\w+(?:\s\d{4})?)?"
_BACK = r"(?:\s+(?:back|over|up|down|away|out|now|again|still|safely))*"
_CAPITALS = r"[^\W\d_a-zß-ÿ][\w'’-]*(?:\s[^\W\d_a-zß-ÿ][\w'’-]*){0,2}"
_FROM = r"(?:(?i:from)\s[\w ]{2,30}\s(?=to\b))?"
_OWNING = r"sold|sell|sells|gave|give|gives|given|bequeathed|donated|left"
_LENDING = r"lent|lend|lends|handed|hand|hands|passed|returned|entrusted|brought"
_MOVED = (
    r"put|puts|moved|move|moves|took|take|brought|left|leave|leaves|hung|hang|hangs|placed|place|hid"
    r"|hide|kept|keep|keeps|stored|store|carried|set|drop|dropped|returned|transferred|stowed|parked"
)
_WAS = r"(?:is|was|are|were|has been|have been|had been)"
_RESTS = (
    rf"(?:(?:{_WAS}|(?:has )?found (?:a|its) (?:home|place)(?: there)?"
    rf"|lies|lie|lay|hangs|hang|hung|stands|stand|stood|sits|sit|sat|stays|stay|remains"
    r"|remain)(?:\s+(?:now|still|kept|stored|parked|moored|hidden|standing|hanging|housed|again))*)"
)
_DENIED = re.compile(r"\b(?:not|never|no longer|nobody|used to|almost|nearly)\b|n['’]t\b|\?", re.I)
_SPEAKER = re.compile(r"^([^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?): ")
_SIGNED = re.compile(
    rf"^Dear\b[^\n]{{2,40}}\n[\s\S]*\n(?:[\w' ]{{2,30}},\s*)?({_CAPITALS})\s*$", re.UNICODE
)
_INTRODUCED = re.compile(
    rf"\b(?:[Mm]y name is|I am called|(?:diary|notebook|journal|log)\b[^.]{{0,40}}"
    rf"\b(?:owner is|belongs to|property of))\s+({_CAPITALS})"
)
_NO_VALUE = word_set(
    "i me us it he she they we you the this that these those there here but and so also still"
)


@dataclass(frozen=True, slots=True)
class TrackAsked:
    """A thing, and whether its holder, owner or place is asked."""

    thing: str
    wanted: str
    """`holder`, `owner` or `place`."""
    noun: str = ""
    """What kind of place: "in which *room*"."""


def track_asked(question: str, now: Time | None) -> TrackAsked | None:
    """Return the thing whose holder or place a question asks for, `None` for other questions.

    >>> track_asked("Who has the brass key now?", None)
    TrackAsked(thing='brass key', wanted='holder', noun='')
    >>> track_asked("Where was the old map in May 2020?", None)
    TrackAsked(thing='old map', wanted='place', noun='')
    """
    _, bare = find_window(question[:300], now)
    text = " ".join(_TIMELY.sub("", bare).split()).replace(" ?", "?")
    if (match := _WHO.fullmatch(text)) is not None:
        owner = match["verb"].casefold().startswith("own")
        return TrackAsked(match["thing"], "owner" if owner else "holder")
    if (match := _WHERE.fullmatch(text)) is not None and match["thing"]:
        return TrackAsked(match["thing"], "place", (match["noun"] or "").casefold())
    return None


def tracks(asked: TrackAsked, passages: Sequence[Passage], now: Time | None) -> list[Claim]:
    """Return the history of the thing, oldest first; claims of one moment in order of the text.

    Args:
        asked: the thing and what is wanted.
        passages: theses are read only where their episode is not among them.
        now: the moment the question is asked from.
    """
    spelled = _spelled(asked.thing, [one.text for one in passages])
    named = re.compile(rf"\b{spelled}(?!['’]s)\b(?! [\w-]+['’]s)", re.IGNORECASE)
    patterns = _patterns(asked, spelled)
    episodes = {one.id for one in passages if one.kind is Kind.EPISODE}
    found: list[Claim] = []
    writer = writers(passages)
    for number, passage in enumerate(passages):
        if passage.kind is Kind.THESIS and episodes & set(passage.episodes):
            continue
        if not named.search(passage.text):
            continue
        for value, sentence, match in _read(patterns, named, passage.text, writer[number]):
            text = _value(value, asked)
            if text:
                found.append(Claim(text, start_of(sentence, match, passage), number))
    known = [claim for claim in found if not is_after(claim.start, now)]
    return sorted(known, key=lambda claim: rank(claim.start))


def latest(known: Sequence[Claim], end: Time | None) -> Claim | None:
    """Return the last claim that starts before `end`; `None` where two passages disagree."""
    begun = [one for one in known if end is None or rank(one.start) < rank(end)]
    if not begun:
        return None
    last = begun[-1]
    tied = [one for one in begun if one.start == last.start and one.passage != last.passage]
    if any(not same_holder(one.holder, last.holder) for one in tied):
        return None
    return last if last.holder != "?" else None


def _spelled(thing: str, texts: Sequence[str]) -> str:
    """Return a pattern of the thing's name: "the lion" too, where only one lion is told of."""
    *kinds, head = thing.split()
    whole = r"\s+".join(map(re.escape, (*kinds, head)))
    if not kinds or kinds[-1].endswith(("'s", "’s")) or not head.islower():
        return whole
    every = {
        match[1].casefold()
        for text in texts
        for match in re.finditer(rf"([\w'’-]+)\s+{re.escape(head)}\b", text, re.IGNORECASE)
    }
    if every - STOP_WORDS - DETERMINERS - {kinds[-1].casefold()}:
        return whole
    return rf"(?:{whole}|(?<=the ){re.escape(head)})"


def writers(passages: Sequence[Passage]) -> list[str]:
    """Return who says "I" in each passage, empty where it is not told.

    A letter is signed; a diary names its owner once, for all texts that nobody else signs.
    """
    signed = [_SIGNED.search(one.text) for one in passages]
    owners = {match[1] for one in passages for match in _INTRODUCED.finditer(one.text)}
    owner = owners.pop() if len(owners) == 1 and not any(signed) else ""
    return [match[1] if match is not None else owner for match in signed]


def rank(moment: Time | None) -> float:
    """Return a key that orders moments, the unknown one first."""
    if moment is None:
        return float("-inf")
    return float(moment) if isinstance(moment, int) else moment.timestamp()


def is_after(moment: Time | None, now: Time | None) -> bool:
    """Tell whether a moment lies after another, both known."""
    return moment is not None and now is not None and rank(moment) > rank(now)


def _patterns(asked: TrackAsked, spelled: str) -> list[re.Pattern[str]]:
    thing = rf"{_DET}?(?:(?:old|new|own|other)\s+)?(?:{spelled}|\b(?:it|them|they)\b)"
    if asked.wanted == "place":
        texts = [
            rf"(?i:\b{thing}\s+(?:now\s+|still\s+)?{_RESTS}\s+){_PLACE}",
            rf"(?i:\b(?:{_MOVED})\s+{thing}{_BACK}\s+){_FROM}{_PLACE}",
            rf"(?i:\b{thing}\s+{_WAS}\s+(?:moved|taken|brought|put|transferred|returned|sent|placed"
            rf"|hung|lent|set|stored|housed|left|carried){_BACK})(?:\s(?i:on|in) [A-Z]\w+)?\s+"
            rf"{_FROM}{_PLACE}",
            rf"(?i:\blent\s+{thing}\s+){_PLACE}",
        ]
        return [re.compile(text) for text in texts]
    verbs = "owns|owned|bought|acquired|purchased|inherited"
    given = _OWNING
    if asked.wanted == "holder":
        verbs += "|has|had|keeps|kept|holds|carries|took|takes|got|borrowed|received|collected"
        given = rf"{_OWNING}|{_LENDING}"
    by = r"(?:is owned by|was bought by|was acquired by|was inherited by|belongs to|belonged to"
    by += r"|(?:is|was) the property of|(?:is|was|are) with|was borrowed by)"
    texts = [
        rf"{_SUBJECT}\s+(?:(?:now|has|have|still|then|also|already)\s+)*(?i:(?:{verbs})\s+"
        rf"(?:back\s+)?{thing})(?![\w'’]| [\w-]+['’]s)",
        rf"(?i:\b(?:{given})\s+{thing}){_WHEN}{_BACK}\s+(?:to|with)\s+{_WHOM}",
        rf"(?i:\b(?:{given}))\s+{_WHOM}\s+(?i:{thing})",
        rf"(?i:\b{thing}\s+(?:{_WAS}\s+)?(?:{given}){_BACK})"
        rf"(?:\s+by\s+{_DET}?[\w ]{{2,30}}?)?{_WHEN}\s+(?:to|with)\s+{_WHOM}",
        rf"(?i:\b{thing}\s+(?:[\w ]{{2,40}}\s+and\s+)?(?:now\s+)?{by}\s+){_WHOM}",
        rf"(?i:\bthe\s+(?:new\s+)?(?:owner|buyer)(?:\s+of\s+{thing})?\s+(?:is|was)\s+"
        rf"(?:none other than\s+|a certain\s+)?){_WHOM}",
    ]
    if asked.wanted == "holder":
        stays = r"(?:is|was|lives|lived|stays|stayed|is living|is staying)"
        texts.append(rf"(?i:\b{thing}\s+(?:now\s+)?{stays}\s+(?:now\s+)?with\s+){_WHOM}")
        texts.append(rf"{_SUBJECT}\s[\w ]{{2,40}}\swith\s+(?i:{thing})\s+in\s+(?:his|her)\s+hand")
    return [re.compile(text) for text in texts]


def _read(
    patterns: Sequence[re.Pattern[str]], named: re.Pattern[str], text: str, speaker: str
) -> Iterator[tuple[str, str, re.Match[str]]]:
    """Yield value, sentence and match; "it" counts where the sentence or the last one names it."""
    before = ""
    for sentence in sentences_of(text):
        if (said := _SPEAKER.match(sentence)) is not None:
            speaker = said[1]
        here = [
            (match.start(), match) for pattern in patterns for match in pattern.finditer(sentence)
        ]
        for _, match in sorted(here, key=lambda one: one[0]):
            if _DENIED.search(match[0]) or not _means(match, named, sentence, before):
                continue
            value = match["value"]
            if value in {"I", "me", "us"}:
                value = speaker or "?"
            elif value in {"him", "her"}:
                value = _subject(before)
            yield value, sentence, match
        before = sentence


def _subject(sentence: str) -> str:
    """Return who is named first in a sentence, for the "him" of the next one."""
    names = [name for name in re.findall(NAME_PATTERN, sentence) if not is_moment(name)]
    return next((name for name in names if words(name)[0] not in _NO_VALUE | STOP_WORDS), "?")


def _means(match: re.Match[str], named: re.Pattern[str], sentence: str, before: str) -> bool:
    """Tell whether the match names the thing, or its "it" can mean nothing else."""
    if named.search(match[0]):
        return True
    ahead = sentence[: match.end()]
    if named.search(ahead):
        return True
    ahead = re.sub(r"\b(?:[Aa]n?|[Tt]he) [\w -]{2,30}, $", "", sentence[: match.start()])
    rival = re.search(rf"\b{_DET}[\w-]+", ahead, re.IGNORECASE)
    return rival is None and named.search(before) is not None


def _value(value: str, asked: TrackAsked) -> str:
    """Return the name or place as it is answered, empty for what is none."""
    if asked.wanted == "place":
        place = re.sub(r"^\w+\s+", "", value)  # its preposition
        place = re.sub(r"\s(?:in|on|at|of|the|a|an)$", "", place.rstrip(".,"))
        low = words(place)
        if not fits_kind(Want.PLACE, place):
            return ""
        if not low or is_moment(place) or low[0] in _NO_VALUE - {"the"} or low == ["the"]:
            return ""
        wrong = asked.noun and asked.noun not in {"building", "place", *low}
        return "" if wrong or set(low) & set(words(asked.thing)) else place
    if value == "?":
        return value
    low = words(value)
    bad = not low or low[0] in _NO_VALUE | STOP_WORDS or is_moment(value)
    return "" if bad or re.search(r"['’]s$", value) else value
