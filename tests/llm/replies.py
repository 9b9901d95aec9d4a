"""Replies of any shape: what a model may send instead of what it was asked for."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

__all__ = ["any_reply"]


def any_reply(keys: Sequence[str]) -> st.SearchStrategy[Any]:
    """Return JSON values; the keys of objects are often among these."""
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(keys) | st.text(max_size=3), inner, max_size=4)
        ),
        max_leaves=12,
    )
