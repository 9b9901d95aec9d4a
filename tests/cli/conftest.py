from pathlib import Path

import pytest

from tests.cli.running import Cli, anna, make_cli
from tests.made import once


@pytest.fixture
def cache(games: Path) -> str:
    """The folder of compiled games."""
    return str(games)


@pytest.fixture
def cli(tmp_path, capsys, monkeypatch, unset) -> Cli:
    return make_cli(tmp_path, capsys, monkeypatch)


@pytest.fixture
def told(cli: Cli, tmp_path: Path) -> Cli:
    """A command line in a folder whose memory knows that Anna moved from Oslo to Rome."""
    once(anna, tmp_path, cli)
    return cli
