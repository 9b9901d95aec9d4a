"""What is read for many items at once, and what is kept, equals what is read alone and anew."""

import pytest
from hypothesis import given, settings

from clew.graph.types import TEXT_KINDS, AsOf, Kind
from clew.learn.write import NewEdge, NewNode
from clew.recall.base import ends_of
from tests.store.memories import actions, day, fill, opened, play


@pytest.fixture(scope="module")
def full():
    with opened() as memory:
        fill(memory)
        hub = NewNode(kind=Kind.ENTITY, text="Hub")
        rest = [NewNode(kind=Kind.ENTITY, text=f"Spoke {n}") for n in range(40)]
        seen = [NewNode(kind=Kind.EPISODE, text=f"Seen {n}", at=day(80 + n)) for n in range(9)]
        spokes = [
            NewEdge(kind=Kind.FACT, source=hub, target=one, relation="has", valid_from=day(n))
            for n, one in enumerate(rest)
        ]
        told = [NewEdge(kind=Kind.EPISODIC, source=one, target=hub) for one in seen]
        memory.write([hub, *rest, *seen], [*told, *spokes])
        yield memory


def views(memory):
    """Yield views of now, of any time, and of every revision."""
    for known in (None, *range(1, memory.revision)):
        with memory.view(AsOf(known=known)) as view:
            yield view
            yield view.always


def test_items_read_together_are_those_read_alone(full):
    for view in views(full):
        ids = [item for kind in TEXT_KINDS for item in view.ids(kind)]
        alone = [view._again().items([item])[0] for item in ids]
        assert view.items(ids) == alone
        assert view.items(ids[::-1]) == alone[::-1]


def test_ends_and_degrees_are_those_of_items_and_links(full):
    for view in views(full):
        said = [*view.ids(Kind.FACT), *view.ids(Kind.THESIS)]
        assert view.ends(said) == [ends_of(item) for item in view.items(said)]
        for kinds in ((Kind.FACT,), (Kind.EPISODIC, Kind.MENTION)):
            ids = view.ids(Kind.ENTITY)
            lengths = [len({link.edge for link in each}) for each in view.links(ids, kinds)]
            assert view.degrees(ids, kinds) == lengths


@pytest.mark.parametrize("most", [1, 2, 5, 30])
def test_of_a_hub_the_newest_edges_are_read_or_enough_to_tell_that_it_is_one(full, most):
    for view in views(full):
        ids = view.ids(Kind.ENTITY)
        for kinds in ((Kind.FACT,), (Kind.EPISODIC,), (Kind.FACT, Kind.MENTION, Kind.EPISODIC)):
            every = view.links(ids, kinds)
            assert view.links(ids, kinds, most) == [each[-most:] for each in every]
            other = view.others(ids, kinds, Kind.EPISODE)
            for some, whole in zip(view.others(ids, kinds, Kind.EPISODE, most), other, strict=True):
                assert some == whole or (set(some) < set(whole) and len(some) > most)


@settings(deadline=None, max_examples=20)
@given(actions)
def test_what_is_kept_is_never_wrong_after_any_writes_and_forgets(tmp_path_factory, deeds):
    path = tmp_path_factory.mktemp("kept") / "x.clew"
    with opened(path) as memory:
        for deed in deeds[:8]:
            play(memory, [deed])
            with opened(path, read_only=True) as anew, memory.view() as view, anew.view() as other:
                for question in ("Where does Anna live?", "Cleo likes Lima", "Ben Rome"):
                    for kind in TEXT_KINDS:
                        hits = view.match(question, 9, kind=kind)
                        assert hits == other.match(question, 9, kind=kind)
            with opened(path, read_only=True) as anew:
                assert memory.recall("Where does Anna live?") == anew.recall(
                    "Where does Anna live?"
                )
