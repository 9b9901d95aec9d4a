"""Is anything lost when the process is killed? Send SIGKILL at random moments, then check the file.

    python -m clew.bench.kill [--kills 1000] [--seed 0] [--slow-model]

A forked writer remembers, learns, forgets, merges and writes, and reports every receipt through a
pipe. It is killed without warning, a random time after a random line. Then every acknowledged
episode must be in the file, verbatim, with the facts reported as learned from it; everything
reported as forgotten must be gone; `check` must find no problems; pending episodes must be learned
on request; and no episode may have been learned twice.

With `--slow-model`, replies arrive as from a language model: one by one, from threads, after a few
milliseconds each, so that most kills fall between a reply and its commit.

A kill does not test the disk, since pages held by the kernel survive it. SQLite's
`synchronous=FULL` makes commits reach the disk; the script checks that it is on.
"""

import argparse
import json
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from traceback import format_exc
from typing import Any

from clew.bench.piped_facts import piped_facts_model, triples
from clew.bench.random_world import RandomVectors
from clew.errors import ClewError
from clew.graph.types import AsOf, Episode, Fact, Kind
from clew.learn.observe import Input
from clew.learn.write import NewEdge, NewNode
from clew.llm.base import Model, Result, Sampling, Task
from clew.llm.wrapper import Wrapper
from clew.memory import Memory
from clew.projection.view_of import ProjectionView

__all__ = ["Report", "main", "run"]

_PER_FILE = 40
"""Kills before a new file is started, to keep checks quick."""
_MOST_LINES = 12
"""Most lines to wait for before a kill, so the writer has done work on any machine."""
_WHILE_S = {False: 0.01, True: 0.03}
"""The longest wait after that line, with the fast and the slow model: a few operations."""
_OPENING_S = 0.08
"""The longest wait if no line is waited for: the file is being created or opened."""
_SLOWEST_S = 0.008
"""The longest the slow model takes to reply."""
_NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Oslo", "Rome", "Lima", "Acme")
_RELATIONS = ("lives in", "works at", "likes", "met", "is married to", "owns")


@dataclass(slots=True)
class Report:
    """The outcome over all kills; `lost` and `problems` must be empty."""

    kills: int = 0
    acknowledged: int = 0
    """Receipts that reached the parent."""
    forgotten: int = 0
    in_flight: int = 0
    """Kills that hit the middle of an operation."""
    resumed: int = 0
    """Pending episodes that were learned after a kill."""
    lost: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Known:
    """What the writer has acknowledged about a file."""

    episodes: dict[int, tuple[str, bool]] = field(default_factory=dict)
    """Episode -> (text, whether it was acknowledged as learned)."""
    gone: set[int] = field(default_factory=set)
    written: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """Directly written facts."""


class _Slow(Wrapper):
    """Answers as another model does, but late; not to be called under a lock."""

    def __init__(self, model: Model, rng: Random) -> None:
        super().__init__(model)
        self._rng = rng

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return the default settings."""
        return Sampling()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task in order, after a delay."""
        sleep(self._rng.uniform(0, _SLOWEST_S))
        return self._model.run(tasks)


def run(kills: int, folder: Path, *, seed: int = 0, slow: bool = False) -> Report:
    """Kill a writer this many times, with its files in `folder`."""
    rng = Random(seed)
    report = Report()
    known = _Known()
    for number in range(kills):
        if number % _PER_FILE == 0:
            known = _Known()
        path = folder / f"kill-{number // _PER_FILE}.clew"
        _one(path, rng, known, report, slow=slow)
        report.kills += 1
    return report


def _open(path: Path, model: Model) -> Memory:
    return Memory.open(path, model=model, embedder=RandomVectors(16))


def _one(path: Path, rng: Random, known: _Known, report: Report, *, slow: bool) -> None:
    seed, count = rng.getrandbits(32), rng.randint(0, _MOST_LINES)
    wait = rng.uniform(0, _WHILE_S[slow] if count else _OPENING_S)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(path, seed, writing, slow=slow)
    os.close(writing)
    said = b""
    while said.count(b"\n") < count and (more := os.read(reading, 1 << 16)):
        said += more
    sleep(wait)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        said += pipe.read()
    lines = said.split(b"\n")[:-1]  # a line without its end was not acknowledged
    doubtful = _note(lines, known, report)
    _look(path, known, doubtful, report)


