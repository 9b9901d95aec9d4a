"""Forgetting: what is meant, what is erased with it, and the receipt."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.erasing import plan_erasure
from clew.learn.named_rows import Named, Undecided, find_named, without
from clew.learn.resolve import Names
from clew.learn.sighting import Sought
from clew.learn.timelines.thesis_ends import close_theses, reopen_theses
from clew.learn.verdicts import Judge, Judging, Linked
from clew.learn.writer import UnembeddedError, Writer, add_vectors, commit, vectors_of
from clew.projection.erasure import Erasure
from clew.projection.image import Projection
from clew.projection.rows import Changes, vector_rows
from clew.store.base import Asides

__all__ = ["ForgetReceipt", "Wanted", "forget"]

NOT_ERASED = (
    "backups made with `clew backup`, and partial ones (.part) of a killed process",
    "copies made before a file was upgraded (.versionN.backup)",
    "exports made with `clew export`",
    "cassettes made with `--record`",
    "trajectories of agents' runs",
    "the original files the texts were read from",
    "levels set for sources with `clew trust`, which keep their names",
    "other namespaces of the same file",
)
"""What the user made or keeps apart, which clew does not touch."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to forget: exactly one of the first four; the others go with `entity` only."""

    episode: int | None = None
    source: str | None = None
    conversation: str | None = None
    entity: str | int | None = None
    listed: bool = False
    """Erase also what would be left undecided."""
    keep: tuple[int, ...] = ()
    """Items, left undecided otherwise, that are about somebody else."""

    def __post_init__(self) -> None:
        what = ("episode", "source", "conversation", "entity")
        given = [name for name in what if getattr(self, name) is not None]
        if len(given) != 1:
            got = " and ".join(given) or "nothing"
            raise UsageError(
                f"expected exactly one of episode, source, conversation and entity, got {got}"
            )
        if self.episode is not None:
            object.__setattr__(self, "episode", whole(self.episode))
        if self.entity is not None and not isinstance(self.entity, str):
            object.__setattr__(self, "entity", whole(self.entity))
        object.__setattr__(self, "keep", tuple(map(whole, self.keep)))
        if self.entity is None and (self.listed or self.keep):
            raise UsageError(f"expected an entity with `listed` or `keep`, got {given[0]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetReceipt:
    """What was erased, by id, what is current again, and what is left to decide.

    `residue` is True while another process reads: the erased items are out of every answer, but
    their bytes may stay in the file until the next open, or `clew check`, removes them. `complete`
    means that there is no residue and nothing is undecided.
    """

    episodes: tuple[int, ...]
    facts: tuple[int, ...]
    theses: tuple[int, ...]
    goals: tuple[int, ...]
    entities: tuple[int, ...]
    reopened: tuple[int, ...]
    undecided: tuple[Undecided, ...]
    dry_run: bool
    residue: bool
    complete: bool
    not_erased: tuple[str, ...] = NOT_ERASED


def forget(writer: Writer, wanted: Wanted, *, dry_run: bool) -> ForgetReceipt:
    """Erase what is wanted, or with `dry_run` report what would be erased.

    Facts that meet only now are compared as when a text is learned (`verdicts`); a dry run asks no
    model, nor does a forgetting whose model cannot be reached.
    """
    undecided: list[Undecided] = []
    names: set[str] = set()

    def make_plan(projection: Projection, asides: Asides, judge: Judge) -> Erasure:
        named = _chosen(projection, asides, wanted)
        names.update(_names_in(projection, named.episodes, named.entities))
        plan = plan_erasure(
            projection, named.episodes, named.entities, named.statements, judge=judge
        )
        _clean(plan, projection, asides, named)
        undecided[:] = [one for one in named.undecided if one.id not in plan.items]
        return plan

    if dry_run:
        linked = partial(make_plan, judge=Linked())
        plan, erased = writer.store.erase(writer.namespace, linked, dry_run=True)
    else:
        judging = Judging(writer.model, writer.domain.protected)
        plan, erased = _erase(writer, make_plan, judging)
        joined, before = _decide_again(writer, names, plan, judging)
        if joined:

            def meet(projection: Projection, _: Asides, judge: Judge) -> Erasure:
                return plan_erasure(projection, (), judge=judge, joined=joined, before=before)

            _, erased = _erase(writer, meet, judging)

    return _receipt(plan, undecided, dry_run=dry_run, erased=erased)


def _receipt(
    plan: Erasure, undecided: Sequence[Undecided], *, dry_run: bool, erased: bool
) -> ForgetReceipt:
    def of(*kinds: Kind) -> tuple[int, ...]:
        return tuple(item for item, each in plan.items.items() if each in kinds)

    return ForgetReceipt(
        episodes=of(Kind.EPISODE),
        facts=of(Kind.FACT),
        theses=of(Kind.THESIS),
        goals=of(Kind.GOAL, Kind.LONG_TERM_GOAL),
        entities=of(Kind.ENTITY),
        reopened=tuple(plan.reopened),
        undecided=tuple(undecided),
        dry_run=dry_run,
        residue=not erased,
        complete=erased and not undecided and not dry_run,
    )


def _names_in(projection: Projection, episodes: Set[int], entities: Iterable[int]) -> Iterator[str]:
    """Yield the names of what is erased, of what it names, and of all that is one with these."""
    told = (row.target for row in projection.edges.touching(episodes) if row.source in episodes)
    for item in dict.fromkeys((*entities, *told)):
        yield from (projection.nodes[one].text for one in _family(projection, item))


def _embed(plan: Erasure, vectors: Mapping[str, bytes]) -> None:
    """Plan the vectors of facts that are new, or told in other words only.

    They go into the file together with the facts, so no crash can part the two.
    """
    rows = vectors_of([text for _, _, text in plan.new_texts], vectors)
    plan.vectors = list(
        vector_rows(
            (plan.new_id(), item, row)
            for (_, item, _), row in zip(plan.new_texts, rows, strict=True)
            if row
        )
    )


def _erase(
    writer: Writer, make_plan: Callable[[Projection, Asides, Judge], Erasure], judging: Judging
) -> tuple[Erasure, bool]:
    """Plan and erase; return the plan, and whether no erased byte is left.

    What is embedded is embedded between two attempts, while nobody waits for the write lock.
    """
    vectors: dict[str, bytes] = {}

    def attempt(judge: Judge) -> tuple[Erasure, bool]:
        def make(projection: Projection, asides: Asides) -> Erasure:
            plan = make_plan(projection, asides, judge)
            if writer.embedder is not None:
                _embed(plan, vectors)
            return plan

        while True:
            try:
                return writer.store.erase(writer.namespace, make)
            except UnembeddedError as missing:
                try:
                    add_vectors(writer, missing.texts, vectors)
                except Exception:  # noqa: BLE001 - an embedder of somebody else's may raise anything
                    # They are missing then, which `clew check` says.
                    vectors.update(dict.fromkeys(missing.texts, b""))

    return judging.do(attempt)


def _decide_again(
    writer: Writer, names: Set[str], plan: Erasure, judging: Judging
) -> tuple[set[int], Mapping[int, int]]:
    """Let names mean what they would without the erased texts, and end theses with their facts.

    Returns the entities that were joined with another, or parted from it, with all their names,
    and what every merged entity stood for before that.
    """
    joined: set[int] = set()
    before: dict[int, int] = {}

    def make(projection: Projection) -> Changes:
        draft = Draft(projection)
        before.update(projection.canonical())
        people = Names(draft)
        for name in sorted(names):
            people.reconsider(name)
        facts = sorted(item for item in plan.refolded if item in projection.facts)
        reopen_theses(draft, facts)
        close_theses(draft, facts, None)
        changes = draft.finish()
        parted = [projection.merges[row] for row in changes.closed_merges]
        rows = (*changes.merges, *parted)
        ends = {end for row in rows for end in (row.loser, row.winner)}
        roots = ends | {before.get(end, end) for end in ends} | {*map(draft.root, ends)}
        others = {one for one in before if roots & {before[one], draft.root(one)}} if ends else ()
        joined.update(ends, others)
        return judging.paid(changes)

    commit(writer, make)
    return joined, before


def _chosen(projection: Projection, asides: Asides, wanted: Wanted) -> Named:
    """Return what to erase."""
    if wanted.entity is not None:
        return _chosen_entity(projection, asides, wanted, wanted.entity)
    if wanted.episode is not None:
        given = projection.nodes.get(wanted.episode)
        if given is None or given.kind is not Kind.EPISODE:
            raise UnknownNameError("episode", str(wanted.episode))
        return Named({wanted.episode})
    if wanted.conversation is not None:
        turns = projection.turns.of(wanted.conversation)
        if not turns:
            known = projection.turns.conversations()
            raise UnknownNameError("conversation", wanted.conversation, known)
        return Named(set(turns))
    assert wanted.source is not None
    episodes = list(projection.nodes.of(Kind.EPISODE))
    chosen = {row.id for row in episodes if (row.source or "") == wanted.source}
    if not chosen:
        known = [row.source or "" for row in episodes]
        raise UnknownNameError("source", wanted.source, known)
    return Named(chosen)


def _chosen_entity(
    projection: Projection, asides: Asides, wanted: Wanted, entity: str | int
) -> Named:
    """Return the entity with all its names, and whatever names it.

    Without such an entity the name may still stand in texts that nothing was learned from.
    """
    family = _family(projection, entity)
    names = [projection.nodes[item].text for item in family] or [str(entity)]
    others = (row.text for row in projection.nodes.of(Kind.ENTITY) if row.id not in family)
    sought = Sought(names, others)
    named = find_named(projection, asides, sought, set(family))
    decided = named.undecided and (wanted.listed or wanted.keep)
    if not family and (isinstance(entity, int) or not (named.whole or decided)):
        if isinstance(entity, int):
            raise UnknownNameError("entity", f"id:{entity}")
        raise UnknownNameError("entity", entity, projection.spellings())
    named.episodes |= {edge.source for item in family for edge in projection.told(item)}
    named.entities = [*family, *_decide(projection, named, wanted)]
    return named


def _decide(projection: Projection, named: Named, wanted: Wanted) -> list[int]:
    """Apply what was decided of the undecided; return the entities that are erased with it."""
    listed = {one.id for one in named.undecided}
    if unknown := set(wanted.keep) - listed:
        raise UsageError(
            f"expected `keep` to name items that are left undecided ({_ids(listed)}), got "
            f"{_ids(unknown)}; a dry run lists them"
        )
    left = [one for one in named.undecided if one.id not in wanted.keep]
    named.undecided = [one for one in left if not wanted.listed or not one.id]
    chosen = {one.id for one in left if wanted.listed and one.id}
    named.attributes |= {item: each for item, each in named.weeded.items() if item in chosen}
    of_kind: dict[Kind, list[int]] = {}
    for item in sorted(chosen - named.weeded.keys()):
        of_kind.setdefault(projection.kind_of(item), []).append(item)
    entities = of_kind.pop(Kind.ENTITY, [])
    named.episodes |= {edge.source for item in entities for edge in projection.told(item)}
    named.episodes.update(of_kind.pop(Kind.EPISODE, []))
    named.statements.update(*of_kind.values())
    return entities


def _ids(items: set[int]) -> str:
    return ", ".join(map(str, sorted(items))) or "none"


def _family(projection: Projection, entity: str | int) -> list[int]:
    """Return the entity of this name or id and those merged with it; none if there is none."""
    found = projection.entity_called(entity)
    if found is None:
        return []
    root = projection.canonical().get(found, found)
    return projection.families().get(root, [root])


def _clean(plan: Erasure, projection: Projection, asides: Asides, named: Named) -> None:
    """Add to the plan what is left of attributes, loss reports and errors.

    The turns of a conversation are read together, and a text together with earlier parts of it,
    which have its source. So the losses of these may quote an erased text.
    """
    kept = named.attributes.items()
    plan.attributes += [(item, each) for item, each in kept if item not in plan.items]
    sought = named.sought or Sought(
        projection.nodes[item].text for item, kind in plan.items.items() if kind is Kind.ENTITY
    )
    told = _read_along(plan, projection)
    reports = without(asides, lambda text: sought.see(text) is not None, told)
    plan.reports += [(item, report) for item, report in reports if item not in plan.items]
    errors = [(item, error) for item, error in asides.errors if item not in plan.items]
    plan.errors += [item for item, error in errors if item in told or sought.see(error)]


def _read_along(plan: Erasure, projection: Projection) -> set[int]:
    """Return the texts that may have been read together with one that is erased."""
    sources: set[str | None] = set()
    together: set[int] = set()
    for row in projection.nodes.of(Kind.EPISODE):
        if row.id in plan.items:
            sources.add(row.source)
            together.update(projection.turns.of(projection.turns[row.id].conversation))
        elif row.source in sources:
            together.add(row.id)
    return together
