"""What a person does to one item: note something about it, correct it, retire it."""
