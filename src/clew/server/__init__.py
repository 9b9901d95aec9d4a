"""Servers over a memory: MCP for agents' hosts, REST for programs."""
