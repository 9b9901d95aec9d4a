"""Whoever begins has a remembered and recalled fact within five lines and a minute."""

import pytest

from experiments.starts import STARTS, run


@pytest.mark.parametrize("name", STARTS)
def test_a_start_has_at_most_five_lines(name):
    assert 0 < STARTS[name].lines <= 5


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.parametrize("name", STARTS)
def test_a_start_recalls_what_it_was_told_within_a_minute(name, tmp_path):
    took = run(STARTS[name], tmp_path)
    assert took.recalled, took.said
    assert took.seconds < 60
