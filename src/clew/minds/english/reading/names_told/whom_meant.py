"""Whom a pronoun means where a name is told: only the one whom the text can mean."""

import re
from collections.abc import Iterable

from clew.minds.english.reading.names_told.name_marks import MARK, Marked
from clew.minds.english.words.lexicon import ADVERBS, NOBODY, PREPOSITIONS, VERBS
from clew.minds.english.words.people import FEMALE_WORDS, MALE_WORDS, THINGS, TITLES, gender_of
from clew.minds.english.words.person_nouns import PETS, is_person_noun
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["Company"]

_PLACED = Regex(
    r"\b(?:in|at|from|near|into|on|through|around|towards|against|among(?:st)?) (?:the )?$"
)
_CLAUSE = Regex(r'[,;:"] |\b(?:and|but) ')
_NOUN = Regex(r" ([a-z]+)")
_DETERMINED = Regex(r"\b(?:[Tt]he|an?|[Ii]ts) $")
_GOVERNED = Regex(r"\b(?:to|of|in|for|from|by|with) $")
_NO_NOUNS = ADVERBS | PREPOSITIONS | NOBODY | VERBS.keys() | {"and", "or", "but", "when", "as"}
_WHOSE = r"(?:[Aa]n?|[Tt]he|[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|[Ss]ome|[Oo]ne|\w+'s)"
_WORD = r"(?!(?:from|in|of|at|with|by|for|to|on|near|and|or|who|that)\b)[a-z-]+\b"
_SOMEBODY = Regex(
    rf"\b{_WHOSE} ({_WORD}(?: {_WORD}){{0,2}})(?!,? (?:{_WORD} )?(?:called |named )?\"?{MARK})"
)
"""Somebody without a name."""
_ROLE = Regex(
    rf"(?:\b(?:is|was|became|as)(?:(?: [a-z]+){{0,2}}? {_WORD})??|{MARK},) "
    rf"{_WHOSE} {_WORD}(?: {_WORD}){{0,2}}"
)
"""What somebody with a name is: nobody else."""
_SOMETHING = Regex(rf"^(?:The|This|Its|Our|My) [a-z-]+ (?!(?:[a-z-]+ )?\"?{MARK})")
"""Something without a name, of which a sentence is."""
_WORDS = PETS | MALE_WORDS | FEMALE_WORDS | word_list("young_nouns")
_SEXES = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f"}
_PRONOUNS = {
    "m": Regex(r"\b(?:[Hh]e|[Hh]im|[Hh]is)\b"),
    "f": Regex(r"\b(?:[Ss]he|[Hh]er)\b"),
    "": Regex(r"\b(?:[Ii]t|[Ii]ts)\b"),
}


