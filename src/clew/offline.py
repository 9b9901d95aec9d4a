"""The offline mind: rules that learn and rules that answer, without a key, a model or a network."""

from functools import partial
from importlib import import_module

from clew.errors import UnknownNameError
from clew.llm.rules import RuleModel, Rules

__all__ = ["EXTRACTORS", "default_model"]

EXTRACTORS = ("light", "spacy")


def default_model(extractor: str = "light") -> RuleModel:
    """Return the offline mind: rules that learn and rules that answer, loaded when first asked.

    Args:
        extractor: what reads prose: `light` (word lists and rules of our own), or `spacy` (its
            small English model's parse; slower, more precise; the extra `prose`).

    Raises:
        UnknownNameError: another extractor.
        NotInstalledError: when the first text comes and the extra is missing.
    """
    if extractor not in EXTRACTORS:
        raise UnknownNameError("extractor", extractor, EXTRACTORS)
    return RuleModel(partial(_offline_rules, extractor), name=f"rules:{extractor}")


def _offline_rules(extractor: str) -> Rules:
    # Their tables and patterns take a tenth of a second, which reading commands need not pay.
    learn, *others = (
        import_module(name)
        for name in (
            "clew.learn.rules",
            "clew.qa.rules",
            "clew.qa.search_rules",
            "clew.qa.judge_rules",
        )
    )
    rules = learn.RULES
    if extractor == "spacy":
        rules = learn.rules_with(import_module("clew.learn.prose_spacy").SpacyProse())
    return {
        task: rule
        for each in (rules, *(one.RULES for one in others))
        for task, rule in each.items()
    }
