"""experiments.textworld."""
