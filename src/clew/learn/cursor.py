"""A place in a tagged sentence, and what can be read from there: phrases, lists, verb groups."""

from clew.learn.grammar import Phrase, Word, make_phrase
from clew.learn.lexicon import NAME_LINKS, PLACES
from clew.learn.tokens import Token
from clew.learn.verbs import VerbGroup, read_verb_group

__all__ = ["Cursor"]

_MAX_LIST = 25
"""Longer lists are cut; it keeps the work on one sentence linear."""


class Cursor:
    """Reads tokens from left to right; `at` is the next one. Every read moves on or says no."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

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
            if (
                tag == "D"
                and self.at > start
                and self.tokens[self.at - 1].low != "of"
                and self.tokens[self.at - 1].tag != "D"
            ):
                break
            inner_of = token.low == "of" and self.at > start and self._tag(1) in {"D", "N", "M"}
            link = token.low in NAME_LINKS and self._tag(1) == "M" and self.at > start
            if tag not in {"D", "N", "M", "G"} and not inner_of:
                break
            glued = self.at > start and self.tokens[self.at - 1].end == token.start
            words.append(Word(token.text, tag == "M" or link, spaced=not glued))
            self.at += 1
        end = self.tokens[self.at - 1].end
        return make_phrase(words, self.tokens[start].start, end)

    def _list(self, *, objects: bool) -> tuple[Phrase, ...]:
        """Read "tea, chess and rain"; without a conjunction only the first phrase is taken."""
        first = self._phrase() if self._phrase_here() else None
        if first is None:
            return ()
        found, back, closed = [first], self.at, False
        while not closed and len(found) < _MAX_LIST:
            skip = 0
            while self._tag(skip) in {",", "C"} and skip < 2:
                closed = closed or (
                    self._tag(skip) == "C" and self.tokens[self.at + skip].low != "but"
                )
                skip += 1
            if not skip or self._tag(skip) not in {"D", "N", "M", "P"}:
                closed = False
                break
            self.at += skip
            phrase = self._phrase()
            if phrase is None or (objects and self._finite_here()):
                closed = False
                break
            found.append(phrase)
        closed = closed and not (objects and self._and_clause())
        if (
            closed
            and len(found) > 1
            and not any(t.low == "or" for t in self.tokens[back : self.at])
        ):
            return tuple(found)
        self.at = back
        return (first,)

    def _and_clause(self) -> bool:
        """Say whether "..., and Ben and Ida live" goes on: Ben is no object then."""
        back = self.at
        self.at += self._tag() == "C"
        more = self.at > back and self._phrase_here() and self._phrase() is not None
        clause = more and self._finite_here()
        self.at = back
        return clause

    def _finite_here(self) -> bool:
        group = self._verb_here()
        return group is not None and not group.bare

    def _verb_here(self) -> VerbGroup | None:
        return (
            read_verb_group(self.tokens, self.at) if self._tag() in {"X", "V", "R", "A"} else None
        )

    def _gerund(self) -> tuple[Phrase, ...]:
        start = self.at
        while self._tag() in {"V", "D", "N", "M", "I", "G", "A"}:
            self.at += 1
        tokens = self.tokens[start : self.at]
        if not tokens:
            return ()
        text = " ".join(token.text for token in tokens).replace(" 's", "'s")
        return (
            Phrase(text, text.lower(), tokens[0].low, start=tokens[0].start, end=tokens[-1].end),
        )

    def _skip_gerund(self) -> None:
        """Pass over "by selling the house": it says how, not that."""
        while self._tag() in {"V", "D", "N", "M", "G", "A"}:
            self.at += 1

    def _skip_region(self, place: Phrase) -> None:
        """Pass over the region in "in Berlin, Germany": it is no new subject."""
        size = 2
        while self._tag(size) == "M":
            size += 1
        last = self.tokens[self.at + size - 1].low if self._tag(1) == "M" else ""
        if place.named and self._tag() == "," and (last in PLACES or self._tag(size) == "C"):
            follows = self._tag(size)
            if follows in {",", ".", "", "T"} or self._tag(size + 1) in {"V", "X"}:
                self.at += size
