"""clew.ask.sets."""
