"""Known names once the reply is there: what they mean, if they are still known, what was copied."""

from collections.abc import Iterable, Mapping

from clew.learn.tasks import Extract, ExtractedFact, Extraction, Known
from clew.llm.base import Loss
from clew.projection.image import Projection
from clew.text import normalise_name

__all__ = ["own_words", "shown_entities", "still_known"]


def shown_entities(known: Iterable[Known]) -> Mapping[str, int]:
    """Return what each shown name means, by its normalised form; a name shown twice is left out."""
    names: dict[str, list[int]] = {}
    for one in known:
        names.setdefault(normalise_name(one.name), []).append(one.items[0])
    return {name: items[0] for name, items in names.items() if len(items) == 1}


def still_known(projection: Projection, known: Iterable[Known]) -> bool:
    """Return whether nothing has been forgotten that known names showed."""
    items = (item for one in known for item in one.items)
    return all(item in projection.nodes or item in projection.facts for item in items)


def own_words(task: Extract, said: Extraction) -> tuple[Extraction, tuple[Loss, ...]]:
    """Return a reply without facts copied from the known names, and these as losses.

    A text is no source of what only others say. A fact is copied if it was shown, and its object
    neither stands in the text, its source or an earlier text shown with it, nor is itself one of
    the known names. (The subject proves nothing, as texts leave it out: "Still at Arken.")
    """
    names = {normalise_name(one.name) for one in task.known}
    phrases = [(each, f"{one.name} {each}") for one in task.known for each in one.about]
    shown = {normalise_name(phrase) for both in phrases for phrase in both}
    texts = normalise_name(" ".join((task.text, task.source, *task.context)))
    copied = [
        one
        for one in said.facts
        if normalise_name(_as_text(one)) in shown
        and (named := normalise_name(one.object)) not in names
        and named not in texts
    ]
    if not copied:
        return said, ()
    left = tuple(one for one in said.facts if one not in copied)
    losses = tuple(
        Loss("copied from what was known, not in the text", _as_text(one)) for one in copied
    )
    return said.model_copy(update={"facts": left}), losses


def _as_text(fact: ExtractedFact) -> str:
    return f"{fact.subject} {fact.relation} {fact.object}"
