"""Answers are measured for every way of answering, and nothing that was paid for is asked again."""

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from clew.ask.asking import Mode
from clew.ask.tasks import AnswerOrSearch, AnswerQuestion, Judge
from clew.bench.bootstrap import Estimate
from clew.bench.configurations import ASKING, Configuration, configurations_of
from clew.bench.examiner import Examiner
from clew.bench.qa import LOG, Trial, run
from clew.bench.reports import of_answers
from clew.bench.retrieval import Plan, fill
from clew.bench.scores import rows
from clew.cli.run_cost import cost_of
from clew.errors import ModelError, UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.llm.base import Failure, FailureKind, Sampling, Usage
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.selection import DEFAULT_RETRIEVER, retriever_named
from clew.settings import ModelSettings
from tests.bench.small_sets import read_dataset

TEXTS = {
    "Ana Silva": "Ana Silva works for Norte Air.",
    "Norte Air": "Norte Air was founded by Rui Costa.",
    "Rui Costa": "Rui Costa lives in Porto.",
    "Lima": "Lima is the capital of Peru.",
}
ASKED = [
    ("Who founded Norte Air?", "Rui Costa", ["Norte Air"]),
    ("Where does Rui Costa live?", "Porto", ["Rui Costa"]),
    ("Whom does Ana Silva work for?", "Norte Air", ["Ana Silva"]),
]


def written(folder: Path) -> Path:
    """Write three questions with an answer, and one without, in MuSiQue's form."""
    records: list[dict[str, Any]] = [
        {
            "id": f"1hop__{n}",
            "question": question,
            "answer": answer,
            "answer_aliases": [],
            "paragraphs": [
                {"title": title, "paragraph_text": text, "is_supporting": title in support}
                for title, text in TEXTS.items()
            ],
        }
        for n, (question, answer, support) in enumerate(ASKED)
    ]
    bare = [each | {"is_supporting": False} for each in records[0]["paragraphs"]]
    empty = {"question": "Who painted Lima?", "answerable": False, "paragraphs": bare}
    path = folder / "data.json"
    path.write_text(json.dumps([*records, records[0] | empty]))
    return path


def trial(folder: Path, *methods: str, skip=(), **more) -> Trial:
    """Return a trial of methods, as they are and once without the kinds to skip, if any."""
    plan = Plan(data=written(folder), format="musique", embedder="hashing")
    ways = [
        way
        for each in configurations_of(methods)
        for way in (each, *(_skipping(each, kind) for kind in skip))
    ]
    return Trial(plan=plan, configurations=tuple(ways), **more)


def _skipping(way: Configuration, kind: Kind) -> Configuration:
    return replace(way, name=f"{way.name}/{kind}", skip=frozenset({kind}))


def test_offline_rules_are_measured_on_every_way_of_answering(tmp_path):
    ran = run(trial(tmp_path, "ask", "hybrid", "beam+circles", skip=[Kind.THESIS]), ModelSettings())
    found = {row.configuration: row for row in rows(ran)}
    methods = ("ask", "hybrid", "beam+circles")
    assert list(found) == [name for one in methods for name in (one, f"{one}/thesis")]
    ask = found["ask"]
    assert (ask.questions, ask.answerable) == (4, 3)
    certain = Estimate(1.0, 1.0, 1.0)
    assert ask.em == ask.f1 == ask.judged == ask.grounded == certain
    assert (ask.abstained_right, ask.abstained_wrong, ask.invented) == (1, 0, 0)
    assert (ask.failed, ask.calls, ask.cost) == (0, 0, 0.0)
    assert found["hybrid"].recall["recall@10"].mean == 1.0
    assert ran.about["answers"] == ran.about["judge"] == "rules"
    assert set(ask.kinds) == {"1hop"}


def test_every_named_way_can_be_run(tmp_path):
    every = [*ASKING, *RETRIEVERS]
    ran = run(
        trial(tmp_path, *every, skip=[Kind.EPISODE, Kind.ENTITY], questions=1), ModelSettings()
    )
    assert len(ran.replies) == 3 * len(every)
    assert not any(one.failure for one in ran.replies.values())


