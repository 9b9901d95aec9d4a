"""Questions about opinions of one part of one phone: whose, when, how many, did they change."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from random import Random

from clew.ask.sets.plans import Form
from experiments.diaasq import plans
from experiments.diaasq.asked import (
    NO,
    YES,
    Question,
    day_spellings,
    day_words,
    evidence_of,
    one_item,
)
from experiments.diaasq.gold import Gold, Key, changes_of, dominant_of
from experiments.diaasq.phones import Polarity
from experiments.diaasq.sentences import part_of

__all__ = [
    "as_of",
    "changed",
    "compare_sentiment",
    "count",
    "device_sentiment",
    "dominant_opinion",
    "last_opinion",
    "unanswerable",
    "when",
    "which_people",
]

_STRANGERS = ("Zebedee", "Xanthe", "Wilhelmina", "Ulysses", "Thaddeus")
"""Nobody of these ever speaks."""


def device_sentiment(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: what somebody said on a given day."""
    for (person, device, aspect), voiced in gold.voiced.items():
        for one in voiced:
            day, part = day_words(one.at.date()), part_of(aspect, device)
            text = rng.choice(
                (
                    f"Did {person} have a positive, negative or neutral opinion about {part} "
                    f"on {day}?",
                    f"What was {person}'s opinion about {part} on {day}: positive, negative or "
                    "neutral?",
                )
            )
            yield Question(
                type="device_sentiment",
                plan=plans.opinion(person, device, aspect, one.at.date()),
                text=text,
                label=one.value,
                items=one_item(one.value),
                evidence=(one.turn,),
            )


