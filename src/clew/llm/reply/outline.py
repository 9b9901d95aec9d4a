"""The outline of a broken JSON value: its brackets and strings, and where it is truncated.

Missing or wrong brackets are corrected. A list item whose parts cannot be told apart (a repeated
key, a value without a key) is dropped whole: two facts that have run together would otherwise
become a third that nobody stated.
"""

import json
import re
from dataclasses import dataclass, field

from clew.regex import Regex

__all__ = ["Outline", "outlined", "unescaped"]

_DEEPEST = 64
_CLOSERS = {"{": "}", "[": "]", "(": ")"}
_ENDS = {
    quote: Regex(rf"\\.|[{ends}]", re.DOTALL)
    for quote, ends in {'"': '"', "'": "'", "“": '”"', "„": '“”"', "‘": "’"}.items()
}
_MARK = Regex(r"""["'“„‘{}\[\](),;:=#]|//|/\*""")
# What may follow a closing quote; after any other quote the string continues.
_AFTER = Regex(
    r"""\s*(?:\Z|[:=}\])+#]|//|/\*"""
    r"""|,\s*(?:\Z|["'“„‘{\[(}\])\d/#.-]|[^\W\d]\w*\s*[:=,}\]]))"""
    r"""|[ \t\r]*\n\s*["“„{\[]|[ \t]+["“„{\[]"""
)
_ESCAPE = Regex(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_MEANT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"} | {each: each for each in "\"'\\/"}
_BROKEN = Regex(r"""[\x00-\x1f"]|\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})""")
_COLON = Regex(r"\s*[:=]")
_END = Regex(r"\s*\Z")
_SWALLOWED = Regex(r"""["'”]\W{0,3}[}\])]|[{\[(]\W{0,3}["'“]""")  # where one item ends or begins
_NEXT = Regex(r"\s*(\S)")
_BARE = Regex(r"\s*[\w.+-]*\s*")  # nothing, a number or a literal
_PREFIX = Regex(r"\s*\w{1,3}")  # b"...", or what slipped in before a quote
_CALL = Regex(r"\s*[^\W\d]\w*")
_LETTER = Regex(r"[^\W\d_]")
_GAP = 200  # characters examined between two tokens


@dataclass(frozen=True, slots=True)
class Outline:
    """A value, closed if it was truncated: `text` is the complete part, `lost` the rest."""

    text: str
    end: int
    """Where the value ends in the original text."""
    cut: bool
    lost: str
    objects: int
    """Objects in `text`."""
    lists: int
    spoiled: tuple[str, ...]
    """Dropped items."""
    strings: frozenset[str]
    """All quoted strings, as written and unescaped."""
    problem: str = ""
    """Why it cannot be read."""


@dataclass(slots=True)
class _Level:
    """An open bracket: where its current item begins, and whether the item has a value yet."""

    opener: str
    item: int
    first: bool = True
    valued: bool = False
    spoiled: bool = False
    objects: bool = False
    """An item was an object, so a string among them is the rest of one closed too early."""
    keys: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Scan:
    text: str
    start: int
    stop: int
    levels: list[_Level] = field(default_factory=list)
    openers: list[tuple[int, str]] = field(default_factory=list)
    strings: set[str] = field(default_factory=set)
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    """Replacements: (from, to, text)."""
    spoiled: list[tuple[int, str]] = field(default_factory=list)
    last: int = 0
    """Where the last token ended."""
    whole: bool = False
    """Whether that token ended a value."""
    problem: str = ""


def outlined(text: str, start: int, stop: int) -> Outline:
    """Outline the value that starts with the bracket at `start`.

    It ends at its closing bracket, before a line of prose where a comma or bracket is expected, or
    at `stop`.
    """
    scan = _Scan(text, start, stop, last=start)
    at = start
    while at < stop:
        mark = _MARK.search(text, at, stop)
        till = mark.start() if mark else stop
        if mark is None or (
            scan.whole and _is_prose(text[scan.last : min(till, scan.last + _GAP)])
        ):
            break
        at = _step(scan, mark)
        if not scan.levels:
            return _drawn(scan, scan.last, "", end=scan.last)
        if len(scan.levels) > _DEEPEST:
            scan.problem = "it is nested too deep"
        if scan.problem:
            break
    return _cut(scan)


def unescaped(text: str) -> str:
    """Return a text with one level of backslash escapes removed; unknown escapes stay."""

    def plain(escape: re.Match[str]) -> str:
        if escape[1]:
            return chr(int(escape[1], 16))
        return _MEANT.get(escape[2], escape[0])

    return _ESCAPE.sub(plain, text)


def _is_prose(gap: str) -> bool:
    line = gap.find("\n")
    return line >= 0 and _LETTER.search(gap, line) is not None


