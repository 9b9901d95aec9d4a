"""The outline of a broken JSON value: its brackets, its strings, and where it is cut off."""

import re
from dataclasses import dataclass, field

__all__ = ["Outline", "outlined"]

_DEEPEST = 64
_CLOSERS = {"{": "}", "[": "]", "(": ")"}
_ENDS = {
    quote: re.compile(rf"\\.|[{ends}]", re.DOTALL)
    for quote, ends in {'"': '"', "'": "'", "“": '”"', "„": '“”"', "‘": "’"}.items()
}
_MARK = re.compile(r"""["'“„‘{}\[\](),:=#]|//|/\*""")
# What may follow the quote that ends a text; after any other quote the text goes on.
_AFTER = re.compile(
    r"""\s*(?:\Z|[:=}\])+#]|//|/\*"""
    r"""|,\s*(?:\Z|["'“„‘{\[(}\])\d/#.-]|[^\W\d]\w*\s*[:=,}\]]))"""
    r"""|[ \t\r]*\n\s*["“„{\[]|[ \t]+["“„{\[]"""
)
_GAP = 200  # so many characters between two tokens are looked at
_BARE = re.compile(r"\s*[\w.+-]*\s*")  # nothing, a number or a literal
_NEXT = re.compile(r"\s*(\S)")
_CALL = re.compile(r"\s*[^\W\d]\w*")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Outline:
    """A value, closed if it was cut off: `text` is what is whole, `lost` what is not."""

    text: str
    end: int
    """Where the value ends in the text that was outlined."""
    cut: bool
    lost: str
    objects: int
    """Objects in `text`."""
    lists: int
    code: bool
    """It calls functions: program code, which is not read."""


@dataclass(slots=True)
class _Level:
    """An open bracket: where its current item begins, and whether that has a value yet."""

    opener: str
    item: int
    first: bool = True
    valued: bool = False


@dataclass(slots=True)
class _Scan:
    text: str
    start: int
    stop: int
    levels: list[_Level] = field(default_factory=list)
    openers: list[tuple[int, str]] = field(default_factory=list)
    last: int = 0
    """Where the last token ended."""
    whole: bool = False
    """That token ended a value."""
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    """Brackets to write otherwise: from, to, what."""
    code: bool = False


def outlined(text: str, start: int, stop: int) -> Outline | None:
    """Outline the value that starts with the bracket at `start`; `None` if it is too deep.

    It ends with its closing bracket, before a new line of prose where a comma or bracket is due,
    or at `stop`. A closing bracket closes those inside its own that were left open; one that
    closes nothing is passed over.
    """
    scan = _Scan(text, start, stop)
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
            return _closed(scan)
        if len(scan.levels) > _DEEPEST:
            return None
    return _cut(scan)


def _is_prose(gap: str) -> bool:
    line = gap.find("\n")
    return line >= 0 and _LETTER.search(gap, line) is not None


def _step(scan: _Scan, mark: re.Match[str]) -> int:
    """Take in one mark; return where to go on."""
    token, at = mark[0], mark.end()
    gap = scan.text[scan.last : min(mark.start(), scan.last + _GAP)]
    due = not scan.whole and not gap.strip()
    if token in ("//", "/*", "#"):
        return _comment_end(scan, token, mark.start()) if _BARE.fullmatch(gap) else at
    if token in _ENDS and (due or (scan.whole and token != "'") or token == '"'):
        end = _string_end(scan, at, token)
        scan.last, scan.whole = end or scan.stop, end is not None
        return scan.last
    if token in "{[" or (token == "(" and due):
        scan.levels.append(_Level(token, at))
        scan.openers.append((mark.start(), token))
        scan.last, scan.whole = at, False
    elif token == "(":
        scan.code = scan.code or (not scan.whole and _CALL.fullmatch(gap) is not None)
    elif token in "}])":
        _close(scan, token, at)
    elif token == ",":
        scan.levels[-1].item, scan.levels[-1].first = at, False
        scan.levels[-1].valued = False
        scan.last, scan.whole = at, False
    elif token in ":=":
        scan.levels[-1].valued = True
        scan.last, scan.whole = at, False
    return at


def _comment_end(scan: _Scan, token: str, start: int) -> int:
    end = scan.text.find("*/" if token == "/*" else "\n", start + 1, scan.stop)
    if end < 0:
        return scan.stop
    scan.last = end + (2 if token == "/*" else 0)
    return scan.last


def _string_end(scan: _Scan, at: int, quote: str) -> int | None:
    """Return the position after the quote that ends a text; `None` if none does."""
    for each in _ENDS[quote].finditer(scan.text, at, scan.stop):
        if each[0][0] != "\\" and _AFTER.match(scan.text, each.end(), scan.stop):
            return each.end()
    return None


def _close(scan: _Scan, closer: str, at: int) -> None:
    """Take in a closing bracket, and note what to write instead if it is not the due one."""
    levels, due = scan.levels, _CLOSERS[scan.levels[-1].opener]
    matching = [i for i, level in enumerate(levels) if _CLOSERS[level.opener] == closer]
    follows = _NEXT.match(scan.text, at, scan.stop)
    if not matching or (closer == "}" and due == "]" and follows and follows[1] == "]"):
        scan.edits.append((at - 1, at, ""))  # it closes nothing
        return
    depth = matching[-1]
    if depth == 0 and len(levels) > 1 and follows and follows[1] == ",":
        depth = len(levels) - 1  # more follows: the wrong bracket for the inner one
        scan.edits.append((at - 1, at, due))
    elif depth < len(levels) - 1:
        missing = "".join(_CLOSERS[level.opener] for level in reversed(levels[depth + 1 :]))
        scan.edits.append((at - 1, at - 1, missing))
    del levels[depth:]
    scan.last, scan.whole = at, True


def _closed(scan: _Scan) -> Outline:
    return _drawn(scan, scan.last, "", end=scan.last)


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
        code=scan.code,
    )


def _cut(scan: _Scan) -> Outline:
    """Close a value that does not end, after its last whole item.

    Of an item of a list that is cut off nothing is kept, not even its whole fields: what it would
    have said next ("and has ended") may change what they mean. Of an answer outside of any list
    the whole fields are kept.
    """
    depth = _cut_level(scan)
    level = scan.levels[depth]
    complete = (
        depth == len(scan.levels) - 1 and scan.whole and (level.valued or level.opener != "{")
    )
    closers = "".join(_CLOSERS[each.opener] for each in reversed(scan.levels[: depth + 1]))
    if complete:
        return _drawn(scan, scan.last, closers, end=scan.last)
    lost = scan.text[level.item : scan.stop].strip()
    return _drawn(scan, level.item, closers, end=scan.stop, lost=lost)


def _cut_level(scan: _Scan) -> int:
    """Return which open bracket loses its last item: the outermost list, if there is one."""
    levels = scan.levels
    lists = [i for i, level in enumerate(levels) if level.opener == "["]
    if lists:
        wrapped = lists[0] == 0 and levels[0].first and len(lists) > 1  # a list around the answer
        return lists[1] if wrapped else lists[0]
    if scan.whole and levels[-1].valued:
        return len(levels) - 1
    return next((i for i, level in enumerate(levels) if not level.first), 0)
