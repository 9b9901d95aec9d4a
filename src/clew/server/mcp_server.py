"""The MCP server: the tools of a profile, in every version of the protocol; and stdio.

All that it knows of tools comes from the table of operations. Calls run in worker threads, so a
slow model keeps nobody else waiting. The stateless protocol of 2026-07-28 and the older handshake
are both the SDK's business; only asking the user differs here.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

import clew
from clew.operations.calling import Called, Calling, Preview
from clew.operations.tool_definitions import Tool, tools_of
from clew.tools import INSTRUCTIONS

__all__ = ["mcp_server", "serve_stdio", "tool_types"]

_AGREED = {"type": "object", "properties": {}}
_KEY = "erase"


def tool_types(tools: dict[str, Tool]) -> list[types.Tool]:
    """Return tools as MCP describes them; the hints are what is enforced, too."""
    return [
        types.Tool(
            name=tool.name,
            title=tool.operation.title,
            description=tool.operation.about,
            input_schema=tool.schema,
            annotations=types.ToolAnnotations(
                read_only_hint=tool.operation.read_only,
                destructive_hint=tool.operation.destructive,
                idempotent_hint=tool.operation.read_only or tool.operation.idempotent,
                open_world_hint=False,
            ),
        )
        for tool in tools.values()
    ]


def mcp_server(chosen: Callable[[Any], Calling]) -> Server[Any]:
    """Return a server; `chosen` says which memory and tools a request is for (`None` on stdio)."""

    async def list_tools(
        context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        tools = tools_of(chosen(context.request).profile)
        return types.ListToolsResult(tools=tool_types(tools))

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        calling, given = chosen(context.request), dict(params.arguments or {})
        responses = getattr(params, "input_responses", None)
        if responses and params.request_state and _agreed(responses.get(_KEY)):
            given["token"] = params.request_state
        elif responses:
            return _result(Called("The user did not agree; nothing was erased."))
        done = await _in_thread(calling, params.name, given)
        if isinstance(done, Called):
            return _result(done)
        return await _confirmed(context, calling, params.name, given, done)

    return Server(
        "clew",
        version=clew.__version__,
        title="clew memory",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _in_thread(calling: Calling, name: str, given: dict[str, Any]) -> Called | Preview:
    work = partial(calling.call, name, given)
    return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)


async def _confirmed(
    context: ServerRequestContext[Any],
    calling: Calling,
    name: str,
    given: dict[str, Any],
    preview: Preview,
) -> types.CallToolResult | types.InputRequiredResult:
    """Ask the user where the host can; else let the model show the preview."""
    able = context.session.client_capabilities
    if able is None or able.elicitation is None:
        return _result(preview.instruction)
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        form = types.ElicitRequestFormParams(message=preview.text, requested_schema=_AGREED)
        asked: types.InputRequests = {_KEY: types.ElicitRequest(params=form)}
        return types.InputRequiredResult(input_requests=asked, request_state=preview.token)
    answer = await context.session.elicit_form(preview.text, _AGREED, context.request_id)
    if answer.action != "accept":
        return _result(Called("The user did not agree; nothing was erased."))
    done = await _in_thread(calling, name, {**given, "token": preview.token})
    return _result(done if isinstance(done, Called) else done.instruction)


def _agreed(response: Any) -> bool:
    return getattr(response, "action", None) == "accept"


def _result(called: Called) -> types.CallToolResult:
    text = types.TextContent(type="text", text=called.text)
    return types.CallToolResult(content=[text], is_error=called.is_error)


def serve_stdio(calling: Calling) -> None:
    """Serve one host over stdin and stdout until it closes them."""

    async def main() -> None:
        server = mcp_server(lambda _request: calling)
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        anyio.run(main)
    except* BrokenPipeError:  # it closed one while something was written to it
        with suppress(BrokenPipeError):
            sys.stdout.close()  # else Python would try to write the rest once more
