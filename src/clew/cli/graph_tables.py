"""The tables of `clew stats --graph`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from clew.cli.output import counted, say

if TYPE_CHECKING:
    from clew.projection.statistics import Growth, Neighbours
    from clew.store.stats import GraphStats

__all__ = ["print_graph"]

_ADDED = ("entities", "theses", "facts", "mentions", "episodic")


def print_graph(found: "GraphStats") -> None:
    """Print nodes, relations, neighbours, growth and losses."""
    shape, lost = found.shape, found.lost
    for title, counts in (("nodes", shape.nodes), ("relations", shape.relations)):
        say(f"{title:<16}{_counts(counts)}")
    say(f"{'neighbours':<26}{'mean':>8}{'most':>8}")
    _print_neighbours(shape.neighbours)
    say(f"{'a text adds':<16}{'texts':>8}" + "".join(f"{name:>10}" for name in _ADDED))
    parts = ((f"{n}/{len(shape.growth)}", one) for n, one in enumerate(shape.growth, 1))
    _print_growth([*parts, ("all", shape.total)])
    say(
        f"{'lost':<16}{lost.share:.1%} of the texts: {lost.pending} pending, {lost.failed} failed, "
        f"{counted(lost.empty, 'text')} without anything learned"
    )


def _counts(counts: Mapping[str, int]) -> str:
    shown = [f"{count} {name}" for name, count in counts.items() if count]
    return ", ".join(shown) or "none"


def _print_neighbours(neighbours: Mapping[str, "Neighbours"]) -> None:
    for pair, each in neighbours.items():
        one, _, other = pair.partition(":")
        say(f"  {f'{other} of {one}':<24}{each.mean:>8.2f}{each.most:>8}")


def _print_growth(parts: Iterable[tuple[str, "Growth"]]) -> None:
    for name, part in parts:
        means: Sequence[float] = [getattr(part, each) for each in _ADDED]
        say(f"  {name:<14}{part.episodes:>8}" + "".join(f"{mean:>10.2f}" for mean in means))
