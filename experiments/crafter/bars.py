"""The expected results of runs in Multi-Agent Crafter, and whether they are met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from experiments.crafter.paper import FEWER
from experiments.crafter.report import Compared, Row, arm_name

__all__ = ["Bar", "bars_of"]

_ALONE, _TEAM, _SLOWER = 0.9, 0.95, 1.5
_FEWER: Mapping[int, tuple[float, float]] = {6: (0.5, 0.4)}
"""Agents that talk -> the share of one agent's steps that they save, and its lower bound."""
_TALKING: Mapping[int, float] = {6: 0.15}
"""Agents -> the share that talking saves them, surely above 0; elsewhere it must not cost any."""
_ASKED: Mapping[int, float] = {6: 0.35}
"""Agents that talk -> the most decisions of an agent in a step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """An expectation and the measured result."""

    what: str
    bar: str
    got: str
    met: bool


def bars_of(rows: Sequence[Row], pairs: Sequence[Compared]) -> list[Bar]:
    """Return the bars of the arms that were run, model by model."""
    found = []
    for model in dict.fromkeys(row.model for row in rows):
        arms = {(row.setting, row.agents): row for row in rows if row.model == model}
        found += _alone(arms) + _teams(arms) + _saved(model, arms, pairs)
    return [*found, *_stuck(rows)]


def _alone(arms: Mapping[tuple[str, int], Row]) -> list[Bar]:
    one, oracle = arms.get(("mem", 1)), arms.get(("oracle", 1))
    if one is None:
        return []
    found = [_success(one, _ALONE)]
    if oracle is not None:
        ratio = one.middle / oracle.middle
        found.append(
            Bar(
                what=f"{one.name}: median steps, to those with the whole map",
                bar=f"at most {_SLOWER} times",
                got=f"{one.middle:.1f} to {oracle.middle:.1f}, {ratio:.2f} times",
                met=ratio <= _SLOWER,
            )
        )
    return found


def _teams(arms: Mapping[tuple[str, int], Row]) -> list[Bar]:
    rows = [row for (setting, _), row in arms.items() if setting == "memcomm"]
    return [_success(row, _TEAM) for row in rows] + [
        Bar(
            what=f"{row.name}: decisions of an agent in a step",
            bar=f"at most {_ASKED[row.agents]:.2f}",
            got=f"{row.asked:.2f}",
            met=row.asked <= _ASKED[row.agents],
        )
        for row in rows
        if row.agents in _ASKED
    ]


def _success(row: Row, least: float) -> Bar:
    return Bar(
        what=f"{row.name}: diamonds",
        bar=f"at least {100 * least:.0f} %",
        got=f"{row.won} of {row.runs}",
        met=row.won >= least * row.runs,
    )


def _stuck(rows: Sequence[Row]) -> list[Bar]:
    """Return whether any agent of any arm was stuck."""
    runs, stuck = sum(row.runs for row in rows), sum(row.stuck for row in rows)
    what = "all arms: runs in which an agent goes to and fro and gets nowhere"
    return [Bar(what=what, bar="none", got=f"{stuck} of {runs}", met=not stuck)]


def _saved(model: str, arms: Mapping[tuple[str, int], Row], pairs: Sequence[Compared]) -> list[Bar]:
    """Return what communication saves against one agent, and against as many silent ones."""
    found = []
    for setting, agents in arms:
        if setting != "memcomm":
            continue
        name = arm_name((model, setting, agents))
        for pair in pairs:
            if pair.name != name:
                continue
            if pair.base == arm_name((model, "mem", 1)):
                paper = FEWER.get((setting, agents), 0.0)
                least, low = _FEWER.get(agents, (paper, None))
                found.append(_share(f"{name}: steps saved against {pair.base}", pair, least, low))
            elif pair.base == arm_name((model, "mem", agents)):
                least = _TALKING.get(agents, 0.0)
                what = f"{name}: what talking saves, against {pair.base}"
                found.append(_share(what, pair, least, 0.0 if agents in _TALKING else None))
    return found


def _share(what: str, pair: Compared, least: float, low: float | None) -> Bar:
    """Return the bar of a share of steps saved; its interval may have to begin above a bound."""
    share = pair.fewer
    sure = "" if low is None else f", surely above {100 * low:.0f} %"
    return Bar(
        what=what,
        bar=f"{100 * least:.1f} % or more{sure}",
        got=f"{100 * share.mean:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]",
        met=share.mean >= least and (low is None or share.low > low),
    )
