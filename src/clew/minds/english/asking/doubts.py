"""When facts are no answer: they contradict each other, or may be over.

A state is answered only as far as it was followed. Where a later text speaks of the same thing and
of such a change, and no fact was read from it, the answer would be a guess. So it would be where
the next message of a chat takes it back ("Sorry, that's wrong."): that names nothing that a search
would find it by, so the turns behind those that facts were read from are looked at.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime

from clew.ask.evidence import Passage
from clew.graph.times import order_key
from clew.graph.types import Episode, Fact, Kind, Precision, Time
from clew.graph.view import View
from clew.minds.english.asking.fact_match import is_plan, touches
from clew.minds.english.asking.parsed_question import Ask, Question, Tense, Want
from clew.minds.english.asking.relation_phrases import is_event
from clew.minds.english.asking.stems import stem, stem_set
from clew.minds.english.asking.thing_kinds import number_in
from clew.minds.english.asking.time_windows import day_start
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import CHANGES
from clew.minds.english.reading.messages.corrections import takes_back
from clew.minds.english.words.dates import find_times
from clew.minds.english.words.endings import COUPLE, PARTING
from clew.minds.english.words.lexicon import is_plural, singular_verb
from clew.minds.english.words.people import gender_of
from clew.minds.english.words.person_nouns import PETS
from clew.minds.english.words.slots import fills, slot
from clew.minds.english.words.word_lists import section
from clew.regex import Regex
from clew.text import STOP_WORDS, words

__all__ = ["called_off", "conflict", "died_since", "ended_since", "is_denied",
           "is_taken_back", "may_be_over", "parted_since", "planned_since", "sentences",
           "taking_back", "told_again"]  # fmt: skip

_LASTING = frozenset({"live", "work"})
_SPOKEN = frozenset({"i", "we", "he", "she", "it", "they"})
_SPEAKER = Regex(r"^\w+: ")
_SENTENCE = Regex(r"(?<=[.!?])\s+|\n+")
_TURNS = 12
"""So many texts on, a correction of a chat is looked for; others may chat in between."""
_MOST = 64


def may_be_over(
    chosen: Sequence[Match],
    known: Sequence[Fact],
    ask: Ask,
    passages: Sequence[Passage],
    end: Time | None,
) -> bool:
    """Tell whether a text may say otherwise, before `end`, than the chosen ones of known facts."""
    states = [match for match in chosen if not is_event(match.fact.relation)]
    if not states:
        return False
    begun = max(order_key(match.fact.valid_from) for match in states)
    dated = ask.want is Want.TIME  # who reads that it was moved does not know when it is
    about = [*(match.fact for match in chosen), *(() if dated else known)]
    read = {episode for fact in about for episode in fact.episodes}
    cues = _cues(ask)
    leads = bool(ask.keys & _LASTING) and "place" not in ask.keys
    things = {_other_end(match) for match in states}
    return any(
        _speaks(one.text, thing, cues, leads=leads)
        for one in passages
        if one.kind is Kind.EPISODE and one.id not in read
        for thing in things
        if _of_then(one, begun, end)
    )


def called_off(fact: Fact, passages: Sequence[Passage]) -> bool:
    """Tell whether a later text calls off what a fact plans: "they cancelled my interview"."""
    if not fact.planned_for and not _DATE.fullmatch(fact.object_name):
        return False
    told = max(fact.episodes, default=0)
    later = [one for one in passages if one.kind is Kind.EPISODE and one.id > told]
    named = _plan_words(fact)
    first = min((one.id for one in later), default=0)
    for one in later:
        for sentence in sentences(one.text):
            bare = _SPEAKER.sub("", sentence)
            said = {*map(stem, words(bare))}
            goes = _GOING & named and said & _TRIPS
            meant = said & named or goes or (one.id == first and "it" in said)
            if meant and _CALLED_OFF.search(bare) and not _of_another(bare, fact):
                return True
    return False


def _plan_words(fact: Fact) -> set[str]:
    """Return the stems that name a plan: its verb and thing, not who has it."""
    subject = fact.subject_name.partition(" (")[0]
    thing = [] if subject.rpartition(" ")[2][:1].isupper() else words(subject)[-1:]
    said = [*thing, *words(fact.relation), *words(fact.object_name)]
    return {stem(word) for word in said if word not in STOP_WORDS} - _NO_PLAN


def _of_another(sentence: str, fact: Fact) -> bool:
    """Tell whether a sentence begins with somebody else's name: "Tom is not moving after all"."""
    first = re.split(r"\W", sentence.strip(), maxsplit=1)[0]
    return gender_of(first) != "" and first.lower() not in words(fact.text)


