"""clew.minds.english.words."""
