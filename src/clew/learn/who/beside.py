"""Who stands beside whom in one text under a name that is almost the same: two people."""

from clew.learn.mentions import Mentions
from clew.learn.spelling import initialed
from clew.learn.who.called import Called

__all__ = ["respelt_beside"]


def respelt_beside(called: Called, text: Mentions) -> list[int]:
    """Return whom a text has named so far, as somebody else, by the same name in another spelling.

    Also where an initial is the only difference, and in one sentence: "J. Hall, Jane Hall". If the
    two are one, the text tells so as another name.
    """
    met = [(one, text.meant[key]) for key, one in text.people.items() if key in text.meant]
    return [
        found
        for one, found in met
        if text.respells(called, one) or initialed(one, called) or initialed(called, one)
    ]
