"""clew.learn.known."""