def compare_sentiment(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: what most speakers think now; a strict majority of two or more."""
    for (device, aspect), people in gold.people_of.items():
        held = gold.opinions((device, aspect))
        value, votes = Counter(one.value for one in held).most_common(1)[0]
        if len(people) < 2 or 2 * votes <= len(held):
            continue
        part = part_of(aspect, device)
        text = rng.choice(
            (
                f"Do the majority of speakers have a positive, negative or neutral opinion about "
                f"{part}?",
                f"What do most people think of {part}: is their opinion positive, negative or "
                "neutral?",
            )
        )
        yield Question(
            type="compare_sentiment",
            plan=plans.majority(device, aspect),
            text=text,
            label=value,
            items=one_item(value),
            evidence=evidence_of(held),
        )


def which_people(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: who holds an opinion on a day, up to five people."""
    for part in gold.people_of:
        times = sorted(one.at for one in gold.opinions(part))
        if len(times) < 2:
            continue
        day = rng.choice(times[1:]).date()
        held = gold.opinions(part, day)
        value = rng.choice(tuple(Polarity))
        who = [one for one in held if one.value == value]
        if not 1 <= len(who) <= 5:
            continue
        named = part_of(part[1], part[0])
        text = rng.choice(
            (
                f"Which people have a {value} opinion about {named} on {day_words(day)}?",
                f"Who had a {value} opinion about {named} on {day_words(day)}?",
            )
        )
        yield Question(
            type="which_people",
            plan=plans.holders(*part, value, day),
            text=text,
            label=f"{value} {min(len(who), 3)}",
            items=tuple((one.person,) for one in who),
            evidence=evidence_of(who),
        )


def count(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: how many hold an opinion now, one to five."""
    for part in gold.people_of:
        for value in Polarity:
            who = [one for one in gold.opinions(part) if one.value == value]
            if not 1 <= len(who) <= 5:
                continue
            named = part_of(part[1], part[0])
            text = rng.choice(
                (
                    f"How many people have a {value} opinion about {named}?",
                    f"How many people have a {value} opinion of {named} now?",
                )
            )
            yield Question(
                type="count",
                plan=plans.holders(*part, value, form=Form.NUMBER),
                text=text,
                label=f"{len(who)}",
                items=one_item(str(len(who)), _WORDS[len(who)]),
                evidence=evidence_of(who),
            )


_WORDS = ("none", "one", "two", "three", "four", "five")


def dominant_opinion(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: what somebody said most often, of three times or more."""
    for (person, device, aspect), voiced in gold.voiced.items():
        value = dominant_of(voiced)
        if len(voiced) < 3 or value is None:
            continue
        part = part_of(aspect, device)
        text = rng.choice(
            (
                f"What was {person}'s dominant opinion about {part}: positive, negative or "
                "neutral?",
                f"What opinion about {part} (positive, negative or neutral) was {person}'s "
                "dominant one?",
            )
        )
        last = "as last" if voiced[-1].value == value else "not as last"
        yield Question(
            type="dominant_opinion",
            plan=plans.dominant(person, device, aspect),
            text=text,
            label=f"{value} {last}",
            items=one_item(value),
            evidence=evidence_of(one for one in voiced if one.value == value),
        )


def last_opinion(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: what somebody said last, of two times or more."""
    for (person, device, aspect), voiced in gold.voiced.items():
        if len(voiced) < 2:
            continue
        part = part_of(aspect, device)
        text = rng.choice(
            (
                f"What was {person}'s last opinion about {part}: positive, negative or neutral?",
                f"What opinion (positive, negative or neutral) did {person} have last about "
                f"{part}?",
            )
        )
        first = "as first" if voiced[0].value == voiced[-1].value else "not as first"
        yield Question(
            type="last_opinion",
            plan=plans.opinion(person, device, aspect),
            text=text,
            label=f"{voiced[-1].value} {first}",
            items=one_item(voiced[-1].value),
            evidence=(voiced[-1].turn,),
        )


def as_of(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: an opinion that was replaced later, asked in the present as of a day between."""
    for (person, device, aspect), voiced in gold.voiced.items():
        for one, other in changes_of(voiced):
            days = (other.at.date() - one.at.date()).days
            if days < 3:
                continue
            day = one.at.date() + timedelta(days=rng.randint(1, days - 1))
            part = part_of(aspect, device)
            text = rng.choice(
                (
                    f"What is {person}'s opinion about {part}?",
                    f"Does {person} have a positive, negative or neutral opinion about {part}?",
                )
            )
            yield Question(
                type="as_of",
                plan=plans.opinion(person, device, aspect),
                text=text,
                label=one.value,
                items=one_item(one.value),
                evidence=(one.turn,),
                at=datetime.combine(day, time(12), UTC),
            )


def changed(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: did somebody ever change an opinion that was voiced twice or more."""
    for (person, device, aspect), voiced in gold.voiced.items():
        if len(voiced) < 2:
            continue
        changes = changes_of(voiced)
        part = part_of(aspect, device)
        text = rng.choice(
            (
                f"Did {person} change their opinion about {part}?",
                f"Did {person}'s opinion about {part} change?",
            )
        )
        yield Question(
            type="changed",
            plan=plans.changes(person, device, aspect, Form.YES_NO),
            text=text,
            label="yes" if changes else "no",
            items=(YES,) if changes else (NO,),
            evidence=evidence_of(changes[-1] if changes else voiced),
        )


def when(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: the day on which somebody changed an opinion, once and no more."""
    for (person, device, aspect), voiced in gold.voiced.items():
        changes = changes_of(voiced)
        if len(changes) != 1:
            continue
        day, part = changes[0][1].at.date(), part_of(aspect, device)
        text = rng.choice(
            (
                f"When did {person}'s opinion about {part} change?",
                f"When did {person} change their opinion about {part}?",
            )
        )
        yield Question(
            type="when",
            plan=plans.changes(person, device, aspect, Form.TIME),
            text=text,
            label=str(day.year),
            items=one_item(*day_spellings(changes[0][1].at)),
            evidence=(changes[0][1].turn,),
        )


def unanswerable(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: opinions that nobody voiced, of four kinds."""
    parts = list(gold.people_of)
    people = list(gold.parts_of)
    for device, aspect in parts:
        others = [one for one in parts if one[0] == device and one[1] != aspect]
        silent = [person for person in people if (person, device, aspect) not in gold.voiced]
        users = [
            person for person in silent if any((person, *one) in gold.voiced for one in others)
        ]
        aspects = {one[1] for one in parts} - {one[1] for one in parts if one[0] == device}
        keys: list[tuple[str, Key]] = [
            ("stranger", (rng.choice(_STRANGERS), device, aspect)),
            ("other device", (rng.choice(silent), device, aspect)),
        ]
        if users:
            keys.append(("other aspect", (rng.choice(users), device, aspect)))
        if aspects:
            of = rng.choice(gold.people_of[device, aspect])
            keys.append(("unheard aspect", (of, device, rng.choice(sorted(aspects)))))
        for label, (person, named, part) in keys:
            thing = part_of(part, named)
            text = rng.choice(
                (
                    f"What was {person}'s last opinion about {thing}: positive, negative or "
                    "neutral?",
                    f"What was {person}'s dominant opinion about {thing}?",
                    f"Does {person} have a positive, negative or neutral opinion about {thing}?",
                )
            )
            yield Question(
                type="unanswerable",
                plan=plans.opinion(person, named, part),
                text=text,
                label=label,
                items=(),
                evidence=(),
            )
