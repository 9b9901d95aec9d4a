"""Every experiment is found by its name, and says what is wrong with a name or an installation."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.__main__ import EXPERIMENTS

ROOT = Path(__file__).parents[2]


def test_the_list_has_a_line_for_each(experiment):
    ran = experiment("--help")
    assert ran.code == 0
    listed = [line.split()[0] for line in ran.out.splitlines()[2:]]
    assert listed == list(EXPERIMENTS)
    assert experiment().out == ran.out


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name != "diaasq"])
def test_each_has_a_help_of_its_own(experiment, name):
    pytest.importorskip("textworld", reason="needs the extra textworld")
    pytest.importorskip("crafter", reason="needs the extra crafter")
    ran = experiment(name, "--help")
    assert ran.code == 0
    assert f"python -m experiments {name}" in " ".join(ran.out.split())


def test_another_name_is_told_with_the_nearest(experiment):
    ran = experiment("textwold")
    assert (ran.code, "did you mean 'textworld'" in ran.err) == (2, True)


def test_a_missing_package_is_named(tmp_path):
    code = (
        "import sys; sys.modules['crafter'] = None; from experiments.__main__ import main;"
        "sys.exit(main(['crafter', '--out', 'runs']))"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    wanted = "crafter is not installed; run: pip install -r experiments/requirements.txt\n"
    assert ran.stderr == wanted


def test_the_readme_lists_every_experiment():
    page = (ROOT / "experiments" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)", page, re.MULTILINE) == list(EXPERIMENTS)


def test_the_design_page_names_every_experiment():
    page = (ROOT / "docs" / "design" / "experiments.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`([\w-]+)`", " ".join(rows))) == sorted(EXPERIMENTS)
