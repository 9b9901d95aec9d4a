"""What a reference of a case means here: places left out, numbered things by what they hold."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from clew.minds.scienceworld.body import Body
from clew.minds.scienceworld.cases import Case
from clew.minds.scienceworld.lifting import Lifted
from clew.minds.scienceworld.phrases import base, form, head, named, things, words
from clew.regex import Regex

__all__ = ["aliased", "held", "neat", "rebound", "stand_in"]

_NUMBERED = Regex(r"(.+) (\d+)")
_EMPTY = Regex(r"\ban? ([\w ]+?) \(containing nothing\)")
_ANYTHING = {"living", "thing", "object"}


def neat(body: Body, reference: str) -> str:
    """Return a reference without what only held in the case.

    Rooms are left out. What a numbered thing holds is, too; what is in one is looked for where it
    is here; another vessel with the same contents is taken.
    """
    for room in body.known.rooms():
        reference = re.sub(rf" in {room}$", "", reference)
    reference = re.sub(r" in inventory$", "", reference)
    within = re.match(r"(.+ containing .+) in (.+)$", reference)
    if within and not body.has(within[2]):
        reference = within[1]
    vessel = re.match(r"(.+) containing (.+)$", reference)
    if vessel and not vessel[1][-1].isdigit():
        held_in = rf"an? ([\w ]+?) \([^()]*containing [^()]*?{re.escape(vessel[2])}[^()]*\)"
        found = re.findall(held_in, body.here)
        if found and not any(f"{' '}{one}".endswith(f" {vessel[1]}") for one in found):
            reference = f"{found[0]} containing {vessel[2]}"
    numbered = re.match(r"(.*\d) containing ", reference)
    return _by_contents(body, numbered[1] if numbered else reference)


def _by_contents(body: Body, reference: str) -> str:
    """Return "X in pot 3" with the number of the pot that holds X here."""
    found = re.match(r"(.+) in (.+?) (\d+)$", reference)
    if not found:
        return reference
    what = "" if found[1] == "substance" else found[1]
    kind = re.sub(r" in the \w+ stage$", "", what)
    lines = body.looks[body.room].lower().split("\n")
    for exact in (True, False):
        for line in lines:
            number = re.search(rf"\b{re.escape(found[2])} (\d+) \(", line)
            alive = kind and f"{kind}," in line and f"dead {kind}" not in line
            if number and (what and what in line if exact else alive):
                return f"{found[1]} in {found[2]} {number[1]}"
    return reference


def rebound(body: Body, lifted: Lifted, here: str, there: str, look: str) -> str:
    """Return a numbered thing as the one that holds what was chosen here.

    Args:
        body: who sees.
        lifted: the case; what is found out is kept in it.
        here: the reference.
        there: what the case called it.
        look: what was seen in the case.
    """
    now, was = _NUMBERED.fullmatch(here), re.match(r"(.+?) (\d+)\b", there)
    if not now or not was or f"{was[1]} {was[2]}" in lifted.stand_ins:
        return here
    pattern = rf"\b{re.escape(was[1])} {was[2]} \("
    line = next((one for one in look.lower().split("\n") if re.search(pattern, one)), "")
    for chosen in lifted.chosen.values():
        if not (chosen.old | chosen.raw) & {*words(line)}:
            continue
        for one in body.here.split("\n"):
            number = re.search(rf"\b{re.escape(now[1])} (\d+) \(", one)
            if number and chosen.new <= {*words(one)}:
                lifted.stand_ins[f"{was[1]} {was[2]}"] = f"{now[1]} {number[1]}"
                return f"{now[1]} {number[1]}"
    return here


def aliased(body: Body, lifted: Lifted, references: Sequence[str]) -> list[str]:
    """Return references with what was chosen here in the place of what the case chose."""
    return [_aliased(body, lifted, one, len(references)) for one in references]


def _aliased(body: Body, lifted: Lifted, reference: str, count: int) -> str:
    told, name = set(words(reference)), base(reference)
    seen = any(named(name, step.look) for step in lifted.case.steps) or body.told(reference)
    alone = len(lifted.chosen) == 1 and not seen  # the case had another name for what it chose
    for chosen in lifted.chosen.values():
        most = 2 * len((chosen.old | chosen.raw) & told) > len(told)
        if most or alone or (told and told <= _ANYTHING):
            short = " ".join(word for word in words(chosen.name) if word in chosen.new)
            if count > 1 or "inventory" in reference:
                return short
            near = [name for name in body.objects if chosen.new <= {*words(name)}]
            return min([*near, chosen.name, short], key=len)
    return reference


def held(look: str, vessel: str) -> set[str]:
    """Return what is seen to be in a vessel."""
    found = re.search(rf"\b{re.escape(vessel)} \(containing ([^()]*)\)", look.lower())
    parts = found[1].split(",") if found else []
    forms = r"^(?:an?|some) (?:substance called )?"
    return {re.sub(forms, "", part.strip()) for part in parts} - {"nothing"}


def stand_in(
    body: Body, lifted: Lifted, cases: Sequence[Case], reference: str, *, empty: bool = False
) -> str | None:
    """Return a thing here that can take the part of one that is not.

    It has the same noun, and the plan does not use it otherwise; or other cases put it where this
    one has the missing thing; or, if that is to be `empty`, it holds nothing.
    """
    missing = base(reference)
    if not missing or " containing " in reference:  # what it holds is meant, not the vessel
        return None
    here = things(body.here)
    acts = [lifted.put(step.action) for step in lifted.case.steps]
    taken = {name for name in here if any(named(name, act) for act in acts)}
    taken |= {*lifted.stand_ins.values(), *body.known.rooms()}
    same = [name for name in here if head(name) == head(missing) and name != missing]
    free = [name for name in same if name not in taken and name not in body.goal.lower()]
    if free:
        return free[0]
    fits = _fillers(lifted.case, cases, missing)
    fits += _fillers(lifted.case, body.known.cases, missing)  # what tasks of any sort took
    fits += _EMPTY.findall(body.here) if empty else []
    return next((name for name in fits if name not in taken and body.has(name)), None)


def _fillers(case: Case, cases: Sequence[Case], missing: str) -> list[str]:
    """Return the things that other cases have where this one has `missing`, most frequent first.

    The verb of the next step counts, too: a sink is where things are put, but not to heat them.
    """
    slots = {slot for name, slot in _slots(case, [missing])}
    found: Counter[str] = Counter()
    for other in cases:
        seen = {name for look in other.looks.values() for name in things(look)}
        names = sorted(name for name in seen if name not in other.goal.lower())
        found.update(name for name, slot in _slots(other, names) if slot in slots)
    del found[missing]
    return [name for name, _ in found.most_common()]


def _slots(case: Case, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield (name, form of the command with that name, verb of the next one)."""
    following = [*(step.verb for step in case.steps[1:]), ""]
    for step, then in zip(case.steps, following, strict=True):
        for name in names:
            if named(name, step.action):
                slot = form(re.sub(rf"\b{re.escape(name)}\b", "@", step.action)) + then
                yield name, slot
