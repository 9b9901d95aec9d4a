"""Copies of a memory file, and what it holds in other forms."""
