"""Questions answered by set operations over all matching facts.

`Solver` chooses among the matches of `clew.minds.english.asking.matcher` and words the answer, or says why there is
none; it never guesses a name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from clew.graph.types import Time
from clew.minds.english.asking.held_versions import Match, choose
from clew.minds.english.asking.holdings import counted, named_only
from clew.minds.english.asking.kind_words import EXCLUSIVE_STATES
from clew.minds.english.asking.kinds import is_moment, is_plural, joined_places, people_first
from clew.minds.english.asking.matcher import Matcher
from clew.minds.english.asking.matching import best, involves, newest, preferred, says, told_with
from clew.minds.english.asking.phrases import is_event, parse_phrase
from clew.minds.english.asking.questions import Ask, Both, Form, Name, Question, Tense, Term, Want
from clew.minds.english.asking.windows import show_time
from clew.text import words

__all__ = ["Solution", "Solver"]

_NOBODY: frozenset[int] = frozenset()
_SPEAKER = frozenset({"i", "we", "me", "us", "player"})
_STATE_FORMS = {"shut": "closed"}


@dataclass(frozen=True, slots=True)
class Solution:
    """What the facts say. `items` empty: no answer, and `reason` tells why."""

    items: tuple[str, ...] = ()
    facts: tuple[int, ...] = ()
    reason: str = ""
    confidence: float = 0.0
    until: Time | None = None
    """Until when facts told it, where they tell it of another time only."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves questions over the matches of one memory."""

    matcher: Matcher
    sources: Mapping[int, str] = field(default_factory=dict)
    """Episode id -> text, as far as recalled: tells how exact a date was meant."""

    def solve(self, question: Question) -> Solution:
        """Return the answer of a question to the facts."""
        unknown = [name.text for name in question.names if not name.ids]
        if unknown:
            return Solution(reason=f"not in memory: {unknown[0]!r}")
        if question.term is None or question.form is Form.UNKNOWN:
            return Solution(reason="no fact answers this form of question")
        term = self._seeded(question)
        if not isinstance(term, Ask):
            return self._union(term, question)
        if question.form in (Form.CHECK, Form.CHOICE):
            return self._check(term, question)
        matches = preferred(self._checked(self.matcher.matches(term, 0), term, question), term)
        if question.form is Form.WHEN:
            return self._when(matches, question)
        return self._lookup(term, matches, question)

    def _seeded(self, question: Question) -> Term:
        """Fill in "the director" from "before Eva": whatever Eva was director of."""
        term = question.term
        assert term is not None
        if not isinstance(term, Ask) or term.left is not None or term.right is not None:
            return term
        if not isinstance(question.than, Name):
            return term
        if len(self.matcher.open(term)) > 1:
            return term
        held = self.matcher.matches(Ask(term.readings, question.than, None), 0)
        ids = tuple(dict.fromkeys(match.value for match in held))
        return replace(term, right=Name("", ids))

    def _union(self, term: Term, question: Question) -> Solution:
        if not isinstance(term, Both):
            return Solution(reason="not in memory")
        parts = [self.solve(replace(question, term=part)) for part in term.terms]
        if not all(part.items for part in parts):
            return Solution(reason="not in memory")
        return Solution(
            _unique(item for part in parts for item in part.items),
            _sorted(fact for part in parts for fact in part.facts),
            parts[0].reason,
            min(part.confidence for part in parts),
        )

    def _checked(self, found: list[Match], ask: Ask, question: Question) -> list[Match]:
        """Keep matches that account for all names and words of the question.

        What the question names is no answer ("who lives in the same town as Leo").
        """
        nested = isinstance(ask.right, Ask) and ask.left is None and question.order is None
        asked = {id for name in question.names for id in name.ids if nested}
        kept = [match for match in found if match.value not in asked]
        for term in ask.also:
            ids = set(self.matcher.values(term))
            kept = [
                match
                for match in kept
                if involves(match.fact, term, ids)
                or told_with(match, self.matcher.facts_of((match.fact.subject,)), ids)
            ]
        if question.among is not None:
            those = set(self.matcher.values(question.among))
            kept = [match for match in kept if match.value in those]
        for word in question.leftovers:
            kept = [match for match in kept if says(match.fact, word)]
        return kept

    def _than(self, question: Question) -> frozenset[int]:
        return (
            frozenset(self.matcher.values(question.than))
            if question.than is not None
            else frozenset()
        )

    def _lookup(self, ask: Ask, matches: list[Match], question: Question) -> Solution:
        than = self._than(question)
        if question.order is not None and question.than is not None and not than:
            return Solution(reason="not in memory: what it is compared with")
        if question.tense is Tense.PAST and not any(match.exact for match in matches):
            # "where did she move to" of "lives in": the state that followed, not one that ended
            now = replace(question, tense=Tense.PRESENT)
            matches = choose(matches, now, self.matcher.now, than) or matches
        chosen = choose(
            matches, question, self.matcher.now, than or self.matcher.present(matches, ask)
        )
        chosen = _done(best(self.matcher.surest(chosen, ask), ask), question, ask)
        if question.form is Form.LOOKUP and question.tense is not Tense.PERFECT:
            chosen = _last_told(newest(chosen, ask), question, ask)
        if not chosen and ask.either and isinstance(ask.left, Name):
            return self._titles(ask.left)
        if not chosen:
            reason = "known only of another time" if matches else "not in memory"
            return Solution(reason=reason, until=_over(matches, question))
        if question.form is Form.COUNT:
            count, numbers = counted(chosen)
            return Solution((count,), _sorted(numbers), "facts: counted", 0.7)
        chosen = named_only(chosen, ask.noun)
        if not chosen:
            return Solution(reason="only their number is in memory")
        return self._named(chosen, question)

    def _named(self, chosen: list[Match], question: Question) -> Solution:
        """Word the values of some matches, each once and as fully as any names it."""
        if question.want is Want.PERSON:
            named = people_first([match.name for match in chosen])
            chosen = [match for match, kept in zip(chosen, named, strict=True) if kept]
            others = [match for match in chosen if match.name.casefold() not in _SPEAKER]
            chosen = others or chosen  # who says "we" asks who else
        names = _unique(self._called(match, question) for match in chosen)
        names = _without_general(names)
        if question.want is Want.PLACE and 1 < len(names) < 5:
            sources = {id for match in chosen for id in match.fact.episodes}
            names = joined_places(names, [self.sources.get(id, "") for id in sorted(sources)])
        return Solution(names, _ids(chosen), "facts", 0.9 if chosen[0].rank >= 1 else 0.75)

    def _called(self, match: Match, question: Question) -> str:
        """Return a value's name; of "the restaurant", if a name is asked, what it is called."""
        if match.name[:1].isupper() or not _NAMING.search(question.text):
            return match.name
        for fact in self.matcher.facts_of((match.value,)):
            proper = fact.subject_name[:1].isupper() and fact.object_name.startswith("the ")
            if fact.object == match.value and fact.relation == "is" and proper:
                return fact.subject_name
        return match.name

    def _titles(self, who: Name) -> Solution:
        """Answer "who is Eva?" with what she is of what: "director of the mint"."""
        titles: dict[str, int] = {}
        for fact in self.matcher.facts_of(who.ids):
            said = re.fullmatch(r"(?:is|was) (?:the|an?) ([\w -]+) (of|at|in)", fact.relation)
            match = Match(fact, fact.object, fact.object_name, 1.0)
            question = Question("", Form.LOOKUP, None)
            if (
                said
                and fact.subject in who.ids
                and choose([match], question, self.matcher.now, _NOBODY)
            ):
                titles.setdefault(f"{said[1]} {said[2]} {fact.object_name}", fact.id)
        if not titles:
            return Solution(reason="not in memory")
        return Solution(tuple(titles), _sorted(titles.values()), "facts", 0.7)

    def _when(self, matches: list[Match], question: Question) -> Solution:
        literal = [match for match in matches if match.exact] or matches
        known = choose(literal, replace(question, tense=Tense.PERFECT), self.matcher.now, _NOBODY)
        stated = [match for match in known if is_moment(match.name)]
        if stated:
            return Solution(_unique(map(_moment, stated)), _ids(stated), "facts", 0.9)
        dated = [match for match in known if match.fact.valid_from is not None]
        events = [match for match in dated if is_event(match.fact.relation)] or dated
        if not events:
            return Solution(reason="not in memory: the time is not stated")
        one = events[0]
        assert one.fact.valid_from is not None
        source = " ".join(self.sources.get(episode, "") for episode in one.fact.episodes)
        shown = show_time(one.fact.valid_from, source)
        return Solution((shown,), (one.fact.id,), "facts", 0.7)

    def _check(self, ask: Ask, question: Question) -> Solution:
        """Answer yes, no, or one of the states named; silence is not "no"."""
        if ask.left is None:
            return Solution(reason="not in memory")
        if question.choices:
            state = self._state(ask.left, question)
            if state.items or ask.right is not None:
                return state
        matches = self._checked(self.matcher.matches(ask, 0), ask, question)
        chosen = choose(matches, question, self.matcher.now, _NOBODY)
        if chosen:
            return Solution(("yes",), _ids(chosen), "facts", 0.9)
        if ask.right is None:
            return Solution(reason="not in memory")
        open_end = self.matcher.matches(replace(ask, right=None), 0)
        rivals = choose(open_end, question, self.matcher.now, _NOBODY)
        states = [match for match in rivals if not is_event(match.fact.relation)]
        ended = matches and question.tense is Tense.PRESENT
        if states or ended:
            return Solution(("no",), _ids(states or matches), "facts: another one holds", 0.6)
        return Solution(reason="not in memory")

    def _state(self, subject: Term, question: Question) -> Solution:
        owners = self.matcher.values(subject)
        found = [
            Match(fact, fact.object, fact.object_name, 1.0)
            for fact in self.matcher.facts_of(owners)
            if fact.subject in owners
            and parse_phrase(fact.relation).head == "be"
            and not parse_phrase(fact.relation).preposition
        ]
        chosen = choose(found, question, self.matcher.now, _NOBODY)
        by_state = {words(match.name)[-1]: match for match in chosen if words(match.name)}
        asked = [_STATE_FORMS.get(word, word) for word in question.choices]
        for word in asked:
            if word in by_state:
                text = word if question.form is Form.CHOICE else "yes"
                return Solution((text,), (by_state[word].fact.id,), "facts", 0.9)
        for group in EXCLUSIVE_STATES:
            rival = next((by_state[word] for word in sorted(group) if word in by_state), None)
            if rival is not None and group & set(asked) and question.form is Form.CHECK:
                return Solution(("no",), (rival.fact.id,), "facts: it is " + rival.name, 0.8)
        return Solution(reason="not in memory")


