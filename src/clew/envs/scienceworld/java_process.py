"""A Java object in a process of its own: started, called by method names, never left behind."""

import os
import shutil
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Timer
from typing import IO, Any

from py4j import protocol
from py4j.java_gateway import GatewayConnection, GatewayParameters, find_jar_path
from py4j.protocol import Py4JNetworkError

from clew.envs.games import GameError
from clew.errors import UsageError

__all__ = ["JavaProcess"]

_OPTIONS = (
    "-Xmx384m",  # by default a quarter of the machine's memory
    "-XX:+UseSerialGC",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-UsePerfData",  # no file in /tmp that would outlive a killed process
    # Sets of objects are ordered by identity hashes. All equal, they keep the order of insertion,
    # so that the same actions get the same answers in every process.
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
)
_SECONDS = 120
"""Longest wait for an answer; the longest known, to a gold path, takes 15 s."""
_REFERENCE = 2
"""Characters before the id of an object in an answer of py4j's server."""


class JavaProcess:
    """An object of a Java class.

    Its process ends with `close`, when this object is garbage-collected, and when this Python
    process ends for whatever reason: that closes its standard input, on which it exits.

    py4j's own client is not used: it repeats a call whose answer was lost, which for a step in a
    game would be two steps, and prints tracebacks.

    Args:
        jars: where the class is.
        name: of the class; its constructor takes no arguments.
        folder: where it runs: the simulator writes a list of its types there.

    Raises:
        UsageError: there is no `java`.
        GameError: it does not start.
    """

    def __init__(self, jars: Sequence[str], name: str, folder: Path) -> None:
        self._process, port, token = _started([find_jar_path(), *jars], folder)
        self._connection = _connected(self._process, port, token)
        self._end = weakref.finalize(self, _ended, self._process, self._connection, os.getpid())
        self._mute()
        self._object = self._made(name)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._end.alive and self._process.poll() is None

    def close(self) -> None:
        """End the process, if it runs."""
        self._end()

    def call(self, method: str, *arguments: str | int | bool) -> Any:
        """Call a method; return a text, number or truth value, or a tuple for a list of texts.

        Raises:
            GameError: the process has ended or does not answer, or the method failed.
        """
        answer = self._called(self._object, method, *map(protocol.get_command_part, arguments))
        if answer[1] != protocol.LIST_TYPE:
            return protocol.get_return_value(answer, None)
        listed = answer[_REFERENCE:]
        between = protocol.get_command_part("\n")
        joined = self._called("z:java.lang.String", "join", between, _reference(listed))
        self._asked(
            protocol.MEMORY_COMMAND_NAME, protocol.MEMORY_DEL_SUBCOMMAND_NAME, f"{listed}\n"
        )
        text = protocol.get_return_value(joined, None)
        return tuple(text.split("\n")) if text else ()

    def _mute(self) -> None:
        """Let the simulator print to nowhere: it tells every step at length."""
        nowhere = self._called("z:java.io.OutputStream", "nullOutputStream")[_REFERENCE:]
        printer = _reference(self._made("java.io.PrintStream", _reference(nowhere)))
        for stream in ("setOut", "setErr"):
            self._called("z:java.lang.System", stream, printer)

    def _made(self, name: str, *arguments: str) -> str:
        """Return the id of a new object of a class."""
        return self._asked(protocol.CONSTRUCTOR_COMMAND_NAME, f"{name}\n", *arguments)[_REFERENCE:]

    def _called(self, target: str, method: str, *arguments: str) -> str:
        return self._asked(protocol.CALL_COMMAND_NAME, f"{target}\n", f"{method}\n", *arguments)

    def _asked(self, *lines: str) -> str:
        """Return the answer to a command, in py4j's form."""
        if not self.alive:
            raise GameError(self._death())
        try:
            answer: str = self._connection.send_command("".join(lines) + protocol.END_COMMAND_PART)
        except Py4JNetworkError as error:
            told = self._death()
            self.close()
            raise GameError(told) from error
        except BaseException:
            self.close()  # an answer under way would be taken for the one to the next call
            raise
        if protocol.is_error(answer)[0]:
            reason = answer[1:]
            if answer[1:2] == protocol.REFERENCE_TYPE:
                reason = self._called(answer[_REFERENCE:], "toString")
            raise GameError(f"the Java process failed at {''.join(lines[1:])!r}: {reason[2:]}")
        return answer

    def _death(self) -> str:
        try:
            code = self._process.wait(timeout=1)
        except TimeoutExpired:
            return f"the Java process of this world gave no answer in {_SECONDS} s; begin anew"
        why = {3: "its memory was full", -9: "it was killed"}.get(code, f"exit code {code}")
        return f"the Java process of this world has ended ({why}); begin anew with reset()"


def _reference(identity: str) -> str:
    return f"{protocol.REFERENCE_TYPE}{identity}\n"


def _started(jars: Sequence[str], folder: Path) -> tuple[Popen[bytes], int, str]:
    """Return a new process with py4j's server, its port, and the password for it."""
    java = shutil.which("java")
    if java is None:
        raise UsageError(
            "this world runs on Java, and no `java` was found; install a Java runtime, version 11 "
            "or later (Debian, Ubuntu: apt-get install default-jre-headless)"
        )
    server = ("py4j.GatewayServer", "--die-on-broken-pipe", "--enable-auth", "0")
    with tempfile.TemporaryFile() as complaints:
        process = Popen(
            [java, "-cp", os.pathsep.join(jars), *_OPTIONS, *server],
            stdin=PIPE,
            stdout=PIPE,
            stderr=complaints,
            cwd=folder,
            start_new_session=True,  # Ctrl-C is for Python, which then ends it
        )
        assert process.stdout is not None
        clock = Timer(_SECONDS, process.kill)
        clock.start()
        port, token = (process.stdout.readline().decode().strip() for _ in range(2))
        clock.cancel()
        if port.isdecimal() and token:
            process.stdout.close()
            return process, int(port), token
        _stopped(process)
        complaints.seek(0)
        told = complaints.read(1000).decode(errors="replace").strip()
    raise GameError(f"Java did not start (exit code {process.returncode}): {told}")


def _connected(process: Popen[bytes], port: int, token: str) -> GatewayConnection:
    reached = GatewayParameters(port=port, auth_token=token, read_timeout=_SECONDS)
    connection = GatewayConnection(reached)
    try:
        connection.start()
    except Py4JNetworkError as error:
        _stopped(process)
        raise GameError(f"the Java process cannot be reached: {error}") from error
    return connection


def _stopped(process: Popen[bytes]) -> None:
    pipes: tuple[IO[bytes] | None, ...] = (process.stdin, process.stdout)
    for pipe in pipes:
        if pipe is not None:
            pipe.close()
    process.kill()  # it has nothing to save
    process.wait()


def _ended(process: Popen[bytes], connection: GatewayConnection, owner: int) -> None:
    if os.getpid() == owner:  # not in a fork
        connection.close()
        _stopped(process)
