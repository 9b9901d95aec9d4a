"""A person plays in a browser: the page of a run shows what is asked, and sends the answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from threading import Event, Thread

from uvicorn import Config, Server

from clew.llm.human import Human
from clew.memory import Memory
from clew.operations.scope import Scope
from clew.server.guarding import Limits
from clew.server.page_routes import RunShown
from clew.server.questions import Questions
from clew.server.running import made_app
from clew.server.tickets import Tickets

__all__ = ["played_in_page"]

_HERE = "127.0.0.1"
_LAST_S = 3.0
"""How long the page has time for the last step."""


@contextmanager
def played_in_page(
    memory: Memory, trajectory: Path | None, *, say: Callable[[str], None]
) -> Iterator[Human]:
    """Yield a person who is asked in a browser, while the page of the run is served beside it.

    Args:
        memory: what is played into; the page shows its map, and leads to it.
        trajectory: the run's steps, which the page shows as they are made; none of another form.
        say: tells the address, which lets one window in; for each next one a new address is told.
    """
    listening = create_server((_HERE, 0))
    address = f"http://{_HERE}:{listening.getsockname()[1]}/run"
    tickets = Tickets(tuple(Scope), lambda ticket: say(f"{address}#{ticket}"))
    questions, ending = Questions(), Event()
    run = RunShown(trajectory, questions)
    app = made_app(memory, tickets, Limits(), only_here=True, ending=ending, run=run)
    server = Server(Config(app, log_level="warning", timeout_graceful_shutdown=5))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    say("you play in a browser; Ctrl-C here stops. One window may open this address:")
    tickets.tell()
    try:
        yield Human(questions.ask, questions.show)
    finally:
        questions.close()
        Event().wait(_LAST_S)
        ending.set()
        server.should_exit = True
        thread.join(10)
