"""What `from clew import ...` gives."""

import ast
from pathlib import Path

import pytest

import clew

INIT = Path(clew.__file__)


def names_for_type_checkers():
    block = next(
        node
        for node in ast.parse(INIT.read_text(encoding="utf-8")).body
        if isinstance(node, ast.If)
    )
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names}


def test_every_public_name_is_there():
    for name in clew.__all__:
        assert getattr(clew, name) is not None


def test_type_checkers_see_the_same_names():
    assert names_for_type_checkers() == set(clew.__all__) - {"__version__"}


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Mammoth'"):
        clew.Mammoth  # noqa: B018


def test_every_public_name_is_in_the_reference():
    pages = (INIT.parents[2] / "docs" / "reference").glob("*.md")
    lines = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    shown = {line.rpartition(".")[2] for line in lines if line.startswith("::: ")}
    shown |= {name for name in clew.__all__ if "::: " + module_of(name) in lines}
    assert set(clew.__all__) - {"__version__"} <= shown


def module_of(name):
    return getattr(getattr(clew, name), "__module__", "")
