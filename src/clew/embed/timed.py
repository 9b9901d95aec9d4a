"""How fast texts are embedded: a wrapper around any embedder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

from clew.embed.base import Embedder, TextKind
from clew.graph.view import Float32

__all__ = ["Speed", "Timed"]


@dataclass(frozen=True, slots=True)
class Speed:
    """Texts embedded and the wall-clock seconds that took; sums with `+`, differs with `-`."""

    texts: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        """Texts per second; 0 when nothing was embedded."""
        return self.texts / self.seconds if self.seconds > 0 else 0.0

    def __add__(self, other: "Speed") -> "Speed":
        return Speed(self.texts + other.texts, self.seconds + other.seconds)

    def __sub__(self, other: "Speed") -> "Speed":
        return Speed(self.texts - other.texts, self.seconds - other.seconds)


class Timed:
    """Counts the texts an embedder is given and the seconds it takes.

    Inside `Cached` it counts what was really embedded, around `Cached` what was asked. Threads
    may share one; the seconds of calls made at the same time add up.

    Args:
        embedder: who does the work.
        timer: a clock in seconds that never goes back.
    """

    def __init__(self, embedder: Embedder, timer: Callable[[], float] = perf_counter) -> None:
        self._embedder, self._timer = embedder, timer
        self._lock = Lock()
        self._speed = Speed()

    @property
    def name(self) -> str:
        """The wrapped embedder's name."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """The wrapped embedder's dimension."""
        return self._embedder.dimension

    @property
    def speed(self) -> Speed:
        """What was embedded so far."""
        return self._speed

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return the wrapped embedder's rows; a call that fails is not counted."""
        start = self._timer()
        rows = self._embedder.embed(texts, kind=kind)
        with self._lock:
            self._speed += Speed(len(texts), self._timer() - start)
        return rows
