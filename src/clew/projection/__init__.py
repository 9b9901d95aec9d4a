"""clew.projection."""
