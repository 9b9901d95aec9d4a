"""clew.ask."""
