"""clew.minds.english.reading."""
