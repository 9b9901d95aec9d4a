"""Later texts that undo a state in words of their own: "came home from hospital", "works again".

No fact was read from such a text that ends the state, since nobody can tell from these words alone
what holds instead. So an answer that rests on the state would be a guess.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from clew.ask.evidence import Passage
from clew.graph.types import Fact, Kind
from clew.minds.english.asking.doubts import sentences
from clew.minds.english.asking.relation_phrases import deed_wished, is_event
from clew.minds.english.asking.stems import is_past, stem
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.words.lexicon import ADJECTIVES, KIN
from clew.minds.english.words.word_lists import section
from clew.regex import Regex
from clew.text import STOP_WORDS, words

__all__ = ["came_true", "undone_since"]

_WHERE = frozenset({"is in", "is at", "is on"})
_BASED = _WHERE | {"lives in", "works at", "lives with", "studies at"}
_BACK = Regex(r"\b(?:is|are|am|['’](?:s|re|m)|moved|went|came|has come) back\b", re.IGNORECASE)
_AWAY = r"\b(?:left|from|out of) (?:[\w'’-]+ ){{0,2}}{}\b"
_AGAIN = Regex(r"\b(?:again|no longer|any ?more)\b", re.IGNORECASE)


def _undoing() -> Iterator[tuple[bool, Regex, Regex]]:
    """Yield whether both ends must be named ("*"), what is told, and what may undo it."""
    for line in section("undoing").strip().splitlines():
        state, _, after = line.replace("KIN", _KIN).partition(" => ")
        both, state = state.startswith("* "), state.removeprefix("* ")
        yield both, Regex(state, re.IGNORECASE), Regex(rf"\b(?:{after})\b", re.IGNORECASE)


_KIN = f"(?:{'|'.join(sorted(KIN))})"
_UNDOING = tuple(_undoing())
"""States, and words of later sentences about the same that may tell their end."""
_SPEAKERS = frozenset({"i", "we", "my", "our"})
_WRITERS = frozenset({"I", "we"})


def undone_since(chosen: Sequence[Match], passages: Sequence[Passage]) -> bool:
    """Tell whether a text that was told after the last one that tells a state may undo it."""
    texts = [one for one in passages if one.kind is Kind.EPISODE]
    return any(
        _undoes(sentence, match.fact)
        for match in chosen
        if match.fact.valid_to is None and not is_event(match.fact.relation)
        for sentence in _later(match.fact, texts)
    )


def came_true(chosen: Sequence[Match], facts: Iterable[Fact]) -> bool:
    """Tell whether facts say that a chosen wish came true: "bought the boat", wanted before."""
    wishes = {
        (one.fact.subject, one.fact.object, deed_wished(one.fact.relation)): _told(one.fact)
        for one in chosen
        if not is_event(one.fact.relation)  # "decided to buy" stays so
    }
    deeds = ((one, stem(one.relation.split(" ")[0])) for one in facts if is_event(one.relation))
    return any(_told(one) > wishes.get((one.subject, one.object, deed), _told(one))
               for one, deed in deeds)  # fmt: skip


def _told(fact: Fact) -> int:
    """Return the last text that tells a fact."""
    return max(fact.episodes, default=0)


def _later(fact: Fact, texts: Sequence[Passage]) -> Iterator[str]:
    for one in texts:
        if one.id > _told(fact):
            yield from (line for line in sentences(one.text) if not line.endswith("?"))


def _undoes(sentence: str, fact: Fact) -> bool:
    """Tell whether a sentence names whose state it is, and something that ends such a state."""
    said, thing = {*words(sentence)}, words(fact.object_name)[-1:]
    again = bool(thing) and thing[0] in said
    mine = fact.subject_name in _WRITERS and again  # "Finished Dune", of who speaks
    if not thing or not (mine or _names(fact.subject_name, said)):
        return False
    if deed := deed_wished(fact.relation):  # "wants to buy": a sentence tells that it was bought
        return again and any(stem(word) == deed and is_past(word) for word in said)
    told = f"{fact.relation} {fact.object_name}"
    for both, state, after in _UNDOING:
        if (again or not both) and state.fullmatch(told) and after.search(sentence):
            return True
    if fact.relation in _BASED and not again and _BACK.search(sentence):
        return True  # "is back in Bergen"
    if fact.relation == "is" and not again and thing[0] in ADJECTIVES:
        return _AGAIN.search(sentence) is not None  # "works again"
    away = fact.relation in _WHERE and again  # of who left Oslo, `words.endings` knows more
    return away and re.search(_AWAY.format(re.escape(thing[0])), sentence.lower()) is not None


def _names(subject: str, said: set[str]) -> bool:
    """Tell whether words name somebody or something, by a part of the name."""
    bare = [one for one in words(subject.partition(" (")[0]) if one not in STOP_WORDS]
    if subject in _WRITERS:
        return not said.isdisjoint(_SPEAKERS)
    return not said.isdisjoint(bare)
