"""Environments by name: what is not installed is said, nothing is imported before it is made."""

import subprocess
import sys

import pytest

from clew.envs.registry import make, maker
from clew.errors import UnknownNameError
from clew.plugins import ENVIRONMENTS


def test_the_names_import_no_extra():
    code = (
        "import sys, clew.envs.registry\n"
        "extras = {'gymnasium', 'textworld', 'crafter', 'pettingzoo', 'numpy', 'scienceworld'}\n"
        "print(sorted(extras & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_an_unknown_name_is_met_with_the_nearest():
    with pytest.raises(UnknownNameError, match="clew/Crafter-v0"):
        make("clew/Crafted-v0")


def test_an_environment_of_ones_own_is_made_with_its_options():
    ENVIRONMENTS.add("test/Dictionary-v0", dict)
    assert make("test/Dictionary-v0", rooms=3) == {"rooms": 3}
    assert make("builtins:dict", rooms=2) == {"rooms": 2}


@pytest.mark.parametrize("name", ENVIRONMENTS.built_in)
def test_every_name_has_its_maker(name):
    pytest.importorskip(ENVIRONMENTS.built_in[name].extra)
    assert callable(maker(f"clew/{name}"))