def _work(path: Path, seed: int, pipe: int, *, slow: bool) -> None:
    """Write until killed; runs in the child process and never returns."""
    try:
        rng = Random(seed)
        model: Model = piped_facts_model()
        with _open(path, _Slow(model, Random(seed)) if slow else model) as memory:
            while True:
                for said in _step(memory, rng):
                    os.write(pipe, json.dumps(said).encode() + b"\n")
    except (ClewError, AssertionError, LookupError, TypeError, ValueError):
        os.write(pipe, json.dumps({"error": format_exc()}).encode() + b"\n")
    finally:
        os._exit(1)


def _step(memory: Memory, rng: Random) -> Iterator[dict[str, Any]]:
    """Do one operation; yield its start (where that matters) and what was acknowledged."""
    choice = rng.choices(
        ("remember", "many", "keep", "learn", "forget", "merge", "write"), (50, 8, 10, 8, 10, 6, 8)
    )[0]
    if choice in {"remember", "many", "keep"}:
        inputs = [_text(rng) for _ in range(4 if choice == "many" else 1)]
        yield {"begin": choice}
        receipts = memory.remember_many(inputs, learn=choice != "keep")
        for given, receipt in zip(inputs, receipts, strict=True):
            yield {"episode": receipt.episode, "text": given.text, "learned": not receipt.pending}
    elif choice == "learn":
        yield {"begin": choice}
        for receipt in memory.learn_pending():
            yield {"learned": receipt.episode}
    elif choice == "forget":
        with memory.view() as view:
            episodes = view.ids(Kind.EPISODE)
        if episodes:
            yield {"begin": choice, "forget": (episode := rng.choice(episodes))}
            memory.forget(episode=episode)
            yield {"forgot": episode}
    elif choice == "merge":
        yield {"begin": choice}
        try:
            memory.merge(*rng.sample(_NAMES, 2))
        except ClewError:
            return  # no entity of that name yet, or already merged
        yield {"done": choice}
    else:
        yield {"begin": choice}
        subject, target = (NewNode(kind=Kind.ENTITY, text=name) for name in rng.sample(_NAMES, 2))
        edge = NewEdge(
            kind=Kind.FACT, source=subject, target=target, relation="knows", valid_from=1
        )
        written = memory.write([subject, target], [edge])
        yield {"wrote": written.edges[0], "triple": (subject.text, "knows", target.text)}


def _text(rng: Random) -> Input:
    clauses = [
        "|".join((rng.choice(_NAMES), rng.choice(_RELATIONS), rng.choice(_NAMES)))
        for _ in range(rng.randint(1, 4))
    ]
    return Input("; ".join([*clauses, f"note {rng.getrandbits(40)}"]), rng.randint(1, 500), "log")


def _note(lines: Sequence[bytes], known: _Known, report: Report) -> set[int]:
    """Process the writer's lines; return the episodes it was forgetting when killed."""
    doubtful: set[int] = set()
    begun = False
    for line in lines:
        said = json.loads(line)
        begun = "begin" in said
        if "forget" in said:
            doubtful.add(said["forget"])
            continue
        if begun:
            continue
        report.acknowledged += 1
        if "error" in said:
            report.problems.append(said["error"])
        elif "episode" in said:
            known.episodes[said["episode"]] = (said["text"], said["learned"])
        elif "learned" in said and said["learned"] in known.episodes:
            text, _ = known.episodes[said["learned"]]
            known.episodes[said["learned"]] = (text, True)
        elif "forgot" in said:
            doubtful.discard(said["forgot"])
            known.gone.add(said["forgot"])
            known.episodes.pop(said["forgot"], None)
            report.forgotten += 1
        elif "wrote" in said:
            known.written[said["wrote"]] = tuple(said["triple"])
    report.in_flight += begun
    return doubtful


