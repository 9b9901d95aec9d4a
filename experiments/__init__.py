"""Experiments outside the library: the papers' tables, on clew's public API; see README.md."""
