"""clew.learn.conversation."""
