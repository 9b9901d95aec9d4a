"""Retrievers with the settings of a paper."""

from clew.errors import UsageError
from clew.recall.base import Retriever
from clew.recall.search.astar import AStar, Heuristic
from clew.recall.search.beam import Beam, FinalSorting
from clew.recall.search.circles import Circles
from clew.recall.search.mix import Mix

__all__ = ["personalai"]


def personalai(*names: str) -> Retriever:
    """Return PersonalAI's retrievers with the values of its section 4, "Retrieval Algorithms".

    Only the values are the paper's; deliberate improvements over its code (see each algorithm)
    remain. No node restriction is set: that is `Query.skip`, which the paper varies (E, T, O).

    Args:
        names: those of "astar", "circles" and "beam" to unite; by default all three. The paper
            compares each alone and the three pairs.

    Returns:
        The retriever itself for one name, else the union (`Mix`) in the given order.

    Raises:
        UsageError: a name is none of the three, or is repeated.
    """
    published: dict[str, Retriever] = {
        "astar": AStar(heuristic=Heuristic.INNER_PRODUCT, max_depth=10, max_passed=150),
        "circles": Circles(
            strict_filter=True,
            hyper_num=15,
            episodic_num=15,
            chain_triplets_num=25,
            other_triplets_num=6,
            do_text_pruning=False,
        ),
        "beam": Beam(
            max_depth=5,
            max_paths=10,
            same_path_by_node=False,
            diff_paths_by_node=False,
            diff_paths_by_rel=False,
            mean_alpha=0.75,
            final_sorting=FinalSorting.MIXED,
        ),
    }
    chosen = names or tuple(published)
    if len(set(chosen)) < len(chosen) or not set(chosen) <= published.keys():
        raise UsageError(f"expected names out of {', '.join(published)}, each once; got {names!r}")
    if len(chosen) == 1:
        return published[chosen[0]]
    return Mix({name: published[name] for name in chosen})