def test_answers_are_scored_as_the_script_of_the_set_does(tmp_path):
    ran = run(trial(tmp_path, "ask", questions=1), ModelSettings())
    replies = {("ask", 0): replace(ran.replies["ask", 0], answer="Rui-Costa")}
    for format, score in (("musique", 0.0), ("triviaqa", 1.0)):
        (row,) = rows(replace(ran, format=format, replies=replies))
        assert row.em == row.f1 == Estimate(score, score, score)


def answering(task):
    """Answer wrongly, give nothing readable, abstain, and invent: one of each."""
    if isinstance(task, Judge):
        return "no mark at all"
    if isinstance(task, AnswerQuestion):
        if "founded" in task.question:
            return {"answer": "Rui Costa", "citations": [1]}
        if "live" in task.question:
            return Failure(FailureKind.BAD_REPLY, "nothing readable")
        if "work for" in task.question:
            return {"abstain": True, "reasoning": "not said"}
        return {"answer": "Ana Silva", "citations": []}
    return {}


def test_failures_count_as_wrong_and_are_no_abstentions(tmp_path):
    plan = Plan(
        data=written(tmp_path), format="musique", embedder="hashing", triples=triples(tmp_path)
    )
    ran = run(
        Trial(plan=plan, configurations=configurations_of(["hybrid"])), ScriptedModel(answering)
    )
    (row,) = rows(ran)
    assert (row.failed, row.unmarked, row.invented) == (1, 1, 1)
    assert (row.abstained_right, row.abstained_wrong) == (0, 1)
    assert row.abstained.mean == 0.25
    assert row.em == row.f1
    assert row.f1
    assert row.f1.mean == pytest.approx(1 / 3)
    assert row.judged == row.judged_given == Estimate(0.0, 0.0, 0.0)
    assert row.tasks == row.calls == 4
    assert ran.about["passages_without_triples"] == 3
    assert ran.replies["hybrid", 0].cited


@pytest.mark.parametrize("victim", [AnswerQuestion, Judge])
def test_a_model_out_of_reach_ends_the_run_and_the_next_goes_on(tmp_path, victim):
    def failing(task):
        if isinstance(task, victim) and len(model.asked) > 3:
            return Failure(FailureKind.BUDGET, "2 calls are spent")
        return answering(task) if isinstance(task, Judge) else {"answer": "Porto", "citations": []}

    model = ScriptedModel(failing)
    plan = Plan(
        data=written(tmp_path), format="musique", embedder="hashing", triples=triples(tmp_path)
    )
    both = configurations_of(["hybrid", "ask-plain"])
    wanted = Trial(plan=plan, configurations=both, out=tmp_path / "out")
    with pytest.raises(ModelError, match="2 calls are spent; run the same command again"):
        run(wanted, model)
    assert 1 <= len((tmp_path / "out" / LOG).read_text().splitlines()) - 1 < 4
    ran = run(wanted, ScriptedModel(answering_all))
    assert len(ran.replies) == 8
    assert not any(one.failure for one in ran.replies.values())


def answering_all(task):
    if isinstance(task, Judge):
        return {"score": 1}
    if isinstance(task, AnswerQuestion):
        return {"answer": "Porto", "citations": []}
    return {"enough": True, "questions": []}


def test_several_questions_at_one_time_come_back_in_order(tmp_path):
    found = []
    for workers in (1, 3):
        with Memory.open(embedder="hashing") as memory:
            data = read_dataset(written(tmp_path), "musique", answers=True)
            where = fill(memory, data, "rules")
            examiner = Examiner(
                memory=memory, where=where, model=memory.model, k=9, workers=workers
            )
            asked = dict(enumerate(data.questions))
            ways = configurations_of(["hybrid", "ask"])
            replies = [reply for way in ways for reply in examiner.replies(way, asked)]
            found.append([(one.question, one.answer, one.found) for one in replies])
    assert found[0] == found[1]
    assert [number for number, _, _ in found[0]] == [0, 1, 2, 3] * 2


def test_as_many_questions_are_asked_at_a_time_as_there_are_workers(tmp_path):
    two = Barrier(2, timeout=60)  # whoever is asked alone waits in vain

    def reply(task):
        two.wait()
        return {"abstain": True}

    with Memory.open(embedder="hashing") as memory:
        data = read_dataset(written(tmp_path), "musique", answers=True)
        where = fill(memory, data, "rules")
        model = ScriptedModel(reply)
        examiner = Examiner(memory=memory, where=where, model=model, k=9, workers=2)
        (way,) = configurations_of(["hybrid"])
        assert len([*examiner.replies(way, dict(enumerate(data.questions)))]) == 4


