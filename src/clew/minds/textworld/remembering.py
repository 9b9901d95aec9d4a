"""Offline rules for text memories: importance from a text's content, and a summary of facts.

They read texts with the same rules as the graph (`world_reader`), so that experiments compare
memories, not readers. Neither is a language model's judgement; reports say so.
"""

from collections.abc import Iterable

from clew.agents.fiction.tasks import Recollect, Recollection
from clew.agents.memory import Statement
from clew.agents.memory_tasks import Importance, Rating, Summarise, Summary
from clew.learn.tasks import ExtractedFact
from clew.minds.textworld.aims import VERBS
from clew.minds.textworld.world_reader import extract_world, world_slot
from clew.text import STOP_WORDS, normalise_name, words

__all__ = ["LONGEST", "importance", "recollect", "summarise"]

LONGEST = 90
"""Most words of a summary paragraph: GPT-4 wrote 259 to 274 in three, in the one run of this
baseline that AriGraph's repository logged (test_new_pipe_summary, steps 1, 2 and 4)."""
_ADVICE = frozenset({"unlocks", "requires", "needs to be"})
_WHERE = frozenset({"is in", "is on", "is at"})


def importance(task: Importance) -> Rating:
    """Rate a text: 1, plus a point per thing or state it states, and three per instruction."""
    facts = [fact for fact in extract_world(task.text).facts if fact.subject != "player"]
    advice = sum(fact.relation in _ADVICE for fact in facts)
    things = sum(fact.relation in _WHERE or fact.relation == "is" for fact in facts)
    return Rating(importance=min(10, 1 + things + 3 * advice))


def summarise(task: Summarise) -> Summary:
    """Summarise what was stated and still holds: advice, then places of things, newest last.

    If a paragraph would exceed `LONGEST` words, the oldest statements are dropped for good, as in
    any summary.
    """
    held: dict[tuple[str, str], Statement] = {}
    for text in (task.summary, *task.texts):
        for fact in extract_world(text).facts:
            _take_in(held, fact)
    advice = [one for one in held.values() if one[1] in _ADVICE]
    things = [one for one in held.values() if one[1] in _WHERE or one[1] == "is"]
    parts = [_advice(_newest(advice, LONGEST)), *_two(_newest(things, 2 * LONGEST))]
    return Summary(summary="\n\n".join(filter(None, parts)))


def recollect(task: Recollect) -> Recollection:
    """Remember what a text states first that no memory says; fetch what shares most words with it.

    The first of equals is the oldest.
    """
    known = set(task.memories)
    facts = [fact for text in task.texts for fact in extract_world(text).facts if not fact.ended]
    said = (f"{one.subject} {one.relation} {one.object}." for one in facts)
    new = next((line for line in said if line not in known), "")
    asked = _content(" ".join(task.texts))
    best = max(task.memories, key=lambda line: len(_content(line) & asked), default="")
    return Recollection(new=new[:500], relevant=best if _content(best) & asked else "")


def _content(text: str) -> set[str]:
    return set(words(text)) - STOP_WORDS


def _take_in(held: dict[tuple[str, str], Statement], fact: ExtractedFact) -> None:
    """Add a fact as the newest one and remove what it replaces."""
    if fact.subject == "player" and fact.relation in _WHERE:
        return
    slot = world_slot(fact.relation, fact.object)
    key = (normalise_name(fact.subject), slot or f"{fact.relation} {normalise_name(fact.object)}")
    before = held.get(key)
    if fact.ended:
        if before is not None and normalise_name(before[2]) == normalise_name(fact.object):
            del held[key]
        return
    held.pop(key, None)
    held[key] = (fact.subject, fact.relation, fact.object)


def _sentence(statement: Statement) -> str:
    subject, relation, thing = statement
    return f"The {subject} {relation} {thing}."


def _newest(statements: list[Statement], words: int) -> list[Statement]:
    kept: list[Statement] = []
    for one in reversed(statements):
        words -= len(_sentence(one).split())
        if words < 0:
            break
        kept.append(one)
    return kept[::-1]


def _two(statements: list[Statement]) -> tuple[str, str]:
    """Return two paragraphs, the second with the newest sentences, at most `LONGEST` words."""
    later = _newest(statements, LONGEST)
    earlier = statements[: len(statements) - len(later)]
    return " ".join(map(_sentence, earlier)), " ".join(map(_sentence, later))


def _advice(statements: Iterable[Statement]) -> str:
    """Return what opens what, then the recipe as cookbooks print it."""
    locks, wants, steps = [], [], []
    for one in statements:
        subject, relation, thing = one
        if relation == "unlocks":
            locks.append(_sentence(one))
        elif relation == "requires":
            wants.append(thing)
        else:
            steps.append(f"{VERBS.get(thing, thing)} the {subject}")
    told = [" ".join(locks)]
    if wants:
        told += ["Ingredients:", *wants, "Directions:", *steps, "prepare meal"]
    return "\n".join(filter(None, told))
