"""What events change: "moved to Oslo" means living there, "sold the car" no longer owning it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Phrase, Triple, firm_places, usable
from clew.minds.english.words.dates import TimeSpan
from clew.minds.english.words.home_names import is_thing_moved_to, may_be_home
from clew.minds.english.words.lexicon import KIN, PLACES, ROLES, singular_noun
from clew.minds.english.words.people import THINGS, gender_of
from clew.minds.english.words.person_nouns import is_age, is_person_noun, is_person_word
from clew.minds.english.words.quantities import is_clock
from clew.minds.english.words.word_lists import section, word_list
from clew.regex import Regex

__all__ = ["TAKING", "as_meant", "beside_others", "change_facts", "is_given", "placed_facts",
           "sold_facts"]  # fmt: skip

_EFFECTS = {
    verb: tuple(one.partition("/") for one in results.split(", ") if one)
    for line in section("consequences").strip().replace("\n ", " ").split("\n")
    for verbs, _, results in [line.partition(": ")]
    for verb in verbs.rstrip(":").split()
}
"""Verbs: the states they start (+) or end (-), with the object or what a preposition governs."""
_MOVES = frozenset({"move", "relocate", "emigrate", "immigrate", "migrate"})
TAKING = frozenset({"buy", "purchase", "acquire", "inherit"})
_GIVING = frozenset({"sell", "give", "donate"})
_LENDING = frozenset({"lend", "hand", "pass", "loan"})
_A_WHILE = word_list("a_while")
_NO_PROPERTY = word_list("no_property")
"""What is given without being anybody's then: "a lift", "the flu"."""
_IN_OFFICE = word_list("in_office")
_PLACING = word_list("placing")
_CARRYING = word_list("carrying")
_WHERE = {
    **dict.fromkeys(("in", "into", "inside", "to"), "is in"),
    **dict.fromkeys(("on", "onto", "on top of"), "is on"),
    **dict.fromkeys(("beside", "next to"), "is next to"),
    **{prep: f"is {prep}" for prep in ("at", "under", "behind", "above", "against")},
}
_NO_SPOTS = word_list("no_spots")
_GROUPS = word_list("groups")
"""Who joins one of these is a member, no employee."""
_SITES = word_list("sites")
"""Who leaves one of these has lived there."""
_EMPLOYERS = word_list("employers")
_KEPT_OFF = frozenset({"gave up", "given up", "gave in", "gave out", "passed on", "passed up"})
"""After these nobody else has what they tell of."""
_PARTED = frozenset({"divorced", "separated", "parted", "split up", "split", "broke up"})
"""What two people do who are no couple then."""
_NO_EMPLOYERS = word_list("no_employers")
"""Names of what one quits without having worked there: "quit Twitter"."""
_FOLK = frozenset({"family", "couple", "people", "children", "parents", "everybody"})
_RIDES = frozenset({"train", "bus", "ferry", "plane", "flight", "tram", "taxi", "coach", "road"})
"""What one takes to a town without leaving it there."""
_SELVES = frozenset("myself himself herself ourselves themselves yourself i me we us".split())  # noqa: SIM905
_COLLEGE = frozenset({"school", "college", "university", "lyceum", "academy", "institute"})


def as_meant(clause: Clause, times: Sequence[TimeSpan]) -> Clause:
    """Return what is given for a time as lent, and who moved to another program as switching.

    "Gave Eva the key for the weekend"; "moved from Gmail to Proton", where only one name shows it.
    """
    pointed = any(one.pointed for one in clause.objects)  # "a scarf for the winter": to keep
    a_while = pointed and any(one.head in _A_WHILE for one in clause.governed("for", "over"))
    a_while = a_while or any(one.prep in {"for", "until", "till"} for one in times)
    lent = a_while and clause.verb == "give"
    if lent:
        return replace(clause, verb="lend", said="lent")
    clause = _with_receiver(clause)
    ends = [one.name for one in clause.governed("from", "to")]
    if clause.verb in _MOVES and len(ends) > 1 and any(map(is_thing_moved_to, ends)):
        return replace(clause, verb="switch", said="switched")  # "moved from Gmail to Proton"
    return clause


def _with_receiver(clause: Clause) -> Clause:
    """Return "lent Nils Tove's drill" with Nils as who got it: no Nils Tove has a drill."""
    thing = clause.objects[0] if len(clause.objects) == 1 else None
    if thing is None or clause.receiver or clause.passive or clause.verb not in _HANDING:
        return clause
    names, doers = thing.owner.split(" "), {one.name for one in clause.subjects}
    for cut in range(1, len(names)):
        first, last = " ".join(names[:cut]), " ".join(names[cut:])
        if last in {*doers, first}:
            to = replace(thing, name=first, base=first, head=names[cut - 1].lower(), named=True,
                         owner="", label="", determiner="")  # fmt: skip
            thing = replace(thing, name=f"{last}'s {thing.base}", owner=last)
            return replace(clause, objects=(thing,), receiver=(to,))
    return clause


