"""How we know: measurements of speed, safety and quality, one command each."""
