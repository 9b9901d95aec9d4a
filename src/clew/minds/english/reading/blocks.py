"""Stretches of a text by who speaks: dialogue lines, titles, and what stands between."""

import re
from collections.abc import Iterator

from clew.minds.english.reading.mentions import Cast

__all__ = ["blocks"]

_SPEAKER = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{0,40}\] ?|\([^)\n]{0,40}\) ?)?\*{0,2}"
    r"([^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2})"
    r"\*{0,2}(?: \([^)\n]{0,40}\))?: ?(?=\S)"
)
_NO_SPEAKER = frozenset(
    """
    note notes title summary date source warning error todo example https http subject from to
    cc re result results question answer q a location time update abstract tip remember
    """.split()  # noqa: SIM905
)
_TITLE = re.compile(r"^(?:#{1,6} +(?P<head>[^\n]{1,80})|(?P<line>(?:[^\n.!?:;]|\.(?= )){1,60}))$")


def blocks(text: str, cast: Cast) -> Iterator[str]:
    """Yield stretches of one speaker, with the speaker and the title told to the cast."""
    lines = text.splitlines()
    block: list[str] = []
    for number, line in enumerate(lines):
        spoken = _SPEAKER.match(line) if ":" in line[:80] else None
        if (
            spoken
            and spoken[1].lower() not in _NO_SPEAKER
            and all(word[0].isupper() for word in spoken[1].split())
        ):
            yield "\n".join(block)
            block = [line[spoken.end() :]]
            cast.speak(spoken[1])
            continue
        title = _TITLE.match(line.strip()) if len(line) < 90 else None
        if title and _is_title(title, number, lines):
            yield "\n".join(block)
            block = []
            cast.topic((title["head"] or title["line"]).strip(" #*"))
            continue
        block.append(line)
    yield "\n".join(block)


def _is_title(title: re.Match[str], number: int, lines: list[str]) -> bool:
    if title["head"]:
        return True
    capital = title["line"][:1].isupper() and len(title["line"].split()) <= 6
    return number == 0 and len(lines) > 1 and capital
