"""PersonalAI's parts of HotpotQA and TriviaQA are written in the sets' own formats."""

import json

from tests.bench.small_sets import read_dataset
from tests.bench.test_formats import LONG, archive

__all__ = ["archive"]


def titled(question, answer, *support, **texts):
    context = [[title, [text]] for title, text in texts.items()]
    return {
        "question": question,
        "answer": answer,
        "type": "bridge",
        "context": context,
        "supporting_facts": [[title, 0] for title in support],
    }


def test_hotpots_subset_is_of_gold_contexts_of_some_length(experiment, tmp_path):
    path, out = tmp_path / "data.json", tmp_path / "part.json"
    records = [
        titled("First?", "yes", "A", "B", A=LONG, B="B" * 64, C=LONG),
        titled("Too short?", "no", "A", A="A" * 63),
        titled("Too long?", "no", "A", A="A" * 1025),
        titled("Last?", "no", "A", "A", A="A" * 1024, C=LONG),
    ]
    path.write_text(json.dumps(records))
    ran = experiment("subset", "--format", "hotpotqa", "--data", path, "--out", out)
    assert (ran.code, ran.out) == (0, f"2 questions: {out}\n"), ran.err
    found = read_dataset(out, "hotpotqa", answers=True)
    assert [(one.text, one.answers, one.kind) for one in found.questions] == [
        ("First?", ("yes",), "bridge"),
        ("Last?", ("no",), "bridge"),
    ]
    assert [text.partition("\n")[0] for text in found.passages] == ["A", "B", "A"]


def test_trivias_subset_leaves_out_a_question_for_one_chunk(experiment, archive):
    out = archive / "qa" / "part.json"
    ran = experiment("subset", "--format", "triviaqa", "--data", archive, "--out", out)
    assert ran.code == 0, ran.err
    found = read_dataset(out, "triviaqa", answers=True)
    assert [one.answers[0] for one in found.questions] == ["Douro", "Peru"]
    assert not any(text.startswith("Short\n") for text in found.passages)


def test_a_set_that_cannot_be_read_is_one_line(experiment, tmp_path):
    given = ("--data", tmp_path / "none", "--out", tmp_path / "part.json")
    ran = experiment("subset", "--format", "triviaqa", *given)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "TriviaQA's documents" in ran.err
