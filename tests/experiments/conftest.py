from pathlib import Path

import pytest

from experiments.__main__ import main
from tests.cli.running import Cli, Ran


@pytest.fixture
def experiment(tmp_path: Path, capsys, monkeypatch, unset) -> Cli:
    """Run `python -m experiments` in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as error:  # argparse
            code = int(error.code or 0)
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return run
