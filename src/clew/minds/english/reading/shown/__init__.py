"""What a text shows of those it names: people or things, of which sex, of which years."""