def _step(scan: _Scan, mark: re.Match[str]) -> int:
    """Process one mark; return where to continue."""
    token, at = mark[0], mark.end()
    gap = scan.text[scan.last : min(mark.start(), scan.last + _GAP)]
    due = not scan.whole and not gap.strip()
    if token in ("//", "/*", "#"):
        return _comment_end(scan, token, mark.start()) if _BARE.fullmatch(gap) else at
    if token in _ENDS:
        if token != "'" or not gap.strip() or _PREFIX.fullmatch(gap):
            return _string(scan, mark.start(), token, due)
        scan.edits.append((mark.start(), at, ""))  # opens no string, but would for json-repair
    elif token in "{[(":
        _open(scan, token, at, gap)
    elif token in "}])":
        _close(scan, token, at)
    elif token in ",;":
        scan.edits += [(mark.start(), at, ",")] * (token == ";")
        _item_ends(scan, mark.start(), comma=True)
        _item_begins(scan, at)
    else:
        if scan.levels[-1].opener != "{":
            _spoil(scan)  # a key in a list
        scan.levels[-1].valued = True
        scan.last, scan.whole = at, False
    return at


def _open(scan: _Scan, opener: str, at: int, gap: str) -> None:
    beside = scan.whole or gap.strip()
    if opener == "(" and beside:
        if not scan.whole and _CALL.fullmatch(gap):
            scan.problem = "it is program code, not JSON"
        scan.edits.append((at - 1, at, ""))
        return
    if scan.levels and (gap.strip() or _needs_key(scan)):
        _spoil(scan)  # beside another value, or without a key
    if scan.levels and scan.levels[-1].opener == "[":
        scan.levels[-1].objects |= opener == "{"
    scan.levels.append(_Level(opener, at))
    scan.openers.append((at - 1, opener))
    scan.last, scan.whole = at, False


def _comment_end(scan: _Scan, token: str, start: int) -> int:
    end = scan.text.find("*/" if token == "/*" else "\n", start + 1, scan.stop)
    if end < 0:
        return scan.stop
    scan.last = end + (2 if token == "/*" else 0)
    return scan.last


def _string(scan: _Scan, start: int, quote: str, due: bool) -> int:
    """Process a quoted string, a key or a value; return where to continue."""
    end = _string_end(scan, start + 1, quote)
    if end is None:
        scan.last, scan.whole = scan.stop, False
        return scan.stop
    said = scan.text[start + 1 : end - 1]
    stray = _has_stray_quote(said, quote)
    if _COLON.match(scan.text, end, scan.stop):
        _key(scan, said, start, end, due)
        if stray:
            _spoil(scan)
    elif _END.match(scan.text, end, scan.stop):
        pass  # truncated, so it may be a key or a value
    elif not (due or scan.whole) or _needs_key(scan) or scan.levels[-1].objects:
        _spoil(scan)
    if stray:
        scan.edits.append((start, end, "NaN"))  # fits no field
    else:
        plain = unescaped(said)
        scan.strings |= {said, plain}
        if quote != '"' or _BROKEN.search(said.replace('\\"', "")):
            scan.edits.append((start, end, json.dumps(plain, ensure_ascii=False)))
    scan.last, scan.whole = end, True
    return end


def _needs_key(scan: _Scan) -> bool:
    level = scan.levels[-1]
    return level.opener == "{" and (scan.whole or not level.valued)


def _string_end(scan: _Scan, at: int, quote: str) -> int | None:
    """Return the position after a string's closing quote; `None` if there is none."""
    for each in _ENDS[quote].finditer(scan.text, at, scan.stop):
        if each[0][0] != "\\" and _AFTER.match(scan.text, each.end(), scan.stop):
            return each.end()
    return None


def _has_stray_quote(said: str, quote: str) -> bool:
    """Return whether a string contains its own quote, unpaired and not as an apostrophe.

    A quote next to a bracket also counts: there the string has swallowed the text after it.
    """
    own = said.count(quote) - said.count("\\" + quote)
    if own and _SWALLOWED.search(said):
        return True
    if quote == "'":
        return said[:1] == "'" or (said[-1:] == "'" and said[-2:-1] != "\\")
    return own % 2 > 0


def _key(scan: _Scan, name: str, start: int, end: int, due: bool) -> None:
    level = scan.levels[-1]
    if level.opener != "{":
        if level.opener != "[" or not due or level.first or scan.levels[-2:-1] == []:
            return _spoil(scan)
        _item_ends(scan, level.item - 1)
        scan.edits.append((level.item - 1, level.item - 1, "]"))  # the list was not closed
        item = level.item
        scan.levels.pop()
        level = scan.levels[-1]
        if level.opener != "{":
            return _spoil(scan)
        level.item, level.first, level.valued = item, False, False
    elif level.valued and due and not scan.whole:
        return _spoil(scan)  # a key where a value is expected
    elif scan.whole or not due:  # a comma is missing
        level.item, level.first, level.valued = start, False, False
    if name in level.keys:
        if len(scan.levels) > 1:
            return _spoil(scan)
        scan.edits.append((start, end, f'"{name} again"'))
    level.keys.add(name)
    return None


