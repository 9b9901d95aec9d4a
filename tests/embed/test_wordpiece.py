import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.embed.wordpiece import WordPiece

REFERENCE = json.loads(Path(__file__).with_name("minilm_reference.json").read_text("utf-8"))
VOCABULARY = files("clew.embed").joinpath("data/bert-vocab.txt").read_text("utf-8").split("\n")
TOKENIZER = WordPiece(VOCABULARY)


def pieces(text):
    return [VOCABULARY[i] for i in TOKENIZER.encode(text, 256)][1:-1]


@pytest.mark.parametrize("case", REFERENCE["texts"], ids=lambda case: case["text"][:20])
def test_ids_equal_those_of_the_huggingface_tokenizer(case):
    assert list(TOKENIZER.encode(case["text"], 256)) == case["ids"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Embeddings", ["em", "##bed", "##ding", "##s"]),
        ("don't.", ["don", "'", "t", "."]),
        ("Ångström", ["ang", "##strom"]),
        ("ΣΟΦΟΣ", ["σ", "##ο", "##φ", "##ο", "##σ"]),
        ("東京x", ["東", "京", "x"]),
        ("a\u200bb\0c\td", ["abc", "d"]),
        ("\ufffd", []),
        ("[SEP]", ["[", "sep", "]"]),
        ("𓀀", ["[UNK]"]),
        ("x" * 101, ["[UNK]"]),
        ("“quoted”", ["“", "quoted", "”"]),
        ("$5+3", ["$", "5", "+", "3"]),
    ],
)
def test_known_texts(text, expected):
    assert pieces(text) == expected


@given(st.text(st.characters()), st.integers(2, 20))
def test_any_text_is_framed_and_within_the_limit(text, limit):
    ids = TOKENIZER.encode(text, limit)
    assert VOCABULARY[ids[0]] == "[CLS]"
    assert VOCABULARY[ids[-1]] == "[SEP]"
    assert 2 <= len(ids) <= limit
    assert ids[:-1] == TOKENIZER.encode(text, 1000)[: len(ids) - 1]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_text_alone_and_in_a_row_is_cut_alike(text):
    assert pieces(f"{text} {text}") == pieces(text) * 2


def test_of_a_run_without_spaces_the_first_ten_thousand_characters_are_read():
    assert pieces("." * 10_000) == pieces("." * 20_000)
    assert TOKENIZER.encode("x" * 9_999 + ".", 256)[-2] != TOKENIZER.encode("x" * 10_001, 256)[-2]
