"""A mind that decides for agents in Multi-Agent Crafter; no model, no download."""

from clew.minds.crafter.responding import RULES

__all__ = ["RULES"]
