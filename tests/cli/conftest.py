from pathlib import Path

import pytest

from tests.cli.running import Cli, anna, make_cli


@pytest.fixture
def cli(tmp_path, capsys, monkeypatch, unset) -> Cli:
    return make_cli(tmp_path, capsys, monkeypatch)


@pytest.fixture
def told(cli: Cli, tmp_path: Path) -> Cli:
    """A command line in a folder whose memory knows that Anna moved from Oslo to Rome."""
    anna(cli, tmp_path)
    return cli
