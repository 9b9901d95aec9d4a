"""Agents in parser games, by the measures of the paper on agents for interactive fiction."""
