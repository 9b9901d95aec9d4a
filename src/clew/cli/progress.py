"""The progress bar; a separate module because rich loads slowly."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["bar"]


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[float], None]]:
    """Show a bar on stderr; call the yielded function to advance it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=max(total, 1))
        yield lambda more: progress.advance(task, more)
