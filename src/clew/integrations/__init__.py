"""Adapters: a memory as the frameworks of agents want one; each module needs its framework."""
