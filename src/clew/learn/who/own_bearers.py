"""Who may be meant by a name that is short for nobody's: whoever bears it, if nobody else does."""

from collections.abc import Iterable, Mapping, Sequence

from clew.learn.draft import Draft
from clew.learn.mentions import Mentions
from clew.learn.spelling import tells_apart
from clew.learn.who.bearers import Bearers
from clew.learn.who.called import SPEAKER, Called

__all__ = ["own_bearers"]


def own_bearers(
    called: Called, holders: Sequence[int], text: Mentions, known: Bearers, draft: Draft
) -> list[int]:
    """Return which of the holders of a name a text may mean by it.

    None of them from the time on at which somebody else is told to have the name as well: as
    somebody new, or told apart from others. To a reader that knows no other text a single name is
    then also another's if a longer one holds it, in another role, and if it is a thing's.
    """
    longer = [*known.longer(called), *known.things_apart(called)]
    alone = [one for one in holders if known.as_person(one)]
    each = {one: known.as_called(one) for one in alone}
    if any(one.at_odds(each[alone[0]]) for one in each.values()):
        return []
    if not (alone or longer or called.is_new):
        others = [one for one in holders if draft.name(one) == called.name]
        return [one for one in others if not known.is_thing(one)]
    single = text.all_people and " " not in called.name
    if single and _is_anothers_too(called, each, holders, text.at, known):
        return []
    roots = {*map(draft.root, alone)}
    apart = [
        one
        for one in longer
        if called.role
        or tells_apart(own := known.as_called(one))
        or (draft.root(one) not in roots and (single or own.is_new))
    ]
    roles = {called.role, *(one.role for one in each.values())} - {""}
    several = " " not in called.name and len(roles) > 1
    anothers = any(known.is_anothers(called, one, text.at) for one in alone)
    anothers = anothers or known.is_taken(called, holders, text.at)
    if not (apart or several or anothers):
        return alone
    if text.all_people and not called.role:
        alone = [one for one in alone if known.is_before(one, text.at, apart)]
    same = [one for one in alone if each[one].role == called.role]
    return same if called.role or apart else []


def _is_anothers_too(
    called: Called, each: Mapping[int, Called], holders: Iterable[int], at: int, known: Bearers
) -> bool:
    """Return whether texts tell of two who have a single name, or of one and of a thing.

    "My cousin Anna" is no Anna of whom texts spoke before, nor is "an Anna"; and who is meant by
    "Anna" later is not known. `each` are the people of that name.
    """
    if any(known.is_thing(one) and known.since(one) <= at for one in holders):
        return True
    if called.is_new or called.role not in {"", SPEAKER}:
        unlike = (not called.role or own.role != called.role for own in each.values())
        return bool(each) and all(unlike) and all(known.since(one) < at for one in each)
    later = {one for one in each if known.since(one) > at}
    told_new = (each[one].is_new or each[one].role not in {"", SPEAKER} for one in later)
    if later and later == each.keys() and all(told_new):
        return True  # "Anna" of whom a text told before it told of "my cousin Anna"
    each = {one: own for one, own in each.items() if one not in later} or each
    news = {one.is_new for one in each.values()}
    if True in news and len(each) < sum(not known.is_thing(one) for one in holders):
        return True  # an "Anna" of whom no text shows who that is, and a new one
    return len(news) > 1 or len({one.role for one in each.values()} - {SPEAKER}) > 1