def triples(folder: Path) -> Path:
    passage = f"Norte Air\n{TEXTS['Norte Air']}"
    docs = [{"passage": passage, "extracted_triples": [["Norte Air", "founded by", "Rui Costa"]]}]
    path = folder / "triples.json"
    path.write_text(json.dumps({"docs": docs}))
    return path


def test_what_is_in_the_log_is_not_asked_again(tmp_path):
    out = tmp_path / "out"
    first = run(trial(tmp_path, "ask", "hybrid", out=out), ModelSettings())
    lines = (out / LOG).read_text().splitlines(keepends=True)
    # An answer that nobody gave shows that it was taken from the log.
    never = json.loads(lines[1]) | {"answer": "Bob"}
    (out / LOG).write_text(lines[0] + json.dumps(never) + "\n" + lines[2] + lines[3][:30])
    again = run(trial(tmp_path, "ask", "hybrid", out=out), ModelSettings())
    assert again.replies["ask", 0].answer == "Bob"
    same = [(key, one.answer) for key, one in again.replies.items()][1:]
    assert same == [(key, one.answer) for key, one in first.replies.items()][1:]
    assert len((out / LOG).read_text().splitlines()) == len(lines)
    with pytest.raises(UsageError, match="expected a log of the same measurement"):
        run(trial(tmp_path, "ask", out=out, k=5), ModelSettings())


