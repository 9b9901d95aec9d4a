"""Only one measurement writes to a folder at a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from clew.bench.journal import held
from clew.errors import UsageError

HOLD = "import sys; from pathlib import Path; from clew.bench.journal import held\n"
KILLED = HOLD + "import os\nwith held(Path(sys.argv[1])): os._exit(9)"
SECOND = HOLD + "with held(Path(sys.argv[1])): pass"


def ran(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", code, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_second_measurement_in_a_folder_is_told_so(tmp_path):
    folder = tmp_path / "new" / "runs"
    with held(folder) as there:
        assert there.is_dir()
        with pytest.raises(UsageError, match="in use by another measurement"), held(folder):
            pass
        assert "name another folder" in ran(SECOND, folder).stderr
    with held(folder):
        pass


def test_a_folder_is_free_when_its_process_was_killed(tmp_path):
    assert ran(KILLED, tmp_path).returncode == 9
    assert ran(SECOND, tmp_path).returncode == 0


def test_what_cannot_be_written_is_not_called_in_use(tmp_path):
    (tmp_path / "in-use").mkdir()
    with pytest.raises(UsageError, match=r"cannot write to .*in-use.*name another"), held(tmp_path):
        pass


def test_what_cannot_be_a_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="expected a folder"), held(tmp_path / "file"):
        pass
