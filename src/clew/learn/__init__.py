"""The write path: observe, extract, resolve, revise, commit."""
