"""Values that tell nothing: the question's own words, "a new team", "a flat", some home."""

from collections.abc import Sequence

from clew.minds.english.asking.parsed_question import Ask, Question
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.thing_kinds import number_in
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import DETERMINERS, VAGUE_HOMES
from clew.minds.english.words.lexicon import ADJECTIVES
from clew.regex import Regex
from clew.text import words

__all__ = ["firm_homes", "shown_name", "telling"]

_DWELLINGS = VAGUE_HOMES - {"town", "village", "city", "country", "place"}
_OWNER = Regex(r"^.*['’]s? ")
_APART = frozenset({"under", "behind", "above", "below", "near", "beside", "next to"})
_GENITIVE = Regex(r"['’]s?(?= )")
_DOING = Regex(r"\b(?:doing|to do)\b")
_LITTLE = frozenset({"new", "old", "other", "different", "certain", "good", "great", "nice"})
"""What says no more of a thing than its noun: "a new team"."""


def telling(chosen: Sequence[Match], ask: Ask, question: Question) -> list[Match]:
    """Drop values that add nothing; return none where names are wanted and one is missing."""
    noun = stem(words(ask.noun)[-1]) if words(ask.noun) else ""
    kept = [one for one in chosen if not (_repeats(one.name, noun) or _echoes(one.name, question))]
    if "like" in ask.keys and _DOING.search(question.text):
        kept = [one for one in kept if one.name.partition(" ")[0].endswith("ing")]
    if question.by_name and not all(_is_proper(match.name) for match in kept):
        return []
    if "live" in ask.keys:
        return [match for match in kept if not _is_vague_home(match.name)]
    return kept


def _repeats(name: str, noun: str) -> bool:
    """Tell whether a value says no more than the noun: "two dogs" or "the dog" to "which dogs"."""
    said = [word for word in words(name) if word not in DETERMINERS]
    if said[-1:] == ["things"]:
        return True
    repeats = bool(said) and stem(said[-1]) == noun
    return repeats and (_LITTLE.issuperset(said[:-1]) or number_in(name) is not None)


def _echoes(name: str, question: Question) -> bool:
    """Tell whether a thing is but the question's words: "games", asked how Ben plays games."""
    asked = {stem(word) for word in words(_GENITIVE.sub(" ", question.text))}
    said = {stem(word) for word in words(_GENITIVE.sub(" ", name))}
    thing = _OWNER.match(name) is not None or not (_is_proper(name) or "or" in asked)
    return thing and said <= asked


def _is_proper(name: str) -> bool:
    return any(word[:1].isupper() for word in name.split())


def firm_homes(matches: list[Match], ask: Ask) -> list[Match]:
    """Drop a dwelling that may be in the town told beside it: "a bigger flat" may be in Ely."""
    if "live" not in ask.keys:
        return matches
    return [one for one in matches if not _is_dwelling(one.name)] or matches


def _is_dwelling(name: str) -> bool:
    """Tell whether a home says only what it is like."""
    said = [word for word in words(_OWNER.sub("", name)) if word not in DETERMINERS]
    like = all(one in ADJECTIVES or one.endswith(("er", "est")) for one in said[:-1])
    return not _is_proper(name) and like and not _DWELLINGS.isdisjoint(said[-1:])


def _is_vague_home(name: str) -> bool:
    """Tell whether a home names no particular place: "the flat", "her old village"."""
    bare = _OWNER.sub("", name)
    if _is_proper(bare):  # "Room A"
        return False
    said = [word for word in words(bare) if word not in DETERMINERS]
    return bool(said) and all(word in VAGUE_HOMES for word in said)


def shown_name(match: Match) -> str:
    """Return a name as people say it: "Tom" for Ben's son, "under the mat" for where keys are."""
    name, where = match.name.removesuffix(" (another)"), match.fact.relation.removeprefix("is ")
    return f"{where} {name}" if where in _APART and match.value == match.fact.object else name
