"""Question answering."""
