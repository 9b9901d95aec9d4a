"""The experiment on evidence counts gold passages in a prompt, and says where others are lost."""

import json

from clew.ask.asking import Asking, QALimits
from clew.memory import Memory
from clew.recall.base import Limits
from clew.recall.query import read_question
from experiments.__main__ import main as experiment
from experiments.evidence import look, main
from tests.experiments.test_locomo import RAW


def test_gold_is_shown_or_lost_for_want_of_room_or_never_found():
    with Memory.open(embedder="hashing") as memory:
        (first,) = memory.remember("Hm, Ana said that she still lives in Porto.").episodes
        asked = read_question("Where does Ana live?", memory.embedder)
        for tokens, shown, ranked in ((1000, 1, 0), (0, 0, 1)):
            how = Asking(limits=QALimits(tokens=tokens, recall=Limits(k=9)))
            with memory.view() as view:
                found = look(view, asked, (0, 9), {first: 0}, how)
            assert (found.gold, found.shown, found.ranked) == (2, shown, ranked)
            assert found.tokens > 0


def test_the_command_reports_the_share_and_fails_below_the_bar(tmp_path, capsys):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([RAW]), encoding="utf-8")
    given = ["--data", str(path), "--format", "locomo", "--embedder", "hashing"]
    assert main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["reached"] is True
    mean, low, high = told["shown"]
    assert 0 <= low <= mean <= high <= 1
    assert main([*given, "--least", "1.01"]) == 1
    assert "not reached" in capsys.readouterr().out
    assert experiment(["evidence", "--data", str(tmp_path / "none"), "--format", "locomo"]) == 2
