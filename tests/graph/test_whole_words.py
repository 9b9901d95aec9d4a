"""Where a text has a name as whole words: as a pattern finds it, and at no limit of length."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from clew.text import normalise_name, normalise_text, place_of

LETTERS = st.text("ab_é .-'", max_size=12)


@given(LETTERS.filter(bool), LETTERS)
@example("a", "ba a")
@example("é", "éé é")
def test_a_name_is_found_where_a_pattern_finds_it(part, text):
    found = re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text)
    assert place_of(part, text) == (found.start() if found else -1)


@given(LETTERS.filter(bool), LETTERS, st.integers(0, 12))
def test_what_ends_behind_the_limit_is_not_found(part, text, end):
    at = place_of(part, text, end)
    assert at == (place_of(part, text) if 0 <= place_of(part, text) <= end - len(part) else -1)


@given(st.text(max_size=40), st.integers(1, 200))
def test_texts_of_any_length_are_spelled_as_names_are(text, times):
    whole = f"{text} " * times
    assert normalise_text(whole) == normalise_name(whole)
