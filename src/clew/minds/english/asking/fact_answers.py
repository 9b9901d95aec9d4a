"""Answers from facts: which of the matching facts a question means, and what they say.

`Solver` gives the names, dates and counts that facts state, or says why there is no answer. A fact
that only resembles what is asked does not count.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from clew.ask.evidence import Passage
from clew.graph.times import order_key
from clew.graph.types import Fact, Kind, Precision, Time
from clew.minds.english.asking.denials import denying
from clew.minds.english.asking.descriptions import told_long_ago
from clew.minds.english.asking.doubts import (
    called_off,
    conflict,
    died_since,
    ended_since,
    is_denied,
    is_taken_back,
    may_be_over,
    parted_since,
    planned_since,
    sentences,
    told_again,
)
from clew.minds.english.asking.fact_match import best, done, involves, newest, says, touches
from clew.minds.english.asking.later.undone import came_true, undone_since
from clew.minds.english.asking.ownership import holding, is_only_held
from clew.minds.english.asking.parsed_question import (
    Ask,
    Both,
    Form,
    Name,
    Question,
    Tense,
    Term,
    Want,
)
from clew.minds.english.asking.relation_phrases import (
    is_event,
    is_going_on,
    is_of_old,
    parse_phrase,
)
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.thing_kinds import amount, counted, is_moment, numbered
from clew.minds.english.asking.time_windows import asks_exactly, show_date, show_time
from clew.minds.english.asking.values.clock_times import clock_told, time_shown, told_roughly
from clew.minds.english.asking.values.due_things import things_due
from clew.minds.english.asking.values.telling_values import firm_homes, shown_name, telling
from clew.minds.english.asking.version_choice import Match, choose, lasting
from clew.minds.english.asking.yes_no import OPPOSITES, check, denies, word_for_word
from clew.minds.english.words.dates import find_times
from clew.minds.english.words.lexicon import is_plural
from clew.regex import Regex
from clew.text import STOP_WORDS, words

__all__ = ["Solution", "Solver"]

_SPEAKER = frozenset({"i", "we", "me", "us", "player"})
_UNTIMED = "not in memory: the time is not stated"
_MOST_DOUBTED = 64
"""So many of the chosen are looked up again. Of somebody whom everybody knows there are thousands;
what is not looked up is doubted rather than believed."""
_LATER = "a later text speaks of it and may say otherwise"
_JUST_NOW = Regex(r"\b(?:just|right now|tonight)\b")
_SHARED = "shared "
"""Who shared a flat with somebody need not live there any more."""
_ARTICLE = Regex(r"^(?:the|a|an) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Solution:
    """What the facts say; without `items` there is no answer, and `reason` says why."""

    items: tuple[str, ...] = ()
    facts: tuple[int, ...] = ()
    reason: str = ""
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves questions over the matches of one memory."""

    matcher: Matcher
    passages: Sequence[Passage] = ()
    """Recalled texts: they show how precise a date is and whether a state may have changed."""
    loose: bool = False
    """Whether facts were read from the texts only now, which takes their own words for a yes."""
    denials: Matcher | None = None
    """Matches the facts that texts only deny."""

    def solve(self, question: Question) -> Solution:
        """Answer a question from the facts."""
        unknown = [name.text for name in question.names if not name.ids]
        if unknown:
            return Solution(reason=f"not in memory: {unknown[0]!r}")
        term = question.term
        if term is None or question.form is Form.UNKNOWN:
            return Solution(reason="no fact answers this form of question")
        if not isinstance(term, Ask):
            return self._union(term, question)
        matches = self._accounting(self.matcher.matches(term, 0), term, question)
        if question.form in (Form.CHECK, Form.CHOICE):
            return self._checked(term, matches, question)
        if question.form is Form.WHEN:
            return self._when(matches or self._told_in_one(term), question)
        if term.want is Want.TIME and not matches:
            return self._when_due(term, question)
        return self._lookup(term, matches, question)

    def _told_in_one(self, ask: Ask) -> list[Match]:
        """Return the deeds whose object stands in their relation: "won the Nobel Prize in"."""
        if not isinstance(ask.right, Name) or ask.left is None or len(ask.also) != 1:
            return []
        verbs = {one.key.removeprefix("~") for one in ask.readings if one.exact}
        told, doers = {*words(ask.right.text)} - STOP_WORDS, {*self.matcher.values(ask.left)}
        return [
            Match(one, one.object, one.object_name, 0.8, exact=True)
            for one in self.matcher.facts_of(tuple(self.matcher.values(ask.also[0])))
            if one.subject in doers
            and told <= {*words(one.relation)}
            and parse_phrase(one.relation).head in verbs
        ]

    def _when_due(self, ask: Ask, question: Question) -> Solution:
        """Answer when something of somebody's is planned for: "when is Ida's appointment"."""
        found = self.matcher.matches(replace(ask, want=Want.ANY), 0)
        found += things_due(self.matcher, ask, question)
        due = [one for one in self._accounting(found, ask, question) if one.fact.planned_for]
        return self._when(due, question) if due else Solution(reason="not in memory")

    def _checked(self, ask: Ask, matches: Sequence[Match], question: Question) -> Solution:
        """Answer yes or no, unless the question denies or a later text may say otherwise."""
        if question.form is Form.CHECK and denies(question):
            return Solution(reason="no fact answers this form of question")

        def told(match: Match) -> bool:
            return self._told_word_for_word(match, ask, question)

        checked = check(self.matcher, ask, matches, question, told)
        if not checked.said and self.denials is not None:
            found = denying(self.denials, ask, question, self.passages)
            if found:
                return Solution(("no",), _ids(found), "facts: said not to be so", 0.8)
        literal = checked.said == "yes" and any(map(told, checked.found))
        if not checked.said or (self.loose and not literal):
            return Solution(reason=checked.reason if not checked.said else "not in memory")
        denied = checked.said == "yes" and is_denied(checked.found, ask, self.passages)
        if denied or self._may_be_over(checked.found, matches, ask, question):
            return Solution(reason=_LATER)
        return Solution((checked.said,), _ids(checked.found), checked.reason, 0.8)

    def _may_be_over(
        self, chosen: Sequence[Match], matches: Sequence[Match], ask: Ask, question: Question
    ) -> bool:
        """Tell whether a text that no fact was read from may say otherwise than the chosen."""
        if is_taken_back((one.fact for one in chosen), self.passages):
            return True
        if question.order is not None:
            return False
        end = self.matcher.now if question.window is None else question.window.end
        about = tuple(one.other for one in chosen[:_MOST_DOUBTED])
        facts = [*(one.fact for one in matches), *self.matcher.facts_of(about)]
        keys = ask.keys | {OPPOSITES.get(key, key) for key in ask.keys}
        known = [one for one in facts if touches(one, keys) or _only_went(one)]
        if question.window is None and (ended_since(chosen, known) or parted_since(chosen, facts)):
            return True
        now = question.window is None and question.tense is Tense.PRESENT
        if now and planned_since(chosen, known, self.passages, self.matcher.now):
            return True
        if now and (died_since(chosen, self.passages) or undone_since(chosen, self.passages)):
            return True
        if now and came_true(chosen, facts):
            return True
        return may_be_over(chosen, known, ask, self.passages, end)

    def _union(self, term: Term, question: Question) -> Solution:
        if not isinstance(term, Both):
            return Solution(reason="not in memory")
        parts = [self.solve(replace(question, term=part)) for part in term.terms]
        if not all(part.items for part in parts):
            return Solution(reason="not in memory")
        return Solution(
            _unique(item for part in parts for item in part.items),
            tuple(sorted({fact for part in parts for fact in part.facts})),
            parts[0].reason,
            min(part.confidence for part in parts),
        )

    def _accounting(self, found: list[Match], ask: Ask, question: Question) -> list[Match]:
        """Keep the matches that cover every name and word of the question.

        What the question names is no answer ("who lives in the same town as Leo").
        """
        found = [one for one in found if not called_off(one.fact, self.passages)]
        nested = isinstance(ask.right, Ask) and ask.left is None and question.order is None
        asked = {id for name in question.names for id in name.ids if nested}
        kept = [match for match in found if match.value not in asked]
        if question.tense in (Tense.PAST, Tense.PERFECT):  # a plan need not have come true
            kept = [one for one in kept if not (one.fact.planned_for or _is_undone(one, question))]
        elif question.tense is Tense.PRESENT and question.order is None:
            kept = [
                one for one in kept if ask.former or not is_of_old(one.fact.relation, question.text)
            ]
        if question.tense is Tense.PRESENT:  # who "moves to" Rome does not live there yet
            kept = [match for match in kept if match.exact or not _is_to_come(match.fact)]
            kept = [match for match in kept if not match.fact.relation.startswith(_SHARED)]
            kept = lasting(kept, self.matcher.now)
        for term in ask.also:
            ids = set(self.matcher.values(term))
            kept = [
                one
                for one in kept
                if involves(one.fact, term, ids)
                or (isinstance(term, Name) and self._tells(one, words(term.text), ask, question))
            ]
        for word in question.leftovers:
            kept = [
                one
                for one in kept
                if says(one.fact, word) or self._tells(one, [word], ask, question)
            ]
        return [one for one in done(kept, ask) if not is_only_held(self.matcher, one, ask)]

    def _tells(self, match: Match, said: Sequence[str], ask: Ask, question: Question) -> bool:
        """Tell whether a text that a match was read from adds some words to it.

        For a yes it has to say the whole question: "Eva met Tom, and Ann met Ben in Rome".
        """
        if question.form is not Form.CHECK:
            return self._told_with(match, said, once=question.form is Form.WHEN)
        return self._told_word_for_word(match, ask, question)

    def _told_word_for_word(self, match: Match, ask: Ask, question: Question) -> bool:
        texts = self._sources(match.fact)
        return any(word_for_word(question, ask, one.text) for one in texts)

    def _told_with(self, match: Match, said: Sequence[str], *, once: bool) -> bool:
        """Tell whether a sentence that a match was read from names its value and all the words.

        Where it is to tell a time only `once`, another time may be that of the words.
        """
        wanted = {stem(word) for word in (*said, *words(match.name)[-1:])} - STOP_WORDS
        return any(
            wanted <= {stem(word) for word in words(sentence)}
            and not (once and _is_told_twice(sentence, source.valid_from))
            for source in self._sources(match.fact)
            for sentence in sentences(source.text)
        )

    def _lookup(self, ask: Ask, matches: list[Match], question: Question) -> Solution:
        if question.want is Want.NUMBER and question.form is not Form.COUNT:
            matches = numbered(matches)
        chosen = holding(self._chosen(ask, firm_homes(matches, ask), question), ask)
        if not chosen and (question.by_name or ask.who) and (called := self._called(ask)):
            return called
        if not chosen:
            return Solution(reason="known only of another time" if matches else "not in memory")
        if self._may_be_over(chosen, matches, ask, question):
            return Solution(reason=_LATER)
        if question.form is Form.COUNT:
            whole = re.search(r"\bhow much\b", question.text, re.IGNORECASE) is not None
            count, found = amount(chosen) if whole else counted(chosen, ask)
            reason = "facts: counted" if count else "facts are listed, not counted"
            return Solution((count,) if count else (), _ids(found), reason, 0.7)
        if "age" in ask.keys and any(told_long_ago(one.fact, self.matcher.now) for one in chosen):
            return Solution(reason="the age was told more than a year ago")
        chosen = telling(chosen, ask, question)
        if not chosen:
            return Solution(reason="the facts say no more than the question")
        if question.want is Want.PERSON:  # who says "we" asks who else
            chosen = [one for one in chosen if one.name.casefold() not in _SPEAKER] or chosen
        dated = ask.want is Want.TIME
        shown = [time_shown(one, question.text) if dated else shown_name(one) for one in chosen]
        names = _unique(shown)
        if not _are_beside(chosen) and (reason := conflict(names, ask, question)):
            return Solution(reason=reason)
        return Solution(names, _ids(chosen), "facts", 0.9 if chosen[0].rank >= 1 else 0.75)

    def _called(self, ask: Ask) -> Solution | None:
        """Return the proper name of a thing asked about by a common noun: "my dog" is Rex."""
        if not isinstance(ask.left, Name) or ask.left.text != ask.left.text.casefold():
            return None
        ids = self.matcher.values(ask.left)
        proper = [name for name in self.matcher.names(ids) if name[:1].isupper() and name != "I"]
        if len(proper) != 1 or len(ids) != 1:
            return None
        facts = self.matcher.facts_of(ids)
        return Solution((proper[0],), tuple(sorted({one.id for one in facts})), "facts", 0.75)

    def _chosen(self, ask: Ask, matches: list[Match], question: Question) -> list[Match]:
        """Return the versions of the matching facts that the question is about."""
        than: frozenset[int] = frozenset()
        if question.than is not None:
            than = frozenset(self.matcher.values(question.than))
            if question.order is not None and not than:
                return []
            if not any(than & {one.fact.subject, one.fact.object} for one in matches):
                matches = self._older(matches, than)
        if question.tense is Tense.PAST and not any(match.exact for match in matches):
            # "where did she move to" of "lives in": the state that followed, not one that ended
            now = replace(question, tense=Tense.PRESENT)
            matches = choose(matches, now, self.matcher.now, than) or matches
        than = than or self.matcher.present(matches, ask)
        chosen = best(choose(matches, question, self.matcher.now, than), ask)
        several = question.tense is Tense.PERFECT or _are_beside(chosen)
        if question.form is not Form.LOOKUP or several:
            return chosen
        chosen = newest(chosen, ask)
        if question.want is Want.PLACE and chosen and not is_plural(ask.noun):
            last = chosen[-1].fact.valid_from  # who asks "where" asks for one place
            return [match for match in chosen if match.fact.valid_from == last]
        return chosen

    def _older(self, matches: list[Match], than: frozenset[int]) -> list[Match]:
        """Return the matches from before the first that is known of some entities."""
        facts = self.matcher.facts_of(tuple(than))
        begun = min((order_key(fact.valid_from) for fact in facts), default=0)
        return [one for one in matches if order_key(one.fact.valid_from) < begun]

    def _when(self, matches: list[Match], question: Question) -> Solution:
        literal = [match for match in matches if match.exact] or matches
        known = choose(literal, replace(question, tense=Tense.PERFECT), self.matcher.now)
        if is_taken_back((one.fact for one in known), self.passages):
            return Solution(reason=_LATER)
        if asks_exactly(question.text):
            rough, known = known, [one for one in known if not self._roughly(one.fact)]
            if rough and not known:
                return Solution(reason="not in memory: the time is not told exactly")
        stated = [one for one in known if is_moment(one.name) or clock_told(one, question.text)]
        if stated:
            moments = [self._roughly(one.fact) or time_shown(one, question.text) for one in stated]
            return Solution(_unique(moments), _ids(stated), "facts", 0.9)
        if planned := [one for one in known if one.fact.planned_for]:
            ahead = [one.fact for one in planned if one.fact.planned_for != "unknown"]
            due = _unique(self._roughly(one) or show_date(one.planned_for) for one in ahead)
            return Solution(due, _ids(planned), "facts: planned" if due else _UNTIMED, 0.9)
        dated = [match for match in known if match.fact.valid_from is not None]
        told = [match for match in dated if match.fact.told[0] is not Precision.SAID]
        of_now = [one for one in dated if is_event(one.fact.relation) and self._is_of_its_day(one)]
        events = [match for match in told if is_event(match.fact.relation)] or of_now or told
        if not events:
            return Solution(reason=_UNTIMED)
        fact = events[0].fact
        assert fact.valid_from is not None
        sources = self._sources(fact)
        if told_again(fact, sources):
            return Solution(reason="more than one time is told")
        text = " ".join(one.text for one in sources)
        shown = self._roughly(fact) or show_time(fact.valid_from, text, fact.valid_from_precision)
        since = "since " if question.text.strip().lower().startswith("how long") else ""
        return Solution((since + shown,), (fact.id,), "facts", 0.7)

    def _roughly(self, fact: Fact) -> str:
        """Return the week, season or decade that a fact is of, if its texts tell no more."""
        return told_roughly(fact, self._sources(fact))

    def _is_of_its_day(self, match: Match) -> bool:
        """Tell whether a deed told without a date is of the day, or the step, of its text.

        A world is told as it goes on. In "Picasso painted Guernica" nobody says when; "Anna has
        just left" is of that day.
        """
        if not isinstance(match.fact.valid_from, datetime):
            return True
        return any(
            _JUST_NOW.search(sentence) and {*words(match.name)[-1:]} <= {*words(sentence)}
            for source in self._sources(match.fact)
            for sentence in sentences(source.text)
        )

    def _sources(self, fact: Fact) -> list[Passage]:
        """Return the recalled texts that a fact was read from."""
        texts = [one for one in self.passages if one.kind is Kind.EPISODE]
        return [one for one in texts if one.id in fact.episodes]


