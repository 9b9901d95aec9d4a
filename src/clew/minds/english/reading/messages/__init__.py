"""What only messages have: openers, others' words, corrections."""
