"""What drawings share: text that is safe in XML."""

import re
from html import escape

__all__ = ["safe"]

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def safe(text: str) -> str:
    """Return a text escaped for XML; characters that XML forbids are replaced."""
    return escape(_UNWRITABLE.sub("\ufffd", text))
