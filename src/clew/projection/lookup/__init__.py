"""What a write looks up in a projection: names, texts, and what states a fact."""
