"""Agents that others are compared with: ReAct, Reflexion, SayCan, and chance."""
