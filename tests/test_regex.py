"""What is compiled late is compiled right, and none of it is broken."""

import gc
import pkgutil
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from threading import Barrier
from typing import Any

import pytest

from clew import minds, recall
from clew.llm import reply
from clew.regex import Regex
from clew.store import copies

TEXT = "Ida Roy lives in Oslo, and ida works there."


def broken() -> Iterator[str]:
    """Yield the patterns of this process that do not compile."""
    for one in gc.get_objects():
        if issubclass(type(one), Regex):
            try:
                re.compile(one.pattern, one.flags)
            except re.error as error:
                yield f"{one}: {error}"


@pytest.mark.parametrize("package", [minds, recall, reply, copies])
def test_every_pattern_compiles(package):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    assert list(broken()) == []


def test_a_broken_pattern_is_found_and_raises_at_its_first_use():
    given = Regex("(never closed")
    assert [line for line in broken() if "never closed" in line] != []
    with pytest.raises(re.error, match="unterminated"):
        given.search(TEXT)


def shown(found: Any) -> Any:
    """Return what a method gave as something to compare."""
    if isinstance(found, re.Match):
        return found.span(), found.groups()
    return [shown(one) for one in found] if isinstance(found, Iterator) else found


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("findall", (TEXT,)),
        ("finditer", (TEXT,)),
        ("fullmatch", (TEXT,)),
        ("fullmatch", ("IDA ROY",)),
        ("match", (TEXT,)),
        ("match", (TEXT, 3)),
        ("search", (TEXT, 3)),
        ("search", (TEXT, 3, 20)),
        ("split", (TEXT, 1)),
        ("sub", ("Bo", TEXT)),
        ("subn", (lambda found: found[0].upper(), TEXT, 1)),
    ],
)
def test_each_method_gives_at_its_first_use_what_a_compiled_pattern_gives(method, given):
    late, compiled = Regex(r"\bida( roy)?", re.IGNORECASE), re.compile(r"(?i)\bida( roy)?")
    for _ in range(2):
        assert shown(getattr(late, method)(*given)) == shown(getattr(compiled, method)(*given))


def test_what_a_pattern_has_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'serach'"):
        getattr(Regex("a"), "serach")  # noqa: B009 - mypy refuses the plain way, as it should


def test_threads_may_use_one_first_at_once():
    given, start = [Regex(f"({number}|x)+y") for number in range(200)], Barrier(4)

    def use(_: int) -> list[str]:
        start.wait()
        return [one.sub("", "1xy") for one in given]

    with ThreadPoolExecutor(4) as threads:
        assert (
            list(threads.map(use, range(4)))
            == [[re.sub(one.pattern, "", "1xy") for one in given]] * 4
        )
