"""Known names once the reply is there: what they mean, if they are still known, what was copied."""

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache

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
    """Return a reply without what was copied from its prompt, and that as losses.

    A text is no source of what only others say. A fact is copied if it was shown with a known name,
    and its object neither stands in the text, its source or an earlier text shown with it, nor is
    itself one of the known names. (The subject proves nothing, as texts leave it out: "Still at
    Arken.") Facts, theses and aliases are copied if they have a name of the prompt's example that
    stands in none of these, as the replies of small models do.
    """
    examples = _example_names().intersection(_names_in(said))
    if not (examples or task.known):
        return said, ()
    names = {normalise_name(one.name) for one in task.known}
    texts = normalise_name(" ".join((task.text, task.source, *task.context)))
    left, losses = _without_known(task, said, names, texts)
    strange = {one for one in examples if one not in texts and one not in names}
    left, copied = _without(left, strange)
    return left, (*losses, *copied)


def _without_known(
    task: Extract, said: Extraction, names: Set[str], texts: str
) -> tuple[Extraction, tuple[Loss, ...]]:
    if not task.known:
        return said, ()
    phrases = [(each, f"{one.name} {each}") for one in task.known for each in one.about]
    shown = {normalise_name(phrase) for both in phrases for phrase in both}
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


@cache
def _example_names() -> frozenset[str]:
    """Return the names in the prompt's example, normalised."""
    assert Extract.prompt is not None
    example = Extract.prompt.text.partition("## Example")[2]
    replies = [line for line in example.splitlines() if line.startswith("{")]
    said = Extraction.model_validate_json(replies[0])
    ends = [name for one in said.facts for name in (one.subject, one.object)]
    names = [name for one in said.aliases for name in (one.name, one.alias)]
    return frozenset(map(normalise_name, (*ends, *names)))


def _names_in(said: Extraction) -> Iterator[str]:
    """Yield the names that a reply has, normalised."""
    for fact in said.facts:
        yield normalise_name(fact.subject)
        yield normalise_name(fact.object)
    for thesis in said.theses:
        yield from map(normalise_name, thesis.entities)
    for pair in said.aliases:
        yield normalise_name(pair.name)
        yield normalise_name(pair.alias)


def _without(said: Extraction, strange: Set[str]) -> tuple[Extraction, tuple[Loss, ...]]:
    """Return a reply without what names one of the strange names, and that as losses."""

    def copied(*names: str) -> bool:
        return not strange.isdisjoint(map(normalise_name, names))

    theses = [place for place, one in enumerate(said.theses) if not copied(*one.entities)]
    places = {old: new for new, old in enumerate(theses)}
    facts = [one for one in said.facts if not copied(one.subject, one.object)]
    aliases = [one for one in said.aliases if not copied(one.name, one.alias)]
    gone = [
        *(_as_text(one) for one in said.facts if copied(one.subject, one.object)),
        *(one.text for place, one in enumerate(said.theses) if place not in places),
        *(f"{one.name} = {one.alias}" for one in said.aliases if copied(one.name, one.alias)),
    ]
    if not gone:
        return said, ()
    left = {
        "facts": tuple(
            one.model_copy(update={"thesis": places.get(-1 if one.thesis is None else one.thesis)})
            for one in facts
        ),
        "theses": tuple(said.theses[place] for place in theses),
        "aliases": tuple(aliases),
    }
    losses = tuple(Loss("copied from the prompt's example, not in the text", one) for one in gone)
    return said.model_copy(update=left), losses


def _as_text(fact: ExtractedFact) -> str:
    return f"{fact.subject} {fact.relation} {fact.object}"
