"""What a folder holds is not run again, and order does not depend on who is done first."""

from dataclasses import dataclass

import pytest

from clew.errors import UsageError
from experiments.runs_in_folder import claim, completed, kept_in, write_result


@dataclass(frozen=True)
class Result:
    steps: int


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_runs_and_what_is_kept_is_not_run(processes):
    told = []
    kept = {-2: 20}
    found = completed(
        [-3, -2, -1], kept.get, abs, processes, lambda *progress: told.append(progress)
    )
    assert found == [3, 20, 1]
    assert sorted(told[0][:1] + told[1][:1]) == [1, 3]
    assert [(done, of) for _, done, of in told] == [(2, 3), (3, 3)]


def test_nothing_is_run_where_all_is_kept():
    def never(run: int) -> int:
        raise AssertionError(run)

    assert completed([1, 2], {1: 5, 2: 6}.get, never) == [5, 6]
    assert completed([], {}.get, never) == []


def test_a_folder_is_of_one_measurement(tmp_path):
    for _ in range(2):
        one, two = (claim(tmp_path / "runs", {"limit": 5}) for _ in range(2))
        with one, pytest.raises(UsageError, match="in use"), two:
            pass
    other = claim(tmp_path / "runs", {"limit": 6})
    with pytest.raises(UsageError, match="name another folder"), other:
        pass


def test_what_is_kept_under_a_name_is_found_again_and_without_a_folder_nothing_is(tmp_path):
    with kept_in(tmp_path / "runs", {"limit": 5}) as kept:
        assert kept.get("one") is None
        kept.put("one", Result(7))
    with kept_in(tmp_path / "runs", {"limit": 5}) as kept:
        assert kept.get("one") == {"steps": 7}
    with kept_in(None, {}) as kept:
        kept.put("one", Result(7))
        assert kept.get("one") is None


def test_a_result_without_room_is_one_line(tmp_path):
    path = tmp_path / "0.json"
    path.with_suffix(".part").symlink_to("/dev/full")
    with pytest.raises(UsageError, match=r"cannot write to .*0.json: .*No space.*make room"):
        write_result(path, Result(steps=3))
    assert not path.exists()
