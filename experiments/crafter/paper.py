"""DAMCS's results for Multi-Agent Crafter, from the paper and from its authors' repository.

The text gives only first diamonds (arXiv 2502.05453, section 6.2); its table 1 has no numbers in
the published version. The authors' repository has five runs each of two settings, for all tasks;
the paper says ten. For LLM basic the paper gives only ratios (63 % and 74 % fewer), about 328.
"""

from collections.abc import Mapping

__all__ = ["DIAMOND", "FEWER", "FIRSTS", "WORDS"]

DIAMOND: Mapping[tuple[str, int], float] = {
    ("basic", 1): 328.0,
    ("mem", 1): 140.0,
    ("mem", 2): 150.0,
    ("memcomm", 2): 121.0,
    ("mem", 6): 140.0,
    ("memcomm", 6): 85.0,
}
"""(setting, agents) -> mean step of the first diamond. For six agents without communication the
paper says "about as many as a single agent"; LLM basic follows from its percentages."""
FEWER: Mapping[tuple[str, int], float] = {("memcomm", 2): 0.136, ("memcomm", 6): 0.39}
"""Steps saved compared with one agent with memory."""
FIRSTS: Mapping[tuple[str, int], Mapping[str, tuple[float, float]]] = {
    ("mem", 1): {
        "collect_wood": (5.2, 0.8),
        "place_table": (9.6, 0.5),
        "make_wood_pickaxe": (16.2, 1.5),
        "collect_stone": (23.4, 6.5),
        "make_stone_pickaxe": (32.2, 12.1),
        "collect_iron": (55.2, 24.0),
        "collect_coal": (84.0, 42.6),
        "place_furnace": (112.2, 36.8),
        "make_iron_pickaxe": (118.8, 36.3),
        "collect_diamond": (140.0, 35.9),
    },
    ("memcomm", 6): {
        "collect_wood": (4.0, 1.2),
        "place_table": (9.2, 2.9),
        "make_wood_pickaxe": (12.0, 4.9),
        "collect_stone": (20.6, 11.9),
        "make_stone_pickaxe": (28.8, 18.3),
        "collect_iron": (62.6, 23.2),
        "collect_coal": (67.2, 17.6),
        "place_furnace": (80.8, 19.7),
        "make_iron_pickaxe": (81.8, 19.7),
        "collect_diamond": (85.4, 18.0),
    },
}
"""(setting, agents) -> task -> mean and deviation of the first step, five runs of GPT-4o each."""
WORDS = (
    "DAMCS with GPT-4o: first diamond after 140 steps with one agent and memory, 150 with two that "
    "do not talk, 121 with two that do (13.6 % fewer than one), 85 with six that do (39 % fewer); "
    "LLM basic about 328, its success 100 % for seven tasks and 60 % for the last three. In its "
    "authors' code the Navigator sees the whole map, runs are cut off at 350 steps, and all are in "
    "one world."
)
