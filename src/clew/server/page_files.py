"""The files of the page, as they lie in the package; nothing is built and nothing is fetched."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["HEADERS", "MODULES", "RUN_HEADERS", "VENDORED", "kind_of", "page_file", "page_files"]

_KINDS: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
VENDORED = ("d3-dispatch", "d3-quadtree", "d3-timer", "d3-force", "cytoscape")
"""Libraries, in the order in which they are loaded; `page/vendor/README.md` says whence."""
MODULES = (
    *("dom", "times", "live", "kept", "graph", "texts", "facts", "results", "card", "sliders"),
    *("actions", "conflicts", "upkeep", "main"),
)
"""Our own modules, each after those that it imports. No two have a name at the top in common."""
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Sent with each file: nothing but this server is reached, no text is taken as HTML or script."""
_POLICY = "Content-Security-Policy"
RUN_HEADERS = {**HEADERS, _POLICY: HEADERS[_POLICY].replace("img-src", "img-src blob:")}
"""Sent with the page of a run: its map is a picture that the page itself holds."""


@cache
def page_files() -> Mapping[str, bytes]:
    """Return the content of every file of the page by its name, such as `vendor/d3-force.min.js`.

    Only these are served, so no name leads out of the folder.
    """
    folder = files("clew.server") / "page"
    flat = {each.name: each for each in folder.iterdir() if each.is_file()}
    vendor = {f"vendor/{each.name}": each for each in (folder / "vendor").iterdir()}
    return {
        name: each.read_bytes()
        for name, each in sorted({**flat, **vendor}.items())
        if name.rpartition(".")[2] in _KINDS
    }


def page_file(name: str) -> str:
    """Return a file of the page as text."""
    return page_files()[name].decode()


def kind_of(name: str) -> str:
    """Return the media type of a file."""
    return _KINDS[name.rpartition(".")[2]]
