"""What import-linter cannot see: imports by name, and the core's ignorance of minds."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from clew.collector import collector_paused
from clew.plugins import LATE

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
CORE = ("learn", "ask", "recall", "graph", "projection", "store")
BY_NAME = ("clew/__init__.py", "clew/plugins.py")


def name_of(path):
    return str(path.relative_to(SOURCE))


def trees(*words, folder="clew"):
    """Yield each module in whose text one of these words stands, and its syntax tree."""
    for path in sorted((SOURCE / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in words):
            with collector_paused():  # nothing of a tree is garbage yet
                tree = ast.parse(text)
            yield path, tree


def calls(tree, *functions):
    """Yield the calls of functions and methods with one of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            if name in functions:
                yield node


def layers():
    """Return the level of each package or module of clew, the top one 0."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        one for one in settings["tool"]["importlinter"]["contracts"] if one["id"] == "layers"
    )
    return {
        name.strip(): level
        for level, row in enumerate(contract["layers"])
        for name in row.split("|")
    }


def strings(tree):
    """Return the text constants of a module that are no docstrings."""
    docs = {
        id(node.value)
        for parent in ast.walk(tree)
        if isinstance(body := getattr(parent, "body", None), list)
        for node in body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


def test_only_the_registry_imports_by_name():
    ways = ("import_module", "__import__")
    by_name = {name_of(path) for path, tree in trees(*ways) if any(calls(tree, *ways))}
    assert by_name <= set(BY_NAME)


def test_late_imports_go_down_the_layers_too():
    levels, used = layers(), set()
    for path, tree in trees("late"):
        if name_of(path) in BY_NAME:
            continue
        here = path.relative_to(SOURCE / "clew").with_suffix("").parts[0]
        for call in calls(tree, "late"):
            argument = call.args[0]  # the extra that a module needs may follow
            assert isinstance(argument, ast.Constant), f"{name_of(path)}: name the module itself"
            module = str(argument.value)
            used.add(module)
            if module.startswith("clew."):
                there = module.split(".")[1]
                assert levels[here] <= levels[there], f"{name_of(path)} imports {module}"
    assert used == LATE, "what is declared and what is imported late differ"


@pytest.mark.parametrize("package", CORE)
def test_the_core_knows_no_mind(package):
    for path, tree in trees("minds", "MINDS", folder=f"clew/{package}"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert "minds" not in (node.module or ""), name_of(path)
                assert "MINDS" not in [each.name for each in node.names], name_of(path)
        assert not [text for text in strings(tree) if "clew.minds" in text], name_of(path)


OF_WORLDS = re.compile(r"\b(games?|player|inventory|lockers?|exits?|cookbook|treasure)\b", re.I)


@pytest.mark.parametrize("package", CORE)
def test_the_core_knows_no_world(package):
    """No prompt and no text of the core has a word of a game."""
    folder = SOURCE / "clew" / package
    said = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}
    said |= {path: "\n".join(strings(tree)) for path, tree in trees("", folder=f"clew/{package}")}
    found = {name_of(path): OF_WORLDS.findall(text) for path, text in said.items()}
    assert {name: words for name, words in found.items() if words} == {}


def test_the_library_does_not_know_the_experiments():
    for path, tree in trees("experiments"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("experiments"), name_of(path)
        assert not [text for text in strings(tree) if text.startswith("experiments")], name_of(path)
