"""Clauses to facts: the relation vocabulary both English extractors share.

States are named in the third person present ("lives in", "works at", "is the director of"),
events as read with their preposition ("bought", "was built in"); what an event changes is stated
too ("moved to Oslo" also gives "lives in Oslo"). A negation, a question, a condition, a wish or
somebody's word gives no fact. Functional relations, those of which a newer one replaces an older
one, are in `clew.learn.slots`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clew.learn.effects import EFFECTS, Effect
from clew.learn.grammar import Clause, Phrase
from clew.learn.lexicon import ADJECTIVES, KIN, PLACES, REPORTING, ROLES, singular_verb

__all__ = ["Triple", "clause_aliases", "clause_facts", "phrase_facts"]


@dataclass(frozen=True, slots=True)
class Triple:
    """A fact before its times: `ended` as in `ExtractedFact`; `past` for a state told of the past."""

    subject: str
    relation: str
    object: str
    ended: bool = False
    past: bool = False
    """A state in the past tense: whether it still holds depends on how the text is told."""
    state: bool = False
    """It holds over time (an event does not)."""


_STATES = frozenset(
    """live reside work own have like love hate dislike prefer enjoy know study lead head run belong
    contain need want speak play teach manage direct chair coach edit rule govern report attend
    admire fear trust support use wear drive carry hold possess keep cost weigh include consist
    depend border face believe miss understand represent collect stand lie hang sit host serve
    sponsor share rent practise train specialise specialize focus sing paint cook""".split()  # noqa: SIM905
)
"""Verbs named in the third person present when they are told in the present."""
_ALWAYS_STATE = frozenset(
    """live reside work own have like love hate dislike prefer enjoy know belong contain need want
    speak possess cost weigh border consist depend""".split()  # noqa: SIM905
)
"""Verbs that are states in the past tense as well."""
_ATTRIBUTES = frozenset(
    """name age number phone email e-mail address birthday hobby job occupation profession salary
    password nickname colour color height weight population goal dream language major nationality
    code food drink book film movie song band sport game subject animal season status hometown title
    diet size price cost budget deadline motto surname specialty religion ambition instrument
    username breed species rank team""".split()  # noqa: SIM905
)
"""Nouns that name a property of their owner: "Anna's favourite colour is blue"."""
_NAMING = frozenset({"call", "name", "nickname", "know", "title", "dub", "rename"})
_TITLE_WORDS = frozenset({"mr", "mrs", "ms", "dr", "mr.", "mrs.", "ms.", "dr.", "sir", "lady"})
_EMPTY = frozenset(
    """it this that these those there he she they we you him her them us who which what one
    something someone everything nothing himself herself itself themselves each other each""".split()  # noqa: SIM905
) | {"each other", "one another", "no one", "none", "i", "me"} - {"i", "me"}


def clause_facts(clause: Clause) -> Iterator[Triple]:
    """Yield the facts one clause asserts, main ones first; none when it asserts nothing."""
    if not clause.asserted or clause.negated:
        return
    for subject in clause.subjects:
        if subject.name.lower() in _EMPTY or subject.determiner == "no":
            continue
        if clause.verb == "appos":
            yield from _is(subject, clause)
        elif clause.verb == "be":
            yield from _copula(subject, clause)
        elif clause.verb in _NAMING and clause.passive:
            yield from _named(subject, clause)
        elif clause.verb not in REPORTING or clause.objects and clause.verb == "want":
            yield from _verb(subject, clause)


def phrase_facts(clause: Clause) -> Iterator[Triple]:
    """Yield what noun phrases say by themselves: "Anna's brother Tom", "the painter Monet".

    They are presupposed, so they hold in negated and hypothetical clauses too.
    """
    phrases = [*clause.subjects, *clause.objects, *clause.receiver]
    phrases += [phrase for _, governed in clause.preps for phrase in governed]
    for phrase in phrases:
        label = phrase.label.lower()
        if not label or label in _TITLE_WORDS or phrase.name.lower() in _EMPTY:
            continue
        head = label.split()[-1]
        if phrase.owner and (head in KIN or head in ROLES):
            yield Triple(phrase.name, f"is the {label} of", phrase.owner, state=True)
        elif phrase.owner or phrase.determiner in {"the", "a", "an", ""}:
            bare = label.removeprefix("the ")
            if head not in ADJECTIVES and head not in _TITLE_WORDS and head.isalpha():
                yield Triple(phrase.name, "is", bare, state=True)


# --- "be" ---------------------------------------------------------------------------------------


def _copula(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    past = clause.tense == "past" and not clause.ended
    for triple in _is(subject, clause):
        yield replace(triple, ended=clause.ended, past=past, state=True)
    if clause.objects or clause.verb != "be":
        return
    for prep, governed in clause.preps:
        for phrase in governed:
            if _usable(phrase):
                yield Triple(
                    subject.name, f"is {prep}", phrase.name, clause.ended, past, state=True
                )


def _is(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    for phrase in clause.objects:
        if phrase.determiner == "no" or phrase.name.lower() in _EMPTY:
            continue
        yield from _is_phrase(subject, phrase, clause)


def _is_phrase(subject: Phrase, phrase: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield the facts of "X is Y", by what Y (or X) names."""
    owner = subject.owner or subject.of
    if owner and not subject.label and not subject.named:
        noun = subject.base.split()[-1] if subject.base else ""
        if noun in KIN | ROLES and phrase.named:
            yield Triple(phrase.name, f"is the {subject.base} of", owner, state=True)
            return
        if noun in _ATTRIBUTES or subject.base.startswith(("favourite ", "favorite ")):
            yield Triple(owner, f"{subject.base} is", phrase.name, state=True)
            return
    if phrase.head in ADJECTIVES or phrase.base in ADJECTIVES:
        yield from _adjective(subject, phrase, clause)
        return
    complement = phrase.of or phrase.owner
    if complement and not phrase.named:
        article = "a" if phrase.determiner in {"a", "an"} else "the"
        if article == "a" and phrase.base[:1] in "aeiou":
            article = "an"
        member = phrase.base in {"member", "part", "citizen", "native"}
        article = "a" if member else article
        yield Triple(subject.name, f"is {article} {phrase.base} of", complement, state=True)
    else:
        yield Triple(subject.name, "is", phrase.name, state=True)
    for prep, governed in clause.preps:
        if prep in {"at", "for", "in", "from"} and governed and not complement:
            yield from _post(subject, prep, governed[0])


