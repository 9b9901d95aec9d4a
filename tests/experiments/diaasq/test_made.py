"""DiaASQ in time: exact answers, no blind guess that pays, the same bytes everywhere."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from clew.errors import UsageError
from experiments.diaasq import make
from experiments.diaasq.files import ARRIVALS, read_made
from experiments.diaasq.questions import TYPES
from tests.experiments.diaasq.oracle import answer
from tests.experiments.diaasq.small import NAMING, write_small

PLACES = ("small", pytest.param("real", marks=pytest.mark.data))
GUESSED = ("compare_questions", "similar_device_opinions", "similar_manufacturer_opinions")


@pytest.fixture(scope="module", params=PLACES)
def folder(request, tmp_path_factory):
    """Return what was made of our own small file and of DiaASQ."""
    base = tmp_path_factory.mktemp(request.param)
    data = Path(os.environ.get("CLEW_DATA", "../shared/data")) / "diaasq"
    if request.param == "small":
        data = write_small(base / "data")
    elif not data.exists():
        pytest.skip(f"DiaASQ is not at {data}; set CLEW_DATA")
    make(data, 0, base / "out")
    return base / "out"


@pytest.fixture(scope="module")
def rows(folder):
    return json.loads((folder / "statements.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def worlds(folder):
    return json.loads((folder / "dialogues.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def asked(worlds):
    return worlds[0]["questions"]


def test_every_answer_is_what_the_statements_say(asked, rows):
    for one in asked:
        right = answer(one["question"], one.get("at"), rows)
        assert right == ({item[0] for item in one["items"]} or None), one["id"]


def test_the_evidence_alone_gives_the_answer(asked, rows):
    for one in asked:
        if one["type"] in ("unanswerable", "when"):
            continue
        held = [row for row in rows if row["turn"] in one["evidence"] or row["act"] == "made"]
        assert answer(one["question"], one.get("at"), held) == {item[0] for item in one["items"]}


def test_evidence_of_a_change_is_the_day_it_came(asked, rows):
    days = {row["turn"]: row["at"][:10] for row in rows}
    for one in asked:
        if one["type"] == "when":
            assert [days[turn] for turn in one["evidence"]] == [one["items"][0][0]]


def test_all_types_are_there_and_balanced(asked):
    assert list(dict.fromkeys(one["type"] for one in asked)) == list(TYPES)
    for name in TYPES:
        labels = Counter(one["label"] for one in asked if one["type"] == name)
        assert sum(labels.values()) >= 12, name
        if name not in ("which_people", "count", "when", "dominant_opinion", "same_devices"):
            assert max(labels.values()) - min(labels.values()) <= 10, (name, labels)


def test_answering_the_first_name_is_chance(asked):
    for name in GUESSED:
        mine = [one for one in asked if one["type"] == name]
        told = [(one["question"], one["items"][0][0]) for one in mine]
        first = sum(
            min(text.rfind(option) for option in _options(text)) == text.rfind(right)
            for text, right in told
        )
        assert 0.35 <= first / len(mine) <= 0.65, name


def _options(text: str) -> list[str]:
    """Return the two names at the end of a question."""
    one, _, other = text.rstrip("?").rpartition(" or ")
    for mark in (": ", ", "):
        if mark in one:
            one = one.rpartition(mark)[2]
    return [one.removesuffix("'s"), other.removesuffix("'s")]


def test_no_question_comes_twice_in_either_order(asked):
    seen = [
        (one["type"], one.get("at"), frozenset(one["question"].replace("'s", "").split()))
        for one in asked
        if one["type"] in ("same_devices", "same_manufacturer")
    ]
    assert len(set(seen)) == len(seen)
    texts = [(one["question"], one.get("at")) for one in asked]
    assert len(set(texts)) == len(texts)


def test_statements_are_in_their_turns_and_nowhere_else(worlds, rows):
    turns = {turn["id"]: turn for turn in worlds[0]["turns"]}
    for row in rows:
        turn = turns[row["turn"]]
        assert row["person"] == turn["speaker"]
        assert row["at"] == turn["at"]
        assert row["device"] in turn["text"]
        assert row["aspect"] in turn["text"]
        if row["act"] == "made":
            assert row["value"] in turn["text"]
    assert len(turns) > len({row["turn"] for row in rows})  # distractors


def test_a_distractor_names_no_phone(worlds, rows):
    told = {row["turn"] for row in rows}
    devices = {row["device"].lower().replace(" ", "") for row in rows}
    for turn in worlds[0]["turns"]:
        if turn["id"] not in told:
            words = turn["text"].lower().replace(NAMING.lower(), "oneplus8").split()
            assert not devices & set(words), turn


def test_a_day_holds_one_opinion_of_each(rows):
    days = Counter(
        (row["person"], row["device"], row["aspect"], row["at"][:10])
        for row in rows
        if row["act"] == "opinion"
    )
    assert max(days.values()) == 1


def test_both_arrivals_bring_the_same_turns(worlds):
    ordered, shuffled = worlds
    assert [world["name"] for world in worlds] == list(ARRIVALS)
    times = [turn["at"] for turn in ordered["turns"]]
    assert times == sorted(times)
    assert [turn["at"] for turn in shuffled["turns"]] != times
    by_id = {turn["id"]: turn for turn in ordered["turns"]}
    assert {turn["id"]: turn for turn in shuffled["turns"]} == by_id
    assert ordered["questions"] == shuffled["questions"]


def test_what_is_read_back_is_what_was_made(folder, asked, rows):
    made = read_made(folder)
    assert [one.text for one in made.questions] == [one["question"] for one in asked]
    assert [one.turn for one in made.statements] == [row["turn"] for row in rows]


def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path):
    data = write_small(tmp_path / "data", 20)
    here = make(data, 3, tmp_path / "here", per_type=5)
    code = (
        "import sys; from pathlib import Path; from experiments.diaasq import make;"
        "make(Path(sys.argv[1]), 3, Path(sys.argv[2]), per_type=5)"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(data), str(tmp_path / "there")],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    )
    for path in here:
        assert path.read_bytes() == (tmp_path / "there" / path.name).read_bytes()
    other = make(data, 4, tmp_path / "other", per_type=5)
    assert other[0].read_bytes() != here[0].read_bytes()


def test_a_missing_file_or_field_is_named(tmp_path):
    with pytest.raises(UsageError, match="DiaASQ's JSON files"):
        make(tmp_path, 0, tmp_path / "out")
    data = write_small(tmp_path / "data", 3)
    held = json.loads((data / "valid.json").read_text(encoding="utf-8"))
    del held[1]["speakers"]
    (data / "valid.json").write_text(json.dumps(held), encoding="utf-8")
    with pytest.raises(UsageError, match=r"record 1: expected the field 'speakers'"):
        make(data, 0, tmp_path / "out")
    with pytest.raises(UsageError, match="experiments diaasq make"):
        read_made(tmp_path)
    with pytest.raises(UsageError, match="one question per type"):
        make(data, 0, tmp_path / "out", per_type=0)
