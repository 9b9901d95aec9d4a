"""A case lifted to another task: what stands here for what was there."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations

from clew.minds.scienceworld.cases import Case, Step
from clew.minds.scienceworld.phrases import named, said_of, tokens
from clew.regex import Regex

__all__ = ["Chosen", "Lifted", "Pair", "ingredients", "mixtures"]

Pair = tuple[str, str]
"""A phrase of the case, and what it is here."""
_MIXED = Regex(r"^(.+?) and (.+?) mix to produce (.+?)\.", re.MULTILINE | re.IGNORECASE)
_WIDER = ((1, 1), (0, 1), (1, 0))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A thing that was chosen here where the case chose another one; sets of words."""

    old: frozenset[str]
    raw: frozenset[str]
    """What the case's command called it."""
    new: frozenset[str]
    name: str
    """What the command here called it."""


@dataclass(slots=True)
class Lifted:
    """A case with everything that takes other names here."""

    case: Case
    goal: str
    pairs: list[Pair] = field(default_factory=list)
    """From the two goals, longest first."""
    stand_ins: dict[str, str] = field(default_factory=dict)
    """Thing of the case -> thing that takes its part."""
    chosen: dict[frozenset[str], Chosen] = field(default_factory=dict)
    extra: tuple[str, ...] = ()
    """Ingredients that the case had not."""
    dropped: frozenset[str] = frozenset()
    """Ingredients that only the case had."""
    _local: dict[int, list[Pair]] = field(default_factory=dict)
    """Step (by identity) -> pairs for it alone."""

    def __post_init__(self) -> None:
        acts = " | ".join(step.action.lower() for step in self.case.steps)
        pairs = dict(_pairs(tokens(self.case.goal), tokens(self.goal), acts))
        self.pairs = sorted(pairs.items(), key=lambda pair: -len(pair[0]))

    def unlike(self) -> int:
        """Return how many words the goals do not share that no command of the case has.

        They change how the task is done, not what with; numbers, places and boxes do not.
        """
        case = self.case
        told = [text for step in case.steps for text in (step.action, said_of(step.reply))]
        acts = " | ".join([*told, *case.looks]).lower()
        boxes = {*re.findall(r"(\w+) box", case.goal.lower()), "box"}
        return sum(
            not named(old, acts) and not re.search(r"\d", old) and not boxes.issuperset(old.split())
            for old, _ in self.pairs
        )

    def put(self, text: str, step: Step | None = None) -> str:
        """Return a text of the case with what it is here."""
        pairs = [*(self._local.get(id(step), ()) if step else ()), *self.pairs]
        for number, (old, _) in enumerate(pairs):
            text = re.sub(rf"\b{re.escape(old)}\b", f"\x01{number}\x02", text, flags=re.IGNORECASE)
        for number, (_, new) in enumerate(pairs):
            text = text.replace(f"\x01{number}\x02", new)
        for old, new in self.stand_ins.items():
            pattern = rf"\b{re.escape(old)}\b"
            text = re.sub(pattern, new.replace("\\", ""), text, flags=re.IGNORECASE)
        return text

    def place(self, room: str) -> str:
        """Return the room that stands for one of the case."""
        return dict(reversed(self.pairs)).get(room, room)

    def take_list(self, old: str, new: str) -> None:
        """Learn from two readings of one form what stands for what, item by item."""
        was, now = ingredients(old), ingredients(new)
        gone = [one for one in was if one not in now]
        come = [one for one in now if one not in was]
        self.extra = tuple(come[len(gone) :])
        self.dropped = frozenset(one.removesuffix("s") for one in gone[len(come) :])
        for one, other in zip(gone, come, strict=False):
            self.pairs = [(one, other), *(pair for pair in self.pairs if pair[0] != one)]
            if one.endswith("s"):
                self.pairs.append((one[:-1], other))
        self.pairs.sort(key=lambda pair: -len(pair[0]))

    def take_results(self, known: Mapping[str, Pair]) -> None:
        """Learn what to mix for the results wanted here: pairs for the steps that lead to each."""
        since = 0
        for number, step in enumerate(self.case.steps):
            for one, other, result in _MIXED.findall(step.reply):
                kind = result.lower().split()[-1]
                mixed = [re.sub(rf" ?\b{kind}$", "", part.lower()) for part in (one, other)]
                new = self._new_parts(mixed, result.lower(), kind, known)
                whole = [(f"{old} {kind}", f"{now} {kind}") for old, now in new]
                for before in self.case.steps[since : number + 1]:
                    self._local[id(before)] = whole
                since = number + 1

    def _new_parts(
        self, parts: Sequence[str], result: str, kind: str, known: Mapping[str, Pair]
    ) -> list[Pair]:
        wanted = self.put(result)
        if wanted == result:
            return []
        made = known.get(wanted) or _by_elimination(wanted, kind, known)
        if made:
            new = [re.sub(rf" ?\b{kind}$", "", part) for part in made]
            gone = [part for part in sorted(parts) if part not in new]
            return list(zip(gone, [p for p in sorted(new) if p not in parts], strict=False))
        was, now = (re.sub(rf" ?\b{kind}$", "", one).split("-") for one in (result, wanted))
        if len(was) != len(now) or len(was) == 1:
            return []
        by_goal = {a: re.sub(rf" ?\b{kind}$", "", self.put(f"{a} {kind}")) for a in was}
        sure = {a: b for a, b in by_goal.items() if a != b and b in now}
        gone, come = (
            [x for x in some if x not in sure_ones]
            for some, sure_ones in ((was, sure.keys()), (now, sure.values()))
        )
        pairs = [*sure.items(), *zip(gone, come, strict=False)]
        return [(a, b) for a, b in pairs if a != b and a in parts]


