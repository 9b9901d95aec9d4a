"""A light parser: tagged tokens to clauses, in one pass from left to right, without a model.

It knows subjects, verb groups, lists of objects, prepositional complements, appositions, relative
and reduced clauses, reported and hypothetical speech. It does not build a tree: where English
needs one (long-distance attachment, garden paths) it says less rather than guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.minds.english.parsing.appositions import apposition, hangs_on_part, tells_of_noun
from clew.minds.english.parsing.clause_types import (
    Clause,
    Phrase,
    Prep,
    Word,
    agreeing,
    existing,
    last_phrases,
)
from clew.minds.english.parsing.phrase_reader import Cursor, told_in_full
from clew.minds.english.parsing.relative_clauses import leaves_doer_open, meant, with_relative_words
from clew.minds.english.parsing.tagging import names_among, tokenise
from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.dates import TimeSpan
from clew.minds.english.words.lexicon import (
    HEDGES,
    HYPOTHETICAL,
    LASTING,
    MEASURES,
    NOBODY,
    PARTICLE_VERBS,
    PARTICLES,
    UNSAID,
)
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import is_age
from clew.minds.english.words.verb_groups import FORMERLY, ONCE, VerbGroup
from clew.minds.english.words.word_lists import word_list

__all__ = ["Parse", "parse_light"]


@dataclass(frozen=True, slots=True)
class Parse:
    """The clauses of a sentence; those up to a main clause with a word left over claim nothing."""

    clauses: list[Clause]
    whole: bool
    """Every word found its place, in the last main clause at least."""
    names: list[str]
    """Its proper names, whether or not they stand in a clause."""
    parts: list[int]
    """Where its main clauses start."""


def parse_light(sentence: str, times: Sequence[TimeSpan] = ()) -> Parse:
    """Read the clauses of one sentence (pronouns already replaced where they could be)."""
    reader = _Reader(with_relative_words(tokenise(sentence, times)))
    return Parse(reader.read(), reader.sound, [*names_among(sentence, reader.tokens)], reader.parts)


_GIVING = word_list("giving")
"""Verbs with two objects: "gave Ben the book", "called him Rex"."""
_FRONTED = frozenset({"in", "on", "at", "since", "until", "after", "before", "from", "during"})
"""Prepositions whose phrase may stand before the subject."""
_INVERTED = frozenset({"live", "stand", "lie", "sit", "hang", "dwell"})
"""Verbs that may stand before their subject: "in the mill lived Ida", "there stood a mill"."""
_NAMING = frozenset({"name", "call", "nickname"})
_CARRYING = frozenset({"N", "M", "P", "V", "X", "G", "O", "D"})
"""Tags of words that carry meaning: none may be passed over."""


class _Reader(Cursor):
    """One pass over the tokens of a sentence; `self.at` is where it stands."""

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        self.clauses: list[Clause] = []
        self.subjects: tuple[Phrase, ...] = ()
        self.before: list[tuple[Phrase, ...]] = []
        self.fronted: list[Prep] = []
        self.antecedent: Phrase | None = None
        self.outer: tuple[Phrase, ...] = ()
        self.reported, self.closing = False, ""
        self.trailing = False
        """A phrase was passed over, which is no harm where the sentence ends."""
        self.parts, self.first = [0], 0
        self.sound = self.astray = False
        lows = {token.low for token in tokens}
        self.former = bool(lows & FORMERLY)
        self.claimed = not (lows & HEDGES) and not any(
            token.tag == "S" and token.low in HYPOTHETICAL - {"whether"} for token in tokens
        )

    def read(self) -> list[Clause]:
        while self.at < len(self.tokens):
            if self._joins_clause():
                self.lost = self.lost or self.trailing or bool(self.before)
                self._close()
                self.before, self.trailing = [], False
                self.parts.append(self.tokens[self.at].start)
            self._step()
        self._close()
        self.sound = self.sound and not self.astray
        return self.clauses

    def _close(self) -> None:
        """End a main clause: a word lost in it may change what came before, not what follows."""
        read = len(self.clauses) > self.first
        self.astray = self.astray or (self.lost and not read)
        self.sound = not self.lost and (self.sound or read)
        if self.lost:
            self.clauses = [replace(one, asserted=False) for one in self.clauses]
        self.first, self.lost = len(self.clauses), False

    def _step(self) -> None:
        self._mark_opener()
        tag, token = self._tag(), self.tokens[self.at]
        if group := self._verb_here():
            self._clause(group)
        elif self._phrase_here():
            self._before_verb()
        elif tag == "I":
            self._before_subject(token.low)
        elif tag == "S":
            self._subordinate(token)
        elif tag == "W":
            self._relative(token)
        elif tag == "(":
            self._skip_bracket()
        else:
            if tag == ";" or token.low in {".", "!", "?"}:
                self._reset()
            self.trailing = self.trailing or tag == "R"
            self.lost = self.lost or tag in _CARRYING
            self.at += 1

    def _before_subject(self, prep: str) -> None:
        self._pass_preposition()
        if self._tag() == "V":
            self._skip_gerund()
            self.trailing = self.trailing or self._tag() != ","
            return
        governed = self._list(objects=False)
        whole = told_in_full(self.before[-1], prep, governed) if self.before else ()
        if whole and self._verb_here():
            self.before[-1] = whole
            return
        if governed and not self.before:  # "her team in Bonn runs ...": not where it runs
            self.fronted.append((prep, governed))
        self.trailing = self.trailing or prep not in _FRONTED or not governed

    def _reset(self) -> None:
        self.trailing = self.trailing or bool(self.before)
        self.before, self.fronted, self.antecedent, self.reported = [], [], None, False
        self.closing = ""

    def _subordinate(self, token: Token) -> None:
        self.before, self.fronted, self.antecedent = [], [], None
        closes = token.low in {"until", "till", "before"} and bool(self.clauses)
        self.closing = token.low if closes else ""
        if (token.low in UNSAID or token.forms) and not self.closing:
            self.reported = True  # a form: it opens what somebody helped with, saw or felt
        self.at += 1

    def _relative(self, token: Token) -> None:
        self.outer = self.subjects if self.clauses and not self.before else self.outer
        ahead = self.before or [governed for _, governed in self.fronted]
        last = ahead[-1] if ahead else last_phrases(self.clauses)
        if self.at and self.tokens[self.at - 1].tag == "I":
            # "after which": the relative word is not an object here.
            last = ()
        self.outer = self.before[0] if self.before else self.outer
        self.before, self.fronted = [], []
        self.at += 1
        self.antecedent = meant(self.tokens, self.at, last[-1], self.clauses) if last else None
        if token.low == "where" and self.antecedent:
            site = "at" if THINGS & {*self.antecedent.name.lower().split()} else "in"
            self.fronted, self.antecedent = [(site, (self.antecedent,))], None
        if token.low == "whose" and self.antecedent and self._phrase_here():
            owner = self.antecedent.name
            self.antecedent = None
            words = [Word(owner, named=True), Word("'s", spaced=False)]
            if phrase := self._phrase(words):
                self.before.append((phrase,))

    def _before_verb(self) -> None:
        """Read a phrase in subject position, with the appositions behind it."""
        phrases = self._list(objects=False)
        if phrases:
            self.lost = self.lost or bool(self.before)
            self.before.append(phrases)
            if len(phrases) == 1:
                self._appositions(phrases[0], opening=True)
        else:
            self.at += 1

    def _appositions(self, phrase: Phrase, *, opening: bool = False) -> Phrase:
        """Read "Oslo, the capital of Norway," and "her neighbour, Ben,"; return the name."""
        back = self.at
        if self._tag() != "," or self._tag(1) not in {"D", "N", "M"}:
            return phrase
        self.at += 1
        second = self._phrase()
        aged = second is not None and phrase.named and is_age(second)
        preps = self._role_preps() if second and second.determiner in {"a", "an", "the"} else ()
        closed = self._tag() in {",", ".", "", ";", ")", "W", "T"}
        # Behind a verb, "the big room, Ada has" opens the next clause.
        group = self._verb_here() if opening or (second and not second.named) else None
        if second is None or not (closed or (group and not group.bare)):
            self.at = back
            return phrase
        listed = closed and self._tag() == "," and self._tag(1) in {"D", "N", "M", "C"}
        listed = listed and not second.of and not second.owner and not preps
        ends = self._tag() in {".", ""}
        told = None if listed else apposition(phrase, second, ends=ends)
        pair = (phrase, second) if aged else told
        if pair and hangs_on_part(phrase, second):
            return phrase  # passed over: it may be about either
        if pair is None:
            self.at = back
            return phrase
        name, role = pair
        self._emit(Clause(subjects=(name,), verb="appos", objects=(role,), preps=preps,
                          start=phrase.start, end=second.end))  # fmt: skip
        if self.before and self.before[-1] == (phrase,):
            self.before[-1] = (name,)
        if self._tag() == ",":
            self.at += 1
        return name

    def _clause(self, group: VerbGroup) -> None:
        start = self.tokens[self.at].start
        self.lost = self.lost or self.trailing
        inverted = self._inverts(group)
        subjects, objects = ((), ()) if inverted else self._subject(group)
        subjects = agreeing(subjects, self.tokens[self.at].low)
        free = bool(self.before) and self.antecedent is None
        alone = free and group.size == 1 and group.forms == "dn"
        reduced = group.bare or (alone and self._by_follows())
        self.at += group.size
        if not self.before and self._shares_passive(group):
            group.passive = True
        clause = Clause(
            subjects=tuple(p for p in subjects if p.head not in NOBODY | MEASURES),
            verb=group.verb,
            said=group.said,
            tense="present" if reduced and group.verb in LASTING else group.tense,
            perfect=group.perfect,
            always=group.always,
            passive=group.passive or (reduced and "n" in group.forms),
            negated=group.negated or any(p.determiner == "no" for p in subjects),
            ended=group.ended or (self.former and group.tense == "past" and group.verb in ONCE),
            asserted=self._claims(group, subjects),
            closing=self.closing,
            chain=group.chain,
            objects=objects,
            preps=tuple(self.fronted) if {p for p, _ in self.fronted} <= {"in", "on", "at"} else (),
            start=start,
        )
        keep = self.before if reduced and self.before else []
        self.before, self.fronted, self.antecedent = keep, [], None
        place = len(self.clauses)
        clause = self._complements(clause, group)
        if inverted:
            clause = replace(clause, subjects=clause.objects, objects=())
            subjects = clause.subjects
        if group.verb == "be" and [one.head for one in subjects] == ["there"]:
            clause = existing(clause)
        self.clauses.insert(place, clause)
        if not (reduced and self.subjects):  # "from Acme, a firm based in Bonn, and has been ..."
            self.subjects = subjects
        if self._speech_follows(group):
            self.reported = True

    def _claims(self, group: VerbGroup, subjects: Sequence[Phrase]) -> bool:
        hidden = group.forms == "g" and group.bare and any(one.hides_verb for one in subjects)
        hidden = hidden or (self.closing != "" and group.tense != "past")
        return self.claimed and group.asserted and not (self.reported or hidden)

    def _emit(self, clause: Clause) -> None:
        self.clauses.append(replace(clause, asserted=self.claimed and not self.reported))

    def _inverts(self, group: VerbGroup) -> bool:
        """Say whether the subject follows: "at No. 9 lived Ida"."""
        told = bool(self.fronted) or (self.at > 0 and self.tokens[self.at - 1].low == "there")
        free = not (self.before or self.antecedent) and len(self.clauses) == self.first
        return (
            free and told and group.verb in _INVERTED and self._tag(group.size) in {"D", "M", "N"}
        )

    def _subject(self, group: VerbGroup) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        """Return the clause's subjects, and the object a relative word stands for."""
        if self.before:
            extra = (self.antecedent,) if self.antecedent else ()
            return self.before[0], extra
        if self.antecedent:
            return (self.antecedent,), ()
        if self._describes(group):
            if group.forms == "g" and leaves_doer_open(group.verb, self.clauses):
                self.reported = True  # "spent a day at the shelter helping out": who helped?
            group.bare, group.passive = True, group.forms != "g"
            return last_phrases(self.clauses)[-1:], ()
        previous = self.tokens[self.at - 1].tag if self.at else ""
        if previous == "," and tells_of_noun(group, self.clauses):
            return last_phrases(self.clauses)[-1:], ()  # "got a new head, Rafael, known as Rafa"
        if self.outer and previous in {",", "N", "M", "T", "I", "V"}:
            outer, self.outer = self.outer, ()
            return outer, ()
        if previous == "," and self._describes_object(group):
            return (), ()  # the object may be any phrase since the verb
        self.lost = self.lost or previous in {"N", "M", "V", "P", "D", ""}
        return (self.subjects, ()) if previous else ((), ())

    def _shares_passive(self, group: VerbGroup) -> bool:
        """Say whether "was dismantled and moved to Leeds" goes on being passive."""
        return (
            bool(self.clauses)
            and self.clauses[-1].passive
            and not {self.clauses[-1].verb, group.verb} & {"bear", "die", "become"}
            and group.size == 1
            and "n" in group.forms
            and self.tokens[self.at - 2].tag == "C"
            and self._tag() in {"I", "T", ".", "A"}
        )

    def _describes(self, group: VerbGroup) -> bool:
        """Say whether a participle belongs to the noun before it: "a dog named Rex"."""
        if not self.clauses or self.tokens[self.at - 1].tag not in {"N", "M"}:
            return False
        done = group.size == 1 and "n" in group.forms
        alone = done and (group.tense == "past" or self._by_follows())
        if done and self._tag(1) in {"D", "P"} and group.verb not in _NAMING:
            return False  # "the difference made it worth it"
        return group.bare or (alone and (group.verb in _NAMING or not self.outer))

    def _describes_object(self, group: VerbGroup) -> bool:
        """Say whether a participle is not about the subject: "sold a mill, built by Acme"."""
        done = group.size == 1 and "n" in group.forms and self._by_follows()
        return done and any(one.verb != "be" and not one.passive for one in self.clauses[-1:])

    def _complements(self, clause: Clause, group: VerbGroup) -> Clause:
        """Read what follows a verb up to the next clause."""
        particle = self._particle_here(group.verb)
        free = particle and group.verb in PARTICLE_VERBS
        if particle and (self._tag(1) in {"D", "N", "M"} or free):
            clause = replace(clause, said=f"{clause.said} {self.tokens[self.at].low}")
            self.at += 1
        objects, preps = list(clause.objects), list(clause.preps)
        receiver: list[Phrase] = []
        gone, end = False, clause.start
        while self.at < len(self.tokens):
            tag, token = self._tag(), self.tokens[self.at]
            end = max(end, token.start)
            if self._mark_opener():
                break
            if tag == "I":
                self._governed(preps, objects if clause.objects else [])
            elif self._phrase_here():
                if preps and objects:
                    break
                self._object(clause, objects, receiver, preps)
            elif tag in {"T", "A"} and not self._finite_here():
                gone = gone or token.low in {"anymore", "any more", "any longer"}
                self.at += 1
            elif tag == "(":
                self._skip_bracket()
            else:
                break
        gone = gone and clause.negated  # "doesn't work at Acme any more": it did, and it ended
        if group.verb == "take" and [one.name for one in objects] == ["place"]:
            clause, objects = replace(clause, said=f"{clause.said} place"), []
        return replace(
            clause, objects=tuple(objects), preps=tuple(preps), receiver=tuple(receiver), end=end,
            ended=clause.ended or gone, negated=clause.negated and not gone, bare=group.bare
        )  # fmt: skip

    def _governed(self, preps: list[Prep], told: list[Phrase]) -> None:
        """Read a preposition and what it governs; `told` before is what "that" stands for."""
        prep = self.tokens[self.at].low
        if told and self._stranded():
            preps.append((prep, tuple(told)))  # "the cafe that Anna works in"
            told.clear()
            self.at += 1
            return
        self._pass_preposition()
        if governed := self._list(objects=True):
            if self._tag() == "A" and self._tag(1) == "," and self._tag(2) == "D":
                self.at += 1  # "works for Acme now, an office in Bonn"
            self._pass_region(governed[-1])
            name = self._appositions(governed[-1])
            # "skis to Ida and his camera to Eva": no list of two receivers
            self.lost = self.lost or any(prep == other and len(one) > 1 for other, one in preps)
            preps.append((prep, (*governed[:-1], name)))
            # "Ida, taught by Tom, and Ben, taught by Eva": not taught by Tom and Ben
            apart = len(governed) == 2 and governed[1].start - governed[0].end > len(" and ")
            self.lost = self.lost or (apart and self._tag() == "," and self._tag(1) == "V")
        elif self._tag() == "V":
            self._skip_gerund()
        elif self._tag() != "T" and prep not in PARTICLES:
            self.lost = True

    def _object(
        self, clause: Clause, objects: list[Phrase], receiver: list[Phrase], preps: list[Prep]
    ) -> None:
        """Read an object; of two in a row, the first one is who receives the second."""
        found = list(self._list(objects=True))
        if not found:
            self.at, self.lost = self.at + 1, True
            return
        if objects:
            alone = len(objects) == 1 and not preps and clause.verb in _GIVING
            self.lost = self.lost or not alone
            receiver += found if clause.objects else objects  # "the book that Tom gave Ida"
            objects[:] = objects if clause.objects else []
        if not (receiver and clause.objects):
            self._pass_region(found[-1])
            objects += [*found[:-1], self._appositions(found[-1])]
