import json
import sys

import pytest

from experiments.embedders import main, measure, workloads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

TURNS = [
    {"speaker": "Ana", "dia_id": "D1:1", "text": "I adopted a grey cat called Minka."},
    {"speaker": "Ben", "dia_id": "D1:2", "text": "We repaired the old boat on Sunday."},
    {"speaker": "Ana", "dia_id": "D1:3", "text": "My sister moved to Lisbon."},
]
QUESTIONS = [
    {"question": "Which cat did Ana adopt?", "evidence": ["D1:1"], "category": 1},
    {"question": "Who moved to Lisbon?", "evidence": ["D1:3; D9:9"], "category": 4},
    {"question": "What did nobody say?", "evidence": ["D1:2"], "category": 5},
    {"question": "Where is the missing turn?", "evidence": ["D7:7"], "category": 1},
]


@pytest.fixture
def data(tmp_path):
    """A folder with the two data sets, our own words, three texts each."""
    locomo, musique = tmp_path / "locomo", tmp_path / "musique-openie"
    locomo.mkdir()
    musique.mkdir()
    conversation = {"conversation": {"session_1": TURNS}, "qa": QUESTIONS}
    corpus = [{"title": turn["dia_id"], "text": turn["text"]} for turn in TURNS]
    paragraphs = [
        {"title": p["title"], "paragraph_text": p["text"], "is_supporting": i == 1}
        for i, p in enumerate(corpus)
    ]
    questions = [{"question": "Which boat was repaired?", "paragraphs": paragraphs}]
    triples = {
        "docs": [{"extracted_entities": ["Ana"], "extracted_triples": [["Ana", "has", "cat"]]}]
    }
    (locomo / "conversations_1_to_5.json").write_text(json.dumps([conversation]), "utf-8")
    (musique / "corpus.json").write_text(json.dumps(corpus), "utf-8")
    (musique / "questions_50.json").write_text(json.dumps(questions), "utf-8")
    (musique / "openie_gpt35.json").write_text(json.dumps(triples), "utf-8")
    return tmp_path


def test_only_questions_with_known_evidence_of_the_kept_categories_count(data):
    [[conversation], [musique]] = workloads(data)
    assert conversation.evidence == [{0}, {2}]
    assert musique.evidence == [{1}]


def test_all_is_found_among_three_texts_and_compared_with_the_first(data):
    first, second = measure(["hashing:64", "hashing:128"], data)
    assert first.recall["locomo"] == {
        f"{method}@{cut}": 1.0 for method in ("keyword", "dense", "fused") for cut in (5, 10)
    }
    assert second.gain["musique"] == (0.0, 0.0, 0.0)
    assert first.megabytes > 1


def test_the_report_is_a_table_or_json(data, capsys):
    main(["--data", str(data), "--embedders", "hashing:64"])
    assert "hashing:64" in capsys.readouterr().out
    main(["--data", str(data), "--embedders", "hashing:64", "--json", "--limit", "1"])
    assert json.loads(capsys.readouterr().out)[0]["embedder"] == "hashing:64"