def _look(path: Path, known: _Known, doubtful: set[int], report: Report) -> None:
    if not path.exists():
        if known.episodes or known.written:
            report.lost.append(f"{path.name} is not there")
        return
    with _open(path, piped_facts_model()) as memory:
        with memory.store.writing() as connection:
            assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        problems = memory.check()
        report.problems += [f"{path.name}: {each.code}: {each.message}" for each in problems]
        with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
            there = set(view.ids(Kind.EPISODE))
            for episode in doubtful - there:  # the erasure was committed
                known.gone.add(episode)
                known.episodes.pop(episode, None)
            report.lost += [f"{path.name}: {each}" for each in _missing(view, known, there)]
            report.problems += [f"{path.name}: {each}" for each in _twice(view, there)]
        receipts = memory.learn_pending()
        report.resumed += len(receipts)
        still = [receipt.episode for receipt in receipts if receipt.pending]
        report.problems += [f"{path.name}: {episode} stays pending" for episode in still]
        for receipt in receipts:
            if receipt.episode in known.episodes:
                known.episodes[receipt.episode] = (known.episodes[receipt.episode][0], True)


def _missing(view: ProjectionView, known: _Known, there: set[int]) -> Iterator[str]:
    """Yield what was acknowledged but is missing, or forgotten but still there."""
    for episode in sorted(known.gone & there):
        yield f"episode {episode} was forgotten and is there"
    ids = sorted(known.episodes.keys() & there)
    found = dict(zip(ids, view.items(ids), strict=True))
    told = dict(zip(ids, view.others(ids, (Kind.EPISODIC,), Kind.FACT), strict=True))
    said = _said(view)
    for episode, (text, learned) in sorted(known.episodes.items()):
        item = found.get(episode)
        if not isinstance(item, Episode) or item.text != text:
            yield f"episode {episode} is not there: {text}"
        elif learned:
            taught = {said[fact] for fact in told[episode]}
            for triple in triples(text):
                if _meant(view, triple) not in taught:
                    yield f"episode {episode} no longer says {triple}"
    every = set(said.values())
    for fact, triple in sorted(known.written.items()):
        if _meant(view, triple) not in every:
            yield f"fact {fact}, written directly, is not there: {triple}"


def _twice(view: ProjectionView, there: set[int]) -> Iterator[str]:
    """Yield the episodes that were learned from twice: a text states one thesis, once."""
    ids = sorted(there)
    told = view.others(ids, (Kind.EPISODIC,), Kind.THESIS)
    for episode, theses in zip(ids, told, strict=True):
        if len(theses) > 1:
            yield f"episode {episode} was learned from twice"


def _said(view: ProjectionView) -> dict[int, tuple[int, str, int]]:
    facts = (item for item in view.items(view.ids(Kind.FACT)) if isinstance(item, Fact))
    return {fact.id: (fact.subject, fact.relation, fact.object) for fact in facts}


def _meant(view: ProjectionView, triple: tuple[str, str, str]) -> tuple[int, str, int]:
    """Return a triple with its names resolved to entities, after merges; 0 if unknown."""
    subject, relation, target = triple
    return next(iter(view.find(subject)), 0), relation, next(iter(view.find(target)), 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill, check and print the outcome; return 1 if anything was lost or wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m clew.bench.kill", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--kills", type=int, default=1000, help="how many processes")
    parser.add_argument("--seed", type=int, default=0, help="of texts and moments")
    parser.add_argument("--slow-model", action="store_true", help="replies come late, from threads")
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        report = run(given.kills, Path(folder), seed=given.seed, slow=given.slow_model)
    print(
        f"{report.kills} kills, {report.in_flight} of them inside an operation; "
        f"{report.acknowledged} receipts acknowledged, {report.forgotten} forgettings, "
        f"{report.resumed} pending episodes resumed; "
        f"lost: {len(report.lost)}, problems: {len(report.problems)}"
    )
    for each in [*report.lost, *report.problems][:20]:
        print(" ", each)
    return 1 if report.lost or report.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
