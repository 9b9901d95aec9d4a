"""Whatever happens to a file, every reader sees the same, and the past stays as it was known.

One machine drives two namespaces of one file through learning, direct writes, merges, splits and
forgetting. What is asserted, exactly:

- A second store on the file, refreshed at any moments, shows what a store opened afresh shows:
  ids, items, links, names, nearest, keyword hits, time lines, at every revision and several times.
- The dump of a revision never changes by later writes, but for `known_to` (when a version stopped
  being believed) and `nearest` (an episode's vector comes when it is learned from). A forgetting
  may change the past: after it, a revision shows no forgotten id, nothing that it did not show
  before - but for entities that were merged into a forgotten one - and everything that still has
  a source that was known then; the dumps are then taken anew.
- Each namespace equals a memory of its own that went through the same, ids included.
- `check` finds nothing.
"""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from clew.bench.piped_facts import piped_facts_model
from clew.bench.random_world import RandomVectors
from clew.errors import ClewError, UsageError
from clew.graph.types import EDGE_KINDS, TEXT_KINDS, AsOf, Entity, Episode, Fact, Kind, Thesis
from clew.learn.observe import Input
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory
from clew.store.check import check
from clew.store.database import Database
from clew.store.store import Store

NAMES = ("Anna", "Ben", "Oslo", "Rome", "cup")
RELATIONS = ("lives in", "is in", "likes", "owns")
SPACES = ("one", "two")
PROBES = np.eye(8, dtype=np.float32)[:2]

names = st.sampled_from(NAMES)
clauses = st.tuples(names, st.sampled_from(RELATIONS), names).map("|".join)
texts = st.lists(clauses, min_size=1, max_size=3).map("; ".join)
times = st.integers(1, 12)
spaces = st.sampled_from(SPACES)


def open_memory(path, space):
    return Memory.open(path, namespace=space, model=piped_facts_model(), embedder=RandomVectors(8))


def plain(item):
    """An item without the one field that later revisions may change."""
    return replace(item, known_to=None) if isinstance(item, Fact | Thesis) else item


def dump(store, space, known, valid=None):
    """Everything a view shows."""
    asked = AsOf(valid, known)
    with store.view(space, asked, now=0, any_time=valid is None) as view:
        ids = {kind: view.ids(kind) for kind in TEXT_KINDS}
        every = [item for found in ids.values() for item in found]
        return {
            "ids": ids,
            "items": [plain(item) for item in view.items(every)],
            "links": view.links(every, EDGE_KINDS),
            "found": [view.find(name) for name in NAMES],
            "nearest": [view.nearest(PROBES, 3, kind=kind) for kind in TEXT_KINDS],
            "lines": [plain(fact) for fact in view.timeline(ids[Kind.ENTITY])],
        }


def without_nearest(seen):
    """A dump less the vectors: that of an episode comes when it is learned from, not before."""
    return {key: value for key, value in seen.items() if key != "nearest"}


def words(store, space):
    """Keyword hits, of the newest revision: word statistics are those of the whole index."""
    with store.view(space, AsOf(), now=0) as view:
        return [view.match(name, 4, kind=kind) for name in NAMES for kind in TEXT_KINDS]


def last(store, space):
    with store.projection(space) as projection:
        return projection.revision


