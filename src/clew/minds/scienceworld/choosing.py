"""Choices: which thing, and which of two ways, by what golden runs chose and left.

It holds no list of what is alive, or of how long an animal lives: what cases show is all it knows.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from clew.minds.scienceworld.cases import Case
from clew.minds.scienceworld.phrases import COMMON, core_words, things, tokens, words
from clew.regex import Regex

__all__ = [
    "Branch",
    "Preferences",
    "branches",
    "by_name",
    "measured_branch",
    "preferences",
    "superlatives",
    "told_apart",
]

_IF = Regex(r"If ([^.,]*(?:\.\d[^.,]*)?), ([^.]*?the ([\w ]+ box)[^.]*)\.")
_BOUND = Regex(r"(above|below) (-?\d+(?:\.\d+)?)")
_LAST = 6
"""How many replies before a choice may tell why it was made."""
_SURE = 0.7
"""Which share of the cases must have taken a branch."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What a goal says is to be done under a condition."""

    condition: str
    box: str


def branches(goal: str) -> list[Branch]:
    """Return the branches of a goal, in order."""
    return [Branch(condition, box) for condition, _, box in _IF.findall(goal)]


def measured_branch(goal: str, numbers: Sequence[float]) -> str | None:
    """Return the box of the branch that holds for the last number measured."""
    for branch in branches(goal):
        bound = _BOUND.search(branch.condition)
        if bound and numbers and (numbers[-1] > float(bound[2])) == (bound[1] == "above"):
            return branch.box
    return None


def told_apart(cases: Sequence[Case], goal: str, told: str, looks: Sequence[str]) -> int | None:
    """Return the number of the branch that cases with the same conditions took in such a state.

    What the goal names may be seen more or less often than what stands in its place; if cases took
    one branch with more and another with less, so does this. Else those words count that all cases
    of one branch end with, and no case of another.

    Args:
        cases: any.
        goal: of the task.
        told: what is seen now, and the last replies.
        looks: all that was seen in this run, oldest first.
    """
    conditions = [branch.condition for branch in branches(goal)]
    ended: dict[int, list[Case]] = defaultdict(list)
    for case in cases:
        boxes = branches(case.goal)
        last = next(
            (s for s in reversed(case.steps) if any(b.box in s.action for b in boxes)), None
        )
        if last is not None and [branch.condition for branch in boxes] == conditions:
            number = next(n for n, branch in enumerate(boxes) if branch.box in last.action)
            ended[number].append(case)
    if len(ended) < 2:  # one branch tells nothing of the other
        return None
    counted = _by_count(ended, goal, looks)
    return _by_words(ended, told) if counted is None else counted


def _by_count(ended: Mapping[int, Sequence[Case]], goal: str, looks: Sequence[str]) -> int | None:
    every = [case.goal for cases in ended.values() for case in cases]
    common = set.intersection(*({*words(one)} for one in every))
    votes: Counter[tuple[bool, int]] = Counter()
    for number, cases in ended.items():
        for case in cases:
            seen = list(dict.fromkeys(step.look for step in case.steps))
            more = _outnumbers(case.goal, common, seen, case.steps[-1].look)
            if more is not None:
                votes[more, number] += 1
    mine = _outnumbers(goal, common, looks, looks[-1])
    if mine is None or not votes:
        return None
    of_mine = [(votes[mine, number], number) for number in sorted(ended)]
    most, number = max(of_mine)
    return number if most > _SURE * sum(count for count, _ in of_mine) else None


def _outnumbers(
    goal: str, common: AbstractSet[str], looks: Sequence[str], last: str
) -> bool | None:
    """Return whether what a goal names is seen more than what stands in its place elsewhere.

    `None` if no word of the goal, those of all goals apart, has anything in its place.
    """
    seen = [part for look in looks for part in _parts(look)]
    now = _parts(last)
    for word in words(goal):
        if word in common:
            continue
        places = {(at, *part[:at], *part[at + 1 :]) for part in seen for at in _at(part, word)}
        other = [
            part
            for part in now
            if word not in part
            and any((at, *part[:at], *part[at + 1 :]) in places for at in range(len(part)))
        ]
        mine = sum(word in part for part in now)
        if other or any(
            word not in part and (at, *part[:at], *part[at + 1 :]) in places
            for part in seen
            for at in range(len(part))
        ):
            return mine > len(other)
    return None


def _parts(look: str) -> list[tuple[str, ...]]:
    """Return the words of each thing listed in what is seen."""
    return [tuple(told) for one in re.split(r"[,():.\n]| and ", look) if (told := words(one))]


