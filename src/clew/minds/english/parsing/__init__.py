"""clew.minds.english.parsing."""
