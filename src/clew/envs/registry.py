"""Environments by name. Needs no extra, but making an environment needs its own."""

from typing import Any

from clew.errors import UnknownNameError
from clew.plugins import ENVIRONMENTS, Listed, late

__all__ = ["make", "maker", "named", "register"]


def named(name: str) -> str:
    """Return the name under which an environment is registered, without the prefix `clew/`."""
    return name.removeprefix("clew/")


def maker(name: str) -> Any:
    """Return what makes an environment: `clew.plugins.ENVIRONMENTS`, or `MODULE:NAME`.

    Raises:
        UnknownNameError: no environment has that name.
        UsageError: a `MODULE:NAME` that cannot be imported.
        NotInstalledError: its extra is not installed.
    """
    known = named(name)
    if known not in ENVIRONMENTS and ":" not in known:
        own = (f"clew/{each}" for each in ENVIRONMENTS.built_in)
        others = (each for each in ENVIRONMENTS if each not in ENVIRONMENTS.built_in)
        raise UnknownNameError("environment", name, (*own, *others))
    return ENVIRONMENTS.find(known)


def make(name: str, **options: Any) -> Any:
    """Return a new environment, made with these options; raises what `maker` does."""
    return maker(name)(**options)


def register() -> None:
    """Register clew's single-agent environments with Gymnasium; repeated calls are harmless.

    Raises:
        NotInstalledError: Gymnasium is not installed.
    """
    gymnasium = late("gymnasium", "crafter")
    for name, listed in ENVIRONMENTS.built_in.items():
        assert isinstance(listed, Listed)
        if not listed.team and f"clew/{name}" not in gymnasium.registry:
            gymnasium.register(f"clew/{name}", entry_point=listed.at)
