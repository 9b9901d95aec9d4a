"""Direct writes: what an agent attaches to episodes, and goals that follow each other."""

from datetime import UTC, datetime

import pytest

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Goal, Kind
from clew.learn.write import NewNode
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
