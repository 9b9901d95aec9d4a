"""Is the wanted fact in the prompt, of a person of whom 250 are known?

    python -m experiments hub [--questions N] [--embedder NAME] [--seed N] [--json]

One person bought, lost, sold, repaired and gave away each of ten things, and so on for places,
dishes, people and books: 25 relations of ten objects, each told in a text of its own, with its
date. Half of the questions name the object and ask for the date, the other half name the month and
ask for the object; both use other words than the texts. Other facts share the object, the relation
or the month. The wanted fact counts as shown if it, or its text, stands in the first prompt that a
language model gets within the default budget.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from clew.ask.asking import FOR_LANGUAGE_MODELS, Asking
from clew.ask.gather import gather, packed
from clew.bench.bootstrap import Estimate, mean_interval
from clew.embed.base import DEFAULT_EMBEDDER, Embedder, open_embedder
from clew.graph.types import Kind
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.query import read_questions
from experiments.parsers import parser_of

__all__ = ["Planted", "main", "planted", "shown"]

_PERSON = "Mira Dahl"
_OBJECTS = {
    "thing": "kettle ladder compass violin tent lantern camera bicycle scooter telescope",
    "place": "Lisbon Tromso Kyoto Quito Marrakesh Ghent Hobart Tbilisi Valletta Oulu",
    "dish": "lasagne goulash ramen paella borscht falafel risotto tagine ceviche pierogi",
    "person": "Olle Tamar Diego Yusuf Ingrid Priya Wanda Ebbe Noor Klaus",
    "book": "Emma Dune Ulysses Beloved Middlemarch Walden Candide Solaris Persuasion Hunger",
}
_RELATIONS = {
    "thing": (
        ("bought", "purchase"), ("lost", "mislay"), ("sold", "part with for money"),
        ("repaired", "mend"), ("gave away", "make a present of"),
    ),
    "place": (
        ("visited", "travel to"), ("moved to", "settle in"), ("left", "depart from"),
        ("painted", "make a picture of"), ("flew over", "see from the air"),
    ),
    "dish": (
        ("cooked", "make in the kitchen"), ("tasted", "try a bite of"), ("burned", "ruin by heat"),
        ("ordered", "ask the waiter for"), ("learned to make", "pick up how to prepare"),
    ),
    "person": (
        ("met", "come across"), ("taught", "give lessons to"), ("married off", "find a spouse for"),
        ("phoned", "call up"), ("thanked", "show gratitude to"),
    ),
    "book": (
        ("read", "get through"), ("translated", "put into another language"),
        ("lent out", "let somebody borrow"), ("reviewed", "write a critique of"),
        ("recommended", "suggest to others"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Planted:
    """One fact of the person, and a question about it."""

    relation: str
    object: str
    at: datetime
    question: str

    @property
    def text(self) -> str:
        """The text that tells it."""
        return f"{_PERSON} {self.relation} {self.object} on {self.at:%d %B %Y}."


def planted(seed: int) -> list[Planted]:
    """Return the 250 facts, in the order of their days; every day has one."""
    rng = random.Random(seed)
    told = [
        (relation, other, one)
        for kind, relations in _RELATIONS.items()
        for relation, other in relations
        for one in _OBJECTS[kind].split()
    ]
    rng.shuffle(told)
    facts = []
    for number, (relation, other, one) in enumerate(told):
        at = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=5 * number)
        by_object = f"When did {_PERSON} {other} {one}?"
        by_month = f"What or whom did {_PERSON} {other} in {at:%B %Y}?"
        facts.append(Planted(relation, one, at, rng.choice((by_object, by_month))))
    return facts


def _extracted(fact: Planted) -> dict[str, Any]:
    said = {"subject": _PERSON, "relation": fact.relation, "object": fact.object}
    return {"facts": [{**said, "valid_from": f"{fact.at:%Y-%m-%d}"}]}


def shown(facts: Sequence[Planted], asked: Sequence[Planted], embedder: Embedder) -> list[bool]:
    """Return for each question whether the wanted fact, or its text, is in its first prompt."""
    by_text = {fact.text: _extracted(fact) for fact in facts}
    model = ScriptedModel(lambda task: by_text.get(getattr(task, "text", ""), {"pairs": []}))
    found = []
    with Memory.open(model=model, embedder=embedder) as memory:
        for fact in facts:
            memory.remember(fact.text, at=fact.at)
        read = read_questions([one.question for one in asked], embedder)
        with memory.view() as view:
            for one, question in zip(asked, read, strict=True):
                task = gather(view, question, Asking(limits=FOR_LANGUAGE_MODELS))
                task, _ = packed(task, FOR_LANGUAGE_MODELS.tokens)
                lines = {(fact.relation, fact.object_name) for fact in task.facts}
                texts = {text.text for text in task.passages if text.kind is Kind.EPISODE}
                found.append((one.relation, one.object) in lines or one.text in texts)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("hub", __doc__)
    parser.add_argument("--questions", type=int, default=100, metavar="N", help="drawn; 100")
    parser.add_argument("--embedder", default=DEFAULT_EMBEDDER, help="its name")
    parser.add_argument("--seed", type=int, default=1, help="of days, questions and draw")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    facts = planted(given.seed)
    asked = random.Random(given.seed).sample(facts, given.questions)
    found = shown(facts, asked, open_embedder(given.embedder))
    share: Estimate = mean_interval([float(one) for one in found])
    if given.json:
        print(json.dumps({"questions": len(found), "shown": share}))
        return 0
    print(f"questions {len(found)}\nshown     {share}")
    for one, there in zip(asked, found, strict=True):
        if not there:
            print(f"  not shown: {one.question} ({one.text})")
    return 0
