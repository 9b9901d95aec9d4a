"""A place in a tagged sentence, and what can be read from there: phrases, lists, verb groups."""

from collections.abc import Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_types import (
    EMPTY,
    Phrase,
    Prep,
    Word,
    halves_joined,
    make_phrase,
)
from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.lexicon import ADJECTIVES, NAME_LINKS, PARTICLES, REPORTING, is_plural
from clew.minds.english.words.people import THINGS, gender_of
from clew.minds.english.words.person_nouns import (
    ONE_NAMED,
    group_size,
    is_person_noun,
    is_person_word,
    labelled,
    of_name,
    of_named,
    several_named,
)
from clew.minds.english.words.quantities import NUMBERS
from clew.minds.english.words.verb_groups import VerbGroup, read_verb_group
from clew.minds.english.words.word_lists import word_list

__all__ = ["Cursor", "told_in_full"]

_MAX_LIST = 25
"""Longer lists are cut; it keeps the work on one sentence linear."""
_EITHER = frozenset({"until", "till", "since", "before", "after"})
"""Prepositions that open clauses as well."""
_LIKE_ADJECTIVES = ("al", "ous", "ive", "ful", "less", "able", "ible", "ic", "ary")
"""Ends of words that tell a quality more often than a thing: "physical", "primary"."""
_KNOWING = word_list("knowing")
"""Verbs behind which "that" tells a fact."""