class Projections(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "model.clew"
        self.shared = {space: open_memory(self.path, space) for space in SPACES}
        self.alone = {space: open_memory(":memory:", space) for space in SPACES}
        self.reader = Store(Database(self.path))
        self.past: dict[str, dict[int, dict[str, Any]]] = {space: {} for space in SPACES}

    def teardown(self):
        for memory in (*self.shared.values(), *self.alone.values()):
            memory.close()
        self.reader.database.close()
        self.folder.cleanup()

    def both(self, space, act):
        """Do the same to the shared and the lone memory; both give the same or fail alike."""
        results = []
        for memory in (self.shared[space], self.alone[space]):
            try:
                results.append(act(memory))
            except ClewError as error:
                results.append((type(error), str(error)))
        return results

    @rule(space=spaces, text=texts, at=times, learn=st.booleans())
    def remember(self, space, text, at, learn):
        given = [Input(text, at, "")]
        first, second = self.both(space, lambda memory: memory.remember_many(given, learn=learn))
        assert first == second

    @rule(space=spaces, said=st.lists(st.tuples(texts, times), min_size=2, max_size=4))
    def remember_several(self, space, said):
        given = [Input(text, at, "") for text, at in said]
        first, second = self.both(space, lambda memory: memory.remember_many(given))
        assert first == second

    @rule(space=spaces)
    def learn_pending(self, space):
        first, second = self.both(space, Memory.learn_pending)
        assert first == second

    @rule(space=spaces, subject=names, relation=st.sampled_from(RELATIONS), thing=names, at=times)
    def write(self, space, subject, relation, thing, at):
        def act(memory):
            ends = [NewNode(kind=Kind.ENTITY, text=name) for name in (subject, thing)]
            edge = NewEdge(
                kind=Kind.FACT, source=ends[0], target=ends[1], relation=relation, valid_from=at
            )
            return memory.write(ends, [edge])

        first, second = self.both(space, act)
        assert first == second

    @rule(space=spaces, one=names, other=names)
    def merge(self, space, one, other):
        first, second = self.both(space, lambda memory: memory.merge(one, other))
        assert first == second

    @rule(space=spaces, name=names)
    def split(self, space, name):
        first, second = self.both(space, lambda memory: memory.split(name))
        assert first == second

    @rule(space=spaces, which=st.integers(0, 30))
    def forget(self, space, which):
        with self.shared[space].view() as view:
            episodes = view.ids(Kind.EPISODE)
        if not episodes:
            return
        episode = episodes[which % len(episodes)]
        self.remember_pasts()
        first, second = self.both(space, lambda memory: memory.forget(episode=episode))
        assert first == second
        gone = {*first.episodes, *first.facts, *first.theses, *first.entities}
        before, self.past[space] = self.past[space], {}
        self.remember_pasts()
        for revision, old in before.items():
            _assert_only_forgotten(old, self.past[space][revision], gone)

    @rule(space=spaces)
    def refresh(self, space):
        with self.reader.projection(space):
            pass

    @rule(space=spaces)
    def keep_images(self, space):
        """Whoever opens the file anew then reads an image, and the rows since."""
        self.shared[space].store.keep_images(0)

    @rule(space=spaces, share=st.floats(0, 1), valid=st.one_of(st.none(), times))
    def readers_agree(self, space, share, valid):
        fresh = Store(Database(self.path))
        known = round(share * last(fresh, space))
        seen = dump(fresh, space, known, valid)
        assert dump(self.reader, space, known, valid) == seen
        assert dump(self.shared[space].store, space, known, valid) == seen
        assert dump(self.alone[space].store, space, known, valid) == seen
        assert words(self.reader, space) == words(self.alone[space].store, space)
        fresh.database.close()

    @invariant()
    def the_past_stays(self):
        self.remember_pasts()
        for space, past in self.past.items():
            for revision in sorted(past)[-3:-1]:
                seen = dump(self.shared[space].store, space, revision)
                assert without_nearest(seen) == past[revision]

    @rule()
    def the_file_is_sound(self):
        assert check(self.reader) == []

    def remember_pasts(self):
        for space, past in self.past.items():
            store = self.shared[space].store
            for revision in range(last(store, space) + 1):
                if revision not in past:
                    past[revision] = without_nearest(dump(store, space, revision))


def _assert_only_forgotten(old, new, gone):
    """A revision less what was forgotten since; see the module."""
    left = {item.id for item in new["items"]}
    assert not left & gone
    shown = {item.id for item in old["items"]}
    freed = [item for item in new["items"] if item.id not in shown]
    assert all(isinstance(item, Entity) for item in freed), freed
    for item in old["items"]:
        if item.id in gone:
            continue
        sources = set(getattr(item, "episodes", ()))
        if isinstance(item, Entity | Episode) or not sources or sources - gone:
            assert item.id in left, item
    for item in new["items"]:
        assert not gone & set(getattr(item, "episodes", ())), item
    for links in new["links"]:
        assert not gone & {end for link in links for end in (link.edge, link.other)}


def some(examples):
    return settings(
        max_examples=examples,
        stateful_step_count=20,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        phases=(Phase.generate,),
    )


def test_every_reader_sees_the_same_and_the_past_stays():
    run_state_machine_as_test(Projections, settings=some(8))


@pytest.mark.slow
def test_every_reader_sees_the_same_in_many_files():
    run_state_machine_as_test(Projections, settings=some(20))


def coverage(memory, name):
    """For each thing said of a name: the times at which it was true, overlaps joined."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for fact in memory.history(name):
        start, end = fact.valid_from, fact.valid_to if fact.valid_to is not None else 10**6
        if start < end:
            found.setdefault((fact.relation, fact.object_name), []).append((start, end))
    return {key: _joined(sorted(spans)) for key, spans in found.items()}


def _joined(spans):
    whole = [spans[0]]
    for start, end in spans[1:]:
        if start <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return whole


def learned(said):
    memory = open_memory(":memory:", "one")
    receipts = [memory.remember(f"cup|is in|{place}", at=at) for at, place in said]
    return memory, receipts


moves = st.lists(
    st.tuples(times, st.sampled_from(("sink", "box", "bag"))),
    min_size=1,
    max_size=7,
    unique_by=lambda move: move[0],
)


def order_does_not_show(said, random):
    shuffled = list(said)
    random.shuffle(shuffled)
    with learned(sorted(said))[0] as told, learned(shuffled)[0] as mixed:
        assert coverage(mixed, "cup") == coverage(told, "cup")


def forgotten_is_never_told(said, random):
    said, which = sorted(said), random.randrange(7)
    which %= len(said)
    rest = said[:which] + said[which + 1 :]
    memory, receipts = learned(said)
    with memory:
        memory.forget(episode=receipts[which].episode)
        if not rest:
            with memory.view() as view:
                assert not view.ids(Kind.FACT)
            return
        with learned(rest)[0] as without:
            assert coverage(memory, "cup") == coverage(without, "cup")


def rest_is_sound(said, random):
    """Told and forgotten in any order: what is left is told by who is left, down to nothing."""
    shuffled = list(said)
    random.shuffle(shuffled)
    memory, receipts = learned(shuffled)
    left = {receipt.episode for receipt in receipts}
    with memory:
        for receipt in random.sample(receipts, len(receipts)):
            memory.forget(episode=receipt.episode)
            left.remove(receipt.episode)
            assert memory.check() == []
            with memory.view() as view:
                assert set(view.ids(Kind.EPISODE)) == left
                assert bool(view.names()) == bool(left)
            told = {
                one for fact in (memory.history("cup") if left else ()) for one in fact.episodes
            }
            assert told == left


PROPERTIES = (order_does_not_show, forgotten_is_never_told, rest_is_sound)


@pytest.mark.parametrize("holds", PROPERTIES)
@settings(max_examples=15, deadline=None)
@given(moves, st.randoms(use_true_random=False))
def test_a_cup_is_where_those_who_are_left_say(holds, said, random):
    holds(said, random)


@pytest.mark.slow
@pytest.mark.parametrize("holds", PROPERTIES)
@settings(deadline=None)
@given(moves, st.randoms(use_true_random=False))
def test_a_cup_is_where_those_who_are_left_say_in_many_stories(holds, said, random):
    holds(said, random)


def test_a_revision_to_come_cannot_be_read(tmp_path):
    memory = open_memory(tmp_path / "a.clew", "one")
    with memory, pytest.raises(UsageError, match="is not known"):
        memory.as_of(known=1).facts(1)
