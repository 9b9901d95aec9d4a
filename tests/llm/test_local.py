"""A GGUF file in process. The slow tests need one: its path in `CLEW_TEST_GGUF`."""

import os
from pathlib import Path

import pytest

from clew.errors import ModelError, UnknownNameError, UsageError
from clew.llm.base import FailureKind, Origin, Sampling, Task
from clew.llm.chat import ChatModel
from clew.llm.local import LocalModel
from clew.llm.open import open_model
from clew.llm.retry import Patience
from tests.llm.chatting import Animals, Find, Rate, Rating, answers
from tests.llm.server import Server, fails, says

xllamacpp = pytest.importorskip("xllamacpp", reason="needs the extra local")
WEIGHTS = os.environ.get("CLEW_TEST_GGUF", "")
real = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not Path(WEIGHTS).is_file(), reason="CLEW_TEST_GGUF names no GGUF file"),
]


def fake(folder, name="model.gguf", tail=b"weights", size=3_000_000):
    """Write a file that begins like GGUF and holds no model."""
    path = folder / name
    path.write_bytes(b"GGUF" + bytes(size) + tail)
    return path


def test_a_missing_file_is_said_at_once(tmp_path):
    with pytest.raises(ModelError, match=r"cannot read the model '.*none.gguf': No such file"):
        LocalModel(tmp_path / "none.gguf")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04"])
def test_another_kind_of_file_is_said_at_once(tmp_path, content):
    path = tmp_path / "x.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"expected a GGUF file, got '.*x\.gguf'"):
        LocalModel(path)


def test_a_file_that_cannot_be_loaded_is_said_with_the_first_task(tmp_path, capfd):
    model = LocalModel(fake(tmp_path))
    assert model.run([]) == []
    with pytest.raises(ModelError, match=r"cannot load .*model.gguf.*is the file whole"):
        model.run([Find("x")])
    assert capfd.readouterr() == ("", ""), "llama.cpp keeps its log to itself"


def test_a_name_says_which_weights_they_are(tmp_path):
    one = LocalModel(fake(tmp_path, "a.gguf", b"one")).name
    assert one.startswith("local:a.gguf#")
    assert one == LocalModel(fake(tmp_path, "a.gguf", b"one")).name
    assert one != LocalModel(fake(tmp_path, "a.gguf", b"two")).name
    assert one != LocalModel(fake(tmp_path, "a.gguf", b"one", size=4_000_000)).name


def test_settings_differ_by_type(tmp_path):
    warm = Sampling(temperature=0.5)
    model = LocalModel(fake(tmp_path), sampling={Rate: warm})
    assert (model.sampling(Rate), model.sampling(Find)) == (warm, Sampling())


def llama_server():
    """Return llama.cpp's own server with the real model."""
    given = xllamacpp.CommonParams()
    given.model.path = WEIGHTS
    given.n_ctx, given.n_parallel, given.verbosity, given.warmup = 2048, 1, -1, False
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = 1
    return xllamacpp.Server(given)


@pytest.fixture(scope="module")
def model():
    model = LocalModel(WEIGHTS, n_ctx=2048, sampling={Task: Sampling(max_tokens=300)})
    yield model
    model.close()


