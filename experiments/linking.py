"""Does linking find the entities of a question?

    python -m experiments linking --memory FILE --data PATH --format musique|2wiki|hotpotqa
        [--corpus PATH] [--half even|odd] [--threshold X] [--word-rarity X] [--no-vectors] [--json]

The memory is `FOLDER/memory.clew` of `clew bench retrieval --out FOLDER` over the same data. For
each question: the share of its supporting passages that hold a linked entity (later hops are not
named in the question, so the share cannot reach 1), the linked entities, and those that no
supporting passage holds (wrong). The output is means over questions with 95 % bootstrap intervals.
`names alone` links only exact names and aliases, without similarity or a check for generic names.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.datasets import read_datasets
from clew.bench.question_set import Dataset, Wanted
from clew.errors import UsageError
from clew.graph.types import Episode, Kind
from clew.graph.view import View
from clew.learn.observe import passages
from clew.memory import Memory
from clew.recall.linking import Linking, find_names
from clew.recall.query import Asked, query_for, read_questions
from experiments.parsers import parser_of

__all__ = ["Row", "main", "measure"]

Groups: TypeAlias = tuple[tuple[int, ...], ...]
_HALVES = ("even", "odd")


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one way to link."""

    coverage: Estimate
    """Share of a question's supporting passages that hold a linked entity."""
    any: Estimate
    """Share of questions with such a passage."""
    linked: Estimate
    """Entities linked per question."""
    wrong: Estimate
    """Those that no supporting passage holds."""


def measure(
    view: View, data: Dataset, where: Mapping[int, int], linked: Sequence[tuple[int, Groups]]
) -> Row:
    """Compare linked entities with the supporting passages.

    Args:
        view: the memory.
        data: has the questions.
        where: the passage of each episode.
        linked: the number of each question, with its groups of entities.
    """
    coverage, some, counts, wrongs = [], [], [], []
    for number, groups in linked:
        support = set(data.questions[number].supporting)
        ids = sorted({id for group in groups for id in group})
        held = [
            {where[link.other] for link in links} for links in view.links(ids, (Kind.EPISODIC,))
        ]
        touched = support & {place for places in held for place in places}
        coverage.append(len(touched) / len(support))
        some.append(float(bool(touched)))
        counts.append(float(len(ids)))
        wrongs.append(float(sum(not places & support for places in held)))
    return Row(*map(mean_interval, (coverage, some, counts, wrongs)))


def _places(view: View, data: Dataset) -> dict[int, int]:
    """Return the passage of each episode.

    Raises:
        UsageError: the memory holds other texts.
    """
    known = {part: n for n, text in enumerate(data.passages) for part in passages(text)}
    places = {}
    for one in view.items(view.ids(Kind.EPISODE)):
        assert isinstance(one, Episode)
        if one.text not in known:
            raise UsageError(
                f"expected a memory of these passages, got one that holds {one.text[:40]!r}; take "
                "FOLDER/memory.clew of `clew bench retrieval --out FOLDER` with the same data"
            )
        places[one.id] = known[one.text]
    return places


def _run(given: argparse.Namespace) -> dict[str, Row]:
    if not Path(given.memory).exists():
        raise UsageError(f"no memory at {given.memory!r}; `clew bench retrieval --out` fills one")
    data, *others = read_datasets(given.data, given.format, Wanted(corpus=given.corpus))
    if others:
        raise UsageError(
            f"expected one pool of texts, got {given.format}: each conversation is its own"
        )
    numbers = range(len(data.questions))
    if given.half is not None:
        numbers = numbers[_HALVES.index(given.half) :: 2]
    how = Linking(threshold=given.threshold, word_rarity=given.word_rarity)
    with Memory.open(given.memory, read_only=True) as memory:
        embedder = None if given.no_vectors else memory.embedder
        texts = [data.questions[number].text for number in numbers]
        asked: list[Asked] = read_questions(texts, embedder)
        with memory.view() as view:
            where = _places(view, data)
            exact = [tuple(one.ids for one in find_names(view, text)) for text in texts]
            ours = [query_for(view, each, linking=how).entities for each in asked]
            rows = {"names alone": exact, "linked": ours}
            return {
                name: measure(view, data, where, list(zip(numbers, each, strict=True)))
                for name, each in rows.items()
            }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("linking", __doc__)
    add = parser.add_argument
    default = Linking()
    add("--memory", required=True, help="FOLDER/memory.clew of `clew bench retrieval --out FOLDER`")
    add("--data", type=Path, required=True, help="a file of questions with their passages")
    add("--format", required=True, help="musique, 2wiki or hotpotqa")
    add("--corpus", type=Path, help="a file of more passages: records of title and text")
    add("--half", choices=_HALVES, help="only these questions")
    add(
        "--threshold",
        type=float,
        default=default.threshold,
        help="how similar (clew.recall.linking)",
    )
    add(
        "--word-rarity",
        type=float,
        default=default.word_rarity,
        help="how rare (clew.recall.linking)",
    )
    add("--no-vectors", action="store_true", help="link by words alone")
    add("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    rows = _run(given)
    if given.json:
        print(json.dumps({name: asdict(row) for name, row in rows.items()}))
    else:
        for name, row in rows.items():
            cells = "  ".join(f"{key} {value}" for key, value in zip(
                ("coverage", "any", "linked", "wrong"),
                (row.coverage, row.any, row.linked, row.wrong), strict=True))  # fmt: skip
            print(f"{name:<14}{cells}")
    return 0
