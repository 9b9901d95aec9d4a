"""What a server has done, counted, as Prometheus reads it."""

from collections import Counter
from threading import Lock

__all__ = ["Metrics"]

_SLOTS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0)


class Metrics:
    """Counts requests by operation and status, and their time; any thread may add."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()

    def add(self, operation: str, status: int, seconds: float) -> None:
        """Count a request."""
        with self._lock:
            self._requests[operation, status] += 1
            self._seconds[operation] += seconds  # type: ignore[assignment]
            for slot in _SLOTS:
                self._within[operation, slot] += seconds <= slot

    def text(self, gauges: dict[str, float]) -> str:
        """Return all counts, and some values as they are now."""
        with self._lock:
            lines = ["# TYPE clew_requests_total counter"]
            for (operation, status), count in sorted(self._requests.items()):
                labels = f'operation="{operation}",status="{status}"'
                lines.append(f"clew_requests_total{{{labels}}} {count}")
            lines.append("# TYPE clew_request_seconds histogram")
            for operation, seconds in sorted(self._seconds.items()):
                lines += self._histogram(operation, seconds)
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _histogram(self, operation: str, seconds: float) -> list[str]:
        total = sum(n for (name, _), n in self._requests.items() if name == operation)
        name = "clew_request_seconds"
        slots = [(f"{slot:g}", self._within[operation, slot]) for slot in _SLOTS]
        return [
            *(
                f'{name}_bucket{{operation="{operation}",le="{slot}"}} {count}'
                for slot, count in (*slots, ("+Inf", total))
            ),
            f'{name}_sum{{operation="{operation}"}} {seconds:.6f}',
            f'{name}_count{{operation="{operation}"}} {total}',
        ]
