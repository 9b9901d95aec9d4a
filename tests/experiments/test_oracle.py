"""The experiment with the oracle reader: what was shown is answered, what must be searched is."""

import json

from experiments.oracle import Hop, hops_in, main

TEXTS = {
    "Otto": "Otto built the boat.",
    "Vik": "Otto was born in Vik.",
    "Bonn": "Bonn lies at the Rhine.",
}
QUESTION = "Where was the builder of the boat born?"
RECORD = {
    "id": "2hop__1_2",
    "question": QUESTION,
    "question_decomposition": [
        {"question": "boat >> built by", "answer": "Otto", "paragraph_support_idx": 0},
        {"question": "Where was #1 born?", "answer": "Vik", "paragraph_support_idx": 1},
    ],
    "answer": "Vik",
    "answer_aliases": [],
    "answerable": True,
    "paragraphs": [
        {"idx": at, "title": title, "paragraph_text": text, "is_supporting": title != "Bonn"}
        for at, (title, text) in enumerate(TEXTS.items())
    ],
}


def _told(capsys, *given):
    assert main([*given, "--embedder", "hashing", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_earlier_answers_stand_in_later_searches(tmp_path):
    path = tmp_path / "musique.jsonl"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    assert hops_in(path)[QUESTION] == (
        Hop("boat built by", (), "Otto"),
        Hop("Where was Otto born?", ("Otto",), "Vik"),
    )


def test_what_fits_one_prompt_is_answered_at_once_and_the_rest_is_searched_for(tmp_path, capsys):
    path = tmp_path / "musique.json"
    path.write_text(json.dumps([RECORD]), encoding="utf-8")
    given = ["--data", str(path), "--format", "musique"]
    wide = _told(capsys, *given)
    assert (wide["questions"], wide["exact match"][0], wide["calls"][0]) == (1, 1.0, 1.0)
    none = _told(capsys, *given, "--budget", "0")
    assert none["exact match"][0] == 0.0
    plain = _told(capsys, *given, "--mode", "plain")
    assert plain["tokens"][0] < wide["tokens"][0]
    assert main([*given, "--embedder", "hashing", "--failures", "--budget", "0"]) == 0
    out = capsys.readouterr().out
    assert QUESTION in out
    assert "retrieve" in out
