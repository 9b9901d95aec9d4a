"""`clew mcp`, `serve`, `view` and `token`: the memory for hosts, programs and browsers."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from clew.cli.options import Minds, Misuse, Place, argument, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of, writing
from clew.errors import UnknownNameError
from clew.operations.scope import Scope
from clew.plugins import late
from clew.server.guarding import Limits
from clew.server.listening import listening
from clew.server.tokens import Tokens
from clew.settings import memory_path

if TYPE_CHECKING:
    from clew.operations.tool_definitions import Profile

__all__ = ["Bounds", "mcp", "serve", "token", "view"]


@bundled
def mcp(
    place: Place,
    minds: Minds,
    profile: str = option(
        "NAME", "The tools: read-only, default, or admin (all operations).", "default"
    ),
    answer_tokens: int = option("N", "Most tokens of one answer, estimated.", 2000, min=200),
) -> int:
    """Serve the memory to an agent's host by the Model Context Protocol, over stdin and stdout.

    A host starts it; docs/mcp.md has the configuration of the common ones. Several servers may use
    one file. The file is created if it is not there.
    """
    tools = _profile(profile)
    serving = late("clew.server.mcp_server", "mcp")
    with writing(place, models=settings_of(minds), create=True) as memory:
        note(f"serving {memory.store.database.name} with the {tools} tools; a host speaks to me")
        serving.serve_stdio(late("clew.operations.calling").Calling(memory, tools, answer_tokens))
    return 0


def _profile(name: str) -> "Profile":
    """Return a profile by name."""
    profiles = late("clew.operations.tool_definitions").Profile
    if name not in set(profiles):
        raise UnknownNameError("profile", name, [str(each) for each in profiles])
    chosen: Profile = profiles(name)
    return chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one client may ask for."""

    max_body: int = option("BYTES", "Most bytes of a request, but for imports.", 8 << 20, min=1024)
    max_seconds: float = option("S", "Most seconds for one answer.", 60.0, min=0.1)
    max_rate: int = option("N", "Most requests a minute of one client.", 6000, min=1)


@bundled
def serve(
    place: Place,
    minds: Minds,
    bounds: Bounds,
    host: str = option("ADDRESS", "Where to listen; this machine alone by default.", "127.0.0.1"),
    port: int = option("N", "On which port.", 8321, min=0, max=65535),
    profile: str = option("NAME", "The tools of /mcp: read-only, default or admin.", "default"),
) -> int:
    """Serve the memory over HTTP: a page, REST with OpenAPI under /docs, and MCP under /mcp.

    With tokens (`clew token add`) each request needs one. Without, only this machine is served, and
    a network address is refused. The file is created if it is not there.
    """
    tools = _profile(profile)
    running = late("clew.server.running", "server")
    limits = Limits(
        body_bytes=bounds.max_body, seconds=bounds.max_seconds, per_minute=bounds.max_rate
    )
    # What may be refused comes first, so that no empty file is left behind.
    tokens = running.door(memory_path(place.memory), host)
    with (
        listening(host, port) as sockets,
        writing(place, models=settings_of(minds), create=True) as memory,
    ):
        running.serve(memory, tokens, limits, tools, host=host, sockets=sockets, say=note)
    return 0


@bundled
def view(
    place: Place,
    minds: Minds,
    file: Path | None = argument("[FILE]", "The memory file, in place of --memory.", None),
    no_browser: bool = flag("Only print the address."),
    read_only: bool = flag("Let the page change nothing."),
    port: int = option("N", "On which port; a free one by default.", 0, min=0, max=65535),
    run: Path | None = option(
        "LOG", "Begin with a run, step by step, also while `clew play --trajectory LOG` writes it."
    ),
) -> int:
    """Look at a memory in a browser: its graph, times and sources; search, ask, put right.

    Only this machine is served. The address lets one window in; each next one gets a new address.
    """
    running = late("clew.server.running", "server")
    if run is not None and not run.exists():
        note(f"there is no {run} yet; the page shows it once `clew play` writes it")
    there = place if file is None else replace(place, memory=file)
    scopes = (Scope.READ,) if read_only else tuple(Scope)
    with writing(there, models=settings_of(minds)) as memory:
        running.view(memory, scopes, port=port, browse=not no_browser, say=note, run=run)
    return 0


@bundled
def token(
    place: Place,
    action: str = argument("ACTION", "list, add, rotate or revoke."),
    name: str | None = argument("NAME", "The token's name.", None),
    scope: list[str] | None = option(
        "SCOPE", "With add: read, write, forget, admin; repeatable. Default: read and write."
    ),
    allow: list[str] | None = option(
        "NAMESPACE", "With add: the namespaces it opens; * and ? match; repeatable. Default: *."
    ),
) -> int:
    """List, make, replace or revoke the tokens of `clew serve`; one is shown only when made."""
    tokens = Tokens.beside(memory_path(place.memory))
    if action == "list":
        return _list_tokens(place, tokens)
    if action not in {"add", "rotate", "revoke"}:
        raise UnknownNameError("action", action, ["list", "add", "rotate", "revoke"])
    if name is None:
        raise Misuse(f"name the token to {action}")
    if action == "revoke":
        tokens.revoke(name)
        return place.done({"revoked": name}, f"revoked {name}")
    if action == "rotate":
        made = tokens.rotate(name)
    else:
        scopes = [_scope(each) for each in scope or ("read", "write")]
        first = not tokens.holders()
        made = tokens.add(name, scopes, allow or ("*",))
        if first and not place.json:
            note("from now on clew serve asks for a token, also where it runs already")
    return place.done({"name": name, "token": made}, made)


def _list_tokens(place: Place, tokens: Tokens) -> int:
    holders = tokens.holders()
    if place.json:
        rows = [
            {"name": one.name, "scopes": one.scopes, "namespaces": one.namespaces}
            for one in holders
        ]
        print_json({"tokens": rows})
        return 0
    for one in holders:
        say(f"{one.name}: {', '.join(one.scopes)} in {', '.join(one.namespaces)}")
    return 0


def _scope(name: str) -> Scope:
    """Return a scope by name."""
    if name not in set(Scope):
        raise UnknownNameError("scope", name, [str(each) for each in Scope])
    return Scope(name)
