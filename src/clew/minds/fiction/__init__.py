"""An offline mind for parser games, without a language model or a list of valid actions."""
