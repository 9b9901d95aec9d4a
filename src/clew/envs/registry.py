"""The environments by name. Needs no extra; making one needs the extra that it names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from clew.errors import NotInstalledError, UnknownNameError

__all__ = ["NAMES", "Listed", "make", "register"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Where an environment is made."""

    module: str
    function: str
    """Its arguments are the environment's options."""
    extra: str
    """Of clew, that it needs."""
    agents: bool = False
    """Whether it is for several agents: PettingZoo's `ParallelEnv`, unknown to Gymnasium."""

    def maker(self) -> Callable[..., Any]:
        """Return the function that makes it.

        Raises:
            NotInstalledError: the extra is not there.
        """
        try:
            return getattr(import_module(self.module), self.function)  # type: ignore[no-any-return]
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "clew":
                raise
            raise NotInstalledError(str(error.name), extra=self.extra) from error


def _text(function: str) -> Listed:
    return Listed(module="clew.envs.text_worlds", function=function, extra="textworld")


NAMES: Mapping[str, Listed] = {
    "TreasureHunt-v0": _text("treasure_hunt_world"),
    "Cleaning-v0": _text("cleaning_world"),
    "Cooking-v0": _text("cooking_world"),
    "TextGame-v0": _text("text_game_world"),
    "Crafter-v0": Listed(module="clew.envs.crafter.single", function="single_env", extra="crafter"),
    "MultiAgentCrafter-v0": Listed(
        module="clew.envs.crafter.parallel", function="parallel_env", extra="crafter", agents=True
    ),
}
"""In the namespace `clew`."""


def make(name: str, **options: Any) -> Any:
    """Return a new environment.

    Args:
        name: one of `NAMES`, with or without `clew/` before it.
        options: its own.

    Raises:
        UnknownNameError: no environment has that name.
        NotInstalledError: its extra is not there.
    """
    known = name.removeprefix("clew/")
    if known not in NAMES:
        raise UnknownNameError("environment", name, (f"clew/{each}" for each in NAMES))
    return NAMES[known].maker()(**options)


def register() -> None:
    """Tell Gymnasium of the environments for one agent; a second time changes nothing.

    Raises:
        NotInstalledError: Gymnasium is not there.
    """
    try:
        gymnasium = import_module("gymnasium")
    except ModuleNotFoundError as error:
        raise NotInstalledError("gymnasium", extra="crafter") from error
    for name, listed in NAMES.items():
        if not listed.agents and f"clew/{name}" not in gymnasium.registry:
            gymnasium.register(f"clew/{name}", entry_point=f"{listed.module}:{listed.function}")
