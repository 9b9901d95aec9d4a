import json

import pytest

from tests.bench.test_qa import written

QUICK = ("--embedder", "hashing")


@pytest.fixture
def data(tmp_path):
    return written(tmp_path)


def test_retrieval_reports_and_resumes(cli, data, tmp_path):
    given = ("bench", "retrieval", "--data", data, "--format", "musique", *QUICK)
    ran = cli(*given, "--method", "keyword,hybrid", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert "| keyword | " in ran.out
    assert "written: " in ran.err
    assert "musique, texts: 4 of 4" in ran.err
    assert "musique, keyword: 3 of 3" in ran.err
    log = tmp_path / "out" / "log.jsonl"
    before = log.read_bytes()
    ran = cli(*given, "--method", "keyword,hybrid", "--out", tmp_path / "out", "--json")
    assert ran.json["rows"]["keyword"]["recall"]["recall@10"][0] == 1.0
    assert log.read_bytes() == before
    assert json.loads((tmp_path / "out" / "report.json").read_text()) == ran.json


def test_qa_says_that_nothing_is_kept_and_prints_one_object(cli, data):
    ran = cli("bench", "qa", "--data", data, "--format", "musique", *QUICK, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["rows"]["ask"]["em"] == [1.0, 1.0, 1.0]
    assert "nothing is kept; with --out FOLDER" in ran.err
    assert "musique, ask: 4 of 4" in ran.err


def test_qa_takes_methods_and_keeps_everything_in_its_folder(cli, data, tmp_path):
    ran = cli(
        *("bench", "qa", "--data", data, "--format", "musique", *QUICK, "--questions", "2"),
        *("--method", "beam,hybrid", "--out", tmp_path / "out"),
    )
    assert ran.code == 0, ran.err
    assert "| beam | " in ran.out
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {
        "log.jsonl",
        "memory.clew",
        "report.json",
        "report.md",
    }


def test_what_cannot_be_run_is_one_line(cli, data, tmp_path):
    common = ("--data", data, "--format")
    cases = [
        (("qa", *common, "squad"), 1, "no format named 'squad'; known: "),
        (("qa", *common, "hotpotqa"), 1, "record 0: expected field 'context' (list), got none"),
        (("qa", *common, "musique", "--method", "hybird"), 1, "no method named 'hybird'"),
        (("qa", *common, "musique", *QUICK, "--out", data), 1, "expected a folder at"),
        (("qa", *common, "musique", "--method", ","), 2, "expected comma-separated names"),
        (("retrieval", *common, "musique", "--method", "glove"), 1, "no method named 'glove'"),
        (("retrieval", *common, "musique", "--half", "third"), 2, "expected --half even or"),
        (("qa", "--data", tmp_path / "none.json", "--format", "musique"), 1, "expected a readable"),
        (("qa", "--format", "musique"), 2, "--data"),
    ]
    for arguments, code, message in cases:
        ran = cli("bench", *arguments)
        assert (ran.code, message in ran.error) == (code, True), (arguments, ran.err)
        assert not ran.out


@pytest.mark.parametrize(
    "wrong",
    [
        ("--model", "opnai:x"),
        ("--judge", "nobody"),
        ("--replay", "none.jsonl"),
        ("--embedder", "hasing"),
    ],
)
def test_a_wrong_name_leaves_no_folder_that_the_right_one_does_not_fit(cli, data, tmp_path, wrong):
    given = ("bench", "qa", "--data", data, "--format", "musique", "--out", tmp_path / "out")
    assert cli(*given, *QUICK, *wrong).code == 1
    assert not (tmp_path / "out").exists()
    assert cli(*given, *QUICK, "--questions", "1").code == 0


def test_the_group_lists_its_commands(cli):
    ran = cli("bench", "--help")
    assert ran.code == 0
    assert all(name in ran.out for name in ("retrieval", "qa"))
