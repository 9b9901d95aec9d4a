"""clew.learn.timelines."""