class Company:
    """The names of a text so far, as its sentences are read.

    Args:
        speaker: who says "I" in the text, if it tells.
    """

    def __init__(self, speaker: str) -> None:
        self.speaker = self._own = speaker
        self._said: list[Marked] = []
        self._now = Marked("", ())
        self._groups: list[set[str]] = []
        self._stand_in = self._stand_sex = ""
        self._stand_at = (0, 0)

    def opens(self, marked: Marked, speaker: str) -> None:
        """Go on to a sentence, and to who says it, if the text tells."""
        self._now, self.speaker = marked, speaker or self._own

    def closes(self) -> None:
        """End the sentence."""
        self._said.append(self._now)

    def one(self, name: str, other: str) -> None:
        """Note that two names are of one."""
        self._groups.append({name, other})

    def stands_for(self, whose: str, at: int, name: str) -> None:
        """Note the name of somebody whom the text has had without one: "The thief went by Tom"."""
        sex = _SEXES.get(whose.lower(), "")
        if " " in whose or not any(self._named(one, sex, is_thing=False) for one in self._said):
            self._stand_in, self._stand_at = name, (len(self._said), at)
            noun = whose.rpartition(" ")[2]
            self._stand_sex = "m" if noun in MALE_WORDS else "f" if noun in FEMALE_WORDS else sex

    def is_nameless(self, name: str) -> bool:
        """Return whether a name only stands for somebody whom the text has had without one."""
        return name == self._stand_in

    def meant(self, pronoun: str, at: int, other: str, *, given: bool) -> str:
        """Return whom a pronoun at a place of the sentence means, or "" if two may be meant.

        Args:
            pronoun: as it stands, or other words for it: "the same man".
            at: where.
            other: what that one is told to be called.
            given: somebody in its clause gives that one a name, so it is another.
        """
        text = self._now.text[:at]
        same = pronoun.startswith("the same ")
        if " " in pronoun and not same:  # "the ferry was built as Roy, but was called Dot"
            return self._stand_in if self._stand_at == (len(self._said), at) else ""
        sex, is_thing = _SEXES.get(pronoun.lower(), ""), pronoun.lower() in {"it", "its"}
        clause = max((one.end() for one in _CLAUSE.finditer(text)), default=0)
        here = text[:clause] if given and not same and f"{MARK}'s" not in text[clause:] else text
        found = self._named(Marked(here, self._now.names), sex, is_thing=is_thing)
        texts, found = [here], [one for one in found if one != other]
        for number, earlier in enumerate((self._said[-1:], self._said[:-1])):
            if number == 0 or not found:
                found += [n for one in earlier for n in self._named(one, sex, is_thing=is_thing)]
                texts += [one.text for one in earlier]
        nameless = _is_something if is_thing else _is_somebody
        if not self._stand_in and any(nameless(one, sex) for one in texts):
            return ""
        return self._only(found) if other not in found else ""

    def _named(self, marked: Marked, sex: str, *, is_thing: bool) -> list[str]:
        """Return the names of a sentence that a pronoun may mean.

        None behind such a pronoun of an earlier sentence: "he ruled Bonn" is not of Bonn.
        """
        found: list[str] = []
        earlier = any(marked is one for one in self._said) and (sex or is_thing)
        pronoun = _PRONOUNS[sex].search(marked.text) if earlier else None
        until = pronoun.start() if pronoun else len(marked.text)
        for name, one in zip(marked.names, re.finditer(MARK, marked.text), strict=False):
            before = marked.text[max(0, one.start() - 30) : one.start()]
            attribute = _is_attribute(name, before, marked.text[one.end() : one.end() + 30])
            if name == self._stand_in:
                found += [name] * ({sex, self._stand_sex} != {"f", "m"})
            elif attribute or _PLACED.search(before) or one.start() > until:
                continue
            elif _may_be(name, sex, is_thing=is_thing):
                found.append(name)
        return found

    def _only(self, names: Iterable[str]) -> str:
        """Return the one that all names are of, by the first of them, or "" for two.

        "His son Tom" may be no Tom Hill, though the text has no other Tom.
        """
        first = [*names][:1]
        whole = sorted(dict.fromkeys(names), key=lambda one: -len(one))
        if not whole:
            return ""
        family = {whole[0]}
        for group in self._groups * 2:
            family |= group if group & family else set()
        shared = {word for one in family for word in one.split()}
        alone = all(one in family or {*one.split()} <= shared for one in whole)
        return first[0] if alone else ""


def _may_be(name: str, sex: str, *, is_thing: bool) -> bool:
    """Say whether a pronoun may mean a name, by its sex."""
    words = name.lower().split()
    known = gender_of(words[0])
    personal = known != "" or words[0].rstrip(".") in TITLES
    if is_thing or personal:
        return is_thing != personal and {known, sex} != {"f", "m"}
    return not THINGS & {*words}


def _is_attribute(name: str, before: str, behind: str) -> bool:
    """Say whether a name only tells which thing is meant: "the Danish fleet"."""
    noun = _NOUN.match(behind)
    if " " in name or noun is None or gender_of(name):
        return False
    other = _GOVERNED.search(before) is not None and noun[1] not in _NO_NOUNS
    return other or _DETERMINED.search(before) is not None


def _is_somebody(text: str, sex: str) -> bool:
    """Say whether a text tells of somebody without a name."""
    others = MALE_WORDS if sex == "f" else FEMALE_WORDS if sex == "m" else frozenset()
    told = (one.split() for one in _SOMEBODY.findall(_ROLE.sub("", text)))
    found = (noun for words in told for noun in words if noun == words[0] or noun not in VERBS)
    return any((is_person_noun(noun) or noun in _WORDS) and noun not in others for noun in found)


def _is_something(text: str, _: str) -> bool:
    return _SOMETHING.match(text) is not None
