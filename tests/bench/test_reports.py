"""Reports hold what was measured, as JSON and as Markdown; charts need their extra."""

import importlib.util
import json

import pytest

from clew.bench.bootstrap import Estimate
from clew.bench.configurations import configurations_of
from clew.bench.qa import Trial, run
from clew.bench.reports import (
    markdown_table,
    of_answers,
    of_retrieval,
    published,
    write_charts,
    write_report,
)
from clew.bench.retrieval import Plan
from clew.bench.retrieval import run as search
from clew.bench.scores import rows
from clew.errors import NotInstalledError
from clew.settings import ModelSettings
from tests.bench.test_qa import written

HAS_CHARTS = importlib.util.find_spec("matplotlib") is not None
BARS = {"recall@5": {"keyword": Estimate(0.5, 0.4, 0.7), "dense": Estimate(0.6, 0.6, 0.6)}}


def test_the_report_of_answers_says_the_same_in_both_forms(tmp_path):
    plan = Plan(data=written(tmp_path), format="musique", embedder="hashing")
    ran = run(Trial(plan=plan, configurations=configurations_of(["ask", "BS"])), ModelSettings())
    data, page = write_report(tmp_path / "out", *of_answers(ran, rows(ran)))
    told, text = json.loads(data.read_text()), page.read_text()
    assert told["rows"]["ask"]["em"] == [1.0, 1.0, 1.0]
    assert told["rows"]["ask"]["kinds"]["1hop"]["questions"] == 4
    assert "| ask | 1.000 [1.000, 1.000] |" in text
    assert "| ask | 1 of 1 | 0 of 3 | 0 | 0 | 0 |" in text
    assert "recall@5" in text
    assert told["published"] is None


def test_the_papers_number_is_told_to_be_of_a_subset():
    about = {"learned": "hotpotqa, rules", "subset": False}
    note, of_subset = published(about), published(about | {"subset": True})
    assert note
    assert of_subset
    assert "60.0 % (its table 8)" in note
    assert note.endswith("this run is not (--subset).")
    assert of_subset.endswith("this run is of that subset.")
    assert published(about | {"learned": "2wiki, rules"}) is None


def test_the_report_of_searches_marks_the_chosen_method(tmp_path):
    plan = Plan(data=written(tmp_path), format="musique", embedder="hashing", half="even")
    about, found = search(plan, ["keyword", "hybrid"])
    plain, text = of_retrieval(about, found)
    assert plain["rows"]["keyword"]["recall"]["recall@10"][0] == 1.0
    assert "| hybrid (chosen) | 1.000 [1.000, 1.000] |" in text


def test_a_bar_in_a_cell_does_not_end_it():
    assert markdown_table(["a"], [["b|c"]]) == "| a |\n| --- |\n| b/c |"


@pytest.mark.skipif(HAS_CHARTS, reason="matplotlib is installed")
def test_charts_name_the_extra_they_need(tmp_path):
    with pytest.raises(NotInstalledError, match=r"pip install 'clew\[bench\]'"):
        write_charts(tmp_path, BARS)


@pytest.mark.skipif(not HAS_CHARTS, reason="needs matplotlib, the extra `bench`")
def test_the_same_numbers_draw_the_same_bytes(tmp_path):
    (path,) = write_charts(tmp_path, BARS)
    first = path.read_bytes()
    assert first.startswith(b"\x89PNG")
    assert write_charts(tmp_path, BARS)[0].read_bytes() == first
