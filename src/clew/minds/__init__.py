"""Minds: sets of rules that answer tasks offline, found by name (`clew.plugins.MINDS`)."""
