"""Who is who: short dialogues about people with shared names; README.md has the rules."""
