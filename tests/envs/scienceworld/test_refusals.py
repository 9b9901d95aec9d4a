"""What ScienceWorld refuses before its simulator is started: no Java is needed here."""

import os

import pytest

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")

from clew.envs.games import GameError
from clew.envs.scienceworld.java_process import JavaProcess
from clew.envs.scienceworld.science_world import ScienceWorld
from clew.errors import UnknownNameError, UsageError


def test_what_does_not_exist_is_refused_at_once():
    with pytest.raises(UnknownNameError, match="did you mean 'boil'"):
        ScienceWorld("boiling")
    with pytest.raises(UnknownNameError, match="train"):
        ScienceWorld(split="training")
    with pytest.raises(UnknownNameError, match="openDoors"):
        ScienceWorld(simplifications="openDoor")
    with pytest.raises(UsageError, match="needs electrical actions"):
        ScienceWorld("3-1", simplifications="openDoors, noElectricalAction")
    with pytest.raises(UsageError, match="'easy' or other"):
        ScienceWorld(simplifications="easy,openDoors")
    with pytest.raises(UsageError, match="render_mode"):
        ScienceWorld(render_mode="human")
    with pytest.raises(UsageError, match="begins a run"):
        ScienceWorld().step("wait")
    with pytest.raises(UsageError, match="begins a run"):
        ScienceWorld().valid_actions()


def test_without_java_the_package_to_install_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="apt-get install default-jre-headless"):
        ScienceWorld().reset()


def test_a_java_that_does_not_start_is_told(monkeypatch, tmp_path):
    broken = tmp_path / "java"
    broken.write_text("#!/bin/sh\necho Could not reserve enough space >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(GameError, match=r"exit code 1.*not reserve enough space"):
        JavaProcess([], "java.util.Random", tmp_path)