def _at(part: Sequence[str], word: str) -> Iterable[int]:
    return (at for at, one in enumerate(part) if one == word)


def _by_words(ended: Mapping[int, Sequence[Case]], told: str) -> int | None:
    grams = {
        number: [
            _grams(case.steps[-1].look + " ".join(step.reply for step in case.steps[-_LAST:]))
            for case in cases
        ]
        for number, cases in ended.items()
    }
    mine, scores = _grams(told), {}
    for number, texts in grams.items():
        others = set[str]().union(*(t for n, each in grams.items() if n != number for t in each))
        own = set.intersection(*texts) - others
        scores[number] = len(own & mine) / len(own) if own else 0.5
    if len(set(scores.values())) == 1:
        return None
    return max(sorted(scores), key=scores.__getitem__)


def by_name(reference: str, goal: str) -> bool:
    """Return whether a goal names a thing: most of its own words."""
    own = core_words(reference) - COMMON
    told = {*tokens(goal), *tokens(goal.replace("-", " - "))}
    return bool(own) and 2 * len(own & told) > len(own)


@dataclass(slots=True)
class Preferences:
    """What cases chose among what they saw, by words."""

    won: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    beaten: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Word -> words of what was left when it was chosen."""

    def best(self, names: Sequence[str], *, sure: bool) -> str | None:
        """Return the name that cases speak for most; if `sure`, `None` if they speak for none.

        A name that shares a word with what they chose goes before all others: no axe is an animal.
        """
        if not names:
            return None
        names = [name for name in names if not self.won.keys().isdisjoint(words(name))] or names
        below = {word: _reached(self.beaten, word) for name in names for word in words(name)}
        scores = {name: self._score(name, names, below) for name in names}
        best = max(names, key=lambda name: (scores[name], name))
        return best if scores[best] > 0 or not sure else None

    def _score(
        self, name: str, names: Sequence[str], below: Mapping[str, AbstractSet[str]]
    ) -> float:
        own = set(words(name))
        score = sum(self.won[word] - 0.5 * self.lost[word] for word in own) / max(1, len(own))
        real = own - COMMON
        for other in names:
            if other != name:
                theirs = words(other)
                score += 0.5 * sum(word in below[mine] for mine in real for word in theirs)
        for other in names:
            score -= 0.5 * sum(bool(below[word] & real) for word in words(other) if other != name)
        return score


def preferences(
    cases: Sequence[Case], all_cases: Sequence[Case], case: Case, goal: str, number: int
) -> Preferences:
    """Return what cases like this one preferred at the choice with a number.

    For a superlative ("the longest ...") all cases with one about the same count, those with
    another superlative of it as the opposite.
    """
    like = [(one, number, True) for one in cases if len(one.focus) == len(case.focus)]
    wanted = superlatives(goal)
    if len(wanted) > number:
        most, what = wanted[number]
        like = [
            (one, n, told[0] == most)
            for one in all_cases
            for n, told in enumerate(superlatives(one.goal))
            if n < len(one.focus) and told[1] == what
        ]
    found = Preferences()
    for one, n, same in like:
        named, chosen, look = one.chose()[n]
        _prefer(found, {*words(chosen), *words(named)}, things(look), same=same)
    return found


def _prefer(found: Preferences, kind: set[str], seen: Iterable[str], *, same: bool) -> None:
    (found.won if same else found.lost).update(kind)
    for name in seen:
        other = set(words(name))
        if other <= kind:
            continue
        if same:
            found.lost.update(words(name))
        for mine in kind - COMMON:
            for theirs in other - COMMON:
                better, worse = (mine, theirs) if same else (theirs, mine)
                found.beaten[better].add(worse)


def superlatives(goal: str) -> list[tuple[str, str]]:
    """Return each superlative of a goal once, with what it is said of, in order."""
    found = re.findall(r"\b(\w{4,}est|most|least) ([a-z]+ ?[a-z]*)", goal.lower())
    return list(dict.fromkeys(found))


def _reached(beaten: Mapping[str, set[str]], word: str) -> set[str]:
    """Return all that a word beats, directly or by others."""
    reached, left = set[str](), [word]
    while left:
        for other in sorted(beaten.get(left.pop(), ())):
            if other not in reached:
                reached.add(other)
                left.append(other)
    return reached


def _grams(text: str) -> set[str]:
    """Return all pairs and triples of neighbouring words."""
    told = re.findall(r"[\w'-]+", text.lower())
    return {" ".join(told[at : at + n]) for n in (2, 3) for at in range(len(told) - n + 1)}
