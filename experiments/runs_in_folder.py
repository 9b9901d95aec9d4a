"""Runs of a measurement in a folder: keep finished ones, run the rest in processes."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from clew.bench.journal import held
from clew.errors import UsageError
from clew.llm.base import Model
from clew.llm.retry import Deferred
from clew.llm.wrapper import Reachable
from clew.settings import ModelSettings
from clew.store.database import Database
from clew.store.store import Store
from clew.wiring import model_from

__all__ = ["Kept", "claim", "completed", "folder_of", "kept_in", "model_keeping", "write_result"]

Run = TypeVar("Run")
Result = TypeVar("Result")


@contextmanager
def claim(folder: Path, about: Mapping[str, Any]) -> Iterator[None]:
    """Hold a folder; record in `about.json` what it is for, so that measurements do not mix.

    Raises:
        UsageError: the folder belongs to another measurement, is in use, or cannot be made.
    """
    with held(folder):
        path = folder / "about.json"
        if not path.exists():
            path.write_text(json.dumps(about) + "\n", encoding="utf-8")
        elif (there := json.loads(path.read_text(encoding="utf-8"))) != about:
            raise UsageError(
                f"{path} says {there}, this measurement is {about}; name another folder"
            )
        yield


def folder_of(model: str) -> str:
    """Return the name of the folder for a model's runs."""
    return model.replace("/", "_").replace(":", "_")


def model_keeping(settings: ModelSettings, replies: Path, stack: ExitStack) -> Model:
    """Return a language model whose replies are kept in a file; the stack closes both."""
    store = Store(stack.enter_context(closing(Database(replies))))
    model = model_from(settings, store)
    if isinstance(model, Deferred):
        stack.callback(model.close)
    return Reachable(model, "the same command goes on from here")


def write_result(path: Path, result: Any) -> None:
    """Write a dataclass as JSON, so that the file is there whole or not at all.

    Raises:
        UsageError: it cannot be written.
    """
    partial = path.with_suffix(".part")
    try:
        partial.write_text(json.dumps(asdict(result)) + "\n", encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise UsageError(
            f"cannot write to {path}: {error}; make room for it, or allow it"
        ) from error


@dataclass(frozen=True, slots=True)
class Kept:
    """Results in a folder, each under its name; nowhere if there is no folder."""

    folder: Path | None

    def get(self, name: str) -> dict[str, Any] | None:
        """Return what an earlier measurement left under a name, or `None`."""
        if self.folder is None or not (path := self.folder / f"{name}.json").is_file():
            return None
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    def put(self, name: str, result: Any) -> None:
        """Keep a dataclass under a name.

        Raises:
            UsageError: it cannot be written.
        """
        if self.folder is not None:
            write_result(self.folder / f"{name}.json", result)


@contextmanager
def kept_in(folder: Path | None, about: Mapping[str, Any]) -> Iterator[Kept]:
    """Hold a folder for one measurement, if there is one, and yield what it keeps.

    Raises:
        UsageError: as `claim`.
    """
    with ExitStack() as stack:
        if folder is not None:
            stack.enter_context(claim(folder, about))
        yield Kept(folder)


def completed(
    runs: Sequence[Run],
    kept: Callable[[Run], Result | None],
    play: Callable[[Run], Result],
    processes: int = 1,
    progress: Callable[[Result, int, int], None] | None = None,
) -> list[Result]:
    """Play every run without a result and return all results, in the order of `runs`.

    Args:
        runs: all of them, each once.
        kept: returns the result an earlier measurement left, or `None`.
        play: a module-level function, or a `partial` of one, which other processes can import.
        processes: runs at the same time; with several, each run has its own process.
        progress: called after each run with the number of runs done and the total.
    """
    known = {run: result for run in runs if (result := kept(run)) is not None}
    todo = [run for run in runs if run not in known]
    for run, result in _played(play, todo, processes):
        known[run] = result
        if progress is not None:
            progress(result, len(known), len(runs))
    return [known[run] for run in runs]


def _played(
    play: Callable[[Run], Result], runs: Sequence[Run], processes: int
) -> Iterator[tuple[Run, Result]]:
    """Yield runs with their results as they finish; in order with one process."""
    if processes == 1 or len(runs) < 2:
        for run in runs:
            yield run, play(run)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(play, run): run for run in runs}
        try:
            for one in as_completed(waiting):
                yield waiting[one], one.result()
        finally:
            pool.shutdown(cancel_futures=True)
