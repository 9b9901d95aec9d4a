"""Answers read out of one sentence, where no fact gives one.

A sentence answers only if it names what the question names, says everything else the question
says (in its words or a synonym of the table), and has, where the question expects it, a phrase
of the kind that is wanted. Of several such sentences the newest that holds counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from clew.ask.evidence import Passage
from clew.graph.types import Kind, Time
from clew.minds.english.asking.enumerations import listed, with_others
from clew.minds.english.asking.kinds import is_moment, is_plural, noun_fits, number_in
from clew.minds.english.asking.phrases import AUXILIARIES, PREPOSITIONS, keys_of
from clew.minds.english.asking.questions import Ask, Form, Name, Question, Term, Want
from clew.minds.english.asking.stems import stem, word_set
from clew.minds.english.asking.windows import show_time
from clew.minds.english.words.dates import find_times
from clew.text import STOP_WORDS, words

__all__ = ["Sentence", "best_sentence"]

_SPLIT = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")
_SPEAKER = re.compile(r"^([^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?): ")
_KIND_NOUN = re.compile(r"\b(?:which|what|how many|how much)\s+([\w-]+(?: or [\w-]+)?)", re.I)
_CAPITALS = re.compile(
    r"[^\W\d_a-zß-ÿ][\w'’-]*(?:\s+(?:(?:of|de|van|der|di|la|&|the)\s+)?[^\W\d_a-zß-ÿ][\w'’-]*)*"
)
_PLACE = re.compile(
    r"\b(in|at|on|to|near|under|inside|into|behind|above)\s+"
    r"((?:the|a|an|his|her|its|their|my|our)\s+)?"
    r"((?:[\w'’-]+\s+){0,3}?[\w'’-]+)(?=[.,;!?]|$|\s+(?:and|in|at|on|to|near|with|since|from|for"
    r"|until|by|of|where|when|which|who|as|because|before|after|now|yesterday|today|last|again"
    r"|is|was)\b)",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\w+\s+(?:(?:the|a|an|his|her|its|their|my|our)\s+)?((?!(?:to|in|at|on|for|of|with|that|and)\b)"
    r"[\w'’-]+(?:\s+(?!(?:to|in|at|on|for|with|that|and|from|by|since|because|when|who|which)\b)"
    r"[\w'’-]+){0,3})(?=[.,;!?]|\s+(?:to|in|at|on|for|with|and|from|by|since|because|when)\b|$)"
)
_DENIED = re.compile(r"\b(?:not|never|no longer|used to|nobody|no one)\b|n['’]t\b|\?", re.I)
_MOVING = re.compile(r"\b(?:mov|return|relocat|transfer|brought|went|sent)", re.I)
_ASIDE = word_set(
    "please tell list name know kind type anyone anything someone something thing things called"
    " names title titles currently still exactly really ever at moment first used day city town"
    " place room person"
)
_TURNING = frozenset({"own", "give", "supervise", "succeed"})
"""Groups whose verbs name opposite ends ("bought", "sold to"): word order would be needed."""
_OPENERS = word_set(
    "then now when while later since once if because today last next finally also only even both"
    " meanwhile unfortunately luckily soon there here this that these those all some many most"
)
"""Words that open a sentence with a capital and name nobody."""
_PRONOUN = re.compile(r"(?:he|she|they|it)\b", re.IGNORECASE)
_FIRST = word_set("i me my we our us")
_MAX_SENTENCES = 400


@dataclass(frozen=True, slots=True)
class Sentence:
    """What it answers, the sentence and the index of its passage."""

    items: tuple[str, ...]
    text: str
    passage: int
    confidence: float


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    speaker: str
    subject: str
    """Who "she" is at its start: the name that opened the last sentence with a name."""
    passage: int
    at: Time | None


def best_sentence(
    question: Question,
    passages: Sequence[Passage],
    now: Time | None,
    since: Time | None = None,
) -> Sentence | None:
    """Return the best supported extract, `None` when no sentence supports one.

    Args:
        question: as parsed; its names and its other words must be in the sentence.
        passages: theses and episodes, in any order; later ones than `now` are not read.
        now: the moment the question is asked from.
        since: what was said before it is known to be over.
    """
    if question.form in (Form.CHECK, Form.CHOICE, Form.COUNT) or not question.names:
        return None
    if question.order is not None:
        return None
    several = _plural(question.term)
    if question.window is not None:
        if question.window.kind == "after" or question.window.end is None:
            return None
        now = question.window.end
    cues = _cues(question)
    if not cues:
        return None
    found: list[tuple[float, int, Sentence]] = []
    for said in _sentences(passages, now):
        over = since is not None and said.at is not None and _number(said.at) < _number(since)
        if over or not _supports(question, cues, said):
            continue
        items = _extract(question, cues, said)
        if items and not (several and len(items) < 2):
            stamp = 0.0 if said.at is None else _number(said.at)
            one = Sentence(items, said.text, said.passage, 0.5)
            found.append((stamp, -said.passage, one))
    if not found:
        return None
    return max(found, key=lambda item: item[:2])[2]


def _plural(term: Term | None) -> bool:
    """Tell whether several things are asked for: a sentence must list them."""
    if not isinstance(term, Ask):
        return term is not None and not isinstance(term, Name)
    return is_plural(term.noun)


def _number(time: Time) -> float:
    return float(time) if isinstance(time, int) else time.timestamp()


def _sentences(passages: Sequence[Passage], now: Time | None) -> Iterator[_Said]:
    count = 0
    for number, passage in enumerate(passages):
        if now is not None and passage.valid_from is not None:
            if _number(passage.valid_from) > _number(now):
                continue
            if passage.valid_to is not None and _number(passage.valid_to) <= _number(now):
                continue
        speaker = subject = ""
        for text in _SPLIT.split(passage.text):
            match = _SPEAKER.match(text)
            if match is not None and passage.kind is Kind.EPISODE:
                speaker, subject = match[1], ""
                text = text[match.end() :]
            opens = _PRONOUN.match(text) is not None
            yield _Said(text, speaker, subject if opens else "", number, passage.valid_from)
            named = _CAPITALS.match(text)
            if named is not None and not opens:
                subject = named[0]
            count += 1
            if count == _MAX_SENTENCES:
                return


def _cues(question: Question) -> tuple[str, ...]:
    """Return the stems of what is asked beyond names, kind noun and function words."""
    text = question.text
    kind = _KIND_NOUN.search(text)
    skip = set(words(kind[1])) if kind else set()
    for name in question.names:
        text = text.replace(name.text, " ")
    found = [
        stem(word)
        for word in words(text)
        if word not in STOP_WORDS | AUXILIARIES | PREPOSITIONS | _ASIDE | skip and len(word) > 1
    ]
    return tuple(dict.fromkeys(found))


def _agrees(cue: str, word: str) -> bool:
    return stem(word) == cue or bool((keys_of(cue) & keys_of(stem(word))) - _TURNING)


def _supports(question: Question, cues: Sequence[str], said: _Said) -> bool:
    present = words(said.text)
    if _DENIED.search(said.text):
        return False
    if not all(any(_agrees(cue, word) for word in present) for cue in cues):
        return False
    return all(_names(name, said) for name in question.names)


def _names(name: Name, said: _Said) -> bool:
    wanted = [word for word in words(name.text) if word not in STOP_WORDS]
    present = words(said.text)
    if not wanted:
        return bool(_FIRST & set(present))
    if wanted[0] in present or wanted[-1] in present:
        return all(word in present for word in wanted) or name.text[:1].isupper()
    if said.subject and name.text[:1].isupper() and wanted[0] in words(said.subject):
        return True
    return bool(_FIRST & set(present)) and wanted[0] in words(said.speaker)


def _extract(question: Question, cues: Sequence[str], said: _Said) -> tuple[str, ...]:
    """Return the phrases of the wanted kind, none where they may be another's."""
    kind = question.term.noun if isinstance(question.term, Ask) else ""
    if is_plural(kind) and (many := listed(kind, said.text)):
        return many
    place = next(
        (
            match.start()
            for match in re.finditer(r"\w+", said.text)
            if any(_agrees(cue, match[0]) for cue in cues)
        ),
        -1,
    )
    if place < 0:
        return ()
    known_left = isinstance(question.term, Ask) and question.term.left is not None
    if known_left and not _subject_before(question, said, place):
        return ()
    if question.want is Want.PERSON:
        return _person(question, said, place, after=known_left)
    if question.want is Want.ANY and known_left:
        return _object(question, said.text, place)
    one: str | None = None
    if question.want is Want.PLACE:
        one = _place(question, said.text, place)
    elif question.form is Form.WHEN:
        one = _time(said)
    return (one,) if one is not None else ()


