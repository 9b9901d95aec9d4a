"""Agents, their memories, and the loop that runs an agent in an environment."""
