"""The committed answer set: its format, its size, and gold answers that are in the texts."""

import json
import unicodedata
from collections import Counter
from importlib.resources import files

import pytest

from clew.errors import UsageError
from experiments.answers import AnswerText, load

PARTS = ("dev", "test", "plain")
TEXTS = [(part, text) for part in PARTS for text in load(part)]
by_text = pytest.mark.parametrize(
    "text", [text for _, text in TEXTS], ids=[f"{part}/{text.name}" for part, text in TEXTS]
)


def fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@pytest.mark.parametrize(
    ("part", "texts", "questions"), [("dev", 4, 48), ("test", 8, 96), ("plain", 6, 72)]
)
def test_every_part_has_at_least_the_promised_size(part, texts, questions):
    found = load(part)
    assert len(found) >= texts
    assert sum(len(text.questions) for text in found) >= questions


@pytest.mark.parametrize("part", PARTS)
def test_the_table_in_the_readme_counts_what_is_there(part):
    texts = load(part)
    kinds = Counter(question.kind for text in texts for question in text.questions)
    cells = [
        f"`{part}`",
        len(texts),
        sum(len(text.episodes) for text in texts),
        kinds.total(),
        *(kinds[kind] for kind in ("current", "past", "list", "two-hop", "unanswerable")),
    ]
    readme = (files("experiments.answers") / "README.md").read_text(encoding="utf-8")
    assert "| " + " | ".join(str(cell) for cell in cells) + " |" in readme


def test_an_unknown_part_is_refused():
    with pytest.raises(UsageError, match="dev or test or plain; got 'train'"):
        load("train")


def test_ids_are_unique_over_all_parts():
    ids = [question.id for _, text in TEXTS for question in text.questions]
    assert len(ids) == len(set(ids))


def test_no_text_is_in_two_parts():
    titles = [text.title for _, text in TEXTS]
    assert len(titles) == len(set(titles))
    parts = [{e.text for text in load(part) for e in text.episodes} for part in PARTS]
    assert sum(len(part) for part in parts) == len(set[str]().union(*parts))


@by_text
def test_files_hold_the_documented_keys_and_no_others(text: AnswerText):
    part = next(part for part, other in TEXTS if other is text)
    file = files("experiments.answers") / part / f"{text.name}.json"
    raw = json.loads(file.read_text(encoding="utf-8"))
    assert set(raw) == {"title", "licence", "episodes", "questions"}
    assert raw["licence"] == "Apache-2.0, written for clew"
    assert all(set(item) == {"text", "at", "source"} for item in raw["episodes"])
    keys = {"id", "question", "kind", "as_of", "answers", "note"}
    assert all(set(item) == keys for item in raw["questions"])


@by_text
def test_episodes_are_in_order_on_one_time_axis(text: AnswerText):
    times = [episode.at for episode in text.episodes]
    assert 6 <= len(times) <= 14
    assert len({type(time) for time in times}) == 1
    order = [time if isinstance(time, int) else time.timestamp() for time in times]
    assert order == sorted(order)
    assert len({episode.source for episode in text.episodes}) == len(times)
    asked = {type(q.as_of) for q in text.questions if q.as_of is not None}
    assert asked <= {type(times[0])}


@by_text
def test_every_kind_is_asked(text: AnswerText):
    kinds = Counter[str](question.kind for question in text.questions)
    least = {"current": 3, "past": 3, "list": 2, "two-hop": 2, "unanswerable": 3}
    assert kinds.total() >= 12
    assert all(kinds[kind] >= count for kind, count in least.items()), kinds


@by_text
def test_gold_answers_have_the_shape_of_their_kind(text: AnswerText):
    for question in text.questions:
        count = len(question.answers)
        wanted = {"unanswerable": count == 0, "list": count >= 2}.get(question.kind, count == 1)
        assert wanted, question
        assert all(item and all(item) for item in question.answers), question
        spelled = [fold(spelling) for item in question.answers for spelling in item]
        assert len(spelled) == len(set(spelled)), question


@by_text
def test_every_accepted_spelling_is_in_the_text(text: AnswerText):
    body = fold("\n".join(episode.text for episode in text.episodes))
    for question in text.questions:
        for item in question.answers:
            for spelling in item:
                assert fold(spelling) in body, (question.id, spelling)
