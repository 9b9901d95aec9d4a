"""Where a memory lives: one SQLite file, one transaction for everything."""