_DATE = Regex(r"\d{4}-\d\d(?:-\d\d)?")
_CALLED_OFF = Regex("|".join(section("called_off").strip().splitlines()), re.IGNORECASE)
"""Says that something will not be, or not then."""
_GOING = stem_set("fly travel go drive sail visit move come leave")
_TRIPS = stem_set("trip flight journey visit holiday vacation travel tour plan plans move")
_NO_PLAN = stem_set("is have has will be on in at to with for")


def ended_since(chosen: Sequence[Match], facts: Sequence[Fact]) -> bool:
    """Tell whether a later text says that a chosen state ended, before a text took it for granted.

    "Anna left Oslo in 2024", told in 2025 of who lived there by a text of March 2024.
    """
    ends = [one for one in facts if one.valid_from is None and one.valid_to is not None]
    return any(
        _says_same(old.fact, end)
        and old.fact.told[0] is Precision.SAID
        and order_key(end.valid_to) <= order_key(old.fact.valid_from)
        and max(end.episodes, default=0) > max(old.fact.episodes, default=0)
        for old in chosen
        for end in ends
    )


def died_since(chosen: Sequence[Match], passages: Sequence[Passage]) -> bool:
    """Tell whether a later text says that an animal died, which it may know as somebody else."""
    texts = [one for one in passages if one.kind is Kind.EPISODE]
    return any(
        match.name[:1].isupper()
        and one.id > max(match.fact.episodes, default=0)
        and re.search(rf"\b{re.escape(match.name)} {_DIED}", one.text)
        for match in chosen
        if match.fact.relation in {"has", "owns", "keeps"} or _PET.fullmatch(match.fact.relation)
        for one in texts
    )


_DIED = r"(?:has |was )?(?:just )?(?:died|passed away|put (?:down|to sleep)|(?:flew|ran) away)\b"
_PET = Regex(rf"is the (?:[\w-]+ )?(?:{'|'.join(sorted(PETS))}) of")


def parted_since(chosen: Sequence[Match], facts: Sequence[Fact]) -> bool:
    """Tell whether a later text says what ends a state, if of before the first text told of it.

    "Got divorced last month", told a week after "my husband is Tim"; so with who graduated.
    """
    return any(
        _parts(one, old.fact) and max(one.episodes, default=0) > max(old.fact.episodes, default=0)
        for old in chosen
        if old.fact.told[0] is Precision.SAID
        for one in facts
    )


def _parts(event: Fact, state: Fact) -> bool:
    ends = {state.subject, state.object}
    if event.relation in PARTING:
        return {event.subject, event.object} == ends and fills(state.relation).any_of(COUPLE)
    if event.relation != "is" or event.subject not in ends or event.valid_to is not None:
        return False
    if event.object_name == "divorced":
        return touches(state, {"spouse"})
    learns = touches(state, {"study"}) or state.object_name.rpartition(" ")[2] in _LEARNERS
    return event.object_name == "graduate" and state.subject == event.subject and learns


_LEARNERS = frozenset({"student", "pupil", "undergraduate"})


