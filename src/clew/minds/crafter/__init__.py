"""A mind that decides for agents in Multi-Agent Crafter; no model, no download."""

from clew.minds.crafter.deciding import RULES

__all__ = ["RULES"]
