"""Clauses to facts: the relation vocabulary both English extractors share.

States are named in the third person present ("lives in", "works at", "is the director of"),
events as read with their preposition ("bought", "was built in"); what an event changes is stated
too ("moved to Oslo" also gives "lives in Oslo"). A negation, a question, a condition or somebody's
word gives no fact; a wish is told as one. Functional relations, those of which a newer one replaces
an older one, are in `clew.minds.english.words.slots`.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from clew.minds.english.parsing.clause_types import (
    EMPTY,
    Clause,
    Phrase,
    Prep,
    Triple,
    adjoins,
    in_small,
    is_distance,
    usable,
)
from clew.minds.english.reading.be_clauses import (
    ONE_OF_THEM,
    copula_facts,
    is_facts,
    named_facts,
    standing_facts,
)
from clew.minds.english.reading.consequences import TAKING, change_facts, placed_facts, sold_facts
from clew.minds.english.reading.cut_phrases import with_place, without_likeness
from clew.minds.english.reading.fact_times import is_unfinished
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    KIN,
    MEASURES,
    RELATIVES,
    REPORTING,
    ROLES,
    VERBS,
    is_plural,
    past_tense,
    singular_noun,
    singular_verb,
)
from clew.minds.english.words.people import THINGS, gender_of, looks_personal
from clew.minds.english.words.person_nouns import PETS, is_person_noun, is_person_word
from clew.minds.english.words.quantities import NUMBERS, is_clock, is_counted
from clew.minds.english.words.word_lists import section, word_list
from clew.regex import Regex

__all__ = ["clause_aliases", "clause_facts", "denied_facts", "phrase_facts"]

_STATES = word_list("states")
"""Verbs named in the third person when they are told in the present."""
_ALWAYS_STATE = word_list("always_state")
"""Verbs that are states in the past tense as well."""
_NAMING = frozenset({"call", "name", "nickname", "know", "title", "dub", "rename"})
_TITLE_WORDS = word_list("title_words") | NUMBERS | {"only"}


def clause_facts(clause: Clause) -> Iterator[Triple]:
    """Yield the facts one clause asserts, main ones first; none when it asserts nothing."""
    if not clause.asserted or clause.negated:
        return
    clause = with_place(without_likeness(clause))
    for subject in clause.subjects if clause.asserted else ():
        if subject.name.lower() in EMPTY or subject.determiner == "no":
            continue
        if clause.chain:  # "wants to buy a boat"
            told = [pair for pair in _arguments(clause) if usable(pair[1])]
            yield from (_plain(subject.name, *pair, clause) for pair in told)
        elif clause.verb == "appos":
            yield from is_facts(subject, clause)
        elif clause.verb == "be":
            yield from copula_facts(subject, clause)
        elif clause.verb in _NAMING and clause.passive:
            yield from named_facts(subject, clause)
        elif clause.verb not in REPORTING or _is_no_speech(clause):
            yield from _verb(subject, clause)


def _is_no_speech(clause: Clause) -> bool:
    """Say whether a verb of saying says nothing here: "was reported by Ida", "reports to Tom"."""
    handed_in = clause.verb == "report" and bool(clause.governed("by" if clause.passive else "to"))
    return handed_in or (clause.verb == "want" and bool(clause.objects))


def denied_facts(clause: Clause, times: object) -> Iterator[Triple]:
    """Yield the state that a clause says is not so; not what it denies in part, or for a time.

    Nor what would follow from it: who does not teach at a school may work there.
    """
    never = clause.always and clause.verb in _ALWAYS_STATE | {"be"} and not clause.ended
    told = clause.tense == "present" or never  # "never lived there": nor now
    lasting = told and not (times or clause.perfect)
    if clause.negated and lasting and len(clause.objects) + len(clause.complements) == 1:
        states = [one for one in clause_facts(replace(clause, negated=False)) if one.state]
        said = "is" if clause.verb == "be" else singular_verb(clause.verb)
        yield from [one for one in states if one.relation.split()[0] == said] or states


def phrase_facts(clause: Clause) -> Iterator[Triple]:
    """Yield what noun phrases say by themselves: "Anna's brother Tom", "the painter Monet".

    They are presupposed, so they hold in negated and hypothetical clauses too.
    """
    yield from standing_facts(clause)
    for phrase in clause.phrases:
        label = in_small(phrase.label)
        if is_plural(label) and not phrase.owner and clause.lists(phrase):
            label = " ".join([*label.split()[:-1], singular_noun(label.split()[-1])])
        if not label or label in _TITLE_WORDS or phrase.name.lower() in EMPTY:
            continue
        if is_plural(label) or label.startswith(("same ", "such ")):
            continue  # "after their visits Ben left"
        head = label.split()[-1].lower()
        if phrase.owner and (head in KIN or head in ROLES):
            relation = f"is the {label} of"
            yield Triple(phrase.name, relation, phrase.owner, state=True, timeless=True)
        elif _may_be_object(phrase, clause):
            continue
        elif head not in RELATIVES and (phrase.owner or phrase.determiner in _ARTICLES):
            bare = _NEW.sub("", label.removeprefix("the "))
            bound = (
                phrase.determiner or phrase.owner or is_person_noun(head) or head in _OFTEN_NAMED
            )
            if bound and head not in ADJECTIVES | _TITLE_WORDS and _is_noun(head):
                yield Triple(phrase.name, "is", bare, state=True, timeless=True)


_OFTEN_NAMED = THINGS | PETS
"""What a name may stand behind without an article: "band Queen", "spaniel Rex"."""


def _is_noun(word: str) -> bool:
    """Say whether a word before a name is no participle: "titled", "rereading"."""
    return word.isalpha() and not {"g", "n"} & {*VERBS.get(word, ("", ""))[1]}


def _may_be_object(phrase: Phrase, clause: Clause) -> bool:
    """Say whether the noun before a name may be what is acted on: "the song Anna sang"."""
    free = not (clause.objects or clause.receiver or clause.passive or phrase.owner)
    acts = any(phrase is one for one in clause.subjects) and clause.verb in _WITH_OBJECT
    person = is_person_noun(phrase.label.split(" ")[-1].lower())
    return acts and free and not person and gender_of(phrase.name.split(" ")[0]) != ""


_WITH_OBJECT = word_list("need_object") | word_list("with_object")
"""Verbs that may have an object or none."""
_NEW = Regex(r"(?:new|old|second|third|next|last|only|other|first|another) ")
"""What tells one of several from the rest says nothing of it alone."""
_ARTICLES = frozenset({"the", "a", "an", ""})


def _verb(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    if clause.passive:
        yield from _passive(subject, clause)
        return
    named = [one for one in clause.objects if one.label] or clause.objects[1:] or clause.receiver
    if clause.verb in _NAMING - {"know"} and named:
        return  # "whom we all called Rolfie" gives another name, no deed
    yield from _implied(subject, clause)
    if (clause.verb == "become" and clause.objects) or (
        clause.verb == "die" and _only_dying(clause)
    ):
        return  # who is dying for a coffee only wants one
    for relation, phrase in _arguments(clause):
        if usable(phrase):
            yield _plain(subject.name, relation, phrase, clause)
    if clause.ended and clause.said.endswith("ing") and not (clause.objects or clause.preps):
        yield Triple(subject.name, "stopped", clause.said)
    for receiver in clause.receiver:
        for phrase in clause.objects:
            prep = "for" if clause.verb in TAKING or clause.verb == "make" else "to"
            yield Triple(subject.name, f"{_said(clause)} {phrase.name} {prep}", receiver.name)


def _implied(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield what follows from the verb: death, a change of state, kinship."""
    if clause.verb == "die" and not (clause.ended or _only_dying(clause)):
        yield Triple(subject.name, "is", "dead", state=True)
    done = clause.tense == "past" or clause.perfect
    if clause.verb == "retire" and done and not clause.objects:
        yield Triple(subject.name, "is", "retired", state=True)
    if clause.verb == "graduate" and done and not clause.ended:
        yield Triple(subject.name, "is", "graduate", state=True)
    if clause.verb in {"fix", "repair"} and done and not clause.passive:
        things = (one for one in clause.objects if one.pointed and not is_person_word(one))
        yield from (Triple(one.name, "is", clause.said, state=True) for one in things)
    if clause.verb == "recover" and done and not (clause.objects or clause.ended):
        yield Triple(subject.name, "is", "recovered", state=True)
    if clause.verb == "have":
        yield from _relatives(subject, clause)
    if not clause.chain:
        yield from change_facts(subject, clause)


