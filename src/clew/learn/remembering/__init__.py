"""From a text to what is committed of it."""
