"""Ariadne, AriGraph's agent (arXiv 2407.04363): it plans, explores and navigates."""
