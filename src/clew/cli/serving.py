"""`clew mcp`: the memory as tools for agents' hosts."""

from clew.cli.options import Minds, Place, bundled, option
from clew.cli.output import note
from clew.cli.session import settings_of, writing
from clew.errors import UnknownNameError
from clew.operations.tool_definitions import Profile
from clew.plugins import late
from clew.server.calling import Calling

__all__ = ["mcp"]


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
        serving.serve_stdio(Calling(memory, tools, answer_tokens))
    return 0


def _profile(name: str) -> Profile:
    """Return a profile by name."""
    if name not in set(Profile):
        raise UnknownNameError("profile", name, [str(each) for each in Profile])
    return Profile(name)
