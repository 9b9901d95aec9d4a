"""DAMCS: agents of Multi-Agent Crafter that remember goals and talk in structure."""
