"""A folder of Markdown notes with dates, as Obsidian, Logseq and others keep them."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from clew.errors import UsageError
from clew.exchange.arrived import Arrived, moment, text_in
from clew.learn.observe import Input

__all__ = ["from_markdown"]

_FRONT = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_LINE = re.compile(r"([\w-]+)\s*:\s*(.*)")
_DATES = ("date", "created", "created_at")
_DAY = re.compile(r"(\d{4})[-_](\d{2})[-_](\d{2})(?!\d)", re.ASCII)
_EMBED = re.compile(r"!\[\[[^\]\n]*\]\]")
_LINK = re.compile(r"\[\[([^\]|#\n]*)(#[^\]|\n]*)?(?:\|([^\]\n]*))?\]\]")


def from_markdown(path: Path, now: datetime) -> Arrived:
    """Read every `*.md` below a folder; hidden folders (`.obsidian`) are skipped.

    A note's time is `date`, `created` or `created_at` of its front matter (YAML between two lines
    of `---`: help.obsidian.md, "Properties"; Jekyll's and Hugo's `date`), else the day in its name
    (`2024-03-02.md`, as Obsidian's daily notes; `2024_03_02.md`, as Logseq's). `[[Page]]` and
    `[[Page|shown]]` become the words that a reader sees; the pages are kept as `links` in the
    metadata, with `tags` and all other simple properties. Embeds (`![[...]]`) and properties that
    are no plain value or list are dropped.
    """
    if not path.is_dir():
        raise UsageError(f"expected a folder of Markdown notes, got {str(path)!r}")
    arrived = Arrived()
    for note in sorted(path.rglob("*.md")):
        name = note.relative_to(path)
        if any(part.startswith(".") for part in name.parts) or not note.is_file():
            continue
        text = text_in(note).replace("\r\n", "\n")
        front = _FRONT.match(text)
        held = dict(_properties(front[1], arrived)) if front else {}
        body = text[front.end() :] if front else text
        arrived.dropped["embeds"] += len(_EMBED.findall(body))
        body = _EMBED.sub("", body)
        links = list(dict.fromkeys(m[1].strip() for m in _LINK.finditer(body) if m[1].strip()))
        body = _LINK.sub(lambda m: m[3] or m[1] or (m[2] or "#")[1:], body)
        if not body.strip():
            arrived.dropped["notes without a text"] += 1
            continue
        at = _told(held, note.stem)
        arrived.dropped["notes without a date, taken as told now"] += at is None
        noted = {**held, **({"links": links} if links else {})}
        arrived.texts.append(Input(body, at or now, name.as_posix(), noted))
    return arrived


def _told(held: Mapping[str, object], stem: str) -> datetime | None:
    told = next((at for key in _DATES if (at := moment(held.get(key)))), None)
    day = _DAY.match(stem)
    return told or (moment("-".join(day.groups())) if day else None)


def _properties(front: str, arrived: Arrived) -> Iterator[tuple[str, object]]:
    """Yield the properties of a front matter that are plain values or lists of them."""
    key, items = "", list[str]()
    for line in [*front.splitlines(), ""]:
        if key and re.match(r"\s*- ", line):
            items.append(_plain(line.strip()[2:]))
            continue
        if key and items:
            yield key, items
        key, items = "", []
        found = _LINE.fullmatch(line)
        if found and not found[2]:
            key = found[1]
        elif found and found[2].startswith("[") and found[2].endswith("]"):
            parts = [_plain(one) for one in found[2][1:-1].split(",")]
            yield found[1], [one for one in parts if one]
        elif found and found[2][:1] not in ("{", "|", ">", "&", "*"):
            yield found[1], _plain(found[2])
        elif line.strip() and not line.lstrip().startswith("#"):
            arrived.dropped["properties that are no plain value"] += 1


def _plain(value: str) -> str:
    value = value.strip()
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value
