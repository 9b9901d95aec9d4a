"""Maps of played games: read from a memory, laid out, drawn."""
