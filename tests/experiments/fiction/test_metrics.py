"""The measures of runs in parser games."""

import pytest

from experiments.fiction.metrics import Seen, mean_of, measured, repeated_prefixes

FIRST = Seen("", 0, 0, "a")


def test_the_papers_example_has_29_repeated_prefixes():
    counts = {
        "enter nikolai's": 1, "look north": 2, "use notepad": 3, "examine placard": 1,
        "examine the": 9, "examine area": 1, "look down": 3, "examine lock": 2, "look for": 10,
        "try to": 1, "take tool": 1, "find a": 1, "find key": 1,
    }  # fmt: skip
    actions = [f"{prefix} {n}" for prefix, count in counts.items() for n in range(count)]
    assert repeated_prefixes(actions) == 29


def test_prefixes_have_two_words_at_most_and_no_case():
    assert repeated_prefixes(["Look", "look", "look up", "LOOK UP high"]) == 4
    assert repeated_prefixes([]) == 0


def test_all_measures_of_a_run():
    steps = [
        Seen("north", 5, 1, "b"),
        Seen("dance wildly", 5, 1, "b"),
        Seen("south", 3, 2, "a"),
        Seen("dance wildly now", 3, 2, "a"),
    ]
    found = measured(steps, FIRST, 10)
    assert (found.steps, found.changed, found.counted) == (4, 0.5, 0.5)
    assert (found.states, found.prefixes) == (2, 2)
    assert (found.best, found.last) == (0.5, 0.3)


def test_to_begin_again_counts_if_it_undoes_moves():
    steps = [Seen("north", 5, 1, "b"), Seen("restart", 0, 0, "a"), Seen("restart", 0, 0, "a")]
    found = measured(steps, FIRST, 10)
    assert (found.counted, found.changed, found.best) == (2 / 3, 2 / 3, 0.5)


def test_a_negative_score_counts_as_none():
    found = measured([Seen("fall", -5, 1, "b")], FIRST, 10)
    assert (found.best, found.last) == (0.0, 0.0)


def test_means_are_over_games():
    one, other = (measured([Seen("n", score, 1, "b")], FIRST, 10) for score in (10, 0))
    assert mean_of({"one": one, "other": other}).best == pytest.approx(0.5)
