"""What every resolver keeps to, and a real CoreNLP server, where there is one."""

import shutil
import socket
import subprocess
import time
from os import environ
from pathlib import Path

import pytest

from clew.agents.coreference import resolver_named
from clew.agents.corenlp import CoreNlp
from clew.errors import ModelError, UnknownNameError, UsageError
from clew.minds.stand_ins import RuleResolver
from tests.agents.corenlp_server import Server

SAID = [
    (
        "The stove is broken. It does not start.",
        "",
        "The stove is broken. The stove does not start.",
    ),
    ("It does not start.", "The stove is broken.", "The stove does not start."),
    ("The winch is old. Its rope snaps.", "", "The winch is old. The winch's rope snaps."),
    (
        "This is a list:\n\n\ta lamp\n  The box is shut.  It is \U0001f600 red.\r\n",
        "",
        "This is a list:\n\n\ta lamp\n  The box is shut.  The box is \U0001f600 red.\r\n",
    ),
    ("You see nothing. A door is open.", "It rains.", "You see nothing. A door is open."),
    ("", "The stove is broken.", ""),
    (" \n", "The stove is broken.", " \n"),
]
"""Text, what was said before, and the text with names."""
CHAINS = (
    ("The stove", "It", "it"), ("The winch", "Its"), ("The box", "It"), ("You",),
)  # fmt: skip
RESOLVERS = {"rules": RuleResolver, "corenlp": lambda: Server(*CHAINS).resolver()}


@pytest.fixture(params=sorted(RESOLVERS))
def resolver(request):
    return RESOLVERS[request.param]()


@pytest.mark.parametrize(("text", "before", "named"), SAID)
def test_a_pronoun_gives_way_to_what_it_means_and_all_else_stays(resolver, text, before, named):
    assert resolver.resolve(text, before) == named


def test_the_same_text_gives_the_same_result(resolver):
    text, before, named = SAID[1]
    assert [resolver.resolve(text, before) for _ in range(2)] == [named, named]
    assert resolver.resolve(text) == text, "nothing of an earlier text is kept"


def test_it_has_a_name(resolver):
    assert resolver.name
    assert "\n" not in resolver.name


def test_two_antecedents_leave_a_pronoun_to_the_reader():
    text = "The hammer hit the lamp. It broke."
    assert RuleResolver().resolve(text) == text


def test_a_resolver_is_found_by_its_name():
    assert resolver_named("rules").name == "rules"
    with pytest.raises(UnknownNameError, match="no resolver of pronouns named 'rule'; did you"):
        resolver_named("rule")


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_an_address_is_that_of_a_server():
    with pytest.raises(ModelError, match=r"does not answer .* start one in the folder of its jars"):
        resolver_named(f"http://127.0.0.1:{_free()}")
    with pytest.raises(UsageError, match="expected an address"):
        resolver_named("http://")


def _free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@pytest.fixture(scope="module")
def started():
    """Yield the address of a real server, started for these tests."""
    folder = environ.get("CORENLP_HOME")
    if shutil.which("java") is None:
        pytest.skip("needs Java: apt-get install default-jre-headless")
    if not folder or not list(Path(folder).glob("stanford-corenlp-*-models*.jar")):
        pytest.skip("needs CORENLP_HOME, the folder of Stanford CoreNLP's jars and models")
    port = _free()
    command = ["java", "-mx4g", "-cp", f"{folder}/*"]
    command += ["edu.stanford.nlp.pipeline.StanfordCoreNLPServer", "-port", str(port), "-quiet"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address, until = f"http://127.0.0.1:{port}", time.monotonic() + 60
    try:
        while time.monotonic() < until:
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(10)


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.timeout(400)
def test_a_real_server_says_what_pronouns_mean(started):
    resolver = CoreNlp(started)
    assert resolver.resolve(*SAID[0][:2]) == SAID[0][2]
    for text, before, named in SAID:
        assert resolver.resolve(text, before) in (text, named), "missed it may be, wrong it is not"
