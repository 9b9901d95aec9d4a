"""The retrieval benchmark scores what was found, resumes, and refuses what does not fit."""

import json
import os
from pathlib import Path

import pytest

from clew.bench.methods import METHODS, Behind, method
from clew.bench.question_set import Dataset, Question
from clew.bench.retrieval import Log, Plan, Search, fill, recorded, report
from clew.bench.retrieval import run as search
from clew.errors import UnknownNameError, UsageError
from clew.memory import Memory
from clew.recall.search.catalogue import RETRIEVERS
from tests.bench.small_sets import read_dataset, write_questions, write_triples

DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
TEXTS = {
    "Ana Silva": "Ana Silva works for Norte Air.",
    "Norte Air": "Norte Air was founded by Rui Costa.",
    "Rui Costa": "Rui Costa lives in Porto.",
    "Lima": "Lima is the capital of Peru.",
}
TRIPLES = {
    "Ana Silva": [["Ana Silva", "works for", "Norte Air"]],
    "Norte Air": [["Norte Air", "founded by", "Rui Costa"], ["broken"]],
    "Rui Costa": [["Rui Costa", "lives in", "Porto"]],
}
ASKED = [
    ("Who founded the company that Ana Silva works for?", ["Ana Silva", "Norte Air"]),
    ("Where does the founder of Norte Air live?", ["Norte Air", "Rui Costa"]),
    ("What is Lima the capital of?", ["Lima"]),
]


@pytest.fixture
def data(tmp_path):
    return write_questions(tmp_path, TEXTS, ASKED)


@pytest.fixture
def triples(tmp_path):
    return write_triples(tmp_path, TEXTS, TRIPLES)


def run(data, methods="keyword", **plan):
    given = Plan(data=data, **{"format": "2wiki", "embedder": "hashing", **plan})
    return search(given, methods.split(","))


def test_every_method_runs_over_recorded_triples(data, triples):
    about, found = run(data, ",".join(METHODS), triples=triples)
    assert (about["passages"], about["passages_without_triples"]) == (4, 1)
    assert found.rows.keys() == METHODS.keys()
    assert found.rows["keyword"].recall["recall@10"] == (1.0, 1.0, 1.0)
    assert found.rows[found.baseline].gain == (0.0, 0.0, 0.0)
    assert found.chosen is None


def test_any_retriever_is_a_method_and_episodes_behind_its_rows_are_ranked(data):
    assert method("semantic") == Behind(RETRIEVERS["semantic"])
    place = "clew.recall.search.flat:Keyword"
    _, found = run(data, f"keyword,{place}")
    assert found.rows[place].recall["recall@10"].mean == 1.0


def test_the_graph_comes_from_the_triples_or_the_rules(data, triples, tmp_path):
    dataset = read_dataset(data, "2wiki")
    facts = {}
    for source in ("triples", "rules"):
        recording = {f"{t}{x}".replace(" ", ""): TRIPLES.get(t, []) for t, x in TEXTS.items()}
        model = recorded(recording, dataset.passages) if source == "triples" else "rules"
        with Memory.open(embedder="hashing", model=model) as memory:
            where = fill(memory, dataset, source)
            found = [memory.facts(name) for name in ("Ana Silva", "Norte Air")]
            facts[source] = {(one.relation, one.object_name) for each in found for one in each}
        assert sorted(where.values()) == [0, 1, 2, 3]
    assert ("founded by", "Rui Costa") in facts["triples"]
    assert facts["rules"]


def test_a_killed_run_goes_on_where_it_stopped(data, tmp_path):
    log = tmp_path / "log.jsonl"
    kept = {"memory": str(tmp_path / "m.clew"), "log": log}
    run(data, "keyword,beam,keyword", **kept)
    first, *searches = log.read_bytes().splitlines(keepends=True)
    assert len(searches) == 2 * len(ASKED)
    # What is in the log is taken as it is: a search that never was shows that none ran again.
    never = {"method": "keyword", "question": 0, "passages": [3], "seconds": 9.0}
    log.write_bytes(first + json.dumps(never).encode() + b"\n" + searches[1] + searches[2][:20])
    _, shown = run(data, "keyword,beam", **kept)
    assert shown.rows["keyword"].p95_ms > 1000
    assert shown.rows["keyword"].recall["recall@2"].mean < 1
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted((line["method"], line["question"]) for line in lines[1:]) == [
        (method, number) for method in ("beam", "keyword") for number in range(len(ASKED))
    ]


