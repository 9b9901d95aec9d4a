"""DAMCS: agents for Multi-Agent Crafter with goal memory and structured messages."""
