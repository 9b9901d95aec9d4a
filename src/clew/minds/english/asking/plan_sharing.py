"""Set questions about what is shared and what is not: both, and, but not, in common, the same."""

import re

from clew.ask.sets.plans import End, Form, Operation, Pattern, Period, Plan, Taken, WantedStance
from clew.minds.english.asking.phrases import noun_readings
from clew.minds.english.asking.plan_clauses import Said, Wording
from clew.minds.english.asking.stems import word_set

__all__ = [
    "Found",
    "alike",
    "all_do",
    "both_ends",
    "has_but",
    "is_open",
    "owned_but",
    "past",
    "same",
    "shared",
    "this_and_that",
    "who_does",
]

_JUDGED = word_set(
    "device devices phone phones smartphone smartphones product products model models"
    " gadget gadgets laptop laptops tablet tablets camera cameras watch watches app apps"
    " car cars game games"
)
"""Things that whoever speaks of them has or has used."""
Found = re.Match[str]


def who_does(asked: Wording, text: str) -> Pattern | None:
    """Return the pattern of whoever something is said of: "(who) lives in Rome"."""
    said = asked.said(text)
    if said is None:
        return None
    pattern = asked.pattern(said, take=Taken.SUBJECT, ever=past(text))
    return pattern.model_copy(update={"subject": End(kind="person")})


def past(text: str) -> bool:
    """Tell whether a clause begins with a verb in the past."""
    first = text.split()[0].casefold() if text.split() else ""
    return first in {"did", "had", "was", "were"} or first.endswith("ed")


# -- who does this and (not) that ----------------------------------------------------------


def both_ends(asked: Wording, found: Found) -> Plan | None:
    """Plan "who has both a dog and a cat"."""
    sides = re.split(r" and ", found["ends"])
    if len(sides) != 2:
        return None
    whole = [who_does(asked, f"{found['verb']} {side}") for side in sides]
    return _together(Operation.COMMON, whole)


def this_and_that(asked: Wording, found: Found) -> Plan | None:
    """Plan "who lives in Rome and (does not) have a cat"."""
    denied = found["not"] or found["but"].strip().casefold() == "but not"
    whole = [who_does(asked, found["one"]), who_does(asked, found["two"])]
    return _together(Operation.DIFFERENCE if denied else Operation.COMMON, whole)


def _together(operation: Operation, patterns: list[Pattern | None]) -> Plan | None:
    known = [pattern for pattern in patterns if pattern is not None]
    if len(known) != len(patterns) or any(is_open(pattern) for pattern in known):
        return None
    return Plan(operation=operation, patterns=tuple(known))


def is_open(pattern: Pattern) -> bool:
    """Tell whether a pattern says nothing of its object."""
    return not pattern.object.names and not pattern.object.kind


# -- what somebody has and others (do not) -------------------------------------------------


def owned_but(asked: Wording, found: Found) -> Plan | None:
    """Plan "which of Bob's books does Eva (not) have"."""
    owner, who = asked.one(found["owner"]), asked.one(found["who"])
    said = asked.said(found["verb"], kind=found["noun"])
    if not owner or not who or said is None:
        return None
    first = asked.possession(owner, found["noun"])
    second = asked.pattern(Said(said.relations, End()), (who,), ever=past(found["do"]))
    operation = Operation.DIFFERENCE if found["not"] else Operation.COMMON
    return Plan(operation=operation, patterns=(first, second))


def has_but(asked: Wording, found: Found) -> Plan | None:
    """Plan "which books does Bob have that Eva does not"."""
    one, two = asked.one(found["one"]), asked.one(found["two"])
    noun = (found["noun"] or "").strip()
    said = asked.said(found["verb"], kind=noun)
    if not one or not two or said is None:
        return None
    ever = past(found["do"])
    patterns = tuple(asked.pattern(said, (name,), ever=ever) for name in (one, two))
    return Plan(operation=Operation.DIFFERENCE, patterns=patterns)


def shared(asked: Wording, found: Found) -> Plan | None:
    """Plan "which books do Anna and Bob have in common", "do they have common friends"."""
    names = asked.two(found["names"])
    if not names:
        return None
    noun = _singular((found["noun"] or "").strip(), found["noun"] or "")
    form = asked.whether if found["how"] is None else Form.NAMES
    form = Form.NUMBER if (found["how"] or "").casefold() == "how many" else form
    return Plan(
        operation=Operation.COMMON,
        patterns=tuple(_everything(asked, name, noun) for name in names),
        form=form,
    )


def _singular(noun: str, default: str) -> str:
    return "" if noun.casefold() in {"", "anything", "something", "thing", "things"} else default


def _everything(asked: Wording, name: str, noun: str) -> Pattern:
    """Return the pattern of whatever is told of somebody, or of what of a kind he has or judges."""
    if noun and len(noun_readings(noun)) > 1:
        return asked.possession(name, noun)
    start, end = asked.times()
    judged = bool(noun) and noun.split()[-1].casefold() in _JUDGED
    return Pattern(
        subject=End(names=(name,)),
        relations=("has", "uses") if noun else (),
        stance=WantedStance.ANY if judged else None,
        object=End(kind=noun),
        period=Period.EVER if judged else Period.NOW,
        start=start,
        end=end,
    )


def same(asked: Wording, found: Found) -> Plan | None:
    """Plan "do Anna and Bob live in the same city", "have the same employer"."""
    names = asked.two(found["names"])
    said = asked.said(found["verb"], kind=found["noun"])
    if not names or said is None:
        return None
    ever = past(found["do"])
    owned = said.relations == ("has",) and len(noun_readings(found["noun"])) > 1
    patterns = [
        asked.possession(name, found["noun"]) if owned else asked.pattern(said, (name,), ever=ever)
        for name in names
    ]
    return Plan(operation=Operation.COMMON, patterns=tuple(patterns), form=asked.whether)


def all_do(asked: Wording, found: Found) -> Plan | None:
    """Plan "which cities have both Anna and Bob lived in", "what do Anna or Bob own"."""
    names = asked.two(found["names"])
    noun = (found["noun"] or "").strip()
    said = asked.said(re.sub(r" (?:together|altogether|in total)$", "", found["verb"]), kind=noun)
    if not names or said is None or (said.end.names and noun):
        return None
    many = found["how"].casefold() == "how many"
    union = " or " in found["names"] or " together" in found["verb"] or " total" in found["verb"]
    if not union and not (found["both"] or found["beside"]):
        if not many:
            return None
        union = True
    patterns = tuple(asked.pattern(said, (name,), ever=past(found["do"])) for name in names)
    operation = Operation.SELECT if union else Operation.COMMON
    return Plan(operation=operation, patterns=patterns, form=Form.NUMBER if many else Form.NAMES)


def alike(asked: Wording, found: Found) -> Plan | None:
    """Plan "who has more in common with Anna, Bob or Eva"."""
    who = asked.one(found["who"])
    names = asked.two(found["names"]) if found["names"] else ()
    if not who or (found["names"] and not names):
        return None
    noun = (found.groupdict().get("noun") or "").strip()
    pattern = _everything(asked, who, noun)
    if pattern.take is not Taken.OBJECT:
        return None
    return Plan(operation=Operation.SIMILAR, patterns=(pattern,), candidates=names)
