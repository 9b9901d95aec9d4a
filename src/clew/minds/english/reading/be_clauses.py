"""What "be" says: class, role, state, place and property; shared by copulas and appositions."""

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
    firm_places,
    is_distance,
    usable,
)
from clew.minds.english.reading.cut_phrases import leads_part
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    CONTINENTS,
    COUNTRIES,
    KIN,
    PLACES,
    ROLES,
    is_quality,
    singular_noun,
)
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import NO_PEOPLE, PERSON, is_person_word
from clew.minds.english.words.quantities import is_clock, is_counted
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["ONE_OF_THEM", "copula_facts", "is_facts", "named_facts", "standing_facts"]

_ATTRIBUTES = word_list("attributes")
"""Nouns that name a property of their owner: "Anna's favourite colour is blue"."""

ONE_OF_THEM = {f"{one}s": one for one in ("son", "daughter", "brother", "sister", "parent")}
ONE_OF_THEM["children"] = "child"
"""What each of several is: "A and B are the children of C"."""


def copula_facts(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield what a clause with "be" says of one subject: what or where it is."""
    past = clause.tense == "past" and not clause.ended
    subject = _without_new(subject)
    role = is_person_word(subject) and not (subject.of or subject.named)
    if role and subject.determiner == "the":
        for phrase in clause.objects:
            if phrase.named:
                yield Triple(phrase.name, "is", subject.base, clause.ended, past, state=True)
    for triple in is_facts(subject, clause):
        yield replace(triple, ended=clause.ended, past=past, state=True)
    if clause.objects or clause.verb != "be":
        return
    for prep, governed in _places(subject, clause.preps):
        for phrase in governed:
            nowhere = _LOAN - _TIME_OFF if prep == "on" else _LOAN
            if phrase.name.lower() in nowhere or (subject.named and is_clock(phrase.name)):
                continue
            beside = prep != "with" or phrase.named or is_person_word(phrase)
            if usable(phrase) and beside:  # "is in hospital with a broken hip"
                yield Triple(
                    subject.name, f"is {prep}", phrase.name, clause.ended, past, state=True
                )


def _places(subject: Phrase, preps: tuple[Prep, ...]) -> Iterator[Prep]:
    """Yield where one is: of "at my desk in Bonn" Bonn, of "in the box in the hall" the box."""
    mine, preps = {subject.name, "my", "our", "his", "her"}, firm_places(preps)
    for number, (prep, governed) in enumerate(preps):
        if prep == "to" or is_distance(prep, preps[:number]):
            continue  # "is to the left of it", "is across the river from it"
        before, after = preps[max(number - 1, 0) : number], preps[number + 1 : number + 2]
        hangs = bool(before) and adjoins(prep, before[0][1][-1], governed[0])
        hangs = hangs and before[0][1][-1].base not in _LOAN  # "on holiday in Spain" is there
        own = bool(after) and adjoins(after[0][0], governed[-1], after[0][1][0])
        own = own and governed[-1].owner in mine
        if not own and (not hangs or before[0][1][-1].owner in mine):
            yield prep, governed


def standing_facts(clause: Clause) -> Iterator[Triple]:
    """Yield where a place is that is told with its town: "the hospital in Ashwick"."""
    groups = [("", () if leads_part(clause) else clause.objects), *clause.preps]
    for (_, ones), (prep, towns) in pairwise(groups):
        if not (ones and towns and prep == "in" and towns[0].named):
            continue
        place = ones[-1]
        site = place.head in THINGS and place.determiner == "the" and not (place.named or place.of)
        site = site and not _MOST.match(place.base)
        if site and adjoins(prep, place, towns[0]):
            yield Triple(place.name, "is in", towns[0].name, state=True, timeless=True)


_MOST = Regex(r"(?:most|least|\w+est) ")
"""The largest one in a town is no place there: "is the largest mill in Voss"."""


def is_facts(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield what "X is Y" says, also for an apposition: class, role, kinship, state, property."""
    for phrase in _whats(clause):
        yield from _is_phrase(subject, phrase, clause)


def _whats(clause: Clause) -> Iterator[Phrase]:
    """Yield each Y of "X is Y", where one "of" may belong to several."""
    role: Phrase | None = None
    for phrase in map(_without_fame, clause.objects):
        last = clause.objects[-1]
        if len(clause.subjects) > 1 and not phrase.named and phrase.head not in ADJECTIVES:
            phrase = _one_of(phrase)
        aside = bool(phrase.of) and phrase.head in _DIRECTIONS  # "10 km north of Voss"
        if aside or phrase.determiner == "no" or phrase.name.lower() in EMPTY | _A_NAME:
            continue
        if role is not None and (_in_list(phrase) or (role.head == "member" and not phrase.of)):
            # "the son of Ada and Karl": both are meant.
            phrase = replace(role, of=phrase.name)
        elif role is not None and phrase.named and phrase.determiner == "the" and not phrase.of:
            continue  # "the Queen of Norland and the Southern Isles": hardly the Isles
        elif phrase.of:
            role = phrase
        elif last.of and not last.determiner and {phrase.head, last.head} <= ROLES:
            phrase = replace(phrase, of=last.of)  # "the captain and manager of the team"
        yield phrase


def _without_fame(phrase: Phrase) -> Phrase:
    """Return "director" for "director best known", which goes on "for his novel"."""
    base = phrase.base.removesuffix("best known").rstrip()
    return phrase if base == phrase.base else replace(phrase, name=base, base=base)


_A_NAME = frozenset({"the name", "the term", "the title", "the nickname", "the word"})
"""What a thing is that is only called so: "X is the name given to Y"."""


def _in_list(phrase: Phrase) -> bool:
    """Say whether a phrase goes on with what an "of" began: "a director of film and theatre"."""
    if phrase.named:
        return not phrase.determiner or (phrase.determiner == "the" and phrase.head in THINGS)
    alone = not (phrase.determiner or phrase.owner or phrase.of)
    return alone and phrase.head not in ADJECTIVES and not is_person_word(phrase)


def _one_of(phrase: Phrase) -> Phrase:
    """Return what each of several is: "members of the club" makes each a member."""
    noun = singular_noun(phrase.head)
    if noun == phrase.head:
        return phrase
    ends = [text.replace(phrase.head, noun, 1) for text in (phrase.name, phrase.base)]
    return replace(phrase, name=ends[0], base=ends[1], head=noun)


_FORMER = Regex(r"(?:former|ex-|late|future|would-be|aspiring|alleged|so-called|self-)")
_DIRECTIONS = word_list("directions")
_POINTING = frozenset({"the ", "my", "our", "his", "her", "its", "their", "your"})
_LEARNERS = frozenset({"pupil", "student", "undergraduate", "schoolboy", "schoolgirl"})
_LOAN = frozenset({"loan", "leave", "holiday", "vacation", "strike"})
"""What one is on without being anywhere."""
_TIME_OFF = frozenset({"holiday", "vacation"})
"""Of these, what tells of somebody all the same."""
_POSTS = frozenset({"at", "for", "in", "on", "from"})


def _is_phrase(subject: Phrase, phrase: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield the facts of "X is Y", by what Y (or X) names."""
    if phrase.determiner == "the" and phrase.base.endswith("est") and not phrase.of:
        return  # "the tallest": of which?
    measured = phrase.base[:1].isdigit() and bool(phrase.of)  # "20 km west of Varde"
    measured = measured or (subject.head == "name" and not phrase.named)  # "is a Spanish word"
    kind = phrase.owner.islower() and phrase.owner[:4] not in _POINTING
    part = _part_of_post(phrase, clause)  # "the head of Acme in Asia" is not that of Acme
    if measured or kind or _FORMER.match(phrase.base) or (part and phrase.of[:1].isupper()):
        return  # "a former ship's engineer": no ship is meant, and he is one no more
    if turned := _turned(subject, phrase):
        yield turned
        return
    plain = phrase.name == phrase.head and phrase.head not in THINGS | ROLES
    quality = plain and not phrase.determiner and is_quality(phrase.head)
    if quality or phrase.head in ADJECTIVES or phrase.base in ADJECTIVES | _NEEDING:
        yield from _adjective(subject, phrase, clause)
        return
    complement = phrase.of or phrase.owner
    complement += part
    if complement and not phrase.named:
        article = "the"
        if phrase.base in {"member", "part", "citizen", "native"}:
            article = "a"
        elif phrase.determiner in {"a", "an"}:
            article = "an" if phrase.base[:1] in "aeiou" else "a"
        base = ONE_OF_THEM.get(phrase.base, phrase.base)
        yield Triple(subject.name, f"is {article} {base} of", complement, state=True)
    else:
        bare = clause.verb == "appos" and phrase.determiner == "the" and not phrase.named
        yield Triple(subject.name, "is", phrase.base if bare else phrase.name, state=True)
    for prep, governed in clause.preps:
        if prep in _POSTS and governed and not complement and _may_be_there(phrase):
            yield from _post(subject, prep, governed[0], phrase.head)


def _may_be_there(phrase: Phrase) -> bool:
    """Say whether what something is has a place: "a town", "the nurse"; no "national sport"."""
    known = phrase.head in THINGS | ROLES or is_person_word(phrase)
    return phrase.determiner != "" and (known or phrase.determiner != "the")


_OF_PARTS = frozenset("head director manager ceo cfo cto coo boss leader chief".split())  # noqa: SIM905
"""Who may be so in one part of a firm; a mayor is that of the whole town."""


def _part_of_post(phrase: Phrase, clause: Clause) -> str:
    """Return for which part of it somebody holds an office: "head of sales in Asia"."""
    if not phrase.of or phrase.head not in _OF_PARTS or phrase.of.casefold() in PLACES:
        return ""
    for prep, governed in clause.preps[:1]:  # "at Lumina in Berlin" is where the firm is
        place = governed[0].name.casefold()
        wide = place in COUNTRIES | CONTINENTS
        field = phrase.of.islower() and " " not in phrase.of and place in PLACES
        if prep in {"in", "for"} and (wide or field):
            return f" {prep} {governed[0].name}"
    return ""


_NEW = Regex(r"^(?:new|current|present) ")
"""Her "new phone number" is her phone number: it takes the place of the old one."""


def _without_new(subject: Phrase) -> Phrase:
    """Return her "new car" as her car: what it is called is news of it."""
    base = _NEW.sub("", subject.base)
    if base == subject.base or not subject.owner or subject.label:
        return subject
    name = subject.name.replace(subject.base, base)
    return replace(subject, base=base, name=name)


def _turned(subject: Phrase, phrase: Phrase) -> Triple | None:
    """Turn "Acme's director is Ida" and "the owners are Ida and Tom" round, to be about Ida."""
    if (subject.named and subject.head not in ROLES) or subject.label:
        return None
    words = subject.base.split()[is_counted(subject.base) :] or [""]
    noun = singular_noun(words[-1])
    role = " ".join([*words[:-1], noun])
    owner = subject.owner or subject.of
    if not owner:
        several = noun != words[-1] and noun in KIN | ROLES and phrase.named
        return Triple(phrase.name, "is", role, state=True) if several else None
    if noun in _ATTRIBUTES or subject.base.startswith(("favourite ", "favorite ")):
        return Triple(owner, f"{_NEW.sub('', subject.base)} is", phrase.name, state=True)
    theirs = owner not in {"my", "our"} and phrase.determiner not in {"a", "an"}
    if phrase.named and (noun in KIN | ROLES or theirs):
        article = "a" if noun == "member" and noun != words[-1] else "the"
        return Triple(phrase.name, f"is {article} {role} of", owner, state=True)
    return None


def _post(subject: Phrase, prep: str, place: Phrase, head: str) -> Iterator[Triple]:
    """Yield where someone is something: "a nurse at Acme", "a city in Norway"."""
    staff = prep == "at" and place.determiner == "the" and _is_worker(head)
    area = place.name.casefold() in PLACES or head in _OF_AREAS
    if prep == "for" and area:
        return  # "the manager for Spain" need not be there
    if prep == "at" and head in _LEARNERS and place.named:
        yield Triple(subject.name, "studies at", place.name, state=True)
    elif prep in {"in", "on", "at"} and place.name.lower() in _LOAN:
        return
    elif staff or (prep in {"at", "for"} and place.named and _is_house(place)):
        yield Triple(subject.name, "works at", place.name, state=True)
    elif prep == "in" and place.named and _is_worker(head):
        yield Triple(subject.name, "works in", place.name, state=True)
    elif prep in {"in", "on", "from"} and place.named:
        yield Triple(subject.name, f"is {prep}", place.name, state=True)


_OF_AREAS = frozenset(
    "manager director head minister ambassador representative agent correspondent".split()  # noqa: SIM905
)
"""Who may be so for a country, a region or a field as well as for a firm."""


def _is_house(place: Phrase) -> bool:
    """Say whether people may work there: "Acme", "the restaurant Le Nord"; not "the poet Keats"."""
    return not place.label or place.label.split(" ")[-1].lower() in THINGS


def _is_worker(head: str) -> bool:
    thing = head in _NO_WORKERS | NO_PEOPLE or head.endswith("ment")
    return not thing and PERSON.search(head) is not None


_NO_WORKERS = word_list("no_workers")


_NEEDING = word_list("needing")
"""Adjectives that say little without what follows: "good at chess", "keen on sailing"."""


def _adjective(subject: Phrase, phrase: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "is married to Ben", "is good at chess", "is open", "is proud of her son"."""
    links = {"to", "of", "with", "about", "for", "from", "at", "in"}
    needing = phrase.base in _NEEDING
    if needing:
        links.add("on")
    bound = [
        (prep, one)
        for prep, one in clause.complements
        if prep in links and usable(one) and one.base not in ADJECTIVES  # "bad at maths and good"
    ]
    if phrase.base == "married":
        bound = [pair for pair in bound if pair[0] != "with"]
    if phrase.of:
        yield Triple(subject.name, f"is {phrase.base} of", phrase.of, state=True)
    elif bound and (needing or bound[0][0] not in {"at", "in"}):
        for prep, one in bound:
            if prep == bound[0][0]:
                yield Triple(subject.name, f"is {phrase.base} {prep}", one.name, state=True)
    elif not (needing and clause.preps):  # "good for nothing" is not good
        yield Triple(subject.name, "is", phrase.base, state=True)


def named_facts(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "a dog named Rex" as (Rex, is, dog); other names of names are aliases."""
    owner = subject.owner or subject.of
    for phrase in clause.objects:
        if phrase.named and not subject.named and owner and subject.head in KIN | ROLES:
            yield Triple(phrase.name, f"is the {subject.base} of", owner, state=True)
        elif phrase.named and not subject.named:
            yield Triple(phrase.name, "is", subject.base, state=True)
