"""Facts told by the sentences at hand that memory holds as theses only."""

import re
from collections.abc import Iterator

from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerQuestion
from clew.graph.types import Fact, Kind, Time
from clew.minds.english.reading.claims import first_doubt, is_question, without_speech
from clew.minds.english.reading.clause_facts import clause_facts, phrase_facts
from clew.minds.english.reading.clause_links import linked
from clew.minds.english.reading.clause_reader import parse_light
from clew.minds.english.reading.clause_types import Triple
from clew.minds.english.reading.fact_checks import is_sound
from clew.minds.english.reading.plain_phrases import plain_phrases
from clew.minds.english.words.dates import find_times

__all__ = ["told_facts"]

_OURS = re.compile(r"(?:our|my) (?:new )?(.+)", re.IGNORECASE)


def told_facts(task: AnswerQuestion) -> list[Fact]:
    """Read the recalled theses by themselves; a fact has the id of its thesis.

    These readings are too loose to be remembered, and answer only where no fact does.
    """
    ids = {text.casefold(): found[0] for text, found in task.links if len(found) == 1}
    for fact in task.facts:
        ids[fact.subject_name.casefold()] = fact.subject
        ids[fact.object_name.casefold()] = fact.object
    told: list[Fact] = []
    for passage in task.passages:
        at = passage.valid_from if passage.valid_from is not None else task.now
        if passage.kind is not Kind.THESIS or at is None or is_question(passage.text):
            continue
        for one in _triples(passage, at):
            subject, object = (
                ids.setdefault(name.casefold(), -len(ids) - 1) for name in (one.subject, one.object)
            )
            start, end = (None, at) if one.ended else (at, None)
            told.append(
                Fact(
                    id=passage.id, subject=subject, relation=one.relation, object=object,
                    subject_name=one.subject, object_name=one.object,
                    valid_from=start, valid_to=end, episodes=passage.episodes,
                )
            )  # fmt: skip
    return told


def _triples(passage: Passage, at: Time) -> Iterator[Triple]:
    sentence = plain_phrases(without_speech(passage.text))
    doubt = first_doubt(sentence)
    times, _ = find_times(sentence, at, None)
    for clause in linked(parse_light(sentence, times).clauses):
        if (doubt is not None and clause.end >= doubt) or clause.tense == "future":
            continue
        for triple in (*clause_facts(clause), *phrase_facts(clause)):
            ours = _OURS.fullmatch(triple.subject)
            if ours and triple.relation == "is":
                triple = Triple(triple.object, f"is the {ours[1]} of", "I")
            if is_sound(triple) and clause.asserted:
                yield triple