def _by_elimination(wanted: str, kind: str, known: Mapping[str, Pair]) -> Pair | None:
    """Return the only two things of a kind whose mixture no golden run shows, if they are two."""
    if "-" in wanted:
        return None
    pairs = [
        tuple(sorted(re.sub(rf" ?\b{kind}$", "", part) for part in pair))
        for result, pair in known.items()
        if result.endswith(f" {kind}")
    ]
    plain = {part for pair in pairs for part in pair if f"{part} {kind}" not in known}
    left = [pair for pair in combinations(sorted(plain), 2) if pair not in pairs]
    return left[0] if len(left) == 1 else None


def mixtures(cases: Iterable[Case]) -> dict[str, Pair]:
    """Return what was mixed into what: result -> the two."""
    return {
        result.lower(): (one.lower(), other.lower())
        for case in cases
        for step in case.steps
        for one, other, result in _MIXED.findall(step.reply)
    }


def ingredients(text: str) -> list[str]:
    """Return the things that a text says to mix."""
    _, mix, rest = text.partition("mix")
    parts = re.split(r",| and ", rest) if mix else []
    return [part.strip(" .").lower() for part in parts]


def _pairs(old: Sequence[str], new: Sequence[str], acts: str) -> Iterator[Pair]:
    """Yield what differs between two goals; a word with its neighbour if the case acts on both."""
    for how, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        was, now = _phrase(old, i, j), _phrase(new, k, m)
        if how in ("insert", "delete") and i and k:  # "ice", "ice cream"; "fig jam", "jam"
            for before, after in ((1, 0), (0, 1)):
                was, now = _phrase(old, i - before, j + after), _phrase(new, k - before, m + after)
                if was and re.search(rf"\b{re.escape(was)}\b", acts):
                    yield was, now
            continue
        if how != "replace" or not was or was == now:
            continue
        wider = []
        for before, after in _WIDER:
            if i < before or j + after > len(old):
                continue
            wide = _phrase(old, i - before, j + after)
            full = len(wide.split()) == len(was.split()) + before + after
            if full and re.search(rf"\b{re.escape(wide)}\b", acts):
                wider.append((wide, _phrase(new, k - before, m + after)))
        yield from wider or [(was, now)]


def _phrase(parts: Sequence[str], start: int, end: int) -> str:
    return " ".join(part for part in parts[max(start, 0) : end] if part not in ".,()")
