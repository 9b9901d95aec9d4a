"""`Timed`: a wrapper that measures how fast an embedder works."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

from clew.embed.base import Embedder, TextKind, Wrapper
from clew.graph.view import Float32

__all__ = ["Speed", "Timed"]


@dataclass(frozen=True, slots=True)
class Speed:
    """Texts embedded and the wall-clock seconds that took; supports `+` and `-`."""

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


class Timed(Wrapper):
    """Counts the texts an embedder is given and the seconds it takes.

    Inside `Cached` it counts texts actually embedded, around `Cached` texts requested. Threads may
    share one; the seconds of concurrent calls add up.

    Args:
        embedder: the wrapped embedder.
        timer: a monotonic clock in seconds.
    """

    def __init__(self, embedder: Embedder, timer: Callable[[], float] = perf_counter) -> None:
        super().__init__(embedder)
        self._timer = timer
        self._lock = Lock()
        self._speed = Speed()

    @property
    def speed(self) -> Speed:
        """Texts and seconds so far."""
        return self._speed

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return the wrapped embedder's rows; a call that fails is not counted."""
        start = self._timer()
        rows = self._embedder.embed(texts, kind=kind)
        with self._lock:
            self._speed += Speed(len(texts), self._timer() - start)
        return rows
