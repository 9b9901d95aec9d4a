"""Texts become episodes: cut where it breaks best, and nothing of them lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.learn.observe import MOST_CHARACTERS, Input, check, passages


@given(st.text(), st.integers(4, 40))
def test_the_parts_joined_are_the_text(text, most):
    parts = passages(text, most)
    assert "".join(parts) == text
    assert all(len(part) <= most for part in parts)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=2))
def test_paragraphs_are_cut_between_them(paragraphs):
    text = "\n\n".join(paragraphs)
    assert "".join(passages(text)) == text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("aaaa aaaa\n\nbbbb bbbb bbbb", "aaaa aaaa\n\n"),
        ("aaaa aaaa\nbbbb bbbb bbbbbb", "aaaa aaaa\n"),
        ("Aaaa aaa. Bbbb bbbb bbbbbb", "Aaaa aaa. "),
        ("aaaaaaaaa bbbbbbbbbbbbbbbbb", "aaaaaaaaa "),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa"),
    ],
)
def test_it_breaks_at_the_best_place(text, first):
    assert passages(text, 16)[0] == first


def test_ten_megabytes_are_cut_at_once():
    parts = passages("word and word. " * 700_000)
    assert sum(map(len, parts)) == 15 * 700_000
    assert max(map(len, parts)) <= MOST_CHARACTERS


def test_a_source_that_no_file_can_hold_is_refused():
    with pytest.raises(UsageError, match="lone surrogate"):
        check(Input("text", 1, "\udc80"))


def test_a_bare_text_among_the_inputs_is_refused():
    with pytest.raises(UsageError, match=r"expected an Input\(text, at\), got 'Anna'"):
        check("Anna")  # type: ignore[arg-type]
