"""A page as one file: scripts, style and data in it, and a policy by which it reaches nothing."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256

from clew.server.page_files import page_file

__all__ = ["sent_page"]

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_HARMFUL = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
_ASSETS = re.compile(r"<!-- assets -->.*<!-- /assets -->", re.DOTALL)


def sent_page(
    frame: str,
    *,
    styles: Sequence[str],
    vendored: Sequence[str] = (),
    modules: Sequence[str],
    kept: Mapping[str, object],
    drawn: Sequence[str] = (),
) -> str:
    """Return a page of `page/` with all that it needs in it.

    Args:
        frame: the HTML file; what it loads stands between `<!-- assets -->` marks, and its data
            go where `<!-- kept -->` is.
        styles: sheets, as names of files.
        vendored: libraries, in the order in which they are loaded.
        modules: our own, each after those that it imports; they become one.
        kept: data by the id of their element.
        drawn: styles of pictures that are put into the page, which its policy then allows.
    """
    style = "".join(map(page_file, styles))
    scripts = [page_file(f"vendor/{name}.min.js") for name in vendored]
    own = "".join(map(_unbound, modules))
    icon = b64encode(page_file("icon.svg").encode()).decode()
    policy = (
        f"default-src 'none'; script-src {' '.join(map(_hash, (*scripts, own)))}; "
        f"style-src {' '.join(map(_hash, (style, *drawn)))}; img-src data:; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">',
        f"<style>{style}</style>",
        *(f"<script>{script}</script>" for script in scripts),
        f'<script type="module">{own}</script>',
    ]
    data = [
        f'<script type="application/json" id="{id}">{_harmless(value)}</script>'
        for id, value in kept.items()
    ]
    page = _ASSETS.sub(lambda _: "\n".join(head), page_file(frame))
    return page.replace("<!-- kept -->", "\n".join(data))


def _unbound(name: str) -> str:
    """Return a module without imports and exports: all of them become one."""
    return _EXPORT.sub("", _IMPORT.sub("", page_file(f"{name}.js")))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _harmless(value: object) -> str:
    """Return JSON in which nothing ends or begins a tag or a comment, and all can be written."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _HARMFUL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
