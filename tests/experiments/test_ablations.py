"""The ablations leave out what they say, run nothing twice, and name what is no ablation."""

import json

import pytest

from clew.bench.methods import METHODS, Behind
from clew.bench.retrieval import Log, Search, fill
from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.memory import Memory
from clew.recall.base import Limits, Query
from clew.recall.search.flat import Keyword
from experiments.ablations import main, measure
from experiments.variants import VARIANTS, WHOLE, Variant, Without
from tests.bench.small_sets import read_dataset, write_questions, write_triples

TEXTS = {
    "Ana Silva": "Ana Silva works for Norte Air. Ana Silva lived in Faro until 2019.",
    "Norte Air": "Norte Air was founded by Rui Costa.",
    "Rui Costa": "Rui Costa lives in Porto.",
    "Lima": "Lima is the capital of Peru.",
}
ASKED = [
    ("Who founded the company that Ana Silva works for?", ["Ana Silva", "Norte Air"]),
    ("What is Lima the capital of?", ["Lima"]),
]


@pytest.fixture
def data(tmp_path):
    return write_questions(tmp_path, TEXTS, ASKED)


@pytest.fixture
def triples(tmp_path):
    return write_triples(tmp_path, TEXTS, {"Ana Silva": [["Ana Silva", "works for", "Norte Air"]]})


def run(data, *more):
    common = ["--format", "2wiki", "--embedder", "hashing"]
    return main(["--data", str(data), *common, *map(str, more)])


def test_every_variant_is_measured_and_a_whole_does_not_differ_from_itself(data, capsys):
    assert run(data, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["questions"], found["no_ablation"]) == (2, [])
    assert min(found["facts"], found["theses"], found["over"]) > 0
    names = [f"{method} {variant}" for method, some in VARIANTS.items() for variant in some]
    assert list(found["rows"]) == names
    for method, variants in VARIANTS.items():
        rows = {variant: found["rows"][f"{method} {variant}"] for variant in variants}
        assert rows[WHOLE]["change"] == [0.0, 0.0, 0.0]
        for row in rows.values():
            change = row["recall"][0] - rows[WHOLE]["recall"][0]
            assert row["change"][0] == pytest.approx(change)


def test_what_a_memory_does_not_hold_cannot_be_left_out_of_it(data, triples, tmp_path, capsys):
    log = tmp_path / "log"
    assert run(data, "--triples", triples, "--method", "beam, ppr", "--log", log) == 0
    shown = capsys.readouterr().out
    assert "no_ablation: ['beam -T', 'beam any time', 'ppr -T', 'ppr any time']" in shown
    assert "beam depth 1" in shown
    ran = {json.loads(line)["method"] for line in log.read_text().splitlines()[1:]}
    assert not ran & {"beam -T", "beam any time"}


def test_a_search_in_the_log_is_not_run_again(data, tmp_path, capsys):
    given = ("--method", "beam", "--memory", tmp_path / "m.clew", "--log", tmp_path / "log")
    assert run(data, *given) == 0
    first, search, *others = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    never = json.loads(search) | {"passages": []}
    kept = [first, json.dumps(never).encode() + b"\n", *others[:-1], others[-1][:9]]
    (tmp_path / "log").write_bytes(b"".join(kept))
    capsys.readouterr()
    assert run(data, *given, "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows[never["method"]]["recall"][0] <= 0.5  # what was never found counts as missed
    assert len((tmp_path / "log").read_bytes().splitlines()) == len(others) + 2


class Facts:
    """A retriever that finds nothing and notes which facts it could have found."""

    def __init__(self):
        self.seen = set()

    def retrieve(self, view, query, limits):
        self.seen |= {item.object_name for item in view.items(view.ids(Kind.FACT))}
        return []


def test_what_is_over_is_shown_at_any_time_only(data):
    questions = read_dataset(data, "2wiki")
    with Memory.open(embedder="hashing") as memory:
        where = fill(memory, questions, "rules")
        now, ever = Facts(), Facts()
        variants = {"x now": Variant(retriever=now), "x": Variant(retriever=ever, any_time=True)}
        log = Log(Search, {})
        measure(memory, questions, where, variants, log, first=7)
    assert ever.seen - now.seen == {"Faro"}
    assert {number for _, number in log.steps} == {7, 8}


@pytest.mark.parametrize("kind", [Kind.EPISODE, Kind.THESIS, Kind.ENTITY])
def test_a_kind_left_out_is_not_found(data, tmp_path, kind):
    assert run(data, "--method", "beam", "--memory", tmp_path / "m.clew") == 0
    query = Query(text="Ana Silva", kinds=(Kind.EPISODE, Kind.THESIS, Kind.ENTITY))
    with Memory.open(tmp_path / "m.clew", embedder="hashing") as memory, memory.view() as view:
        whole = Keyword().retrieve(view, query, Limits())
        less = Without(Keyword(), kind).retrieve(view, query, Limits())
    assert kind in {one.kind for one in whole}
    assert {one.id for one in less} == {one.id for one in whole if one.kind is not kind}


def test_episodes_can_be_ranked_without_being_searched():
    for method, variants in VARIANTS.items():
        whole = variants[WHOLE].retriever
        assert whole is METHODS[method]
        if "-E" in variants:
            # The votes go on what was found without episodes, not the other way round.
            less = variants["-E"].retriever
            assert isinstance(less, Behind)
            assert isinstance(less.source, Without)
            assert less.source.kind is Kind.EPISODE


def test_an_unknown_method_is_said(data):
    with pytest.raises(UnknownNameError, match="no method named 'bm25'"):
        run(data, "--method", "bm25")
