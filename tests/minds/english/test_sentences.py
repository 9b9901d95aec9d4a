"""Sentence splitting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.minds.english.reading.sentences import MAX_SENTENCE, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Holm met Mr. Berg. They left.", ["Dr. Holm met Mr. Berg.", "They left."]),
        ("J. R. R. Tolkien wrote. He slept.", ["J. R. R. Tolkien wrote.", "He slept."]),
        ("He has an iPhone X. I like it.", ["He has an iPhone X.", "I like it."]),
        ("X. Y. Heller wrote.", ["X. Y. Heller wrote."]),
        ("It costs 3.50 euros. Cheap.", ["It costs 3.50 euros.", "Cheap."]),
        ("She works at Acme Inc. and likes it.", ["She works at Acme Inc. and likes it."]),
        ('"Stay here. I mean it," said Anna. Ben left.',
         ['"Stay here. I mean it," said Anna.', "Ben left."]),
        ('"Stop!" she said.', ['"Stop!" she said.']),
        ("Title\n\nBody text here.", ["Title", "Body text here."]),
        ("- one\n- two", ["- one", "- two"]),
        ("她住在奥斯陆。他住在罗马。", ["她住在奥斯陆。", "他住在罗马。"]),
        ("", []),
    ],
)  # fmt: skip
def test_a_text_is_split(text, sentences):
    assert split_sentences(text) == sentences


@given(st.text(alphabet=st.sampled_from('ab .!?"“”\n()A1') | st.characters()))
def test_only_white_space_is_lost_and_no_sentence_is_too_long(text):
    found = split_sentences(text)
    assert "".join("".join(sentence.split()) for sentence in found) == "".join(text.split())
    assert all(len(sentence) <= MAX_SENTENCE for sentence in found)
    assert all(sentence in text for sentence in found)
