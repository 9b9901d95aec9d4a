"""What of a text may name something."""

import pytest

from clew.recall.linking import MOST_CHARACTERS
from clew.recall.query import find_mentions


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Who is Anna's boss?", ["Anna", "boss"]),
        ("Did he play in Johnnycake, West Virginia?", ["play", "Johnnycake, West Virginia",
                                                       "Johnnycake", "West Virginia"]),
        ("the author of Alexander and the Bad Day", ["author", "Alexander and the Bad Day",
                                                     "Alexander", "the Bad Day"]),
        ("the red notebook, her old locker", ["red notebook", "locker"]),
        ('Who sang "a small hello"?', ["sang", "a small hello", "hello"]),
        ("где Ключ?", ["где", "Ключ"]),
        ("東京はどこですか", ["東京はどこですか"]),
        ("Does O'Brien like AT&T?", ["O'Brien", "like", "AT&T"]),
        ("who are they and what is it", []),
        ("🦊 … \x00 \ud800", []),
        ("", []),
    ],
)  # fmt: skip
def test_mentions_in_order_the_whole_before_its_parts(text, want):
    found = find_mentions(text)
    assert [one.text for one in found] == want
    spans = [one.span for one in found if one.span is not None]
    assert [text[start:end] for start, end in spans] == want


def test_what_is_written_like_a_name_is_told_apart_where_the_text_has_capitals():
    named = {one.text: one.named for one in find_mentions("Is the key in Anna's room?")}
    assert named == {"key": False, "Anna": True, "room": False}
    assert all(one.named for one in find_mentions("is the key in the room?"))
    assert all(one.named for one in find_mentions("ключ в доме"))


def test_a_long_text_is_read_from_its_beginning():
    text = "Anna. " * 2000
    assert [one.text for one in find_mentions(text)] == ["Anna"]
    far = "x " * MOST_CHARACTERS + "Anna"
    assert "Anna" not in [one.text for one in find_mentions(far)]
    assert len(find_mentions(" ".join(f"Name{n}." for n in range(500)))) == 24
