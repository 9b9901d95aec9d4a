"""What a second half leaves out, put back: "sold the house in 2018 and the boat in 2021".

A half without a verb takes the words of the half before it, but those that its own stand for. Where
nobody can tell which these are, the half is dropped: its date or place is no other's.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from clew.minds.english.parsing.clause_reader import parse_light
from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.parsing.phrase_reader import Cursor
from clew.minds.english.parsing.tagging import tokenise
from clew.minds.english.words.dates import TimeSpan, find_times
from clew.minds.english.words.people import gender_of
from clew.minds.english.words.person_nouns import is_person_noun, is_person_word
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["with_left_out"]

_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Times are only sought here, not dated."""
_SPLIT = Regex(r"(?:,|;)(?: and| while)? |(?<=\w) and ")
_DATED = Regex(r"(?:ID?[GNM]+|D?[GNM]+(?:ID?[GNM]+)?)T")
"""Tags of what, or where, and when: "the boat in 2021", "in Chemistry in 1911"."""
_PLACED = Regex(r"D?[GNM]+ID?[GNM]+")
"""Tags of what, and where: "the passport in the safe"."""
_DONE = Regex(r"(?P<who>M+)(?:D[GN]*N|N+)")
"""Tags of who, and what: "Ben coffee" behind "Anna likes tea"."""
_TO_SOMEBODY = Regex(
    r"(?:ha(?:s|ve|d) )?[a-z]+ (?:me|us|you|him|her|them|[A-Z][\w’'-]*(?: [A-Z][\w’'-]*){0,3}) "
    r"(?:[a-z]+ )?[a-z]"
)
"""Who got what: "and Ben a pen" behind "Eva gave Tom a book" is not what Ben gave."""
_OTHERS = Regex(r"(?:the )?(?:others?|rest|second|remaining|last)\b", re.IGNORECASE)
"""What has no name: "the other half in Greece"."""
_WHERE = frozenset({"in", "on", "at", "under", "behind", "above", "near", "inside", "for"})
_SITES = word_list("sites")
_MOST = 5
"""So many halves are read; more are a list."""
_DROPPED, _NONE = "", None


def with_left_out(sentence: str) -> str:
    """Return a sentence in which each half has its verb, or is dropped.

    >>> with_left_out("Max won gold in 2018 and silver in 2021.")
    'Max won gold in 2018, and Max won silver in 2021.'
    >>> with_left_out("The keys are in the drawer, the passport in the safe.")
    'The keys are in the drawer, and the passport are in the safe.'
    """
    if sentence.endswith("?") or not _SPLIT.search(sentence):
        return sentence
    end = len(sentence.rstrip(".!"))
    times = find_times(sentence[:end], _ANY_DAY)[0]
    cuts = [*_cuts(sentence[:end], times)]
    if not 0 < len(cuts) < _MOST:
        return sentence
    told = cuts[0].start()
    done, follows = sentence[:told], False
    for cut, after in zip(cuts, [*(one.start() for one in cuts[1:]), end], strict=True):
        apart = follows or cut[0][0] in ",;"
        half = _Half(sentence[cut.end() : after], sentence[:told], apart=apart)
        whole = half.whole()
        follows = whole is not None
        if whole is None:
            done, told = f"{done}{cut[0]}{half.text}", after
        elif whole:
            done += f", and {whole}"
    return done + sentence[end:]


def _cuts(sentence: str, times: Sequence[TimeSpan]) -> Iterator[re.Match[str]]:
    for cut in _SPLIT.finditer(sentence):
        if not any(one.start < cut.end() and cut.start() < one.end for one in times):
            yield cut