class Cursor:
    """Reads tokens from left to right; `at` is the next one. Every read moves on or says no."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.lost = False
        """A word or phrase was passed over: the sentence is not understood."""

    def _tag(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place].tag if place < len(self.tokens) else ""

    def _skip_bracket(self) -> None:
        closing = (i for i in range(self.at, len(self.tokens)) if self.tokens[i].tag == ")")
        self.at = next(closing, self.at) + 1

    def _phrase_here(self) -> bool:
        return self._tag() in {"D", "N", "M", "P"}

    def _phrase(self, words: list[Word] | None = None) -> Phrase | None:
        """Read one noun phrase, "of" attachments included."""
        words = list(words or [])
        start = self.at
        if self._tag() == "P":
            self.at += 1
            token = self.tokens[start]
            return Phrase(token.text, token.low, token.low, start=token.start, end=token.end)
        while self.at < len(self.tokens):
            tag, token = self._tag(), self.tokens[self.at]
            behind = self.tokens[self.at - 1] if self.at > start else None
            if tag == "D" and behind and behind.low != "of" and behind.tag != "D":
                break
            inner_of = token.low == "of" and self.at > start and self._tag(1) in {"D", "N", "M"}
            behind_it = self.tokens[self.at + 1].low if self._tag(1) else ""
            ahead = 1 + (behind_it in NAME_LINKS)  # "van der Velde"
            link = token.low in NAME_LINKS and self._tag(ahead) == "M" and self.at > start
            one = token.low in {"one", "ones"} and words and words[-1].text.lower() in ADJECTIVES
            if tag not in {"D", "N", "M", "G"} and not inner_of and not one:
                break
            glued = self.at > start and self.tokens[self.at - 1].end == token.start
            words.append(Word(token.text, tag == "M" or link, spaced=not glued))
            self.at += 1
        end = self.tokens[self.at - 1].end
        made = make_phrase(words, self.tokens[start].start, end)
        if made is None and words[-1].text.lower() in EMPTY:
            low = words[-1].text.lower()  # "some say": it is nobody known, but a subject
            return Phrase(low, low, low, start=self.tokens[start].start, end=end)
        return of_name(made) if made is not None and made.of else made

    def _list(self, *, objects: bool) -> tuple[Phrase, ...]:
        """Read "tea, chess and rain"; without a conjunction only the first phrase is taken."""
        first = self._phrase() if self._phrase_here() else None
        if first is None:
            return ()
        if objects and first.base in NUMBERS:
            return (first,)  # "who is eighty, and her grandson"
        initial = self._named_members(first, objects=objects)
        found, back, closed = [*initial], self.at, False
        while (not closed or self._here() == "and") and len(found) < _MAX_LIST:
            skip, done = 0, closed
            while self._tag(skip) in {",", "C"} and skip < 2:
                closed = closed or (
                    self._tag(skip) == "C" and self.tokens[self.at + skip].low != "but"
                )
                skip += 1
            if not skip or self._tag(skip) not in {"D", "N", "M", "P"}:
                closed = done  # "tea and rain and sings"
                break
            last = self.at
            self.at += skip
            phrase = self._phrase()
            if phrase is None or (objects and self._clause_here()):
                self.at, closed = last, closed and len(found) > 1 and skip == 1 and last > back
                break
            found.extend(self._named_members(phrase, objects=objects))
        if closed and objects and self._and_clause():
            closed, self.lost = False, self.lost or len(found) > 2
        either = any(token.low == "or" for token in self.tokens[back : self.at])
        if closed and len(found) > 1 and not either:
            found = _coloured(found)
            return tuple(found[-1:] if len(found) > 1 and _is_one(found) else found)
        self.lost = self.lost or (either and len(found) > 1)  # "lives in Rome or Oslo"
        self.at = back
        return initial

    # --- what commas and colons add to one phrase -------------------------------------------------

    def _named_members(self, phrase: Phrase, *, objects: bool) -> tuple[Phrase, ...]:
        """Read "two dogs, Rex and Bello" as Rex and Bello, "a son, Max," as Max.

        Each is labelled with what it is one of. A name followed by an age or, in a list, by what
        the person is ("Maja, an architect, and ...") stays, and is told to `described`.
        """
        if self._tag() not in {",", ";"} or (self._tag() == ";" and self._here() != ":"):
            return (phrase,)
        back = self.at
        found = self._members(phrase, objects=objects)
        if not found:
            self.at = back
        return found or (phrase,)

    def _here(self) -> str:
        return self.tokens[self.at].low if self.at < len(self.tokens) else ""

    def _members(self, phrase: Phrase, *, objects: bool) -> tuple[Phrase, ...]:
        colon = self._here() == ":"
        self.at += 1
        if phrase.named:
            return ()
        count = group_size(phrase)
        one = phrase.head in ONE_NAMED and not phrase.of[:1].isupper()  # "a friend of Ida, Tom and"
        if count == 1 and objects and not colon and one and self._tag() == "M":
            name = self._phrase()
            closed = self._tag() in {",", ".", "", ";", "C", ")", "W"} and not self._finite_here()
            told = name if name and closed and name.named else None
            return (of_named(phrase, told) or labelled(told, phrase),) if told else ()
        if count == 1 or not (self._phrase_here() and self._tag() != "P"):
            return ()
        found = self._several()
        named = all(one.named for one in found)
        fits = len(found) == count or (count == 0 and (colon or several_named(phrase.head)))
        if len(found) < 2 or not fits or not (named or colon):
            return ()
        if any(is_person_noun(one.head) and not (one.named or one.determiner) for one in found):
            return ()  # "has had three jobs: baker and driver": he has no baker
        if objects and not colon and self._finite_here():
            return ()
        return tuple(labelled(one, phrase) if one.named else one for one in found)

    def _several(self) -> list[Phrase]:
        """Read "A, B and C"; nothing when no "and" ends it."""
        found: list[Phrase] = []
        last = False
        while self._phrase_here() and len(found) < _MAX_LIST:
            if (phrase := self._phrase()) is None:
                return []
            found.append(phrase)
            if last or self._tag() not in {",", "C"}:
                break
            last = "and" in {self._here(), self.tokens[self.at + 1].low if self._tag(1) else ""}
            if not last and self._tag(1) not in {"D", "N", "M"}:
                return []
            self.at += 1 + (self._tag(1) == "C")
        return found if last else []

    def _and_clause(self) -> bool:
        """Say whether "..., and Ben and Ida live" goes on: Ben is no object then."""
        back = self.at
        self.at += self._tag() == "C"
        more = self.at > back and self._phrase_here() and self._phrase() is not None
        clause = more and self._finite_here()
        self.at = back
        return clause

    def _joins_clause(self) -> bool:
        """Say whether "; Ben lives" or ", and now Ben lives" starts here."""
        comma = self.at > 0 and self.tokens[self.at - 1].tag == ","
        if not (self._tag() == ";" or (comma and self._here() in {"and", "but", "so"})):
            return False
        back, lost = self.at, self.lost
        self.at += 1
        while self._tag() in {",", "C", "A", "T"} or self._here() == "so":
            self.at += 1
        clause = self._phrase_here() and self._list(objects=False) and self._finite_here()
        self.at, self.lost = back, lost
        return bool(clause)

    def _clause_here(self) -> bool:
        """Say whether what was just read is a subject: a verb follows, or "in Bonn" and a verb."""
        back = self.at
        while self._tag() == "I" and self.at < back + 8:
            self.at += 1
            if not self._phrase_here() or self._phrase() is None:
                break
        finite = self._finite_here()
        self.at = back
        return finite

    def _finite_here(self) -> bool:
        group = self._verb_here()
        return group is not None and not group.bare

    def _verb_here(self) -> VerbGroup | None:
        here = self._tag() in {"X", "V", "R", "A"}
        return read_verb_group(self.tokens, self.at) if here else None

    def _mark_opener(self) -> bool:
        """Tag "until" in "until Ida retired" as what opens a clause; "until the summer" stays."""
        token = self.tokens[self.at]
        if token.tag != "I" or token.low not in _EITHER:
            return False
        back = self.at
        self.at += 1
        clause = self._phrase_here() and self._phrase() is not None and self._finite_here()
        self.at = back
        token.tag = "S" if clause else token.tag
        return bool(clause)

    def _role_preps(self) -> tuple[Prep, ...]:
        """Read what hangs on a role: "a painter from Bergen", "a widow with two sons"."""
        preps: list[Prep] = []
        while self._tag() == "I" and len(preps) < 2:
            prep = self.tokens[self.at].low
            self.at += 1
            if governed := self._list(objects=True):
                preps.append((prep, governed))
        return tuple(preps)

    def _pass_region(self, place: Phrase) -> None:
        """Pass over where a place lies: "in The Hague, Netherlands, and died"."""
        named = place.named or place.of[:1].isupper()
        if not named or self._tag() != "," or self._tag(1) != "M":
            return
        back = self.at
        self.at += 1
        region = self._phrase()
        closed = self._tag() in {",", ".", ";", ")", ""} or (
            self._tag() == "C" and self._tag(1) in {"V", "X", "A"}
        )
        if region is None or gender_of(region.name) or region.label or not closed:
            self.at = back
        elif self._tag() == "," and self._tag(1) in {"I", "T"}:
            self.at += 1  # "in Cork, Ireland, in 1970": the time is that of the same clause

    def _speech_follows(self, group: VerbGroup) -> bool:
        said = group.verb in REPORTING or (self._here() == "that" and group.verb not in _KNOWING)
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        follows = token is not None and (token.tag in {"S", "O"} or self._phrase_here())
        return said and follows

    def _stranded(self) -> bool:
        """Say whether a preposition without its noun stands here: "the flat Tom lives in"."""
        if self._tag() != "I" or self._here() in PARTICLES:
            return False
        bare = self._tag(1) in {"", ".", ",", ";", "X", "C", "S", "R", "T", "I"}
        return bare or (self._tag(1) == "V" and self.tokens[self.at + 1].forms != "g")

    def _particle_here(self, verb: str) -> bool:
        """Say whether a verb's particle stands here: "took up a post", but "is over the flu"."""
        road = verb == "be" and self._here() in {"up", "down", "over"}
        return self._tag() == "I" and self._here() in PARTICLES and not road

    def _by_follows(self) -> bool:
        return self._tag(1) == "I" and self.tokens[self.at + 1].low == "by"

    def _skip_gerund(self) -> None:
        """Pass over "by selling the house to Ben": it says how, not that."""
        while self._tag() in {"V", "D", "N", "M", "G", "A", "I", "P"}:
            self.at += 1

    def _pass_preposition(self) -> None:
        self.at += 1
        while self._tag() == "A":
            self.at += 1


