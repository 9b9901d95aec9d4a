"""A journal keeps every step, goes on where it stopped, and refuses another measurement's."""

import pytest

from clew.bench.journal import Journal, folder_at
from clew.errors import UsageError


def test_steps_are_read_again_and_half_a_line_is_cut_off(tmp_path):
    path = tmp_path / "runs" / "log.jsonl"
    first = Journal({"data": "abc"}, path)
    first.add({"question": 0, "answer": None})
    first.add({"question": 1, "answer": "Öl"})
    path.write_bytes(path.read_bytes()[:-5])
    again = Journal({"data": "abc"}, path)
    assert again.steps == first.steps[:1]
    again.add({"question": 1, "answer": "Öl"})
    assert Journal({"data": "abc"}, path).steps == first.steps


def test_a_first_line_that_was_cut_is_written_again(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"data": "ab')
    assert Journal({"data": "abc"}, path).steps == []
    assert path.read_text() == '{"data": "abc"}\n'


def test_another_measurements_log_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "log.jsonl"
    Journal({"data": "abc"}, path)
    with pytest.raises(UsageError, match="expected a log that begins with"):
        Journal({"data": "abd"}, path)
    assert path.read_text() == '{"data": "abc"}\n'


def test_a_broken_line_is_told_by_its_number(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"data": "abc"}\n{"question": 0}\n{"question"\n{"question": 2}\n')
    with pytest.raises(UsageError, match="line 3: expected a step as JSON"):
        Journal({"data": "abc"}, path)


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match=r"expected a folder at .*out"):
        folder_at(tmp_path / "out")
    assert folder_at(tmp_path / "new" / "one").is_dir()


def test_without_a_path_nothing_is_written(tmp_path):
    journal = Journal({"data": "abc"})
    journal.add({"question": 0})
    assert journal.steps == [{"question": 0}]