def _is_told_twice(sentence: str, at: Time | None) -> bool:
    """Tell whether a sentence has two times: "won gold in 2018 and silver in 2021"."""
    return isinstance(at, datetime) and len(find_times(sentence, at)[0]) > 1


def _is_to_come(fact: Fact) -> bool:
    """Tell whether a fact is of a planned event: who "has an appointment" has it already."""
    return bool(fact.planned_for) and parse_phrase(fact.relation).head not in {"hav", "be"}


def _is_undone(match: Match, question: Question) -> bool:
    """Tell whether something only went on, and the question asks what was done."""
    deed = match.fact.relation.split(" ")[1:2]
    return is_going_on(match.fact.relation) and deed[0] not in words(question.text)


def _only_went(fact: Fact) -> bool:
    """Tell whether a text was read as told of a trip: who "departed from" Oslo may live there."""
    return fact.relation.startswith("departed")


def _are_beside(chosen: Sequence[Match]) -> bool:
    """Tell whether one of the values is told besides the others: "also works at"."""
    return any(one.fact.relation.startswith("also ") for one in chosen)


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(" ".join(words(_ARTICLE.sub("", name))) or name, name)
    return tuple(seen.values())


def _ids(matches: Iterable[Match]) -> tuple[int, ...]:
    return tuple(sorted({match.fact.id for match in matches}))
