"""The expected results of runs in Multi-Agent Crafter, and whether they are met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from experiments.crafter.paper import FEWER
from experiments.crafter.report import Compared, Row, arm_name

__all__ = ["Bar", "bars_of"]

_ALONE, _TEAM, _SLOWER, _LEAST = 0.9, 0.95, 1.6, {6: 0.25}


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
    return found


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
    return [_success(row, _TEAM) for (setting, _), row in arms.items() if setting == "memcomm"]


def _success(row: Row, least: float) -> Bar:
    return Bar(
        what=f"{row.name}: diamonds",
        bar=f"at least {100 * least:.0f} %",
        got=f"{row.won} of {row.runs}",
        met=row.won >= least * row.runs,
    )


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
            share = pair.fewer
            got = f"{100 * share.mean:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"
            if pair.base == arm_name((model, "mem", 1)):
                least = _LEAST.get(agents, FEWER.get((setting, agents), 0.0))
                sure = agents not in _LEAST or share.low > 0
                bar = f"{100 * least:.1f} % or more" + ", surely above 0" * (agents in _LEAST)
                what = f"{name}: steps saved against {pair.base}"
                found.append(Bar(what=what, bar=bar, got=got, met=share.mean >= least and sure))
            elif pair.base == arm_name((model, "mem", agents)):
                what = f"{name}: talking does not hurt, against {pair.base}"
                found.append(Bar(what=what, bar="0 % or more", got=got, met=share.mean >= 0))
    return found
