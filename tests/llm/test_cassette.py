import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.clock import FixedClock
from clew.errors import ModelError, UsageError
from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Sampling, Usage
from clew.llm.cassette import Recorded, Replay
from clew.llm.chat import ChatModel
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.wiring import mind_named
from tests.llm.server import Server, says
from tests.llm.tasks import Answer, Asking, Count, Named, Other, Rich, count

ROOT = Path(__file__).parents[2]
DOWN = Failure(FailureKind.UNAVAILABLE, "down", retry=True, wait=3.5)
FULL = Result(
    Answer(note="ok"),
    losses=(Loss("no name", "{'count': 1}"),),
    usage=Usage(2, 100, 20, 1.5, 0.25),
    origin=Origin.MODEL,
    model="openai:m-2024",
    how="json schema",
    sampling=Sampling(seed=4),
)


class Given:
    """A model that gives results as they are."""

    name = "openai:m"

    def __init__(self, *results):
        self._results = iter(results)

    def sampling(self, task):
        return Sampling(seed=4)

    def run(self, tasks):
        return [next(self._results) for _ in tasks]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cassette.jsonl"


def test_a_replay_gives_what_was_recorded_but_says_so(path):
    failed: Result[Answer] = Result(None, DOWN, usage=Usage(3), origin=Origin.MODEL)
    recorder = Recorded(Given(FULL, failed), path)
    tasks = [Count("a"), Asking("b")]
    assert recorder.run(tasks) == [FULL, failed]
    replay = Replay(path)
    assert replay.run(tasks) == [
        replace(FULL, origin=Origin.REPLAY),
        replace(failed, origin=Origin.REPLAY),
    ]
    assert (replay.name, replay.sampling(Count)) == ("openai:m", Sampling(seed=4))


def test_lines_can_be_read_by_people(path):
    Recorded(Given(FULL), path).run([Count("Ωmega")])
    head, line = path.read_text(encoding="utf-8").splitlines()
    assert head == '{"cassette":1}'
    assert '"text":"Ωmega"' in line
    data = json.loads(line)
    assert list(data) == ["key", "asked", "result"]
    assert data["asked"]["task"] == "Count"
    assert data["asked"]["sampling"]["seed"] == 4
    assert data["result"]["value"] == {"pairs": [], "note": "ok"}


def test_the_same_run_gives_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        Recorded(ScriptedModel(count), tmp_path / name).run([Count("a"), Asking("b")])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_repeated_task_gets_its_answers_in_order_and_then_the_last_again(path):
    model = ScriptedModel([DOWN, {"note": "1"}, {"note": "other"}, {"note": "2"}])
    Recorded(model, path).run([Count("x"), Count("x"), Count("y"), Count("x")])
    replay = Replay(path)
    notes = [result.value and result.value.note for result in replay.run([Count("x")] * 5)]
    assert notes == [None, "1", "2", "2", "2"]


def test_a_cassette_is_continued(path):
    Recorded(ScriptedModel(count), path).run([Count("a")])
    Recorded(ScriptedModel(count), path).run([Count("b")])
    assert [r.value for r in Replay(path).run([Count("b"), Count("a")])] == [
        count(Count("b")),
        count(Count("a")),
    ]


def test_every_place_a_crash_can_cut_the_file_leaves_whole_lines(path):
    Recorded(ScriptedModel(count), path).run([Count("a"), Count("Ωb\n")])
    data = path.read_bytes()
    head, first = (len(line) + 1 for line in data.split(b"\n")[:2])
    ends = [0, head, head + first, len(data)]
    sizes = {end + by for end in ends for by in (-1, 0, 1)} | set(range(0, len(data), 11))
    for size in sorted(sizes & set(range(len(data) + 1))):
        path.write_bytes(data[:size])
        whole = (size >= head + first) + (size == len(data))
        if size >= head:
            replay = Replay(path)
            assert [len(replay.run([task])) for task in [Count("a"), Count("Ωb\n")][:whole]] == (
                [1] * whole
            )
        again = Recorded(ScriptedModel(count), path)
        again.run([Count("c")])
        assert Replay(path).run([Count("c")])[0].value == count(Count("c"))


