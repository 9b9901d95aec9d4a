"""Reports hold what was measured, as JSON and as Markdown."""

import json

from clew.bench.configurations import configurations_of
from clew.bench.qa import Trial, run
from clew.bench.reports import markdown_table, of_answers, of_retrieval, write_report
from clew.bench.retrieval import Plan
from clew.bench.retrieval import run as search
from clew.bench.scores import rows
from clew.settings import ModelSettings
from tests.bench.test_qa import written


def test_the_report_of_answers_says_the_same_in_both_forms(tmp_path):
    plan = Plan(data=written(tmp_path), format="musique", embedder="hashing")
    ran = run(Trial(plan=plan, configurations=configurations_of(["ask", "beam"])), ModelSettings())
    data, page = write_report(tmp_path / "out", *of_answers(ran, rows(ran)))
    told, text = json.loads(data.read_text()), page.read_text()
    assert told["rows"]["ask"]["em"] == [1.0, 1.0, 1.0]
    assert told["rows"]["ask"]["kinds"]["1hop"]["questions"] == 4
    assert "| ask | 1.000 [1.000, 1.000] |" in text
    assert "| ask | 1 of 1 | 0 of 3 | 0 | 0 | 0 |" in text
    assert "recall@5" in text


def test_the_report_of_searches_marks_the_chosen_method(tmp_path):
    plan = Plan(data=written(tmp_path), format="musique", embedder="hashing", half="even")
    about, found = search(plan, ["keyword", "hybrid"])
    plain, text = of_retrieval(about, found)
    assert plain["rows"]["keyword"]["recall"]["recall@10"][0] == 1.0
    assert "| hybrid (chosen) | 1.000 [1.000, 1.000] |" in text


def test_a_bar_in_a_cell_does_not_end_it():
    assert markdown_table(["a"], [["b|c"]]) == "| a |\n| --- |\n| b/c |"
