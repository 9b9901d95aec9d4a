"""No match of a pattern is passed over for want of a word that the pattern does not need."""

import re
from string import ascii_lowercase

from hypothesis import given
from hypothesis import strategies as st

from clew.minds.english.words.words_needed import Ways, words_needed

_WORD = st.text(ascii_lowercase, min_size=1, max_size=6)
Part = tuple[str, str]
"""A pattern, and a text that it matches."""


def _plain(word: str) -> Part:
    return word, word


def _choice(parts: list[Part], group: str, at: int) -> Part:
    pattern = "|".join(one for one, _ in parts)
    return f"({group}{pattern})", parts[at % len(parts)][1]


def _absent(part: Part, mark: str) -> Part:
    return f"(?:{part[0]}){mark}", ""


_LEAF = st.one_of(
    _WORD.map(_plain),
    _WORD.map(lambda word: (f"{word}s?", word)),
    st.sampled_from([(r"\w", "q"), ("[abc]", "b"), (r"[\w'-]+", "x-y"), (" ", " "), ("B", "B")]),
    _WORD.map(lambda word: (f"(?!{word.upper()})", "")),
)


def _larger(parts: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
    lists = st.lists(parts, min_size=1, max_size=4)
    return st.one_of(
        lists.map(
            lambda some: ("".join(one for one, _ in some), "".join(text for _, text in some))
        ),
        st.builds(_choice, lists, st.sampled_from(["?:", ""]), st.integers(0, 3)),
        st.builds(_absent, parts, st.sampled_from(["?", "*", "{0,3}"])),
        parts.map(lambda part: (f"(?:{part[0]})?", part[1])),
    )


@given(st.recursive(_LEAF, _larger, max_leaves=12))
def test_a_text_that_a_pattern_matches_has_a_word_that_it_needs(part: Part) -> None:
    pattern, text = part
    assert re.fullmatch(pattern, text)
    needed = words_needed(pattern)
    assert not needed or any(word in text for word in needed)


def test_words_are_found_in_each_branch() -> None:
    assert words_needed("(?:is|was) (?:also )?(?:called|named) B") == {"called", "named"}


@given(st.lists(st.recursive(_LEAF, _larger, max_leaves=6), min_size=1, max_size=6), st.data())
def test_many_patterns_find_what_they_find_joined(parts: list[Part], data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from([one for _, one in parts] + [" "]))))
    patterns = [one for one, _ in parts]
    ways = Ways(patterns)
    joined, found = re.search("|".join(patterns), text), ways.search(text)
    assert (joined and joined.span()) == (found and found.span())
    each = [one.span() for pattern in patterns for one in re.finditer(pattern, text)]
    assert [one.span() for one in ways.finditer(text)] == each