def test_a_process_that_is_killed_loses_no_answered_batch(path):
    code = (
        "import sys\n"
        "from clew.llm.cassette import Recorded\n"
        "from clew.llm.scripted import ScriptedModel\n"
        "from tests.llm.tasks import Count, count\n"
        "recorder = Recorded(ScriptedModel(count), sys.argv[1])\n"
        "for i in range(1_000_000):\n"
        "    recorder.run([Count(f'{i} a'), Count(f'{i} b')])\n"
        "    print(i, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        seen = [int(line) for line, _ in zip(process.stdout, range(5), strict=False)]
        process.kill()
        seen += [int(line) for line in process.stdout if line.endswith("\n")]
    tasks = [Count(f"{i} {letter}") for i in seen for letter in "ab"]
    assert len(tasks) >= 10
    assert [r.value for r in Replay(path).run(tasks)] == [count(task) for task in tasks]


def test_threads_record_and_replay_whole_lines(path):
    tasks = [[Count(f"{i} {j} " + "x" * 5000) for j in range(10)] for i in range(8)]
    recorders = [Recorded(ScriptedModel(count), path) for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: recorders[i % 2].run(tasks[i]), range(8)))
    replay = Replay(path)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(replay.run, tasks))
    assert [[r.value for r in each] for each in answers] == [
        [count(task) for task in batch] for batch in tasks
    ]


def recorded(path, *tasks):
    Recorded(Named(ScriptedModel(lambda _: Answer()), "m", Sampling()), path).run(tasks)
    return path


def miss(replay, task):
    with pytest.raises(ModelError) as caught:
        replay.run([task])
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_miss_names_the_field_that_differs_from_the_nearest_task(path):
    recorded(path, Rich(at=1, weight=9.0), Rich(at=3, weight=2.0), Count("a"))
    message = miss(Replay(path), Rich(at=3, weight=2.5))
    assert "no reply for Rich(at=3)" in message
    assert "line 3, differs in field 'weight': recorded 2, asked 2.5;" in message
    assert "'at'" not in message


def test_a_miss_names_a_field_that_a_task_has_gained_or_lost(path):
    recorded(path, Rich(at=1, weight=9.0))
    lines = path.read_text().splitlines(keepends=True)
    line = json.loads(lines[1])
    asked = line["asked"]
    del asked["fields"]["weight"]
    asked["fields"]["mass"] = 1
    path.write_text(lines[0] + json.dumps({**line, "key": "old"}) + "\n")
    message = miss(Replay(path), Rich(at=1, weight=9.0))
    assert "field 'weight': recorded nothing, asked 9" in message
    assert "field 'mass': recorded 1, asked nothing" in message


def test_a_miss_shows_long_texts_from_where_they_differ(path):
    recorded(path, Count("long " * 100 + "Oslo"))
    message = miss(Replay(path), Count("long " * 100 + "Rome"))
    assert 'Oslo"' in message
    assert 'Rome"' in message
    assert len(message) < 400


def test_a_miss_names_the_instructions(path):
    recorded(path, Asking("a"))
    text = path.read_text().replace('"prompt":"count@3:', '"prompt":"count@2:')
    path.write_text(text.replace('"key":"', '"key":"old'))
    assert 'differs in prompt: recorded "count@2:' in miss(Replay(path), Asking("a"))


def test_a_miss_by_the_words_alone_says_so(path):
    recorded(path, Asking("a"))
    words = json.loads(path.read_text().splitlines()[1])["asked"]["words"]
    path.write_text(path.read_text().replace(words, "0" * 12).replace('"key":"', '"key":"old'))
    assert "differs in the wording of its inputs" in miss(Replay(path), Asking("a"))


def test_a_miss_of_an_unknown_type_says_what_there_is(path):
    recorded(path, Count("a"), Count("b"), Rich(at=1))
    assert "it holds 2 Count, 1 Rich" in miss(Replay(path), Other())
    Recorded(ScriptedModel(count), path.with_name("empty"))
    empty = Replay(path.with_name("empty"))
    assert empty.name == "replay"
    assert "it holds nothing" in miss(empty, Other())


def test_a_miss_in_a_batch_takes_no_answer(path):
    Recorded(ScriptedModel([{"note": "1"}, {"note": "2"}]), path).run([Count("x")] * 2)
    replay = Replay(path)
    miss_of_batch = [Count("x"), Count("y")]
    with pytest.raises(ModelError, match=r"Count\(text=\"y\"\)"):
        replay.run(miss_of_batch)
    assert replay.run([Count("x")])[0].value == Answer(note="1")


def test_a_cassette_of_several_models_or_settings_is_refused(path):
    for name, seed, message in (
        ("m", 1, None),
        ("m", 2, "for Count with several sampling settings; record each"),
        ("n", 2, "holds replies of m, n; record each to a file of its own"),
    ):
        model = Named(ScriptedModel([{"note": name}]), name, Sampling(seed=seed))
        Recorded(model, path).run([Count("x")])
        if message:
            with pytest.raises(UsageError, match=message):
                Replay(path)


