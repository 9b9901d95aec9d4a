"""clew.minds.english.asking."""
