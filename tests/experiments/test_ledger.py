import pytest

from clew.errors import UsageError
from experiments.textworld.ledger import Ledger, Taken

ONE, TWO = Taken(10, 1, 0.5), Taken(20, 2, 0.25)


@pytest.fixture
def files(tmp_path):
    """A trajectory of two steps and the ledger of both."""
    trajectory, path = tmp_path / "1.jsonl", tmp_path / "1.taken"
    ledger = Ledger.beside(trajectory, path)
    for step, taken in (("first", ONE), ("second ü", TWO)):
        with trajectory.open("a", encoding="utf-8") as file:
            file.write(step + "\n")
        ledger.add(taken)
    assert ledger.taken == [ONE, TWO]
    return trajectory, path


def test_what_was_noted_is_read_again(files):
    trajectory, path = files
    before = trajectory.read_bytes(), path.read_bytes()
    assert Ledger.beside(trajectory, path).taken == [ONE, TWO]
    assert (trajectory.read_bytes(), path.read_bytes()) == before


@pytest.mark.parametrize("longer", [0, 1])
def test_a_decision_that_only_one_of_them_has_whole_is_made_again(files, longer):
    kept = [path.read_bytes().split(b"\n")[0] + b"\n" for path in files]
    shorter = files[1 - longer]
    shorter.write_bytes(shorter.read_bytes()[:-1])  # killed before the end of the line
    assert Ledger.beside(*files).taken == [ONE]
    assert [path.read_bytes() for path in files] == kept


def test_without_a_ledger_a_run_begins_anew(files):
    trajectory, path = files
    path.unlink()
    assert Ledger.beside(trajectory, path).taken == []
    assert trajectory.read_bytes() == b""


@pytest.mark.parametrize("line", ["{", "{}", "3"])
def test_a_line_that_is_none_of_a_ledger_is_refused(files, line):
    trajectory, path = files
    path.write_text(line + "\n")
    with pytest.raises(UsageError, match=r"1\.taken: expected what decisions took"):
        Ledger.beside(trajectory, path)
