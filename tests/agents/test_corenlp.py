"""What is asked of a CoreNLP server, what is made of its replies, and what it may do wrong."""

import sys

import pytest

from clew.agents.corenlp import CoreNlp
from clew.errors import ModelError, NotInstalledError
from tests.agents.corenlp_server import Server, annotated, httpx2


def resolved(text, *chains, before=""):
    return Server(*chains).resolver().resolve(text, before)


def test_what_is_asked():
    server = Server()
    resolver = server.resolver(url="http://here:9000/", timeout=7)
    assert str(server.requests[-1].url) == "http://here:9000/live"
    resolver.resolve("It is é.", "The stove.\n")
    request = server.requests[-1]
    assert request.content.decode() == "The stove.\n\nIt is é."
    assert request.headers["content-type"] == "text/plain; charset=utf-8"
    wanted = server.wanted()
    assert wanted["annotators"].endswith(",coref")
    assert (wanted["outputFormat"], wanted["timeout"]) == ("json", "7000")
    assert wanted["ssplit.newlineIsSentenceBreak"] == "always"


def test_an_empty_text_is_not_sent():
    server = Server()
    assert server.resolver().resolve(" \n", "The stove.") == " \n"
    assert [one.method for one in server.requests] == ["GET"]


@pytest.mark.parametrize(
    ("text", "chain", "named"),
    [
        ("A cup is there. It is red.", ("A cup", "It"), "A cup is there. The cup is red."),
        ("The cup fell. I saw it.", ("The cup", "it"), "The cup fell. I saw the cup."),
        ("Anna came. She sat.", ("Anna", "She"), "Anna came. Anna sat."),
        ("The cup fell. Its rim broke.", ("The cup", "Its"), "The cup fell. The cup's rim broke."),
        ("The cup broke itself.", ("The cup", "itself"), "The cup broke itself."),
        ("The agent waits. You see it.", ("The agent", "You"), "The agent waits. You see it."),
        ("It is late. It is dark.", ("It",), "It is late. It is dark."),
        ("The cup and its rim fell.", ("The cup and its rim", "its"), "The cup and its rim fell."),
        (
            f"{'very ' * 20}old cup. It fell.", (f"{'very ' * 20}old cup", "It"),
            f"{'very ' * 20}old cup. It fell.",
        ),
    ],
)  # fmt: skip
def test_what_stands_for_a_pronoun(text, chain, named):
    assert resolved(text, chain) == named


def test_what_was_said_before_is_not_returned():
    chain = ("The \U0001f600 cup", "It")
    assert resolved("It fell.", chain, before="The \U0001f600 cup.") == "The \U0001f600 cup fell."


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(NotInstalledError, match=r"httpx2 .* 'clew\[corenlp\]'"):
        CoreNlp()


BROKEN = annotated("The cup fell. It broke.", ("The cup", "It"))
BEYOND = annotated("The cup fell. It broke. It is gone for ever.", ("ever", "It"))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (httpx2.Response(500, text="CoreNLP request timed out."), "status 500: 'CoreNLP request"),
        (
            httpx2.Response(302, headers={"location": "http://x"}),
            "refused the text with status 302",
        ),
        (httpx2.Response(200, text="<html>"), "did not answer with CoreNLP's JSON"),
        (httpx2.Response(200, json={"corefs": {}}), "CoreNLP's JSON .*sentences"),
        (httpx2.Response(200, json={**BROKEN, "sentences": []}), "CoreNLP's JSON .*out of range"),
        (httpx2.Response(200, json=BEYOND), "CoreNLP's JSON .*no characters"),
        (httpx2.Response(200, content=b" " * (17 << 20)), "sent more than 16 MiB"),
        (httpx2.ReadTimeout("slow"), r"took more than 120 s; .*\(-mx4g\)"),
        (httpx2.ConnectError("refused"), r"does not answer \(ConnectError: refused\); start one"),
        (httpx2.RemoteProtocolError("cut"), "does not answer"),
    ],
)
def test_what_a_server_does_wrong_is_told_in_one_line(answer, said):
    server = Server()
    resolver = server.resolver()
    server.answers.append(answer)
    with pytest.raises(
        ModelError, match=rf"^Stanford CoreNLP at http://127.0.0.1:9000 .*{said}"
    ) as e:
        resolver.resolve("The cup.")
    assert "\n" not in str(e.value)
    assert len(str(e.value)) < 600


def test_secrets_in_an_address_are_not_shown():
    server = Server()
    resolver = server.resolver(url="http://anna:very-secret@here:9000")
    assert resolver.name == "Stanford CoreNLP at http://***@here:9000"
    server.answers.append(httpx2.Response(500, text="http://anna:very-secret@here:9000"))
    with pytest.raises(ModelError) as told:
        resolver.resolve("The cup.")
    assert "very-secret" not in str(told.value)
