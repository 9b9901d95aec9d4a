"""Who holds a role inside a question ("my *mother's* sisters"), where only a sentence tells."""

from collections.abc import Sequence

from clew.ask.evidence import Passage
from clew.graph.types import Time
from clew.minds.english.asking.kin import KIN_KEYS
from clew.minds.english.asking.kinds import is_plural
from clew.minds.english.asking.matcher import FactsOf, Holders
from clew.minds.english.asking.phrases import noun_readings
from clew.minds.english.asking.questions import Ask, Form, Name, Question
from clew.minds.english.asking.roles import RoleAsked, claims, current, same_holder

__all__ = ["holders"]

_MINE = frozenset({"i", "we", "me", "us", "my", "our"})


def holders(passages: Sequence[Passage], now: Time | None, facts_of: FactsOf) -> Holders:
    """Return what reads the holder of a role off passages, by name.

    Of a role that passes from hand to hand it is the newest one; of a kinship the only one. A
    plural noun ("her sisters") is left to the facts.
    """

    def read(ask: Ask, owners: tuple[int, ...]) -> str:
        mine = isinstance(ask.right, Name) and ask.right.text.casefold() in _MINE
        names = () if mine else _names(facts_of, owners)
        if is_plural(ask.noun) or not ask.noun or (owners and not names and not mine):
            return ""
        kin = any(one.key in KIN_KEYS for one in noun_readings(ask.noun))
        asked = RoleAsked(ask.noun, names[0] if names else "", mine, kin)
        known = claims(asked, names, passages, now)
        if kin:
            alike = all(same_holder(one.holder, known[0].holder) for one in known)
            return max((one.holder for one in known), key=len, default="") if alike else ""
        claim = current(known, Question("", Form.LOOKUP, ask), ())
        return claim.holder if claim is not None else ""

    return read


def _names(facts_of: FactsOf, ids: tuple[int, ...]) -> tuple[str, ...]:
    ends = [
        end
        for fact in facts_of(ids)
        for end in ((fact.subject, fact.subject_name), (fact.object, fact.object_name))
    ]
    return tuple(dict.fromkeys(name for id, name in ends if id in ids))
