"""What shows that a clause was not read as it was meant."""
