"""The plan of each type of question, over the relations that the gold graph has.

The generator of a question also writes its plan, so what is measured is selecting and computing,
not planning. An opinion is a relation from person to phone, one for each polarity and part: "has
a positive opinion of the battery life of".
"""

from collections.abc import Iterable
from datetime import date, timedelta

from clew.ask.sets.plans import End, Form, Operation, Pattern, Per, Period, Plan, Step, Taken
from experiments.diaasq.phones import ASPECTS, Polarity

__all__ = [
    "MAKES",
    "USES",
    "alike",
    "better",
    "changes",
    "dominant",
    "holders",
    "majority",
    "opinion",
    "opinion_relation",
    "polarity_of",
    "shared",
]

USES, MAKES = "uses", "makes"
_HAS, _OF = "has a ", " opinion of the "
_MAKER = Step(relations=(MAKES,), take="subject")


def opinion_relation(value: str, aspect: str) -> str:
    """Return the relation of an opinion.

    >>> opinion_relation("positive", "price")
    'has a positive opinion of the price of'
    """
    return f"{_HAS}{value}{_OF}{aspect} of"


def polarity_of(relation: str) -> str | None:
    """Return the polarity that a relation states; `None` for what is no opinion.

    >>> polarity_of("has a positive opinion of the price of"), polarity_of("uses")
    ('positive', None)
    """
    head, opinion_, _ = relation.partition(_OF)
    return head.removeprefix(_HAS) if opinion_ else None


def _relations(aspect: str, values: Iterable[str] = tuple(Polarity)) -> tuple[str, ...]:
    return tuple(opinion_relation(value, aspect) for value in values)


def _named(*names: str) -> End:
    return End(names=names)


def _day_after(day: date | None) -> str | None:
    return None if day is None else (day + timedelta(days=1)).isoformat()


def opinion(person: str, device: str, aspect: str, day: date | None = None) -> Plan:
    """Return: what somebody thinks of a part, at the end of a day or now."""
    pattern = _opinions(person, device, aspect).model_copy(update={"end": _day_after(day)})
    return Plan(operation=Operation.SELECT, patterns=(pattern,))


def _opinions(person: str, device: str, aspect: str, period: Period = Period.NOW) -> Pattern:
    return Pattern(
        subject=_named(person),
        relations=_relations(aspect),
        object=_named(device),
        take=Taken.RELATION,
        period=period,
    )


def dominant(person: str, device: str, aspect: str) -> Plan:
    """Return: what somebody said most often of a part."""
    pattern = _opinions(person, device, aspect, Period.EVER)
    return Plan(operation=Operation.MOST, patterns=(pattern,), per=Per.STATEMENT)


def changes(person: str, device: str, aspect: str, form: Form) -> Plan:
    """Return: whether or when somebody's opinion of a part changed."""
    pattern = _opinions(person, device, aspect, Period.EVER)
    return Plan(operation=Operation.CHANGED, patterns=(pattern,), form=form)


def majority(device: str, aspect: str) -> Plan:
    """Return: what most people think of a part now."""
    relations = _relations(aspect)
    pattern = Pattern(relations=relations, object=_named(device), take=Taken.RELATION)
    return Plan(operation=Operation.MOST, patterns=(pattern,))


def holders(
    device: str, aspect: str, value: str, day: date | None = None, form: Form = Form.NAMES
) -> Plan:
    """Return: who, or how many, hold an opinion at the end of a day or now."""
    pattern = Pattern(
        relations=_relations(aspect, (value,)),
        object=_named(device),
        take=Taken.SUBJECT,
        end=_day_after(day),
    )
    return Plan(operation=Operation.SELECT, patterns=(pattern,), form=form)


def better(aspect: str, *devices: str) -> Plan:
    """Return: which phone more people like than dislike; the neutral ones count on both sides."""
    pattern = Pattern(
        relations=_relations(aspect, (Polarity.POSITIVE, Polarity.NEUTRAL)), object=_named(*devices)
    )
    against = _relations(aspect, (Polarity.NEGATIVE, Polarity.NEUTRAL))
    return Plan(operation=Operation.MOST, patterns=(pattern,), candidates=devices, against=against)


def shared(*people: str, makers: bool) -> Plan:
    """Return: which phones people all use, or whether they have phones of one maker."""
    then = _MAKER if makers else None
    patterns = tuple(
        Pattern(subject=_named(person), relations=(USES,), then=then) for person in people
    )
    form = Form.YES_NO if makers else Form.NAMES
    return Plan(operation=Operation.COMMON, patterns=patterns, form=form)


def alike(person: str, *others: str, makers: bool) -> Plan:
    """Return: who of others shares most opinions with somebody, by phone or by maker."""
    relations = tuple(
        relation for aspect in sorted(set(ASPECTS.values())) for relation in _relations(aspect)
    )
    pattern = Pattern(subject=_named(person), relations=relations, then=_MAKER if makers else None)
    return Plan(operation=Operation.SIMILAR, patterns=(pattern,), candidates=others)