@pytest.mark.parametrize("data", [b"my notes\n", b'{"cassette":2}\n', b"\0\xff", b"notes"])
def test_another_file_is_refused_and_left_alone(path, data):
    path.write_bytes(data)
    for open_it in (Replay, lambda path: Recorded(ScriptedModel(count), path)):
        with pytest.raises(UsageError, match="is no cassette this clew can read"):
            open_it(path)
    assert path.read_bytes() == data


def test_files_that_cannot_be_used_are_clew_errors(path, tmp_path):
    with pytest.raises(UsageError, match="cannot read the cassette"):
        Replay(path)
    for bad in (tmp_path, tmp_path / "no" / "folder"):
        with pytest.raises(UsageError, match="cannot write the cassette"):
            Recorded(ScriptedModel(count), bad)


def test_a_cassette_that_was_moved_away_does_not_begin_again(path):
    recorder = Recorded(ScriptedModel(count), path)
    path.unlink()
    with pytest.raises(UsageError, match="cannot write the cassette"):
        recorder.run([Count("a")])
    assert not path.exists()


@pytest.mark.parametrize("line", ["{}", "[1]", "not json", '{"key":1,"asked":{},"result":{}}'])
def test_a_damaged_line_is_named(path, line):
    recorded(path, Count("a"))
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(UsageError, match="line 3, is no recorded reply"):
        Replay(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"note":""', '"note":[]'),
        ('"failure":null', '"failure":{"kind":"NEW","message":"","retry":true}'),
        ('"failure":null', '"failure":{"kind":"BUDGET","message":"","retry":true}'),
        ('"failure":null', '"failure":{"kind":[],"message":"","retry":true}'),
        ('"how":""', '"who":""'),
    ],
)
def test_an_answer_that_no_longer_fits_is_named(path, old, new):
    recorded(path, Count("a"))
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(ModelError, match="line 2, is no recorded reply"):
        Replay(path).run([Count("a")])


texts = st.text(st.characters(codec=None), max_size=5)
replies = st.builds(
    lambda names, note: {"pairs": [{"name": n, "count": 1} for n in names], "note": note},
    st.lists(texts, max_size=3),
    texts,
)


@given(st.lists(st.tuples(texts, replies), max_size=5))
def test_whatever_was_recorded_is_replayed(tmp_path_factory, pairs):
    path = tmp_path_factory.mktemp("cassettes") / "cassette.jsonl"
    tasks = [Count(text) for text, _ in pairs]
    results = Recorded(ScriptedModel([reply for _, reply in pairs]), path).run(tasks)
    expected = [replace(result, origin=Origin.REPLAY) for result in results]
    assert Replay(path).run(tasks) == expected


def remembered(model, month=6):
    """Return what a memory holds, byte for byte, after reading and answering with a model."""
    clock = FixedClock(datetime(2024, month, 1, tzinfo=UTC))
    with Memory.open(model=model, embedder=None, clock=clock) as memory:
        memory.remember("Anna lives in Oslo. She likes tea.", at=datetime(2023, 5, 1, tzinfo=UTC))
        memory.remember("Anna moved to Rome.", at=datetime(2024, 2, 1, tzinfo=UTC))
        return [memory.ask("Where does Anna live?").text, *memory.export()]


def test_a_memory_learns_the_same_from_a_replay(path):
    first = remembered(Recorded(mind_named(), path))
    assert first[0] == "Rome"
    assert remembered(Replay(path, mind=lambda _: mind_named())) == first
    with pytest.raises(ModelError, match=r"no reply for AnswerOrSearch.*differs in field 'now'"):
        remembered(Replay(path, mind=lambda _: mind_named()), month=7)


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_chat_is_replayed_without_its_server(path):
    pytest.importorskip("pydantic_ai", reason="needs the extra llm")
    replies = [says('{"note": "one"}'), says('{"pairs": [{"name": "a", "count": 1}, {}]}')]
    tasks = [Asking("a"), Asking("b")]
    with Server(replies) as server:
        chat = ChatModel("openai:any", base_url=server.url, workers=1)
        fresh = Recorded(chat, path).run(tasks)
    assert [each.value is None for each in fresh] == [False, False]
    assert [len(each.losses) for each in fresh] == [0, 1]
    replay = Replay(path)
    assert replay.run(tasks) == [replace(each, origin=Origin.REPLAY) for each in fresh]
    assert replay.name == chat.name
    assert replay.sampling(Asking) == chat.sampling(Asking)
    text = path.read_text(encoding="utf-8")
    assert server.url not in text