def _done(chosen: list[Match], question: Question, ask: Ask) -> list[Match]:
    """Keep the deeds that a question about the past names: "bought" is not "has"."""
    deeds = [match for match in chosen if match.exact and is_event(match.fact.relation)]
    return deeds if deeds and question.tense is Tense.PAST and not ask.possessed else chosen


def _over(matches: Sequence[Match], question: Question) -> Time | None:
    """Return when the last of some states ended that a question about the present asks for."""
    ends = [one.fact.valid_to for one in matches if one.fact.valid_to is not None]
    plain = question.tense is Tense.PRESENT and not (question.window or question.order)
    return max(ends) if ends and plain else None


def _last_told(chosen: list[Match], question: Question, ask: Ask) -> list[Match]:
    """Return of places those that start last: who asks "where" asks for one place."""
    if question.want is not Want.PLACE or is_plural(ask.noun):
        return chosen
    return [match for match in chosen if match.fact.valid_from == chosen[-1].fact.valid_from]


def _moment(match: Match) -> str:
    """Return a date kept as an object; an ISO one is worded."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", match.name):
        return show_time(datetime.fromisoformat(match.name))
    return match.name


_NAMING = re.compile(r"\bnames?\b|\bcalled\b|\bnamed\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|a|an) ", re.IGNORECASE)


def _without_general(names: tuple[str, ...]) -> tuple[str, ...]:
    """Drop a name that another one repeats with more words ("car" beside "red car")."""
    bare = {name: " ".join(words(_ARTICLE.sub("", name))) for name in names}
    return tuple(
        name
        for name in names
        if not any(
            other != name and bare[other].endswith(" " + bare[name]) and bare[name]
            for other in names
        )
    )


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(" ".join(words(_ARTICLE.sub("", name))) or name, name)
    return tuple(seen.values())


def _ids(matches: Iterable[Match]) -> tuple[int, ...]:
    return _sorted(match.fact.id for match in matches)


def _sorted(ids: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(ids)))
