"""Runs in one memory: what ends with a run, what outlasts it, and what forgetting one undoes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.clock import FixedClock
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Episode, Fact, Kind, Thesis
from clew.learn.domain import Domain
from clew.learn.observe import Input
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory

ROOM = "-= Kitchen =-\nYou see a locked red locker. There is an exit to the east."
NOTE = "The key 2 unlocks the red locker."
OPENED = "You unlock the red locker with the key 2."
WORLD = Domain(state=("is", "is in"), context=0)


def opened() -> Memory:
    memory = Memory.open(embedder="hashing", model="rules:textworld")
    return memory.using(memory.model, memory.embedder, WORLD)


def play(memory: Memory, *texts: str, name: str = "hunt") -> str:
    """Play a run; return its id."""
    run = memory.begin_run(name)
    for step, text in enumerate(texts):
        memory.remember(text, at=run.at(step), source=run.id)
    return run.id


def held(memory: Memory, **as_of) -> set[str]:
    with memory.view(AsOf(**as_of)) as view:
        return {item.text for item in view.items(view.ids(Kind.FACT)) if isinstance(item, Fact)}


def content(memory: Memory) -> list[tuple[object, ...]]:
    """All statements with their times, whatever their ids."""
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        items = view.items([*view.ids(Kind.FACT), *view.ids(Kind.THESIS)])
    said = [item for item in items if isinstance(item, Fact | Thesis)]
    return sorted((one.text, str(one.valid_from), str(one.valid_to)) for one in said)


def test_state_ends_with_the_run_and_what_outlasts_it_stays():
    memory = opened()
    play(memory, ROOM, NOTE)
    assert held(memory) >= {"red locker is locked", "red locker is in Kitchen"}
    play(memory)
    assert held(memory) == {"Kitchen has exit east", "key 2 unlocks red locker"}
    assert memory.check() == []


def test_the_steps_go_on_and_the_past_shows_the_run_as_it_was():
    memory = opened()
    first = play(memory, ROOM, NOTE)
    second = play(memory, ROOM, OPENED)
    one, two = memory.runs()
    assert [(one.id, one.number, one.began), (two.id, two.number, two.began)] == [
        (first, 1, 0), (second, 2, 2),
    ]  # fmt: skip
    assert "red locker is locked" in held(memory, valid=1)
    assert "red locker is unlocked" in held(memory)
    assert "red locker is locked" not in held(memory)
    (was, *_) = [fact for fact in memory.history("red locker") if fact.text.endswith("locked")]
    assert (was.valid_from, was.valid_to) == (0, 2)


def test_a_statement_of_state_alone_ends_with_it():
    memory = opened()
    play(memory, ROOM)
    before = {thesis.text for thesis in memory.theses("red locker")}
    play(memory)
    assert before
    assert memory.theses("red locker") == []


def test_what_others_told_is_no_state_of_the_run():
    memory = opened()
    memory.remember("-= Shed =-\nYou see a blue box.", at=0, source="a friend")
    play(memory, ROOM)
    play(memory)
    assert "blue box is in Shed" in held(memory)


def test_a_run_ends_nothing_that_a_more_trusted_source_says():
    memory = opened()
    memory.trust.set("a friend", 5)
    play(memory, ROOM)
    memory.remember(ROOM, at=0, source="a friend")
    play(memory)
    assert "red locker is locked" in held(memory)
    memory.trust.unset("a friend")
    assert "red locker is locked" not in held(memory)
    assert memory.check() == []


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from((ROOM, NOTE, OPENED)), max_size=3), st.integers(0, 2))
def test_forgetting_a_run_leaves_what_the_others_would_have_given(texts, which):
    memory, without = opened(), opened()
    runs = [texts, [ROOM, OPENED], texts[::-1], [ROOM]]  # the last one is never forgotten
    ids = [play(memory, *each) for each in runs]
    for number, each in enumerate(runs):
        run = memory.runs()[number]
        if number == which:
            continue
        begun = without.begin_run(f"hunt {number}", at=run.began)
        for step, text in enumerate(each):
            without.remember(text, at=run.at(step), source=begun.id)
    memory.forget(source=ids[which])
    assert memory.check() == []
    kept = [run for run in memory.runs() if run.id == ids[which]]
    assert kept == []
    assert [(text, start) for text, start, _ in content(memory)] == [
        (text, start) for text, start, _ in content(without)
    ]
    assert held(memory) == held(without)


def test_a_text_learned_after_its_run_is_over_ends_with_the_run():
    memory, early = opened(), opened()
    run = memory.begin_run("hunt")
    memory.remember_many(
        [Input(text, run.at(step), run.id) for step, text in enumerate((ROOM, NOTE))], learn=False
    )
    play(memory, ROOM)
    memory.learn_pending()
    play(early, ROOM, NOTE)
    play(early, ROOM)
    assert content(memory) == content(early)
    assert held(memory) == held(early)


@pytest.mark.parametrize("late", [False, True])
def test_what_a_run_tells_of_a_time_after_its_end_does_not_end_with_it(late):
    memory = Memory.open(embedder=None, model="rules:english")
    memory = memory.using(memory.model, None, Domain(state=("lives in",)))
    run = memory.begin_run("hunt", at=1)
    memory.remember("Ben lives in Bonn.", at=12 if late else 0, source=run.id)
    memory.begin_run("hunt", at=10)
    memory.remember("Ada likes Oslo.", at=15)
    memory.remember("Ada lives in Oslo.", at=12, source=run.id)
    assert [fact.valid_to for fact in memory.history("Ben")] == [None if late else 10]
    assert [fact.valid_to for fact in memory.history("Ada")] == [None, None]


def test_the_newest_run_is_gone_on_with_and_an_older_one_is_not():
    memory = opened()
    run = memory.begin_run("hunt")
    assert memory.begin_run("hunt", resume=True) == run
    assert memory.begin_run("cook", resume=True).number == 1
    with pytest.raises(UsageError, match="hunt, run 1 is over: cook, run 1 has begun since"):
        memory.begin_run("hunt", resume=True)
    assert memory.begin_run("hunt").number == 2
    with pytest.raises(UsageError, match="a name for the run"):
        memory.begin_run(" ")


def test_after_the_last_of_all_steps_no_run_begins():
    with opened() as memory:
        memory.remember("x", at=2**62 - 1)
        with pytest.raises(UsageError, match="expected a step between"):
            memory.begin_run("hunt")


def test_in_a_memory_of_dates_a_run_begins_now():
    clock = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
    memory = Memory.open(embedder=None, clock=clock)
    memory.remember("Anna lives in Oslo.", at=datetime(2024, 1, 1, tzinfo=UTC))
    assert memory.begin_run("crafter").began == clock.now()


def test_the_run_is_a_row_that_export_and_import_keep():
    memory = opened()
    run = play(memory, ROOM)
    with Memory.open(embedder=None) as copy:
        copy.import_(memory.export())
        assert copy.runs() == memory.runs()
        assert isinstance(copy.episode(copy.runs()[0].episode), Episode)
        assert copy.runs()[0].id == run


def test_what_an_episode_shows_is_written_as_data_and_forgotten_with_it():
    memory = opened()
    play(memory, ROOM)
    (episode,) = [one for one in _episodes(memory) if one.text == ROOM]
    ends = [NewNode(kind=Kind.ENTITY, text=name, told_by=episode.id) for name in ("Hall", "Attic")]
    way = NewEdge(
        kind=Kind.FACT, source=ends[0], target=ends[1], relation="is up of", valid_from=0,
        told_by=episode.id,
    )  # fmt: skip
    memory.write(ends, [way])
    assert "Hall is up of Attic" in held(memory)
    memory.forget(episode=episode.id)
    assert "Attic" not in "".join(memory.export())
    assert memory.check() == []


def test_an_episode_is_written_with_what_it_tells():
    memory = opened()
    seen = NewNode(kind=Kind.EPISODE, text="You see an attic.", at=1)
    attic = NewNode(kind=Kind.ENTITY, text="Attic", told_by=seen)
    way = NewEdge(kind=Kind.FACT, source=attic, target=attic, relation="is", told_by=seen)
    with pytest.raises(UsageError, match="after what it tells"):
        memory.write([attic, seen], [way])
    episode = memory.write([seen, attic], [way]).nodes[0]
    assert held(memory) == {"Attic is Attic"}
    memory.forget(episode=episode)
    assert (held(memory), memory.check()) == (set(), [])


@pytest.mark.parametrize(("kind", "by"), [(Kind.ENTITY, 999), (Kind.THESIS, 999), (Kind.GOAL, 1)])
def test_only_an_episode_tells_and_goals_are_not_told(kind, by):
    memory = opened()
    memory.begin_run("hunt")
    with pytest.raises((UsageError, UnknownNameError)):
        memory.write([NewNode(kind=kind, text="Hall", told_by=by)])


def _episodes(memory: Memory) -> list[Episode]:
    with memory.view() as view:
        return [one for one in view.items(view.ids(Kind.EPISODE)) if isinstance(one, Episode)]


def test_a_view_without_some_items_shows_nothing_of_them():
    memory = opened()
    play(memory, ROOM, NOTE)
    with memory.view() as view:
        facts = {item.id: item.text for item in view.items(view.ids(Kind.FACT))}
        (lock,) = [one for one, text in facts.items() if text == "red locker is locked"]
        less = view.without({lock})
        assert set(less.ids(Kind.FACT)) == facts.keys() - {lock}
        assert less.count(Kind.FACT) == view.count(Kind.FACT) - 1
        (locker,) = less.find("red locker")
        (links,) = less.links([locker], (Kind.FACT,))
        assert lock not in {link.edge for link in links}
        assert lock not in {item for item, _ in less.match("locked", 9, kind=Kind.FACT)}
        vectors = view.vectors([lock])
        assert lock not in {item for item, _ in less.nearest(vectors, 9, kind=Kind.FACT)[0]}
        assert less.as_of == view.as_of
        told = view.timeline([locker])
        assert lock in {fact.id for fact in told}
        assert less.timeline([locker]) == [fact for fact in told if fact.id != lock]
        assert less.at(view.as_of).ids(Kind.FACT) == less.ids(Kind.FACT)
        (other, *_) = less.ids(Kind.FACT)
        assert set(less.without({other}).ids(Kind.FACT)) == facts.keys() - {lock, other}
