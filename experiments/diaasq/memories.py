"""Two memories of one world: what was meant (`gold`), and what the offline rules read.

Both remember the same turns, "Speaker: text", at their times, each turn one episode of its
dialogue. In `gold`, each statement is one exact fact (`plans.opinion_relation`; "uses" a phone; who
"makes" it), and only a person's last opinion about a part of a phone still holds. So it shows how
well questions are answered when reading is perfect.
"""

from collections.abc import Sequence

from clew.graph.types import Time
from clew.learn.observe import Input
from clew.learn.tasks import Extract, ExtractedFact, Extraction, Replacement, Replacements, Revise
from clew.llm.base import Model
from clew.memory import Memory
from clew.wiring import mind_named
from experiments.diaasq.plans import MAKES, USES, opinion_relation, polarity_of
from experiments.diaasq.world import Act, Statement, Turn

__all__ = ["GRAPHS", "model_of", "remember"]

GRAPHS = ("gold", "offline")


def model_of(graph: str, turns: Sequence[Turn], statements: Sequence[Statement]) -> Model:
    """Return who reads the turns: an exact recording for `gold`, else the offline rules."""
    offline = mind_named()
    if graph != "gold":
        return offline
    told: dict[str, list[ExtractedFact]] = {}
    for one in statements:
        told.setdefault(one.turn, []).append(_fact(one))
    says: dict[tuple[str, Time], tuple[ExtractedFact, ...]] = {
        (_text(turn), turn.at): tuple(told.get(turn.id, ())) for turn in turns
    }

    def extract(task: Extract) -> Extraction:
        return Extraction(facts=says[task.text, task.at])

    return offline.extended({Extract: extract, Revise: _revised})


def _fact(one: Statement) -> ExtractedFact:
    if one.act is Act.MADE:
        return ExtractedFact(
            subject=one.value, relation=MAKES, object=one.device, valid_from="unknown"
        )
    relation = USES if one.act is Act.USE else opinion_relation(one.value, one.aspect)
    return ExtractedFact(subject=one.person, relation=relation, object=one.device)


def _revised(task: Revise) -> Replacements:
    """Pair opinions of one person about one part that differ."""
    return Replacements(
        pairs=tuple(
            Replacement(old=old.id, new=new.number)
            for new in task.statements
            for old in task.candidates
            if (old.subject, old.object) == (new.subject, new.object)
            and _differ(old.relation, new.relation)
        )
    )


def _differ(old: str, new: str) -> bool:
    """Tell whether two relations are opinions of one aspect with two polarities."""
    one, other = polarity_of(old), polarity_of(new)
    if one is None or other is None or one == other:
        return False
    return old.replace(one, other, 1) == new


def _text(turn: Turn) -> str:
    return f"{turn.speaker}: {turn.text}"


def remember(memory: Memory, turns: Sequence[Turn]) -> dict[int, str]:
    """Remember turns as they arrive; return which turn each episode was."""
    receipts = memory.remember_many(
        [
            Input(_text(turn), turn.at, dialogue, conversation=dialogue)
            for turn in turns
            for dialogue in (turn.id.partition(":")[0],)
        ]
    )
    return {
        episode: turn.id
        for turn, receipt in zip(turns, receipts, strict=True)
        for episode in receipt.episodes
    }