def _only_dying(clause: Clause) -> bool:
    """Say whether nobody is dead yet, or at all: "is dying", "will have died", "died of shame".

    What "died out" or "died down" is no one of whom there was one.
    """
    still = clause.said.endswith("ing") or (clause.tense == "future" and clause.perfect)
    still = still or " " in clause.said
    return still or any(one.head in _NO_DEATHS for _, one in clause.complements)


_NO_DEATHS = word_list("no_deaths")
"""What one dies of only in a manner of speaking."""


def _relatives(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "has a sister Eva" and "has two children, Eva and Ida" as kinship."""
    several = next((ONE_OF_THEM.get(p.head, "") for p in clause.objects if not p.named), "")
    for phrase in clause.objects:
        noun = several or phrase.label.split(" ")[-1].lower()
        if phrase.named and not phrase.owner and noun in KIN:
            yield Triple(phrase.name, f"is the {noun} of", subject.name, state=True)


def _arguments(clause: Clause) -> Iterator[tuple[str, Phrase]]:
    """Yield (relation, argument) pairs: objects, else the prepositions right after the verb."""
    verb = _said(clause)
    objects = _told_objects(clause)
    if len(objects) < len(clause.objects) and not objects:
        return
    timed = any(is_clock(one.name) for prep, one in clause.complements if prep != "for")
    bound = clause.verb in _MEAN_WITH_PREP and bool(objects and clause.preps)
    bound = bound and (objects[0].named or clause.verb != "keep")  # "keeps the key for Tom"
    for phrase in objects:
        if not (clause.receiver or timed or bound):  # "leaves the school at 7:15" is one thing said
            yield verb, phrase
    previous: Phrase | None = None
    for number, (prep, governed) in enumerate(clause.preps):
        if previous is not None and adjoins(prep, previous, governed[0]):
            continue
        off = is_distance(prep, clause.preps[:number])
        if off or (prep == "from" and clause.verb in _STAYING):
            continue
        aside = governed[0].head in _WHEN and (bool(objects) or previous is not None)
        # "as a nurse at Acme" is at Acme, "lives with Ben in Oslo" in Oslo
        own = prep == "as" or (prep == "with" and clause.verb == "live")
        previous = None if own else governed[-1]
        if aside or prep in _LOOSE or (objects and prep not in _KEPT):
            continue
        relation = f"{verb} {objects[0].name} {prep}" if objects else f"{verb} {prep}"
        for phrase in governed:
            if phrase.head in MEASURES and prep == "for":
                continue
            yield _CANONICAL.get(relation, relation), phrase


def _told_objects(clause: Clause) -> list[Phrase]:
    """Return the objects worth a fact: no distances, nor relatives, whose tie is said already."""
    if clause.verb in _INTRANSITIVE:
        return []
    objects = [phrase for phrase in clause.objects if phrase.head not in MEASURES]
    if clause.verb == "have":
        objects = [p for p in objects if p.label.split(" ")[-1].lower() not in RELATIVES]
    return objects


_WHEN = word_list("when")
"""What "in" and "on" may have behind them without being a place."""


_MEAN_WITH_PREP = word_list("mean_with_prep")
"""Verbs that say something else without what their preposition has: "turned a barn into a shop"."""
_LOOSE = frozenset(section("loose_prepositions").strip().splitlines())
"""Prepositions whose phrase says nothing about the verb's subject."""
_INTRANSITIVE = frozenset(
    {"live", "reside", "belong", "stay", "arrive", "come", "go", "die", "lie"}  # "lies 612 m above"
)
_STAYING = frozenset({"live", "reside", "dwell", "stand", "lie", "sit", "hang", "park"})
"""What one does in a place, and from no other: "lives two doors from Eva"."""
_KEPT = frozenset({"from", "to", "with", "for", "at", "in", "on", "by", "into"})
_HANDING = frozenset(
    "give send show lend offer sell pay hand award grant bring leave pass".split()  # noqa: SIM905
)
"""Verbs of which the subject in the passive may be who gets something."""
_CANONICAL = {
    "works for": "works at", "resides in": "lives in",
    "is employed by": "works at", "is employed at": "works at", "is headed by": "is led by",
}  # fmt: skip


def _said(clause: Clause) -> str:
    """Return the verb as a relation names it."""
    if is_unfinished(clause):
        return f"{'is' if clause.tense == 'present' else 'was'} {clause.said}"
    lasting = clause.verb in _ALWAYS_STATE or (clause.verb in _STATES and clause.tense == "present")
    particle = clause.said.partition(" ")[2]
    if clause.chain:
        verb = singular_verb(clause.verb) if clause.tense == "present" else clause.said
        return f"{verb} {clause.chain}"
    if lasting or clause.ended or (clause.tense == "present" and not clause.perfect):
        return f"{singular_verb(clause.verb)} {particle}".strip()
    if clause.perfect or clause.said.partition(" ")[0].endswith("ing"):
        return f"{past_tense(clause.verb)} {particle}".strip()
    return clause.said


def _plain(subject: str, relation: str, phrase: Phrase, clause: Clause) -> Triple:
    state = clause.verb in _ALWAYS_STATE or (clause.tense == "present" and not clause.perfect)
    past = state and clause.tense == "past" and not clause.ended
    relation = f"also {relation}" if clause.beside else relation
    return Triple(subject, relation, phrase.name, clause.ended, past, state or clause.ended)


def _passive(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "was built in 1920", "was written by Austen" (as an active fact), "is owned by"."""
    said = clause.said
    yield from placed_facts((subject,), clause)
    be = "is" if clause.tense == "present" and not clause.perfect else "was"
    # Tom did nothing in "directed by Ida with a script by Tom", nor in "based on the book by Tom".
    every = (ones for prep, ones in clause.preps if prep == "by" and clause.verb != "base")
    by = next(every, ())
    state, origins = be == "is", [*_origins(clause)] if by else []
    for agent in by:
        measured = is_counted(agent.base) and not is_person_noun(singular_noun(agent.head))
        if usable(agent) and not measured:  # "was won by two strokes"
            yield from _by_agent(subject, agent, clause, state=state)
    yield from sold_facts(subject, clause)
    told = [one for one in clause.preps if one not in origins]
    for name, phrase in replace(clause, preps=tuple(told)).complements:
        if name != "by" and name not in _LOOSE and usable(phrase):
            relation = _CANONICAL.get(f"{be} {said} {name}", f"{be} {said} {name}")
            yield Triple(subject.name, relation, phrase.name, clause.ended, state=state)
    for phrase in clause.objects:
        if usable(phrase):
            yield Triple(subject.name, f"{be} {said}", phrase.name, clause.ended, state=state)
    yield from _result(subject, clause, alone=not by)


def _by_agent(subject: Phrase, agent: Phrase, clause: Clause, *, state: bool) -> Iterator[Triple]:
    """Yield what an agent did, or by what sort of thing it was done: "was destroyed by fire"."""
    others = tuple(one for one in clause.preps if one[0] != "by")
    active = replace(clause, passive=False, objects=(subject,), preps=others)
    if clause.objects and clause.verb in _HANDING:  # "Ben was given a watch by Eva"
        given = replace(active, objects=clause.objects, receiver=(subject,))
        yield from change_facts(agent, given)
    elif agent.pointed or agent.determiner or agent.label or _is_folk(agent):
        yield from change_facts(agent, active)
        yield _done_by(agent.name, subject.name, clause, state)
    else:
        be = "is" if state else "was"
        yield Triple(subject.name, f"{be} {clause.said} by", agent.name, clause.ended, state=state)


def _is_folk(agent: Phrase) -> bool:
    return is_person_word(agent) or is_person_noun(singular_noun(agent.head))


def _result(subject: Phrase, clause: Clause, *, alone: bool) -> Iterator[Triple]:
    """Yield what something is after it was so treated: "has been fixed by Ida", "was closed"."""
    said, now = clause.said, clause.tense == "present" and not clause.perfect
    if clause.objects or any(prep != "by" for prep, _ in clause.preps):
        return
    if said in _RESULTS and not now:
        yield Triple(subject.name, "is", said, clause.ended, state=True)
    elif alone and said in ADJECTIVES:
        yield Triple(subject.name, "is", said, clause.ended, past=not now, state=True)


_RESULTS = word_list("results")


def _origins(clause: Clause) -> Iterator[Prep]:
    """Yield where those come from who did it: "opened by Dana from Acme", not "from A to B"."""
    moved = any(prep in {"to", "into"} for prep, _ in clause.preps)
    for (before, agents), one in pairwise(clause.preps):
        if before == "by" and one[0] == "from" and agents[-1].named and not moved:
            yield one


def _done_by(agent: str, thing: str, clause: Clause, state: bool) -> Triple:
    """Turn a passive round: "the novel was written by Ada" is (Ada, wrote, the novel)."""
    if clause.verb in {"employ", "hire"}:
        return Triple(thing, "works at", agent, clause.ended, state=True)
    if clause.verb in _ALWAYS_STATE or state:
        past = not state and not clause.ended
        return Triple(agent, singular_verb(clause.verb), thing, clause.ended, past, state=True)
    particle = clause.said.partition(" ")[2]
    return Triple(agent, f"{past_tense(clause.verb)} {particle}".strip(), thing)


def clause_aliases(clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield (name, other name): "our dog is called Rex", "Moose is Timo Lahti".

    Of whom a name is told by name, `names_told` knows more.
    """
    if not clause.asserted or clause.negated:
        return
    objects = clause.governed("as") if clause.verb == "know" else clause.objects
    naming = clause.passive and clause.verb in _NAMING
    for subject in clause.subjects:
        one = clause.objects[:1]
        own = subject.named and not subject.owner  # Nora's GP may be another one day
        if clause.verb == "be" and own and one and _is_whole_name(one[0]):
            yield one[0].name, subject.name
        if naming and subject.pointed and not (subject.named or subject.of):
            for phrase in objects:
                if phrase.named and not (phrase.label or phrase.owner):
                    yield subject.name, phrase.name


def _is_whole_name(phrase: Phrase) -> bool:
    """Say whether a phrase is a person's full name and no people's or faith's: "Roman Catholic"."""
    bare = phrase.named and not (phrase.determiner or phrase.owner or phrase.label or phrase.of)
    kind = phrase.name.endswith(("ish", "ese", "ian", "ean", "can", "ic", "er", "ist"))
    return bare and not kind and " " in phrase.name and looks_personal(phrase.name)
