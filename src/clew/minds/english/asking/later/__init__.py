"""What later texts say of an answer that no fact was read from."""
