"""A journal keeps every step, goes on where it stopped, and refuses another measurement's."""

from dataclasses import dataclass

import pytest

from clew.bench.journal import Journal, folder_at
from clew.errors import UsageError

ABOUT = {"data": "abc"}


@dataclass(frozen=True, slots=True)
class Said:
    method: str
    question: int
    answer: str | None = None
    found: tuple[int, ...] = ()

    @property
    def key(self):
        return self.method, self.question


def test_steps_are_read_again_and_half_a_line_is_cut_off(tmp_path):
    path = tmp_path / "runs" / "log.jsonl"
    first = Journal(Said, ABOUT, path)
    steps = [Said("ask", 0), Said("ask", 1, "Öl", (3, 1))]
    for step in steps:
        first.add(step)
    path.write_bytes(path.read_bytes()[:-5])
    again = Journal(Said, ABOUT, path)
    assert again.steps == {("ask", 0): steps[0]}
    again.add(steps[1])
    assert Journal(Said, ABOUT, path).steps == first.steps == {one.key: one for one in steps}


def test_a_first_line_that_was_cut_is_written_again(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"data": "ab')
    assert Journal(Said, ABOUT, path).steps == {}
    assert path.read_text() == '{"data": "abc"}\n'


def test_another_measurements_log_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "log.jsonl"
    Journal(Said, ABOUT, path)
    told = 'a log of the same measurement, got one with data "abc" instead of "abd", k null instead'
    with pytest.raises(UsageError, match=told):
        Journal(Said, {"data": "abd", "k": 3}, path)
    assert path.read_text() == '{"data": "abc"}\n'


@pytest.mark.parametrize("held", ["not a log\n", "[1]\n", "\n", '{"data": "' + "x" * 900 + '"}\n'])
def test_what_is_no_log_is_shown_in_short(tmp_path, held):
    path = tmp_path / "log.jsonl"
    path.write_text(held)
    with pytest.raises(UsageError, match="name another place, or delete it") as error:
        Journal(Said, ABOUT, path)
    assert len(str(error.value)) < len(str(path)) + 250


@pytest.mark.parametrize("line", ['{"question"', '{"method": "ask"}', "[1]"])
def test_a_broken_line_is_told_by_its_number(tmp_path, line):
    path = tmp_path / "log.jsonl"
    Journal(Said, ABOUT, path).add(Said("ask", 0))
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(UsageError, match="line 3: expected a step with answer, found, method, qu"):
        Journal(Said, ABOUT, path)


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match=r"expected a folder at .*out"):
        folder_at(tmp_path / "out")
    assert folder_at(tmp_path / "new" / "one").is_dir()


def test_without_a_path_nothing_is_written():
    journal = Journal(Said, ABOUT)
    journal.add(Said("ask", 0))
    assert journal.steps == {("ask", 0): Said("ask", 0)}
