"""clew.recall.search."""
