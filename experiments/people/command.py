"""Who is who in short dialogues about people with shared names: wrong merges and right links.

    python -m experiments people [--part dev|registers|fresh|others|held_out|others_held_out]
        [--model rules|told|shown|ideal] [--limit N] [--reversed] [--list] [--json]

Each dialogue of `experiments/people/{part}.txt` is remembered text by text in its own memory; then
every two mentions are compared with the gold. Two people in one entity are a **wrong merge**, two
mentions of one person in one entity a **right link**; a mention without an entity is not linked.

`ideal` is a scripted model that reads perfectly: the facts of the gold with the names as they stand
in the text, who is a person, and the aliases that a reader who remembers the earlier texts would
tell; a namesake gets a bracket (`ideal.py`). `told` knows only the text itself. `shown` knows what
the prompt shows: the text, earlier ones of its source and known names (`shown.py`). With all three,
what fails is the memory's own.

`--list` says what went wrong; it is refused on the held-out parts, which are for totals only.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from clew.clock import FixedClock
from clew.learn.tasks import Extract
from clew.llm.base import Model, Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.wiring import mind_named
from experiments.parsers import parser_of
from experiments.people.dialogues import PARTS, Dialogue, load
from experiments.people.ideal import reading
from experiments.people.scoring import Finding, Placed, findings, placed, totals
from experiments.people.shown import ShownReader

__all__ = ["MODELS", "main", "model_for", "remembered", "report"]

MODELS = ("rules", "told", "shown", "ideal")


def model_for(name: str, dialogue: Dialogue) -> Model:
    """Return the rules, or a scripted model that reads the texts of this dialogue perfectly."""
    if name == "rules":
        return mind_named()
    texts = {text.text: number for number, text in enumerate(dialogue.texts)}
    shown = ShownReader(dialogue)

    def reply(task: Task[Any]) -> object:
        if not isinstance(task, Extract):
            return {"pairs": []}
        if name == "shown":
            return shown.read(task)
        return reading(dialogue, texts[task.text], known=name == "ideal")

    return ScriptedModel(reply)


def remembered(dialogue: Dialogue, model: str, *, reverse: bool = False) -> list[Placed]:
    """Remember the texts of a dialogue, last first if `reverse`; return where its mentions are."""
    later = FixedClock(dialogue.texts[-1].at + timedelta(days=1))
    mind = model_for(model, dialogue)
    with Memory.open(":memory:", model=mind, embedder=None, clock=later) as memory:
        order = [*enumerate(dialogue.texts)]
        episodes = {
            number: memory.remember(
                text.text, at=text.at, source=text.source, conversation=text.source
            ).episode
            for number, text in (reversed(order) if reverse else order)
        }
        return placed(memory, dialogue, [episodes[number] for number, _ in order])


def report(found: Sequence[tuple[Dialogue, Sequence[Finding]]]) -> dict[str, int | float]:
    """Return the figures of a part."""
    counts = totals(each for _, one in found for each in one)
    same = counts["linked"] + counts["missed"]
    unlike = same - counts["linked alike"] - counts["missed alike"]
    bad = [dialogue for dialogue, one in found if any(each.verdict == "merged" for each in one)]
    return {
        "dialogues": len(found),
        "wrong_merges": counts["merged"],
        "wrong_merges_of_one_spelling": counts["merged alike"],
        "dialogues_with_wrong_merges": len(bad),
        "pairs_of_two_people": counts["merged"] + counts["apart"],
        "right_links": counts["linked"],
        "pairs_of_one_person": same,
        "right_link_share": round(counts["linked"] / same, 3) if same else 1.0,
        "right_links_of_two_spellings": counts["linked"] - counts["linked alike"],
        "pairs_of_two_spellings": unlike,
        "undecided_mentions": sum(_undecided(dialogue) for dialogue, _ in found),
        "undecided_linked_wrongly": counts["guessed"],
    }


def _undecided(dialogue: Dialogue) -> int:
    return sum(not one.decided for text in dialogue.texts for one in text.mentions)


def _listed(dialogue: Dialogue, found: Iterable[Finding]) -> Iterator[str]:
    for one in found:
        if one.verdict in {"merged", "missed", "guessed"}:
            ends = f"{_shown(one.one)} / {_shown(one.other)}"
            yield f"{one.verdict:<8}{dialogue.id:<20}{ends}"


def _shown(one: Placed) -> str:
    nowhere = "" if one.entity is not None else ", no entity"
    return f"{one.mention.name} ({one.text + 1}{nowhere})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 for a list of what is held out."""
    parser = parser_of("people", __doc__)
    parser.add_argument("--part", choices=PARTS, default="dev", help="dev by default")
    parser.add_argument("--model", choices=MODELS, default="rules", help="rules by default")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N dialogues")
    parser.add_argument("--reversed", action="store_true", help="remember the last text first")
    parser.add_argument("--list", action="store_true", help="say what went wrong (not if held out)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.list and options.part.endswith("held_out"):
        parser.error(f"--list is for the other parts; {options.part} is for totals only")
    found = [
        (dialogue, findings(remembered(dialogue, options.model, reverse=options.reversed)))
        for dialogue in load(options.part)[: options.limit]
    ]
    if options.list:
        print("".join(f"{line}\n" for each in found for line in _listed(*each)), end="")
    figures = report(found)
    if options.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name.replace('_', ' '):<32}{each:>8}" for name, each in figures.items()))
    return 0