def test_a_log_that_was_cut_in_its_first_line_starts_again(tmp_path):
    path = tmp_path / "log"
    path.write_text('{"data": "ab')
    log = Log(Search, {"data": "abc"}, path)
    log.add(Search("beam", 0, (1, 2), 0.5))
    assert Log(Search, {"data": "abc"}, path).steps == log.steps


def test_what_does_not_fit_is_refused_and_left_alone(data, triples, tmp_path):
    memory, log = str(tmp_path / "m.clew"), tmp_path / "log.jsonl"
    run(data, memory=memory, log=log)
    before = log.read_bytes()
    other = tmp_path / "notes.txt"
    other.write_text("no line end")
    cases = [
        ({"log": log, "triples": triples}, "expected a log of the same measurement"),
        ({"log": other}, "name another place"),
        ({"memory": memory, "triples": triples}, "name another folder or file"),
        ({"memory": memory, "limit": 0}, "expected questions"),
        ({"methods": "keyword,bm25"}, "no method named 'bm25'"),
        ({"methods": "beam"}, "expected a baseline among the methods"),
        ({"limit": 1, "half": "even"}, "expected two questions or more for --half"),
        ({"embedder": "glove"}, "glove"),
    ]
    for more, message in cases:
        with pytest.raises((UsageError, UnknownNameError), match=message):
            run(data, **more)
    assert (log.read_bytes(), other.read_text()) == (before, "no line end")


def test_one_half_chooses_and_the_other_is_reported():
    data = Dataset("2wiki", ("a", "b"), tuple(Question("?", (0,)) for _ in range(4)), 0)
    # beam finds all even questions, astar all odd ones, keyword question 1, dense none.
    hits = {"beam": {0, 2}, "astar": {1, 3}, "keyword": {1}, "dense": set()}
    searches = {
        (name, number): Search(name, number, (0,) if number in found else (1,), 0.002)
        for name, found in hits.items()
        for number in range(4)
    }
    found = report(data, list(hits), searches, "even")
    assert (found.questions, found.chosen, found.baseline) == (2, "beam", "keyword")
    assert found.rows["beam"].recall["recall@5"].mean == 0.0
    assert found.rows["beam"].gain.mean == -0.5
    assert found.rows["astar"].gain.mean == 0.5
    assert found.rows["astar"].p50_ms == 2.0
    assert report(data, list(hits), searches, "odd").chosen == "astar"
    assert report(data, list(hits), searches).questions == 4


def test_a_long_passage_is_one_place(tmp_path):
    long = "Lima is a port. " * 200
    data = Dataset("2wiki", ("Lima\n" + long, "Porto\nPorto is old."), (Question("?", (0,)),), 0)
    with Memory.open(embedder="hashing", model=recorded({}, data.passages)) as memory:
        where = fill(memory, data, "x")
        assert sorted(where.values()) == [0, 0, 1]
        assert fill(memory, data, "x") == where
        with pytest.raises(UsageError, match="name another folder or file"):
            fill(memory, Dataset("2wiki", ("Oslo\nCold.",), data.questions, 0), "x")


@pytest.mark.data
def test_five_real_questions():
    folder = DATA / "musique-openie"
    if not folder.exists():
        pytest.skip("needs MuSiQue with its extraction (CLEW_DATA or ../shared/data)")
    about, found = run(
        folder / "questions_50.json",
        "keyword,ppr,personalai",
        triples=folder / "openie_gpt35.json",
        format="musique",
        limit=5,
    )
    assert about["passages_without_triples"] < 3 < 80 < about["passages"] <= 100
    assert found.rows["keyword"].recall["recall@10"].mean > 0.5
    assert found.rows["personalai"].recall["recall@10"].mean > 0.2