def _spoil(scan: _Scan) -> None:
    """Mark the current item of the outermost open list as spoiled."""
    lists = [level for level in scan.levels if level.opener == "["]
    if len(lists) > 1 and lists[0] is scan.levels[0] and lists[0].first:
        lists = lists[1:]  # a list around the answer
    if lists:
        lists[0].spoiled = True
    else:
        scan.problem = "its keys and values cannot be told apart"


def _item_begins(scan: _Scan, at: int) -> None:
    level = scan.levels[-1]
    level.item, level.first, level.valued = at, False, False
    scan.last, scan.whole = at, False


def _item_ends(scan: _Scan, at: int, *, comma: bool = False) -> None:
    """Remove a spoiled item together with one adjacent comma."""
    level = scan.levels[-1]
    if not level.spoiled:
        return
    level.spoiled = False
    gone = any(edit[1] == level.item and not edit[2] for edit in scan.edits)  # that comma
    start = level.item if comma or level.first or gone else level.item - 1
    scan.edits = [edit for edit in scan.edits if edit[1] <= start]
    scan.edits.append((start, at + comma, ""))
    scan.spoiled.append((level.item, scan.text[level.item : at].strip()))
    scan.openers = [each for each in scan.openers if each[0] < level.item]


def _close(scan: _Scan, closer: str, at: int) -> None:
    """Process a closing bracket; note the replacement if it is not the expected one."""
    levels, due = scan.levels, _CLOSERS[scan.levels[-1].opener]
    matching = [i for i, level in enumerate(levels) if _CLOSERS[level.opener] == closer]
    follows = _NEXT.match(scan.text, at, scan.stop)
    if not matching or (closer == "}" and due == "]" and follows and follows[1] == "]"):
        scan.edits.append((at - 1, at, ""))  # it closes nothing
        return
    depth, instead = matching[-1], ""
    if depth == 0 and len(levels) > 1 and follows and follows[1] == ",":
        depth, instead = len(levels) - 1, due  # more follows: the wrong bracket for the last level
    missing = ""
    while len(levels) > depth:
        _item_ends(scan, at - 1)
        missing += _CLOSERS[levels.pop().opener]
    if instead:
        scan.edits.append((at - 1, at, instead))
    elif len(missing) > 1:
        scan.edits.append((at - 1, at - 1, missing[:-1]))
    scan.last, scan.whole = at, True


def _drawn(scan: _Scan, stop: int, closers: str, *, end: int, lost: str | None = None) -> Outline:
    pieces: list[str] = []
    at = scan.start
    for start, after, instead in scan.edits:
        if after <= stop:
            pieces += [scan.text[at:start], instead]
            at = after
    pieces.append(scan.text[at:stop])
    kept = "".join(pieces).rstrip()
    inside = [opener for at, opener in scan.openers if at < stop]
    return Outline(
        text=(kept.removesuffix(",") if closers else kept) + closers,
        end=end,
        cut=lost is not None,
        lost=lost or "",
        objects=inside.count("{"),
        lists=inside.count("["),
        spoiled=tuple(said for at, said in scan.spoiled if at < stop),
        strings=frozenset(scan.strings),
        problem=scan.problem,
    )


def _cut(scan: _Scan) -> Outline:
    """Close a truncated value after its last complete item.

    A truncated list item is dropped whole, even its complete fields: the missing rest ("and has
    ended") may change their meaning. Outside any list, an answer's complete fields are kept.
    """
    depth = _cut_level(scan)
    level = scan.levels[depth]
    complete = (
        depth == len(scan.levels) - 1
        and scan.whole
        and (level.valued or level.opener != "{")
        and not level.spoiled
    )
    closers = "".join(_CLOSERS[each.opener] for each in reversed(scan.levels[: depth + 1]))
    if complete:
        return _drawn(scan, scan.last, closers, end=scan.last)
    lost = scan.text[level.item : scan.stop].strip()
    return _drawn(scan, level.item, closers, end=scan.stop, lost=lost)


def _cut_level(scan: _Scan) -> int:
    """Return the index of the open bracket that loses its last item, if any the outermost list."""
    levels = scan.levels
    lists = [i for i, level in enumerate(levels) if level.opener == "["]
    if lists:
        wrapped = lists[0] == 0 and levels[0].first and len(lists) > 1  # a list around the answer
        return lists[1] if wrapped else lists[0]
    if scan.whole and levels[-1].valued:
        return len(levels) - 1
    return next((i for i, level in enumerate(levels) if not level.first), 0)
