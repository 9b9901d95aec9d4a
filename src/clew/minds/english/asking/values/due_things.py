"""What somebody is to have, asked for by name: "when is my appointment"."""

from clew.minds.english.asking.parsed_question import Ask, Name, Question
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import DETERMINERS
from clew.text import words

__all__ = ["things_due"]


def things_due(matcher: Matcher, ask: Ask, question: Question) -> list[Match]:
    """Return the facts of a named thing that somebody has: "I have an appointment on Tuesday".

    "My appointment" is one of the speaker's; a "dentist appointment" is no other.
    """
    if not isinstance(ask.left, Name):
        return []
    ids = {*matcher.values(ask.left)}
    mine = question.bare[slice(*ask.left.span)].casefold().startswith(("my ", "our "))
    said = {*words(ask.left.text)} - DETERMINERS
    return [
        Match(one, one.object, one.object_name, 0.8)
        for one in matcher.facts_of(tuple(ids))
        if one.object in ids
        and said <= {*words(one.object_name)}
        and (not mine or one.subject_name in {"I", "we"})
    ]
