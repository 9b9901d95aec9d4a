"""TriviaQA's official form is read; PersonalAI's parts are written in the sets' own formats."""

import json

import pytest

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Wanted
from clew.errors import UsageError
from experiments.matrix.trivia import chunks
from tests.bench.small_sets import read_dataset

TRIVIA = "experiments.matrix.trivia:read_trivia"
LONG = "The river runs through the old town and out to the sea, where the harbour was built. "


def trivia(folder, documents, records):
    """Write questions and documents as TriviaQA's archive has them."""
    (folder / "qa").mkdir()
    evidence = folder / "evidence" / "wikipedia"
    evidence.mkdir(parents=True)
    for name, text in documents.items():
        (evidence / name).write_text(text, encoding="utf-8")
    data = {"Data": records, "Domain": "Wikipedia", "Split": "dev", "Version": 1.0}
    (folder / "qa" / "wikipedia-dev.json").write_text(json.dumps(data), encoding="utf-8")
    return folder


def asked(question, value, *files, **more):
    return {
        "Answer": {
            "Aliases": [value, *more.get("also", [])],
            "NormalizedAliases": [value.lower()],
            "Type": "WikipediaEntity",
            "Value": value,
        },
        "EntityPages": [
            {"DocSource": "TagMe", "Filename": name, "Title": name[:-4]} for name in files
        ],
        "Question": question,
        "QuestionId": "tc_1",
        "QuestionSource": "http://www.example.org/",
    }


@pytest.fixture
def archive(tmp_path):
    documents = {
        "Porto.txt": f"{LONG}\n\nPorto lies on the Douro, and the Douro is long; {LONG}",
        "Short.txt": f"{LONG}\n\n" + "x" * 1025,
        "Lima.txt": f"Lima is the capital of Peru. {LONG}",
    }
    records = [
        asked("Which river passes Porto?", "Douro", "Porto.txt", also=["Duero"]),
        asked("What is short?", "x", "Short.txt"),
        asked("Of what is Lima the capital?", "Peru", "Lima.txt", "Porto.txt"),
    ]
    return trivia(tmp_path, documents, records)


def test_trivia_is_read_with_its_documents_and_distant_support(archive):
    found = read_dataset(archive, TRIVIA, answers=True)
    assert found.questions[0].text == "Which river passes Porto?"
    assert found.questions[0].answers == ("Douro", "Duero", "douro")
    assert found.questions[0].kind == "WikipediaEntity"
    first = found.questions[0]
    assert [found.passages[n].partition("\n")[0] for n in first.supporting] == ["Porto"]
    assert "Douro" in found.passages[first.supporting[0]]
    # The document of two questions is there once.
    assert sum(text.startswith("Porto\n") for text in found.passages) == 1
    assert len(read_dataset(archive, TRIVIA, limit=1).questions) == 1


def test_trivia_tells_what_is_missing_and_where(archive, tmp_path):
    (archive / "evidence" / "wikipedia" / "Lima.txt").unlink()
    with pytest.raises(
        UsageError, match=r"Data\[2\], EntityPages\[0\]: expected a document at .*L"
    ):
        read_dataset(archive, TRIVIA)
    path = archive / "qa" / "wikipedia-dev.json"
    path.write_text(json.dumps({"Data": [{"Question": "?", "Answer": {}}]}))
    with pytest.raises(UsageError, match=r"Data\[0\], Answer: expected field 'Value'"):
        read_dataset(path, TRIVIA)
    with pytest.raises(UsageError, match="found no such folder; name it: --corpus"):
        read_datasets(path, TRIVIA, Wanted(corpus=tmp_path / "none"))


def test_chunks_repeat_short_paragraphs_and_keep_long_ones_whole():
    assert chunks("one\n\n\n\ntwo") == ["one\n\ntwo"]
    assert chunks("") == []
    parts = [letter * 500 for letter in "abc"]
    assert chunks("\n\n".join(parts)) == ["\n\n".join(parts[:2]), parts[2]]
    told = ["a" * 1000, "b" * 60, "c" * 500]
    assert chunks("\n\n".join(told)) == [told[0], "\n\n".join(told[1:])]
    told = ["a" * 900, "b" * 60, "c" * 500]
    assert chunks("\n\n".join(told)) == ["\n\n".join(told[:2]), "\n\n".join(told[1:])]
    assert chunks("d" * 3000) == ["d" * 3000]


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
    path, out = tmp_path / "data.json", tmp_path / "new" / "part.json"
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
    found = read_dataset(out, TRIVIA, answers=True)
    assert [one.answers[0] for one in found.questions] == ["Douro", "Peru"]
    assert not any(text.startswith("Short\n") for text in found.passages)


def test_a_set_that_cannot_be_read_is_one_line(experiment, tmp_path):
    given = ("--data", tmp_path / "none", "--out", tmp_path / "part.json")
    ran = experiment("subset", "--format", "triviaqa", *given)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "TriviaQA's documents" in ran.err
