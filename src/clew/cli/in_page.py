"""`clew play --human --page`: a person who plays in a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from clew.cli.options import Misuse
from clew.cli.output import note
from clew.cli.play_options import PlayOptions
from clew.plugins import late

if TYPE_CHECKING:
    from clew import Memory
    from clew.llm.base import Model

__all__ = ["check_page", "in_page"]


def check_page(how: PlayOptions, *, steps: bool) -> None:
    """Refuse a page for nobody, and one that shows steps without a log of them."""
    if how.page and not how.human:
        raise Misuse("--page is for --human; an agent's run is shown by clew view --run LOG")
    if how.page and steps and how.trajectory is None:
        raise Misuse("--page shows what --trajectory FILE logs: name that file, too")


@contextmanager
def in_page(
    how: PlayOptions, memory: "Memory", trajectory: Path | None
) -> Iterator["Model | None"]:
    """Yield the person in a browser if that is wanted, else `None`."""
    if not how.page:
        yield None
        return
    running = late("clew.server.running", "server")
    with running.played_in_page(memory, trajectory, say=note) as person:
        yield person
