"""experiments.crafter."""
