"""ScienceWorld's gold paths, played."""

import json
import shutil

import pytest

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")

from experiments.scienceworld.gold import main


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java: default-jre-headless")
def test_paths_are_played_and_their_scores_printed(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path))
    assert main(["gold", "--tasks", "7-1, find-non-living-thing", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["key"], first["task"], first["variation"]) == (
        "7-1",
        "lifespan-longest-lived",
        93,
    )
    assert (second["key"], second["actions"]) == ("4-2", 7)
    assert first["score"] == second["score"] == 100
    assert main(["gold", "--tasks", "7-1", "--split", "train"]) == 0
    assert "1 of 1 reach 100" in capsys.readouterr().out