SCRIPT = """
import os, signal, sys, time
from pathlib import Path
from threading import Lock
from clew.bench.configurations import configurations_of
from clew.bench.qa import Trial, run
from clew.bench.retrieval import Plan
from clew.llm.base import Sampling
from clew.llm.scripted import ScriptedModel

data, out, calls, victim, number = sys.argv[1:]
calls, lock = Path(calls), Lock()

def reply(task):
    with lock:
        name = type(task).__name__
        paid = calls.read_text().splitlines() if calls.exists() else []
        if name == victim and sum(line.startswith(name) for line in paid) == int(number):
            time.sleep(1)  # what other threads were told is kept meanwhile
            os.kill(os.getpid(), signal.SIGKILL)
        with calls.open("a") as file:
            file.write(f"{name} {task.inputs()!r}\\n")
    if name == "AnswerQuestion":
        return {"answer": "Porto", "citations": [1]}
    if name == "Judge":
        return {"score": 1}
    if name == "Extract":
        head, _, tail = task.text.partition("\\n")[2].partition(" ")
        return {"triples": [[head, "is told of", tail]]}
    return {"pairs": []}

class Counting(ScriptedModel):
    def sampling(self, task):
        return Sampling()

plan = Plan(data=Path(data), format="musique", embedder="hashing")
both = configurations_of(["hybrid", "keyword"])
ran = run(Trial(plan=plan, configurations=both, out=Path(out)), Counting(reply))
print(len(ran.replies))
"""


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("victim", "number"),
    [
        ("AnswerQuestion", 1),
        pytest.param("Extract", 2, marks=SLOW),
        pytest.param("Judge", 0, marks=SLOW),
    ],
)
def test_a_run_killed_half_way_pays_for_nothing_twice(tmp_path, victim, number):
    data, calls = written(tmp_path), tmp_path / "calls"
    environment = os.environ | {"OMP_NUM_THREADS": "1"}

    def go(*dying: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", SCRIPT, str(data), str(tmp_path / "out"), str(calls)]
        return subprocess.run(
            [*command, *dying], capture_output=True, env=environment, check=False, text=True
        )

    assert go(victim, str(number)).returncode == -9
    ran = go("nobody", "0")
    assert (ran.returncode, ran.stdout) == (0, "8\n"), ran.stderr
    paid = Counter(calls.read_text().splitlines())
    assert set(paid.values()) == {1}
    kinds = Counter(call.split()[0] for call in paid)
    assert (kinds["Extract"], kinds["AnswerQuestion"], kinds["Judge"]) == (4, 8, 3)
    assert go("nobody", "0").stdout == "8\n"
    assert Counter(calls.read_text().splitlines()) == paid


def test_a_way_of_answering_that_is_not_known_is_told():
    with pytest.raises(UnknownNameError, match="no method named 'hybird'; did you mean 'hybrid'"):
        configurations_of(["hybird"])
    hybrid, ask = configurations_of(["hybrid", "hybrid", "ask"])
    assert hybrid == Configuration("hybrid", RETRIEVERS["hybrid"])
    assert ask == Configuration("ask", retriever_named(DEFAULT_RETRIEVER), Mode.ADAPTIVE)


class _First:
    """Finds the first episode, whatever is asked."""

    def retrieve(self, view, query, limits):
        return retriever_named("keyword").retrieve(view, query, limits)[:1]


FIRST = _First()


def test_a_retriever_of_ones_own_is_a_method(tmp_path):
    ran = run(trial(tmp_path, "tests.bench.test_qa:FIRST"), ModelSettings())
    (row,) = rows(ran)
    assert row.configuration == "tests.bench.test_qa:FIRST"
    assert row.tasks == 4


class _Paid(ScriptedModel):
    """Takes money, as a language model does."""

    def run(self, tasks):
        return [replace(one, usage=Usage(1, 10, 2, 0.5, 0.25)) for one in super().run(tasks)]


def test_a_cached_answer_counts_as_it_was_paid_for_and_is_not_paid_again(tmp_path):
    plan = Plan(
        data=written(tmp_path), format="musique", embedder="hashing", triples=triples(tmp_path)
    )
    asked = Trial(plan=plan, configurations=configurations_of(["hybrid"]), out=tmp_path / "out")
    first = run(asked, _Paid(answering_all))
    (tmp_path / "out" / LOG).unlink()
    again = run(asked, _Paid(answering_all))
    for (row,) in (rows(first), rows(again)):
        assert (row.tasks, row.calls, row.input_tokens, row.cost) == (4, 4, 40, 1.0)
        assert row.judge_tokens == 12 * 3
    assert (first.spent.calls, again.spent) == (7, Usage())
    assert of_answers(again, rows(again))[0]["paid"]["calls"] == 0
    paid = {row.task: (row.calls, row.input_tokens) for row in cost_of(tmp_path / "out")}
    assert (paid["AnswerQuestion"], paid["Judge"]) == ((4, 40), (3, 30))


def test_it_is_told_what_stood_in_the_prompts(tmp_path):
    def reply(task):
        if isinstance(task, AnswerOrSearch):
            return {"searches": ["Where does Rui Costa live?"]}
        return {"abstain": True}

    class Sampled(ScriptedModel):
        def sampling(self, task):
            return Sampling()

    with Memory.open(embedder="hashing") as memory:
        data = read_dataset(written(tmp_path), "musique", answers=True)
        where = fill(memory, data, "rules")
        (way,) = configurations_of(["ask"])
        far = replace(data.questions[1], text="What is Lima the capital of?")
        examiner = Examiner(memory=memory, where=where, model=Sampled(reply), k=1, workers=1)
        (one,) = examiner.replies(way, {0: far})
    assert set(one.shown_first) <= set(one.shown)
    (home,) = far.supporting
    assert home in one.shown


def test_recall_in_adaptive_mode_counts_every_search(tmp_path):
    def reply(task):
        if isinstance(task, AnswerOrSearch):
            return {"searches": ["Where does Rui Costa live?"]}
        return {"answer": "Porto", "citations": []}

    with Memory.open(embedder="hashing") as memory:
        data = read_dataset(written(tmp_path), "musique", answers=True)
        where = fill(memory, data, "rules")
        asked = {0: replace(data.questions[0], text="What is Lima the capital of?", answers=())}
        found = {}
        for way in configurations_of(ASKING):
            examiner = Examiner(
                memory=memory, where=where, model=ScriptedModel(reply), k=1, workers=1
            )
            (one,) = examiner.replies(way, asked)
            found[way.name] = one
    assert found["ask"].tasks > found["ask-plain"].tasks == 1
    porto = [n for n, text in enumerate(data.passages) if "Porto" in text]
    plain, looked = found["ask-plain"].found, found["ask"].found
    assert plain
    assert looked
    assert plain.index(porto[0]) > looked.index(porto[0]) == 1
