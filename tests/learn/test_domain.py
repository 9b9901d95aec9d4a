"""What an agent adds to learning: advice that the model is shown, relations that nothing closes."""

import pytest

from clew.learn.domain import Domain
from clew.learn.tasks import Extract, ExtractedFact, Extraction, Replacements, Revise
from clew.llm.rules import RuleModel
from clew.memory import Memory


def learned(domain: Domain) -> list[Extract | Revise]:
    """Learn that a lane leads to one place, then to another; return what the model was asked."""
    asked: list[Extract | Revise] = []

    def extract(task: Extract) -> Extraction:
        asked.append(task)
        place = task.text.rpartition(" ")[2]
        return Extraction(facts=(ExtractedFact(subject="Lane", relation="leads to", object=place),))

    def revise(task: Revise) -> Replacements:
        asked.append(task)
        return Replacements()

    model = RuleModel({Extract: extract, Revise: revise})
    with Memory.open(embedder=None, model=model) as memory:
        reader = memory.using(model, None, domain)
        reader.remember("The lane leads to Mill", at=1)
        reader.remember("The lane leads to Pond", at=2)
    return asked


def test_the_advice_is_shown_with_every_text():
    extracts = [t for t in learned(Domain(reading="Lanes are ways.")) if isinstance(t, Extract)]
    assert len(extracts) == 2
    assert all("Lanes are ways." in task.inputs() for task in extracts)


@pytest.mark.parametrize(("protected", "offered"), [((), ["Mill"]), (("leads to",), [])])
def test_a_protected_relation_is_never_offered_for_replacement(protected, offered):
    revisions = [t for t in learned(Domain(protected=protected)) if isinstance(t, Revise)]
    stored = [one.object for task in revisions for one in task.candidates if one.id > 0]
    assert stored == offered
