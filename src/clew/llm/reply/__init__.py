"""clew.llm.reply."""
