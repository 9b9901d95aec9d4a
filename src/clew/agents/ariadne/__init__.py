"""Ariadne, the agent of AriGraph (arXiv 2407.04363): it plans, explores and goes back."""