class TestOpen:
    def test_a_local_file(self, tmp_path):
        model = open_model(f"local:{fake(tmp_path)}", sampling={Task: Sampling(seed=5)})
        assert model.name.startswith("local:model.gguf#")
        assert model.sampling(Find) == Sampling(seed=5)
        model.close()

    @pytest.mark.parametrize("options", [{}, {"base_url": "http://127.0.0.1:1/v1"}])
    def test_a_local_file_needs_a_path_and_no_address(self, options):
        with pytest.raises(UsageError, match=r"expected local:FILE\.gguf"):
            open_model("local:" + ("x.gguf" if options else ""), **options)

    @pytest.mark.parametrize("name", ["rule", "gpt-4o", "openai:"])
    def test_a_name_without_a_provider(self, name):
        with pytest.raises(UsageError, match="expected a model as PROVIDER:MODEL"):
            open_model(name)

    def test_an_unknown_provider(self):
        with pytest.raises(UnknownNameError, match="known: anthropic, local, ollama, openai"):
            open_model("watson:x")

    @pytest.mark.enable_socket
    @pytest.mark.allow_hosts(["127.0.0.1"])
    def test_a_chat_model_is_asked_again_when_it_is_busy(self):
        pytest.importorskip("pydantic_ai", reason="needs the extra llm")
        with Server([fails(503), says('{"good": true}')]) as server:
            model = open_model(
                "openai:any", base_url=server.url, patience=Patience(first=0.01), workers=2
            )
            (result,) = answers(model, [Rate("x")])
            model.close()
        assert result.value == Rating(good=True)
        assert result.usage.calls == 2


class TestRealModel:
    pytestmark = real

    def test_replies_have_the_form_and_say_what_they_cost(self, model, capfd):
        results = answers(model, [Find("A cat has four legs."), Rate("I love it.")])
        assert isinstance(results[0].value, Animals)
        assert isinstance(results[1].value, Rating)
        for result in results:
            assert result.failure is None
            assert (result.origin, result.how) == (Origin.MODEL, "json schema")
            assert result.usage.input_tokens > 10
            assert result.usage.output_tokens > 3
            assert result.usage.seconds > 0
            assert result.model == model.name
        assert capfd.readouterr() == ("", "")

    def test_the_same_task_gets_the_same_reply_whatever_came_between(self, model):
        tasks = [Find("A hen and a dog."), Find("A hen and a spider."), Find("A hen and a dog.")]
        first, _, again = answers(model, tasks)
        assert first.value == again.value
        assert first.usage.output_tokens == again.usage.output_tokens

    def test_a_text_longer_than_the_context_is_refused_with_what_to_do(self, model):
        (result,) = answers(model, [Find("word " * 3000)])
        assert result.failure.kind is FailureKind.REFUSED
        assert "open the model with n_ctx above 2048" in result.failure.message

    def test_a_reply_cut_off_is_said_to_be(self):
        model = LocalModel(WEIGHTS, n_ctx=1024, sampling={Task: Sampling(max_tokens=5)}, tries=1)
        (result,) = answers(model, [Find("A cat has four legs.")])
        model.close()
        reasons = [loss.reason for loss in result.losses]
        words = result.failure.message if result.failure else " ".join(reasons)
        assert "the reply was cut off after 5 tokens" in words

    @pytest.mark.enable_socket
    @pytest.mark.allow_hosts(["127.0.0.1"])
    def test_nobody_else_can_use_the_server_that_llama_cpp_opens(self, model):
        pytest.importorskip("pydantic_ai", reason="needs the extra llm")
        answers(model, [Rate("x")])
        url = model._server.listening_address + "/v1"
        stranger = ChatModel("openai:any", base_url=url)
        with pytest.raises(ModelError, match="401: Invalid API Key"):
            stranger.run([Rate("x")])
        stranger.close()

    @pytest.mark.enable_socket
    @pytest.mark.allow_hosts(["127.0.0.1"])
    def test_the_same_model_behind_llama_cpps_own_server(self):
        """`ChatModel` against the real thing, with every setting it may send."""
        pytest.importorskip("pydantic_ai", reason="needs the extra llm")
        server = llama_server()
        settings = {Task: Sampling(top_p=0.9, top_k=40, max_tokens=200)}
        chat = ChatModel(
            "openai:any", base_url=f"{server.listening_address}/v1", sampling=settings, timeout=300
        )
        good, long = answers(chat, [Rate("I love it."), Find("word " * 3000)])
        chat.close()
        assert isinstance(good.value, Rating)
        assert good.how == "json schema"
        assert good.usage.input_tokens > 10
        assert long.failure.kind is FailureKind.REFUSED
        assert long.usage.calls == 1
