import pytest

from clew.embed.base import TextKind
from clew.embed.remote import Retry
from clew.errors import ModelError
from tests.embed.server import Server, httpx2, rows_of, vector


def passages(embedder, texts):
    return embedder.embed(texts, kind=TextKind.PASSAGE)


def status(code, **headers):
    return httpx2.Response(code, text="busy", headers=headers)


def test_rows_follow_the_texts_though_the_server_answers_in_another_order():
    row = passages(Server().embedder(), ["a", "b", "c"])[1]
    expected = vector("b")
    assert row @ expected == pytest.approx(sum(x * x for x in expected) ** 0.5, rel=1e-5)


def test_the_key_and_the_model_go_to_the_address_given():
    server = Server()
    passages(server.embedder(base_url="http://here:11434/v1", key="secret"), ["a"])
    request = server.requests[-1]
    assert str(request.url) == "http://here:11434/v1/embeddings"
    assert request.headers["authorization"] == "Bearer secret"
    assert b'"model":"test"' in request.content


def test_without_a_key_none_is_sent():
    server = Server()
    passages(server.embedder(), ["a"])
    assert "authorization" not in server.requests[-1].headers


def test_the_dimension_is_asked_once():
    server = Server()
    embedder = server.embedder()
    assert embedder.dimension == 16
    passages(embedder, ["a"])
    assert len(server.requests) == 2


def test_blank_texts_are_not_sent():
    server = Server()
    embedder = server.embedder()
    assert embedder.dimension == 16
    assert not passages(embedder, ["", "  "]).any()
    assert len(server.requests) == 1


@pytest.mark.parametrize("code", [408, 429, 500, 503])
def test_a_busy_server_is_asked_again_after_longer_and_longer_waits(code):
    server = Server(status(code), status(code), status(code))
    assert passages(server.embedder(), ["a"]).shape == (1, 16)
    assert server.waits == [0.5, 1.0, 2.0]


def test_a_wait_the_server_asks_for_is_kept_within_bounds():
    server = Server(
        status(429, **{"Retry-After": "7"}),
        status(429, **{"Retry-After": "9999"}),
        status(429, **{"Retry-After": "Sat, 21 Nov 2026 09:00:00 GMT"}),
        status(429, **{"Retry-After": "nan"}),
        status(429, **{"Retry-After": "-inf"}),
    )
    passages(server.embedder(retry=Retry(attempts=6)), ["a"])
    assert server.waits == [7.0, 30.0, 2.0, 0.0, 0.0]


def test_a_broken_line_is_tried_again():
    server = Server(httpx2.ConnectError("refused"), httpx2.ReadTimeout("slow"))
    assert passages(server.embedder(), ["a"]).shape == (1, 16)


def test_the_number_of_tries_is_bounded():
    server = Server(*[status(503)] * 9)
    with pytest.raises(ModelError, match="gave up after 3 tries; the last: status 503"):
        passages(server.embedder(retry=Retry(attempts=3)), ["a"])
    assert len(server.requests) == 3


def test_a_wrong_key_is_an_error_at_once_that_does_not_show_the_key():
    server = Server(httpx2.Response(401, json={"error": {"message": "Incorrect API key"}}))
    with pytest.raises(ModelError, match=r"status 401.*Incorrect API key.*check") as caught:
        passages(server.embedder(key="sk-secret"), ["a"])
    assert "sk-secret" not in str(caught.value)
    assert not server.waits


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"{}",
        b'{"data": []}',
        b'{"data": [{"index": 5, "embedding": [1]}]}',
        b'{"data": [{"index": 0, "embedding": ["x"]}]}',
    ],
)
def test_an_answer_that_is_no_embedding_is_a_model_error(body):
    with pytest.raises(ModelError, match="expected"):
        passages(Server(httpx2.Response(200, content=body)).embedder(), ["a"])


def test_a_missing_row_is_an_error_not_a_shift():
    server = Server()
    embedder = server.embedder()
    assert embedder.dimension == 16

    def short(request):
        return httpx2.Response(200, json={"data": rows_of(request)[:1]})

    server.answers.append(short(httpx2.Request("POST", "http://x", json={"input": ["a", "b"]})))
    with pytest.raises(ModelError, match="expected indexes 0 to 1, got"):
        passages(embedder, ["a", "b"])


@pytest.mark.parametrize("values", ["[1, 2]", "[" + ", ".join(["NaN"] * 16) + "]"])
def test_vectors_of_another_length_or_not_finite_are_refused(values):
    server = Server()
    embedder = server.embedder()
    assert embedder.dimension == 16
    body = f'{{"data": [{{"index": 0, "embedding": {values}}}]}}'
    server.answers.append(httpx2.Response(200, text=body))
    with pytest.raises(ModelError, match="expected"):
        passages(embedder, ["a"])


def test_many_texts_go_in_several_requests_and_stay_in_order():
    server = Server()
    texts = [str(i) for i in range(600)]
    rows = passages(server.embedder(), texts)
    assert len(server.requests) == 4  # the dimension, then 256 + 256 + 88
    assert rows[599] @ vector("599") > 0.99 * sum(x * x for x in vector("599")) ** 0.5


def test_long_texts_are_cut_and_spread_over_requests():
    server = Server()
    passages(server.embedder(), ["x" * 10_000] * 30)
    assert len(server.requests) == 3
    assert all(len(request.content) < 250_000 for request in server.requests)


def test_after_close_nothing_can_be_asked():
    embedder = Server().embedder()
    embedder.close()
    with pytest.raises(RuntimeError):
        passages(embedder, ["a"])


def test_a_reply_without_end_is_an_error():
    server = Server(httpx2.Response(200, content=b" " * ((64 << 20) + 1)))
    with pytest.raises(ModelError, match="a reply of more than 64 MiB"):
        passages(server.embedder(), ["a"])


def test_a_redirect_is_not_followed():
    server = Server(httpx2.Response(308, headers={"Location": "http://other.example/v1"}))
    with pytest.raises(ModelError, match="status 308"):
        passages(server.embedder(), ["a"])
    assert len(server.requests) == 1


def test_secrets_of_the_address_are_not_shown():
    server = Server(httpx2.Response(401, text="anna:secretpass may not use othersecret"))
    url = "http://anna:secretpass@host.example/v1?key=othersecret"
    with pytest.raises(ModelError, match=r"http://\*\*\*@host.example/v1\?key=\*\*\*") as caught:
        passages(server.embedder(base_url=url), ["a"])
    assert "secret" not in str(caught.value)
