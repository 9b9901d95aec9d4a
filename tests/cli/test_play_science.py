"""`clew play` in ScienceWorld."""

import shutil

import pytest

from clew.memory import Memory
from tests.cli.running import make_cli

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")

BOIL = ("play", "clew/ScienceWorld-v0", "--task", "boil")


@pytest.fixture
def cli(tmp_path, capsys, monkeypatch, unset):
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path / "cache"))
    return make_cli(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--task", "boiled"), 1, "no ScienceWorld task named 'boiled'; did you mean 'boil'?"),
        (("--split", "exam"), 1, "no split named 'exam'; known: dev, test, train"),
        (("--simplifications", "simple"), 1, "no simplification named 'simple'"),
        (("--level", "easy"), 2, "--level is not for clew/ScienceWorld-v0"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(cli, tmp_path, options, code, said):
    ran = cli("play", "clew/ScienceWorld-v0", *options)
    assert ran.code == code
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.glob("*.clew"))


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java: default-jre-headless")
def test_a_variation_is_played_and_kept(cli):
    ran = cli(*BOIL, "--variation", "21", "--max-steps", "2", "--embedder", "hashing", "--json")
    assert ran.code == 0, ran.err
    told = ran.json
    assert (told["env"], told["max_score"], told["decisions"]) == ("ScienceWorld-v0", 100, 2)
    assert told["memory"] == "ScienceWorld-0.clew"
    ran = cli("check", "--memory", told["memory"])
    assert ran.code == 0
    ran = cli(*BOIL, "--variation", "30")
    assert (ran.code, "from 0 to 29" in ran.err) == (1, True)


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java: default-jre-headless")
def test_a_run_that_is_refused_leaves_no_new_file_and_a_known_one_alone(cli, tmp_path):
    play = (*BOIL, "--variation", "0", "--agent", "scienceworld", "--embedder", "hashing")
    for named in ((), ("--memory", "mine.clew")):
        ran = cli(*play, *named)
        assert (ran.code, "experiments scienceworld train" in ran.err) == (1, True)
        assert not list(tmp_path.glob("*.clew*"))
    known = "> wait\nYou decide to wait."
    with Memory.open("mine.clew", embedder="hashing") as memory:
        memory.remember(known, at=1)
    assert cli(*play[:-2], "--memory", "mine.clew").code == 1
    with Memory.open("mine.clew", embedder="hashing") as memory:
        assert memory.stats().kinds["episode"] - len(memory.runs()) == 1