def _time(said: _Said) -> str | None:
    """Return the one time a sentence names, as exactly as it does."""
    if not isinstance(said.at, datetime):
        return None
    spans, _ = find_times(said.text, said.at)
    starts = [span for span in spans if span.first is not None]
    if len(starts) != 1 or starts[0].grain in {"week", "decade"}:
        return None
    first = datetime.combine(date.fromisoformat(str(starts[0].first)[:10]), time(), UTC)
    return show_time(first, said.text)


def _object(question: Question, text: str, verb: int) -> tuple[str, ...]:
    """Return the noun phrases right after the verb."""
    match = _OBJECT.match(text, verb)
    asked = {word for name in question.names for word in words(name.text)}
    if match is None or is_moment(match[1]) or asked & set(words(match[1])):
        return ()
    kind = question.term.noun if isinstance(question.term, Ask) else ""
    if number_in(match[1]) is not None or (kind and not noun_fits(kind, match[1], ())):
        return ()
    return with_others(text, match.start(1), match.start(1) + len(match[1].strip()), backward=False)


def _subject_before(question: Question, said: _Said, place: int) -> bool:
    """Tell whether the named subject is the last thing named before the verb."""
    before = said.text[:place]
    last = list(_CAPITALS.finditer(before))
    name = question.names[0]
    wanted = words(name.text)
    if last and last[-1][0].casefold() not in STOP_WORDS:
        return bool(set(words(last[-1][0])) & set(wanted))
    if set(words(said.subject)) & set(wanted):
        return True
    return bool(_FIRST & set(words(before))) or any(word in words(before) for word in wanted)