def _post(subject: Phrase, prep: str, place: Phrase) -> Iterator[Triple]:
    """Yield where someone is something: "a nurse at Acme", "a city in Norway"."""
    if prep in {"at", "for"} and place.named:
        yield Triple(subject.name, "works at", place.name, state=True)
    elif prep in {"in", "from"} and place.named:
        yield Triple(subject.name, f"is {prep}", place.name, state=True)


def _adjective(subject: Phrase, phrase: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "is married to Ben", "is allergic to nuts", "is open", "is proud of her son"."""
    bound = [(prep, one) for prep, governed in clause.preps for one in governed
             if prep in {"to", "of", "with", "about", "for", "from", "at", "in"} and _usable(one)]  # fmt: skip
    if phrase.of:
        yield Triple(subject.name, f"is {phrase.base} of", phrase.of, state=True)
    elif bound and bound[0][0] not in {"at", "in"}:
        yield Triple(subject.name, f"is {phrase.base} {bound[0][0]}", bound[0][1].name, state=True)
    else:
        yield Triple(subject.name, "is", phrase.base, state=True)


def _named(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "a dog named Rex" as (Rex, is, dog); other names of names are aliases."""
    for phrase in clause.objects:
        if phrase.named and not subject.named:
            yield Triple(phrase.name, "is", subject.base, state=True)


# --- other verbs ----------------------------------------------------------------------------------


def _verb(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    if clause.passive:
        yield from _passive(subject, clause)
        return
    effect = EFFECTS.get(clause.verb) if not clause.chain else None
    if effect:
        yield from _changes(subject, clause, effect)
    for relation, phrase in _arguments(clause):
        if _usable(phrase) and phrase.determiner != "no":
            yield _plain(subject.name, relation, phrase, clause)
    for receiver in clause.receiver:
        for phrase in clause.objects:
            yield Triple(subject.name, f"{_said(clause)} {phrase.name} to", receiver.name)


def _arguments(clause: Clause) -> Iterator[tuple[str, Phrase]]:
    """Yield (relation, argument) pairs: objects, else the prepositions right after the verb."""
    verb = _said(clause)
    for phrase in clause.objects:
        if not clause.receiver:
            yield verb, phrase
    for prep, governed in clause.preps:
        if prep in {"like", "despite", "because of", "due to", "without", "during", "than",
                    "according to", "except", "such as", "instead of"}:  # fmt: skip
            continue
        if clause.objects and not (clause.objects[0].head in ROLES or prep in _KEPT):
            continue
        relation = f"{verb} {prep}"
        if clause.objects:
            relation = f"{verb} {clause.objects[0].name} {prep}"
        for phrase in governed:
            yield _CANONICAL.get(relation, relation), phrase


_KEPT = frozenset({"from", "to", "with", "for", "at", "in", "on", "by", "into"})
_CANONICAL = {
    "works for": "works at", "works with": "works with", "resides in": "lives in",
    "lives at": "lives at", "is employed by": "works at", "is employed at": "works at",
    "attends": "attends", "is headed by": "is led by",
}  # fmt: skip


def _said(clause: Clause) -> str:
    """Return the verb as a relation names it."""
    lasting = clause.verb in _ALWAYS_STATE or (clause.verb in _STATES and clause.tense == "present")
    if clause.chain:
        verb = singular_verb(clause.verb) if clause.tense == "present" else clause.said
        return f"{verb} {clause.chain}"
    if lasting or clause.ended or (clause.tense == "present" and not clause.perfect):
        return singular_verb(clause.verb)
    return clause.said if clause.tense == "past" or clause.perfect else clause.said


def _plain(subject: str, relation: str, phrase: Phrase, clause: Clause) -> Triple:
    state = clause.verb in _ALWAYS_STATE or (clause.tense == "present" and not clause.perfect)
    past = state and clause.tense == "past" and not clause.ended
    return Triple(subject, relation, phrase.name, clause.ended, past, state or clause.ended)


def _changes(subject: Phrase, clause: Clause, effect: Effect) -> Iterator[Triple]:
    """Yield what an event changes: who lives, works, owns or is married where, what, whom."""
    for relation, prep, ended, swapped in effect.results:
        if prep == "":
            found = clause.objects
        else:
            found = tuple(p for name, governed in clause.preps if name == prep for p in governed)
        for phrase in found:
            if not _usable(phrase) or not _fits(relation, phrase, effect):
                continue
            pair = (phrase.name, subject.name) if swapped else (subject.name, phrase.name)
            yield Triple(pair[0], relation, pair[1], ended=ended, state=True)
    if effect.transfer:
        yield from _transfer(subject, clause, effect.transfer)


def _fits(relation: str, phrase: Phrase, effect: Effect) -> bool:
    place = phrase.name.casefold() in PLACES
    if effect.choosy and relation == "lives in":
        return place
    if effect.choosy and relation == "works at":
        return phrase.named and not place
    return phrase.named or relation in {"owns", "is married to", "lives in"} or not effect.choosy


def _transfer(subject: Phrase, clause: Clause, way: str) -> Iterator[Triple]:
    """Yield the other side of a purchase, sale or gift: who has it now, who had it."""
    preps = {name: governed for name, governed in clause.preps if governed}
    other = preps.get("from" if way == "in" else "to", clause.receiver)
    for thing in clause.objects:
        for person in other:
            if _usable(thing) and _usable(person):
                yield Triple(person.name, "owns", thing.name, ended=way == "in", state=True)


def _passive(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "was built in 1920", "was written by Austen" (as an active fact), "is owned by"."""
    said = clause.said
    be = "is" if clause.tense == "present" and not clause.perfect else "was"
    by = [phrase for name, governed in clause.preps if name == "by" for phrase in governed]
    state = be == "is"
    for agent in by:
        if not _usable(agent):
            continue
        if clause.verb in _STATES:
            past = not state and not clause.ended
            yield Triple(
                agent.name, singular_verb(clause.verb), subject.name, clause.ended, past, True
            )
        elif clause.verb in {"employ", "hire"}:
            yield Triple(subject.name, "works at", agent.name, clause.ended, state=True)
        else:
            yield Triple(agent.name, said, subject.name)
    for name, governed in clause.preps:
        for phrase in governed:
            if name != "by" and _usable(phrase):
                relation = f"{be} {said} {name}"
                yield Triple(subject.name, _CANONICAL.get(relation, relation), phrase.name,
                             clause.ended, state=state)  # fmt: skip
    for phrase in clause.objects:
        if _usable(phrase):
            yield Triple(subject.name, f"{be} {said}", phrase.name, clause.ended, state=state)
    if not by and not clause.preps and not clause.objects and said in ADJECTIVES:
        yield Triple(subject.name, "is", said, clause.ended, past=not state, state=True)


def _usable(phrase: Phrase) -> bool:
    return phrase.name.lower() not in _EMPTY and phrase.determiner not in {"no"}


def clause_aliases(clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield (name, other name): "is called", "is nicknamed", "is also known as", "nickname is"."""
    if not clause.asserted or clause.negated:
        return
    objects = clause.objects
    if clause.verb == "know":
        objects = tuple(one for prep, governed in clause.preps if prep == "as" for one in governed)
    naming = clause.passive and clause.verb in _NAMING
    for subject in clause.subjects:
        if naming and (subject.named or subject.determiner == "the" or subject.owner):
            for phrase in objects:
                if phrase.named and phrase.name != subject.name:
                    yield subject.name, phrase.name
        elif clause.verb == "be" and subject.head == "nickname" and subject.owner:
            for phrase in objects:
                yield subject.owner, phrase.name
