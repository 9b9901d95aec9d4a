"""How well questions are answered offline: the committed set of `experiments.answers`.

    python -m experiments answers [--part dev|test|plain]
        [--mode adaptive|plain] [--json] [--failures]

Each text is remembered episode by episode in its own memory, then its questions are asked. An
answer is **right** if every item it gives is a gold item and every gold item is given; any other
answer that is not an abstention is **wrong**. An item matches a gold spelling if it has the
spelling's words in sequence and at most `_SLACK` more ("the top drawer of the desk" for "desk").
For an unanswerable question, only abstaining is right.

`--failures` prints questions and answers; it is refused on `test` and `plain`, which are for
reporting only.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TypeAlias

from clew.ask.asking import Answer, Asking, Mode
from clew.clock import FixedClock, SystemClock
from clew.graph.types import Time
from clew.memory import Memory
from clew.text import normalise_name, words
from clew.wiring import mind_named
from experiments.answers import AnswerQuestion, AnswerText, load
from experiments.parsers import parser_of

__all__ = ["Asker", "Opener", "Outcome", "Tally", "main", "opener", "outcomes", "score", "tally"]

Asker: TypeAlias = Callable[[AnswerQuestion], Answer]
"""Answers one question about a remembered text."""
Opener: TypeAlias = Callable[[AnswerText], AbstractContextManager[Asker]]
"""Remembers a text and yields an asker for it."""
_SLACK = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question, its answer, and the verdict: `right`, `wrong` or `abstained`."""

    question: AnswerQuestion
    answer: Answer
    verdict: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one kind of question."""

    kind: str
    right: int
    wrong: int
    abstained: int

    @property
    def asked(self) -> int:
        """How many questions of the kind there are."""
        return self.right + self.wrong + self.abstained


def score(answer: Answer, gold: Sequence[Sequence[str]]) -> str:
    """Return `right`, `wrong` or `abstained`; without gold items abstaining is `right`."""
    if answer.abstained:
        return "abstained" if gold else "right"
    items = answer.items
    given = all(any(_matches(item, spellings) for item in items) for spellings in gold)
    clean = all(any(_matches(item, spellings) for spellings in gold) for item in items)
    return "right" if gold and given and clean else "wrong"


def _matches(item: str, spellings: Iterable[str]) -> bool:
    said = words(normalise_name(item))
    return any(_within(words(normalise_name(spelling)), said) for spelling in spellings)


def _within(gold: list[str], said: list[str]) -> bool:
    if not gold or len(said) > len(gold) + _SLACK:
        return False
    return any(said[at : at + len(gold)] == gold for at in range(len(said) - len(gold) + 1))


def outcomes(texts: Iterable[AnswerText], open_text: Opener) -> list[Outcome]:
    """Ask every question of every text, in order."""
    found: list[Outcome] = []
    for text in texts:
        with open_text(text) as ask:
            for question in text.questions:
                answer = ask(question)
                found.append(Outcome(question, answer, score(answer, question.answers)))
    return found


def tally(found: Sequence[Outcome]) -> list[Tally]:
    """Return the counts by kind, in order of first appearance, then `answerable` and all."""
    kinds = list(dict.fromkeys(one.question.kind for one in found))
    rows = [_count(kind, [one for one in found if one.question.kind == kind]) for kind in kinds]
    rows.append(_count("answerable", [one for one in found if one.question.answers]))
    return rows


def _count(kind: str, found: Sequence[Outcome]) -> Tally:
    verdicts = [one.verdict for one in found]
    return Tally(
        kind, verdicts.count("right"), verdicts.count("wrong"), verdicts.count("abstained")
    )


def _table(rows: Sequence[Tally]) -> str:
    lines = [f"{'kind':<14}{'right':>7}{'wrong':>7}{'abst.':>7}{'asked':>7}{'right %':>9}"]
    for row in rows:
        share = row.right / row.asked if row.asked else 0.0
        lines.append(
            f"{row.kind:<14}{row.right:>7}{row.wrong:>7}{row.abstained:>7}{row.asked:>7}"
            f"{share:>9.2f}"
        )
    return "\n".join(lines)


def opener(embedder: str | None = "default", mode: Mode = Mode.PLAIN) -> Opener:
    """Return an opener that remembers a text in a fresh `Memory` and answers by rules."""
    model, how = mind_named(), Asking(mode=mode)

    @contextmanager
    def open_text(text: AnswerText) -> Iterator[Asker]:
        last = text.episodes[-1].at
        clock = SystemClock() if isinstance(last, int) else FixedClock(last + timedelta(days=1))
        with Memory.open(":memory:", model=model, embedder=embedder, clock=clock) as memory:
            for episode in text.episodes:
                memory.remember(
                    episode.text, at=episode.at, source=episode.source, conversation=episode.source
                )
            yield lambda question: _seen_from(memory, question.as_of).ask(question.question, how)

    return open_text


def _seen_from(memory: Memory, moment: Time | None) -> Memory:
    return memory if moment is None else memory.as_of(moment)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0."""
    parser = parser_of("answers", __doc__)
    parser.add_argument(
        "--part", choices=("dev", "test", "plain"), default="dev", help="dev by default"
    )
    parser.add_argument(
        "--mode", choices=list(Mode), default=Mode.ADAPTIVE, type=Mode, help="as of `clew ask`"
    )
    parser.add_argument("--no-embedder", action="store_true", help="keyword and graph recall only")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--failures", action="store_true", help="show what is not right (dev only)")
    options = parser.parse_args(arguments)
    if options.failures and options.part != "dev":
        parser.error(f"the part `{options.part}` is for reporting only; --failures works on `dev`")
    embedder = None if options.no_embedder else "default"
    found = outcomes(load(options.part), opener(embedder, options.mode))
    rows = tally(found)
    if options.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        print(_table(rows))
    if options.failures:
        for one in found:
            if one.verdict != "right":
                print(f"\n{one.question.id} ({one.question.kind}) {one.verdict}")
                print(f"  {one.question.question}  gold: {one.question.answers}")
                print(f"  got: {one.answer.items}  ({one.answer.reason})")
    return 0