_HANDING = _GIVING | _LENDING | {"send", "show", "bring", "return", "leave"}
_ALSO = Regex(r"\balso (?=work)|\b(?:too|as well|also)(?=[.,;!]|$)")


def beside_others(clause: Clause, sentence: str) -> Clause:
    """Mark work that is told besides other work: "I also work at Lidl"."""
    if clause.verb != "work" or clause.tense != "present" or clause.ended:
        return clause
    told = sentence[clause.start : clause.end + _NEAR].partition(" and ")[0]
    near = sentence[max(clause.start - len("also "), 0) : clause.start] + told
    return replace(clause, beside=_ALSO.search(near) is not None)


_NEAR = 25
"""So far behind its last word a clause may end: "at Lidl on weekends, too"."""


def change_facts(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield what an event changes: who lives, works, studies, owns or is married where and what."""
    yield from placed_facts(clause.objects, clause)
    yield from _wed(subject, clause)
    yield from _attended(subject, clause)
    yield from _posts(subject, clause)
    if clause.verb == "turn" and subject.named and not clause.passive:
        ages = (one.name for one in clause.objects if is_age(one))
        yield from (Triple(subject.name, "is", age, state=True) for age in ages)
    yield from _prices(clause)
    moves, transfers = clause.verb in _MOVES, clause.verb in TAKING | _GIVING | _LENDING
    habit = clause.tense == "present" and not clause.perfect  # "a shop that sells tea"
    passing = transfers or clause.verb == "return"  # "the function returns a list"
    if (passing and habit) or (clause.objects and moves):
        return
    if not _stays(clause):
        yield from _effects(subject, clause)
    if transfers and clause.said not in _KEPT_OFF:
        yield from _transfer(clause)
    if clause.verb == "return":
        yield from _given_back(clause)


def _prices(clause: Clause) -> Iterator[Triple]:
    """Yield what something cost: "paid 300 euros for the bike", "bought a boat for 300 euros"."""
    if clause.tense != "past" or clause.passive or clause.receiver:
        return
    things, prices = clause.objects, clause.governed("for")
    if clause.verb == "pay":
        things, prices = prices, things
    if clause.verb in {"pay", "buy"} and len(things) == len(prices) == 1:
        (thing,), (price,) = things, prices
        if _PRICE.fullmatch(price.name) and thing.pointed and usable(thing):
            yield Triple(thing.name, "cost", price.name)


_PRICE = Regex(
    r"[$€£] ?\d[\d.,]*|\d[\d.,]* (?:[a-z]+ )?(?:euros?|dollars?|pounds?|francs?|crowns?|cents?)"
)


def _stays(clause: Clause) -> bool:
    """Say whether nothing changes: "left at 7:15", "gave up Dutch", "left Tom the house"."""
    back = any(is_clock(one.name) for _, one in clause.complements)  # comes back
    leaves = clause.verb == "leave" and (back or bool(clause.receiver))
    return leaves or clause.said in _KEPT_OFF or _is_for_another(clause)


def _is_for_another(clause: Clause) -> bool:
    """Say whether what is bought is for somebody else: "bought Eva a bike", "... for his son"."""
    if clause.verb not in TAKING:
        return False
    others = [one for one in clause.receiver if one.head not in _SELVES]
    others += [one for one in clause.governed("for") if one.head not in _SELVES and _is_human(one)]
    return bool(others)


def _is_human(one: Phrase) -> bool:
    sex = one.named and gender_of(one.name.split(" ")[0])
    return bool(sex) or is_person_word(one) or is_person_noun(singular_noun(one.head))


def _effects(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield the states that a verb starts or ends, by the word list."""
    moves, transfers = clause.verb in _MOVES, clause.verb in TAKING | _GIVING | _LENDING
    if moves:
        clause = replace(clause, preps=firm_places(clause.preps))
    for result, _, prep in _EFFECTS.get(clause.verb, ()):
        relation, ended = result[1:], result[0] == "-"
        for phrase in clause.governed(prep) if prep else clause.objects:
            if transfers and not _changes_owner(phrase, ended=ended):
                continue
            if moves and not _moved_there(subject, phrase, relation):
                continue
            if usable(phrase) and _fits(relation, phrase, clause.verb):
                if moves and _is_thing(subject):
                    relation = relation.replace("lives", "is")
                yield Triple(subject.name, relation, phrase.name, ended=ended, state=True)


def _wed(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "Ida and Tom married" as the two of them being married to each other."""
    two = len(clause.subjects) == 2 and not clause.objects
    if clause.said == "divorced" and not (two or clause.passive or clause.objects or clause.preps):
        yield Triple(subject.name, "is", "divorced", state=True)
    if two and clause.said in _PARTED and not clause.preps:
        other = clause.subjects[clause.subjects[0] is subject]
        yield Triple(subject.name, "parted from", other.name)
    done = clause.tense == "past" or clause.perfect
    if clause.verb == "leave" and done and len(clause.objects) == 1 and _leaves_person(clause):
        yield Triple(subject.name, "parted from", clause.objects[0].name)
    if clause.verb in {"marry", "divorce", "wed"} and two:
        other = clause.subjects[clause.subjects[0] is subject]
        ended = clause.verb == "divorce"
        yield Triple(subject.name, "is married to", other.name, ended, state=True)


def _leaves_person(clause: Clause) -> bool:
    """Say whether one of two left the other, as couples part: "left Tom", "left Tom for Ben".

    "Left Tom at the station", "left Tom a note" and "left Tom at eight" part no couple.
    """
    left = clause.objects[0]
    others = all(prep == "for" and one.named for prep, one in clause.complements)
    personal = left.named and not left.owner and gender_of(left.name.split(" ")[0])
    return bool(personal) and others and not (clause.receiver or clause.passive)


def _is_thing(subject: Phrase) -> bool:
    """Say whether what moves is an office or a firm, which does not live anywhere."""
    if subject.named:
        return bool(THINGS & {*subject.name.lower().split()})
    return subject.head not in KIN | _FOLK | {"i", "we"} and not is_person_word(subject)


def _moved_there(subject: Phrase, place: Phrase, relation: str) -> bool:
    """Say whether a move changed a home: of things, any place may be where they are now."""
    if relation != "lives in":
        return True
    if _is_thing(subject):
        return not (place.named and is_thing_moved_to(place.name))
    return may_be_home(place.name)


def _attended(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield "started at Acme" as working there, "goes to Hill School" as studying there."""
    if clause.verb in {"start", "begin"} and not clause.objects:
        for place in clause.governed("at"):
            relation = "studies at" if _is_college(place) else "works at"
            if place.named or (place.determiner in {"a", "an", "the"} and place.head in THINGS):
                yield Triple(subject.name, relation, place.name, state=True)
    if clause.verb in {"teach", "lecture", "nurse"} and clause.tense == "present":
        for place in clause.governed("at"):
            yield Triple(subject.name, "works at", place.name, clause.ended, state=True)
    if clause.verb == "go" and clause.tense == "present":
        for place in clause.governed("to"):
            if place.named and _is_college(place):
                yield Triple(subject.name, "studies at", place.name, state=True)


def placed_facts(things: tuple[Phrase, ...], clause: Clause) -> Iterator[Triple]:
    """Yield where things are after they were put, moved, hung or left somewhere."""
    if clause.verb not in _PLACING or clause.chain:
        return
    for prep, governed in firm_places(clause.preps):
        relation = _WHERE.get(prep)
        if clause.verb in _CARRYING and prep not in {"to", "into", "onto"}:
            continue
        if relation is None or not governed or (clause.tense == "present" and prep == "to"):
            continue
        for thing in things:
            place = governed[0]
            taken = clause.verb in {"take", "bring"}
            ride = taken and (thing.head in _RIDES or place.determiner in {"a", "an"})
            late = place.start > clause.start and not is_clock(place.name)
            given = prep == "to" and clause.verb != "move" and _is_person(place)
            if (
                late
                and place.head not in _NO_SPOTS
                and thing.head not in _FOLK
                and usable(thing)
                and usable(place)
                and not (given or ride)
            ):
                yield Triple(thing.name, relation, place.name, state=True)
        if things:
            return


def sold_facts(thing: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield who owns what "was sold to" them."""
    if clause.verb == "sell" and thing.pointed and not clause.ended:
        for buyer in clause.governed("to"):
            if usable(buyer) and buyer.pointed:
                yield Triple(buyer.name, "owns", thing.name, state=True)


def is_given(one: Phrase) -> bool:
    """Say whether what is returned "to" this is given: to Eva or me, but to no harbour."""
    return _is_person(one) or one.head in {"i", "me", "we", "us"}


def _is_person(place: Phrase) -> bool:
    if place.head in KIN or not place.named:
        return place.head in KIN
    known = place.name.casefold() in PLACES or place.determiner == "the"
    return not known and not THINGS & {*place.name.lower().split()}


def _is_college(place: Phrase) -> bool:
    return bool(_COLLEGE & {*place.name.lower().split()})


def _posts(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield offices: "became director of Z", "succeeded Ben as director of Z", "serves as"."""
    if clause.verb == "become":
        for phrase in clause.objects:
            yield from _office(subject.name, phrase, False)
    done = clause.tense == "past" or clause.perfect
    if clause.verb == "resign" and done and not (clause.objects or clause.preps):
        yield Triple(subject.name, "left", "office")
    if clause.verb in _IN_OFFICE:
        ended = clause.verb in {"resign", "retire"} or clause.ended
        roles = clause.objects if clause.verb == "remain" else clause.governed("as")
        for role in roles:
            past = clause.verb in {"serve", "act"} and clause.tense == "past" and not ended
            for told in _office(subject.name, role, ended):
                yield replace(told, past=past)
            for old in clause.objects if clause.verb in {"succeed", "replace", "follow"} else ():
                yield from _office(old.name, role, True)


def _office(name: str, role: Phrase, ended: bool) -> Iterator[Triple]:
    base = role.base.removeprefix("new ").removeprefix("next ").removeprefix("first ")
    of = role.of or role.owner
    if of and role.head in ROLES | KIN | {role.head}:
        article = "a" if base in {"member", "citizen", "partner", "part", "friend"} else "the"
        yield Triple(name, f"is {article} {base} of", of, ended=ended, state=True)
    elif not of and not role.named:
        yield Triple(name, "is", base, ended=ended, state=True)


def _fits(relation: str, phrase: Phrase, verb: str) -> bool:
    """Say whether the object is of the kind the relation needs: "left Oslo", "left Acme"."""
    if verb not in {"leave", "join", "quit", "resign", "retire", "move", "lose", "borrow"}:
        return True
    low = phrase.name.casefold()
    site = low in PLACES or low.rpartition(" ")[2] in _SITES
    organisation = bool(THINGS & {*low.split()}) and not site
    if relation == "studies at":
        return _is_college(phrase)
    if verb == "borrow":
        return phrase.determiner == "the" or bool(phrase.owner)
    if verb == "lose":
        return _may_be_had(phrase) and (bool(phrase.owner) or phrase.determiner == "the")
    if relation == "lives in" and verb == "leave":
        return site
    grouped = bool(_GROUPS & {*low.split()})
    if relation == "is a member of":
        return grouped
    if relation == "works at":
        if grouped:
            return False
        workplace = organisation and phrase.head not in {"room", "house"}
        if verb == "leave" and not phrase.named:
            workplace = phrase.head in _EMPLOYERS  # "left the office" went home
        none = site or verb == "leave" or low in _NO_EMPLOYERS
        return workplace or (phrase.named and not none)
    return True


def _transfer(clause: Clause) -> Iterator[Triple]:
    """Yield the other side of a purchase, sale or gift: who has it now, who had it."""
    coming, gets = clause.verb in TAKING, "has" if clause.verb in _LENDING else "owns"
    to = () if coming else clause.receiver  # "gave Eva the keys to the house"
    other = to or clause.governed("from" if coming else "to")
    for thing in clause.objects:
        for person in other:
            if usable(thing) and usable(person) and _may_be_had(thing) and _may_have(person):
                yield Triple(person.name, gets, thing.name, ended=coming, state=True)


def _given_back(clause: Clause) -> Iterator[Triple]:
    """Yield who has what "was returned to" them: somebody, no library's shelf."""
    for thing in clause.objects:
        for one in clause.governed("to"):
            back = usable(thing) and thing.pointed and _may_be_had(thing)
            if back and is_given(one):
                yield Triple(one.name, "has", thing.name, clause.ended, state=True)


def _changes_owner(thing: Phrase, *, ended: bool) -> bool:
    """Say whether a thing changes hands: "gave me a clock", which need not have been theirs."""
    return _may_be_had(thing) and (thing.pointed or not ended)


def _may_be_had(thing: Phrase) -> bool:
    """Say whether what is given is a thing: a lamp is, a lift and the flu are not."""
    return thing.named or singular_noun(thing.head) not in _NO_PROPERTY


def _may_have(one: Phrase) -> bool:
    """Say whether what something is given to may own it: Eva, a nurse, the club; no door."""
    noun = singular_noun(one.head)
    known = one.named or one.label or is_person_word(one) or is_person_noun(noun)
    return bool(known) or noun in THINGS | KIN | _FOLK | _GROUPS | _EMPLOYERS | {"i", "we"}