def planned_since(
    chosen: Sequence[Match], facts: Sequence[Fact], passages: Sequence[Passage], now: Time | None
) -> bool:
    """Tell whether what was planned after a state was told may have changed it by now.

    Not where a text from after the date of the plan tells the state again.
    """
    over = [one for one in facts if is_plan(one) and _is_over(one, now)]
    if not over:
        return False
    at = {one.id: order_key(one.valid_from) for one in passages if one.kind is Kind.EPISODE}
    return any(_excludes(plan, match.fact, at) for match in chosen for plan in over)


def _is_over(plan: Fact, now: Time | None) -> bool:
    return plan.valid_to is not None and (now is None or order_key(plan.valid_to) <= order_key(now))


def _excludes(plan: Fact, fact: Fact, at: Mapping[int, int]) -> bool:
    """Tell whether a plan, once it came true, would have ended a fact told before its date."""
    told = max((at[id] for id in fact.episodes if id in at), default=order_key(fact.valid_from))
    if fact.planned_for or told >= order_key(plan.valid_to):
        return False
    verb, _, rest = plan.relation.removeprefix("will ").partition(" ")
    state = f"{'is' if verb == 'be' else singular_verb(verb)} {rest}".strip()
    held = slot(fact.subject_name, fact.relation, fact.object_name)
    coming = slot(plan.subject_name, state, plan.object_name)
    if held is None or coming is None:
        return False
    return held.key == coming.key and held.value != coming.value


def _says_same(one: Fact, other: Fact) -> bool:
    return (one.subject, one.relation, one.object) == (other.subject, other.relation, other.object)


def is_denied(chosen: Sequence[Match], ask: Ask, passages: Sequence[Passage]) -> bool:
    """Tell whether a text says that it never was so, after all: "I never lived in Rome"."""
    cues = _cues(ask)
    return any(
        _says_never(sentence, match.fact, cues)
        for one in passages
        if one.kind is Kind.EPISODE
        for sentence in sentences(one.text)
        for match in chosen
    )


def _says_never(sentence: str, fact: Fact, cues: frozenset[str]) -> bool:
    said = {*words(_SPEAKER.sub("", sentence))}
    subject, thing = {*words(fact.subject_name)}, {*words(fact.object_name)} - STOP_WORDS
    meant = thing <= said and bool(said & (subject | _SPOKEN))
    return "never" in said and meant and not cues.isdisjoint(map(stem, said))


def told_again(fact: Fact, sources: Sequence[Passage]) -> bool:
    """Tell whether a sentence has another time of what happened: "visited Rome in 2021", too."""
    if not isinstance(fact.valid_from, datetime):
        return False
    day, wanted = fact.valid_from.date().isoformat(), {stem(words(fact.relation)[0])}
    wanted |= {stem(word) for word in words(fact.object_name)[-1:]}
    for source in sources:
        at = source.valid_from
        if not isinstance(at, datetime):
            continue
        for sentence in sentences(source.text):
            said = words(sentence)
            spans = [one for one in find_times(sentence, at)[0] if one.first and one.last]
            once = len(spans) == 1 and wanted <= {*map(stem, said)} and "not" not in said
            if once and not (spans[0].first or "") <= day < (spans[0].last or ""):
                return True
    return False


def _of_then(passage: Passage, begun: int, end: Time | None) -> bool:
    """Tell whether a text is from between `begun` and `end`, or tells of then afterwards."""
    at = order_key(passage.valid_from)
    if end is None or at <= begun or at < order_key(end):
        return begun < at
    if not isinstance(passage.valid_from, datetime):
        return False
    spans, _ = find_times(passage.text, passage.valid_from)
    told = [order_key(day_start(span.first)) for span in spans if span.first]
    return any(begun < moment < order_key(end) for moment in told)


def _other_end(match: Match) -> str:
    fact = match.fact
    return fact.object_name if match.value == fact.subject else fact.subject_name


