"""How a question is answered from recalled evidence, or not."""
