"""Registries: what clew brings, what a script adds, what a package declares, what a user names."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from clew.errors import NotInstalledError, UnknownNameError, UsageError
from clew.plugins import (
    AGENTS,
    EMBEDDERS,
    ENVIRONMENTS,
    FORMATS,
    MEMORIES,
    MINDS,
    REGISTRIES,
    RERANKERS,
    RESOLVERS,
    RETRIEVERS,
    Listed,
    Registry,
)

SOURCE = Path(__file__).parent.parent / "src" / "clew"
TOP_DOWN = (
    "cli", "bench", "minds", "agents", "memory", "wiring", "ask", "learn", "recall", "store", "llm",
    "embed", "envs", "projection", "graph",
)  # fmt: skip


def shelf(**places: str) -> Registry:
    return Registry("shelf", "clew.shelves", places)


def test_what_clew_brings_is_imported_when_it_is_asked_for():
    registry = shelf(path="pathlib:Path", lost="no_such_package:Thing")
    assert registry.names() == ("path", "lost")
    assert registry.find("path") is Path
    with pytest.raises(ModuleNotFoundError):
        registry.find("lost")


def test_a_script_adds_what_it_has_under_a_new_name():
    registry = shelf(path="pathlib:Path")
    registry.add("mine", 7)
    assert registry.find("mine") == 7
    assert tuple(registry) == ("path", "mine")
    for name in ("path", " "):
        with pytest.raises(UsageError, match="expected a new name for this shelf"):
            registry.add(name, 8)


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(UnknownNameError, match="no shelf named 'pth'; did you mean 'path'"):
        shelf(path="pathlib:Path").find("pth")


def test_a_place_may_be_named_outright():
    assert shelf().find("pathlib:Path") is Path


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("no_such_module:Thing", "No module named 'no_such_module'"),
        ("pathlib:Thing", "has no attribute 'Thing'"),
        (":Thing", "Empty module name"),
    ],
)
def test_a_place_that_cannot_be_imported_is_told(place, why):
    with pytest.raises(UsageError, match=rf"cannot import '{place}' \(MODULE:NAME\): .*{why}"):
        shelf().find(place)


def test_a_place_that_does_not_parse_is_told(tmp_path, monkeypatch):
    (tmp_path / "half_written.py").write_text("def (", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=r"cannot import 'half_written:X'.*invalid syntax"):
        shelf().find("half_written:X")


@pytest.mark.parametrize(
    ("registry", "said"),
    [
        (RETRIEVERS, "expected retrieve of the retriever 'math:pi', got 3.14.* without retrieve"),
        (RERANKERS, "without name, trust, fits"),
        (EMBEDDERS, "without name, embed"),
        (RESOLVERS, "without name, resolve"),
        (MINDS, "a mapping from types of tasks to rules for the mind 'math:pi', got 3.14"),
        *((one, "expected a class or a function") for one in (ENVIRONMENTS, AGENTS, MEMORIES)),
        (FORMATS, "a class or a function for the format 'math:pi'"),
    ],
)
def test_what_is_something_else_is_told(registry, said):
    with pytest.raises(UsageError, match=said):
        registry.made("math:pi")


def test_a_missing_extra_is_named():
    listed = Listed(at="no_such_package.world:make", extra="crafter")
    registry = Registry("shelf", "clew.shelves", {"world": listed})
    with pytest.raises(NotInstalledError, match=r"no_such_package .* 'clew\[crafter\]'"):
        registry.find("world")


def test_a_fault_of_our_own_is_not_taken_for_a_missing_extra():
    listed = Listed(at="clew.no_such_module:make", extra="crafter")
    with pytest.raises(ModuleNotFoundError):
        Registry("shelf", "clew.shelves", {"world": listed}).find("world")


def declared(folder: Path, name: str, entries: str) -> None:
    """Write a package and what an installer leaves of its entry points."""
    (folder / f"{name}.py").write_text("class Thing:\n    pass\n")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entries)


def run(folder: Path, code: str) -> str:
    """Run code in a process that finds the packages of a folder."""
    preamble = "import sys; sys.path.insert(0, sys.argv[1])\nfrom clew.plugins import *\n"
    ran = subprocess.run(
        [sys.executable, "-c", preamble + code, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_a_package_declares_what_it_has_and_changes_no_name_of_clews(tmp_path):
    declared(
        tmp_path,
        "shelves",
        "[clew.memories]\n"
        "notebook = shelves:Thing\ngraph = shelves:Thing\nlost = shelves:Nothing\n",
    )
    code = (
        "print('notebook' in MEMORIES, MEMORIES.names()[-2:])\n"
        "print(MEMORIES.find('notebook').__name__, MEMORIES.find('graph').__name__)\n"
        "try:\n    MEMORIES.find('lost')\nexcept Exception as error:\n    print(error)\n"
    )
    first, second, third = run(tmp_path, code).splitlines()
    assert first == "True ('lost', 'notebook')"
    assert second == "Thing graph"
    assert third.startswith("cannot import the agent memory 'lost', entry point 'shelves:Nothing'")


def test_two_packages_with_one_name_are_told_apart(tmp_path):
    for name in ("one", "other"):
        declared(tmp_path, name, f"[clew.agents]\nwalker = {name}:Thing\n")
    code = "try:\n    AGENTS.find('walker')\nexcept Exception as error:\n    print(error)\n"
    said = run(tmp_path, code + "print(AGENTS.find('other:Thing').__name__)\n")
    told, name = said.splitlines()
    assert told.startswith("several packages declare the agent 'walker': one:Thing, other:Thing")
    assert name == "Thing"


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.group)
def test_everything_that_clew_brings_is_there(registry):
    for name, at in registry.built_in.items():
        if isinstance(at, Listed):
            pytest.importorskip(at.extra)
        if name not in ("e5", "multilingual-e5-small-q4", "sentence-transformers"):  # extras
            assert registry.find(name) is not None
    assert {"graph", "none"} <= set(MEMORIES)
    assert "ariadne" in AGENTS
    assert "TreasureHunt-v0" in ENVIRONMENTS


def modules() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
    ]
