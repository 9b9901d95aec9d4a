"""Answers to English questions from the facts of a memory, by grammar and tables."""
