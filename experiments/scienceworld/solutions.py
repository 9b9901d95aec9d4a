"""Golden trajectories: which variations they are of, and how they are played and kept in a folder.

A trajectory is one JSON file, written when it is complete: what is there is not played again.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from clew.envs.scienceworld.science_world import ScienceWorld
from clew.errors import UsageError

__all__ = ["Seen", "Solution", "chosen", "distinct", "played"]

_CANDIDATES = 40
"""Most variations of a task whose texts are compared, evenly spaced: to read one takes 0.2 s."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the world showed after an action; the first one has none."""

    action: str
    observation: str
    look: str
    location: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A golden trajectory, up to the end of its run."""

    task: str
    variation: int
    goal: str
    score: int
    seconds: float
    """To make and to play it."""
    steps: tuple[Seen, ...]

    @classmethod
    def read(cls, path: Path) -> "Solution":
        """Return the trajectory in a file.

        Raises:
            UsageError: the file is none.
        """
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            steps = tuple(Seen(**one) for one in plain["steps"])
            return cls(**{**plain, "steps": steps})
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path}: expected a golden trajectory; delete it: {error}") from error


def distinct(texts: Mapping[int, str], count: int) -> tuple[int, ...]:
    """Return the numbers of the texts that differ most, sorted.

    The first text is taken; then, again and again, the one that has the most words not shared with
    the taken text that is most like it. Of equals the one farthest from all taken numbers, then
    the lowest: neighbouring variations are alike in more than their texts.

    >>> distinct({0: "boil water", 1: "boil the water", 2: "melt lead"}, 2)
    (0, 2)
    """
    words = {number: frozenset(re.findall(r"\w+", text.lower())) for number, text in texts.items()}
    taken = sorted(words)[:1]
    while len(taken) < min(count, len(words)):
        unlike = {
            n: (min(len(words[n] ^ words[t]) for t in taken), min(abs(n - t) for t in taken), -n)
            for n in words.keys() - {*taken}
        }
        taken.append(max(unlike, key=unlike.__getitem__))
    return tuple(sorted(taken))


def chosen(env: Callable[[], ScienceWorld], task: str, count: int, folder: Path) -> tuple[int, ...]:
    """Return the training variations of a task to learn from; the choice is kept in the folder."""
    path = folder / f"{task}.chosen.json"
    if not path.exists():
        every = env().variations("train", task)
        step = max(1, len(every) / _CANDIDATES)
        some = [every[int(n * step)] for n in range(min(len(every), _CANDIDATES))]
        texts = {n: env().reset(options={"task": task, "variation": n})[1]["task"] for n in some}
        _write(path, {"count": count, "variations": distinct(texts, count)})
    kept = json.loads(path.read_text(encoding="utf-8"))
    if kept["count"] != count:
        raise UsageError(
            f"{path} is a choice of {kept['count']} variations, this run is to learn {count}; "
            "name another folder"
        )
    return tuple(kept["variations"])


def played(env: Callable[[], ScienceWorld], task: str, variation: int, folder: Path) -> Solution:
    """Return a golden trajectory, played unless the folder has it; `env` returns the simulator."""
    path = folder / f"{task}-{variation}.json"
    if not path.exists():
        _write(path, asdict(_play(env(), task, variation)))
    return Solution.read(path)


def _play(env: ScienceWorld, task: str, variation: int) -> Solution:
    began = perf_counter()
    env.reset(options={"task": task, "variation": variation})
    path = env.gold_path()
    observation, *_, info = env.step("look around")  # the path began the run again
    steps = [_seen("", f"{observation}\n\n{info['task']}", info)]
    for action in path:
        observation, _, terminated, _, info = env.step(action)
        steps.append(_seen(action, observation, info))
        if terminated:
            break
    seconds = round(perf_counter() - began, 2)
    return Solution(task, variation, info["task"], info["score"], seconds, tuple(steps))


def _seen(action: str, observation: str, info: Mapping[str, Any]) -> Seen:
    return Seen(action, observation, info["look"], info["location"] or "")


def _write(path: Path, plain: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write JSON, so that the file is there whole or not at all."""
    partial = path.with_suffix(".part")
    partial.write_text(json.dumps(plain, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(path)
