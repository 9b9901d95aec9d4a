"""What a model that reads perfectly says of a text: the gold, with the names as they stand there.

It also says who is a person. Whoever has a name that somebody else had before, and no fuller name
of their own, gets a bracket: "Rolf (son)". So the prompt asks of every model, which it shows the
names known so far.
"""

from collections.abc import Iterable, Mapping, Sequence

from clew.learn.spelling import initialed, respelt, turned
from clew.learn.who.called import Called
from clew.minds.english.words.people import TITLES
from clew.text import normalise_name, words
from experiments.people.dialogues import Dialogue, Mention, Text

__all__ = ["reading", "reply", "told_apart", "within"]

_THINGS = frozenset(
    """
    animal app bakery band bank bar bell bird boat book brand brewery bridge building bus cafe car
    castle cat church city club college company computer country cow cyclone dog donkey drone engine
    factory farm ferry film firm foundation garden goat goose hall hamster hen hill horse hospital
    hotel house hurricane hut inn island lake library locomotive machine magazine mare mill mountain
    museum novel office opera orchestra paper park parrot pet place plant play pony press printer
    prize programme pub puppy rabbit region restaurant river road robot school scope server ship
    shop software song square state station statue storm street tavern team theatre tool tortoise
    tower town tractor train tram tree truck university van village yacht
    """.split()  # noqa: SIM905
)
"""Keys of the gold that are no people's, where they are not a part of the name."""


def reading(dialogue: Dialogue, number: int, *, known: bool) -> dict[str, object]:
    """Return the reply on one text of a dialogue.

    Args:
        dialogue: the text with those before it.
        number: the place of the text.
        known: the reader remembers the texts before it.
    """
    text = dialogue.texts[number]
    told = told_apart(dialogue.texts[: number + 1] if known else [text])
    names = {one: told[one.whose, one.name] for one in text.mentions}
    brackets = [
        (other, told[whose, name])
        for whose, name in dict.fromkeys((one.whose, one.name) for one in text.mentions)
        for (each, spelled), other in told.items()
        if each == whose and other != spelled != name
    ]
    written = {one.name: name for one, name in names.items()}  # with the bracket it may have
    told_here = [(name, written.get(other, other)) for name, other in text.told]
    return reply(text, names, [*told_here, *(text.known if known else ()), *brackets])


def reply(
    text: Text, names: Mapping[Mention, str], aliases: Sequence[tuple[str, str]]
) -> dict[str, object]:
    """Return the reply on a text with each mention written under a name."""
    facts = [
        {"subject": names[one], "relation": one.relation, "object": one.object}
        for one in text.mentions
        if one.relation
    ]
    theses = [
        {"text": f"{one.clue}: {text.text}", "entities": [names[one]]}
        for one in text.mentions
        if not one.relation
    ]
    told = {name for pair in aliases for name in pair}
    people = [
        {"name": name, "title": _title(name)}
        for one in text.mentions
        if not one.decided or _is_person(one)
        for name in dict.fromkeys((names[one], one.name))
        if name == names[one] or name in told
    ]
    things = [names[one] for one in text.mentions if one.decided and not _is_person(one)]
    said = {"facts": facts, "theses": theses, "aliases": [*aliases]}
    return {**said, "people": people, "things": things}


def told_apart(texts: Iterable[Text]) -> dict[tuple[tuple[str, ...], str], str]:
    """Return how each owner's names are written: with a bracket where that is needed."""
    told: dict[tuple[tuple[str, ...], str], str] = {}
    met: list[Mention] = []
    for text in texts:
        met += text.mentions
        for one in text.mentions:
            decided = [each for each in met if each.decided]
            taken = [each.name for each in decided if each.whose != one.whose]
            own = [each.name for each in decided if each.whose == one.whose]
            alike = any(within(one.name, name) or _confused(one.name, name) for name in taken)
            alike = alike or _is_made_of(one, decided)
            fuller = any(within(one.name, name) for name in own if name != one.name)
            apart = (alike and not fuller) or _is_shortened(one, met, told)
            bracket = f" ({one.whose[0]})" if one.decided and apart else ""
            told.setdefault((one.whose, one.name), one.name + bracket)
    return told


def _is_shortened(
    one: Mention, met: Sequence[Mention], told: Mapping[tuple[tuple[str, ...], str], str]
) -> bool:
    """Return whether somebody else is called by a part of a name, and by nothing fuller."""
    others = [each for each in met if each.decided and _is_person(each) and each.whose != one.whose]
    return any(
        told.get((each.whose, each.name)) == each.name != one.name
        and within(each.name, one.name)
        and not any(
            within(each.name, other.name) and each.name != other.name
            for other in others
            if other.whose == each.whose
        )
        for each in others
    )


def within(one: str, other: str) -> bool:
    """Return whether one name is another, or has some of its words only."""
    return normalise_name(one) == normalise_name(other) or set(words(one)) < set(words(other))


def _is_made_of(one: Mention, met: Iterable[Mention]) -> bool:
    """Return whether somebody else's names have all the words of a name: a nickname, a last one."""
    theirs: dict[tuple[str, ...], set[str]] = {}
    for each in met:
        if each.whose != one.whose and _is_person(each):
            theirs.setdefault(each.whose, set()).update(words(each.name))
    return any(set(words(one.name)) <= each for each in theirs.values())


def _confused(one: str, other: str) -> bool:
    """Return whether a name is another with initials, without accents or in another order."""
    names = Called(one), Called(other)
    return initialed(*names) or respelt(*names) or turned(*names)


def _is_person(one: Mention) -> bool:
    return one.whose[0] not in _THINGS or one.whose[0] in words(one.name)


def _title(name: str) -> str:
    first, _, rest = name.partition(" ")
    return first if rest and first.lower().rstrip(".") in TITLES else ""