def _cues(ask: Ask) -> frozenset[str]:
    """Return the stems of words that speak of the relation or of a change in it."""
    keys = ask.keys
    nouns = {stem(word) for word in words(ask.noun)[-1:]}
    kinds = keys | {"due"} if ask.want is Want.TIME else keys
    changes = {stem(word) for key in kinds for word in CHANGES.get(key, ())}
    return frozenset(nouns | changes | {key[1:] for key in keys if key.startswith("~")})


def _speaks(text: str, thing: str, cues: frozenset[str], *, leads: bool) -> bool:
    """Tell whether a sentence names a thing and, if it `leads`, after it has one of the cues.

    A question tells nothing: "Where does Anna live?" stands in the history of every chat.
    """
    bare = thing.partition(" (")[0]  # "the meeting (2024-05-03)", of its text
    said = [word for word in words(bare) if word not in STOP_WORDS]
    if not said:
        return False
    wanted = said[0] if thing[:1].isupper() else said[-1]
    inside = rf"(?i)\b(?:in|on|into|onto|inside) (?:the|my|our) (?:\w+ )?{re.escape(wanted)}\b"
    for sentence in sentences(text if leads else re.sub(inside, "", text)):
        if sentence.rstrip().endswith("?"):
            continue
        present = words(_SPEAKER.sub("", sentence) if leads else sentence)
        after = present.index(wanted) if leads and wanted in present else 0
        if wanted in present and cues & {stem(word) for word in present[after:]}:
            return True
    return False


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text."""
    return _SENTENCE.split(text)


def conflict(names: Sequence[str], ask: Ask, question: Question) -> str:
    """Return why the number of values rules out an answer; empty if it does not."""
    several = is_plural(ask.noun)
    if question.tense is Tense.PERFECT and len(names) == 1 and _LASTING & ask.keys:
        return "several are asked for, and only one is in memory"
    if several and len(names) == 1 and number_in(names[0]) is None and not is_plural(names[0]):
        return "several are asked for, and only one is in memory"
    place = question.want is Want.PLACE and not several
    if place and len(names) > 1 and question.tense is not Tense.PERFECT:
        return "the facts name more than one place"
    return ""


def taking_back(view: View, told: Iterable[int], read: Set[int]) -> Iterator[Passage]:
    """Yield messages that take back what was said before them, and that no fact was read from.

    Args:
        view: has the texts.
        told: the texts that facts were read from.
        read: the texts that some fact is from.

    Returns:
        Passages whose episodes are the message and those that it may take back.
    """
    every = view.ids(Kind.EPISODE)
    newest = sorted(set(told), reverse=True)[:_MOST]
    there = [one for one in newest if every[(n := bisect_left(every, one)) : n + 1] == [one]]
    found: dict[int, tuple[Episode, list[int]]] = {}
    for turn in view.items(there):
        if isinstance(turn, Episode) and turn.conversation:
            start = bisect_right(every, turn.id)
            for one in _corrections(turn, view.items(every[start : start + _TURNS])):
                if one.id not in read:
                    found.setdefault(one.id, (one, []))[1].append(turn.id)
    for one, before in found.values():
        yield Passage(Kind.EPISODE, one.id, one.text, one.at, None, (one.id, *before))


def _corrections(turn: Episode, later: Sequence[object]) -> Iterator[Episode]:
    """Yield the corrections behind a turn, until somebody goes on; an assistant's reply is none."""
    for one in later:
        if not isinstance(one, Episode) or one.conversation != turn.conversation:
            continue
        if takes_back(one.text, turn.text):
            yield one
        elif one.role != "assistant":
            return


def is_taken_back(facts: Iterable[Fact], passages: Sequence[Passage]) -> bool:
    """Tell whether the last text that tells one of some facts may have been taken back."""
    told = tuple(facts)
    back = [one for one in passages if one.kind is Kind.EPISODE and len(one.episodes) > 1]
    return any(
        max(fact.episodes, default=0) in one.episodes[1:] and takes_back(one.text, fact.text)
        for one in back
        for fact in told
    )
