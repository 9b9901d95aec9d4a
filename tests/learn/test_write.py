"""Direct writes: what an agent attaches to episodes, and goals that follow each other."""

import gc
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import numpy as np
import pytest

from clew.collector import collector_paused
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Goal, Kind
from clew.learn.draft import Draft
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory


def day(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def memory():
    with Memory.open(":memory:", embedder=None) as opened:
        yield opened


def goal(text, since, replaces=(), kind=Kind.GOAL):
    return NewNode(kind=kind, text=text, valid_from=day(since), replaces=replaces)


def test_an_episode_carries_what_was_attached(memory):
    seen = NewNode(kind=Kind.EPISODE, text="a hall", at=day("2024-01-02"), attributes={"step": 3})
    (written,) = memory.write([seen]).nodes
    assert memory.episode(written).attributes == {"step": 3}
    assert '"step": 3' in "".join(memory.graphml())
    with Memory.open(":memory:", embedder=None) as copy:
        copy.import_(memory.export())
        assert copy.episode(written) == memory.episode(written)


def test_a_goal_ends_where_the_next_one_begins(memory):
    (first,) = memory.write([goal("find the key", "2024-01-01")]).nodes
    (second,) = memory.write([goal("open the door", "2024-01-03", (first,))]).nodes
    with memory.view() as view:
        assert view.ids(Kind.GOAL) == [second]
    with memory.view(AsOf(day("2024-01-02"))) as view:
        (then,) = view.items(view.ids(Kind.GOAL))
    assert isinstance(then, Goal)
    assert (then.text, then.valid_to, then.superseded_by) == (
        "find the key",
        day("2024-01-03"),
        second,
    )
    assert memory.stats().superseded[Kind.GOAL] == 1
    assert memory.check() == []


@pytest.mark.parametrize("kind", [Kind.LONG_TERM_GOAL, Kind.EPISODE])
def test_only_a_goal_of_its_kind_is_replaced(memory, kind):
    (first,) = memory.write([goal("find the key", "2024-01-01")]).nodes
    new = NewNode(
        kind=kind, text="x", at=day("2024-01-02"), valid_from=day("2024-01-02"), replaces=(first,)
    )
    with pytest.raises(UnknownNameError, match=kind):
        memory.write([new])
    assert memory.revision == 1


def test_what_replaces_needs_a_time(memory):
    (first,) = memory.write([goal("find the key", "2024-01-01")]).nodes
    with pytest.raises(UsageError, match="with a valid_from"):
        memory.write([NewNode(kind=Kind.GOAL, text="open the door", replaces=(first,))])


def test_an_episode_replaces_nothing(memory):
    seen = NewNode(kind=Kind.EPISODE, text="a hall", at=day("2024-01-02"))
    (first,) = memory.write([seen]).nodes
    again = NewNode(kind=Kind.EPISODE, text="it", at=day("2024-01-02"), replaces=(first,))
    with pytest.raises(UsageError, match="thesis or goal"):
        memory.write([again])


@pytest.mark.parametrize("held", [float("nan"), {1}])
def test_what_json_cannot_hold_is_refused_before_a_check_would_find_it(memory, held):
    goal = NewNode(kind=Kind.GOAL, text="find it", attributes={"held": held})
    with pytest.raises(UsageError, match="expected attributes that JSON can hold, got"):
        memory.write([goal])


@pytest.mark.parametrize(
    "use",
    [
        lambda memory: memory.write([NewNode(kind=Kind.ENTITY, text="a\ud800")]),
        lambda memory: memory.trust.set("a\ud800", 1),
        lambda memory: memory.begin_run("a\ud800", at=datetime(2026, 1, 1, tzinfo=UTC)),
    ],
)
def test_what_no_file_can_hold_is_refused_with_the_place(memory, use):
    with pytest.raises(UsageError, match=r"a\\ud800.* has a lone surrogate at character 1"):
        use(memory)


def test_the_view_of_any_time_has_all_goals(memory):
    (first,) = memory.write([goal("find the key", "2024-01-01")]).nodes
    memory.write([goal("open the door", "2024-01-03", (first,))])
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        texts = [item.text for item in view.items(view.ids(Kind.GOAL)) if isinstance(item, Goal)]
    assert texts == ["find the key", "open the door"]


class Counting:
    """Unit vectors of two numbers; says what was embedded, and lets somebody write meanwhile."""

    name, dimension = "counting:2", 2

    def __init__(self, meanwhile=lambda: None):
        self.asked, self._meanwhile = [], meanwhile

    def embed(self, texts, *, kind):
        self.asked.append([*texts])
        self._meanwhile()
        return np.tile(np.array([1, 0], np.float32), (len(texts), 1))


def knows(one, other):
    ends = [NewNode(kind=Kind.ENTITY, text=name) for name in (one, other)]
    return ends, [NewEdge(kind=Kind.FACT, source=ends[0], target=ends[1], relation="knows")]


def test_what_is_written_is_embedded_at_once(tmp_path):
    embedder = Counting()
    with Memory.open(tmp_path / "m.clew", embedder=embedder) as memory:
        memory.write(*knows("Anna", "Ben"))
        memory.write(*knows("Anna", "Cleo"))
    first, second = embedder.asked
    assert sorted(first) == ["Anna", "Anna knows Ben", "Ben"]
    assert sorted(second) == ["Anna knows Cleo", "Cleo"]


def test_who_is_written_by_somebody_meanwhile_is_not_written_twice(tmp_path):
    path, waiting = tmp_path / "m.clew", [knows("Ben", "Anna")]
    with Memory.open(path, embedder=Counting()) as other:

        def write():
            while waiting:
                other.write(*waiting.pop())

        with Memory.open(path, embedder=Counting(write)) as memory:
            written = memory.write(*knows("Anna", "Ben"))
            assert written.revision == 2
            with memory.view() as view:
                assert len(view.ids(Kind.ENTITY)) == len(view.ids(Kind.FACT)) == 2


def test_a_write_leaves_nothing_to_the_garbage_collector(tmp_path):
    with Memory.open(tmp_path / "m.clew", embedder=Counting()) as memory:
        memory.remember("Anna lives in Oslo.", at=day("2024-01-01"), source="a")
        memory.write(*knows("Anna", "Ben"))
        gc.collect()
        with collector_paused():
            memory.remember("Ben lives in Rome.", at=day("2024-01-02"), source="a")
            memory.write(*knows("Ben", "Cleo"))
            assert not any(isinstance(one, Draft) for one in gc.get_objects())


def test_what_a_known_fact_is_written_to_replace_is_over(memory):
    """Nobody had said that the two exclude each other; forgetting keeps what is decided."""
    names = ("Anna", "Oslo", "Rome")
    anna, oslo, rome = (NewNode(kind=Kind.ENTITY, text=name) for name in names)
    notes = [NewNode(kind=Kind.EPISODE, text=text, at=day("2024-02-03")) for text in ("1", "2")]
    lives = partial(NewEdge, kind=Kind.FACT, source=anna, relation="lives in")
    known = lives(target=rome, valid_from=day("2024-01-02"))
    told = [lives(target=oslo, valid_from=day("2024-02-03"), told_by=note) for note in notes]
    written = memory.write([anna, oslo, rome, *notes], [known, *told])
    decided = lives(target=rome, valid_from=day("2024-03-04"), replaces=written.edges[1:2])
    memory.write([anna, rome], [decided])
    assert [one.object_name for one in memory.facts("Anna")] == ["Rome"]
    memory.forget(episode=written.nodes[3])
    assert [one.object_name for one in memory.facts("Anna")] == ["Rome"]
    assert memory.check() == []


def test_what_was_over_when_it_was_replaced_is_so_again_without_what_had_ended_it(memory):
    names = ("Anna", "Oslo", "Lima", "Rome")
    anna, *towns = (NewNode(kind=Kind.ENTITY, text=name) for name in names)
    note = NewNode(kind=Kind.EPISODE, text="1", at=day("2024-02-03"))
    oslo, lima, rome = (
        NewEdge(kind=Kind.FACT, source=anna, target=town, relation="lives in", valid_from=at)
        for town, at in zip(
            towns, map(day, ("2024-01-02", "2024-02-03", "2024-03-04")), strict=True
        )
    )
    first = memory.write([anna, *towns], [oslo]).edges[0]
    news = memory.write([note, anna, *towns], [replace(lima, told_by=note, replaces=(first,))])
    memory.write([anna, *towns], [replace(rome, replaces=(first, news.edges[0]))])
    memory.forget(episode=news.nodes[0])
    assert [one.object_name for one in memory.facts("Anna")] == ["Rome"]
    assert memory.history("Anna")[0].valid_to == rome.valid_from
    assert memory.check() == []


def test_what_is_written_to_begin_before_a_text_tells_it_goes_on_without_that_text(memory):
    names = ("Anna", "Rome")
    anna, rome = (NewNode(kind=Kind.ENTITY, text=name) for name in names)
    note = NewNode(kind=Kind.EPISODE, text="1", at=day("2024-03-04"))
    lives = NewEdge(kind=Kind.FACT, source=anna, target=rome, relation="lives in")
    later = replace(lives, valid_from=note.at, told_by=note)
    told = memory.write([anna, rome, note], [later]).nodes[2]
    memory.write([anna, rome], [replace(lives, valid_from=day("2024-01-02"))])
    spans = [(one.valid_from, one.valid_to) for one in memory.history("Anna")]
    assert spans == [(day("2024-01-02"), note.at), (note.at, None)]
    memory.forget(episode=told)
    spans = [(one.valid_from, one.valid_to) for one in memory.history("Anna")]
    assert spans == [(day("2024-01-02"), None)]
    assert memory.check() == []


def test_what_an_episode_tells_is_trusted_as_its_source_is(memory):
    memory.trust.set("gossip", -5)
    anna, oslo, rome = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Anna", "Oslo", "Rome"))
    note = NewNode(kind=Kind.EPISODE, text="1", at=day("2024-03-04"), source="gossip")
    lives = NewEdge(kind=Kind.FACT, source=anna, target=oslo, relation="lives in")
    first = memory.write([anna, oslo], [replace(lives, valid_from=day("2024-01-02"))]).edges
    told = replace(lives, target=rome, told_by=note, valid_from=note.at, replaces=first)
    memory.write([anna, rome, note], [told])
    assert {one.object_name for one in memory.facts("Anna")} == {"Oslo", "Rome"}
    assert len(memory.conflicts()) == 1
    assert memory.check() == []


def test_an_unknown_start_that_an_episode_tells_holds_from_then_on(memory):
    """As a text's does, so forgetting another leaves it as it is."""
    anna, oslo, rome = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Anna", "Oslo", "Rome"))
    notes = [NewNode(kind=Kind.EPISODE, text=text, at=day("2024-03-04")) for text in ("1", "2")]
    lives = NewEdge(kind=Kind.FACT, source=anna, target=oslo, relation="lives in")
    begun = replace(lives, valid_from=day("2024-01-02"))
    first = memory.write([anna, oslo], [begun]).edges
    told = [
        replace(lives, target=rome, told_by=notes[0], replaces=first),
        replace(lives, target=rome, told_by=notes[1], relation="likes"),
    ]
    written = memory.write([anna, rome, *notes], told)
    held = {one.object_name: one.valid_to for one in memory.history("Anna")}
    assert held == {"Oslo": None, "Rome": None}
    memory.forget(episode=written.nodes[3])
    assert {one.object_name: one.valid_to for one in memory.history("Anna")} == held


def test_names_of_punctuation_alone_are_as_many_entities(memory):
    names = ("...", "?", "!", "_", "__", "'", "😀")
    anna, *others = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Anna", *names))
    said = [NewEdge(kind=Kind.FACT, source=anna, target=one, relation="says") for one in others]
    memory.write([anna, *others], said)
    again = memory.write([NewNode(kind=Kind.ENTITY, text=f" {name} ") for name in names])
    assert len({*again.nodes}) == len(names)
    assert again.nodes == tuple(memory.entity(name).id for name in names)
    assert {fact.object_name for fact in memory.facts("Anna")} == {*names}
    memory.forget(entity="?")
    assert {fact.object_name for fact in memory.facts("Anna")} == {*names} - {"?"}
    with pytest.raises(UnknownNameError):
        memory.entity(" ")
