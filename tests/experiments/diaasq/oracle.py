"""Answers computed a second time, from the words of a question and the rows of a file alone.

It shares no code with the package: a question is read by regular expressions, and a day is
reached by going through all statements up to its end.
"""

import re
from calendar import month_name
from collections import Counter

THE = r"the (?P<aspect>[a-z ]+) of the (?P<device>[\w+ ]+?)"
ANY = r"positive, negative or neutral"
FORMS = {
    "better": r"Which device (?:is better in|has the better) (?P<aspect>[a-z ]+)[:,] "
    r"(?P<one>[\w+ ]+) or (?P<other>[\w+ ]+)\?",
    "then": rf"(?:Did (?P<a>\w+) have a {ANY} opinion about|What was (?P<b>\w+)'s opinion about) "
    rf"{THE} on (?P<day>\d+ \w+ \d+)(?:: {ANY})?\?",
    "most": rf"(?:Do the majority of speakers have a {ANY} opinion about|What do most people think "
    rf"of) {THE}(?:: is their opinion {ANY})?\?",
    "devices": r"(?:Do|Which devices do) (?P<one>\w+) and (?P<other>\w+) have "
    r"(?:any common devices\? If so, which|in common)\?",
    "makers": r"Do (?P<one>\w+) and (?P<other>\w+) (?:have|use) devices of the same "
    r"manufacturer\?",
    "whose": r"Whose opinions about (?P<about>\w+) are most similar to (?P<person>\w+)'s: "
    r"(?P<one>\w+)'s or (?P<other>\w+)'s\?",
    "who_like": r"Who has opinions about (?P<about>\w+) more similar to (?P<person>\w+)'s, "
    r"(?P<one>\w+) or (?P<other>\w+)\?",
    "which": rf"(?:Which people have|Who had) a (?P<value>\w+) opinion about {THE} on "
    r"(?P<day>\d+ \w+ \d+)\?",
    "dominant": rf"What (?:was (?P<a>\w+)'s dominant opinion about {THE}(?:: {ANY})?"
    rf"|opinion about {THE.replace('aspect', 'aspect2').replace('device', 'device2')} \({ANY}\) "
    r"was (?P<b>\w+)'s dominant one)\?",
    "last": rf"What (?:was (?P<a>\w+)'s last opinion about {THE}: {ANY}|opinion \({ANY}\) did "
    rf"(?P<b>\w+) have last about {THE.replace('aspect', 'aspect2').replace('device', 'device2')}"
    r")\?",
    "now": rf"(?:What is (?P<a>\w+)'s opinion about|Does (?P<b>\w+) have a {ANY} opinion about) "
    rf"{THE}\?",
    "changed": rf"Did (?P<person>\w+)(?: change their opinion about {THE}|'s opinion about "
    rf"{THE.replace('aspect', 'aspect2').replace('device', 'device2')} change)\?",
    "when": rf"When did (?P<person>\w+)(?: change their opinion about {THE}|'s opinion about "
    rf"{THE.replace('aspect', 'aspect2').replace('device', 'device2')} change)\?",
    "count": rf"How many people have a (?P<value>\w+) opinion (?:about|of) {THE}(?: now)?\?",
}


def answer(text, at, rows):
    """Return the set of things the answer lists, `None` when nobody can know."""
    for name, form in FORMS.items():
        if found := re.fullmatch(form, text):
            return _compute(name, {k: v for k, v in found.groupdict().items() if v}, at, rows)
    raise AssertionError(f"no form reads {text!r}")


def _compute(name, said, at, rows):
    rows = [row for row in rows if at is None or row["at"] <= at]
    if "day" in said:
        day, month, year = said["day"].split()
        end = f"{year}-{list(month_name).index(month):02}-{int(day):02}T23:59:60"
        rows = [row for row in rows if row["at"] < end]
    person = said.get("person") or said.get("a") or said.get("b")
    aspect = said.get("aspect") or said.get("aspect2")
    device = said.get("device") or said.get("device2")
    if name == "better":
        nets = [_net(rows, said[which], aspect) for which in ("one", "other")]
        assert nets[0] != nets[1]
        return {said["one"] if nets[0] > nets[1] else said["other"]}
    if name in ("devices", "makers"):
        return _shared(name, said["one"], said["other"], rows)
    if name in ("whose", "who_like"):
        alike = {
            who: len(_views(rows, person, said["about"]) & _views(rows, who, said["about"]))
            for who in (said["one"], said["other"])
        }
        assert len(set(alike.values())) == 2
        return {max(alike, key=alike.__getitem__)}
    board = _board(rows, device, aspect)
    if name == "most":
        value, votes = Counter(board.values()).most_common(1)[0]
        assert 2 * votes > len(board)
        return {value}
    if name in ("which", "count"):
        who = {one for one, value in board.items() if value == said["value"]}
        return {str(len(who))} if name == "count" else who
    return _of_one(name, person, device, aspect, board, rows)


def _of_one(name, person, device, aspect, board, rows):
    mine = [
        row
        for row in rows
        if (row["act"], row["person"], row["device"], row["aspect"])
        == ("opinion", person, device, aspect)
    ]
    if not mine:
        return None
    if name in ("then", "last", "now"):
        return {board[person]}
    if name == "dominant":
        counts = Counter(row["value"] for row in mine)
        top = [value for value in counts if counts[value] == max(counts.values())]
        return set(top) if len(top) == 1 else None
    moves = [
        row["at"][:10]
        for number, row in enumerate(mine[1:])
        if row["value"] != mine[number]["value"]
    ]
    if name == "changed":
        return {"yes" if moves else "no"}
    return set(moves) if len(moves) == 1 else None


def _board(rows, device, aspect):
    held = {}
    for row in rows:
        if row["act"] == "opinion" and (row["device"], row["aspect"]) == (device, aspect):
            held[row["person"]] = row["value"]
    return held


def _net(rows, device, aspect):
    values = list(_board(rows, device, aspect).values())
    return values.count("positive") - values.count("negative")


def _views(rows, person, about):
    maker = {row["device"]: row["value"] for row in rows if row["act"] == "made"}
    last = {}
    for row in rows:
        if row["act"] == "opinion" and row["person"] == person:
            last[row["device"], row["aspect"]] = row["value"]
    return {
        (device if about == "devices" else maker[device], aspect, value)
        for (device, aspect), value in last.items()
    }


def _shared(name, one, other, rows):
    maker = {row["device"]: row["value"] for row in rows if row["act"] == "made"}

    def things(person):
        used = {row["device"] for row in rows if row["act"] == "use" and row["person"] == person}
        assert used
        return used if name == "devices" else {maker[device] for device in used}

    both = things(one) & things(other)
    if name == "makers":
        return {"yes" if both else "no"}
    return both or {"no"}