def _place(question: Question, text: str, after: int) -> str | None:
    asked = {word for name in question.names for word in words(name.text)}
    for match in _PLACE.finditer(text, after):
        name = match[3].strip()
        if match[1].casefold() == "to" and not _MOVING.search(text):
            continue
        kind = question.term.noun if isinstance(question.term, Ask) else ""
        if is_moment(name) or asked & set(words(name)) or noun_fits(kind, name, ()) is False:
            continue
        return name
    return None


def _person(question: Question, said: _Said, place: int, *, after: bool) -> tuple[str, ...]:
    asked = {word for name in question.names for word in words(name.text)}
    spans = [
        match
        for match in _CAPITALS.finditer(said.text)
        if match[0].casefold() not in STOP_WORDS | PREPOSITIONS | _OPENERS
        and not match[0].endswith(("'s", "’s"))
        and not asked & set(words(match[0]))
        and not is_moment(match[0])
    ]
    if after:
        spans = [match for match in spans if match.start() > place]
    else:
        by = re.search(r"\bby\s+(?:the\s+)?$", said.text[: spans[-1].start()]) if spans else None
        ahead = [match for match in spans if match.start() < place]
        spans = spans[-1:] if by else ahead[-1:]
    if not spans:
        return ()
    found = with_others(said.text, *spans[0].span(), backward=not after)
    return found if len(found) >= len(spans) else ()
