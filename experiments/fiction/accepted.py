"""How well rules tell by a game's reply whether its parser accepted the command.

The truth is the game's own: a command was accepted if the state of the world changed or the game
counted a move. A parser counts none for what it does not understand; it does count what fails ("The
door is locked."). Two limits: "score", "help" and the like are understood and count nothing, so
they pass for refused; and a game may count a move while it says that it does not understand.

The rules were written with every other game in view (by the alphabet, from the first); the rest
were kept back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jericho.util import recognized

from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import print_json, say
from clew.envs.fiction.acceptance import Acceptance, acceptance
from clew.envs.fiction.refusals import Refusals, changed
from clew.errors import UsageError
from experiments.command_line import run
from experiments.fiction.recorded import done, runs_in, stories

__all__ = ["Case", "Judged", "Learning", "cases", "judged", "main"]


class Case(NamedTuple):
    """A reply, and whether the command before it was accepted."""

    game: str
    reply: str
    accepted: bool
    command: str = ""
    run: str = ""
    """Whose it is."""
    changed: bool = False
    """Whether an agent sees that something has changed."""


Rule = Callable[[Case], Acceptance]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """How well a rule judges; precision and recall are of "accepted"."""

    steps: int
    accepted: float
    """Share that was accepted."""
    doubtful: float
    """Share that the rule leaves to a model; in the next two, taken for accepted."""
    precision: float
    recall: float
    strict_precision: float
    """Doubtful ones taken for refused, likewise the next."""
    strict_recall: float
    decided: float
    """Share of right judgements of those that are not doubtful."""


def cases(games: Mapping[str, Path], logs: Path) -> list[Case]:
    """Return a case for every command of the recorded runs.

    Raises:
        UsageError: there are none.
    """
    found = [
        Case(
            game,
            step.after[0],
            step.accepted,
            step.recorded["action"],
            path.stem,
            changed(step.after[0], step.before[1], step.after[1]),
        )
        for path in sorted(logs.glob("*.jsonl"))
        for game, steps in sorted(runs_in(path).items())
        if game in games
        for step in done(games[game], steps)
        if step.typed
    ]
    if not found:
        raise UsageError(f"expected recorded runs (.jsonl) of these games in {str(logs)!r}")
    return found


def judged(found: Sequence[Case], rule: Rule) -> Judged:
    """Return how well a rule judges; at least one case of each kind is needed."""
    verdicts = [(one.accepted, rule(one)) for one in found]
    doubtful = sum(verdict is Acceptance.DOUBTFUL for _, verdict in verdicts)
    right = sum(
        (verdict is Acceptance.ACCEPTED) == true
        for true, verdict in verdicts
        if verdict is not Acceptance.DOUBTFUL
    )
    loose = _scores(verdicts, {Acceptance.ACCEPTED, Acceptance.DOUBTFUL})
    strict = _scores(verdicts, {Acceptance.ACCEPTED})
    return Judged(
        steps=len(found),
        accepted=sum(one.accepted for one in found) / len(found),
        doubtful=doubtful / len(found),
        precision=loose[0],
        recall=loose[1],
        strict_precision=strict[0],
        strict_recall=strict[1],
        decided=right / max(1, len(found) - doubtful),
    )


def _scores(
    verdicts: Sequence[tuple[bool, Acceptance]], taken: set[Acceptance]
) -> tuple[float, float]:
    said = sum(verdict in taken for _, verdict in verdicts)
    true = sum(accepted for accepted, _ in verdicts)
    both = sum(accepted and verdict in taken for accepted, verdict in verdicts)
    return both / max(1, said), both / max(1, true)


def _clew(case: Case) -> Acceptance:
    return acceptance(case.reply)


def _jericho(case: Case) -> Acceptance:
    return Acceptance.ACCEPTED if recognized(case.reply) else Acceptance.REFUSED


class Learning:
    """Judges also by what each game says again and again; the cases of a game come in order.

    Args:
        runs: whether each run begins anew, or goes on with what earlier ones of its game showed.
    """

    def __init__(self, *, runs: bool) -> None:
        self._runs = runs
        self._known: dict[str, Refusals] = {}

    def __call__(self, case: Case) -> Acceptance:
        """Count a case, then judge it."""
        whose = f"{case.run} {case.game}" if self._runs else case.game
        refusals = self._known.setdefault(whose, Refusals())
        refusals.note(case.command, case.reply, changed=case.changed)
        return refusals.judge(case.reply)


def _distinct(found: Sequence[Case]) -> list[Case]:
    """Return each different reply of a game once, with each outcome."""
    return list({one[:3]: one for one in found}.values())


@bundled
def _measure(
    games: Path = option("FOLDER", "Story files.", ...),
    logs: Path = option("FOLDER", "Recorded runs (.jsonl).", ...),
    wrong: bool = flag("Also print the replies of the games in view that are judged wrongly."),
    json: bool = flag(AS_JSON),
) -> int:
    """Judge the replies of recorded runs by rules, and compare with what the game counted."""
    paths = stories(games)
    found = cases(paths, logs)
    in_view = set(sorted(paths)[::2])
    parts = {
        "in view": [one for one in found if one.game in in_view],
        "kept back": [one for one in found if one.game not in in_view],
    }
    alone: dict[str, Rule] = {"clew": _clew, "jericho": _jericho}
    table: dict[str, dict[str, Any]] = {}
    for name, part in parts.items():
        learning: dict[str, Rule] = {
            "clew, learning in each run": Learning(runs=True),
            "clew, learning over runs": Learning(runs=False),
        }
        rows = {who: judged(part, rule) for who, rule in (alone | learning).items()}
        table |= {f"{name}: {who}": asdict(row) for who, row in rows.items()}
    for name, part in parts.items():
        once = _distinct(part)
        table |= {f"{name}, distinct: {who}": asdict(judged(once, alone[who])) for who in alone}
    if json:
        print_json(table)
        return 0
    say("  ".join([f"{'':<38}", *(f"{name:>9.9}" for name in next(iter(table.values())))]))
    for name, row in table.items():
        cells = (f"{cell:>9,}" if key == "steps" else f"{cell:>9.3f}" for key, cell in row.items())
        say("  ".join([f"{name:<38}", *cells]))
    if wrong:
        for one in _distinct(parts["in view"]):
            verdict = acceptance(one.reply)
            if verdict is Acceptance.DOUBTFUL or one.accepted != (verdict is Acceptance.ACCEPTED):
                say(f"{one.game}, {verdict.value}: {one.reply[:100]!r}")
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-accepted", _measure, argv)
