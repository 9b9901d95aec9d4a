"""Coming from other memories: their files as texts and facts of a memory."""
