"""The experiment on reranking scores what recall would show."""

import json

from clew.bench.question_set import Question
from clew.memory import Memory
from clew.recall.query import read_question
from experiments.__main__ import main as experiment
from experiments.packing import CUTS, WAYS, main, measure
from tests.experiments.test_locomo import RAW


def test_a_turn_counts_when_a_row_among_the_first_rests_on_it():
    with Memory.open(embedder="hashing") as memory:
        (first,) = memory.remember("Ana lives in Porto.").episodes
        (second,) = memory.remember("Ben owns a red boat.").episodes
        asked = read_question("Where does Ana live?", memory.embedder)
        question = Question(asked.text, (0, 9))
        with memory.view() as view:
            scores = measure(view, {first: 0, second: 1}, [question], [asked])
    assert scores == {(name, cut): [0.5] for name in WAYS for cut in CUTS}


def test_the_command_compares_every_way_with_the_own_order(tmp_path, capsys):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([RAW]), encoding="utf-8")
    given = ["--data", str(path), "--embedder", "hashing"]
    assert main([*given, "--json"]) == 0
    ways = json.loads(capsys.readouterr().out)["ways"]
    assert list(ways) == list(WAYS)
    assert ways["own order"]["gain@5"] == [0.0, 0.0, 0.0]
    assert main([*given, "--half", "even"]) == 0
    assert capsys.readouterr().out.count("recall@10") == len(WAYS)
    assert experiment(["packing", "--data", str(tmp_path / "none.json")]) == 2
