"""Agents for interactive fiction, after Becker and Li (`docs/fiction.md`)."""
