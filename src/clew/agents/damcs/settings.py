"""The settings that DAMCS compares (section 6.1), and some others for contrast, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["SETTINGS", "Setting"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What the agents of a team have."""

    name: str
    about: str
    """In a few words."""
    memory: bool = True
    """Whether goals, experiences and a map are stored; if not, an agent knows only its last
    actions and its present view."""
    topology: str = "alone"
    """Who talks to whom: one of `clew.agents.damcs.topology.TOPOLOGIES`."""
    structured: bool = True
    """Whether messages follow the schema, or are plain text."""
    full_map: bool = False
    """Whether every agent is given the whole map, which it could not see."""


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        setting.name: setting
        for setting in (
            Setting("basic", "the last actions only (LLM basic)", memory=False),
            Setting("mem", "memory, no communication (Mem)"),
            Setting("memcomm", "memory and messages (MemComm)", topology="chain"),
            Setting("broadcast", "memory, and messages to everyone", topology="everyone"),
            Setting("comm", "messages, and the last actions only", memory=False, topology="chain"),
            Setting(
                "free", "memory, and messages of words alone", topology="chain", structured=False
            ),
            Setting("oracle", "memory and the whole map", full_map=True),
            Setting(
                "oracle-comm", "memory, messages and the whole map", topology="chain", full_map=True
            ),
        )
    }
)
"""By name; the first three are the paper's."""
