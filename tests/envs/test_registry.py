"""Environments by name: what is not installed is said, nothing is imported before it is made."""

import subprocess
import sys

import pytest

from clew.envs.registry import NAMES, Listed, make
from clew.errors import NotInstalledError, UnknownNameError


def test_the_names_import_no_extra():
    code = (
        "import sys, clew.envs.registry\n"
        "extras = {'gymnasium', 'textworld', 'crafter', 'pettingzoo', 'numpy'}\n"
        "print(sorted(extras & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_an_unknown_name_is_met_with_the_nearest():
    with pytest.raises(UnknownNameError, match="clew/Crafter-v0"):
        make("clew/Crafted-v0")


def test_a_missing_extra_is_named():
    listed = Listed(module="no_such_package.world", function="make", extra="crafter")
    with pytest.raises(NotInstalledError, match=r"clew\[crafter\]"):
        listed.maker()


def test_a_fault_of_our_own_is_not_taken_for_a_missing_extra():
    listed = Listed(module="clew.no_such_module", function="make", extra="crafter")
    with pytest.raises(ModuleNotFoundError):
        listed.maker()


@pytest.mark.parametrize("name", list(NAMES))
def test_every_name_has_its_maker(name):
    pytest.importorskip(NAMES[name].extra)
    assert callable(NAMES[name].maker())
