"""Nothing that was acknowledged is lost when the writer is killed."""

import pytest

from clew.bench.kill import run


def test_a_few_kills_lose_nothing(tmp_path):
    report = run(12, tmp_path, seed=5)
    assert report.kills == 12
    assert (report.lost, report.problems) == ([], [])


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_kills_between_a_models_reply_and_the_commit_lose_nothing_and_teach_nothing_twice(tmp_path):
    """`make bench` kills 300 times."""
    report = run(60, tmp_path, seed=7, slow=True)
    assert (report.lost, report.problems) == ([], [])
    assert report.acknowledged > 80
    assert report.in_flight > 35
    assert report.resumed > 8


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_many_kills_lose_nothing(tmp_path):
    """`make bench` kills 1,000 times."""
    report = run(60, tmp_path, seed=6)
    assert (report.lost, report.problems) == ([], [])
    assert report.acknowledged > 80
    assert report.in_flight > 35
    assert report.resumed > 8
    assert report.forgotten > 0
