"""A host of MCP servers, as small as one can be: it starts one, tells it a fact, and asks for it.

    python experiments/mcp_host.py CONFIGURATION

The configuration is the JSON that hosts of people read: `mcpServers`, by name.
"""

import json
import sys
from pathlib import Path

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

__all__ = ["told_and_asked"]


async def told_and_asked(configuration: Path) -> str:
    """Start the server that is configured as `memory`, use two of its tools; return the answer."""
    named = json.loads(configuration.read_text(encoding="utf-8"))["mcpServers"]["memory"]
    server = StdioServerParameters(command=named["command"], args=named["args"])
    async with Client(server) as client:
        await client.call_tool("remember", {"text": "Anna moved to Rome."})
        answer = await client.call_tool("ask", {"question": "Where does Anna live?"})
    return str(getattr(answer.content[0], "text", "")).splitlines()[0]


if __name__ == "__main__":
    print(anyio.run(told_and_asked, Path(sys.argv[1])))