def _is_one(found: Sequence[Phrase]) -> bool:
    """Say whether a list is of one thing: "singer and songwriter Ida Roy", "a red and white boat".

    "Old and dirty" and "a van and driver" are two.
    """
    *others, last = found
    if last.owner or last.determiner or any(one.of or one.owner for one in others):
        return False
    if last.label and all(map(_is_job, others)):
        return True
    first = others[0]  # "a horror and fantasy writer", "a Broadway and West End designer"
    shared = first.determiner in {"a", "an"} and " " in last.base and not is_person_word(first)
    if shared and is_person_word(last):
        return True
    more, _, noun = last.base.partition(" ")  # "primary and secondary education"
    alike = noun != "" and more.endswith(_LIKE_ADJECTIVES) and all(map(_is_formed, others))
    described = bool(first.determiner) or is_plural(last.head) or alike
    plain = alike or all(map(_is_adjective, others))
    return described and plain and last.head not in ADJECTIVES and not last.named


def _is_adjective(phrase: Phrase) -> bool:
    """Say whether a half is no thing: "a tough mental" of "a tough mental and physical task"."""
    if phrase.named:
        return False
    return phrase.head in ADJECTIVES or (phrase.determiner != "" and _is_formed(phrase))


def _is_formed(phrase: Phrase) -> bool:
    """Say whether a word looks like an adjective: "primary", no "library"."""
    noun = phrase.named or phrase.head in THINGS or is_person_word(phrase)
    return phrase.head.endswith(_LIKE_ADJECTIVES) and not noun


def _coloured(found: list[Phrase]) -> list[Phrase]:
    """Return "red and white wine" as one thing; other lists as they are."""
    first, last = found[0], found[-1]
    more, _, noun = last.base.partition(" ")
    plain = not any(one.named or one.of or one.owner or one.determiner for one in found)
    both = len(found) == 2 and {first.base, more} <= ADJECTIVES
    return [halves_joined(first, last)] if plain and both and noun else found


def _is_job(phrase: Phrase) -> bool:
    """Say whether a phrase is what one person does, with a capital only as the first word."""
    if phrase.named:
        return phrase.start == 0 and is_person_noun(phrase.name.lower())
    return is_person_word(phrase) and not is_plural(phrase.head)


def told_in_full(
    subjects: Sequence[Phrase], prep: str, governed: Sequence[Phrase]
) -> tuple[Phrase, ...]:
    """Return a subject named in full: "the meeting with Ann", "the key to the shed"; else nothing.

    A person is somebody without what they have: "the man with the dog".
    """
    if len(subjects) != 1 or len(governed) != 1 or prep not in _TELLING_WHICH:
        return ()
    thing, other = subjects[0], governed[0]
    plain = thing.determiner == "the" and not (thing.named or thing.of or thing.label)
    if not plain or is_person_noun(thing.head) or other.determiner not in {"", "the"}:
        return ()
    return (replace(thing, name=f"{thing.name} {prep} {other.name}", end=other.end),)


_TELLING_WHICH = frozenset({"with", "to", "about", "for"})
