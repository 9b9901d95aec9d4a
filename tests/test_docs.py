"""Everything the documentation shows is run."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from clew.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
DEMO = sorted((ROOT / "examples" / "demo").glob("*.txt"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_python_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


def consoles(page):
    """Return (command, expected output) pairs of the page's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [
        tuple(part.split("\n", 1)) for block in blocks for part in block.split("$ ") if part.strip()
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_console_examples_print_what_is_shown(page, tmp_path, monkeypatch, capsys, unset):
    monkeypatch.chdir(tmp_path)
    for path in DEMO:
        shutil.copy(path, tmp_path)
    checker = doctest.OutputChecker()
    for command, expected in consoles(page):
        program, *arguments = shlex.split(command)
        assert program == "clew"
        capsys.readouterr()
        main(arguments)
        shown = capsys.readouterr().out
        assert checker.check_output(expected, shown, doctest.ELLIPSIS), f"{command}\n{shown}"


def test_the_changelog_starts_with_this_version():
    import_line = (ROOT / "src" / "clew" / "__init__.py").read_text(encoding="utf-8")
    version = re.findall(r'__version__ = "(.+)"', import_line)[0]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", changelog, re.MULTILINE)[0] == version


DESIGN = sorted((ROOT / "docs" / "design").glob("*.md"))
PACKAGES = [page for page in DESIGN if (ROOT / "src" / "clew" / page.stem).is_dir()]


def files_named(page, package):
    """Return the modules that a design page's tables name, alone or by their folder."""
    named = set()
    for line in page.read_text(encoding="utf-8").splitlines():
        folder, cell = "", line.split("|")[1] if line.startswith("| `") else ""
        for name in re.findall(r"`([\w/]+\.py)`", cell):
            folder = name.rpartition("/")[0] or folder
            named.add(name if "/" in name else "/".join(filter(None, (folder, name))))
        for name in re.findall(r"`([\w/]+)/`", cell):
            named |= modules_of(package, name)
    return named


def modules_of(package, folder=""):
    """Return the modules below a package, or below one of its folders."""
    found = (package / folder).rglob("*.py")
    return {path.relative_to(package).as_posix() for path in found if path.name != "__init__.py"}


@pytest.mark.parametrize("page", PACKAGES, ids=lambda path: path.stem)
def test_a_design_page_names_the_modules_there_are(page):
    package = ROOT / "src" / "clew" / page.stem
    named, there = files_named(page, package), modules_of(package)
    assert named
    assert sorted(named - there) == [], "named, but not there"
    assert sorted(there - named) == [], "there, but not named"