class _Half(Cursor):
    """What stands behind a comma or "and", and the text `before` it that may lend its words."""

    def __init__(self, text: str, before: str, *, apart: bool) -> None:
        times = find_times(text, _ANY_DAY)[0]
        super().__init__(tokenise(text, times))
        self.text = text
        self.before = before
        self.apart = apart
        """It stands behind a comma, or goes on with halves like it."""
        self.tags = "".join(one.tag or "?" for one in self.tokens)

    def whole(self) -> str | None:
        """Return the half with its verb; empty if it is to be dropped, `None` if it has one."""
        if other := _DONE.fullmatch(self.tags):
            return self._other(other.end("who"))
        dated, placed = _DATED.fullmatch(self.tags), _PLACED.fullmatch(self.tags)
        if not (dated or placed):
            return _NONE
        times = find_times(self.before, _ANY_DAY)[0]
        timed = bool(times) and times[-1].end == len(self.before)
        if timed != bool(dated):
            return _NONE
        clause = _last(parse_light(self.before, times).clauses)
        if clause is None:
            return _NONE
        stop = times[-1].start if timed else len(self.before)
        if _OTHERS.match(self.text):
            return _DROPPED
        return self._when(clause, stop) if dated else self._where(clause)

    def _other(self, number: int) -> str | None:
        """Return "Ben likes coffee" for "Ben coffee"; the first `number` words are who does it."""
        clause = _last(parse_light(self.before).clauses)
        if clause is not None and _TO_SOMEBODY.match(self.before[clause.start :]):
            return _DROPPED
        done = clause.objects if clause and len(clause.subjects) == 1 else ()
        if clause is None or len(done) != 1 or clause.preps or (done[0].named and _person(done[0])):
            return _NONE
        end = self.tokens[number - 1].end
        if self.text[:end] == clause.subjects[0].name:  # "I don't have a car, I cycle"
            return _NONE
        if not (_person(clause.subjects[0]) and gender_of(self.text[:end].split(" ")[0])):
            return _NONE
        verb = self.before[clause.start : done[0].start].strip()
        return f"{self.text[:end]} {verb} {self.text[end:].strip()}"

    def _when(self, clause: Clause, stop: int) -> str:
        """Return "Max won silver in 2021" for "silver in 2021"."""
        if self.tokens[0].tag == "I":
            start = self._prep_start(clause, self.tokens[0].low)
            return f"{self._lent(clause, start)} {self.text}" if start else _DROPPED
        return self._filled(clause, stop)

    def _where(self, clause: Clause) -> str | None:
        """Return "the passport is in the safe" for "the passport in the safe"."""
        prep = next(one.low for one in self.tokens if one.tag == "I")
        start = self._prep_start(clause, prep) or self._prep_start(clause, *_WHERE)
        last = clause.preps[-1][1][-1] if clause.preps else None
        if not start or last is None or last.end < len(self.before) or prep not in _WHERE:
            return _NONE
        what = self._phrase()
        assert what is not None
        beside = last.named and not what.named and what.head in _SITES  # "Lund, the town in Skåne"
        also = self.apart or (_person(what) and not _person(last) and last.named)
        if what.head in {"one", "ones"} or not also or (beside and clause.verb != "be"):
            return _NONE
        self.at = 0
        return self._filled(clause, start) or _NONE

    def _filled(self, clause: Clause, stop: int) -> str:
        """Put the half in place of the object, what a preposition governs, or the subject.

        The subject lends its verb, up to the preposition of which the half has its own.
        """
        what = self._phrase()
        assert what is not None
        own = self.tokens[self.at].low if self._tag() == "I" else ""
        told = clause.objects or (clause.preps[-1][1] if clause.preps and not own else ())
        fits = len(told) == 1 and _kind(told[0]) == _kind(what)
        doer = len(clause.subjects) == 1 and _may_do(clause.subjects[0], what)
        alike = fits or (len(told) == 1 and told[0].named)
        if alike and doer and (_person(what) or what.named):
            return _DROPPED
        if fits:
            return f"{self._lent(clause, told[0].start)} {self.text}"
        if not doer or (own and clause.objects):
            return _DROPPED
        end = (self._prep_start(clause, own) or stop) if own else stop
        rest = self.text[what.end :].strip()
        return f"{self.text[: what.end]} {self.before[clause.start : end].strip()} {rest}"

    def _lent(self, clause: Clause, end: int) -> str:
        subjects = clause.subjects
        name = self.before[subjects[0].start : subjects[-1].end]
        if not subjects[0].named and subjects[0].head != "i":
            name = name[:1].lower() + name[1:]
        return f"{name} {self.before[clause.start : end].strip()}"

    def _prep_start(self, clause: Clause, *preps: str) -> int:
        """Return where the last of some prepositions of the clause stands; 0 if nowhere."""
        for prep, governed in reversed(clause.preps):
            if prep in preps:
                at = self.before.lower().rfind(f" {prep} ", clause.start, governed[0].start + 1)
                return at + 1
        return 0


def _last(clauses: Sequence[Clause]) -> Clause | None:
    """Return the clause that lends its words; none behind what is not told by its subject."""
    told = [one for one in clauses if one.verb != "appos"]
    last = told[-1] if told else None
    return last if last and last.subjects and last.subjects[0].start < last.start else None


def _person(one: Phrase) -> bool:
    if one.head in {"i", "we", "he", "she", "they"}:
        return True
    if one.named:
        return gender_of(one.name.split(" ")[0]) != ""
    return is_person_word(one) or is_person_noun(one.head)


def _kind(one: Phrase) -> tuple[bool, bool]:
    return _person(one), one.named


def _may_do(subject: Phrase, what: Phrase) -> bool:
    """Say whether a half may tell of another subject: "and my wife in 2014" behind "I moved"."""
    if _person(subject) or _person(what):
        return _person(subject) and _person(what)
    return subject.named == what.named
