"""Memories to maintain: one with everything in it, and random ones for properties."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from clew import Correction, Input, Kind, Memory, NewEdge, NewNode
from clew.clock import FixedClock
from clew.errors import UsageError

NAMES = ("Anna", "Ben", "Cleo")
PLACES = ("Oslo", "Rome", "Lima")
START = datetime(2024, 1, 1, tzinfo=UTC)


def day(number):
    return START + timedelta(days=number)


def opened(path=":memory:", embedder="hashing:16", **options):
    return Memory.open(path, embedder=embedder, clock=FixedClock(day(900)), **options)


def fill(memory):
    """Superseded and returning facts, aliases, goals, pending, levels, metadata, retired."""
    memory.remember("Anna lives in Oslo. Ben likes Anna.", at=day(1), source="diary")
    memory.remember("Anna lives in Rome.", at=day(30), source="diary")
    memory.remember("Anna lives in Oslo.", at=day(60), source="letter")
    memory.remember("Cleo lives in Lima.", at=day(61), source="secret", conversation="chat 7")
    said = {"role": "user", "name": "Cleo", "content": "Ben is a friend of mine."}
    memory.remember(said, at=day(61), source="letter", conversation="chat 7")
    memory.remember("Ключ is a friend of Ben.\u2028\x85 \x01", at=day(62), source="ключ")
    goal = NewNode(kind=Kind.GOAL, text="find the key", valid_from=day(1))
    plan = NewNode(kind=Kind.LONG_TERM_GOAL, text="get\r home\n", attributes={"level": 2})
    seen = NewNode(kind=Kind.EPISODE, text="a <hall> & a door", at=day(3), source="game")
    says = NewNode(kind=Kind.THESIS, text="Nina is in Rome.", valid_to=day(90))
    nina = NewNode(kind=Kind.ENTITY, text="Nina")
    rome = NewNode(kind=Kind.ENTITY, text="Rome")
    memory.write(
        [goal, plan, seen, says, nina, rome],
        [
            NewEdge(kind=Kind.FACT, source=nina, target=rome, relation="is in"),
            NewEdge(kind=Kind.MENTION, source=says, target=nina),
            NewEdge(kind=Kind.EPISODIC, source=seen, target=says, valid_from=day(2)),
            NewEdge(kind=Kind.PART_OF, source=goal, target=plan),
            NewEdge(kind=Kind.SEQUENCE, source=seen, target=goal),
        ],
    )
    memory.merge("Anna", "Nina")
    memory.merge("Oslo", "Lima")
    memory.split("Lima")
    memory.forget(source="secret")
    memory.trust.set("gossip*", -1)
    memory.retire(memory.facts("Ben")[0].id)
    note = memory.remember("Ben has a red bag.", at=day(63), metadata={"by": "Anna", "n": 1})
    memory.patch_metadata(note.episode, {"n": None, "to": {"ключ": ["\u2028"]}})
    memory.remember_many([Input("Ben lives in Rome.", day(70), "late")], learn=False)
    return memory


def write_filled(folder):
    """Write `x.clew`, a sound file with everything in it."""
    with opened(folder / "x.clew") as memory:
        assert fill(memory).check() == []


def fill_steps(memory):
    """A second namespace's worth: counted in steps."""
    memory.remember("You see a small key on the table.", at=1)
    memory.remember("You take the key.", at=2)
    return memory


sentences = st.builds(
    "{} {} {}.".format,
    st.sampled_from(NAMES),
    st.sampled_from(("lives in", "moved to", "likes", "works in")),
    st.sampled_from(PLACES),
)
_days = st.integers(0, 8)
told = st.tuples(st.just("tell"), sentences, _days, st.sampled_from(("a", "b", "c")))
kept = st.tuples(st.just("keep"), sentences, _days, st.just("d"))
merged = st.tuples(st.just("merge"), st.sampled_from(NAMES), st.sampled_from(NAMES))
split = st.tuples(st.just("split"), st.sampled_from(NAMES))
forgot = st.tuples(st.just("forget"), st.sampled_from(("a", "b", "c", "d")))
learned = st.tuples(st.just("learn"))
wrote = st.tuples(st.just("write"), st.sampled_from(NAMES), st.sampled_from(PLACES))
noted = st.tuples(st.just("note"), st.sampled_from(NAMES), st.sampled_from(("a", "b")))
put_right = st.tuples(st.just("correct"), st.sampled_from(NAMES), st.sampled_from(PLACES), _days)
retired = st.tuples(st.just("retire"), st.sampled_from(NAMES))
restored = st.tuples(st.just("restore"))
actions = st.lists(
    st.one_of(
        told, told, told, kept, merged, split, forgot, learned, wrote, noted, put_right, retired,
        restored,
    )
)  # fmt: skip


def play(memory, deeds):
    """Do to a memory what `actions` drew; what cannot be done is skipped."""
    for deed, *values in deeds:
        do = _DEEDS[deed]
        try:
            do(memory, *values)
        except (UsageError, IndexError, ValueError):  # there is nothing to do it to
            continue


def _write(memory, name, place):
    one, other = (NewNode(kind=Kind.ENTITY, text=text) for text in (name, place))
    memory.write(
        [one, other], [NewEdge(kind=Kind.FACT, source=one, target=other, relation="knows")]
    )


def _note(memory, name, value):
    (*_, last) = memory.browse("episodes", limit=1, newest=True).items
    memory.patch_metadata(last.id, {"by": name, value: {"seen": value}})


def _restore(memory):
    for fact in memory.browse("facts", past=True).items:
        if fact.rejected:
            memory.restore(fact.id)


_DEEDS: dict[str, Callable[..., object]] = {
    "tell": lambda memory, text, at, source: memory.remember(text, at=day(at), source=source),
    "keep": lambda memory, text, at, source: memory.remember_many(
        [Input(text, day(at), source)], learn=False
    ),
    "merge": lambda memory, one, other: memory.merge(one, other),
    "note": _note,
    "correct": lambda memory, name, place, at: memory.correct(
        memory.facts(name)[0].id, Correction(object=place), at=day(at)
    ),
    "retire": lambda memory, name: memory.retire(memory.facts(name)[0].id),
    "restore": _restore,
    "split": lambda memory, name: memory.split(name),
    "forget": lambda memory, source: memory.forget(source=source),
    "learn": lambda memory: memory.learn_pending(),
    "write": _write,
}
